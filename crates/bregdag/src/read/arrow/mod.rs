//! Tables of columns that know their types: Parquet, and Arrow's own format as file and as stream.
//!
//! Reader's guide. All of them come as record batches, of the wanted columns only; [`Batches`] makes
//! blocks of those, `numbers` makes doubles of a column and `labels` the labels of groups. What is no
//! number is refused by its name before any row is read.

mod labels;
mod messages;
mod numbers;

use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::Schema;
use bytes::Bytes;
use messages::{Messages, Seekable};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::reader::ChunkReader;

use super::notation::{Column, Notation};
use super::reading::{Reading, Role, Selection};
use super::source::Source;
use crate::data::{Block, Blocks};
use crate::error::{Error, Result};
use crate::parallel;
use crate::text::quoted;

/// Numbers of one block, unless a row has more.
const BLOCK_NUMBERS: usize = 1 << 20;
const PARQUET: &str = "Parquet";
const ARROW: &str = "Arrow";

/// Opens a Parquet file; a stream is taken into memory, since the index is at the end.
pub(super) fn open_parquet(source: Source, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    match source {
        Source::File(mut file) => {
            find_index(&mut file, b"PAR1", PARQUET)?;
            guarded(PARQUET, || read_parquet(file, reading))
        }
        Source::Stream(input) => {
            let mut bytes = Cursor::new(read_all(input)?);
            find_index(&mut bytes, b"PAR1", PARQUET)?;
            guarded(PARQUET, || read_parquet(Bytes::from(bytes.into_inner()), reading))
        }
    }
}

fn read_parquet(
    input: impl ChunkReader + 'static,
    reading: &Reading,
) -> Result<Box<dyn Blocks + Send>> {
    let broken = |error: parquet::errors::ParquetError| broken(PARQUET, &error.to_string());
    let metadata = ArrowReaderMetadata::load(&input, ArrowReaderOptions::new()).map_err(broken)?;
    let selection = select(metadata.schema(), reading)?;
    let mut columns = metadata.metadata().row_groups().iter().flat_map(|group| group.columns());
    if columns.any(|column| {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        start < 0 || column.compressed_size() < 0
    }) {
        return Err(self::broken(PARQUET, "a column at a negative place; is it damaged?"));
    }
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(input, metadata);
    let wanted = ProjectionMask::roots(builder.parquet_schema(), positions(&selection));
    let rows = rows_per_block(&selection);
    let reader = builder.with_projection(wanted).with_batch_size(rows).build().map_err(broken)?;
    let batches =
        reader.map(|batch| batch.map_err(|error| self::broken(PARQUET, &error.to_string())));
    Ok(Batches::over(batches, PARQUET, selection, reading))
}

/// Opens an Arrow file; a stream is taken into memory, since the index is at the end.
pub(super) fn open_file(source: Source, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    let input: Box<dyn Seekable> = match source {
        Source::File(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
        Source::Stream(input) => Box::new(Cursor::new(read_all(input)?)),
    };
    read_messages(guarded(ARROW, || Messages::of_file(input))?, reading)
}

/// Opens an Arrow stream.
pub(super) fn open_stream(source: Source, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    let input = match source {
        Source::File(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
        Source::Stream(input) => input,
    };
    read_messages(guarded(ARROW, || Messages::of_stream(input))?, reading)
}

fn read_messages(mut messages: Messages, reading: &Reading) -> Result<Box<dyn Blocks + Send>> {
    let selection = select(messages.schema(), reading)?;
    messages.want(positions(&selection).collect());
    Ok(Batches::over(messages, ARROW, selection, reading))
}

fn read_all(mut input: impl Read) -> Result<Vec<u8>> {
    let mut bytes = vec![];
    input.read_to_end(&mut bytes).map_err(Error::Read)?;
    Ok(bytes)
}

/// Both kinds of files end with the length of their index and the bytes they start with; what was
/// cut off shows here. The place of that length, and the length.
fn find_index(
    input: &mut (impl Read + Seek),
    magic: &[u8],
    format: &'static str,
) -> Result<(u64, u64)> {
    let tail = 4 + magic.len() as u64;
    let size = input.seek(SeekFrom::End(0)).map_err(Error::Read)?;
    let place = size.checked_sub(tail).filter(|&place| place >= magic.len() as u64);
    let place = place.ok_or_else(|| truncated(format))?;
    input.seek(SeekFrom::Start(place)).map_err(Error::Read)?;
    let mut end = vec![];
    input.by_ref().take(tail).read_to_end(&mut end).map_err(Error::Read)?;
    input.rewind().map_err(Error::Read)?;
    match end.split_first_chunk() {
        Some((&length, end)) if end == magic => match u64::from(u32::from_le_bytes(length)) {
            length if length > place => Err(broken(format, "its index is damaged")),
            length => Ok((place, length)),
        },
        _ => Err(truncated(format)),
    }
}

/// Where in the file the columns are that are read.
fn positions(selection: &Selection) -> impl Iterator<Item = usize> {
    selection.taken().into_iter().map(|(column, _)| column)
}

/// The wanted columns; they must hold numbers, or what can be the label of a group.
fn select(schema: &Schema, reading: &Reading) -> Result<Selection> {
    let names = schema.fields().iter().map(|field| field.name().trim());
    let selection = Selection::of(names, reading)?;
    let groups = selection.groups.map(|column| schema.field(column));
    if let Some(field) = groups.filter(|field| !labels::is_label(field.data_type())) {
        let (column, kind) = (field.name().clone(), field.data_type().to_string());
        return Err(Error::LabelType { column, kind });
    }
    let text: Vec<_> = positions(&selection)
        .filter(|&column| selection.groups != Some(column))
        .map(|column| schema.field(column))
        .filter(|field| !numbers::is_number(field.data_type()))
        .collect();
    match text.first() {
        None => Ok(selection),
        Some(field) => Err(Error::TextColumns {
            columns: text.iter().map(|field| field.name().trim().into()).collect(),
            example: format!("{} is of type {}", quoted(field.name()), field.data_type()),
        }),
    }
}

fn rows_per_block(selection: &Selection) -> usize {
    (BLOCK_NUMBERS / selection.names.len().max(1)).max(1)
}

/// Record batches as blocks; a large batch gives several.
struct Batches<R> {
    /// Nothing after a failure.
    reader: Option<R>,
    format: &'static str,
    selection: Selection,
    notation: Notation,
    /// What is left of the present batch.
    batch: Option<RecordBatch>,
    /// Rows that have been handed out.
    row: u64,
}

impl<R: Iterator<Item = Result<RecordBatch>> + Send + 'static> Batches<R> {
    fn over(
        reader: R,
        format: &'static str,
        selection: Selection,
        reading: &Reading,
    ) -> Box<dyn Blocks + Send> {
        let notation = Notation::new(reading);
        Box::new(Batches { reader: Some(reader), format, selection, notation, batch: None, row: 0 })
    }

    /// The next rows, not more than a block has.
    fn next_rows(&mut self) -> Result<Option<RecordBatch>> {
        let batch = loop {
            if let Some(batch) = self.batch.take().filter(|batch| batch.num_rows() > 0) {
                break batch;
            }
            let Some(mut reader) = self.reader.take() else { return Ok(None) };
            let Some(batch) = guarded(self.format, || reader.next().transpose())? else {
                return Ok(None);
            };
            self.reader = Some(reader);
            self.batch = Some(batch);
        };
        let rows = rows_per_block(&self.selection).min(batch.num_rows());
        self.batch = Some(batch.slice(rows, batch.num_rows() - rows));
        Ok(Some(batch.slice(0, rows)))
    }
}

/// What an array holds; nothing if its type cannot be read as that.
fn column(role: Role, array: &ArrayRef, notation: &Notation) -> Option<Column> {
    match role {
        Role::Groups => labels::of(array, notation).map(Column::Groups),
        Role::Weights => numbers::of(array).map(Column::Weights),
        _ => numbers::of(array).map(Column::Variable),
    }
}

impl<R: Iterator<Item = Result<RecordBatch>> + Send + 'static> Blocks for Batches<R> {
    fn names(&self) -> &[String] {
        &self.selection.names
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        let Some(batch) = self.next_rows()? else { return Ok(None) };
        let (columns, taken) = (batch.columns(), self.selection.taken());
        let notation = &self.notation;
        let read = |k: usize| column(taken[k].1, &columns[k], notation);
        let read = || Ok(parallel::parallel_map(columns.len().min(taken.len()), read));
        let columns = guarded(self.format, read)?;
        let columns = columns.into_iter().collect::<Option<Vec<_>>>();
        let columns = columns.ok_or_else(|| broken(self.format, "a column changed its type"))?;
        let first = self.row + 1;
        self.row += batch.num_rows() as u64;
        self.notation.block(columns, &self.selection, first).map(Some)
    }
}

/// What the crates below make of damaged bytes. They check much, but not all: what is left ends in a
/// panic there, which becomes an error here. What took part in it is not used again.
fn guarded<T>(format: &'static str, read: impl FnOnce() -> Result<T>) -> Result<T> {
    let damaged = || broken(format, "its parts contradict each other; is it damaged?");
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged()))
}

fn broken(format: &'static str, problem: &str) -> Error {
    // The readers below say it in many ways.
    let ends = ["failed to fill whole buffer", "Unexpected end of", "EOF", "Eof"];
    match ends.iter().any(|end| problem.contains(end)) {
        true => truncated(format),
        false => Error::Format { format, problem: problem.into() },
    }
}

fn truncated(format: &'static str) -> Error {
    let problem = "it ends too early; was it copied completely?".into();
    Error::Format { format, problem }
}
