//! Delimited text as records of fields, each with the line on which it starts.
//!
//! Reader's guide. The csv crate splits records into fields; two things are ours. [`find_delimiter`]
//! looks at the first two records and chooses between comma, semicolon and tab. [`ByLine`] hands
//! the csv crate one line at a time, so that after each record the count of lines handed over is
//! the number of the record's last line, whatever ends the lines and however many blank ones were
//! skipped.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use ::csv::{ByteRecord, Reader, ReaderBuilder};

use crate::error::{Error, Result};

/// Bytes that are looked at to find the delimiter.
const HEAD: u64 = 1 << 16;
/// Later ones win a tie: commas and semicolons occur in names and numbers more often than tabs.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// What people write where there is no number, in any case.
const MISSING: [&str; 14] =
    ["", "na", "n/a", "#n/a", "<na>", "nan", "null", "nil", "none", ".", "?", "-", "--", "missing"];

/// Reads delimited text one record at a time. Blank lines are passed over.
pub(super) struct Records<R: Read> {
    reader: Reader<ByLine<Chain<Cursor<Vec<u8>>, R>>>,
    record: ByteRecord,
}

impl<R: Read> Records<R> {
    /// Finds the delimiter and stands before the first record.
    pub fn new(mut input: R) -> Result<Records<R>> {
        let mut head = vec![];
        input.by_ref().take(HEAD).read_to_end(&mut head).map_err(Error::Read)?;
        if head.starts_with(BYTE_ORDER_MARK) {
            head.drain(..BYTE_ORDER_MARK.len());
        }
        let reader = ReaderBuilder::new()
            .delimiter(find_delimiter(&head))
            .has_headers(false)
            .flexible(true)
            .from_reader(ByLine::new(Cursor::new(head).chain(input)));
        Ok(Records { reader, record: ByteRecord::new() })
    }

    /// Goes to the next record, if there is one.
    pub fn advance(&mut self) -> Result<bool> {
        while self.reader.read_byte_record(&mut self.record).map_err(read_error)? {
            let blank = self.record.len() == 1 && self.record[0].trim_ascii().is_empty();
            if !blank {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The fields of the first record: text, and not only numbers. They may be empty or repeated.
    pub fn header(&mut self) -> Result<Vec<String>> {
        if !self.advance()? {
            return Err(Error::EmptyInput);
        }
        let header = self.fields().map(|field| self.text(field)).collect::<Result<Vec<_>>>()?;
        let is_number = |name: &String| name.parse().is_ok_and(f64::is_finite);
        match header.first() {
            Some(first) if header.iter().all(is_number) => {
                Err(Error::NoHeader { first: first.clone() })
            }
            _ => Ok(header),
        }
    }

    /// The fields of this record, without surrounding blanks.
    pub fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.record.iter().map(<[u8]>::trim_ascii)
    }

    /// Field k, empty if there is none.
    pub fn field(&self, k: usize) -> &[u8] {
        self.record.get(k).unwrap_or_default().trim_ascii()
    }

    /// The line on which this record starts, from 1.
    pub fn line(&self) -> u64 {
        let inside: u64 = self.record.iter().map(line_breaks).sum();
        self.reader.get_ref().line() - inside
    }

    /// Refuses a record whose number of fields is not that of the header.
    pub fn expect_fields(&self, expected: usize) -> Result<()> {
        match self.record.len() {
            found if found == expected => Ok(()),
            found => Err(Error::RaggedRow { line: self.line(), expected, found }),
        }
    }

    /// A field as text.
    pub fn text(&self, field: &[u8]) -> Result<String> {
        match std::str::from_utf8(field) {
            Ok(text) => Ok(text.trim().into()),
            Err(_) => Err(Error::NotUtf8 { line: self.line() }),
        }
    }

    /// A field of a named column as a finite number.
    pub fn number(&self, field: &[u8], column: &str) -> Result<f64> {
        match fast_float2::parse(field) {
            Ok(x) if f64::is_finite(x) => Ok(x),
            _ => self.unusual_number(field, column),
        }
    }

    /// A number after all, if only foreign blanks surround it, or else what is wrong.
    #[cold]
    fn unusual_number(&self, field: &[u8], column: &str) -> Result<f64> {
        let (line, column, text) = (self.line(), column.to_string(), self.text(field)?);
        let is_missing = MISSING.iter().any(|token| text.eq_ignore_ascii_case(token));
        Err(match text.parse() {
            Ok(x) if f64::is_finite(x) => return Ok(x),
            Ok(x) if f64::is_infinite(x) => {
                Error::NotFinite { place: format!("line {line}"), column, value: text }
            }
            Err(_) if text.replacen(',', ".", 1).parse::<f64>().is_ok() => {
                Error::DecimalComma { line, column, text }
            }
            Err(_) if !is_missing => Error::NotANumber { line, column, text },
            _ => Error::MissingValue { line, column },
        })
    }
}

fn read_error(error: ::csv::Error) -> Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => Error::Read(error),
        other => Error::Read(io::Error::other(format!("{other:?}"))),
    }
}

/// The delimiter that occurs in the first record, as often as in the second if that can be had,
/// and then most often.
fn find_delimiter(head: &[u8]) -> u8 {
    let [first, second] = count_delimiters(head);
    let evidence = |&d: &usize| (first[d] > 0 && first[d] == second[d], first[d]);
    (0..DELIMITERS.len()).max_by_key(evidence).map_or(b',', |d| DELIMITERS[d])
}

/// How often each delimiter occurs outside quotes, in the first and the second record.
fn count_delimiters(head: &[u8]) -> [[usize; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    let (mut record, mut blank, mut in_quotes, mut before) = (0, true, false, b'\n');
    for &byte in head {
        let delimiter = DELIMITERS.iter().position(|&d| d == byte);
        match byte {
            b'"' if in_quotes => in_quotes = false,
            // A quote opens at the start of a field, or again as the second half of a doubled one.
            b'"' => {
                in_quotes = matches!(before, b'\n' | b'\r' | b'"') || DELIMITERS.contains(&before)
            }
            b'\n' | b'\r' if !in_quotes && !blank => {
                record += 1;
                blank = true;
            }
            _ => {}
        }
        if record == counts.len() {
            break;
        }
        if let (Some(d), false) = (delimiter, in_quotes) {
            counts[record][d] += 1;
        }
        blank &= byte.is_ascii_whitespace() && byte != b'\t';
        before = byte;
    }
    counts
}

/// How many lines end in this text: LF, CR LF and CR each count once.
fn line_breaks(text: &[u8]) -> u64 {
    let ends =
        |k: &usize| text[*k] == b'\r' || text[*k] == b'\n' && (*k == 0 || text[k - 1] != b'\r');
    (0..text.len()).filter(ends).count() as u64
}

/// Hands over at most one line per call of `read`, and counts them.
struct ByLine<R: Read> {
    input: BufReader<R>,
    /// Lines handed over to their end.
    complete: u64,
    /// Whether part of a further line has been handed over.
    started: bool,
    /// Whether the last byte was CR, so that an LF would belong to the same line end.
    after_return: bool,
}

impl<R: Read> ByLine<R> {
    fn new(input: R) -> ByLine<R> {
        let input = BufReader::with_capacity(1 << 16, input);
        ByLine { input, complete: 0, started: false, after_return: false }
    }

    /// The number of the last line of which something has been handed over.
    fn line(&self) -> u64 {
        self.complete + u64::from(self.started)
    }
}

impl<R: Read> Read for ByLine<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let available = self.input.fill_buf()?;
        let window = &available[..available.len().min(out.len())];
        let tail_of_last = usize::from(self.after_return && window.first() == Some(&b'\n'));
        let line = &window[tail_of_last..];
        let end = line.iter().position(|&b| b == b'\n' || b == b'\r');
        let length = tail_of_last + end.map_or(line.len(), |k| k + 1);

        self.complete += u64::from(end.is_some());
        self.started = end.is_none() && (self.started || !line.is_empty());
        out[..length].copy_from_slice(&window[..length]);
        if length > 0 {
            self.after_return = window[length - 1] == b'\r';
        }
        self.input.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_found() {
        for (head, expected) in [
            ("a,b\n1,2", ','),
            ("a;b\n1,5;2,5", ';'),
            ("a\tb\n1\t2", '\t'),
            ("\"x;y;z\",b\n1,2", ','),
            ("x;y;z,b\n1,2", ','),
            ("5\" pipe;b,c;d\n1;2;3", ';'),
            ("\"say \"\"a,b,c\"\"\";b\n1;2", ';'),
            ("\n  \r\na;b\n", ';'),
        ] {
            assert_eq!(find_delimiter(head.as_bytes()), expected as u8, "{head}");
        }
    }

    #[test]
    fn lines_are_counted_through_blank_lines_quotes_and_every_line_end() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "\n\"a\n\nb\",c\n\n1,2\n   \n\n\"3\n\",4\n5,6".replace('\n', end);
            let mut records = Records::new(text.as_bytes()).unwrap();
            let mut lines = vec![];
            while records.advance().unwrap() {
                lines.push(records.line());
            }
            assert_eq!(lines, [2, 6, 9, 11], "{end:?}");
        }
    }

    #[test]
    fn lines_longer_than_every_buffer_count_once() {
        let long = "1".repeat(200_000);
        let text = format!("a,b\n{long},{long}\n\n1,2\n");
        let mut records = Records::new(text.as_bytes()).unwrap();
        let mut lines = vec![];
        while records.advance().unwrap() {
            lines.push(records.line());
        }
        assert_eq!(lines, [1, 2, 4]);
    }
}
