//! Files in and out.
//!
//! Reader's guide. Nothing here opens a file: readers take anything that implements `Read`, or bytes,
//! and writers anything that implements `Write`. What comes in is untrusted: a reader answers every
//! sequence of bytes with a value or an [`Error`] that says where and what, and it never allocates
//! more than a small multiple of the bytes that are really there.
//!
//! | file             | holds                                       | reads | writes |
//! |------------------|---------------------------------------------|-------|--------|
//! | [`csv`]          | a table as delimited text                   | yes   | yes    |
//! | [`npy`]          | a table as a NumPy array                    | yes   |        |
//! | [`moments_file`] | the moments of a table                      | yes   | yes    |
//! | [`matrix`]       | W as a square table                         | yes   | yes    |
//! | [`edges`]        | one line per edge                           | yes¹  | yes    |
//! | [`graph_file`]   | a graph as JSON, matrix or edge list        | yes   |        |
//! | [`json`]         | everything about a fit                      | yes¹  | yes    |
//! | [`dot`]          | a drawing for Graphviz                      |       | yes    |
//!
//! ¹ by [`graph_file`]. `records` splits delimited text and knows the lines; `text` writes names and
//! numbers so that they read back as they were.

pub mod csv;
pub mod dot;
pub mod edges;
pub mod graph_file;
pub mod json;
pub mod matrix;
pub mod moments_file;
pub mod npy;
mod records;
mod text;

use std::io::Read;

use crate::data::Table;
use crate::error::{Error, Result};

/// First bytes of formats people try, and what to do with such a file.
const FOREIGN: [(&[u8], &str); 5] = [
    (b"PK\x03\x04", "it is a zip archive, perhaps xlsx or npz; save the table as CSV or npy"),
    (b"\x1f\x8b", "it is compressed by gzip; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "it is compressed by zstd; unpack it first"),
    (b"PAR1", "it is a Parquet file; save the table as CSV or npy"),
    (b"\xd0\xcf\x11\xe0", "it is an old Excel file; save the table as CSV"),
];

/// Reads a table: npy if it starts with the magic bytes of that format, delimited text otherwise.
///
/// ```
/// let table = bregdag::io::read_table("age;income\n31;2.1\n45;3\n".as_bytes())?;
/// assert_eq!(table.columns()[1], [2.1, 3.0]);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn read_table(mut input: impl Read) -> Result<Table> {
    let mut start = vec![];
    input.by_ref().take(npy::MAGIC.len() as u64).read_to_end(&mut start).map_err(Error::Read)?;
    if let Some((_, advice)) = FOREIGN.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(Error::Format { format: "CSV or npy", problem: (*advice).into() });
    }
    let is_npy = start == npy::MAGIC;
    let whole = start.as_slice().chain(input);
    if is_npy { npy::read(whole) } else { csv::read(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_choose_the_reader() {
        let problem = |bytes: &[u8]| read_table(bytes).unwrap_err().to_string();
        assert!(problem(b"\x93NUMPY").contains("npy"));
        assert!(problem(b"\x1f\x8b\x08\x00").contains("gzip"));
        assert!(problem(b"PK\x03\x04").contains("zip"));
        assert!(problem(b"").contains("empty"));
        assert_eq!(read_table(&b"a,b\n1,2\n3,5"[..]).unwrap().rows(), 2);
    }
}
