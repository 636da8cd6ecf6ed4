//! Where files come from, so that they can be read a second time.
//!
//! A file is opened again. What can be read only once, such as standard input, is remembered as far as that is
//! cheap, and read from memory the second time.

use std::io::{self, Cursor, Read, Seek};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::read::Source;

/// Bytes of what can be read only once that are remembered.
const REMEMBERED: usize = 64 << 20;

/// What is taken in.
pub enum Input {
    /// A table, or moments.
    Rows(Source),
    /// A matrix of covariances, of so many rows.
    Covariances(Vec<u8>, u64),
}

/// Opens the files; the library itself opens nothing.
pub trait Inputs {
    /// How many files there are.
    fn count(&self) -> usize;

    /// Opens a file from its start. One that cannot be opened twice is asked for once.
    fn open(&mut self, file: usize) -> Result<Input>;

    /// All of them were read.
    fn all_read(&mut self) {}
}

/// Inputs that can be read again.
pub(super) struct Shelf<'a> {
    inputs: &'a mut dyn Inputs,
    kept: Vec<Option<Kept>>,
}

#[derive(Clone)]
enum Kept {
    Stream(Arc<Mutex<Once>>),
    Covariances(Vec<u8>, u64),
}

/// A stream, and what was read of it.
struct Once {
    bytes: Vec<u8>,
    rest: Box<dyn Read + Send>,
    /// Whether more was read than is remembered.
    spent: bool,
}

impl<'a> Shelf<'a> {
    pub fn new(inputs: &'a mut dyn Inputs) -> Shelf<'a> {
        let kept = (0..inputs.count()).map(|_| None).collect();
        Shelf { inputs, kept }
    }

    pub fn count(&self) -> usize {
        self.kept.len()
    }

    pub fn all_read(&mut self) {
        self.inputs.all_read();
    }

    /// Whether nothing was read that is gone.
    pub fn can_be_read_again(&self) -> bool {
        self.kept.iter().flatten().all(|kept| match kept {
            Kept::Stream(once) => !once.lock().unwrap_or_else(PoisonError::into_inner).spent,
            Kept::Covariances(..) => true,
        })
    }

    /// Opens a file, however often.
    pub fn open(&mut self, file: usize) -> Result<Input> {
        match self.kept[file].clone() {
            Some(Kept::Stream(once)) => return Ok(Input::Rows(replayed(once))),
            Some(Kept::Covariances(bytes, rows)) => return Ok(Input::Covariances(bytes, rows)),
            None => {}
        }
        let (source, kept) = match self.inputs.open(file)? {
            Input::Covariances(bytes, rows) => {
                (Input::Covariances(bytes.clone(), rows), Some(Kept::Covariances(bytes, rows)))
            }
            Input::Rows(Source::Stream(rest)) => kept(rest),
            Input::Rows(Source::File(mut file)) => match file.rewind().is_ok() {
                true => (Input::Rows(Source::File(file)), None),
                // A pipe has no start to go back to.
                false => kept(Box::new(file)),
            },
        };
        self.kept[file] = kept;
        Ok(source)
    }
}

fn kept(rest: Box<dyn Read + Send>) -> (Input, Option<Kept>) {
    let once = Arc::new(Mutex::new(Once { bytes: vec![], rest, spent: false }));
    (Input::Rows(replayed(once.clone())), Some(Kept::Stream(once)))
}

fn replayed(once: Arc<Mutex<Once>>) -> Source {
    Source::Stream(Box::new(Replay { once, at: 0 }))
}

struct Replay {
    once: Arc<Mutex<Once>>,
    at: usize,
}

impl Read for Replay {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        if once.spent && self.at < usize::MAX {
            return Err(io::Error::other("it cannot be read a second time"));
        }
        if self.at < once.bytes.len() {
            let count = Cursor::new(&once.bytes[self.at..]).read(out)?;
            self.at += count;
            return Ok(count);
        }
        let count = once.rest.read(out)?;
        if once.bytes.len() + count > REMEMBERED || once.spent {
            // Who reads now goes on; nobody can begin anew.
            (once.spent, once.bytes, self.at) = (true, vec![], usize::MAX);
        } else {
            once.bytes.extend_from_slice(&out[..count]);
            self.at += count;
        }
        Ok(count)
    }
}

/// An input that is at hand, such as bytes that a program holds.
impl<F: FnMut(usize) -> Result<Source>> Inputs for (usize, F) {
    fn count(&self) -> usize {
        self.0
    }

    fn open(&mut self, file: usize) -> Result<Input> {
        match file < self.0 {
            true => (self.1)(file).map(Input::Rows),
            false => Err(Error::EmptyInput),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(shelf: &mut Shelf, limit: u64) -> io::Result<Vec<u8>> {
        let Ok(Input::Rows(Source::Stream(input))) = shelf.open(0) else { panic!() };
        let mut bytes = vec![];
        input.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn a_stream_is_read_again_as_long_as_it_is_short() {
        let mut opened = 0;
        let mut inputs = (1, |_| {
            opened += 1;
            Ok(Source::Stream(Box::new(&b"0123456789"[..])))
        });
        let mut shelf = Shelf::new(&mut inputs);
        assert_eq!(read(&mut shelf, 4).unwrap(), b"0123");
        assert_eq!(read(&mut shelf, 99).unwrap(), b"0123456789");
        assert_eq!(read(&mut shelf, 2).unwrap(), b"01");
        assert!(shelf.can_be_read_again());
        assert_eq!(opened, 1);
    }

    #[test]
    fn a_long_stream_is_read_once() {
        let mut inputs = (1, |_| Ok(Source::Stream(Box::new(io::repeat(b'x')))));
        let mut shelf = Shelf::new(&mut inputs);
        let long = REMEMBERED as u64 + 100_000;
        assert_eq!(read(&mut shelf, long).unwrap().len() as u64, long);
        assert!(!shelf.can_be_read_again());
        assert!(read(&mut shelf, 1).is_err());
    }
}
