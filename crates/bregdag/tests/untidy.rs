//! Files as they come → what a method receives, or all that stands in the way.

use std::io::{Cursor, Read};

use bregdag::prepare::{Keep, Missing, Obstacles, Options, Prepared, Taking};
use bregdag::read::{Coding, Reading, Source, Text};
use bregdag::voice::Remedy;
use bregdag::{Error, Warning};

/// Takes in files, each of which can be opened as often as one likes.
fn take(texts: &[&str], reading: Reading) -> Result<Prepared, Obstacles> {
    let open = |file: usize| {
        Ok(Source::Stream(Box::new(Cursor::new(texts[file].to_string().into_bytes()))))
    };
    let options = Options { keep: Keep::Always, ..Options::default() };
    Taking { reading, options, asked: None, joins: false, watch: &() }
        .prepared(&mut (texts.len(), open))
}

fn taken(texts: &[&str]) -> Prepared {
    take(texts, Reading::default()).unwrap_or_else(|found| panic!("{found:?}"))
}

fn obstacles(text: &str) -> Obstacles {
    take(&[text], Reading::default()).expect_err("something in the way")
}

fn remedies(found: &Obstacles) -> Vec<(&'static str, Option<&str>)> {
    let remedies = found.remedies.as_ref().expect("a way past all");
    remedies.iter().map(|remedy| (remedy.option, remedy.value.as_deref())).collect()
}

fn column(prepared: &Prepared, name: &str) -> Vec<f64> {
    let table = prepared.table.as_ref().unwrap();
    let place = table.names().iter().position(|other| other == name).unwrap();
    table.columns()[place].clone()
}

#[test]
fn two_words_become_numbers_in_every_file() {
    let first = "sex,a,b\nf,1,2\nf,2,1\n";
    let second = "b,sex,a\n7,m,1\n3,f,3\n";
    let prepared = taken(&[first, second]);
    assert_eq!(column(&prepared, "sex"), [0.0, 0.0, 1.0, 0.0]);
    let two = vec![("sex".into(), "f".into(), "m".into())];
    assert_eq!(prepared.warnings[0], Warning::TwoValues { columns: two });
    let codes = &prepared.preparation.reading.codes;
    assert_eq!(codes, &[Coding::of_two("sex", &["m".into(), "f".into()])]);
    // What was recorded reads the same again, and at once.
    let again = take(&[first, second], prepared.preparation.reading.clone()).unwrap();
    assert_eq!((again.moments, again.preparation), (prepared.moments, prepared.preparation));
}

#[test]
fn a_third_word_in_another_file_makes_text() {
    let files = ["sex,a,b\nf,1,2\nm,2,1\n", "sex,a,b\nx,1,7\nf,3,3\n"];
    let found = take(&files, Reading::default()).err().unwrap();
    assert_eq!(found.errors.len(), 1);
    assert_eq!(found.errors[0].0, Some(1));
    assert_eq!(remedies(&found), [("text", Some("drop"))]);
    let dropped = take(&files, Reading { text: Text::Drop, ..Reading::default() }).unwrap();
    assert_eq!(dropped.moments.names(), ["a", "b"]);
    assert_eq!(dropped.warnings[0], Warning::TextLeftOut { columns: vec!["sex".into()] });
    assert_eq!(dropped.preparation.left_out[0].column, "sex");
}

#[test]
fn all_obstacles_are_found_at_once_and_the_way_past_them_was_gone() {
    let mut text = String::from(",name,age,\"a,b\",when,empty,sum,x\n");
    for r in 0..60 {
        let age = if r == 7 { "unknown".into() } else { (20 + r * 7 % 31).to_string() };
        let x = if r % 5 == 0 { "NA".into() } else { (r * r % 17).to_string() };
        let b = r * 11 % 13;
        text += &format!("{r},n{r},{age},{b},2020-01-{:02},,{},{x}\n", r % 28 + 1, 2 * b);
    }
    let found = obstacles(&text);
    assert_eq!(
        remedies(&found),
        [
            ("text", Some("drop")),
            ("drop", Some("when")),
            ("missing_tokens", Some("usual")),
            ("missing_tokens", Some("unknown")),
            ("drop", Some("empty")),
            ("missing", Some("iterative")),
            ("collinear", Some("drop")),
        ]
    );
    let kinds: Vec<&str> = found
        .errors
        .iter()
        .map(|(file, error)| {
            assert_eq!(*file, Some(0));
            match error {
                Error::TextColumns { .. } => "text",
                Error::MissingValues { .. } => "missing",
                Error::Collinear { .. } => "collinear",
                other => panic!("{other}"),
            }
        })
        .collect();
    assert_eq!(kinds, ["text", "text", "text", "missing", "collinear"]);
    let dates = found.errors[2].1.to_string();
    assert!(dates.ends_with("; line 2 has \"2020-01-01\" in \"when\""), "{dates}");
}

#[test]
fn rows_go_where_few_miss_a_value_and_values_are_filled_in_where_many_do() {
    let text = |every: usize| {
        let row = |r: usize| match r % every {
            0 => format!("NA,{}\n", r % 7),
            _ => format!("{},{}\n", r % 5, r % 7),
        };
        (0..100).map(row).fold(String::from("a,b\n"), |text, row| text + &row)
    };
    assert_eq!(remedies(&obstacles(&text(20))), [("missing", Some("drop-rows"))]);
    assert_eq!(remedies(&obstacles(&text(19))), [("missing", Some("iterative"))]);
}

#[test]
fn where_nothing_is_left_no_way_is_offered() {
    let found = obstacles("name,city,a\nx,u,1\ny,v,2\nz,w,3\n");
    assert_eq!(found.remedies, None);
    let last = &found.errors.last().unwrap().1;
    assert!(matches!(last, Error::TooFewColumns { .. }), "{last}");
    let found = obstacles("a,b\n1,2\n3\n");
    assert_eq!((found.errors.len(), found.remedies), (1, None));
}

#[test]
fn names_with_wildcards_go_alone() {
    let found = obstacles("a*,ab,b,c\n$1,1,2,3\n$2,7,4,1\n$5,2,2,9\n");
    assert_eq!(remedies(&found), [("drop", Some("a*"))]);
}

#[test]
fn a_header_of_numbers_is_asked_about() {
    let found = obstacles("1,2\n3,5\n4,4\n");
    assert_eq!(remedies(&found), [("header", Some("no"))]);
}

#[test]
fn one_number_tells_what_commas_are_in_the_others() {
    let prepared = taken(&["a,b\n\"1,234\",1\n\"1,234,567\",3\n5,7\n"]);
    assert_eq!(column(&prepared, "a"), [1234.0, 1_234_567.0, 5.0]);
    assert!(prepared.preparation.reading.thousands);
    let found = obstacles("a,b\n\"1,234\",1\n7,3\n5,7\n");
    assert_eq!(remedies(&found), [("thousands", None)]);
}

#[test]
fn what_can_be_read_once_is_read_from_memory_the_second_time() {
    // The words come after more than a piece of the file.
    let long = 3_000_000;
    let rows = "1,2,yes\n2,1,no\n".repeat(long / 2);
    let text = format!("a,b,c\n{rows}3,7,maybe\n");
    let mut opened = 0;
    let bytes = text.len();
    assert!(bytes < 64 << 20);
    let mut open = (1, |_| {
        opened += 1;
        Ok(Source::Stream(Box::new(Cursor::new(text.clone().into_bytes()))))
    });
    let reading = Reading { text: Text::Drop, ..Reading::default() };
    let options = Options::default();
    let taking = Taking { reading, options, asked: None, joins: false, watch: &() };
    let prepared = taking.prepared(&mut open).unwrap();
    assert_eq!(prepared.moments.names(), ["a", "b"]);
    assert_eq!(opened, 1);
    // What is longer than that cannot, and says so.
    let endless = Cursor::new(b"a,b,c\n".to_vec())
        .chain(Cursor::new(vec![b'\n'; 70 << 20]))
        .chain(Cursor::new(b"1,2,u\n3,4,v\n2,2,u\n".to_vec()));
    let mut endless = Some(endless);
    let mut open = (1, |_| match endless.take() {
        Some(stream) => Ok(Source::Stream(Box::new(stream))),
        None => Err(Error::EmptyInput),
    });
    let found = taking.prepared(&mut open).err().unwrap();
    assert_eq!((found.errors.len(), &found.remedies), (1, &None));
    let said = found.errors[0].1.to_string();
    assert!(said.contains("two words instead of numbers in \"c\""), "{said}");
}

#[test]
fn rows_of_weight_zero_are_no_rows() {
    let text = "w,a,b\n1,1,2\n0,9,9\n2,2,1\n0,8,1\n1,3,5\n";
    let open = |_| Ok(Source::Stream(Box::new(text.as_bytes())));
    let options = Options {
        weights: Some("w".into()),
        keep: Keep::Always,
        missing: Missing::Error,
        ..Options::default()
    };
    let taking =
        Taking { reading: Reading::default(), options, asked: None, joins: false, watch: &() };
    let prepared = taking.prepared(&mut (1, open)).unwrap();
    assert_eq!((prepared.moments.rows(), prepared.moments.weight()), (3, 4.0));
    assert_eq!(column(&prepared, "a"), [1.0, 2.0, 3.0]);
    assert!(prepared.warnings.contains(&Warning::ZeroWeights { rows: 2 }));
    assert_eq!(prepared.preparation.rows_read, 5);
}

#[test]
fn sizes_that_squares_cannot_hold_are_told_from_constants() {
    let text = |unit: &str| {
        let row = |r: usize| format!("{}{unit},{},7e200\n", r * 7 % 11 + 1, r % 5);
        (0..40).map(row).fold(String::from("a,b,c\n"), |text, row| text + &row)
    };
    for (unit, word) in [("e-200", "small"), ("e300", "large"), ("e-160", "small")] {
        let found = obstacles(
            &(text(unit)
                .replace(",c\n", ",c,d\n")
                .replace("7e200", "7e200,1e0")
                .replacen(",1e0", ",2", 1)),
        );
        let said = found.errors[0].1.to_string();
        assert!(said.contains("column \"a\"") && said.contains(word), "{unit}: {said}");
        assert_eq!(remedies(&found), [("drop", Some("a"))]);
    }
    let prepared = taken(&[&text("e-60")]);
    assert_eq!(prepared.moments.names(), ["a", "b"]);
    // A constant column is one, however large.
    let constant = Warning::ConstantColumn { column: "c".into(), value: 7e200 };
    assert!(prepared.warnings.contains(&constant));
}

#[test]
fn a_column_of_one_word_goes_by_that_word() {
    let prepared = taken(&["a,b,where\n1,2,here\n2,7,here\n3,3,\n2,2,here\n"
        .replace(",\n", ",here\n")
        .as_str()]);
    let constant = Warning::ConstantWord { column: "where".into(), word: "here".into() };
    assert!(prepared.warnings.contains(&constant), "{:?}", prepared.warnings);
    assert_eq!(prepared.preparation.left_out[0].reason, "constant (\"here\")");
}

#[test]
fn a_remedy_is_data() {
    let found = obstacles("a,b,c\n1,2,x\n2,7,y\n3,3,z\n");
    let expected = Remedy { option: "text", value: Some("drop".into()) };
    assert_eq!(found.remedies, Some(vec![expected]));
}
