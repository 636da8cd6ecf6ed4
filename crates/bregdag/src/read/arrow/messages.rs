//! Arrow's own format, message by message: the schema, then batches of rows.
//!
//! In a stream one message follows the other; a file has them between its magic bytes, and an index
//! at its end that says where. They are read by ourselves, so that sizes are believed only as far as
//! bytes go; the arrow crates then make columns of each. Dictionaries are kept
//! for the columns that are read; others are passed over.

use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::vec::IntoIter;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::reader::{read_dictionary, read_record_batch};
use arrow_ipc::{
    CompressionType, Message, MessageHeader, convert, root_as_footer, root_as_message,
};
use arrow_schema::{ArrowError, Schema, SchemaRef};

use super::{ARROW, broken, find_index, truncated};
use crate::error::{Error, Result};

const MAGIC: &[u8] = b"ARROW1";
/// What a message starts with since version 0.15 of Arrow; before, with its length.
const CONTINUATION: [u8; 4] = [0xff; 4];
/// The most that a byte of LZ4 and of Zstandard can stand for.
const RATIOS: [(CompressionType, usize); 2] =
    [(CompressionType::LZ4_FRAME, 1 << 8), (CompressionType::ZSTD, 1 << 16)];

/// What a file is read from.
pub(super) trait Seekable: Read + Seek + Send {}
impl<T: Read + Seek + Send> Seekable for T {}

enum Input {
    Stream(Box<dyn Read + Send>),
    /// And where its dictionaries and its batches start.
    File {
        input: Box<dyn Seekable>,
        dictionaries: IntoIter<u64>,
        batches: IntoIter<u64>,
    },
}

/// Reads the messages.
pub(super) struct Messages {
    input: Input,
    schema: SchemaRef,
    /// Which dictionary each column has, if any.
    ids: Vec<Option<i64>>,
    /// The columns to read.
    wanted: Vec<usize>,
    /// Their dictionaries so far.
    dictionaries: HashMap<i64, ArrayRef>,
    ended: bool,
}

impl Messages {
    /// Reads the schema, which comes first.
    pub fn of_stream(mut input: Box<dyn Read + Send>) -> Result<Messages> {
        let (meta, _) = next_message(&mut input)?.ok_or_else(|| truncated(ARROW))?;
        let message = parse(&meta)?;
        let schema = message.header_as_schema().ok_or_else(|| damaged("no schema comes first"))?;
        Messages::new(Input::Stream(input), schema)
    }

    /// Reads the index.
    pub fn of_file(mut input: Box<dyn Seekable>) -> Result<Messages> {
        let (place, length) = find_index(&mut input, MAGIC, ARROW)?;
        input.seek(SeekFrom::Start(place - length)).map_err(Error::Read)?;
        let footer = exactly(&mut input, length)?;
        let footer = root_as_footer(&footer).map_err(|_| damaged("its index is unreadable"))?;
        let schema = footer.schema().ok_or_else(|| damaged("no schema in its index"))?;
        let dictionaries = starts(footer.dictionaries().into_iter().flatten())?;
        let batches = starts(footer.recordBatches().into_iter().flatten())?;
        Messages::new(Input::File { input, dictionaries, batches }, schema)
    }

    fn new(input: Input, schema: arrow_ipc::Schema) -> Result<Messages> {
        if !schema.endianness().equals_to_target_endianness() {
            return Err(damaged("its byte order is not this computer's"));
        }
        let fields = schema.fields().into_iter().flatten();
        let ids = fields.map(|field| field.dictionary().map(|d| d.id())).collect();
        let schema: Schema = convert::try_fb_to_schema(schema).map_err(invalid)?;
        let (schema, dictionaries) = (Arc::new(schema), HashMap::new());
        Ok(Messages { input, schema, ids, wanted: vec![], dictionaries, ended: false })
    }

    /// Says which columns to read.
    pub fn want(&mut self, columns: Vec<usize>) {
        self.wanted = columns;
        let any = self.ids.iter().flatten().any(|&id| self.wants(id));
        if let (Input::File { dictionaries, .. }, false) = (&mut self.input, any) {
            *dictionaries = vec![].into_iter();
        }
    }

    /// Whether a column that is read has this dictionary.
    fn wants(&self, id: i64) -> bool {
        self.wanted.iter().any(|&column| self.ids.get(column) == Some(&Some(id)))
    }

    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    fn next_message(&mut self) -> Result<Option<(Vec<u8>, Vec<u8>)>> {
        match &mut self.input {
            Input::Stream(input) => next_message(input),
            Input::File { input, dictionaries, batches } => {
                let start = dictionaries.next().or_else(|| batches.next());
                let Some(start) = start else { return Ok(None) };
                input.seek(SeekFrom::Start(start)).map_err(Error::Read)?;
                next_message(input)?.ok_or_else(|| truncated(ARROW)).map(Some)
            }
        }
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        while let Some((meta, body)) = self.next_message()? {
            let message = parse(&meta)?;
            match message.header_type() {
                MessageHeader::DictionaryBatch => {
                    self.add_dictionary(&message, body)?;
                    continue;
                }
                MessageHeader::RecordBatch => {}
                _ => return Err(damaged("a message that is no batch of rows")),
            }
            let batch =
                message.header_as_record_batch().ok_or_else(|| damaged("an empty batch"))?;
            check_buffers(&batch, &body)?;
            let (body, schema) = (Buffer::from_vec(body), self.schema.clone());
            let (known, version) = (&self.dictionaries, message.version());
            let wanted = Some(self.wanted.as_slice());
            let batch = read_record_batch(&body, batch, schema, known, wanted, &version);
            return batch.map(Some).map_err(invalid);
        }
        Ok(None)
    }

    /// Takes in a dictionary, or what one has in addition, if a column that is read needs it.
    fn add_dictionary(&mut self, message: &Message, body: Vec<u8>) -> Result<()> {
        let batch = message.header_as_dictionary_batch();
        let batch = batch.ok_or_else(|| damaged("an empty dictionary"))?;
        if !self.wants(batch.id()) {
            return Ok(());
        }
        let values = batch.data().ok_or_else(|| damaged("an empty dictionary"))?;
        check_buffers(&values, &body)?;
        let (body, known, version) =
            (Buffer::from_vec(body), &mut self.dictionaries, message.version());
        read_dictionary(&body, batch, &self.schema, known, &version).map_err(invalid)
    }
}

impl Iterator for Messages {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Result<RecordBatch>> {
        if self.ended {
            return None;
        }
        let batch = self.next_batch().transpose();
        self.ended = !matches!(batch, Some(Ok(_)));
        batch
    }
}

/// Where the parts of a file start.
fn starts<'a>(blocks: impl Iterator<Item = &'a arrow_ipc::Block>) -> Result<IntoIter<u64>> {
    let starts = blocks.map(|block| u64::try_from(block.offset()).ok());
    let starts = starts.collect::<Option<Vec<_>>>();
    Ok(starts.ok_or_else(|| damaged("a negative place"))?.into_iter())
}

/// The description and the body of the next message, or nothing at the end of the stream.
fn next_message(input: &mut impl Read) -> Result<Option<(Vec<u8>, Vec<u8>)>> {
    let mut start = some(input, 4)?;
    if start.is_empty() {
        return Ok(None);
    }
    if start == CONTINUATION {
        start = exactly(input, 4)?;
    }
    let length: [u8; 4] = start.try_into().map_err(|_| truncated(ARROW))?;
    let length = match i32::from_le_bytes(length) {
        0 => return Ok(None),
        length => u64::try_from(length).map_err(|_| damaged("a negative length"))?,
    };
    let meta = exactly(input, length)?;
    let length = parse(&meta)?.bodyLength();
    let length = u64::try_from(length).map_err(|_| damaged("a negative length"))?;
    let body = exactly(input, length)?;
    Ok(Some((meta, body)))
}

fn parse(meta: &[u8]) -> Result<Message<'_>> {
    root_as_message(meta).map_err(|_| damaged("a message cannot be understood"))
}

/// Refuses buffers outside of the message, and such as claim to unpack to more than they can: memory
/// is set aside by that claim.
fn check_buffers(batch: &arrow_ipc::RecordBatch, body: &[u8]) -> Result<()> {
    let codec = batch.compression().map(|compression| compression.codec());
    let ratio = |codec| RATIOS.iter().find(|(known, _)| *known == codec).map(|(_, ratio)| *ratio);
    for buffer in batch.buffers().iter().flatten() {
        let part = usize::try_from(buffer.offset()).ok().and_then(|start| {
            let end = start.checked_add(usize::try_from(buffer.length()).ok()?)?;
            body.get(start..end)
        });
        let part = part.ok_or_else(|| damaged("a buffer lies outside of its message"))?;
        let (Some(codec), Some((&claim, packed))) = (codec, part.split_first_chunk()) else {
            continue;
        };
        let ratio = ratio(codec).ok_or_else(|| damaged("an unknown kind of compression"))?;
        // A negative claim says that the buffer is not compressed.
        let claim = usize::try_from(i64::from_le_bytes(claim)).unwrap_or(0);
        if claim > packed.len().saturating_mul(ratio) {
            return Err(damaged("a buffer claims an impossible size"));
        }
    }
    Ok(())
}

/// Up to so many bytes.
fn some(input: &mut impl Read, count: u64) -> Result<Vec<u8>> {
    let mut bytes = vec![];
    input.take(count).read_to_end(&mut bytes).map_err(Error::Read)?;
    Ok(bytes)
}

fn exactly(input: &mut impl Read, count: u64) -> Result<Vec<u8>> {
    let bytes = some(input, count)?;
    if bytes.len() as u64 == count { Ok(bytes) } else { Err(truncated(ARROW)) }
}

fn invalid(error: ArrowError) -> Error {
    broken(ARROW, &error.to_string())
}

fn damaged(problem: &str) -> Error {
    Error::Format { format: ARROW, problem: format!("{problem}; is it damaged?") }
}
