//! The first lines of delimited text: who has the names, and whether the first column is one of the table.

use super::notation::{Notation, Value};
use super::pieces::{LONGEST_RECORD, Piece, Pieces};
use super::reading::{self, Chooser, Reading, Role, Selection};
use super::split::Cursor;
use crate::error::{Error, Result};
use crate::warning::Warning;

/// Rows that are looked at, and fields: of a wide table fewer rows.
const ROWS: usize = 100;
const FIELDS: usize = 1 << 18;
/// Fewer numbers that count up may be a row of data.
const COUNTED: usize = 4;

/// What the first column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    Column,
    /// Names or numbers of the rows, under an empty name.
    RowNames,
    /// The same, and the header has no field for it.
    Extra,
}

/// How a table is laid out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Whether the first line has the names.
    pub has_names: bool,
    first: First,
}

/// The first records of a text, as far as they are whole.
struct Start {
    notation: Notation,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Layout {
    /// Looks at the start of a text.
    pub fn of(head: &[u8], delimiter: u8, reading: &Reading) -> Result<Layout> {
        let start = Start::of(head, delimiter, reading);
        let has_names = match reading.header {
            reading::Header::Yes => true,
            reading::Header::No => false,
            reading::Header::Auto => start.has_names()?,
        };
        let first = if has_names { start.first() } else { First::Column };
        Ok(Layout { has_names, first })
    }
}

impl Start {
    fn of(head: &[u8], delimiter: u8, reading: &Reading) -> Start {
        let notation = Notation::new(reading);
        let mut cursor = Cursor::new(head, delimiter, 1);
        let mut records = vec![];
        // A record of which the end is not there may go on.
        let mut left = FIELDS;
        while records.len() <= ROWS && cursor.find_record() {
            let record = record(&mut cursor, left);
            left = left.saturating_sub(record.as_ref().map_or(left, Vec::len));
            if cursor.at() == head.len() && !records.is_empty() && !head.ends_with(b"\n") {
                let whole = head.len() < LONGEST_RECORD && record.is_some();
                records.extend(record.filter(|record| whole && record.len() == width(&records)));
                break;
            }
            match record {
                Some(record) if record.len() == 1 && record[0].is_empty() => {}
                Some(record) => records.push(record),
                None => break,
            }
        }
        let header = if records.is_empty() { vec![] } else { records.remove(0) };
        Start { notation, header, rows: records }
    }

    fn is_number(&self, text: &str) -> bool {
        matches!(
            self.notation.value(text.as_bytes()),
            Value::Number(_) | Value::Grouped(_) | Value::Doubtful
        )
    }

    fn is_text(&self, text: &str) -> bool {
        matches!(self.notation.value(text.as_bytes()), Value::Text)
    }

    /// Whether the first line is a header: it is if it has no number, or if the rows below have other numbers.
    fn has_names(&self) -> Result<bool> {
        let header = &self.header;
        let numbers = header.iter().filter(|name| self.is_number(name)).count();
        if numbers == 0 || numbers < header.len() && !self.is_row_with_text(numbers) {
            return Ok(true);
        }
        if numbers == header.len() && self.are_names() {
            return Ok(true);
        }
        Err(Error::NoHeader { first: header[0].clone(), wanted: false })
    }

    /// Whether a first line with text looks like the rows below: as many numbers as half of it, a fraction
    /// among them, and text where the next row has it.
    fn is_row_with_text(&self, numbers: usize) -> bool {
        let Some(below) = self.rows.first() else { return false };
        let fraction = |text: &String| self.is_number(text) && !is_whole(text);
        let alike = |(name, cell): (&String, &String)| {
            self.is_number(name) == self.is_number(cell) && self.is_text(name) == self.is_text(cell)
        };
        2 * numbers >= self.header.len()
            && self.header.len() == below.len()
            && self.header.iter().any(fraction)
            && self.header.iter().zip(below).all(alike)
    }

    /// Whether numbers are names: all whole and different, and they count up, or the rows have fractions.
    fn are_names(&self) -> bool {
        let mut sorted: Vec<&String> = self.header.iter().collect();
        sorted.sort();
        if !self.header.iter().all(|name| is_whole(name)) || sorted.windows(2).any(|w| w[0] == w[1])
        {
            return false;
        }
        let numbers = self.header.iter().map(|name| name.parse::<i64>().unwrap_or(-1));
        let counted = numbers.clone().zip(numbers.skip(1)).all(|(a, b)| b == a + 1);
        let starts = matches!(self.header[0].as_str(), "0" | "1");
        if counted && starts && self.header.len() >= COUNTED {
            return true;
        }
        let columns = self.header.len();
        let fractions = |j: usize| {
            self.rows.iter().any(|row| row.get(j).is_some_and(|cell| self.is_fraction(cell)))
        };
        2 * (0..columns).filter(|&j| fractions(j)).count() > columns
    }

    fn is_fraction(&self, text: &str) -> bool {
        matches!(self.notation.value(text.as_bytes()), Value::Number(x) if x.fract() != 0.0)
    }

    /// What the first column is.
    fn first(&self) -> First {
        let extra = |row: &Vec<String>| row.len() == self.header.len() + 1;
        let ends_empty = |row: &Vec<String>| row.last().is_some_and(String::is_empty);
        let short = !self.rows.is_empty()
            && self.rows.iter().all(extra)
            && !self.rows.iter().all(ends_empty);
        if short && self.are_row_names() {
            return First::Extra;
        }
        match self.header.first().is_some_and(|name| is_nameless(name)) && self.are_row_names() {
            true => First::RowNames,
            false => First::Column,
        }
    }

    /// Whether the first column names or numbers the rows: it has text, or whole numbers that hardly repeat.
    fn are_row_names(&self) -> bool {
        let cells: Vec<&str> =
            self.rows.iter().filter_map(|row| row.first()).map(String::as_str).collect();
        if cells.iter().any(|cell| !cell.is_empty() && !self.is_number(cell)) {
            return true;
        }
        let mut distinct = cells.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let moves = cells.windows(2).all(|pair| pair[0] != pair[1]);
        cells.iter().all(|cell| is_whole(cell)) && moves && 2 * distinct.len() >= cells.len()
    }
}

/// What programs write where an index has no name.
fn is_nameless(name: &str) -> bool {
    let numbered = name.strip_prefix("Unnamed: ");
    name.is_empty() || numbered.is_some_and(|k| k.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn width(records: &[Vec<String>]) -> usize {
    records.last().map_or(0, Vec::len)
}

/// The next record, unless it has too many fields or is broken.
fn record(cursor: &mut Cursor, most: usize) -> Option<Vec<String>> {
    let mut fields = vec![];
    while fields.len() < most {
        let (field, last) = cursor.field().ok()?;
        fields.push(String::from_utf8_lossy(&field).trim().to_string());
        if last {
            return Some(fields);
        }
    }
    None
}

/// Where the header is.
pub(super) struct Header {
    pub start: usize,
    end: usize,
    pub line: u64,
    pub next_line: u64,
}

impl Header {
    /// Goes to the first record that is not blank; the piece with it then starts behind it.
    pub fn find(pieces: &mut Pieces, delimiter: u8) -> Result<(Piece, Header)> {
        let mut next_line = 1;
        while let Some(mut piece) = pieces.next(vec![])? {
            let mut cursor = Cursor::new(&piece.text, delimiter, next_line);
            while cursor.find_record() {
                let (start, line) = (cursor.at(), cursor.line());
                if cursor.skip_record()? {
                    continue;
                }
                if piece.too_long {
                    return Err(Error::LongRecord { line, limit: LONGEST_RECORD });
                }
                let (end, next_line) = (cursor.at(), cursor.line());
                piece.start = end;
                return Ok((piece, Header { start, end, line, next_line }));
            }
            next_line = cursor.line();
        }
        Err(Error::EmptyInput)
    }

    /// Chooses columns by their names, and says what was made of the first line and column.
    pub fn choose(
        &self,
        piece: &Piece,
        delimiter: u8,
        reading: &Reading,
        layout: Layout,
    ) -> Result<(Selection, Vec<Warning>)> {
        let text = &piece.text[self.start..self.end];
        let mut chooser = Chooser::new(reading);
        if layout.first == First::Extra {
            chooser.offer_row_names("")?;
        }
        let mut cursor = Cursor::new(text, delimiter, self.line);
        let mut columns = 0;
        loop {
            let (field, last) = cursor.field()?;
            columns += 1;
            let role = match (layout.has_names, columns, layout.first) {
                (false, ..) => chooser.offer(&format!("x{columns}"))?,
                (_, 1, First::RowNames) => {
                    chooser.offer_row_names(String::from_utf8_lossy(&field).trim())?
                }
                _ => chooser.offer(String::from_utf8_lossy(&field).trim())?,
            };
            if layout.has_names && role != Role::Ignored && std::str::from_utf8(&field).is_err() {
                return Err(Error::NotUtf8 { line: self.line });
            }
            if last {
                break;
            }
        }
        let selection = chooser.finish()?;
        let mut remarks = vec![];
        remarks.extend((!layout.has_names).then_some(Warning::NoHeader { columns }));
        remarks.extend(selection.row_names.clone().map(|column| Warning::RowNames { column }));
        Ok((selection, remarks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> std::result::Result<(bool, First), String> {
        let layout = Layout::of(text.as_bytes(), b',', &Reading::default());
        layout.map(|layout| (layout.has_names, layout.first)).map_err(|error| error.to_string())
    }

    #[test]
    fn names_are_told_from_rows() {
        let names = Ok((true, First::Column));
        for text in [
            "a,b\n1,2\n",
            "a,1\n1,2\n",
            // Genes, and what a table without names is saved with.
            "1001,1007,2300\n0.1,2.5,1\n3,1.25,0.5\n",
            "0,1,2,3\n5,5,5,5\n",
            "1,2,3,4\n5,5,5,5\n",
            "id,0.25,0.5,0.75\n1,2,3,4\n",
            "",
            "a",
        ] {
            assert_eq!(layout(text), names, "{text}");
        }
        for text in [
            "1,2\n3,4\n",
            "5.1,3.5,0.2\n4.9,3,0.2\n",
            "5.1,3.5,0.2,setosa\n4.9,3,0.2,setosa\n",
            "1,1,2\n0.5,1,1.5\n",
            "1,3,2,4\n5,5,5,5\n",
        ] {
            assert!(layout(text).unwrap_err().contains("names"), "{text}");
        }
        let no = Reading { header: reading::Header::No, ..Reading::default() };
        assert!(!Layout::of(b"a,b\n1,2\n", b',', &no).unwrap().has_names);
        let yes = Reading { header: reading::Header::Yes, ..Reading::default() };
        assert!(Layout::of(b"1,2\n3,4\n", b',', &yes).unwrap().has_names);
    }

    #[test]
    fn row_names_are_told_from_measurements() {
        for (text, expected) in [
            (",a,b\n0,1,2\n1,3,4\n", First::RowNames),
            ("Unnamed: 0,a,b\n7,1,2\n3,3,4\n", First::RowNames),
            (",a,b\nMazda RX4,1,2\nDatsun,3,4\n", First::RowNames),
            // Two tables, one below the other.
            (",a,b\n0,1,2\n1,3,4\n0,1,2\n1,3,4\n", First::RowNames),
            (",a,b\n0.5,1,2\n1.5,3,4\n", First::Column),
            (",a,b\n0,1,2\n0,3,4\n", First::Column),
            ("a,,b\n0,1,2\n1,3,4\n", First::Column),
            ("a,b\nr1,1,2\nr2,3,4\n", First::Extra),
            ("a,b\n1,1,2\n2,3,4", First::Extra),
            ("a,b\n1,1,2\n2,3\n", First::Column),
            // Commas at the ends of the rows.
            ("a,b\n1,2,\n3,4,\n", First::Column),
        ] {
            assert_eq!(layout(text).unwrap().1, expected, "{text}");
        }
    }
}
