//! Tables as two-dimensional NumPy arrays (`numpy.save`), one row per observation.
//!
//! The format (numpy.lib.format, versions 1 to 3): magic, two version bytes, the length of the
//! header, the header as a Python dictionary, then the numbers without gaps. The columns are named
//! x1, …, xn. The shape is only believed as far as the bytes go: one row (or, in Fortran order,
//! one column) is read before anything of its size is set aside. Rows come in blocks; Fortran order
//! has the last row's first number behind all others, so there the whole array is one block.

use std::io::Read;

mod number;

use self::number::Number;
use super::notation::{Column, Notation};
use super::reading::{MOST_COLUMNS, Reading, Selection};
use crate::data::{Block, Blocks};
use crate::error::{Error, Result};
use crate::parallel;
use crate::text::count;

/// The first bytes of every npy file.
pub(in crate::read) const MAGIC: &[u8] = b"\x93NUMPY";
/// NumPy's own headers of plain arrays have 128 bytes or a little more.
const LONGEST_HEADER: u64 = 1 << 16;
/// Bytes of one block, unless a row has more.
const BLOCK_BYTES: usize = 4 << 20;

/// An array, block by block.
pub(in crate::read) struct Npy {
    input: Box<dyn Read + Send>,
    header: Header,
    selection: Selection,
    notation: Notation,
    /// Rows that have been handed out.
    row: usize,
    /// What has been read and not handed out: the first row, or column in Fortran order.
    buffer: Vec<u8>,
}

impl Npy {
    /// Reads the header and the first row or column.
    pub fn open(mut input: Box<dyn Read + Send>, reading: &Reading) -> Result<Npy> {
        let header = Header::read(&mut input)?;
        if let Some(coding) = reading.codes.first() {
            let expected = "a table with words; an array has numbers alone";
            return Err(Error::Option { name: "ordered", value: coding.column.clone(), expected });
        }
        if header.columns == 0 {
            return Err(invalid("the array has no columns"));
        }
        if header.rows == 0 {
            return Err(Error::NoRows);
        }
        if header.columns > MOST_COLUMNS {
            return Err(Error::TooManyColumns { limit: MOST_COLUMNS });
        }
        let mut buffer = vec![];
        header.fill(&mut buffer, header.run()?, &mut input)?;
        let names: Vec<String> = (1..=header.columns).map(|j| format!("x{j}")).collect();
        let selection = Selection::of(names.iter().map(String::as_str), reading)?;
        Ok(Npy { input, header, selection, notation: Notation::new(reading), row: 0, buffer })
    }

    /// The next rows, or all columns in Fortran order, as far as they are wanted.
    fn read_columns(&mut self) -> Result<(Vec<Column>, usize)> {
        let run = self.header.run()?;
        let (wanted, number) = (self.selection.taken(), &self.header.number);
        if self.header.fortran_order {
            let mut columns = vec![];
            for column in 0..self.header.columns {
                self.header.fill(&mut self.buffer, run, &mut self.input)?;
                if let Ok(k) = wanted.binary_search_by_key(&column, |&(column, _)| column) {
                    let entries = number.entries(&self.buffer, 0, 1);
                    columns.push(number.column(wanted[k].1, entries, &self.notation));
                }
                self.buffer.clear();
            }
            return Ok((columns, self.header.rows));
        }
        let rows = (BLOCK_BYTES / run).max(1).min(self.header.rows - self.row);
        self.header.fill(&mut self.buffer, rows * run, &mut self.input)?;
        let (buffer, notation, width) = (&self.buffer, &self.notation, self.header.columns);
        let columns = parallel::parallel_map(wanted.len(), |k| {
            let (column, role) = wanted[k];
            number.column(role, number.entries(buffer, column, width), notation)
        });
        self.buffer.clear();
        Ok((columns, rows))
    }
}

impl Blocks for Npy {
    fn names(&self) -> &[String] {
        &self.selection.names
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        if self.row == self.header.rows {
            return Ok(None);
        }
        let first = self.row;
        let result = self.read_columns();
        // Whatever happens next, an array that failed is over.
        self.row = self.header.rows;
        let (columns, rows) = result?;
        self.row = first + rows;
        if self.row == self.header.rows && !bytes(&mut self.input, 1)?.is_empty() {
            return Err(invalid("more bytes follow after the array; save one array per file"));
        }
        self.notation.block(columns, &self.selection, first as u64 + 1).map(Some)
    }
}

struct Header {
    number: Number,
    fortran_order: bool,
    rows: usize,
    columns: usize,
}

impl Header {
    fn read(input: &mut impl Read) -> Result<Header> {
        let start = bytes(input, MAGIC.len() as u64 + 2)?;
        let version = match start.strip_prefix(MAGIC) {
            Some([major, _]) => *major,
            Some(_) => return Err(truncated()),
            None => return Err(invalid("it does not start as npy files do")),
        };
        let length = match (version, bytes(input, if version == 1 { 2 } else { 4 })?.as_slice()) {
            (1, &[a, b]) => u64::from(u16::from_le_bytes([a, b])),
            (2 | 3, &[a, b, c, d]) => u64::from(u32::from_le_bytes([a, b, c, d])),
            (1..=3, _) => return Err(truncated()),
            _ => return Err(invalid(format!("format version {version}; expected 1, 2 or 3"))),
        };
        if length > LONGEST_HEADER {
            return Err(invalid(format!("a header of {length} bytes; {ADVICE}")));
        }
        let header = bytes(input, length)?;
        if header.len() as u64 != length {
            return Err(truncated());
        }
        let text = std::str::from_utf8(&header).map_err(|_| invalid("the header is not text"))?;
        Header::parse(text)
    }

    /// From text such as `{'descr': '<f8', 'fortran_order': False, 'shape': (100, 5), }`.
    fn parse(text: &str) -> Result<Header> {
        let fortran_order = match entry(text, "fortran_order")? {
            value if value.starts_with("True") => true,
            value if value.starts_with("False") => false,
            _ => return Err(invalid("fortran_order is neither True nor False")),
        };
        let shape = entry(text, "shape")?
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .and_then(|(inside, _)| {
                let sizes = inside.split(',').map(str::trim).filter(|size| !size.is_empty());
                sizes.map(|size| size.parse().ok()).collect::<Option<Vec<usize>>>()
            })
            .ok_or_else(|| invalid("the shape is not a list of sizes"))?;
        let &[rows, columns] = shape.as_slice() else {
            let found = count(shape.len(), "dimension");
            return Err(invalid(format!("the array has {found}; expected 2, rows by variables")));
        };
        Ok(Header { number: Number::parse(entry(text, "descr")?)?, fortran_order, rows, columns })
    }

    /// Bytes that lie together: a row, or a column in Fortran order.
    fn run(&self) -> Result<usize> {
        let (runs, run) = match self.fortran_order {
            true => (self.columns, self.rows),
            false => (self.rows, self.columns),
        };
        let size = run.checked_mul(self.number.width);
        size.filter(|size| size.checked_mul(runs).is_some()).ok_or_else(|| {
            invalid(format!("the shape ({}, {}) is impossible", self.rows, self.columns))
        })
    }

    /// Reads until the buffer has so many bytes.
    fn fill(&self, buffer: &mut Vec<u8>, size: usize, input: &mut impl Read) -> Result<()> {
        let lacking = size.saturating_sub(buffer.len());
        let read = input.by_ref().take(lacking as u64).read_to_end(buffer);
        if read.map_err(Error::Read)? < lacking { Err(truncated()) } else { Ok(()) }
    }
}

const ADVICE: &str = "save it with numpy.save(path, array.astype(float))";

fn invalid(problem: impl Into<String>) -> Error {
    Error::Format { format: "npy", problem: problem.into() }
}

fn truncated() -> Error {
    invalid("it ends too early; was it copied completely?")
}

fn unsupported(descr: &str) -> Error {
    let kind: String = descr.chars().take_while(|&c| c != ',').take(40).collect();
    invalid(format!("numbers of type {kind} are not supported; {ADVICE}"))
}

/// What follows `'key':` in the header.
fn entry<'a>(text: &'a str, key: &str) -> Result<&'a str> {
    [format!("'{key}'"), format!("\"{key}\"")]
        .iter()
        .find_map(|key| text.split_once(key.as_str()))
        .and_then(|(_, rest)| rest.trim_start().strip_prefix(':'))
        .map(str::trim_start)
        .ok_or_else(|| invalid(format!("its header has no entry '{key}'")))
}

/// The next `count` bytes, or as many as there are.
fn bytes(input: &mut impl Read, count: u64) -> Result<Vec<u8>> {
    let mut bytes = vec![];
    input.by_ref().take(count).read_to_end(&mut bytes).map_err(Error::Read)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Label, Table};

    fn npy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
        let length = (header.len() as u16).to_le_bytes();
        [MAGIC, b"\x01\x00", &length, header.as_bytes(), data].concat()
    }

    /// An array of a single block.
    fn read(file: &[u8]) -> Result<Table> {
        let mut blocks =
            Npy::open(Box::new(std::io::Cursor::new(file.to_vec())), &Reading::default())?;
        let names = blocks.names().to_vec();
        Table::new(names, blocks.next_block()?.unwrap_or_default().columns)
    }

    fn problem(file: &[u8]) -> String {
        read(file).unwrap_err().to_string()
    }

    #[test]
    fn reads_every_kind_in_both_orders() {
        let columns = |descr, data: &[u8]| {
            read(&npy(descr, "False", "(2, 2)", data)).unwrap().columns().concat()
        };
        let le8 = [1.5f64, -2.0, 3.0, 1e300].map(f64::to_le_bytes).concat();
        let be8 = [1.5f64, -2.0, 3.0, 1e300].map(f64::to_be_bytes).concat();
        assert_eq!(columns("'<f8'", &le8), [1.5, 3.0, -2.0, 1e300]);
        assert_eq!(columns("'>f8'", &be8), [1.5, 3.0, -2.0, 1e300]);
        let be4 = [1.5f32, -2.0, 3.0, 0.25].map(f32::to_be_bytes).concat();
        assert_eq!(columns("'>f4'", &be4), [1.5, 3.0, -2.0, 0.25]);
        let i2 = [1i16, -2, 3, i16::MIN].map(i16::to_le_bytes).concat();
        assert_eq!(columns("'<i2'", &i2), [1.0, 3.0, -2.0, -32768.0]);
        let i8 = [1i64, -2, 3, -(1 << 40)].map(i64::to_be_bytes).concat();
        assert_eq!(columns("'>i8'", &i8), [1.0, 3.0, -2.0, -(2f64.powi(40))]);
        assert_eq!(columns("'|u1'", &[1, 2, 3, 255]), [1.0, 3.0, 2.0, 255.0]);
        assert_eq!(columns("'|i1'", &[1, 2, 3, 255]), [1.0, 3.0, 2.0, -1.0]);
        assert_eq!(columns("'|b1'", &[1, 0, 0, 1]), [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn only_wanted_columns_in_blocks() {
        let rows = BLOCK_BYTES / 3 + 10;
        let data: Vec<u8> = (0..3 * rows).map(|k| (k % 251) as u8).collect();
        for (order, at) in [("False", [1, 3, 0]), ("True", [rows, 1, 0])] {
            let file = npy("'|u1'", order, &format!("({rows}, 3)"), &data);
            let reading = Reading {
                drop: vec!["x3".into()],
                missing: Some(vec!["250".into()]),
                ..Reading::default()
            };
            let mut blocks = Npy::open(Box::new(std::io::Cursor::new(file)), &reading).unwrap();
            let mut second = vec![];
            let mut count = 0;
            while let Some(block) = blocks.next_block().unwrap() {
                assert_eq!(block.columns.len(), 2);
                second.extend(block.columns[1].clone());
                count += 1;
            }
            assert_eq!((second.len(), count), (rows, if order == "True" { 1 } else { 2 }));
            for (r, &x) in second.iter().enumerate() {
                match data[at[0] + r * at[1]] {
                    250 => assert!(x.is_nan()),
                    byte => assert_eq!(x, f64::from(byte)),
                }
            }
        }
    }

    #[test]
    fn weights_are_a_column() {
        let file = npy("'|u1'", "False", "(2, 3)", &[1, 2, 3, 4, 5, 6]);
        let reading = Reading { weights: Some("x2".into()), ..Reading::default() };
        let mut blocks = Npy::open(Box::new(std::io::Cursor::new(file)), &reading).unwrap();
        let block = blocks.next_block().unwrap().unwrap();
        assert_eq!(block.columns, [[1.0, 4.0], [3.0, 6.0]]);
        assert_eq!(block.weights, Some(vec![2.0, 5.0]));
    }

    #[test]
    fn groups_are_a_column() {
        let groups = |descr, order, data: &[u8]| {
            let file = npy(descr, order, "(4, 3)", data);
            let reading = Reading { groups: Some("x2".into()), ..Reading::default() };
            let mut blocks = Npy::open(Box::new(std::io::Cursor::new(file)), &reading).unwrap();
            let block = blocks.next_block().unwrap().unwrap();
            assert_eq!(block.columns, [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]);
            block.groups.unwrap()
        };
        let of = |labels: [f64; 4]| {
            let (a, b) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]);
            let rows = (0..4).flat_map(|r| [a[r], labels[r], b[r]]).collect::<Vec<_>>();
            let columns = [a, labels, b].concat();
            let bytes =
                |all: Vec<f64>| all.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<_>>();
            let (rows, columns) = (bytes(rows), bytes(columns));
            let found = groups("'<f8'", "False", &rows);
            assert_eq!(found, groups("'<f8'", "True", &columns));
            found
        };
        let found = of([0.0, -0.0, 2.5, f64::NAN]);
        assert_eq!(found, [Label::of(0), Label::of(0), Label::of(2.5), Label::MISSING]);
        // As doubles these would be one.
        let large = (1i64 << 60) + 1;
        let rows = [1, large, 5, 2, large + 1, 6, 3, -large, 7, 4, large, 8];
        let found = groups("'>i8'", "False", &rows.map(i64::to_be_bytes).concat());
        assert_eq!(found, [large, large + 1, -large, large].map(Label::of));
    }

    #[test]
    fn fortran_order_is_by_columns() {
        let file = npy("'|u1'", "True", "(3, 2)", &[1, 2, 3, 4, 5, 6]);
        let table = read(&file).unwrap();
        assert_eq!(table.columns(), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!(table.names(), ["x1", "x2"]);
    }

    #[test]
    fn says_what_is_wrong() {
        let four = [0u8; 4];
        let huge = format!("({}, 32768)", u64::MAX / 16);
        for (file, expected) in [
            (b"NUMPY".to_vec(), "does not start"),
            (MAGIC.to_vec(), "too early"),
            (npy("'|u1'", "False", "(2, 2)", &four[..3]), "too early"),
            (npy("'|u1'", "False", "(2, 2)", &[0; 5]), "more bytes"),
            (npy("'|u1'", "False", "(4,)", &four), "1 dimension;"),
            (npy("'|u1'", "False", "(2, 2, 1)", &four), "3 dimensions"),
            (npy("'|u1'", "False", &huge, &four), "impossible"),
            (npy("'|u1'", "False", "(2, 1000000000000)", &four), "more than 32768 columns"),
            (npy("'|u1'", "True", "(2, 1000000000000)", &four), "more than 32768 columns"),
            (npy("'|u1'", "True", "(1000000000000, 2)", &four), "too early"),
            (npy("'|u1'", "Maybe", "(2, 2)", &four), "neither"),
            (npy("'|O'", "False", "(2, 2)", &four), "astype(float)"),
            (npy("[('a', '<f8')]", "False", "(2, 2)", &four), "astype(float)"),
            (npy("'<f2'", "False", "(1, 2)", &four), "astype(float)"),
            (npy("'|u1'", "False", "(0, 2)", &[]), "no rows"),
            (npy("'|u1'", "False", "(2, 0)", &[]), "no columns"),
        ] {
            assert!(problem(&file).contains(expected), "{}", problem(&file));
        }
        let infinite = [1.0, 2.0, 3.0, f64::INFINITY].map(f64::to_le_bytes).concat();
        let shown = problem(&npy("'<f8'", "False", "(2, 2)", &infinite));
        assert!(shown.starts_with("row 2, column \"x2\": inf is not a finite number; "), "{shown}");
    }
}
