//! Tables of columns that know their types: Parquet, and Arrow's own format as file and as stream.
//!
//! Reader's guide. All of them come as record batches, of the wanted columns only; [`Batches`] makes
//! blocks of those, `numbers` makes doubles of a column, `words` the same of one that is written as text, and
//! `labels` the labels of groups. What is neither number nor text is refused by its name before any row is read.

mod columns;
mod labels;
mod messages;
mod numbers;
mod words;

use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use bytes::Bytes;
use columns::{positions, select};
use messages::{Messages, Seekable};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::reader::ChunkReader;

use super::decoder::Decoder;
use super::notation::Column;
use super::reading::{Reading, Role, Selection};
use super::source::Source;
use super::words::{Noted, Survey, Words};
use crate::data::{Block, Blocks};
use crate::error::{Error, Result};
use crate::parallel;
use crate::warning::Warning;

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

fn rows_per_block(selection: &Selection) -> usize {
    (BLOCK_NUMBERS / selection.names.len().max(1)).max(1)
}

/// Record batches as blocks; a large batch gives several.
struct Batches<R> {
    /// Nothing after a failure.
    reader: Option<R>,
    format: &'static str,
    selection: Selection,
    decoder: Decoder,
    survey: Survey,
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
        let roles = selection.taken().into_iter().map(|(_, role)| role);
        let numbers: Vec<Role> = roles.filter(|&role| role != Role::Groups).collect();
        let weights = numbers.iter().position(|&role| role == Role::Weights);
        let mut names = selection.names.clone();
        if let Some(place) = weights {
            names.insert(place, selection.weights_name.clone());
        }
        let survey = Survey::new(names.len(), "row");
        let decoder = Decoder::new(names, weights, reading);
        let (reader, batch) = (Some(reader), None);
        Box::new(Batches { reader, format, selection, decoder, survey, batch, row: 0 })
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

impl<R: Iterator<Item = Result<RecordBatch>> + Send + 'static> Batches<R> {
    /// What the columns of some rows hold, and their words.
    fn read(&self, batch: &RecordBatch) -> Result<Vec<(Column, Noted)>> {
        let (columns, taken) = (batch.columns(), self.selection.taken());
        // The reader itself stays on this thread.
        let (decoder, format, first) = (&self.decoder, self.format, self.row);
        let count = columns.len().min(taken.len());
        let place = |k: usize| taken[..k].iter().filter(|(_, role)| *role != Role::Groups).count();
        let changed = || broken(format, "a column changed its type");
        let read = |k: usize| -> Result<(Column, Noted)> {
            let mut noted = Noted::new();
            let (role, array) = (taken[k].1, &columns[k]);
            if role == Role::Groups {
                let labels = labels::of(array, &decoder.notation).ok_or_else(changed)?;
                return Ok((Column::Groups(labels), noted));
            }
            let text = words::of(array, decoder, place(k), first, &mut noted)?;
            let numbers = text.or_else(|| numbers::of(array)).ok_or_else(changed)?;
            Ok(match role {
                Role::Weights => (Column::Weights(numbers), noted),
                _ => (Column::Variable(numbers), noted),
            })
        };
        parallel::parallel_map(count, read).into_iter().collect()
    }
}

impl<R: Iterator<Item = Result<RecordBatch>> + Send + 'static> Blocks for Batches<R> {
    fn names(&self) -> &[String] {
        &self.selection.names
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        while let Some(batch) = self.next_rows()? {
            let read = guarded(self.format, || self.read(&batch))?;
            let first = self.row + 1;
            self.row += batch.num_rows() as u64;
            let (mut columns, mut truths) = (vec![], vec![]);
            for (column, noted) in read {
                if !matches!(column, Column::Groups(_)) {
                    truths.push(noted.values().map(Words::truths).sum::<u64>());
                }
                self.survey.note(noted, 0);
                columns.push(column);
            }
            let numbers = columns.iter().filter_map(|column| match column {
                Column::Variable(x) | Column::Weights(x) => Some(x),
                Column::Groups(_) => None,
            });
            self.survey.see(batch.num_rows(), numbers, |j| truths[j]);
            if !self.survey.is_blocked() {
                let notation = &self.decoder.notation;
                return notation.block(columns, &self.selection, first).map(Some);
            }
        }
        match self.survey.error(&self.decoder.names, &self.decoder.codes) {
            Some(error) => Err(error),
            None => Ok(None),
        }
    }

    fn remarks(&self) -> Vec<Warning> {
        let names = self.selection.row_names.iter();
        let names = names.map(|column| Warning::RowNames { column: column.clone() });
        names.chain(self.survey.remarks(&self.decoder.names, &self.decoder.codes)).collect()
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
