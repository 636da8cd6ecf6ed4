//! Parquet and Arrow files, written by the crates that define them.

use std::sync::Arc;

use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal256Type, Float16Type, Int8Type, Int32Type, UInt16Type,
};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, DictionaryArray, Float32Array,
    Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, LargeStringArray, NullArray,
    PrimitiveArray, RecordBatch, StringArray, StringViewArray, UInt8Array, UInt16Array,
    UInt32Array, UInt64Array,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use bregdag::Warning;
use bregdag::data::Label;
use bregdag::read::{Coding, Reading, open};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::{read_blocks, stream};

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let nullable = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(nullable).unwrap()
}

fn small() -> RecordBatch {
    batch(vec![
        ("x", Arc::new(Float64Array::from(vec![Some(1.0), None, Some(-2.5)]))),
        ("city", Arc::new(StringArray::from(vec!["a", "b", "c"]))),
        ("x2", Arc::new(Int32Array::from(vec![1, 2, 3]))),
        ("b", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None]))),
    ])
}

fn numeric() -> RecordBatch {
    small().project(&[0, 2, 3]).unwrap()
}

pub fn parquet(batch: &RecordBatch, compression: Compression) -> Vec<u8> {
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer = ArrowWriter::try_new(vec![], batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

pub fn arrow(batch: &RecordBatch, file: bool, compression: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(compression).unwrap();
    let schema = batch.schema();
    match file {
        true => {
            let mut writer = FileWriter::try_new_with_options(vec![], &schema, options).unwrap();
            writer.write(batch).unwrap();
            writer.finish().unwrap();
            writer.into_inner().unwrap()
        }
        false => {
            let mut writer = StreamWriter::try_new_with_options(vec![], &schema, options).unwrap();
            writer.write(batch).unwrap();
            writer.finish().unwrap();
            writer.into_inner().unwrap()
        }
    }
}

/// The same batch in every format and compression.
fn in_all_formats(batch: &RecordBatch) -> Vec<Vec<u8>> {
    let compressions = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4_RAW,
    ];
    let mut files: Vec<_> = compressions.into_iter().map(|c| parquet(batch, c)).collect();
    for compression in [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)] {
        files.extend([true, false].map(|file| arrow(batch, file, compression)));
    }
    files
}

/// For the tests that damage files.
pub fn files() -> Vec<Vec<u8>> {
    in_all_formats(&numeric())
}

/// The same with a column of labels: text, and text from a dictionary.
pub fn labelled_files() -> Vec<Vec<u8>> {
    let text: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), None, Some("Köln")]));
    let entries: DictionaryArray<Int8Type> =
        vec![Some("a"), None, Some("Köln")].into_iter().collect();
    let labels = [text, Arc::new(entries) as ArrayRef];
    let files = labels.into_iter().flat_map(|labels| {
        let mut columns = small().columns().to_vec();
        columns[2] = labels;
        let labelled = batch(["x", "city", "x2", "b"].into_iter().zip(columns).collect());
        let labelled = labelled.project(&[0, 2, 3]).unwrap();
        [
            parquet(&labelled, Compression::UNCOMPRESSED),
            arrow(&labelled, true, None),
            arrow(&labelled, false, Some(CompressionType::LZ4_FRAME)),
        ]
    });
    files.collect()
}

/// Which rows have the same label, as the first row that has it; nothing where it is missing.
fn partition(file: &[u8], reading: &Reading) -> Vec<Option<usize>> {
    let blocks = read_blocks(stream(file), reading).unwrap();
    let labels: Vec<Label> = blocks.into_iter().flat_map(|block| block.groups.unwrap()).collect();
    let first = |label: &Label| labels.iter().position(|other| other == label);
    labels.iter().map(|label| first(label).filter(|_| !label.is_missing())).collect()
}

#[test]
fn groups_of_every_type() {
    let words = [Some("Ulm"), Some("Köln"), Some(" Ulm"), None, Some(""), Some("NA"), Some("7")];
    let text = [Some(0), Some(1), Some(0), None, None, None, Some(6)];
    let keys: DictionaryArray<UInt16Type> = words.into_iter().collect();
    let nothing: [Option<&str>; 7] = [None; 7];
    let empty: DictionaryArray<Int32Type> = nothing.into_iter().collect();
    let of_numbers = DictionaryArray::<Int32Type>::new(
        Int32Array::from(vec![Some(0), Some(1), Some(0), None, Some(2), Some(2), Some(1)]),
        Arc::new(Int64Array::from(vec![Some(5), Some(-5), None])),
    );
    // As doubles, two of these would be one.
    let large = (1i64 << 60) + 1;
    let whole = vec![Some(large), Some(large + 1), Some(large), None, Some(-999), Some(0), Some(7)];
    let numbers = [Some(0), Some(1), Some(0), None, None, Some(5), Some(6)];
    let decimal = whole.iter().map(|x| x.map(i128::from)).collect::<Decimal128Array>();
    let real = vec![Some(0.5), Some(-0.0), Some(0.5), None, Some(f64::NAN), Some(0.0), Some(-0.5)];
    let days = vec![Some(1), Some(-999), Some(1), None, Some(0), Some(0), Some(2)];
    let date = [Some(0), Some(1), Some(0), None, Some(4), Some(4), Some(6)];
    let truths = vec![Some(true), Some(false), Some(true), None, None, Some(false), Some(true)];
    let columns: Vec<(&str, ArrayRef, [Option<usize>; 7])> = vec![
        ("utf8", Arc::new(StringArray::from(words.to_vec())), text),
        ("large", Arc::new(LargeStringArray::from(words.to_vec())), text),
        ("view", Arc::new(StringViewArray::from(words.to_vec())), text),
        ("dictionary", Arc::new(keys), text),
        ("empty", Arc::new(empty), [None; 7]),
        (
            "of numbers",
            Arc::new(of_numbers),
            [Some(0), Some(1), Some(0), None, None, None, Some(1)],
        ),
        ("i64", Arc::new(Int64Array::from(whole)), numbers),
        ("decimal", Arc::new(decimal.with_precision_and_scale(30, 3).unwrap()), {
            // Here -999 is -0.999.
            [Some(0), Some(1), Some(0), None, Some(4), Some(5), Some(6)]
        }),
        (
            "f64",
            Arc::new(Float64Array::from(real)),
            [Some(0), Some(1), Some(0), None, None, Some(1), Some(6)],
        ),
        ("date", Arc::new(Date32Array::from(days)), date),
        (
            "bool",
            Arc::new(BooleanArray::from(truths)),
            [Some(0), Some(1), Some(0), None, None, Some(1), Some(0)],
        ),
    ];
    let variable: ArrayRef = Arc::new(Int32Array::from_iter_values(0..7));
    let missing = Some(vec!["NA".into(), "-999".into()]);
    let reading = Reading { groups: Some("x2".into()), missing, ..Reading::default() };
    for (name, labels, expected) in columns {
        let variable = || variable.clone();
        for columns in [
            vec![("a", variable()), ("x2", labels.clone()), ("b", variable())],
            vec![("x2", labels), ("a", variable()), ("b", variable())],
        ] {
            for file in in_all_formats(&batch(columns)) {
                assert_eq!(partition(&file, &reading), expected, "{name}");
            }
        }
    }
}

#[test]
fn groups_of_no_use_are_refused_and_text_beside_them_still_named() {
    let groups = |name: &str| Reading { groups: Some(name.into()), ..Reading::default() };
    let mut columns: Vec<(&str, ArrayRef)> = vec![("nothing", Arc::new(NullArray::new(3)))];
    columns.extend(["x", "city", "x2", "b"].into_iter().zip(small().columns().iter().cloned()));
    let file = arrow(&batch(columns), true, None);
    let problem = |reading: &Reading| read_blocks(stream(&file), reading).unwrap_err().to_string();
    let message = problem(&groups("nothing"));
    assert!(message.starts_with("column \"nothing\" is of type Null, which cannot"), "{message}");
    let message = problem(&groups("x2"));
    assert!(message.contains("in \"city\""), "{message}");
    assert!(problem(&groups("town")).contains("no column is named \"town\""));
}

/// Labels are those of their rows across blocks, and across dictionaries that change on the way.
#[test]
fn groups_over_several_blocks() {
    let (rows, parts) = (400_000, 3);
    let name = |r: usize| format!("clinic {}", r % 101);
    let part = |first: usize| {
        let rows = first..first + rows;
        let labels: DictionaryArray<Int32Type> =
            rows.clone().map(name).collect::<Vec<_>>().iter().map(|name| name.as_str()).collect();
        let column = || Arc::new(Float64Array::from_iter_values(rows.clone().map(|r| r as f64)));
        batch(vec![("a", column()), ("x2", Arc::new(labels)), ("b", column()), ("c", column())])
    };
    let schema = part(0).schema();
    // The dictionary of each part starts at another entry.
    let batches: Vec<RecordBatch> = (0..parts).map(|k| part(k * rows)).collect();
    let mut stream_file = StreamWriter::try_new(vec![], &schema).unwrap();
    let mut parquet_file = ArrowWriter::try_new(vec![], schema.clone(), None).unwrap();
    for batch in &batches {
        stream_file.write(batch).unwrap();
        parquet_file.write(batch).unwrap();
    }
    stream_file.finish().unwrap();
    let files = [stream_file.into_inner().unwrap(), parquet_file.into_inner().unwrap()];
    let reading = Reading { groups: Some("x2".into()), ..Reading::default() };
    for file in files {
        let blocks = read_blocks(stream(&file), &reading).unwrap();
        assert!(blocks.len() > parts, "{}", blocks.len());
        let labels = blocks.iter().flat_map(|block| block.groups.iter().flatten().copied());
        assert!(labels.eq((0..parts * rows).map(|r| Label::of(name(r)))));
    }
}

#[test]
fn every_numeric_type_becomes_a_number() {
    let decimal =
        |scale| Decimal128Array::from(vec![Some(12345), None]).with_precision_and_scale(20, scale);
    let columns: Vec<(&str, ArrayRef, f64)> = vec![
        ("f64", Arc::new(Float64Array::from(vec![Some(0.1), None])), 0.1),
        ("f32", Arc::new(Float32Array::from(vec![Some(0.5), None])), 0.5),
        ("i8", Arc::new(Int8Array::from(vec![Some(-3), None])), -3.0),
        ("i16", Arc::new(Int16Array::from(vec![Some(-300), None])), -300.0),
        ("i32", Arc::new(Int32Array::from(vec![Some(-70_000), None])), -70_000.0),
        ("i64", Arc::new(Int64Array::from(vec![Some(1 << 53), None])), 2f64.powi(53)),
        ("u8", Arc::new(UInt8Array::from(vec![Some(255), None])), 255.0),
        ("u16", Arc::new(UInt16Array::from(vec![Some(65_535), None])), 65_535.0),
        ("u32", Arc::new(UInt32Array::from(vec![Some(u32::MAX), None])), f64::from(u32::MAX)),
        ("u64", Arc::new(UInt64Array::from(vec![Some(1 << 63), None])), 2f64.powi(63)),
        ("bool", Arc::new(BooleanArray::from(vec![Some(true), None])), 1.0),
        ("dec", Arc::new(decimal(2).unwrap()), 123.45),
        ("dec0", Arc::new(decimal(0).unwrap()), 12345.0),
    ];
    let arrays = columns.iter().map(|(name, array, _)| (*name, array.clone())).collect();
    for file in in_all_formats(&batch(arrays)) {
        let blocks = read_blocks(stream(&file), &Reading::default()).unwrap();
        assert_eq!(blocks.len(), 1);
        for ((name, _, expected), column) in columns.iter().zip(&blocks[0].columns) {
            assert_eq!(column[0], *expected, "{name}");
            assert!(column[1].is_nan(), "{name}");
        }
    }
}

#[test]
fn rarer_types_become_numbers_too() {
    let half = Float16Type::default_value_of(1.5);
    let arrays: Vec<(&str, ArrayRef)> = vec![
        ("f16", half),
        (
            "d32",
            Arc::new(
                PrimitiveArray::<Decimal32Type>::from(vec![150])
                    .with_precision_and_scale(5, 2)
                    .unwrap(),
            ),
        ),
        (
            "d64",
            Arc::new(
                PrimitiveArray::<Decimal64Type>::from(vec![150])
                    .with_precision_and_scale(12, 2)
                    .unwrap(),
            ),
        ),
        (
            "d256",
            Arc::new(
                PrimitiveArray::<Decimal256Type>::from(vec![arrow_buffer::i256::from_i128(150)])
                    .with_precision_and_scale(60, 2)
                    .unwrap(),
            ),
        ),
    ];
    let file = arrow(&batch(arrays), true, None);
    let blocks = read_blocks(stream(&file), &Reading::default()).unwrap();
    assert_eq!(blocks[0].columns.concat(), [1.5; 4]);
}

trait OneValue {
    fn default_value_of(x: f32) -> ArrayRef;
}

impl OneValue for Float16Type {
    fn default_value_of(x: f32) -> ArrayRef {
        type Half = <Float16Type as arrow_array::ArrowPrimitiveType>::Native;
        Arc::new(PrimitiveArray::<Float16Type>::from_iter_values([Half::from_f32(x)]))
    }
}

#[test]
fn text_is_refused_by_name_and_may_be_left_out() {
    let dates: ArrayRef = Arc::new(Date32Array::from(vec![1, 2, 3]));
    let mixed = batch(
        [("day", dates), ("nothing", Arc::new(NullArray::new(3)) as ArrayRef)]
            .into_iter()
            .chain(
                ["x", "city", "x2"]
                    .map(|name| (name, small().column_by_name(name).unwrap().clone())),
            )
            .collect(),
    );
    for file in [
        arrow(&mixed, true, None),
        arrow(&mixed, false, None),
        parquet(&mixed, Compression::SNAPPY),
    ] {
        let message = read_blocks(stream(&file), &Reading::default()).unwrap_err().to_string();
        assert!(
            message.starts_with("dates or times in \"day\": leave it out (`drop = \"day\"`)"),
            "{message}"
        );
        assert!(message.ends_with("; \"day\" is of type Date32"), "{message}");
        let drop = vec!["day".into()];
        let beside = Reading { drop, ..Reading::default() };
        let message = read_blocks(stream(&file), &beside).unwrap_err().to_string();
        assert!(message.contains("in \"city\"") && message.contains("; row "), "{message}");
        let drop = ["day", "n*", "city"].map(String::from).to_vec();
        let blocks = read_blocks(stream(&file), &Reading { drop, ..Reading::default() }).unwrap();
        assert_eq!(blocks[0].columns[1], [1.0, 2.0, 3.0]);
    }
}

#[test]
fn words_are_read_as_in_a_text_file() {
    let words = [Some("no"), Some(" 1.5"), None, Some("NA"), Some("yes")];
    let keys: DictionaryArray<UInt16Type> = words.into_iter().collect();
    let numbers = DictionaryArray::<Int32Type>::new(
        Int32Array::from(vec![Some(0), Some(1), Some(0), None, Some(2)]),
        Arc::new(Int64Array::from(vec![Some(5), Some(-5), None])),
    );
    let stages: DictionaryArray<Int8Type> =
        ["I", "III", "II", "I", "III"].into_iter().map(Some).collect();
    let mixed = batch(vec![
        ("__index_level_0__", Arc::new(StringArray::from(vec!["a", "b", "c", "d", "e"]))),
        ("text", Arc::new(StringArray::from(words.to_vec()))),
        ("view", Arc::new(StringViewArray::from(words.to_vec()))),
        ("keys", Arc::new(keys)),
        ("numbers", Arc::new(numbers)),
        ("stages", Arc::new(stages)),
        ("size", Arc::new(Int32Array::from(vec![20, 10, 10, 30, 20]))),
        ("large", Arc::new(UInt64Array::from(vec![u64::MAX, 0, 1, 2, 1 << 63]))),
    ]);
    let own = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    let codes = vec![
        Coding::ordered("stages", own(&["I", "II", "III"])),
        Coding::ordered("size", own(&["30", "10", "20"])),
    ];
    let reading = Reading { codes, ..Reading::default() };
    for file in in_all_formats(&mixed) {
        let mut blocks = open(stream(&file), &reading).unwrap();
        assert_eq!(blocks.names(), ["text", "view", "keys", "numbers", "stages", "size", "large"]);
        let columns = blocks.next_block().unwrap().unwrap().columns;
        assert!(blocks.next_block().unwrap().is_none());
        for column in &columns[..3] {
            assert_eq!((column[0], column[1], column[4]), (0.0, 1.5, 1.0));
            assert!(column[2].is_nan() && column[3].is_nan());
        }
        assert_eq!(columns[3][..3], [5.0, -5.0, 5.0]);
        assert!(columns[3][3].is_nan() && columns[3][4].is_nan());
        assert_eq!(columns[4], [1.0, 3.0, 2.0, 1.0, 3.0]);
        assert_eq!(columns[5], [3.0, 2.0, 2.0, 1.0, 3.0]);
        assert_eq!(columns[6], [2f64.powi(64), 0.0, 1.0, 2.0, 2f64.powi(63)]);
        let remarks = blocks.remarks();
        let index = Warning::RowNames { column: "__index_level_0__".into() };
        assert!(remarks.contains(&index) && remarks.len() == 3, "{remarks:?}");
    }
}

#[test]
fn weights_missing_values_and_infinity() {
    let infinite = batch(vec![
        ("a", Arc::new(Float64Array::from(vec![1.0, -999.0, 3.0]))),
        ("w", Arc::new(Int32Array::from(vec![1, 2, 3]))),
        ("b", Arc::new(Float32Array::from(vec![1.0, 2.0, f32::NEG_INFINITY]))),
    ]);
    for file in in_all_formats(&infinite) {
        let reading = Reading {
            weights: Some("w".into()),
            missing: Some(vec!["-999".into(), "-inf".into()]),
            ..Reading::default()
        };
        let blocks = read_blocks(stream(&file), &reading).unwrap();
        assert_eq!(blocks[0].weights, Some(vec![1.0, 2.0, 3.0]));
        assert!(blocks[0].columns[0][1].is_nan() && blocks[0].columns[1][2].is_nan());
        let message = read_blocks(stream(&file), &Reading::default()).unwrap_err().to_string();
        assert!(message.starts_with("row 3, column \"b\": -inf is not a finite"), "{message}");
    }
}

#[test]
fn what_was_cut_off_is_said() {
    for file in files() {
        let whole = read_blocks(stream(&file), &Reading::default()).unwrap();
        for end in 8..file.len() {
            match read_blocks(stream(&file[..end]), &Reading::default()) {
                // A stream may end after any message.
                Ok(blocks) => assert!(
                    file.starts_with(&[0xff; 4]) && blocks == whole || end + 8 >= file.len()
                ),
                Err(error) => {
                    let message = error.to_string();
                    let said = message.contains("too early") || message.contains("no rows");
                    assert!(said, "{end} of {}: {message}", file.len());
                }
            }
        }
    }
}

#[test]
fn large_batches_become_several_blocks() {
    let rows = 1_300_000;
    let column = |scale: f64| {
        Arc::new(Float64Array::from_iter_values((0..rows).map(|r| r as f64 * scale))) as ArrayRef
    };
    let large = batch(vec![("a", column(1.0)), ("b", column(-0.5))]);
    for file in [arrow(&large, true, None), parquet(&large, Compression::SNAPPY)] {
        let blocks = read_blocks(stream(&file), &Reading::default()).unwrap();
        assert!(blocks.len() > 2, "{}", blocks.len());
        let second: Vec<f64> = blocks.iter().flat_map(|block| block.columns[1].clone()).collect();
        assert!(
            second.iter().enumerate().all(|(r, &x)| x == r as f64 * -0.5) && second.len() == rows
        );
    }
}

/// Some writers leave something else than a message before the first batch.
#[test]
fn an_arrow_file_is_read_by_its_index() {
    let mut file = arrow(&numeric(), true, None);
    let whole = format!("{:?}", read_blocks(stream(&file), &Reading::default()).unwrap());
    let marks: Vec<_> = (0..file.len()).filter(|&k| file[k..].starts_with(&[0xff; 4])).collect();
    file[8..marks[1]].fill(4);
    assert_eq!(format!("{:?}", read_blocks(stream(&file), &Reading::default()).unwrap()), whole);
}

/// The messages that single flipped bits lead to.
fn messages_of_flipped_bits(file: &[u8]) -> Vec<String> {
    let message = |k: usize| {
        let mut damaged = file.to_vec();
        damaged[k / 8] ^= 1 << (k % 8);
        read_blocks(stream(&damaged), &Reading::default()).err().map(|error| error.to_string())
    };
    (0..8 * file.len()).filter_map(message).collect()
}

/// Found by damaging files at random: "offset + len out of bounds" and "Decoder for dict should have
/// been set" were panics inside the crates that read Parquet.
#[test]
fn parts_of_parquet_that_contradict_each_other_are_an_error() {
    let messages = messages_of_flipped_bits(&parquet(&numeric(), Compression::UNCOMPRESSED));
    assert!(messages.iter().any(|message| message.contains("contradict each other")));
}

/// Found by damaging files at random: "column start and length should not be negative" was a panic.
#[test]
fn parquet_columns_at_negative_places_are_an_error() {
    let messages = messages_of_flipped_bits(&parquet(&numeric(), Compression::UNCOMPRESSED));
    assert!(messages.iter().any(|message| message.contains("a column at a negative place")));
}

/// Found by flipping bits: "the offset of the new Buffer cannot exceed the existing length" was a
/// panic inside the crate that reads Arrow.
#[test]
fn arrow_buffers_outside_of_their_message_are_an_error() {
    for is_file in [true, false] {
        let messages = messages_of_flipped_bits(&arrow(&numeric(), is_file, None));
        assert!(messages.iter().any(|message| message.contains("outside of its message")));
    }
}
