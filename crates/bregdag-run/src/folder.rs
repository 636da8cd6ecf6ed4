//! The folder of a run: its plan, its rows as they come, and what is made of them.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use bregdag::experiment::{Plan, Results, Row};
use bregdag::{Error, Result};
use tempfile::NamedTempFile;

use crate::{unread, unwritten};

const PLAN: &str = "plan.json";
const ROWS: &str = "rows.jsonl";

/// The folder of one plan.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, or goes on with it if it is of the same plan. The rows that are there already, and the file to
    /// take more.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Folder, Results, Vec<Row>)> {
        fs::create_dir_all(path).map_err(|error| unwritten(path, error))?;
        let folder = Folder(path.to_path_buf());
        let rows = path.join(ROWS);
        let mut options = File::options();
        let opened = options.read(true).write(true).create(true).truncate(false).open(&rows);
        let opened = opened.map_err(|error| unwritten(&rows, error))?;
        let (results, known) = Results::open(opened, plan).map_err(|error| named(&rows, error))?;
        folder.write(PLAN, plan.to_json()?.as_bytes())?;
        Ok((folder, results, known))
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

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let refused = |error| unwritten(path, error);
    let mut file = beside(path).map_err(refused)?;
    file.write_all(bytes).map_err(refused)?;
    file.persist(path).map_err(|error| refused(error.error))?;
    Ok(())
}

/// A new file in the folder of another, to take its place once it is whole.
pub fn beside(path: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bregdag-");
    // Those of any new file, less the umask; by default they would be the owner's alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(path.parent().unwrap_or(Path::new(".")))
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
