//! The table of a task: drawn, or read from its files.

use std::fs::File;
use std::path::Path;

use bregdag::experiment::{Case, Data, Files, Task};
use bregdag::read::graphs::GraphFile;
use bregdag::read::read_table;
use bregdag::{Error, Result};

use crate::unread;

/// What the contender learns from.
pub fn data(task: &Task) -> Result<Data> {
    match &task.case {
        Case::Simulate(_) => task.simulated(),
        Case::Table(files) => read(files),
    }
}

/// Reads a table and its true graph.
pub fn read(files: &Files) -> Result<Data> {
    let path = Path::new(&files.data);
    let table = read_table(File::open(path).map_err(|error| unread(path, error))?)?;
    let truth = match &files.truth {
        Some(truth) => {
            let path = Path::new(truth);
            let bytes = std::fs::read(path).map_err(|error| unread(path, error))?;
            Some(GraphFile::read(&bytes)?.over_columns(table.names())?)
        }
        None => None,
    };
    Ok(Data { table, truth, weights: None })
}

/// Whether the files of a case can be read and belong together; said before any fit begins.
pub fn check(case: &Case) -> Result<()> {
    match case {
        Case::Simulate(_) => Ok(()),
        Case::Table(files) => read(files).map(drop).map_err(|error| Error::Format {
            format: "case",
            problem: format!("\"{}\": {error}", files.name),
        }),
    }
}
