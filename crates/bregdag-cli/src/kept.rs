//! Finished refits, kept in a file while the others are done.

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{anyhow, bail};
use bregdag::confidence::file::{Header, Kept};
use bregdag::confidence::{self, Refit};
use bregdag::export::Format;
use bregdag::{Error, Event, Result, Stop, Watch};

use crate::args::Stability;
use crate::output::{self, Place, Places};
use crate::progress::Progress;
use crate::say;

/// Where finished refits are kept. They are read again, so a pipe or a device will not do.
pub fn path(
    args: &Stability,
    graphs: &[(Place, &Format)],
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

/// Shows how far it is, and writes every finished refit down.
pub struct Keeper {
    pub progress: Progress,
    path: Option<PathBuf>,
    /// Whether someone asked for the file.
    asked: bool,
    kept: Mutex<Option<Kept>>,
}

impl Keeper {
    pub fn new(progress: Progress, path: Option<PathBuf>, asked: bool) -> Keeper {
        Keeper { progress, path, asked, kept: Mutex::new(None) }
    }

    /// A thread that panicked left a whole line or none.
    fn lock(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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
            (Some(path), Error::Write(_)) if self.lock().is_some() => {
                let said = say(error);
                anyhow!("{}: {said}; what was finished before is in it", output::name(path))
            }
            (Some(path), Error::Write(_) | Error::Format { .. } | Error::OtherRefits { .. }) => {
                anyhow!("{}: {}", output::name(path), say(error))
            }
            (_, Error::NoRefit { .. }) if self.stop().is_some() => say(error),
            // Nothing was finished; or all was, and no refit found a graph: none would the next time.
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

    fn room(&self) -> Option<u64> {
        self.progress.room()
    }
}

impl confidence::Keeper for Keeper {
    fn earlier(&self, header: &Header, wanted: usize) -> Result<Vec<Refit>> {
        let Some(path) = &self.path else {
            self.progress.count("refits", wanted, 0);
            return Ok(vec![]);
        };
        let is_new = !path.exists();
        let mut options = File::options();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let kept = opened.map_err(Error::Write).and_then(|file| Kept::open(file, header));
        // A file that did not take its first line holds nothing.
        let (kept, refits) = kept.inspect_err(|_| {
            if is_new {
                drop(fs::remove_file(path))
            }
        })?;
        *self.lock() = Some(kept);
        self.progress.count("refits", wanted, refits.len().min(wanted));
        Ok(refits)
    }

    fn keep(&self, refit: &Refit) -> Result<()> {
        if let Some(kept) = self.lock().as_mut() {
            kept.add(refit)?;
        }
        self.progress.one_more();
        Ok(())
    }
}
