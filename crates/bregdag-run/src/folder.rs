//! The folder of a run: its plan, its rows as they come, and what is made of them.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use bregdag::experiment::{Plan, Results, Row, Task, from_csv};
use bregdag::{Error, Result};

use crate::aside::{beside, sweep};
use crate::{unread, unwritten};

const PLAN: &str = "plan.json";
const ROWS: &str = "rows.jsonl";
pub const TABLE: &str = "rows.csv";

/// The folder of one plan.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, or goes on with it if it is of the same plan. The rows that are there already, and the file to
    /// take more.
    pub fn open(path: &Path, plan: &Plan, tasks: &[Task]) -> Result<(Folder, Results, Vec<Row>)> {
        fs::create_dir_all(path).map_err(|error| unwritten(path, error))?;
        sweep(path);
        let folder = Folder(path.to_path_buf());
        folder.refuse_another_plan(plan)?;
        let mut all = folder.tidy(tasks)?;
        let rows = path.join(ROWS);
        let mut options = File::options();
        let opened = options.read(true).write(true).create(true).truncate(false).open(&rows);
        let opened = opened.map_err(|error| unwritten(&rows, error))?;
        let (results, known) = Results::open(opened, plan).map_err(|error| named(&rows, error))?;
        folder.write(PLAN, plan.to_json()?.as_bytes())?;
        all.extend(known);
        Ok((folder, results, all))
    }

    /// What stands here under the name of a plan is not written over if it is something else.
    fn refuse_another_plan(&self, plan: &Plan) -> Result<()> {
        let path = self.0.join(PLAN);
        let Some(bytes) = there(&path)? else { return Ok(()) };
        let name = Plan::read(&bytes).map_err(|error| named(&path, error))?.name;
        if name == plan.name {
            return Ok(());
        }
        let problem = format!("it is of another plan, \"{name}\"; give another folder");
        Err(named(&path, Error::Format { format: "plan", problem }))
    }

    /// The rows of an earlier run whose table alone is left.
    fn tidy(&self, tasks: &[Task]) -> Result<Vec<Row>> {
        let path = self.0.join(TABLE);
        match there(&path)? {
            Some(bytes) => from_csv(&bytes, tasks).map_err(|error| named(&path, error)),
            None => Ok(vec![]),
        }
    }

    /// Writes a file whole or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        write(&self.0.join(name), bytes)
    }

    /// Where rows are kept.
    pub fn rows(&self) -> PathBuf {
        self.0.join(ROWS)
    }
}

/// The bytes of a file, if there is one.
fn there(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unread(path, error)),
    }
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let refused = |error| unwritten(path, error);
    let mut file = beside(path).map_err(refused)?;
    file.write_all(bytes).map_err(refused)?;
    file.persist(path).map_err(|error| refused(error.error))?;
    Ok(())
}

/// The same error with the file it is about.
pub fn named(path: &Path, error: Error) -> Error {
    match error {
        Error::Write(error) => unwritten(path, error),
        Error::Read(error) => unread(path, error),
        Error::Format { format, problem } => {
            Error::Format { format, problem: format!("{}: {problem}", path.display()) }
        }
        other => other,
    }
}
