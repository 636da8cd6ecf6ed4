//! Small files of delimited text as records of fields, each with the line on which it starts.

use std::borrow::Cow;

use super::delimiter;
use super::notation::{Notation, Value};
use super::reading::{MOST_COLUMNS, Reading};
use super::rows::unusable;
use super::split::Cursor;
use crate::error::{Error, Result};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Bytes that are looked at to find the delimiter.
const HEAD: usize = 1 << 16;

/// Goes through delimited text one record at a time. Blank lines are passed over.
pub(crate) struct Records<'a> {
    cursor: Cursor<'a>,
    notation: Notation,
    fields: Vec<Cow<'a, [u8]>>,
    line: u64,
}

impl<'a> Records<'a> {
    /// Finds the delimiter and stands before the first record.
    pub fn new(text: &'a [u8]) -> Records<'a> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Records::separated(text, delimiter::find(&text[..text.len().min(HEAD)], false))
    }

    /// The same with a known delimiter, in text without a byte order mark.
    pub fn separated(text: &'a [u8], delimiter: u8) -> Records<'a> {
        let notation = Notation::new(&Reading::default());
        Records { cursor: Cursor::new(text, delimiter, 1), notation, fields: vec![], line: 1 }
    }

    /// Goes to the next record, if there is one.
    pub fn advance(&mut self) -> Result<bool> {
        while self.cursor.find_record() {
            self.line = self.cursor.line();
            self.fields.clear();
            loop {
                let (field, last) = self.cursor.field()?;
                self.fields.push(field);
                if last {
                    break;
                }
                if self.fields.len() > MOST_COLUMNS {
                    return Err(Error::TooManyColumns { limit: MOST_COLUMNS });
                }
            }
            let blank = self.fields.len() == 1 && self.field(0).is_empty();
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
                Err(Error::NoHeader { first: first.clone(), wanted: true })
            }
            _ => Ok(header),
        }
    }

    /// The fields of this record, without surrounding blanks.
    pub fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.fields.iter().map(|field| field.trim_ascii())
    }

    /// Field k, empty if there is none.
    pub fn field(&self, k: usize) -> &[u8] {
        self.fields.get(k).map_or(&[], |field| field.trim_ascii())
    }

    /// The line on which this record starts, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Refuses a record whose number of fields is not that of the header.
    pub fn expect_fields(&self, expected: usize) -> Result<()> {
        match self.fields.len() {
            found if found == expected => Ok(()),
            found => Err(Error::RaggedRow { line: self.line, expected, found }),
        }
    }

    /// A field as text.
    pub fn text(&self, field: &[u8]) -> Result<String> {
        match std::str::from_utf8(field) {
            Ok(text) => Ok(text.trim().into()),
            Err(_) => Err(Error::NotUtf8 { line: self.line }),
        }
    }

    /// A field of a named column as a finite number.
    pub fn number(&self, field: &[u8], column: &str) -> Result<f64> {
        match self.notation.value(field) {
            Value::Number(x) | Value::Grouped(x) => Ok(x),
            Value::Truth(truth) => Ok(f64::from(truth)),
            other => Err(unusable(other, self.line, column.into(), self.text(field)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<u64> {
        let mut records = Records::new(text.as_bytes());
        let mut lines = vec![];
        while records.advance().unwrap() {
            lines.push(records.line());
        }
        lines
    }

    #[test]
    fn lines_are_counted_through_blank_lines_quotes_and_every_line_end() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "\n\"a\n\nb\",c\n\n1,2\n   \n\n\"3\n\",4\n5,6".replace('\n', end);
            assert_eq!(lines(&text), [2, 6, 9, 11], "{end:?}");
        }
    }

    #[test]
    fn long_lines_count_once() {
        let long = "1".repeat(200_000);
        assert_eq!(lines(&format!("a,b\n{long},{long}\n\n1,2\n")), [1, 2, 4]);
    }

    #[test]
    fn a_record_without_end_is_refused() {
        let commas = ",".repeat(MOST_COLUMNS + 2);
        let error = Records::new(commas.as_bytes()).header().unwrap_err();
        assert!(matches!(error, Error::TooManyColumns { .. }), "{error}");
    }
}
