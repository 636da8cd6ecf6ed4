//! Files → what a method receives.

use std::path::PathBuf;

use anyhow::bail;
use bregdag::method::Spec;
use bregdag::prepare::{Intake, Keep, Options, Prepared};
use bregdag::read::Reading;

use crate::args::{Files, Prepare};
use crate::input::{self, about};
use crate::progress::Progress;
use crate::say;

/// How rows are prepared, as far as the flags tell.
pub fn options(files: &Files, prepare: &Prepare) -> Options {
    Options {
        scale: prepare.scale.unwrap_or_default(),
        collinear: prepare.collinear.unwrap_or_default(),
        outliers: prepare.outliers.unwrap_or_default(),
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

/// Takes in all files.
pub fn read(
    files: &Files,
    prepare: &Prepare,
    options: &Options,
    progress: &Progress,
) -> anyhow::Result<Intake> {
    read_into(Intake::new(reading(files), options.clone()), files, prepare, progress)
}

/// The same into what was made for it.
pub fn read_into(
    mut intake: Intake,
    files: &Files,
    prepare: &Prepare,
    progress: &Progress,
) -> anyhow::Result<Intake> {
    let Some(rows) = prepare.rows.filter(|_| prepare.covariance) else {
        return take(&files.data, intake, progress);
    };
    for path in &files.data {
        intake.add_covariances(&input::read(path)?, rows).map_err(about(path))?;
    }
    Ok(intake)
}

/// Takes in tables or moments.
pub fn tables(files: &Files, options: &Options, progress: &Progress) -> anyhow::Result<Intake> {
    take(&files.data, Intake::new(reading(files), options.clone()), progress)
}

/// Takes in moments to be joined.
pub fn joined(files: &Files, progress: &Progress) -> anyhow::Result<Intake> {
    if !files.columns.is_empty() || !files.drop.is_empty() {
        bail!("--columns and --drop are for tables, or for `bregdag learn` of the joined moments");
    }
    take(&files.data, Intake::joining(reading(files), read_options(files)), progress)
}

fn take(paths: &[PathBuf], mut intake: Intake, progress: &Progress) -> anyhow::Result<Intake> {
    refuse_twice(paths)?;
    for path in paths {
        let source = input::open(path)?;
        progress.reading(&source);
        intake.add(source, progress).map_err(about(path))?;
    }
    Ok(intake)
}

/// What a method receives.
pub fn finish(files: &Files, intake: Intake, progress: &Progress) -> anyhow::Result<Prepared> {
    let prepared = intake.finish(progress);
    match files.data.as_slice() {
        [only] => prepared.map_err(about(only)),
        _ => prepared.map_err(say),
    }
}

/// Which columns are read, as the flags say.
pub fn reading(files: &Files) -> Reading {
    Reading {
        columns: files.columns.clone(),
        drop: files.drop.clone(),
        decimal_comma: files.decimal_comma,
        missing: files.missing_tokens.clone(),
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
