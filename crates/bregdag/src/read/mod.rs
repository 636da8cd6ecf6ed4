//! Files in.
//!
//! Reader's guide. Nothing here opens a file: readers take anything that implements `Read`, or bytes.
//! What comes in is untrusted: a reader answers every sequence of bytes with a value or an [`Error`] that
//! says where and what, and it never allocates more than a small multiple of the bytes that are really
//! there.
//!
//! [`open`] tells tables apart by their first bytes and gives blocks of rows: delimited text (`csv`),
//! NumPy arrays (`npy`), Parquet and Arrow (`arrow`, with the feature of that name), Excel (`xlsx`). [`graphs`] reads a
//! graph as JSON, matrix or edge list, [`matrix`] a square table, [`rules`] what is known beforehand.
//! `records` goes through small files of delimited text.

#[cfg(feature = "arrow")]
mod arrow;
mod blanks;
mod coding;
mod comments;
pub mod content;
mod csv;
mod decoder;
mod delimiter;
mod edge_list;
pub mod graphs;
mod header;
pub mod matrix;
mod notation;
mod npy;
mod pieces;
mod reading;
pub(crate) mod records;
mod rows;
pub mod rules;
mod source;
mod split;
mod words;
#[cfg(feature = "xlsx")]
mod xlsx;

use std::io::{Cursor, Read};

pub use coding::Coding;
pub use reading::{Header, Reading, Text};
pub use source::{Source, open};

use crate::data::Table;
use crate::error::{Error, Result};

/// Reads a whole table of whatever format, all columns and no missing values.
///
/// ```
/// let table = bregdag::read::read_table("age;income\n31;2.1\n45;3\n".as_bytes())?;
/// assert_eq!(table.columns()[1], [2.1, 3.0]);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn read_table(mut input: impl Read) -> Result<Table> {
    let mut bytes = vec![];
    input.read_to_end(&mut bytes).map_err(Error::Read)?;
    let source = Source::Stream(Box::new(Cursor::new(bytes)));
    let mut blocks = open(source, &Reading::default())?;
    let names = blocks.names().to_vec();
    let mut columns = vec![vec![]; names.len()];
    while let Some(block) = blocks.next_block()? {
        for (column, more) in columns.iter_mut().zip(block.columns) {
            column.extend(more);
        }
    }
    for (name, column) in names.iter().zip(&columns) {
        if let Some(row) = column.iter().position(|x| x.is_nan()) {
            let place = format!("row {}", row + 1);
            return Err(Error::MissingValue { place, column: name.clone() });
        }
    }
    Table::new(names, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_choose_the_reader() {
        let problem = |bytes: &[u8]| read_table(bytes).unwrap_err().to_string();
        assert!(problem(b"\x93NUMPY").contains("npy"));
        assert!(problem(b"\x1f\x8b\x08\x00").contains("gzip file ends too early"));
        // A zip archive, or with the feature an Excel workbook, whose index is not there.
        assert!(problem(b"PK\x03\x04").contains(if cfg!(feature = "xlsx") {
            "Excel"
        } else {
            "zip"
        }));
        assert!(problem(b"%PDF-1.4").contains("PDF"));
        assert!(problem(b"<!DOCTYPE html><html>").contains("web page"));
        assert!(problem(b"PAR1").contains("Parquet"));
        assert!(problem(b"ARROW1").contains("Arrow"));
        assert!(problem(b"").contains("empty"));
        assert!(problem(b"a,b\n").contains("no rows"));
        assert!(problem(b"a,b\n1,2\n").contains("at least two rows"));
        assert!(
            problem(b"a,b\n1,2\nNull,3\n").contains("row 2, column \"a\": the value is missing")
        );
        assert_eq!(read_table(&b"a,b\n1,2\n3,5"[..]).unwrap().rows(), 2);
    }
}
