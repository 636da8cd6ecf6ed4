//! Tables from any source, in whatever format: told apart by their first bytes.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};

use flate2::read::MultiGzDecoder;

use super::csv::Delimited;
use super::npy::{self, Npy};
use super::reading::Reading;
use crate::data::{Block, Blocks};
use crate::error::{Error, Result};
use crate::warning::Warning;

const GZIP: &[u8] = b"\x1f\x8b";
const PARQUET: &[u8] = b"PAR1";
const ARROW_FILE: &[u8] = b"ARROW1";
/// What every message of an Arrow stream starts with.
const ARROW_STREAM: &[u8] = b"\xff\xff\xff\xff";
const ZIP: &[u8] = b"PK\x03\x04";
/// As many bytes as the longest of these has.
const START: u64 = 8;

/// First bytes of formats people try, and what to do with such a file.
const FOREIGN: [(&[u8], &str); 8] = [
    (ZIP, "it is a zip archive, perhaps xlsx or npz; save the table as CSV or npy"),
    (b"\x28\xb5\x2f\xfd", "it is compressed by zstd; unpack it first"),
    (b"BZh", "it is compressed by bzip2; unpack it first"),
    (b"\xfd7zXZ", "it is compressed by xz; unpack it first"),
    (b"\xd0\xcf\x11\xe0", "it is an old Excel file (.xls); save it as .xlsx or as CSV"),
    (b"%PDF", "it is a PDF document; save the table as CSV"),
    (b"FEA1", "it is a Feather file of version 1; save it as version 2 or as CSV"),
    (b"PARE", "it is an encrypted Parquet file; save it without encryption"),
];

/// Where a table comes from; the library opens nothing itself.
pub enum Source {
    /// Anything that can be read once, such as standard input.
    Stream(Box<dyn Read + Send>),
    /// A file. Formats that keep their index at the end are read from it without taking it into
    /// memory whole.
    File(File),
}

/// Finds the format by the first bytes and reads the header: delimited text or npy, either of them
/// also inside gzip, with the feature `arrow` Parquet and Arrow (IPC), as file and as stream, and with the
/// feature `xlsx` a sheet of an Excel workbook.
///
/// ```
/// use bregdag::read::{Reading, Source, open};
///
/// let text = "name,age,income\nAnn,31,2.1\nBob,NA,3\n";
/// let reading = Reading { drop: vec!["name".into()], ..Reading::default() };
/// let mut blocks = open(Source::Stream(Box::new(text.as_bytes())), &reading)?;
/// let block = blocks.next_block()?.expect("two rows");
/// assert_eq!(blocks.names(), ["age", "income"]);
/// assert!(block.columns[0][1].is_nan());
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn open(source: Source, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    let blocks = match source {
        Source::Stream(mut input) => {
            let start = read_start(&mut input)?;
            let whole = Cursor::new(start.clone()).chain(input);
            open_stream(&start, Box::new(whole), reading)
        }
        Source::File(mut file) => {
            let start = read_start(&mut file)?;
            // What cannot go back to its start, such as a pipe, is a stream after all.
            match is_indexed(&start) && file.rewind().is_ok() {
                true => open_indexed(&start, Source::File(file), reading),
                false => {
                    open_stream(&start, Box::new(Cursor::new(start.clone()).chain(file)), reading)
                }
            }
        }
    };
    Ok(Box::new(NotEmpty { blocks: blocks?, any: false }))
}

fn read_start(input: &mut impl Read) -> Result<Vec<u8>> {
    let mut start = vec![];
    input.take(START).read_to_end(&mut start).map_err(Error::Read)?;
    Ok(start)
}

fn open_stream(
    start: &[u8],
    input: Box<dyn Read + Send>,
    reading: &Reading,
) -> Result<Box<dyn Blocks + Send>> {
    if is_indexed(start) {
        return open_indexed(start, Source::Stream(input), reading);
    }
    if !start.starts_with(GZIP) {
        return open_plain(start, input, reading);
    }
    let mut unpacked = Unpacked(MultiGzDecoder::new(io::BufReader::with_capacity(1 << 16, input)));
    let start = read_start(&mut unpacked)?;
    if is_indexed(&start) || start.starts_with(GZIP) {
        return Err(foreign("inside gzip there is a compressed format again; unpack it first"));
    }
    let whole = Cursor::new(start.clone()).chain(unpacked);
    open_plain(&start, Box::new(whole), reading)
}

fn open_plain(
    start: &[u8],
    input: Box<dyn Read + Send>,
    reading: &Reading,
) -> Result<Box<dyn Blocks + Send>> {
    if let Some((_, advice)) = FOREIGN.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(foreign(advice));
    }
    let lower = start.to_ascii_lowercase();
    if lower.starts_with(b"<!doctyp") || lower.starts_with(b"<html") {
        return Err(foreign("it is a web page; was the download an error message?"));
    }
    Ok(match start.starts_with(npy::MAGIC) {
        true => Box::new(Npy::open(input, reading)?),
        false => Box::new(Delimited::open(input, reading)?),
    })
}

/// Whether it is of a format that keeps an index at its end, or types of columns.
fn is_indexed(start: &[u8]) -> bool {
    let magics = [PARQUET, ARROW_FILE, ARROW_STREAM];
    magics.iter().any(|magic| start.starts_with(magic)) || is_workbook(start)
}

/// Whether it may be an Excel workbook, and this build reads such.
fn is_workbook(start: &[u8]) -> bool {
    cfg!(feature = "xlsx") && start.starts_with(ZIP)
}

fn open_indexed(start: &[u8], source: Source, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    #[cfg(feature = "xlsx")]
    if is_workbook(start) {
        return super::xlsx::open(source, reading);
    }
    open_columnar(start, source, reading)
}

#[cfg(feature = "arrow")]
fn open_columnar(
    start: &[u8],
    source: Source,
    reading: &Reading,
) -> Result<Box<dyn Blocks + Send>> {
    use super::arrow;
    if start.starts_with(PARQUET) {
        arrow::open_parquet(source, reading)
    } else if start.starts_with(ARROW_FILE) {
        arrow::open_file(source, reading)
    } else {
        arrow::open_stream(source, reading)
    }
}

#[cfg(not(feature = "arrow"))]
fn open_columnar(start: &[u8], _: Source, _: &Reading) -> Result<Box<dyn Blocks + Send>> {
    Err(foreign(match start.starts_with(PARQUET) {
        true => "it is a Parquet file, which this build cannot read; save the table as CSV or npy",
        false => "it is an Arrow file, which this build cannot read; save the table as CSV or npy",
    }))
}

fn foreign(problem: &str) -> Error {
    Error::Format { format: "table", problem: problem.into() }
}

/// Unpacks gzip and says in its own words what is wrong with it.
struct Unpacked<R: Read>(MultiGzDecoder<R>);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                io::Error::other("the gzip file ends too early; was it copied completely?")
            }
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                io::Error::other("the gzip file is damaged; copy it again")
            }
            _ => error,
        })
    }
}

/// A table that has at least one row.
struct NotEmpty {
    blocks: Box<dyn Blocks + Send>,
    any: bool,
}

impl Blocks for NotEmpty {
    fn names(&self) -> &[String] {
        self.blocks.names()
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        let block = self.blocks.next_block()?;
        if block.is_none() && !self.any {
            return Err(Error::NoRows);
        }
        self.any = true;
        Ok(block)
    }

    fn remarks(&self) -> Vec<Warning> {
        self.blocks.remarks()
    }
}
