//! Tables as delimited text: a header with the names, then one line of numbers per row.
//!
//! Reader's guide. `comments` and `delimiter` look at the start of the text, `header` at its first rows: who
//! has the names, and whether the first column is one. `pieces` reads the stream and cuts it where records
//! end, `blanks` makes one delimiter of many blanks before; `split` has the rules of quotes and line ends;
//! `decoder` and `notation` say what is a number, `words` keeps what is none; `rows` makes numbers of a chunk of
//! records. This file brings them together: while the chunks of one piece are read on all threads, the next
//! piece comes in. Once there was text, rows are read for their words alone. Every error names the line.

use std::io::{Cursor as Bytes, Read};

use super::blanks::{BLANK, Blanks};
use super::comments;
use super::delimiter;
use super::header::{Header, Layout};
use super::pieces::{LONGEST_RECORD, Piece, Pieces, Sizes};
use super::reading::Reading;
use super::rows::Rows;
use super::words::Survey;
use crate::data::{Block, Blocks};
use crate::error::{Error, Result};
use crate::parallel;
use crate::warning::Warning;

/// Bytes that are looked at to find the delimiter and the header; more where lines are longer.
const HEAD: u64 = 1 << 16;
/// Lines that must be among them.
const HEAD_LINES: usize = 12;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A table of delimited text, block by block.
pub(super) struct Delimited {
    names: Vec<String>,
    rows: Rows,
    pieces: Pieces,
    /// The next piece, or why there is none.
    ready: Result<Option<Piece>>,
    /// The line on which it starts.
    line: u64,
    /// Memory of a piece that is done with.
    spare: Vec<u8>,
    /// The words so far.
    survey: Survey,
    /// What was made of the header and of the first column.
    remarks: Vec<Warning>,
}

impl Delimited {
    /// Reads the header.
    pub fn open(input: Box<dyn Read + Send>, reading: &Reading) -> Result<Delimited> {
        Delimited::with_sizes(input, reading, Sizes::default())
    }

    /// The same of text that this program has written with this delimiter.
    #[cfg(feature = "xlsx")]
    pub fn of_text(
        mut input: Box<dyn Read + Send>,
        reading: &Reading,
        delimiter: u8,
    ) -> Result<Delimited> {
        let head = read_head(&mut input)?;
        let layout = Layout::of(&head, delimiter, reading)?;
        let whole = Box::new(Bytes::new(head).chain(input));
        Delimited::laid_out(whole, delimiter, reading, layout, Sizes::default())
    }

    fn with_sizes(
        mut input: Box<dyn Read + Send>,
        reading: &Reading,
        sizes: Sizes,
    ) -> Result<Delimited> {
        let mut head = read_head(&mut input)?;
        let declared = take_declaration(&mut head);
        comments::pass_over(&mut head, reading.decimal_comma);
        let delimiter = declared.unwrap_or_else(|| delimiter::find(&head, reading.decimal_comma));
        let bare = (delimiter == BLANK).then(|| Blanks::of(&head));
        let layout = Layout::of(bare.as_ref().unwrap_or(&head), delimiter, reading)?;
        let whole = Box::new(Bytes::new(head).chain(input));
        let whole: Box<dyn Read + Send> = match delimiter {
            BLANK => Box::new(Blanks::new(whole)),
            _ => whole,
        };
        Delimited::laid_out(whole, delimiter, reading, layout, sizes)
    }

    /// Reads a text from its start, of which it is known how it is laid out.
    fn laid_out(
        whole: Box<dyn Read + Send>,
        delimiter: u8,
        reading: &Reading,
        layout: Layout,
        sizes: Sizes,
    ) -> Result<Delimited> {
        let mut pieces = Pieces::new(whole, delimiter, sizes);
        let (mut piece, header) = Header::find(&mut pieces, delimiter)?;
        let (selection, remarks) = header.choose(&piece, delimiter, reading, layout)?;
        let mut line = header.next_line;
        if !layout.has_names {
            (piece.start, line) = (header.start, header.line);
        }
        let rows = Rows::new(delimiter, &selection, reading);
        Ok(Delimited {
            survey: Survey::new(rows.decoder.names.len(), "line"),
            rows,
            names: selection.names,
            pieces,
            ready: Ok(Some(piece)),
            line,
            spare: vec![],
            remarks,
        })
    }
}

impl Blocks for Delimited {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        while let Some(piece) = std::mem::replace(&mut self.ready, Ok(None))? {
            let (pieces, spare) = (&mut self.pieces, std::mem::take(&mut self.spare));
            let (rows, line, survey) = (&self.rows, self.line, &mut self.survey);
            let (next, read) =
                parallel::parallel_both(|| pieces.next(spare), || rows.read(&piece, line, survey));
            let (block, lines) = read?;
            self.line += lines;
            self.ready = next;
            self.spare = piece.text;
            let any = block.columns.first().is_some_and(|column| !column.is_empty());
            if any && !self.survey.is_blocked() {
                return Ok(Some(block));
            }
        }
        let decoder = &self.rows.decoder;
        match self.survey.error(&decoder.names, &decoder.codes) {
            Some(error) => Err(error),
            None => Ok(None),
        }
    }

    fn remarks(&self) -> Vec<Warning> {
        let decoder = &self.rows.decoder;
        let words = self.survey.remarks(&decoder.names, &decoder.codes);
        self.remarks.iter().cloned().chain(words).collect()
    }
}

/// The start of the input without its mark of UTF-8: some lines, however long they are.
fn read_head(input: &mut impl Read) -> Result<Vec<u8>> {
    let mut head = vec![];
    let mut wanted = HEAD;
    loop {
        let lacking = wanted - head.len() as u64;
        let read = input.by_ref().take(lacking).read_to_end(&mut head).map_err(Error::Read)?;
        let lines = memchr::memchr2_iter(b'\n', b'\r', &head).take(HEAD_LINES).count();
        if (read as u64) < lacking || lines == HEAD_LINES || wanted >= LONGEST_RECORD as u64 {
            break;
        }
        wanted *= 2;
    }
    // Names start with a letter of one byte almost everywhere: UTF-16 shows by its other byte.
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, ..] | [_, 0, ..] = head[..] {
        return Err(Error::Utf16);
    }
    if head.starts_with(BYTE_ORDER_MARK) {
        head.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(head)
}

/// Some spreadsheets begin with a line such as `sep=;`. It becomes a blank line.
fn take_declaration(head: &mut [u8]) -> Option<u8> {
    let delimiter = match head {
        [
            b's' | b'S',
            b'e' | b'E',
            b'p' | b'P',
            b'=',
            d @ (b',' | b';' | b'\t' | b'|'),
            b'\r' | b'\n',
            ..,
        ] => *d,
        _ => return None,
    };
    head[..5].fill(b' ');
    Some(delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Label;
    use crate::read::Coding;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Everything a reader gives, block after block.
    #[derive(Debug, PartialEq)]
    struct Whole {
        remarks: Vec<Warning>,
        names: Vec<String>,
        /// Bits, so that NaN equals itself.
        columns: Vec<Vec<u64>>,
        weights: Option<Vec<u64>>,
        groups: Option<Vec<Label>>,
    }

    fn read(text: &[u8], reading: &Reading, sizes: Sizes) -> Result<Whole> {
        let input = Box::new(Bytes::new(text.to_vec()));
        let mut blocks = Delimited::with_sizes(input, reading, sizes)?;
        let names = blocks.names().to_vec();
        let mut columns = vec![vec![]; names.len()];
        let mut weights: Option<Vec<u64>> = None;
        let mut groups: Option<Vec<Label>> = None;
        let bits = |column: Vec<f64>| column.into_iter().map(f64::to_bits);
        while let Some(block) = blocks.next_block()? {
            assert!(block.columns.iter().all(|column| column.len() == block.columns[0].len()));
            assert!(!block.columns[0].is_empty());
            for (all, more) in columns.iter_mut().zip(block.columns) {
                all.extend(bits(more));
            }
            if let Some(more) = block.weights {
                weights.get_or_insert_default().extend(bits(more));
            }
            if let Some(more) = block.groups {
                groups.get_or_insert_default().extend(more);
            }
        }
        assert!(groups.iter().all(|labels| labels.len() == columns[0].len()));
        Ok(Whole { remarks: blocks.remarks(), names, columns, weights, groups })
    }

    fn tiny(piece: usize, chunk: usize) -> Sizes {
        Sizes { piece, chunk }
    }

    fn columns(text: &str, reading: &Reading) -> Vec<Vec<f64>> {
        let whole = read(text.as_bytes(), reading, Sizes::default()).unwrap();
        whole.columns.iter().map(|c| c.iter().map(|&b| f64::from_bits(b)).collect()).collect()
    }

    /// The same message, wherever the text is cut.
    fn problem_of(text: &[u8], reading: &Reading) -> String {
        let message = |sizes| match read(text, reading, sizes) {
            Ok(whole) => format!("no problem: {whole:?}"),
            Err(error) => error.to_string(),
        };
        let expected = message(Sizes::default());
        for sizes in [tiny(1 << 20, 1), tiny(1 << 20, 7)] {
            assert_eq!(message(sizes), expected);
        }
        expected
    }

    fn problem(text: &str) -> String {
        problem_of(text.as_bytes(), &Reading::default())
    }

    fn dropping(names: &[&str]) -> Reading {
        Reading { drop: names.iter().map(|n| n.to_string()).collect(), ..Reading::default() }
    }

    #[test]
    fn reads_what_spreadsheets_write() {
        let expected = [vec![1.0, -2e3, 0.5], vec![2.0, 3.0, 4.0]];
        for text in [
            "a,\"b, or c\"\n1,2\n-2e3,3\n.5,4\n",
            "\u{feff}a;\"b, or c\"\r\n1;2\r\n-2000;+3\r\n0.5;4\r\n\r\n\r\n",
            " a \tb, or c\n1\t2\n\n-2E3\t 3.0 \n5e-1\t\"4\"",
            "a,\"b, or c\"\r1,2\r-2e3,3\r.5,4\r",
            "a,\"b, or c\"\n1,2\n   \n\"\"\n-2e3,3\n.5,\"\"4",
        ] {
            assert_eq!(columns(text, &Reading::default()), expected, "{text:?}");
            for (piece, chunk) in [(1, 1), (3, 2), (8, 3), (1000, 1), (1000, 9)] {
                let whole = read(text.as_bytes(), &Reading::default(), tiny(piece, chunk)).unwrap();
                assert_eq!(whole.names, ["a", "b, or c"], "{text:?}");
                assert_eq!(whole.columns[1].len(), 3, "{text:?} {piece} {chunk}");
            }
        }
    }

    #[test]
    fn words_become_numbers_or_missing() {
        let table = columns("a,b\ntrue,1\nNo,NA\nT,?\n,0.5\n", &Reading::default());
        assert_eq!(table[0][..3], [1.0, 0.0, 1.0]);
        assert!(table[0][3].is_nan() && table[1][1].is_nan() && table[1][2].is_nan());
        let missing = Some(vec!["-999".into(), "weg".into()]);
        let table = columns("a,b\n-999.0,1\nWEG,2\n", &Reading { missing, ..Reading::default() });
        assert!(table[0][0].is_nan() && table[0][1].is_nan());
    }

    #[test]
    fn decimal_commas_on_request() {
        let reading = Reading { decimal_comma: true, ..Reading::default() };
        let expected = [vec![1.5, 2.0], vec![-0.25, 1e3]];
        assert_eq!(columns("a;b\n1,5;-,25\n2;1,0e3\n", &reading), expected);
        assert_eq!(columns("a,x\tb\n\"1,5\"\t-,25\n2\t1000\n", &reading), expected);
        let shown = problem_of(b"a;b\n1,5;2.5\n", &reading);
        assert!(shown.contains("line 2, column \"b\": \"2.5\" has a decimal point"), "{shown}");
    }

    #[test]
    fn unwanted_columns_may_hold_anything() {
        let text =
            b"id,a,\"no\"\"te\",b\nx,1,\"say \"\"hi\"\",\nthere\",2\n,3,\xff\xfe5\" pipe,4\n";
        let whole = |sizes| read(text, &dropping(&["id", "no*"]), sizes).unwrap();
        let expected = whole(Sizes::default());
        assert_eq!(expected.names, ["a", "b"]);
        assert_eq!(expected.columns, [[1.0f64, 3.0], [2.0, 4.0]].map(|c| c.map(f64::to_bits)));
        for size in 1..text.len() {
            assert_eq!(whole(tiny(size, size)), expected, "{size}");
        }
        // Nor need its name be text.
        let whole = read(b"a,\xff,b\n1,2,3\n", &dropping(&["?"]), Sizes::default());
        assert!(whole.unwrap_err().to_string().contains("at least two columns"));
        let kept = Reading { columns: vec!["a".into(), "b".into()], ..Reading::default() };
        assert_eq!(read(b"a,\xff,b\n1,2,3\n", &kept, Sizes::default()).unwrap().names, ["a", "b"]);
    }

    #[test]
    fn weights_stand_apart() {
        let reading = Reading { weights: Some("w".into()), ..Reading::default() };
        let whole = read(b"a,w,b\n1,2,3\n4,,6\n", &reading, tiny(4, 2)).unwrap();
        assert_eq!((whole.names.len(), whole.columns[1][1]), (2, 6f64.to_bits()));
        let weights = whole.weights.unwrap();
        assert_eq!(weights[0], 2f64.to_bits());
        assert!(f64::from_bits(weights[1]).is_nan());
        let shown = problem_of(b"a,w,b\n1,x,3\n", &reading);
        assert!(shown.contains("line 2, column \"w\": \"x\" is not a number"), "{shown}");
    }

    fn grouping() -> Reading {
        Reading { groups: Some("g".into()), ..Reading::default() }
    }

    #[test]
    fn groups_may_be_called_anything() {
        let text =
            b"g,a,b\nUlm,1,2\n\"Ulm\",3,4\n  Ulm ,5,6\n   \n\"\"\n\"say \"\"hi\"\",\nthere\",7,8\n\
            NA,1,1\n,2,1\n\"\",3,1\nM\xfcnchen,4,1\n1.50,1,1\n2020-01-31,1,1\n";
        let expected = read(text, &grouping(), Sizes::default()).unwrap();
        assert_eq!((expected.names.len(), expected.columns[0].len()), (2, 10));
        let hi = Label::of("say \"hi\",\nthere");
        let (ulm, none, munich) =
            (Label::of("Ulm"), Label::MISSING, Label::of_bytes(b"M\xfcnchen"));
        let groups = [ulm, ulm, ulm, hi, none, none, none, munich].to_vec();
        let groups = [groups, ["1.50", "2020-01-31"].map(Label::of).to_vec()].concat();
        assert_eq!(expected.groups, Some(groups));
        for size in 1..text.len() {
            assert_eq!(read(text, &grouping(), tiny(size, size)).unwrap(), expected, "{size}");
        }
        // Between variables, behind them, and beside weights.
        let both = Reading { weights: Some("w".into()), ..grouping() };
        for text in ["w,a,g,b\n9,1,x,2\n8,3,y,4\n", "a,b,w,g\n1,2,9,x\n3,4,8,y\n"] {
            let whole = read(text.as_bytes(), &both, tiny(4, 2)).unwrap();
            assert_eq!(whole.columns, [[1f64, 3.0], [2.0, 4.0]].map(|c| c.map(f64::to_bits)));
            assert_eq!(whole.weights.unwrap(), [9f64, 8.0].map(f64::to_bits));
            assert_eq!(whole.groups.unwrap(), ["x", "y"].map(Label::of));
        }
        let comma = Reading { decimal_comma: true, ..grouping() };
        let whole = read(b"a;g;b\n1,5;2,5;0\n2;x.y;1\n", &comma, Sizes::default()).unwrap();
        assert_eq!(whole.groups.unwrap(), ["2,5", "x.y"].map(Label::of));
    }

    #[test]
    fn what_is_wrong_beside_groups_is_said_as_ever() {
        let shown = problem_of(b"a,g,b\n1,x,2\n3,y,z\n", &grouping());
        assert!(shown.contains("; line 3 has \"z\" in \"b\""), "{shown}");
        let shown = problem_of(b"a,g,b\n1,x,2\n3,y\n", &grouping());
        assert!(shown.contains("line 3: expected 3 fields"), "{shown}");
        let shown = problem_of(b"a,b,g\n1,2,x\n3,4,\"y\n", &grouping());
        assert!(shown.contains("line 3: the quote that opens here"), "{shown}");
        assert!(problem_of(b"a,b\n1,2\n", &grouping()).contains("no column is named \"g\""));
    }

    #[test]
    fn places_every_error() {
        for (text, expected) in [
            ("", "the input is empty"),
            ("\n \n", "the input is empty"),
            ("a\n1\n2\n", "at least two columns that vary; here: \"a\""),
            ("a,b\n\n1,2\n3\n", "line 4: expected 2 fields as in the header, found 1"),
            ("a,b\n\"1\n\",2\n3,4,5\n", "line 4: expected 2 fields as in the header, found 3"),
            ("a,b\n1,-Inf\n", "line 2, column \"b\": -Inf is not a finite number"),
            ("a,b\n1,1e999\n", "line 2, column \"b\": 1e999 is not a finite number"),
            (
                "a;b\n1;3,14\n",
                "line 2, column \"b\": \"3,14\" has a decimal comma; say so (`decimal_comma`)",
            ),
            ("1,2\n3,4\n", "the first line looks like a row, not like names of columns (1, …)"),
            ("a,b,a\n1,2,x\n", "columns 1 and 3 are both named \"a\""),
            (
                "a,,c\n1,2,3\n",
                "column 2 has no name in the header; name it, or leave a column of row numbers out (`drop = \"\"`)",
            ),
            ("a,b\n1,2\n3,\"4\n5,6\n", "line 3: the quote that opens here is never closed"),
            ("a,b\n\"\n1\",\"2\n", "line 3: the quote that opens here is never closed"),
            ("a,\"b\n1,2\n", "line 1: the quote that opens here is never closed"),
        ] {
            assert!(problem(text).contains(expected), "{text:?}: {}", problem(text));
        }
        for (text, line) in [(&b"a,b\n1,2\n3,\xff\n"[..], 3), (b"a,\xff\n1,2\n", 1)] {
            let shown = problem_of(text, &Reading::default());
            assert!(shown.contains(&format!("line {line}: not valid UTF-8")), "{shown}");
        }
        for text in [&b"\xff\xfea\0,\0"[..], b"\xfe\xff\0a\0,", b"a\0,\0b\0", b"\0a\0,\0b"] {
            assert!(problem_of(text, &Reading::default()).contains("UTF-16"));
        }
    }

    #[test]
    fn a_declared_delimiter_is_believed() {
        let text = "sep=;\r\na,b;c\r\n1;2\r\n3;x\r\n";
        let shown = problem(text);
        assert!(shown.contains("; line 4 has \"x\" in \"c\""), "{shown}");
        assert!(problem("sep=\n1\n2\n").contains("here: \"sep=\""));
    }

    #[test]
    fn all_columns_of_text_are_named_at_once() {
        let shown = problem("city,x,note\n1,2,3\n,5,so so\n7,8,9\nBerlin,1,Paris\n");
        assert_eq!(
            shown,
            "words among the numbers of \"city\", \"note\": \"Berlin\", \"Paris\", \"so so\"; if they stand for \
             missing values, say so (`missing_tokens`), or else leave the columns out (`drop = \"city\"`); line 3 has \
             \"so so\" in \"note\""
        );
        let names: Vec<String> = (0..20).map(|k| format!("c{k}")).collect();
        let row = |word: &str| vec![word; 20].join(",");
        let text = format!("{}\n{}\n{}\n{}\n", names.join(","), row("x"), row("y"), row("z"));
        let shown = problem(&text);
        assert!(shown.contains("and 12 more: leave such columns out (`text = drop`)"), "{shown}");
        // Text before a ragged row is named; behind it, it may be a consequence.
        assert!(problem("a,b\nx,1\n1\n2,y\n").contains("line 2 has \"x\" in \"a\""));
        assert!(problem("a,b\n1\nx,1\n").contains("line 2: expected 2 fields"));
    }

    #[test]
    fn columns_are_told_apart_by_their_words() {
        let text = "sex,stage,smokes,age,fee,rate,when,all\n\
                    f,I,no,31,$5,12%,2020-01-31,same\nm,II,yes,unknown,$6,,2020-02-01,same\n\
                    F,III,No,45,$7,3%,2021-01-01,same\nm,I,NA,46,,0.5 %,,\n";
        let Err(Error::TextColumns { columns, .. }) =
            read(text.as_bytes(), &Reading::default(), Sizes::default())
        else {
            panic!()
        };
        let found = columns.iter().map(|c| (c.name.as_str(), c.kind)).collect::<Vec<_>>();
        use crate::error::TextKind as K;
        let expected = [
            ("sex", K::Text),
            ("stage", K::Text),
            ("age", K::Tokens),
            ("fee", K::Amounts),
            ("rate", K::Amounts),
            ("when", K::Times),
            ("all", K::TwoValues),
        ];
        assert_eq!(found, expected);
        // In the order of the file; a word for false counts where others are there.
        assert_eq!(columns[0].words, ["f", "m", "F"]);
        assert_eq!(columns[2].words, ["unknown"]);
    }

    #[test]
    fn words_with_numbers_become_these() {
        let own = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let codes = vec![
            Coding::of_two("sex", &own(&["f", "m"])),
            Coding::ordered("size", own(&["30", "10", "x"])),
        ];
        let reading = Reading { codes: codes.clone(), ..Reading::default() };
        let text = "sex,size,a\nm,10,1\n f ,x,2\n,30,3\n\"m\",NA,4\n";
        let whole = read(text.as_bytes(), &reading, tiny(7, 3)).unwrap();
        let column =
            |j: usize| whole.columns[j].iter().map(|&b| f64::from_bits(b)).collect::<Vec<_>>();
        assert_eq!((column(0)[..2].to_vec(), column(0)[3]), (vec![1.0, 0.0], 1.0));
        assert!(column(0)[2].is_nan() && column(1)[3].is_nan());
        assert_eq!(column(1)[..3], [2.0, 3.0, 1.0]);
        let two = Warning::TwoValues { columns: vec![("sex".into(), "f".into(), "m".into())] };
        let ordered = Warning::Ordered { columns: vec![("size".into(), own(&["30", "10", "x"]))] };
        assert_eq!(whole.remarks, [two, ordered]);
        let shown = problem_of(b"sex,size,a\nm,10,1\nf,20,2\n", &reading);
        let expected = "line 3, column \"size\": \"20\" is in none of the places of its order: \"30\", \"10\", \"x\"";
        assert!(shown.starts_with(expected), "{shown}");
        // A third word where there were two.
        let Err(Error::TextColumns { columns, .. }) =
            read(b"sex,size,a\nx,10,1\n", &reading, Sizes::default())
        else {
            panic!()
        };
        assert_eq!(columns[0].words, ["f", "m", "x"]);
        let absent = Reading { codes: vec![Coding::ordered("b", own(&["x", "y"]))], ..reading };
        assert!(problem_of(b"sex,size,a\nm,10,1\n", &absent).contains("no column is named \"b\""));
    }

    #[test]
    fn what_yes_became_is_said() {
        let whole = read(b"a,b\nyes,1\nNO,2\n,3\n", &Reading::default(), tiny(5, 2)).unwrap();
        let two = vec![("a".into(), "NO".into(), "yes".into())];
        assert_eq!(whole.remarks, [Warning::TwoValues { columns: two }]);
    }

    #[test]
    fn thousands_are_parted_where_that_is_sure() {
        let text = "a,b\n\"1,234,567\",1\n\"-2,500.5\",1'000\n3,2 000\n";
        let table = columns(text, &Reading::default());
        assert_eq!(table, [[1_234_567.0, -2500.5, 3.0], [1.0, 1000.0, 2000.0]]);
        let whole = read(text.as_bytes(), &Reading::default(), Sizes::default()).unwrap();
        assert!(
            matches!(&whole.remarks[..], [Warning::Thousands { columns }] if columns.len() == 2)
        );
        let unsure = |text: &str| match read(text.as_bytes(), &Reading::default(), Sizes::default())
        {
            Err(Error::Thousands { place, column, sure, .. }) => (place, column, sure),
            other => panic!("{other:?}"),
        };
        let of = |line: &str, column: &str, sure| (line.to_string(), column.to_string(), sure);
        assert_eq!(unsure("a,b\n1,2\n\"1,234\",3\n"), of("line 3", "a", false));
        assert_eq!(unsure("a,b\n1,\"1,234\"\n\"1,234,567\",3\n"), of("line 2", "b", true));
        let reading = Reading { thousands: true, ..Reading::default() };
        assert_eq!(columns("a,b\n\"1,234\",1\n2,3\n", &reading)[0], [1234.0, 2.0]);
        let reading = Reading { decimal_comma: true, ..reading };
        assert_eq!(columns("a;b\n1.234;1,5\n2;3\n", &reading)[0], [1234.0, 2.0]);
    }

    #[test]
    fn layouts_that_programs_write_are_read() {
        let expected = [vec![1.0, 3.0, 5.0], vec![2.5, 4.0, 6.0]];
        for text in [
            // pandas, R, and R with blanks.
            ",a,b\n0,1,2.5\n1,3,4\n2,5,6\n",
            "\"\",\"a\",\"b\"\n\"1\",1,2.5\n\"2\",3,4\n\"3\",5,6\n",
            "\"a\" \"b\"\n\"1\" 1 2.5\n\"2\" 3 4\n\"3\" 5 6\n",
            "\"a\" \"b\"\n\"Mazda RX4\" 1 2.5\n\"Fiat\" 3 4\n\"VW\" 5 6\n",
            "  a   b\n  1 2.5\n  3   4\n  5   6  \n",
            "a|b\n1|2.5\n3|4\n5|6\n",
            "# from\n# a place, or two\n\na,b\n1,2.5\n3,4\n5,6\n",
            "# a,b\n1,2.5\n3,4\n5,6\n",
        ] {
            for (piece, chunk) in [(1, 1), (9, 4), (1000, 1000)] {
                let whole = read(text.as_bytes(), &Reading::default(), tiny(piece, chunk));
                let whole = whole.unwrap_or_else(|error| panic!("{text:?}: {error}"));
                assert_eq!(whole.names, ["a", "b"], "{text:?}");
                let bits =
                    expected.clone().map(|c| c.into_iter().map(f64::to_bits).collect::<Vec<_>>());
                assert_eq!(whole.columns, bits, "{text:?}");
                let first_went =
                    text.contains("0,1,2.5") || text.contains("\"3\"") || text.contains("VW");
                assert_eq!(whole.remarks.len(), usize::from(first_went), "{text:?}");
            }
        }
    }

    #[test]
    fn a_table_without_names_gets_some() {
        let no = Reading { header: crate::read::Header::No, ..Reading::default() };
        let whole = read(b"\n1,2\n3,4\n", &no, tiny(2, 1)).unwrap();
        assert_eq!((whole.names, whole.columns[0].len()), (vec!["x1".into(), "x2".into()], 2));
        assert_eq!(whole.remarks, [Warning::NoHeader { columns: 2 }]);
        let shown = problem_of(b"1,2\n3,x\n", &no);
        assert!(shown.contains("line 2 has \"x\" in \"x2\""), "{shown}");
        let yes = Reading { header: crate::read::Header::Yes, ..Reading::default() };
        assert_eq!(read(b"1,2\n3,4\n", &yes, tiny(2, 1)).unwrap().names, ["1", "2"]);
    }

    #[test]
    fn the_first_column_can_be_asked_for() {
        let text = b",a,b\n1,2,3\n2,4,5\n";
        let reading = |columns: &[&str], drop: &[&str]| {
            let own = |list: &[&str]| list.iter().map(|p| p.to_string()).collect();
            Reading { columns: own(columns), drop: own(drop), ..Reading::default() }
        };
        let names = |reading: &Reading| read(text, reading, Sizes::default()).unwrap().names;
        for reading in [reading(&[], &[""]), reading(&["*"], &[]), reading(&["a", "b"], &[])] {
            assert_eq!(names(&reading), ["a", "b"]);
        }
        let groups = Reading { groups: Some("".into()), ..Reading::default() };
        assert!(read(text, &groups, Sizes::default()).unwrap().groups.is_some());
    }

    #[test]
    fn shows_foreign_text_short_and_harmless() {
        let text = format!("a,\"b\u{1b}[31m\nc\"\n1,{}\n", "z".repeat(100_000));
        let shown = problem(&text);
        assert!(shown.contains("in \"b\\u{1b}[31m\\nc\" (\"zzz"), "{shown}");
        assert!(shown.contains("; line 3 has \"zzz"), "{shown}");
        assert!(shown.len() < 400, "{shown}");
    }

    #[test]
    fn what_is_too_long_is_refused_at_its_line() {
        let long = 2 << 20;
        let field = format!("a,b\n1,2\n3,{}\n", "9".repeat(long));
        assert!(problem(&field).contains("line 3: a field of more than 1048576 bytes"));
        let skipped = format!("a,b,c\n1,2,3\n3,4,{}\n", "x".repeat(long));
        let shown = problem_of(skipped.as_bytes(), &dropping(&["c"]));
        assert!(shown.contains("line 3: a field of more than"), "{shown}");
        let quote = format!("a,b\n1,2\n3,\"{}", "4,5\n".repeat(long));
        assert!(problem(&quote).contains("line 3: a field of more than"));
        let name = format!("a,{}\n1,2\n", "b".repeat(long));
        assert!(problem(&name).contains("line 1: a field of more than"));
        let record = format!("a,b\n1,2\n\n{}", "1,".repeat(LONGEST_RECORD / 2 + 2));
        let shown = read(record.as_bytes(), &Reading::default(), Sizes::default()).unwrap_err();
        assert!(shown.to_string().contains("line 4: a row of more than 67108864 bytes"), "{shown}");
    }

    /// Zeros without end; what is asked of it beyond a limit is a failure.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(out.len()).expect("the limit of a record holds");
            out.fill(b'0');
            Ok(out.len())
        }
    }

    #[test]
    fn text_without_line_ends_is_not_swallowed() {
        let input = Box::new(Endless(2 * LONGEST_RECORD));
        let error = Delimited::open(input, &Reading::default()).err().unwrap().to_string();
        assert!(error.contains("line 1: a field of more than"), "{error}");
        let input = Box::new("a,b\n1,2\n3,\"".as_bytes().chain(Endless(2 * LONGEST_RECORD)));
        let mut blocks = Delimited::open(input, &Reading::default()).unwrap();
        let error = std::iter::from_fn(|| blocks.next_block().transpose()).find_map(Result::err);
        assert!(error.unwrap().to_string().contains("line 3: a field of more than"));
    }

    #[test]
    fn of_a_million_names_a_few_are_read() {
        let names: Vec<String> = (0..1_000_000).map(|k| format!("v{k}")).collect();
        let row = vec!["1"; names.len()].join(",");
        let text = format!("{}\n{row}\n{row}\n", names.join(","));
        let all = problem_of(text.as_bytes(), &Reading::default());
        assert!(all.contains("more than 32768 columns"), "{all}");
        let few = Reading { columns: vec!["v99999*".into()], ..Reading::default() };
        let few = read(text.as_bytes(), &few, Sizes::default()).unwrap();
        assert_eq!((few.names.len(), few.columns[10].len()), (11, 2));
        let commas = format!("{}\n", ",".repeat(60 << 20));
        assert!(
            problem_of(commas.as_bytes(), &Reading::default()).contains("column 1 has no name")
        );
    }

    #[test]
    fn blocks_end_where_the_file_says_not_the_threads() {
        let row = |r: usize| format!("{r},\"clinic {}\",{}\n", r % 13, r * 7 % 11);
        let text = format!("a,g,b\n{}", (0..5000).map(row).collect::<String>());
        let read = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let input = Box::new(Bytes::new(text.clone().into_bytes()));
                let sizes = tiny(1000, 100);
                let mut blocks = Delimited::with_sizes(input, &grouping(), sizes).unwrap();
                std::iter::from_fn(|| blocks.next_block().unwrap()).collect::<Vec<Block>>()
            })
        };
        let blocks = read(1);
        assert!(blocks.len() > 20);
        assert_eq!(blocks, read(3));
        let labels = blocks.into_iter().flat_map(|block| block.groups.unwrap());
        let expected = (0..5000).map(|r| Label::of(format!("clinic {}", r % 13)));
        assert!(labels.eq(expected));
    }

    proptest! {
        /// Wherever text is cut, the rows or the message are those of the uncut text.
        #[test]
        fn cuts_change_nothing(
            cells in vec("[0-9]{1,3}|\"[0-9]{1,2}\"|\"\r?\n1\"|NA||[xyz]|yes|\"1,234\"|\"\"\"\"", 2..60),
            ends in vec("\n|\r\n|\r|\n\n|\r\n \r\n", 20),
            piece in 1..60usize,
            chunk in 1..40usize,
        ) {
            let mut text = String::from("a,g,b\n");
            for (row, end) in cells.chunks(3).zip(&ends) {
                text += &row.join(",");
                text += end;
            }
            let whole = read(text.as_bytes(), &grouping(), Sizes::default());
            let cut = read(text.as_bytes(), &grouping(), tiny(piece, chunk));
            match (whole, cut) {
                (Ok(whole), Ok(cut)) => prop_assert_eq!(whole, cut),
                (Err(whole), Err(cut)) => prop_assert_eq!(whole.to_string(), cut.to_string()),
                (whole, cut) => prop_assert!(false, "{:?} {:?} {:?}", text, whole, cut),
            }
        }
    }
}
