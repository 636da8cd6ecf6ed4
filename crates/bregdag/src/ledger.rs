//! A file that only grows by whole lines of JSON, below a first line that says what they are.
//!
//! A line counts once its end is there: whatever happens to the program, what was finished stays, and what was being
//! written when something happened is cut off when the file is opened again.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// What a file is called in messages, and how its first line begins.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub format: &'static str,
    pub start: &'static [u8],
}

impl Kind {
    fn invalid(self, line: usize, problem: &dyn Display) -> Error {
        Error::Format { format: self.format, problem: format!("line {}: {problem}", line + 1) }
    }
}

/// The lines of a file below the first, and how many of its bytes are whole lines. A file whose first line has no end
/// holds nothing yet. `check_first` sees the first line before any other is read.
pub fn read<H: DeserializeOwned, L: DeserializeOwned>(
    kind: Kind,
    bytes: &[u8],
    check_first: impl FnOnce(&H) -> Result<()>,
    check: impl Fn(&L) -> std::result::Result<(), &'static str>,
) -> Result<(Vec<L>, usize)> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut rows = bytes[..whole].split(|&byte| byte == b'\n').enumerate();
    let (_, first) = rows.next().unwrap_or_default();
    if whole == 0 {
        // The end of the first line may be missing, but nothing else may stand here.
        let common = bytes.len().min(kind.start.len());
        if bytes[..common] != kind.start[..common] {
            let problem = "its first line is not that of one; give another file".into();
            return Err(Error::Format { format: kind.format, problem });
        }
        return Ok((vec![], whole));
    }
    let first: H = serde_json::from_slice(first).map_err(|error| kind.invalid(0, &error))?;
    check_first(&first)?;
    let mut lines = vec![];
    for (number, text) in rows.filter(|(_, line)| !line.is_empty()) {
        let line: L = serde_json::from_slice(text).map_err(|error| kind.invalid(number, &error))?;
        check(&line).map_err(|problem| kind.invalid(number, &problem))?;
        lines.push(line);
    }
    Ok((lines, whole))
}

/// Writes a value as one line, in one piece.
pub fn write_line(value: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    let mut line = serde_json::to_vec(value).map_err(|e| Error::Write(e.into()))?;
    line.push(b'\n');
    out.write_all(&line).map_err(Error::Write)
}

/// The open file.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    /// How many of its bytes are whole lines.
    whole: u64,
}

impl Ledger {
    /// The file and what is in it. Nobody else may be writing there.
    pub fn open(mut file: File, busy: &'static str) -> Result<(Ledger, Vec<u8>)> {
        // Where files cannot be locked, nobody else may be asked.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Error::Write(io::Error::other(busy)));
        }
        let mut bytes = vec![];
        file.read_to_end(&mut bytes).map_err(Error::Read)?;
        Ok((Ledger { file, whole: 0 }, bytes))
    }

    /// Keeps what is whole, and begins with the first line where nothing is.
    pub fn begin(&mut self, whole: usize, first: &impl Serialize) -> Result<()> {
        self.whole = whole as u64;
        self.file.set_len(self.whole).map_err(Error::Write)?;
        self.file.seek(SeekFrom::End(0)).map_err(Error::Write)?;
        if whole == 0 { self.add(first) } else { Ok(()) }
    }

    /// Adds a line. If only a part of it can be written, that is cut off again: the line of another
    /// thread must not stand behind it.
    pub fn add(&mut self, value: &impl Serialize) -> Result<()> {
        match write_line(value, &mut self.file) {
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
