//! Finished refits, kept in a file while the others are done.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{anyhow, bail};
use bregdag::confidence::file::{self, Header};
use bregdag::confidence::{self, Refit};
use bregdag::export::Format;
use bregdag::{Error, Event, Result, Stop, Watch};

use crate::args::Stability;
use crate::output::{self, Place, Plan};
use crate::progress::Progress;
use crate::say;

/// Where finished refits are kept. They are read again, so a pipe or a device will not do.
pub fn path(
    args: &Stability,
    graphs: &[(Place, &Format)],
    places: &mut Plan,
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

/// Shows how far it is, and writes every finished refit down.
pub struct Keeper {
    pub progress: Progress,
    path: Option<PathBuf>,
    /// Whether someone asked for the file.
    asked: bool,
    lines: Mutex<Option<Lines>>,
}

impl Keeper {
    pub fn new(progress: Progress, path: Option<PathBuf>, asked: bool) -> Keeper {
        Keeper { progress, path, asked, lines: Mutex::new(None) }
    }

    /// Removes the refits, unless someone asked for the file.
    pub fn forget(&self) {
        if let (Some(path), false) = (&self.path, self.asked) {
            let _ = fs::remove_file(path);
        }
    }

    /// What went wrong, and what became of the file.
    pub fn explain(&self, error: Error) -> anyhow::Error {
        match (&self.path, &error) {
            (Some(path), Error::Write(_) | Error::Format { .. } | Error::OtherRefits { .. }) => {
                anyhow!("{}: {}", output::name(path), say(error))
            }
            // If no refit found a graph, none would the next time; and nothing was finished.
            (_, Error::NoRefit { .. } | Error::Stopped { .. }) => {
                self.forget();
                say(error)
            }
            _ => say(error),
        }
    }
}

impl Watch for Keeper {
    fn event(&self, event: &Event) {
        self.progress.event(event);
    }

    fn stop(&self) -> Option<Stop> {
        self.progress.stop()
    }
}

impl confidence::Keeper for Keeper {
    fn earlier(&self, header: &Header, wanted: usize) -> Result<Vec<Refit>> {
        let Some(path) = &self.path else {
            self.progress.refits(wanted, 0);
            return Ok(vec![]);
        };
        let mut options = File::options();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(Error::Write)?;
        // Where files cannot be locked, nobody else may be asked.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let busy = "another run is keeping its refits here; give another file";
            return Err(Error::Write(io::Error::other(busy)));
        }
        let mut bytes = vec![];
        file.read_to_end(&mut bytes).map_err(Error::Read)?;
        let (refits, whole) = file::read(&bytes, header)?;
        file.set_len(whole as u64).map_err(Error::Write)?;
        file.seek(SeekFrom::End(0)).map_err(Error::Write)?;
        let mut lines = Lines { file, whole: whole as u64 };
        if whole == 0 {
            // Nothing is in it yet, and nothing was before.
            let begun = lines.add(|file| file::write_header(header, file));
            begun.inspect_err(|_| drop(fs::remove_file(path)))?;
        }
        *self.lines.lock().unwrap_or_else(PoisonError::into_inner) = Some(lines);
        self.progress.refits(wanted, refits.len().min(wanted));
        Ok(refits)
    }

    fn keep(&self, refit: &Refit) -> Result<()> {
        // A thread that panicked left a whole line or none.
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lines) = lines.as_mut() {
            lines.add(|file| file::write_refit(refit, file))?;
        }
        self.progress.refit();
        Ok(())
    }
}

/// A file that grows by whole lines.
struct Lines {
    file: File,
    /// How many of its bytes are.
    whole: u64,
}

impl Lines {
    /// Adds a line. If only a part of it can be written, that is cut off again: the line of another
    /// thread must not stand behind it.
    fn add(&mut self, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
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
