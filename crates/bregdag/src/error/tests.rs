use super::*;
use crate::voice::Remedy;
use crate::voice::tests::{Flags, HOSTILE, has_flag, variant, variants};

const KINDS: [TextKind; 6] = [
    TextKind::Text,
    TextKind::TwoValues,
    TextKind::Tokens,
    TextKind::Amounts,
    TextKind::Times,
    TextKind::Other,
];

fn text_column(name: &str, words: &[&str], kind: TextKind) -> TextColumn {
    let words = words.iter().map(|word| word.to_string()).collect();
    TextColumn {
        name: name.into(),
        place: "line 7".into(),
        words,
        more: kind == TextKind::Text,
        kind,
    }
}

/// Two of every kind.
fn text_columns(name: &str) -> Vec<TextColumn> {
    let all = KINDS.iter().flat_map(|&kind| [name, "b"].map(|column| (column, kind)));
    all.map(|(column, kind)| text_column(column, &[name, "x"], kind)).collect()
}

/// At least one of each, all names as given.
fn errors(name: &str) -> Vec<Error> {
    let n = || name.to_string();
    let cells = vec![(n(), 3), ("b".into(), 1)];
    let (line, row) = (7, 6);
    let io = || io::Error::other(n());
    vec![
        Error::Read(io()),
        Error::Write(io()),
        Error::NotBuiltIn { what: "PNG", feature: "png" },
        Error::EmptyInput,
        Error::NoRows,
        Error::NoHeader { first: n(), wanted: true },
        Error::NoHeader { first: n(), wanted: false },
        Error::RaggedRow { line, expected: 3, found: 2 },
        Error::NotUtf8 { line },
        Error::Utf16,
        Error::OpenQuote { line },
        Error::LongField { line, limit: 99 },
        Error::LongRecord { line, limit: 99 },
        Error::Format { format: "npy", problem: n() },
        Error::NotANumber { line, column: n(), text: n() },
        Error::DecimalComma { line, column: n(), text: n() },
        Error::DecimalPoint { line, column: n(), text: n() },
        Error::MissingValue { place: n(), column: n() },
        Error::NotFinite { place: n(), column: n(), value: n() },
        Error::TextColumns { columns: text_columns(name), example: n() },
        Error::UnknownLevel { place: n(), column: n(), value: n(), levels: vec![n(); 12] },
        Error::Thousands { place: n(), column: n(), text: n(), sure: false },
        Error::Thousands { place: n(), column: n(), text: "1,234".into(), sure: true },
        Error::NoSuchSheet { name: n(), there: vec![n()] },
        Error::WrongContent { found: Content::Table, wanted: Content::Fit },
        Error::WrongContent { found: Content::Fit, wanted: Content::Table },
        Error::WrongContent { found: Content::Knowledge, wanted: Content::Graph },
        Error::WrongContent { found: Content::Diagnostics, wanted: Content::Graph },
        Error::NoSuchColumn { pattern: n(), columns: n() },
        Error::DuplicateName { name: n(), first: 1, second: 2 },
        Error::EmptyName { column: 2 },
        Error::TooManyColumns { limit: 99 },
        Error::WeightsAndGroups { column: n() },
        Error::LabelType { column: n(), kind: n() },
        Error::MissingLabel { row, column: n() },
        Error::BadWeight { row: 6, weight: 0.0 },
        Error::BadWeight { row: 6, weight: f64::NAN },
        Error::BadWeight { row: 6, weight: -1.0 },
        Error::MissingValues { column: n(), row, cells: cells.clone(), rows: 9, complete: 5 },
        Error::MissingValues { column: n(), row, cells: vec![(n(), 1)], rows: 2, complete: 1 },
        Error::NoCompleteRow { cells },
        Error::EmptyColumn { column: n() },
        Error::Collinear { combinations: vec![n()], columns: vec![n()] },
        Error::Collinear { combinations: vec![n(); 12], columns: vec![n(); 12] },
        Error::PartsDiffer { what: "transformations" },
        Error::Logarithm { row, column: n(), value: -2.0, transform: "log", remedy: "rank it" },
        Error::Shape { what: n(), expected: 3, found: 2 },
        Error::TooFewColumns { names: n() },
        Error::TooFewRows { rows: 1 },
        Error::NothingToLearn { rows: 2, columns: 3, least: 4, usual: 22 },
        Error::TooLarge { columns: 20_000, rows: 3, needed: 7 << 30, free: 4 << 30 },
        Error::TooLarge { columns: 20_000, rows: 0, needed: 7 << 30, free: 4 << 30 },
        Error::IdenticalColumns { first: n(), second: "b".into() },
        Error::BadScale { column: n(), variance: 1e300 },
        Error::Option { name: "lambda", value: n(), expected: "a number" },
        Error::NoSuchMethod { name: n(), there: vec!["search", "bregman"] },
        Error::NoSuchOption { method: "search", key: n(), there: vec!["seed"] },
        Error::NoSuchParameter { method: "search", parameter: "lambda", there: vec![] },
        Error::NotForMethod { method: "search", what: "moments" },
        Error::FewRowsForMethod { method: "cam", rows: 4, least: 10 },
        Error::TooManyToProve { variables: 40, most: 28 },
        Error::FewValuesForMethod { method: "cam", column: n(), values: 2, least: 3 },
        Error::Stopped { status: Status::TimeLimit, before: "before the end" },
        Error::StartOverflows { norm: 1e200 },
        Error::NoRowsToDraw,
        Error::NotCounted { why: n() },
        Error::NeedsRows { option: "select", value: Some("cv"), what: "a file of moments" },
        Error::NothingToAdd { what: "a file of moments" },
        Error::MomentsAmongTables,
        Error::NotMoments,
        Error::AlreadyMoments,
        Error::FewerUnitsThanFolds { folds: 5, unit: "group", found: 1 },
        Error::FewerUnitsThanFolds { folds: 5, unit: "group", found: 2 },
        Error::TooFewUnits { unit: "block", found: 1 },
        Error::OtherRefits { how: "of other rows" },
        Error::NoRefit { refits: 5, reason: n() },
        Error::TooFewFolds { folds: 5, left_out: 4, column: n() },
        Error::variables_differ([name, name], [&[n()], &["b".to_string()]]),
        Error::BothDirections { a: n(), b: n() },
        Error::SelfLoop { name: n() },
        Error::DuplicateEdge { line, from: n(), to: n() },
        Error::RepeatedEdge { from: n(), to: n() },
        Error::Cyclic { cycle: n() },
        Error::NoExtension,
        Error::NoEquations { what: "total effects" },
        Error::NotLinear { what: "total effects" },
        Error::Knowledge { problem: n() },
        Error::NotAnEdge { text: n() },
        Error::Undrawable { what: "the weight", value: f64::NAN, place: n() },
        Error::TooMuchToDraw { nodes: 500, links: 9000 },
    ]
}

#[test]
fn every_error_has_words() {
    let there: HashSet<String> = errors("a").iter().map(variant).collect();
    for name in variants(include_str!("mod.rs")) {
        assert!(there.contains(name), "{name} is not in the list of this test");
    }
    for error in errors("a") {
        let (plain, flags) = (error.said(&Plain), error.said(&Flags));
        // The words that are left where there are none.
        assert_ne!(plain, format!("{error:?}"));
        assert!(plain.len() > 10, "{error:?}");
        assert_eq!(plain, error.to_string());
        assert!(!has_flag(&plain), "{plain}");
        assert_eq!(plain == flags, !has_flag(&flags), "{plain}\n{flags}");
    }
}

#[test]
fn no_name_can_harm() {
    for name in [HOSTILE.to_string(), "\u{1b}".repeat(10_000)] {
        for error in errors(&name) {
            for said in [error.said(&Plain), error.said(&Flags)] {
                assert!(!said.chars().any(char::is_control), "{said:?}");
                assert!(said.len() < 30_000, "{}", said.len());
            }
        }
    }
}

#[test]
fn what_a_command_says() {
    let said = |error: Error| error.said(&Flags);
    let text = |column: TextColumn| {
        said(Error::TextColumns { columns: vec![column], example: "line 3 has \"high\"".into() })
    };
    assert_eq!(
        text(text_column("site", &["A", "B", "C", "D"], TextKind::Text)),
        "text instead of numbers in \"site\" (\"A\", \"B\", \"C\" and 1 more, …): leave it out (--text drop), or \
         give the order of its values (--ordered); line 3 has \"high\""
    );
    assert_eq!(
        text(text_column("income", &["high"], TextKind::Tokens)),
        "words among the numbers of \"income\": \"high\"; if it stands for missing values, say so \
         (--missing-tokens), or else leave the column out (--drop \"income\"); line 3 has \"high\""
    );
    let cells = vec![("age".to_string(), 1)];
    assert_eq!(
        said(Error::MissingValues { column: "age".into(), row: 2, cells, rows: 2, complete: 1 }),
        "1 value is missing: \"age\" 1; the first is in row 2, column \"age\". Say what should become of \
         it: --missing drop-rows (leaves 1 of 2 rows), mean or iterative; or leave columns out by --drop"
    );
    let combinations = vec!["years = age".to_string()];
    assert_eq!(
        said(Error::Collinear { combinations, columns: vec!["years".into()] }),
        "years = age. No data can tell what acts on what among them. Leave one of these columns out: \
         --collinear drop does (or --drop with columns of your choice); --collinear keep learns with all \
         of them"
    );
    assert_eq!(
        said(Error::NotAnEdge { text: "age=>dose".into() }),
        "prior knowledge: \"age=>dose\" is no edge: expected two names with one -> between them, as in \
         age->weight; names that contain -> go into a JSON file (--knowledge FILE)"
    );
}

#[test]
fn remedies_are_data() {
    let long = "\u{1b}".repeat(100);
    let columns = vec![
        text_column("a", &["x"], TextKind::Text),
        text_column("b", &["unknown", "?!"], TextKind::Tokens),
        text_column(&long, &[], TextKind::Times),
        text_column("c", &["x"], TextKind::Text),
        text_column("d", &["f", "m"], TextKind::TwoValues),
    ];
    let text = Error::TextColumns { columns, example: "".into() };
    // In full, not as it is shown.
    let tokens = ["usual", "?!", "unknown"].map(Remedy::token);
    let expected = [Remedy::set("text", "drop"), Remedy::drop(long)].into_iter().chain(tokens);
    assert_eq!(text.remedies(), expected.collect::<Vec<_>>());
    let missing = |complete| {
        let cells = vec![("a".to_string(), 1)];
        Error::MissingValues { column: "a".into(), row: 1, cells, rows: 99, complete }.remedies()
    };
    assert_eq!(missing(95), [Remedy::set("missing", "drop-rows")]);
    assert_eq!(missing(94), [Remedy::set("missing", "iterative")]);
    let mostly = |cells: &[(&str, u64)]| {
        let cells = cells.iter().map(|&(name, cells)| (name.into(), cells)).collect();
        Error::MissingValues { column: "a".into(), row: 1, cells, rows: 9, complete: 0 }.remedies()
    };
    assert_eq!(mostly(&[("a", 5)]), [Remedy::drop("a")]);
    assert_eq!(
        mostly(&[("a", 9), ("b", 4)]),
        [Remedy::drop("a"), Remedy::set("missing", "iterative")]
    );
    assert_eq!(Error::BadWeight { row: 1, weight: -1.0 }.remedies(), []);
}

#[test]
fn variables_that_differ_are_named() {
    let names = |list: &str| list.split(' ').map(String::from).collect::<Vec<_>>();
    let differ = |ours: &str, theirs: &str| {
        Error::variables_differ(["A", "B"], [&names(ours), &names(theirs)]).to_string()
    };
    assert_eq!(
        differ("a b c d e f g z", "z y"),
        "the variables differ: A has \"a\", \"b\", \"c\", \"d\", \"e\" and 2 more of its own; B has \"y\" \
         of its own"
    );
    assert!(differ("a b", "a").ends_with("A has \"b\" of its own; B has none of its own"));
    let order = "the variables differ: A has the same names; B has them in another order";
    assert_eq!(differ("a b", "b a"), order);
}
