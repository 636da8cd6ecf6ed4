//! A sheet of an Excel workbook, as delimited text: so everything that holds for text holds for it.
//!
//! Reader's guide. A workbook is a zip archive of XML. [`check`] unpacks each part once to nothing, so that what
//! would not fit is refused before anybody believes in it; calamine then gives the cells, which are kept sparsely;
//! [`Text`] writes them row by row, with tabs between and text in quotes. Lines are the rows of the sheet.

use std::collections::HashMap;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use calamine::{DataRef, Reader, Xlsx, XlsxError};
use zip::ZipArchive;

use super::csv::Delimited;
use super::reading::Reading;
use super::source::Source;
use crate::data::{Block, Blocks};
use crate::error::{Error, Result};
use crate::warning::Warning;

const FORMAT: &str = "Excel";
const TAB: u8 = b'\t';
/// Bytes of XML that a byte of the file can stand for: sheets of numbers have ten, of one number a hundred.
const MOST_UNPACKED: u64 = 200;
/// Bytes of XML that are never too many, and those between two tags.
const UNPACKED: u64 = 16 << 20;
const LONGEST_TEXT: usize = 1 << 20;
/// Empty cells for each that is not: a sheet with more of them is no table.
const MOST_EMPTY: u64 = 1000;

trait Seekable: Read + Seek + Send {}
impl<T: Read + Seek + Send> Seekable for T {}

/// Opens a workbook; a stream is taken into memory, since its index is at the end.
pub(super) fn open(source: Source, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    let mut input: Box<dyn Seekable> = match source {
        Source::File(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
        Source::Stream(mut input) => {
            let mut bytes = vec![];
            input.read_to_end(&mut bytes).map_err(Error::Read)?;
            Box::new(Cursor::new(bytes))
        }
    };
    let read = || -> Result<(Cells, Option<Warning>)> {
        check(&mut input)?;
        input.rewind().map_err(Error::Read)?;
        let mut book = Xlsx::new(input).map_err(damaged)?;
        let (name, remark) = choose(book.sheet_names(), reading)?;
        Ok((Cells::of(&mut book, &name)?, remark))
    };
    // The crates below check much; what is left ends in a panic there.
    let read = catch_unwind(AssertUnwindSafe(read));
    let (cells, remark) =
        read.unwrap_or_else(|_| Err(invalid("its parts contradict each other; is it damaged?")))?;
    let text = Text::of(cells, reading.decimal_comma)?;
    let blocks = Delimited::of_text(Box::new(text), reading, TAB)?;
    Ok(Box::new(Sheet { blocks, remark }))
}

/// The sheet that is read, and what to say of it.
fn choose(names: Vec<String>, reading: &Reading) -> Result<(String, Option<Warning>)> {
    let wanted = match &reading.sheet {
        Some(name) => names.iter().position(|other| other == name),
        None if names.is_empty() => return Err(invalid("it has no sheet")),
        None => Some(0),
    };
    let Some(at) = wanted else {
        let name = reading.sheet.clone().unwrap_or_default();
        return Err(Error::NoSuchSheet { name, there: names });
    };
    let read = names[at].clone();
    let others: Vec<String> = names.into_iter().filter(|name| *name != read).collect();
    let say = reading.sheet.is_none() && !others.is_empty();
    Ok((read.clone(), say.then_some(Warning::OneSheet { read, others })))
}

/// Refuses an archive that is no workbook, or unpacks to more than a workbook does.
fn check(input: &mut (impl Read + Seek)) -> Result<()> {
    let size = input.seek(io::SeekFrom::End(0)).map_err(Error::Read)?;
    input.rewind().map_err(Error::Read)?;
    let truncated = |_| invalid("its index cannot be read; was it copied completely?");
    let mut archive = ZipArchive::new(input).map_err(truncated)?;
    let is_part = |name: &str| name.to_ascii_lowercase().starts_with("xl/");
    if !archive.file_names().flatten().any(|name| is_part(&name)) {
        let advice = "it is a zip archive, perhaps npz; save the table as CSV or npy";
        return Err(Error::Format { format: "table", problem: advice.into() });
    }
    let mut left = UNPACKED.max(size.saturating_mul(MOST_UNPACKED));
    let mut buffer = vec![0; 1 << 16];
    for k in 0..archive.len() {
        let mut part = archive.by_index(k).map_err(|error| invalid(error.to_string()))?;
        let name = part.name().map_err(|error| invalid(error.to_string()))?.to_ascii_lowercase();
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            continue;
        }
        let mut text = 0;
        loop {
            let count = part.read(&mut buffer).map_err(|error| invalid(error.to_string()))?;
            if count == 0 {
                break;
            }
            left =
                left.checked_sub(count as u64).ok_or_else(|| invalid("it unpacks to too much"))?;
            let read = &buffer[..count];
            text = match memchr::memrchr(b'<', read) {
                Some(tag) => count - tag,
                None => text + count,
            };
            if text > LONGEST_TEXT {
                return Err(invalid("a text in it is too long"));
            }
        }
    }
    Ok(())
}

/// What is in a cell.
#[derive(Clone)]
enum Value {
    Number(f64),
    Word(Arc<str>),
}

/// The cells of a sheet that hold something, row by row.
struct Cells {
    cells: Vec<(u32, u32, Value)>,
}

impl Cells {
    fn of<R: Read + Seek>(book: &mut Xlsx<R>, name: &str) -> Result<Cells> {
        let mut reader = book.worksheet_cells_reader(name).map_err(damaged)?;
        let (mut cells, mut words) = (vec![], HashMap::new());
        while let Some(cell) = reader.next_cell().map_err(damaged)? {
            let (row, column) = cell.get_position();
            let value = match cell.get_value() {
                DataRef::Int(x) => Value::Number(*x as f64),
                DataRef::Float(x) => Value::Number(*x),
                DataRef::Bool(truth) => word(&mut words, if *truth { "TRUE" } else { "FALSE" }),
                DataRef::String(text) => word(&mut words, text),
                DataRef::SharedString(text) => word(&mut words, text),
                DataRef::DateTime(time) => {
                    let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
                    let text =
                        format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
                    word(&mut words, &text)
                }
                DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => word(&mut words, text),
                // What could not be computed is missing.
                DataRef::Error(_) | DataRef::Empty => continue,
            };
            cells.push((row, column, value));
        }
        cells.sort_by_key(|&(row, column, _)| (row, column));
        cells.dedup_by_key(|&mut (row, column, _)| (row, column));
        Ok(Cells { cells })
    }
}

/// Each word is there once, and none is longer than a field may be.
fn word(words: &mut HashMap<Box<str>, Arc<str>>, text: &str) -> Value {
    let end = text.char_indices().nth(LONGEST_WORD).map_or(text.len(), |(at, _)| at);
    let text = &text[..end];
    if let Some(known) = words.get(text) {
        return Value::Word(known.clone());
    }
    let new: Arc<str> = text.into();
    words.insert(text.into(), new.clone());
    Value::Word(new)
}

/// No name or grade has more letters.
const LONGEST_WORD: usize = 4096;

/// The cells as text.
struct Text {
    cells: std::vec::IntoIter<(u32, u32, Value)>,
    next: Option<(u32, u32, Value)>,
    /// The row that is written next, and the columns of a whole one.
    row: u32,
    columns: std::ops::Range<u32>,
    decimal_comma: bool,
    ready: Vec<u8>,
    at: usize,
}

impl Text {
    fn of(cells: Cells, decimal_comma: bool) -> Result<Text> {
        let cells = cells.cells;
        let first = cells.iter().map(|&(_, column, _)| column).min().unwrap_or(0);
        let header = cells.first().map_or(0, |&(row, ..)| row);
        let of_header = cells.iter().take_while(|&&(row, ..)| row == header);
        let end = of_header.map(|&(_, column, _)| column + 1).max().unwrap_or(first);
        let mut rows: Vec<u32> = cells.iter().map(|&(row, ..)| row).collect();
        rows.dedup();
        let all = rows.len() as u64 * u64::from(end - first.min(end));
        if all > MOST_EMPTY.saturating_mul(cells.len() as u64) {
            return Err(invalid("the sheet is nearly empty, no table"));
        }
        let mut cells = cells.into_iter();
        let next = cells.next();
        let (columns, ready) = (first..end, vec![]);
        Ok(Text { cells, next, row: 0, columns, decimal_comma, ready, at: 0 })
    }

    /// Writes the next row, blank if nothing is in it.
    fn write_row(&mut self) {
        let mut column = self.columns.start;
        let is_blank = self.next.as_ref().is_none_or(|&(row, ..)| row != self.row);
        while let Some((_, place, value)) = self.next.take_if(|&mut (row, ..)| row == self.row) {
            let gap = (place - column) as usize;
            self.ready.extend(std::iter::repeat_n(TAB, gap));
            column = place;
            self.write(&value);
            self.next = self.cells.next();
        }
        if !is_blank {
            let gap = self.columns.end.saturating_sub(column + 1) as usize;
            self.ready.extend(std::iter::repeat_n(TAB, gap));
        }
        self.ready.push(b'\n');
        self.row += 1;
    }

    fn write(&mut self, value: &Value) {
        match value {
            Value::Number(x) if x.is_finite() => {
                let mut buffer = ryu::Buffer::new();
                let digits = buffer.format_finite(*x);
                let digits = digits.strip_suffix(".0").unwrap_or(digits);
                let comma = self.decimal_comma;
                self.ready
                    .extend(digits.bytes().map(|b| if b == b'.' && comma { b',' } else { b }));
            }
            Value::Number(_) => {}
            Value::Word(text) => {
                self.ready.push(b'"');
                for byte in text.bytes() {
                    if byte == b'"' {
                        self.ready.push(byte);
                    }
                    self.ready.push(byte);
                }
                self.ready.push(b'"');
            }
        }
    }
}

impl Read for Text {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.ready.len() {
            self.ready.clear();
            self.at = 0;
            while self.next.is_some() && self.ready.len() < 1 << 16 {
                self.write_row();
            }
        }
        let count = out.len().min(self.ready.len() - self.at);
        out[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The table of a sheet.
struct Sheet {
    blocks: Delimited,
    remark: Option<Warning>,
}

impl Blocks for Sheet {
    fn names(&self) -> &[String] {
        self.blocks.names()
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        self.blocks.next_block()
    }

    fn remarks(&self) -> Vec<Warning> {
        self.remark.iter().cloned().chain(self.blocks.remarks()).collect()
    }
}

fn damaged(error: XlsxError) -> Error {
    invalid(format!("{error}; is it damaged?"))
}

fn invalid(problem: impl Into<String>) -> Error {
    Error::Format { format: FORMAT, problem: problem.into() }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use zip::write::SimpleFileOptions;

    /// A workbook of these sheets; a cell is a number, or text in quotes.
    fn workbook(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
        let mut file = zip::ZipWriter::new(Cursor::new(vec![]));
        let mut add = |name: &str, text: &str| {
            file.start_file(name, SimpleFileOptions::default()).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        };
        let numbers = 1..=sheets.len();
        let each = |of: &dyn Fn(usize) -> String| numbers.clone().map(of).collect::<String>();
        add(
            "[Content_Types].xml",
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"></Types>",
        );
        add(
            "_rels/.rels",
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
             <Relationship Id=\"r\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/\
             officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
        );
        let links = each(&|k| {
            format!(
                "<Relationship Id=\"rId{k}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/\
                 relationships/worksheet\" Target=\"worksheets/sheet{k}.xml\"/>"
            )
        });
        add(
            "xl/_rels/workbook.xml.rels",
            &format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{links}\
                 </Relationships>"
            ),
        );
        let listed = each(&|k| {
            format!("<sheet name=\"{}\" sheetId=\"{k}\" r:id=\"rId{k}\"/>", sheets[k - 1].0)
        });
        add(
            "xl/workbook.xml",
            &format!(
                "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
                 xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{listed}\
                 </sheets></workbook>"
            ),
        );
        for (k, (_, rows)) in sheets.iter().enumerate() {
            let mut text = String::new();
            for (r, row) in rows.iter().enumerate() {
                text += &format!("<row r=\"{}\">", r + 1);
                for (c, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    let place = format!("{}{}", (b'A' + c as u8) as char, r + 1);
                    text += &match cell.parse::<f64>() {
                        Ok(_) => format!("<c r=\"{place}\"><v>{cell}</v></c>"),
                        Err(_) => {
                            format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>")
                        }
                    };
                }
                text += "</row>";
            }
            add(
                &format!("xl/worksheets/sheet{}.xml", k + 1),
                &format!(
                    "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{text}\
                     </sheetData></worksheet>"
                ),
            );
        }
        file.finish().unwrap().into_inner()
    }

    fn blocks(bytes: Vec<u8>, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
        super::super::open(Source::Stream(Box::new(Cursor::new(bytes))), reading)
    }

    fn problem(bytes: Vec<u8>) -> String {
        let whole = blocks(bytes, &Reading::default()).and_then(|mut blocks| {
            while blocks.next_block()?.is_some() {}
            Ok(())
        });
        whole.unwrap_err().to_string()
    }

    const FIRST: &[&[&str]] = &[
        &["", "age", "dose, mg"],
        &["1", "31", "2.5"],
        &[],
        &["2", "", "1e-3"],
        &["3", "45", "4"],
    ];

    #[test]
    fn the_first_sheet_is_read_and_another_on_request() {
        let book = workbook(&[("Data", FIRST), ("More", &[&["x", "y"], &["1", "2"]])]);
        let mut read = blocks(book.clone(), &Reading::default()).unwrap();
        assert_eq!(read.names(), ["age", "dose, mg"]);
        let block = read.next_block().unwrap().unwrap();
        assert_eq!(block.columns[1], [2.5, 1e-3, 4.0]);
        assert!(block.columns[0][1].is_nan());
        assert!(read.next_block().unwrap().is_none());
        let remarks = read.remarks();
        let others = vec!["More".to_string()];
        assert_eq!(remarks[0], Warning::OneSheet { read: "Data".into(), others });
        assert_eq!(remarks[1], Warning::RowNames { column: String::new() });
        let more = Reading { sheet: Some("More".into()), ..Reading::default() };
        let mut read = blocks(book.clone(), &more).unwrap();
        assert_eq!(read.next_block().unwrap().unwrap().columns, [[1.0], [2.0]]);
        assert_eq!(read.remarks(), []);
        let none = Reading { sheet: Some("data".into()), ..Reading::default() };
        let shown = blocks(book, &none).err().unwrap().to_string();
        assert_eq!(shown, "no sheet is named \"data\"; there are \"Data\", \"More\"");
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert!(problem(workbook(&[])).contains("no sheet"));
        assert!(problem(workbook(&[("a", &[])])).contains("empty"));
        let shown = problem(workbook(&[("a", &[&["x", "y"], &["1", "2", "3", "4"]])]));
        assert!(shown.contains("line 2: expected 2 fields as in the header, found 4"), "{shown}");
        let shown =
            problem(workbook(&[("a", &[&["x", "y"], &["1", "big"], &["2", "3"], &["4", "5"]])]));
        assert!(shown.contains("line 2 has \"big\" in \"y\""), "{shown}");
        let mut archive = zip::ZipWriter::new(Cursor::new(vec![]));
        archive.start_file("a.npy", SimpleFileOptions::default()).unwrap();
        let shown = problem(archive.finish().unwrap().into_inner());
        assert!(shown.contains("zip archive"), "{shown}");
        let book = workbook(&[("a", FIRST)]);
        assert!(problem(book[..book.len() / 2].to_vec()).contains("Excel"));
    }

    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        let long = "x".repeat(2 * LONGEST_TEXT);
        let shown = problem(workbook(&[("a", &[&["x", "y"], &["1", &long]])]));
        assert!(shown.contains("too long"), "{shown}");
        let long = "x".repeat(LONGEST_TEXT / 2);
        let row: &[&str] = &["1", &long];
        let rows = vec![row; 40];
        let shown = problem(workbook(&[("a", &rows)]));
        assert!(shown.contains("too much"), "{shown}");
    }
}
