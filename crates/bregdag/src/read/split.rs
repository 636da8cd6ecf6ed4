//! Delimited text, field by field, and where it may be cut.
//!
//! The rules are RFC 4180 as programs really write it. A quote opens a quoted field only as its
//! first byte; inside, two quotes stand for one, and delimiters and line ends are text; what follows
//! the closing quote belongs to the field as it stands. LF, CR and CR LF each end a record.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memchr3, memrchr2};

use crate::error::{Error, Result};

/// No number or name is longer; a quote that is never closed soon is.
pub(super) const LONGEST_FIELD: usize = 1 << 20;
const QUOTE: u8 = b'"';

/// A place in delimited text between two fields.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    delimiter: u8,
    line: u64,
}

impl<'a> Cursor<'a> {
    /// Stands at the start of text whose first byte is on this line.
    pub fn new(text: &'a [u8], delimiter: u8, line: u64) -> Cursor<'a> {
        Cursor { text, at: 0, delimiter, line }
    }

    /// How many bytes lie behind.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The line of the next byte.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Goes to the start of the next record, past empty lines, if there is one.
    pub fn find_record(&mut self) -> bool {
        while let Some(b'\n' | b'\r') = self.text.get(self.at) {
            self.pass_end();
        }
        self.at < self.text.len()
    }

    /// Passes a field; true if it was the last of its record.
    pub fn skip(&mut self) -> Result<bool> {
        self.bounds().map(|(_, last)| last)
    }

    /// Passes a record; true if it was blank.
    pub fn skip_record(&mut self) -> Result<bool> {
        let (first, mut last) = self.field()?;
        let blank = last && first.trim_ascii().is_empty();
        while !last {
            last = self.skip()?;
        }
        Ok(blank)
    }

    /// Passes a field; what it holds, and whether it was the last of its record.
    pub fn field(&mut self) -> Result<(Cow<'a, [u8]>, bool)> {
        let start = self.at;
        let ((quoted, end), last) = self.bounds()?;
        let text = self.text;
        if quoted == start {
            return Ok((Cow::Borrowed(&text[start..end]), last));
        }
        let (inside, behind) = (&text[start + 1..quoted - 1], &text[quoted..end]);
        if behind.is_empty() && memchr(QUOTE, inside).is_none() {
            return Ok((Cow::Borrowed(inside), last));
        }
        let mut field = Vec::with_capacity(end - start);
        let mut rest = inside;
        while let Some(k) = memchr(QUOTE, rest) {
            field.extend_from_slice(&rest[..=k]);
            rest = &rest[k + 2..];
        }
        field.extend_from_slice(rest);
        field.extend_from_slice(behind);
        Ok((Cow::Owned(field), last))
    }

    /// Passes a field if it is a plain finite number and nothing else, or else stays.
    #[inline]
    pub fn number(&mut self) -> Option<(f64, bool)> {
        let rest = &self.text[self.at..];
        let (x, length) = fast_float2::parse_partial::<f64, _>(rest).ok()?;
        if !x.is_finite() || length > LONGEST_FIELD {
            return None;
        }
        match rest.get(length) {
            Some(&byte) if byte == self.delimiter => {
                self.at += length + 1;
                return Some((x, false));
            }
            Some(b'\n' | b'\r') | None => {}
            _ => return None,
        }
        self.at += length;
        Some((x, self.pass_end()))
    }

    /// Passes a field: where its quoted part ends (at its start, if there is none), where it ends,
    /// and whether it was the last of its record.
    fn bounds(&mut self) -> Result<((usize, usize), bool)> {
        let (start, line) = (self.at, self.line);
        let mut quoted = start;
        if self.text.get(start) == Some(&QUOTE) {
            quoted = closing(self.text, start).ok_or_else(|| self.open_quote())?;
            self.line += line_breaks(&self.text[start..quoted]);
        }
        let ends = memchr3(self.delimiter, b'\n', b'\r', &self.text[quoted..]);
        let end = ends.map_or(self.text.len(), |k| quoted + k);
        if end - start > LONGEST_FIELD {
            return Err(Error::LongField { line, limit: LONGEST_FIELD });
        }
        self.at = end;
        Ok(((quoted, end), self.pass_end()))
    }

    fn open_quote(&self) -> Error {
        match self.text.len() - self.at {
            length if length > LONGEST_FIELD => {
                Error::LongField { line: self.line, limit: LONGEST_FIELD }
            }
            _ => Error::OpenQuote { line: self.line },
        }
    }

    /// Passes what ends a field; true if it ends the record too.
    #[inline]
    fn pass_end(&mut self) -> bool {
        let length = match self.text[self.at..] {
            [byte, ..] if byte == self.delimiter => {
                self.at += 1;
                return false;
            }
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        self.at += length;
        self.line += u64::from(length > 0);
        true
    }
}

/// The place behind the quote that closes the one at `open`.
fn closing(text: &[u8], open: usize) -> Option<usize> {
    let mut from = open + 1;
    loop {
        let quote = from + memchr(QUOTE, &text[from..])?;
        if text.get(quote + 1) != Some(&QUOTE) {
            return Some(quote + 1);
        }
        from = quote + 2;
    }
}

/// How many lines end in this text: LF, CR LF and CR each count once.
fn line_breaks(text: &[u8]) -> u64 {
    let ends = |&k: &usize| text[k] == b'\n' || text.get(k + 1) != Some(&b'\n');
    memchr::memchr2_iter(b'\n', b'\r', text).filter(ends).count() as u64
}

/// Places at which text that starts a record, and may go on, can be cut.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Cuts {
    /// Ends of records, at least so far apart as was asked for; the last one is the last there is.
    pub ends: Vec<usize>,
    /// Length of the quoted field that is still open at the end, or zero.
    pub open: usize,
}

impl Cuts {
    /// Looks for them. Line ends inside quotes are none.
    pub fn find(text: &[u8], delimiter: u8, apart: usize) -> Cuts {
        let mut cuts = Cuts::default();
        let (mut from, mut last) = (0, 0);
        loop {
            let open = opening(text, from, delimiter);
            let plain = &text[..open.unwrap_or(text.len())];
            cuts.add(plain, from, text.len(), apart);
            last = last_end(plain, from, text.len()).unwrap_or(last);
            match open.map(|quote| (quote, closing(text, quote))) {
                Some((_, Some(next))) => from = next,
                Some((quote, None)) => {
                    cuts.open = text.len() - quote;
                    break;
                }
                None => break,
            }
        }
        if last > cuts.ends.last().copied().unwrap_or(0) {
            cuts.ends.push(last);
        }
        cuts
    }

    /// Adds those in the unquoted stretch from `from` to the end of `plain`.
    fn add(&mut self, plain: &[u8], from: usize, whole: usize, apart: usize) {
        loop {
            let goal = self.ends.last().map_or(0, |&end| end) + apart.max(1) - 1;
            let goal = goal.max(from);
            let Some(k) = plain.get(goal..).and_then(|rest| memchr2(b'\n', b'\r', rest)) else {
                return;
            };
            let end = goal + k + 1;
            match (plain[end - 1], plain.get(end)) {
                (b'\r', Some(b'\n')) => self.ends.push(end + 1),
                // What follows is not known yet; it may be the other half of the line end.
                (b'\r', None) if end == whole => return,
                _ => self.ends.push(end),
            }
        }
    }
}

/// The next quote that opens a field.
fn opening(text: &[u8], from: usize, delimiter: u8) -> Option<usize> {
    let starts = |k: &usize| match k.checked_sub(1) {
        Some(before) => matches!(text[before], b'\n' | b'\r') || text[before] == delimiter,
        None => true,
    };
    memchr::memchr_iter(QUOTE, &text[from..]).map(|k| from + k).find(starts)
}

fn last_end(plain: &[u8], from: usize, whole: usize) -> Option<usize> {
    let k = from + memrchr2(b'\n', b'\r', &plain[from..])?;
    match plain[k] {
        b'\r' if k + 1 == whole => Some(from + memrchr2(b'\n', b'\r', &plain[from..k])? + 1),
        _ => Some(k + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The records by our rules, or where a quote stays open.
    fn ours(text: &[u8], delimiter: u8) -> std::result::Result<Vec<Vec<Vec<u8>>>, u64> {
        let mut cursor = Cursor::new(text, delimiter, 1);
        let mut records = vec![];
        while cursor.find_record() {
            let mut record = vec![];
            loop {
                match cursor.field() {
                    Ok((field, last)) => {
                        record.push(field.into_owned());
                        if last {
                            break;
                        }
                    }
                    Err(Error::OpenQuote { line }) => return Err(line),
                    Err(other) => panic!("{other}"),
                }
            }
            records.push(record);
        }
        Ok(records)
    }

    /// The records by the csv crate, which closes an open quote at the end.
    fn theirs(text: &[u8], delimiter: u8) -> Vec<Vec<Vec<u8>>> {
        let mut reader = ::csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text);
        let records = reader.byte_records().map(|record| record.unwrap());
        records.map(|record| record.iter().map(<[u8]>::to_vec).collect()).collect()
    }

    fn text() -> impl Strategy<Value = Vec<u8>> {
        "([ab1,;\t\"\r\n]|\"\"|,\"|\",|\r\n|\"\n){0,60}".prop_map(String::into_bytes)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn records_are_those_of_the_csv_crate(text in text(), which in 0..3usize) {
            let delimiter = [b',', b';', b'\t'][which];
            match ours(&text, delimiter) {
                Ok(records) => prop_assert_eq!(records, theirs(&text, delimiter)),
                // Closing it must mend everything from there on.
                Err(_) => {
                    let closed = [&text[..], b"\""].concat();
                    prop_assert_eq!(ours(&closed, delimiter).unwrap(), theirs(&closed, delimiter));
                }
            }
        }

        #[test]
        fn cuts_leave_records_whole(text in text(), apart in 0..20usize) {
            let cuts = Cuts::find(&text, b',', apart);
            prop_assert!(cuts.ends.windows(2).all(|pair| pair[0] < pair[1]));
            let near = cuts.ends.iter().rev().skip(1).rev();
            let starts = [0].iter().chain(&cuts.ends);
            prop_assert!(near.zip(starts).all(|(end, start)| end - start >= apart));
            let last = cuts.ends.last().copied().unwrap_or(0);
            let mut records = vec![];
            let mut lines = 0;
            let mut start = 0;
            for &end in &cuts.ends {
                records.extend(ours(&text[start..end], b',').unwrap());
                let mut cursor = Cursor::new(&text[start..end], b',', 0);
                while cursor.find_record() {
                    cursor.skip_record().unwrap();
                }
                lines += cursor.line();
                start = end;
            }
            prop_assert_eq!(records, ours(&text[..last], b',').unwrap());
            prop_assert_eq!(lines, line_breaks(&text[..last]));
            // What is behind the last cut has no end of a record, unless its line end is not over.
            let behind = text[last..].strip_suffix(b"\r").unwrap_or(&text[last..]);
            if ours(&text, b',').is_ok() {
                prop_assert!(ours(behind, b',').map_or(true, |records| records.len() <= 1));
                prop_assert_eq!(cuts.open, 0);
            } else {
                prop_assert!(cuts.open > 0);
            }
        }
    }

    #[test]
    fn a_line_end_is_not_cut_in_two() {
        assert_eq!(Cuts::find(b"a,b\r", b',', 1), Cuts::default());
        assert_eq!(Cuts::find(b"a,b\r\n", b',', 1).ends, [5]);
        assert_eq!(Cuts::find(b"a,b\rc", b',', 1).ends, [4]);
        assert_eq!(Cuts::find(b"a\nb\r", b',', 1).ends, [2]);
        assert_eq!(Cuts::find(b"a\n\"b\nc", b',', 1), Cuts { ends: vec![2], open: 4 });
    }

    #[test]
    fn numbers_are_taken_only_whole() {
        let number = |text: &str| {
            let mut cursor = Cursor::new(text.as_bytes(), b',', 1);
            cursor.number().map(|(x, last)| (x, last, cursor.at(), cursor.line()))
        };
        assert_eq!(number("1.5,2"), Some((1.5, false, 4, 1)));
        assert_eq!(number("1.5\r\n2"), Some((1.5, true, 5, 2)));
        assert_eq!(number("-1e3"), Some((-1000.0, true, 4, 1)));
        for text in ["", ",", "1x,", "nan,", "inf\n", "\"1\",", " 1,", "1 ,", "1;2", "1e999,"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
