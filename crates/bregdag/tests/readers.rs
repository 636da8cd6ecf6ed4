//! Readers answer every sequence of bytes with a value or an error, and read back to the bit what
//! the writers wrote.

#[cfg(feature = "arrow")]
#[path = "readers/columnar.rs"]
mod columnar;
#[path = "readers/mutations.rs"]
mod mutations;
#[cfg(feature = "xlsx")]
#[path = "readers/workbook.rs"]
mod workbook;

use std::fmt::Debug;
use std::io::{Cursor, Write};

use bregdag::data::{Block, Label};
use bregdag::document::{Document, SCHEMA_VERSION};
use bregdag::export::{self, Format};
use bregdag::linalg::Matrix;
use bregdag::prepare::{Missing, Preparation, moments_file};
use bregdag::read::graphs::GraphFile;
use bregdag::read::{Coding, Reading, Source, matrix, open, read_table};
use bregdag::{Moments, Result, Table};
use peak_alloc::PeakAlloc;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use serde_json::json;

/// Counts what is taken, for `mutations`.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Inputs per property: thousands cost seconds. The environment variable BREGDAG_FUZZ_CASES
/// multiplies them.
fn cases() -> u32 {
    let factor = std::env::var("BREGDAG_FUZZ_CASES").ok().and_then(|factor| factor.parse().ok());
    4000 * factor.unwrap_or(1)
}

/// Ways to ask for a table.
fn readings() -> [Reading; 3] {
    let demanding = Reading {
        columns: vec!["*".into()],
        drop: vec!["x;y".into()],
        weights: Some("x2".into()),
        decimal_comma: true,
        missing: Some(vec!["1".into(), "ab".into()]),
        codes: vec![Coding::ordered("a", ["2".into(), "x".into()].into())],
        ..Reading::default()
    };
    [Reading::default(), demanding, grouping()]
}

fn grouping() -> Reading {
    Reading { groups: Some("x2".into()), ..Reading::default() }
}

/// All blocks of a table, which must be as promised.
fn read_blocks(source: Source, reading: &Reading) -> Result<Vec<Block>> {
    let mut blocks = open(source, reading)?;
    let width = blocks.names().len();
    let mut all = vec![];
    while let Some(block) = blocks.next_block()? {
        let rows = block.columns[0].len();
        assert!(width >= 2 && block.columns.len() == width && rows > 0);
        let columns = block.columns.iter().chain(&block.weights);
        assert!(columns.clone().all(|column| column.len() == rows));
        assert!(columns.flatten().all(|x| !x.is_infinite()));
        assert_eq!(block.weights.is_some(), reading.weights.is_some());
        assert_eq!(block.groups.as_ref().map(Vec::len), reading.groups.as_ref().map(|_| rows));
        all.push(block);
    }
    Ok(all)
}

fn stream(bytes: &[u8]) -> Source {
    Source::Stream(Box::new(Cursor::new(bytes.to_vec())))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// An error must say in few words, and without control characters, what is wrong.
fn explain<T: Debug>(result: Result<T>) {
    if let Err(error) = result {
        let message = error.to_string();
        assert!(message.chars().count() < 1500, "{} characters", message.len());
        assert!(!message.chars().any(char::is_control), "{message:?}");
    }
}

/// Every reader of tables and graphs, over the same bytes.
fn read_by_all(bytes: &[u8]) {
    explain(read_table(bytes));
    for reading in readings() {
        explain(read_blocks(stream(bytes), &reading));
    }
    explain(matrix::read(bytes));
    explain(GraphFile::read(bytes));
    explain(moments_file::read(bytes));
}

/// One valid file of each format.
fn valid_files() -> Vec<Vec<u8>> {
    let mut files = vec![vec![]; 4];
    export::table::write(&small_table(), &mut files[0]).unwrap();
    let names = ["a", "b;c", "say \"hi\"\r\n!"].map(String::from);
    export::matrix::write(&names, &Matrix::zeros(3, 3), &mut files[1]).unwrap();
    Format::of("a.edges.csv").unwrap().write(&small_fit(), &mut files[2]).unwrap();
    moments_file::write(&Moments::of(&small_table()).unwrap(), &preparation(), &mut files[3])
        .unwrap();
    files.push(
        br#"{"variables":["a","b"],"edges":[{"source":"a","target":"b","directed":false}]}"#
            .to_vec(),
    );
    files.push(b"\xef\xbb\xbf\"a\tb\"\tc\r\n+1\t2\r\n\r\n3\t\"4\"\r\n".to_vec());
    files.push(b",a,b\na,0,1\nb,0,0\n".to_vec());
    for (descr, order) in [("<f8", "False"), (">i4", "True"), ("|b1", "False")] {
        files.push(npy(descr, order, 2));
    }
    files.push([gzip(&files[0]), gzip(b"7,8\n")].concat());
    files.push(gzip(&files[7]));
    files.push("x2,a,b\nUlm,1,2\n\"Köln\",3,4\n 7 ,,5\n".into());
    files.extend([npy("<f8", "False", 3), npy(">i8", "True", 3)]);
    #[cfg(feature = "arrow")]
    files.extend(columnar::files().into_iter().chain(columnar::labelled_files()));
    #[cfg(feature = "xlsx")]
    files.extend(workbook::files());
    files
}

/// Whether a file says that it holds moments.
fn is_moments(file: &[u8]) -> bool {
    file.starts_with(moments_file::MAGIC)
}

/// a → b → c, d — e.
fn small_fit() -> Document {
    let names = ["a", "b", "c", "d", "e"];
    let node = |name| json!({"name": name, "variance": 1, "noise_variance": 1, "r_squared": 0});
    let edge = |source, target, directed| json!({"source": source, "target": target, "directed": directed, "weight": 0.5});
    let fit = json!({
        "schema_version": SCHEMA_VERSION, "bregdag_version": "0", "method": "search", "options": {},
        "status": "converged", "seconds": 0, "rows": 7, "claim": "class", "noise": "free",
        "proved": false,
        "variables": names, "order": names, "std_errors": "", "nodes": names.map(node),
        "edges": [edge("a", "b", true), edge("b", "c", true), edge("d", "e", false)],
        "course": {
            "steps": 1, "unit": "move", "stages": [], "restarts": [],
            "trace": {"columns": [], "rows": []},
        },
        "warnings": [], "remarks": [],
    });
    Document::read(fit.to_string().as_bytes()).unwrap()
}

/// An array of two rows.
fn npy(descr: &str, order: &str, columns: usize) -> Vec<u8> {
    let header =
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': (2, {columns}), }}");
    let width = usize::from(descr.as_bytes()[2] - b'0');
    let length = [header.len() as u8, 0];
    let data = vec![1; 2 * columns * width];
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), &data].concat()
}

fn preparation() -> Preparation {
    Preparation { rows_read: 7, missing: Missing::DropRows, ..Preparation::default() }
}

fn small_table() -> Table {
    let columns = vec![vec![1.0, 2.5e-3, -4.0], vec![3.0, -1.0, 0.5]];
    Table::new(vec!["x;y".into(), "z".into()], columns).unwrap()
}

/// One way to damage a file.
#[derive(Debug, Clone)]
enum Damage {
    Replace(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Truncate(usize),
    Repeat(usize, usize),
}

impl Damage {
    fn apply(&self, file: &mut Vec<u8>) {
        let places = file.len() + 1;
        let at = |k: usize| k % places;
        match *self {
            Damage::Replace(k, byte) => file.iter_mut().skip(at(k)).take(1).for_each(|b| *b = byte),
            Damage::Insert(k, ref bytes) => drop(file.splice(at(k)..at(k), bytes.clone())),
            Damage::Remove(k, count) => drop(file.drain(at(k)..(at(k) + count).min(file.len()))),
            Damage::Truncate(k) => file.truncate(at(k)),
            Damage::Repeat(k, count) => {
                let part = file[at(k)..(at(k) + count).min(file.len())].to_vec();
                file.extend(part);
            }
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    let nasty = prop_oneof![
        vec(any::<u8>(), 1..9),
        "[-+,;\t\r\n\"'{}:().eE0-9]{1,12}".prop_map(String::into_bytes),
        Just(b"99999999999999999999".to_vec()),
        Just(b"1e99999999999999999999".to_vec()),
    ];
    prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(k, byte)| Damage::Replace(k, byte)),
        (any::<usize>(), nasty).prop_map(|(k, bytes)| Damage::Insert(k, bytes)),
        (any::<usize>(), 1..20usize).prop_map(|(k, count)| Damage::Remove(k, count)),
        any::<usize>().prop_map(Damage::Truncate),
        (any::<usize>(), 1..60usize).prop_map(|(k, count)| Damage::Repeat(k, count)),
    ]
}

/// Between two and five distinct names without blanks at their ends, not all of them numbers.
fn names() -> impl Strategy<Value = Vec<String>> {
    let name =
        "\\PC{0,6}[,;\t\"\r\n\u{feff}\u{1b}é<&]?\\PC{1,6}".prop_map(|name| name.trim().to_string());
    let usable = |names: &Vec<String>| {
        names.iter().all(|name| !name.is_empty())
            && names.iter().any(|name| name.parse::<f64>().is_err())
    };
    btree_set(name, 2..6)
        .prop_map(|names| names.into_iter().collect())
        .prop_filter("usable", usable)
}

/// Any finite number: every exponent, both zeros, subnormals.
fn finite() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite())
}

fn table() -> impl Strategy<Value = Table> {
    (names(), 2..20usize).prop_flat_map(|(names, rows)| {
        vec(vec(finite(), rows), names.len())
            .prop_map(move |columns| Table::new(names.clone(), columns).unwrap())
    })
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn every_prefix_is_answered() {
    for file in valid_files() {
        (0..file.len()).for_each(|end| read_by_all(&file[..end]));
    }
}

#[test]
fn every_flipped_bit_is_answered() {
    for file in valid_files() {
        for k in 0..8 * file.len().min(2000) {
            let mut damaged = file.clone();
            damaged[k / 8] ^= 1 << (k % 8);
            for reading in readings() {
                let _ = read_blocks(stream(&damaged), &reading);
            }
        }
    }
}

#[test]
fn gzip_hides_nothing() {
    let text = b"a,b\n1,2\n3,4\n";
    let plain = read_blocks(stream(text), &Reading::default()).unwrap();
    // Programs that append write one gzip file behind the other.
    let packed = [gzip(&text[..6]), gzip(&text[6..])].concat();
    assert_eq!(read_blocks(stream(&packed), &Reading::default()).unwrap(), plain);
    for end in 2..packed.len() {
        let cut = read_blocks(stream(&packed[..end]), &Reading::default());
        // After the first member the file is whole, only shorter.
        if end != gzip(&text[..6]).len() {
            let message = cut.unwrap_err().to_string();
            assert!(message.contains("gzip file ends too early"), "{end}: {message}");
        }
    }
    let twice = read_blocks(stream(&gzip(&packed)), &Reading::default()).unwrap_err();
    assert!(twice.to_string().contains("compressed format again"), "{twice}");
}

#[test]
fn a_file_reads_as_its_bytes() {
    for bytes in valid_files() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let shown = |result: Result<Vec<Block>>| format!("{result:?}");
        for reading in readings() {
            std::io::Seek::rewind(&mut file).unwrap();
            let of_file = read_blocks(Source::File(file.try_clone().unwrap()), &reading);
            let of_bytes = read_blocks(stream(&bytes), &reading);
            assert_eq!(shown(of_file), shown(of_bytes));
        }
    }
}

/// The files that are damaged elsewhere can be read while they are whole.
#[test]
fn files_with_groups_are_read() {
    let read = |file: &Vec<u8>| read_blocks(stream(file), &grouping()).is_ok();
    let count = valid_files().iter().filter(|file| read(file)).count();
    let columnar = if cfg!(feature = "arrow") { 17 } else { 0 };
    let workbooks = if cfg!(feature = "xlsx") { 2 } else { 0 };
    assert_eq!(count, 3 + columnar + workbooks);
}

#[test]
fn groups_are_the_same_in_gzip() {
    let text = "a,x2,b\n1,\"Köln\",2\n3,Ulm,4\n5,Köln,6\n";
    for bytes in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let blocks = read_blocks(stream(&bytes), &grouping()).unwrap();
        assert_eq!(blocks[0].columns.concat(), [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
        assert_eq!(blocks[0].groups, Some(["Köln", "Ulm", "Köln"].map(Label::of).to_vec()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..400)) {
        read_by_all(&bytes);
    }

    #[test]
    fn arbitrary_delimited_text_never_panics(text in "[ab1,;\t\"\r\n .eE+-]{0,120}") {
        read_by_all(text.as_bytes());
    }

    #[test]
    fn damaged_files_never_panic(which in any::<usize>(), damages in vec(damage(), 1..6)) {
        let mut files = valid_files();
        let mut file = files.swap_remove(which % files.len());
        damages.iter().for_each(|damage| damage.apply(&mut file));
        read_by_all(&file);
    }

    #[test]
    fn forged_moments_never_panic(damages in vec(damage(), 1..4)) {
        let mut file = valid_files().swap_remove(3);
        file.truncate(file.len() - 4);
        damages.iter().for_each(|damage| damage.apply(&mut file));
        file.extend(crc32fast::hash(&file).to_le_bytes());
        read_by_all(&file);
    }

    #[test]
    fn tables_read_back_to_the_bit(table in table()) {
        let mut file = vec![];
        export::table::write(&table, &mut file).unwrap();
        let back = read_table(file.as_slice()).unwrap();
        prop_assert_eq!(back.names(), table.names());
        for (column, expected) in back.columns().iter().zip(table.columns()) {
            prop_assert_eq!(bits(column), bits(expected));
        }
    }

    #[test]
    fn matrices_read_back_to_the_bit(names in names(), entries in vec(finite(), 25)) {
        let n = names.len();
        let weights = Matrix::from_fn(n, n, |i, j| entries[i * n + j]);
        let mut file = vec![];
        export::matrix::write(&names, &weights, &mut file).unwrap();
        let (back_names, back) = matrix::read(&file).unwrap();
        prop_assert_eq!(back_names, names);
        prop_assert_eq!(bits(back.as_slice()), bits(weights.as_slice()));
    }

    #[test]
    fn moments_read_back_to_the_bit(
        names in names(),
        rows in 2..1500usize,
        values in vec(-1e3..1e3f64, 64),
    ) {
        // Enough distinct rows for more than one block, from a few numbers.
        let column = |j: usize| (0..rows).map(|r| values[(r * (j + 1) + j) % 64] + r as f64).collect();
        let columns = (0..names.len()).map(column).collect();
        let moments = Moments::of(&Table::new(names, columns).unwrap()).unwrap();
        let mut file = vec![];
        moments_file::write(&moments, &preparation(), &mut file).unwrap();
        let (back, prepared) = moments_file::read(file.as_slice()).unwrap();
        prop_assert_eq!(prepared, preparation());
        prop_assert_eq!((back.names(), back.rows()), (moments.names(), moments.rows()));
        prop_assert_eq!(back.weight().to_bits(), moments.weight().to_bits());
        prop_assert_eq!(bits(back.means()), bits(moments.means()));
        let (back, moments) = (back.comoments().as_slice(), moments.comoments().as_slice());
        prop_assert_eq!(bits(back), bits(moments));
    }
}
