//! A stream of delimited text as pieces that end where records end.

use std::io::Read;

use super::split::{Cuts, LONGEST_FIELD};
use crate::error::{Error, Result};

/// A million columns of full precision fit; without a limit a file that has no line ends would be
/// taken into memory whole.
pub(super) const LONGEST_RECORD: usize = 64 << 20;

/// How much text is handled at once, in bytes. Where blocks end depends on these alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    /// Text of one block.
    pub piece: usize,
    /// Text that one thread reads at a time.
    pub chunk: usize,
}

impl Default for Sizes {
    /// A piece has a dozen chunks for the threads to share; a chunk and its numbers fit into the
    /// second-level cache.
    fn default() -> Sizes {
        Sizes { piece: 12 << 20, chunk: 1 << 19 }
    }
}

/// Some complete records.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub text: Vec<u8>,
    /// Where the first record starts.
    pub start: usize,
    /// Ends of records, ascending; the last one is the end of the text.
    pub ends: Vec<usize>,
    /// Whether the text is the start of one record that is too long.
    pub too_long: bool,
}

impl Piece {
    /// Its chunks: consecutive parts of complete records.
    pub fn chunks(&self) -> Vec<&[u8]> {
        let mut start = self.start;
        let mut chunks = Vec::with_capacity(self.ends.len());
        for &end in self.ends.iter().filter(|&&end| end > self.start) {
            chunks.push(&self.text[start..end]);
            start = end;
        }
        chunks
    }
}

/// Reads the pieces.
pub(super) struct Pieces {
    input: Box<dyn Read + Send>,
    delimiter: u8,
    sizes: Sizes,
    /// What was read and not handed out: the start of a record.
    rest: Vec<u8>,
    ended: bool,
}

impl Pieces {
    pub fn new(input: Box<dyn Read + Send>, delimiter: u8, sizes: Sizes) -> Pieces {
        Pieces { input, delimiter, sizes, rest: vec![], ended: false }
    }

    /// The next piece, in the memory of one that is no longer needed.
    pub fn next(&mut self, spare: Vec<u8>) -> Result<Option<Piece>> {
        let mut text = spare;
        text.clear();
        text.append(&mut self.rest);
        let mut wanted = self.sizes.piece.max(1);
        loop {
            self.fill(&mut text, wanted)?;
            if text.is_empty() {
                return Ok(None);
            }
            let Cuts { mut ends, open } = Cuts::find(&text, self.delimiter, self.sizes.chunk);
            let too_long = ends.is_empty() && (open > LONGEST_FIELD || wanted >= LONGEST_RECORD);
            if self.ended || too_long {
                ends.extend((ends.last() != Some(&text.len())).then_some(text.len()));
            }
            if let Some(&last) = ends.last() {
                self.rest.extend_from_slice(&text[last..]);
                text.truncate(last);
                return Ok(Some(Piece { text, start: 0, ends, too_long }));
            }
            wanted = (2 * wanted).min(LONGEST_RECORD);
        }
    }

    /// Reads until so many bytes are there or the input ends.
    fn fill(&mut self, text: &mut Vec<u8>, wanted: usize) -> Result<()> {
        let lacking = wanted.saturating_sub(text.len());
        if lacking == 0 || self.ended {
            return Ok(());
        }
        let mut part = self.input.by_ref().take(lacking as u64);
        self.ended = part.read_to_end(text).map_err(Error::Read)? < lacking;
        Ok(())
    }
}
