//! Numbers of delimited text: what a thread does with a chunk of records.

use super::decoder::Decoder;
use super::notation::Value;
use super::pieces::{LONGEST_RECORD, Piece};
use super::reading::{Reading, Role, Selection};
use super::split::Cursor;
use super::words::{Noted, Survey, Words};
use crate::data::{Block, Label};
use crate::error::{Error, Result};
use crate::parallel;

/// How the records of a file become rows of numbers.
pub(super) struct Rows {
    delimiter: u8,
    pub decoder: Decoder,
    /// What each column of the file is for.
    roles: Vec<Role>,
    /// Which of the columns of numbers has the row weights.
    weights: Option<usize>,
    /// Whether a column has the labels of groups.
    grouped: bool,
}

/// What a chunk holds.
#[derive(Debug, Default)]
struct Numbers {
    /// Row by row the columns of numbers that are read; NaN where a value is missing.
    values: Vec<f64>,
    /// The labels of the rows' groups, if they are read.
    labels: Vec<Label>,
    /// How many lines end in the chunk.
    lines: u64,
    /// Words where numbers should be.
    words: Noted,
    /// What ended the work early.
    error: Option<Error>,
}

impl Rows {
    pub fn new(delimiter: u8, selection: &Selection, reading: &Reading) -> Rows {
        let mut roles = vec![Role::Ignored; selection.width];
        selection.taken().into_iter().for_each(|(column, role)| roles[column] = role);
        let numbers = roles.iter().filter(|role| matches!(role, Role::Variable | Role::Weights));
        let weights = numbers.clone().position(|&role| role == Role::Weights);
        let mut names = selection.names.clone();
        if let Some(place) = weights {
            names.insert(place, selection.weights_name.clone());
        }
        let decoder = Decoder::new(names, weights, reading);
        let places = roles.iter_mut().filter(|role| matches!(role, Role::Variable | Role::Weights));
        for (role, coding) in places.zip(&decoder.codes) {
            if coding.is_some() {
                *role = Role::Words;
            }
        }
        Rows { delimiter, decoder, roles, weights, grouped: selection.groups.is_some() }
    }

    /// The names of the columns that hold numbers.
    fn names(&self) -> &[String] {
        &self.decoder.names
    }

    /// The rows of a piece that starts on this line, and how many lines end in it. Words that are no numbers
    /// are noted.
    pub fn read(&self, piece: &Piece, line: u64, survey: &mut Survey) -> Result<(Block, u64)> {
        let chunks = piece.chunks();
        // Where a chunk starts is known only when all before it are read; it matters for messages
        // alone, and then the piece is read again.
        let mut parts = parallel::parallel_map(chunks.len(), |k| self.read_chunk(chunks[k], 0));
        let sound = parts.iter().all(|part| part.error.is_none());
        if !sound || piece.too_long {
            return Err(match self.explain(&chunks, line, survey) {
                Some(error) if !piece.too_long => error,
                Some(error @ (Error::LongField { .. } | Error::OpenQuote { .. })) => error,
                _ => Error::LongRecord { line, limit: LONGEST_RECORD },
            });
        }
        let mut noted = Noted::new();
        let mut lines = 0;
        for part in &mut parts {
            for (column, words) in &part.words {
                noted.entry(*column).or_default().count(words);
            }
            survey.note(std::mem::take(&mut part.words), line + lines);
            lines += part.lines;
        }
        Ok((self.block(&parts, &noted, survey), lines))
    }

    /// Turns rows into columns.
    fn block(&self, parts: &[Numbers], noted: &Noted, survey: &mut Survey) -> Block {
        let width = self.names().len();
        let rows: usize = parts.iter().map(|part| part.values.len() / width).sum();
        let mut columns = parallel::parallel_map(width, |column| {
            let mut values = Vec::with_capacity(rows);
            for part in parts {
                values.extend(part.values.iter().skip(column).step_by(width));
            }
            values
        });
        survey.see(rows, &columns, |j| noted.get(&j).map_or(0, Words::truths));
        let weights = self.weights.map(|place| columns.remove(place));
        let labels = || parts.iter().flat_map(|part| &part.labels).copied().collect();
        Block { columns, weights, groups: self.grouped.then(labels) }
    }

    /// Reads the records of a chunk whose first byte is on this line.
    fn read_chunk(&self, chunk: &[u8], line: u64) -> Numbers {
        // A guess that seldom has to grow: full precision takes 20 bytes.
        let values = Vec::with_capacity(chunk.len() / 16);
        let mut numbers = Numbers { values, ..Numbers::default() };
        let mut cursor = Cursor::new(chunk, self.delimiter, line);
        while cursor.find_record() {
            let start = cursor.clone();
            let (length, labels) = (numbers.values.len(), numbers.labels.len());
            match self.read_record(&mut cursor, &mut numbers) {
                Ok(true) => {}
                Ok(false) => match self.count(start, &mut cursor) {
                    Ok(()) => {
                        numbers.values.truncate(length);
                        numbers.labels.truncate(labels);
                    }
                    Err(error) => return Numbers { error: Some(error), ..numbers },
                },
                Err(error) => return Numbers { error: Some(error), ..numbers },
            }
        }
        numbers.lines = cursor.line() - line;
        numbers
    }

    /// Reads one record; false if it has not as many fields as the header.
    fn read_record(&self, cursor: &mut Cursor, numbers: &mut Numbers) -> Result<bool> {
        let line = cursor.line();
        let plain = self.decoder.notation.is_plain();
        let mut last = false;
        let mut column = 0;
        for role in &self.roles {
            if last {
                return Ok(false);
            }
            match role {
                Role::Variable | Role::Weights => {}
                Role::Words => {
                    let (x, ends) = self.read_other(cursor, numbers, line, column)?;
                    numbers.values.push(x);
                    last = ends;
                    column += 1;
                    continue;
                }
                Role::Groups => {
                    let (field, ends) = cursor.field()?;
                    numbers.labels.push(self.decoder.notation.label(&field));
                    last = ends;
                    continue;
                }
                Role::Ignored => {
                    last = cursor.skip()?;
                    continue;
                }
            }
            let number = if plain { cursor.number() } else { None };
            let (x, ends) = match number {
                Some((x, ends)) => (self.decoder.notation.known(x), ends),
                None => self.read_other(cursor, numbers, line, column)?,
            };
            numbers.values.push(x);
            last = ends;
            column += 1;
        }
        Ok(last)
    }

    /// A field that is not plainly a number.
    fn read_other(
        &self,
        cursor: &mut Cursor,
        numbers: &mut Numbers,
        line: u64,
        column: usize,
    ) -> Result<(f64, bool)> {
        let (field, last) = cursor.field()?;
        let x = self.decoder.cell(column, &field, line, &mut numbers.words)?;
        Ok((x, last))
    }

    /// Moves the cursor past a record that has not as many fields as the header: a blank line, or
    /// else an error.
    #[cold]
    fn count<'a>(&self, start: Cursor<'a>, cursor: &mut Cursor<'a>) -> Result<()> {
        let line = start.line();
        *cursor = start;
        let mut found = 1;
        loop {
            match cursor.field()? {
                (field, true) if found == 1 && field.trim_ascii().is_empty() => return Ok(()),
                (_, true) => {
                    return Err(Error::RaggedRow { line, expected: self.roles.len(), found });
                }
                (_, false) => found += 1,
            }
        }
    }

    /// Why chunks could not be read, of which the first starts on this line. Text before what ended the work
    /// is named instead: the end may be a consequence of it.
    #[cold]
    fn explain(&self, chunks: &[&[u8]], mut line: u64, survey: &mut Survey) -> Option<Error> {
        let mut error = None;
        for chunk in chunks {
            // Lines count from the start of the file.
            let numbers = self.read_chunk(chunk, line);
            line += numbers.lines;
            let width = self.names().len();
            // The row that ends the work is there as far as it was read; so are its words.
            let column = |j| numbers.values.iter().skip(j).step_by(width).copied().collect();
            let columns: Vec<Vec<f64>> = (0..width).map(column).collect();
            let truths = |j: usize| numbers.words.get(&j).map_or(0, Words::truths);
            survey.see(numbers.values.len() / width, &columns, truths);
            survey.note(numbers.words, 0);
            if numbers.error.is_some() {
                error = numbers.error;
                break;
            }
        }
        survey.error(self.names(), &self.decoder.codes).or(error)
    }
}

/// Why a value cannot be used.
pub(super) fn unusable(value: Value, line: u64, column: String, text: String) -> Error {
    match value {
        Value::NotUtf8 => Error::NotUtf8 { line },
        Value::DecimalComma | Value::Doubtful => Error::DecimalComma { line, column, text },
        Value::DecimalPoint => Error::DecimalPoint { line, column, text },
        Value::Missing => Error::MissingValue { place: format!("line {line}"), column },
        Value::Infinite => Error::NotFinite { place: format!("line {line}"), column, value: text },
        Value::Text | Value::Number(_) | Value::Truth(_) | Value::Grouped(_) => {
            Error::NotANumber { line, column, text }
        }
    }
}
