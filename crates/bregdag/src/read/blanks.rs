//! Text whose columns are parted by blanks, one or many: every run becomes one blank, outside quotes, and those at
//! the ends of a line go. Lines stay what they are.

use std::io::{self, Read};

/// What parts the columns then.
pub(super) const BLANK: u8 = b' ';
/// Bytes that are taken at once.
const STEP: usize = 1 << 16;

/// Reads such text.
pub(super) struct Blanks<R> {
    input: R,
    read: Vec<u8>,
    /// What is ready to be handed out, from this place on.
    ready: Vec<u8>,
    at: usize,
    state: State,
}

#[derive(Debug, Clone, Copy)]
struct State {
    in_quotes: bool,
    /// Whether nothing of this line has come yet.
    at_start: bool,
    /// Whether blanks came since.
    pending: bool,
    before: u8,
}

impl State {
    fn new() -> State {
        State { in_quotes: false, at_start: true, pending: false, before: b'\n' }
    }

    fn pass(&mut self, text: &[u8], out: &mut Vec<u8>) {
        for &byte in text {
            match byte {
                b' ' | b'\t' if !self.in_quotes => self.pending = true,
                b'\n' | b'\r' if !self.in_quotes => {
                    (self.at_start, self.pending) = (true, false);
                    out.push(byte);
                }
                _ => {
                    let starts = self.at_start || self.pending;
                    if self.pending && !self.at_start {
                        out.push(BLANK);
                    }
                    if byte == b'"' {
                        // A quote opens at the start of a field, or again as the second of two.
                        self.in_quotes = !self.in_quotes && (starts || self.before == b'"');
                    }
                    (self.at_start, self.pending) = (false, false);
                    out.push(byte);
                }
            }
            self.before = byte;
        }
    }
}

impl<R: Read> Blanks<R> {
    pub fn new(input: R) -> Blanks<R> {
        Blanks { input, read: vec![0; STEP], ready: vec![], at: 0, state: State::new() }
    }
}

impl Blanks<&[u8]> {
    /// The same of text that is at hand.
    pub fn of(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        State::new().pass(text, &mut out);
        out
    }
}

impl<R: Read> Read for Blanks<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() {
            let count = self.input.read(&mut self.read)?;
            if count == 0 {
                return Ok(0);
            }
            self.ready.clear();
            self.at = 0;
            self.state.pass(&self.read[..count], &mut self.ready);
        }
        let count = out.len().min(self.ready.len() - self.at);
        out[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_become_one_blank_wherever_the_text_is_cut() {
        let text = b"  a   \"b  c\"\t d \r\n 1 \t 2 3\"4  \n\n\"say \"\"x  y\"\"\" 5 6";
        let expected = b"a \"b  c\" d\r\n1 2 3\"4\n\n\"say \"\"x  y\"\"\" 5 6";
        assert_eq!(Blanks::of(text), expected);
        for cut in 0..text.len() {
            let mut out = vec![];
            let parts = text[..cut].chain(&text[cut..]);
            Blanks::new(parts).read_to_end(&mut out).unwrap();
            assert_eq!(out, expected, "{cut}");
        }
    }
}
