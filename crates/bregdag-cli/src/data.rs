//! Files → what a method receives.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use bregdag::method::Spec;
use bregdag::prepare::{Input, Inputs, Keep, Obstacles, Options, Preparation, Prepared, Taking};
use bregdag::read::Reading;
use bregdag::{Error, Moments, Warning};

use crate::args::{Files, Names, Prepare};
use crate::progress::Progress;
use crate::{input, obstacles};

/// How rows are prepared, as far as the flags tell.
pub fn options(files: &Files, prepare: &Prepare) -> Options {
    Options {
        scale: prepare.scale.unwrap_or_default(),
        collinear: prepare.collinear.unwrap_or_default(),
        ..read_options(files)
    }
}

/// Rows are kept at any cost where one of these methods needs them.
pub fn keep<'a>(specs: impl IntoIterator<Item = &'a Spec>) -> Keep {
    match specs.into_iter().any(|spec| spec.method().needs().rows) {
        true => Keep::Always,
        false => Keep::IfCheap,
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

/// What a method receives of all files, or one message about all that stands in the way.
pub fn prepared(
    files: &Files,
    prepare: &Prepare,
    options: &Options,
    progress: &Progress,
    time_limit: Option<Duration>,
) -> anyhow::Result<Prepared> {
    let rows = prepare.rows.filter(|_| prepare.covariance);
    let mut places = Paths::of(files, progress, rows, time_limit)?;
    let taking = taking(files, options.clone(), false, progress);
    taking.prepared(&mut places).map_err(|obstacles| places.said(obstacles))
}

/// The moments of tables, or of several files of moments together.
pub fn moments(
    files: &Files,
    merge: bool,
    progress: &Progress,
) -> anyhow::Result<(Moments, Preparation, Vec<Warning>)> {
    if merge && !(files.columns.is_empty() && files.drop.is_empty()) {
        bail!("--columns and --drop are for tables, or for `bregdag learn` of the joined moments");
    }
    let mut places = Paths::of(files, progress, None, None)?;
    let taking = taking(files, read_options(files), merge, progress);
    taking.moments(&mut places).map_err(|obstacles| places.said(obstacles))
}

fn taking<'a>(files: &Files, options: Options, joins: bool, progress: &'a Progress) -> Taking<'a> {
    Taking { reading: reading(files), options, joins, watch: progress }
}

/// The files by their paths.
struct Paths<'a> {
    paths: &'a [PathBuf],
    progress: &'a Progress,
    /// The rows of covariances, if the files hold some.
    rows: Option<u64>,
    /// Begins when all was read.
    time_limit: Option<Duration>,
    /// What could not be opened, in the words of the command.
    failed: Option<anyhow::Error>,
}

impl<'a> Paths<'a> {
    fn of(
        files: &'a Files,
        progress: &'a Progress,
        rows: Option<u64>,
        time_limit: Option<Duration>,
    ) -> anyhow::Result<Paths<'a>> {
        refuse_twice(&files.data)?;
        Ok(Paths { paths: &files.data, progress, rows, time_limit, failed: None })
    }

    fn try_open(&self, file: usize) -> anyhow::Result<Input> {
        let path = &self.paths[file];
        if let Some(rows) = self.rows {
            return Ok(Input::Covariances(input::read(path)?, rows));
        }
        let source = input::open(path)?;
        self.progress.reading(&source);
        Ok(Input::Rows(source))
    }

    fn said(self, obstacles: Obstacles) -> anyhow::Error {
        self.failed.unwrap_or_else(|| obstacles::said(obstacles, self.paths))
    }
}

impl Inputs for Paths<'_> {
    fn count(&self) -> usize {
        self.paths.len()
    }

    fn open(&mut self, file: usize) -> bregdag::Result<Input> {
        self.try_open(file).map_err(|error| {
            self.failed = Some(error);
            Error::EmptyInput
        })
    }

    fn all_read(&mut self) {
        if let Some(limit) = self.time_limit.take() {
            self.progress.limit(Some(limit));
        }
    }
}

fn reading(files: &Files) -> Reading {
    let list = |names: &[Names]| names.iter().flat_map(|names| names.0.clone()).collect();
    Reading {
        columns: list(&files.columns),
        drop: list(&files.drop),
        header: files.header.unwrap_or_default(),
        text: files.text.unwrap_or_default(),
        codes: files.ordered.clone(),
        sheet: files.sheet.clone(),
        thousands: files.thousands,
        decimal_comma: files.decimal_comma,
        missing: files.missing_tokens.as_ref().map(|names| names.0.clone()),
        ..Reading::default()
    }
}

/// Refuses a file that is given twice: its rows would count twice.
fn refuse_twice(paths: &[PathBuf]) -> anyhow::Result<()> {
    let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
    for (k, path) in paths.iter().enumerate() {
        if paths[..k].iter().any(|other| real(other) == real(path)) {
            bail!("{}: given twice; its rows would count twice", input::name(path));
        }
    }
    Ok(())
}
