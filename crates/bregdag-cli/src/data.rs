//! Files → what a method receives.

use std::fs::File;
use std::io::{Cursor, Read, Seek, stdin};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use bregdag::data::{Moments, pattern};
use bregdag::prepare::{Gather, Options, Preparation, Prepared, moments_file, of_moments};
use bregdag::read::{Reading, Source, matrix, open};
use bregdag::{Error, Warning};

use crate::args::{Files, Prepare};
use crate::input::{self, about, is_standard};
use crate::progress::Progress;
use crate::say;

/// What was read. The last steps are still to come: they may take long and can be watched.
pub enum Data {
    Rows(Box<Gather>),
    Moments(Box<(Moments, Preparation)>),
}

/// What is in a file.
enum Content {
    Rows(Source),
    Moments(Box<dyn Read>),
}

impl Data {
    /// Reads all files. What moments cannot do is refused, with the flag that asks for it.
    pub fn read(
        files: &Files,
        prepare: &Prepare,
        options: &Options,
        progress: &Progress,
    ) -> anyhow::Result<Data> {
        let [first, more @ ..] = files.data.as_slice() else { bail!("no file is given") };
        if prepare.covariance {
            refuse_for_moments(files, options, "a matrix of covariances")?;
            refuse_more(more, "a matrix of covariances")?;
            let rows = prepare.rows.ok_or_else(|| anyhow!("--covariance needs --rows"))?;
            let preparation = Preparation { rows_read: rows, ..Preparation::default() };
            return of(covariances(first, rows)?, preparation, files, first);
        }
        match content(first)? {
            Content::Moments(input) => {
                refuse_for_moments(files, options, "a file of moments")?;
                refuse_more(more, "a file of moments (join them by `bregdag moments --merge`)")?;
                let (moments, preparation) = moments_file::read(input).map_err(about(first))?;
                of(moments, preparation, files, first)
            }
            Content::Rows(source) => {
                Ok(Data::Rows(Box::new(rows(source, files, options, progress)?)))
            }
        }
    }

    /// What a method receives.
    pub fn finish(
        self,
        files: &Files,
        options: &Options,
        progress: &Progress,
    ) -> anyhow::Result<Prepared> {
        let prepared = match self {
            Data::Rows(gather) => gather.finish(progress),
            Data::Moments(both) => of_moments(both.0, both.1, options, progress),
        };
        match files.data.as_slice() {
            [only] => prepared.map_err(about(only)),
            _ => prepared.map_err(say),
        }
    }
}

/// How rows are prepared, as far as the flags tell.
pub fn options(files: &Files, prepare: &Prepare) -> Options {
    Options {
        scale: prepare.scale.unwrap_or_default(),
        collinear: prepare.collinear.unwrap_or_default(),
        ..read_options(files)
    }
}

/// The same of the rows alone.
pub fn read_options(files: &Files) -> Options {
    Options {
        missing: files.missing.unwrap_or_default(),
        transforms: files.transform.clone(),
        weights: files.weights_column.clone(),
        ..Options::default()
    }
}

/// Moments, of the columns that are wanted.
fn of(
    moments: Moments,
    mut preparation: Preparation,
    files: &Files,
    path: &Path,
) -> anyhow::Result<Data> {
    let kept = pattern::select(moments.names(), &files.columns, &files.drop);
    let moments = moments.select(&kept.map_err(about(path))?);
    preparation.missing_cells.retain(|missing| moments.names().contains(&missing.column));
    Ok(Data::Moments(Box::new((moments, preparation))))
}

/// The moments of all rows, and how they came to be.
pub fn summed(
    files: &Files,
    options: &Options,
    progress: &Progress,
) -> anyhow::Result<(Moments, Preparation, Vec<Warning>)> {
    let [first, ..] = files.data.as_slice() else { bail!("no file is given") };
    match content(first)? {
        Content::Moments(_) => {
            bail!("{}: these are moments already; --merge joins several", input::name(first))
        }
        Content::Rows(source) => {
            rows(source, files, options, progress)?.moments(progress).map_err(say)
        }
    }
}

/// Adds up moments and how they came to be.
pub fn merged(files: &Files) -> anyhow::Result<(Moments, Preparation, Vec<Warning>)> {
    refuse_for_moments(files, &Options::default(), "a file of moments")?;
    if !files.columns.is_empty() || !files.drop.is_empty() {
        bail!("--columns and --drop are for tables, or for `bregdag learn` of the joined moments");
    }
    let mut total: Option<(Moments, Preparation)> = None;
    for path in &files.data {
        let Content::Moments(input) = content(path)? else {
            bail!("{}: not a file of moments; --merge adds up such files only", input::name(path));
        };
        let part = moments_file::read(input).map_err(about(path))?;
        total = Some(match total {
            None => part,
            Some((moments, preparation)) => {
                let merged = moments.merge(&part.0).map_err(about(path))?;
                (merged, preparation.merge(&part.1).map_err(about(path))?)
            }
        });
    }
    let (moments, preparation) = total.ok_or_else(|| anyhow!("no file is given"))?;
    Ok((moments, preparation, vec![]))
}

/// Refuses a file that is given twice: its rows would count twice.
pub fn refuse_twice(paths: &[PathBuf]) -> anyhow::Result<()> {
    let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    for (k, path) in paths.iter().enumerate() {
        if paths[..k].iter().any(|other| real(other) == real(path)) {
            bail!("{}: given twice; its rows would count twice", input::name(path));
        }
    }
    Ok(())
}

/// Reads the rows of all files, of which the first is open.
fn rows(
    first: Source,
    files: &Files,
    options: &Options,
    progress: &Progress,
) -> anyhow::Result<Gather> {
    refuse_twice(&files.data)?;
    let reading = Reading {
        columns: files.columns.clone(),
        drop: files.drop.clone(),
        weights: options.weights.clone(),
        groups: options.groups.clone(),
        decimal_comma: files.decimal_comma,
        missing: files.missing_tokens.clone(),
    };
    let mut source = Some(first);
    let mut gather: Option<Gather> = None;
    for path in &files.data {
        let source = match source.take() {
            Some(first) => first,
            None => match content(path)? {
                Content::Rows(source) => source,
                Content::Moments(_) => bail!(
                    "{}: a file of moments among tables; reduce the tables by `bregdag moments`, then \
                     join all by `bregdag moments --merge`",
                    input::name(path)
                ),
            },
        };
        progress.reading(&source);
        let mut blocks = open(source, &reading).map_err(about(path))?;
        let gather = match &mut gather {
            Some(gather) => gather,
            none => {
                let new = Gather::new(blocks.names(), options.clone());
                none.insert(new.map_err(about(path))?)
            }
        };
        gather.read(blocks.as_mut(), progress).map_err(about(path))?;
    }
    gather.ok_or_else(|| anyhow!("no file is given"))
}

/// Opens a file and looks at its first bytes.
fn content(path: &Path) -> anyhow::Result<Content> {
    let failed = |error| about(path)(Error::Read(error));
    let mut start = vec![];
    let magic = moments_file::MAGIC;
    let mut look = |input: &mut dyn Read| input.take(magic.len() as u64).read_to_end(&mut start);
    if is_standard(path) {
        let mut input = stdin();
        look(&mut input).map_err(failed)?;
        let is_moments = start == magic;
        let whole = Cursor::new(start).chain(input);
        return Ok(match is_moments {
            true => Content::Moments(Box::new(whole)),
            false => Content::Rows(Source::Stream(Box::new(whole))),
        });
    }
    let mut file = File::open(path)
        .map_err(|error| anyhow!("{}: could not open the file: {error}", input::name(path)))?;
    look(&mut file).map_err(failed)?;
    let is_moments = start == magic;
    // A pipe cannot be wound back.
    let wound_back = file.rewind().is_ok();
    Ok(match (is_moments, wound_back) {
        (true, true) => Content::Moments(Box::new(file)),
        (true, false) => Content::Moments(Box::new(Cursor::new(start).chain(file))),
        (false, true) => Content::Rows(Source::File(file)),
        (false, false) => Content::Rows(Source::Stream(Box::new(Cursor::new(start).chain(file)))),
    })
}

fn covariances(path: &Path, rows: u64) -> anyhow::Result<Moments> {
    let bytes = input::read(path)?;
    let read = matrix::read(&bytes)
        .and_then(|(names, covariance)| Moments::from_covariance(names, &covariance, rows));
    read.map_err(about(path))
}

/// What needs rows, and moments have none.
fn refuse_for_moments(files: &Files, options: &Options, what: &str) -> anyhow::Result<()> {
    let asked = [
        ("--weights-column", files.weights_column.is_some()),
        ("--decimal-comma", files.decimal_comma),
        ("--missing-tokens", files.missing_tokens.is_some()),
        ("--missing", files.missing.is_some()),
        ("--transform", !files.transform.is_empty()),
        ("--select cv", options.folds.is_some()),
        ("a column of groups", options.groups.is_some()),
    ];
    match asked.iter().find(|(_, asked)| *asked) {
        Some((flag, _)) => bail!("{flag} needs the rows of a table, and {what} has none"),
        None => Ok(()),
    }
}

fn refuse_more(more: &[PathBuf], what: &str) -> anyhow::Result<()> {
    match more.first() {
        Some(path) => bail!("{}: nothing can be added to {what}", input::name(path)),
        None => Ok(()),
    }
}
