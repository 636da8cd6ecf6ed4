//! Finished refits, kept in a file while the others are done.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{anyhow, bail};
use bregdag::Error;
use bregdag::confidence::{self, Refit};
use bregdag::confidence::file::{self, Header};

use crate::args::Stability;
use crate::formats::Format;
use crate::input;
use crate::output::{self, Place, Plan as Places};
use crate::progress::Refits;

/// Where finished refits are kept. They are read again, so a pipe or a device will not do.
pub fn path(
    args: &Stability,
    graphs: &[(Place, Format)],
    places: &mut Places,
) -> anyhow::Result<Option<PathBuf>> {
    let mut named = args.out.iter().zip(graphs);
    let beside = named.find(|(_, (place, _))| matches!(place, Place::File(_))).map(|(path, _)| {
        let mut name = path.clone().into_os_string();
        name.push(".refits");
        PathBuf::from(name)
    });
    let Some(path) = args.refits.clone().or(beside) else {
        return Ok(None);
    };
    match places.any(&path)? {
        Place::File(_) => Ok(Some(path)),
        Place::Stdout | Place::Stream(_) => {
            bail!("{}: refits can be kept in a file only", output::name(&path))
        }
    }
}

/// Removes the refits, unless someone asked for the file.
pub fn forget(args: &Stability, kept: Option<&Path>) {
    if let (Some(path), None) = (kept, &args.refits) {
        let _ = fs::remove_file(path);
    }
}

/// The refits that are there already, and the file that takes more, wound to the end of what is whole.
pub fn open(path: &Path, header: &Header) -> anyhow::Result<(Vec<Refit>, Option<Mutex<Lines>>)> {
    let failed = |error: io::Error| anyhow!("{}: could not write: {error}", output::name(path));
    let mut options = File::options();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    // Where files cannot be locked, nobody else may be asked.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!("{}: another run is keeping its refits here; give another file", output::name(path));
    }
    let mut bytes = vec![];
    let read = file.read_to_end(&mut bytes);
    read.map_err(|error| anyhow!("{}: could not read: {error}", output::name(path)))?;
    let (refits, whole) = refits::read(&bytes, header).map_err(input::about(path))?;
    file.set_len(whole as u64).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    let mut lines = Lines { file, whole: whole as u64 };
    if whole == 0 {
        lines.add(|file| refits::write_header(header, file)).map_err(|error| {
            // Nothing is in it yet, and nothing was before.
            let _ = fs::remove_file(path);
            anyhow!("{}: {error}", output::name(path))
        })?;
    }
    Ok((refits, Some(Mutex::new(lines))))
}

/// A file that grows by whole lines.
pub struct Lines {
    file: File,
    /// How many of its bytes are.
    whole: u64,
}

impl Lines {
    /// Adds a line. If only a part of it can be written, that is cut off again: the line of another
    /// thread must not stand behind it.
    fn add(&mut self, write: impl FnOnce(&mut File) -> bregdag::Result<()>) -> bregdag::Result<()> {
        match write(&mut self.file) {
            Ok(()) => {
                self.whole = self.file.stream_position().map_err(Error::Write)?;
                Ok(())
            }
            Err(error) => {
                let _ = self.file.set_len(self.whole);
                let _ = self.file.seek(SeekFrom::Start(self.whole));
                Err(error)
            }
        }
    }
}

/// Writes every finished refit down, and shows how far it is.
pub struct Keeper {
    pub watch: Refits,
    pub file: Option<Mutex<Lines>>,
}

impl confidence::Keeper for Keeper {
    fn keep(&self, refit: &Refit) -> bregdag::Result<()> {
        if let Some(file) = &self.file {
            // A thread that panicked left a whole line or none.
            let mut lines = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            lines.add(|file| refits::write_refit(refit, file))?;
        }
        self.watch.done();
        Ok(())
    }

    fn stop(&self) -> Option<bregdag::Stop> {
        self.watch.stop()
    }
}
