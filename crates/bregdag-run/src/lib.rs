//! Runs a plan of fits ([`bregdag::experiment::Plan`]), each in a process of its own, so that the memory it takes is its own
//! and one that dies is a row.
//!
//! [`run`] starts the processes and keeps what they say in a folder: `plan.json`, `rows.jsonl`, which only grows, and
//! `rows.csv` once all is done. A process is the front end itself, called with words of its choice; there it calls [`serve`].

mod aside;
mod child;
mod clock;
mod external;
mod folder;
mod input;
mod memory;
mod process;
mod room;
mod run;

pub use aside::{beside, sweep};
pub use child::serve;
pub use folder::write;
pub use room::room;
pub use run::{Audience, Ended, Runner, run};

use std::path::Path;

use bregdag::Error;

/// An error of the system with the file it is about.
fn at(path: &Path, error: std::io::Error) -> std::io::Error {
    std::io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// It could not be read.
fn unread(path: &Path, error: std::io::Error) -> Error {
    Error::Read(at(path, error))
}

/// It could not be written.
fn unwritten(path: &Path, error: std::io::Error) -> Error {
    Error::Write(at(path, error))
}
