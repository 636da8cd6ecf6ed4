//! The table of a task: drawn, or read from its files.

use std::path::Path;

use bregdag::experiment::{Case, Data, Files, Task};
use bregdag::graph::Dag;
use bregdag::read::graphs::GraphFile;
use bregdag::read::read_table;
use bregdag::{Error, Result, Table};

use crate::unread;

/// What the contender learns from.
pub fn data(task: &Task) -> Result<Data> {
    match &task.case {
        Case::Simulate(_) => task.simulated(),
        Case::Table(files) => {
            let contents = Contents::of(files)?;
            // Its rows go under the identity of what the files held when the run began.
            if files.content.as_ref().is_some_and(|code| *code != contents.code()) {
                let problem =
                    format!("\"{}\": its files have changed since the run began", files.name);
                return Err(Error::Format { format: "case", problem });
            }
            let (table, truth) = contents.read()?;
            task.of_files(files, table, truth)
        }
    }
}

/// A code of what the files of a case hold. Files that cannot be read, or do not belong together, are refused here, before any fit
/// begins.
pub fn code(files: &Files) -> Result<String> {
    let problem = |error: Error| Error::Format {
        format: "case",
        problem: format!("\"{}\": {error}", files.name),
    };
    let contents = Contents::of(files).map_err(problem)?;
    contents.read().map_err(problem)?;
    Ok(contents.code())
}

/// The bytes of the files of a case.
struct Contents {
    table: Vec<u8>,
    truth: Option<Vec<u8>>,
}

impl Contents {
    fn of(files: &Files) -> Result<Contents> {
        let read =
            |path: &String| std::fs::read(path).map_err(|error| unread(Path::new(path), error));
        Ok(Contents {
            table: read(&files.data)?,
            truth: files.truth.as_ref().map(read).transpose()?,
        })
    }

    fn read(&self) -> Result<(Table, Option<Dag>)> {
        let table = read_table(&self.table[..])?;
        let truth = |bytes: &Vec<u8>| GraphFile::read(bytes)?.over_columns(table.names());
        let truth = self.truth.as_ref().map(truth).transpose()?;
        Ok((table, truth))
    }

    fn code(&self) -> String {
        Files::code_of(std::iter::once(&self.table).chain(&self.truth).map(Vec::as_slice))
    }
}
