//! Rows → what a method receives: what is left out, filled in and said.

use bregdag::data::{Block, Blocks, Label};
use bregdag::prepare::{
    Collinear, Gather, Keep, Missing, Options, Preparation, Prepared, Scale, Transform, of_moments,
};
use bregdag::random::Stream;
use bregdag::{Error, Moments, Result, Table, Warning};

/// A table that comes in blocks of so many rows.
struct Parts {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
    weights: Option<Vec<f64>>,
    groups: Option<Vec<Label>>,
    at_once: usize,
    read: usize,
}

impl Blocks for Parts {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn next_block(&mut self) -> Result<Option<Block>> {
        let rows = self.read..(self.read + self.at_once).min(self.columns[0].len());
        self.read = rows.end;
        let part = |column: &Vec<f64>| column[rows.clone()].to_vec();
        let columns = self.columns.iter().map(part).collect();
        let weights = self.weights.as_ref().map(part);
        let groups = self.groups.as_ref().map(|labels| labels[rows.clone()].to_vec());
        Ok((!rows.is_empty()).then_some(Block { columns, weights, groups }))
    }
}

fn parts(columns: &[(&str, Vec<f64>)]) -> Parts {
    Parts {
        names: columns.iter().map(|(name, _)| name.to_string()).collect(),
        columns: columns.iter().map(|(_, column)| column.clone()).collect(),
        weights: None,
        groups: None,
        at_once: 7,
        read: 0,
    }
}

fn prepared(mut parts: Parts, options: &Options) -> Result<Prepared> {
    let mut gather = Gather::new(&parts.names.clone(), options.clone())?;
    gather.read(&mut parts, &())?;
    gather.finish(&())
}

fn normal(rows: usize, seed: u64) -> Vec<f64> {
    let mut stream = Stream::new(seed, 0);
    (0..rows).map(|_| stream.normal()).collect()
}

/// Every tenth value, from the first one on, is missing.
fn holed(column: &[f64], first: usize) -> Vec<f64> {
    let hole = |(r, &x): (usize, &f64)| if r % 10 == first { f64::NAN } else { x };
    column.iter().enumerate().map(hole).collect()
}

fn with(missing: Missing) -> Options {
    Options { missing, keep: Keep::IfCheap, ..Options::default() }
}

#[test]
fn streamed_rows_give_the_moments_of_the_table() {
    let (x, y) = (normal(5000, 1), normal(5000, 2));
    let names = vec!["x".to_string(), "y".into()];
    let table = Table::new(names, vec![x.clone(), y.clone()]).unwrap();
    for keep in [Keep::No, Keep::IfCheap, Keep::Always] {
        for at_once in [1, 999, 5000] {
            let parts = Parts { at_once, ..parts(&[("x", x.clone()), ("y", y.clone())]) };
            let found = prepared(parts, &Options { keep, ..Options::default() }).unwrap();
            assert_eq!(found.moments, Moments::of(&table).unwrap());
            assert_eq!(found.table.as_ref(), (keep != Keep::No).then_some(&table));
            assert_eq!(found.preparation.rows_read, 5000);
            assert!(found.warnings.is_empty(), "{:?}", found.warnings);
        }
    }
}

#[test]
fn folds_are_the_same_streamed_or_not() {
    let (x, y) = (normal(500, 1), normal(500, 2));
    let table = Table::new(vec!["x".into(), "y".into()], vec![x.clone(), y.clone()]).unwrap();
    let options = Options { folds: Some((5, 3)), ..Options::default() };
    let found = prepared(parts(&[("x", x), ("y", y)]), &options).unwrap();
    assert_eq!(found.folds, Moments::of_folds(&table, 5, 3).unwrap());
}

#[test]
fn missing_values_are_counted_by_column() {
    let (x, y) = (normal(50, 1), normal(50, 2));
    let columns = [("x", holed(&x, 3)), ("y", holed(&y, 4)), ("z", normal(50, 3))];
    let error = prepared(parts(&columns), &with(Missing::Error)).unwrap_err();
    let Error::MissingValues { ref column, row, complete, rows, .. } = error else {
        panic!("{error}")
    };
    assert_eq!((column.as_str(), row, complete, rows), ("x", 4, 40, 50));
    let message = error.to_string();
    assert!(message.starts_with("10 values are missing: \"x\" 5, \"y\" 5;"), "{message}");
    assert!(message.contains("leaves 40 of 50 rows"), "{message}");

    let dropped = prepared(parts(&columns), &with(Missing::DropRows)).unwrap();
    assert_eq!((dropped.moments.rows(), dropped.preparation.rows_dropped), (40, 10));
    let cells: Vec<u64> = dropped.preparation.missing_cells.iter().map(|m| m.cells).collect();
    assert_eq!(cells, [5, 5]);
    assert_eq!(
        dropped.preparation.sentences(),
        ["10 missing values in 2 columns: 10 rows of 50 left out."]
    );
}

#[test]
fn missing_values_are_filled_in() {
    let x = normal(400, 1);
    let y: Vec<f64> = x.iter().zip(normal(400, 2)).map(|(x, e)| 2.0 * x + 0.1 * e).collect();
    let z: Vec<f64> = y.iter().zip(normal(400, 3)).map(|(y, e)| y + 0.1 * e).collect();
    let columns = [("x", x), ("y", holed(&y, 4)), ("z", z)];
    let correlation = |missing| {
        let found = prepared(parts(&columns), &with(missing)).unwrap();
        let table = found.table.unwrap();
        assert_eq!((table.rows(), found.preparation.missing_cells.len()), (400, 1));
        (found.moments.standardized().covariance()[(0, 1)], table.columns()[1][4])
    };
    let (by_mean, mean) = correlation(Missing::Mean);
    let (by_regression, value) = correlation(Missing::Iterative);
    let observed: Vec<f64> = columns[1].1.iter().copied().filter(|x| !x.is_nan()).collect();
    assert!((mean - observed.iter().sum::<f64>() / 360.0).abs() < 1e-12);
    // The noise of y is a twentieth of its spread; means take a tenth of the relation away.
    assert!((value - y[4]).abs() < 0.5 && by_regression > 0.99 && by_mean < 0.97);
}

#[test]
fn nothing_can_be_made_of_nothing() {
    let empty = vec![f64::NAN; 20];
    let columns = [("x", normal(20, 1)), ("y", normal(20, 2)), ("none", empty)];
    let problem = |missing| prepared(parts(&columns), &with(missing)).unwrap_err().to_string();
    assert!(problem(Missing::DropRows).contains("no row is complete: missing are \"none\" 20"));
    for missing in [Missing::Mean, Missing::Iterative] {
        assert!(problem(missing).contains("\"none\" has no values at all"), "{}", problem(missing));
    }
    let no_rows = prepared(parts(&[("x", vec![]), ("y", vec![])]), &Options::default());
    assert!(matches!(no_rows, Err(Error::NoRows)));
}

#[test]
fn constants_and_combinations_are_left_out_by_name() {
    let (a, b) = (normal(60, 1), normal(60, 2));
    let sum: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    let columns = [("a", a), ("k", vec![7.0; 60]), ("b", b), ("sum", sum)];
    let treated = |collinear| {
        prepared(parts(&columns), &Options { collinear, keep: Keep::IfCheap, ..Options::default() })
    };
    let refused = treated(Collinear::Error).unwrap_err().to_string();
    assert!(refused.starts_with("sum = a + b. "), "{refused}");
    assert!(refused.contains("`collinear = drop`"), "{refused}");

    let dropped = treated(Collinear::Drop).unwrap();
    assert_eq!(dropped.moments.names(), ["a", "b"]);
    assert_eq!(dropped.table.unwrap().names(), ["a", "b"]);
    let reasons: Vec<(&str, &str)> = dropped
        .preparation
        .left_out
        .iter()
        .map(|gone| (gone.column.as_str(), gone.reason.as_str()))
        .collect();
    assert_eq!(reasons, [("k", "constant (7)"), ("sum", "sum = a + b")]);
    assert_eq!(dropped.warnings.len(), 2);

    let kept = treated(Collinear::Keep).unwrap();
    assert_eq!(kept.moments.names(), ["a", "b", "sum"]);
    assert!(matches!(kept.warnings[1], Warning::CollinearKept { .. }));

    // Moments tell the same, without the rows.
    let gathered = || {
        let mut parts = parts(&columns);
        let mut gather = Gather::new(&parts.names.clone(), Options::default()).unwrap();
        gather.read(&mut parts, &()).unwrap();
        gather.moments(&()).unwrap()
    };
    let (moments, preparation, _) = gathered();
    assert_eq!(moments.variables(), 4);
    let options = Options { collinear: Collinear::Drop, ..Options::default() };
    let again = of_moments(moments, preparation, &options, &()).unwrap();
    assert_eq!((again.moments, again.preparation), (dropped.moments, dropped.preparation));
}

#[test]
fn standardised_columns_have_variance_one_everywhere() {
    let scaled = normal(100, 1).iter().map(|x| 1e4 * x + 5.0).collect();
    let columns = [("a", scaled), ("b", normal(100, 2))];
    let options = Options {
        scale: Scale::Standardize,
        folds: Some((4, 0)),
        keep: Keep::IfCheap,
        ..Options::default()
    };
    let found = prepared(parts(&columns), &options).unwrap();
    assert_eq!(found.moments.variances(), [1.0, 1.0]);
    let again = Moments::of(&found.table.unwrap()).unwrap();
    let merged = found.folds[1..].iter().fold(found.folds[0].clone(), |a, b| a.merge(b).unwrap());
    for other in [again, merged] {
        // Rounding of a hundred terms of size one.
        let close = |(x, y): (&f64, &f64)| (x - y).abs() < 1e-11;
        let (ours, theirs) = (found.moments.comoments(), other.comoments());
        assert!(ours.as_slice().iter().zip(theirs.as_slice()).all(close));
        assert!(other.means().iter().all(|mean| mean.abs() < 1e-12));
    }
    assert!(found.preparation.sentences()[0].contains("standardised"));
}

#[test]
fn columns_are_transformed_first() {
    let positive: Vec<f64> = normal(30, 1).iter().map(|x| x.exp()).collect();
    let columns = [("a", positive.clone()), ("b", normal(30, 2)), ("ab", positive)];
    let transformed = |transform, pattern: &str| {
        let transforms = vec![(transform, vec![pattern.to_string()])];
        prepared(
            parts(&columns),
            &Options {
                transforms,
                keep: Keep::IfCheap,
                collinear: Collinear::Keep,
                ..Options::default()
            },
        )
    };
    let logs = transformed(Transform::Log, "a*").unwrap().table.unwrap();
    // exp and log are inverse up to rounding.
    assert!(logs.columns()[0].iter().zip(normal(30, 1)).all(|(a, x)| (a - x).abs() < 1e-12));
    assert_eq!((&logs.columns()[0], &logs.columns()[1]), (&logs.columns()[2], &columns[1].1));

    let ranks = transformed(Transform::Rank, "b").unwrap();
    let mut sorted = ranks.table.unwrap().columns()[1].clone();
    sorted.sort_by(f64::total_cmp);
    assert!(sorted.iter().enumerate().all(|(k, &rank)| rank == (k + 1) as f64));
    assert_eq!(ranks.preparation.transforms[0].columns, ["b"]);

    let negative = transformed(Transform::Log, "b").unwrap_err().to_string();
    assert!(negative.contains("\"b\"") && negative.contains("row"), "{negative}");
    let unknown = transformed(Transform::Log, "z*").unwrap_err().to_string();
    assert!(unknown.contains("no column is named \"z*\""), "{unknown}");
}

#[test]
fn files_may_have_their_columns_in_another_order() {
    let (a, b) = (normal(30, 1), normal(30, 2));
    let whole = prepared(
        parts(&[("a", [&a[..], &a].concat()), ("b", [&b[..], &b].concat())]),
        &Options::default(),
    );
    let mut gather = Gather::new(&["a", "b"].map(String::from), Options::default()).unwrap();
    gather.read(&mut parts(&[("a", a.clone()), ("b", b.clone())]), &()).unwrap();
    gather.read(&mut parts(&[("b", b.clone()), ("a", a.clone())]), &()).unwrap();
    let other = gather.read(&mut parts(&[("a", a), ("c", b)]), &()).unwrap_err();
    assert!(other.to_string().contains("this one has \"c\" of its own"), "{other}");
    assert_eq!(gather.finish(&()).unwrap().moments, whole.unwrap().moments);
}

#[test]
fn weights_count() {
    let columns = [("a", normal(40, 1)), ("b", normal(40, 2))];
    let weighted = |weights: Vec<f64>, missing| {
        let mut parts = Parts { weights: Some(weights), ..parts(&columns) };
        let names = parts.names.clone();
        let options = Options { weights: Some("w".into()), ..with(missing) };
        let mut gather = Gather::new(&names, options).unwrap();
        gather.read(&mut parts, &())?;
        gather.finish(&())
    };
    let weights: Vec<f64> = (0..40).map(|r| (r % 3) as f64).collect();
    let found = weighted(weights.clone(), Missing::Error).unwrap();
    // Rows of weight zero are none.
    assert_eq!((found.moments.weight(), found.moments.rows()), (39.0, 26));
    let counted: Vec<f64> = weights.iter().copied().filter(|&weight| weight > 0.0).collect();
    assert_eq!(found.table.unwrap().weights(), Some(&counted[..]));
    assert!(found.warnings.contains(&Warning::ZeroWeights { rows: 14 }));
    assert_eq!(found.preparation.weights.as_deref(), Some("w"));

    let with_one = |bad| [vec![1.0; 20], vec![bad], vec![1.0; 19]].concat();
    for bad in [-1.0, f64::NAN] {
        let error = weighted(with_one(bad), Missing::Error).unwrap_err();
        assert!(matches!(error, Error::BadWeight { row: 21, .. }), "{error}");
    }
    let dropped = weighted(with_one(f64::NAN), Missing::DropRows).unwrap();
    assert_eq!((dropped.moments.rows(), dropped.preparation.rows_dropped), (39, 1));
    assert!(weighted(vec![0.0; 40], Missing::Error).is_err());
}

/// Row r belongs to the group r mod 7, whatever it is called.
fn label(r: usize) -> Label {
    Label::of(["Ulm", "Köln", "7", "x", "", "Bonn", "y"][r % 7])
}

fn grouped(
    columns: &[(&str, Vec<f64>)],
    labels: Vec<Label>,
    options: &Options,
) -> Result<Prepared> {
    let parts = Parts { groups: Some(labels), at_once: 11, ..parts(columns) };
    prepared(parts, &Options { groups: Some("clinic".into()), ..options.clone() })
}

/// The groups, named anew, of these rows.
fn groups_of(rows: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut seen = vec![];
    let mut number = |r: usize| {
        let place = seen.iter().position(|&group| group == r % 7);
        place.unwrap_or_else(|| {
            seen.push(r % 7);
            seen.len() - 1
        }) as u64
    };
    rows.map(&mut number).collect()
}

#[test]
fn groups_stay_with_their_rows() {
    let columns = [("a", holed(&normal(60, 1), 0)), ("b", normal(60, 2)), ("c", normal(60, 3))];
    let labels: Vec<Label> = (0..60).map(label).collect();
    let ranks = vec![(Transform::Rank, vec!["b".to_string()])];
    for transforms in [vec![], ranks] {
        for missing in [Missing::DropRows, Missing::Mean, Missing::Iterative] {
            let options = Options { transforms: transforms.clone(), ..with(missing) };
            let found = grouped(&columns, labels.clone(), &options).unwrap();
            let kept = (0..60).filter(|r| missing != Missing::DropRows || r % 10 != 0);
            // The third column tells which rows these are.
            let table = found.table.unwrap();
            let rows: Vec<usize> = kept.collect();
            assert!(rows.iter().zip(&table.columns()[2]).all(|(&r, &c)| c == columns[2].1[r]));
            assert_eq!(found.groups.unwrap(), groups_of(rows.into_iter()), "{missing:?}");
            assert_eq!(found.preparation.groups.as_deref(), Some("clinic"));
        }
    }
    // Without a table there is nothing that groups could stand beside.
    let none = Options { missing: Missing::DropRows, ..Options::default() };
    let found = grouped(&columns, labels, &none).unwrap();
    assert!(found.table.is_none() && found.groups.is_none());
}

#[test]
fn a_missing_group_is_refused_or_its_row_dropped() {
    let columns = [("a", normal(40, 1)), ("b", normal(40, 2))];
    let mut labels: Vec<Label> = (0..40).map(label).collect();
    labels[23] = Label::MISSING;
    for missing in [Missing::Error, Missing::Mean, Missing::Iterative] {
        let error = grouped(&columns, labels.clone(), &with(missing)).unwrap_err();
        assert!(matches!(error, Error::MissingLabel { row: 24, .. }), "{error}");
        let message = error.to_string();
        assert!(message.starts_with("row 24, column \"clinic\": "), "{message}");
        assert!(message.contains("`missing = drop-rows`"), "{message}");
    }
    let found = grouped(&columns, labels.clone(), &with(Missing::DropRows)).unwrap();
    assert_eq!(found.groups.unwrap(), groups_of((0..40).filter(|&r| r != 23)));
    assert_eq!((found.preparation.rows_dropped, found.table.unwrap().rows()), (1, 39));
    let cells = &found.preparation.missing_cells[0];
    assert_eq!((cells.column.as_str(), cells.cells), ("clinic", 1));

    let none = Options { groups: Some("clinic".into()), ..Options::default() };
    let error = prepared(parts(&columns), &none).unwrap_err().to_string();
    assert_eq!(error, "labels of rows in \"clinic\": expected 7, found 0");
    // Nobody asked for these.
    let parts = Parts { groups: Some(labels), ..parts(&columns) };
    assert!(prepared(parts, &with(Missing::Error)).unwrap().groups.is_none());
}

#[test]
fn groups_go_on_in_the_next_file() {
    let columns = [("a", normal(30, 1)), ("b", normal(30, 2))];
    let options = Options { groups: Some("clinic".into()), ..with(Missing::Error) };
    let mut gather = Gather::new(&["a", "b"].map(String::from), options).unwrap();
    for first in [0, 3] {
        let groups = Some((first..first + 30).map(label).collect());
        gather.read(&mut Parts { groups, ..parts(&columns) }, &()).unwrap();
    }
    let found = gather.finish(&()).unwrap();
    assert_eq!(found.groups.unwrap(), groups_of((0..30).chain(3..33)));
}

#[test]
fn rows_are_kept_as_long_as_asked() {
    // Two columns of these are more than what counts as cheap.
    let rows = (1 << 23) + 1;
    let column = |step: usize| (0..rows).map(|r| ((r * step) % 1009) as f64).collect();
    for (keep, kept) in [(Keep::IfCheap, false), (Keep::Always, true)] {
        let parts = Parts { at_once: rows / 2, ..parts(&[("a", column(37)), ("b", column(91))]) };
        let found = prepared(parts, &Options { keep, ..Options::default() }).unwrap();
        assert_eq!(found.table.map(|table| table.rows()), kept.then_some(rows));
        assert_eq!(found.moments.rows(), rows as u64);
    }
}

#[test]
fn parts_must_have_been_treated_alike() {
    let part = |missing| Preparation { missing, rows_read: 5, ..Preparation::default() };
    let joined = part(Missing::DropRows).merge(&part(Missing::DropRows)).unwrap();
    assert_eq!(joined.rows_read, 10);
    let error = part(Missing::DropRows).merge(&part(Missing::Mean)).unwrap_err().to_string();
    assert!(error.contains("what became of missing values differ"), "{error}");
    let groups = |name: &str| Preparation { groups: Some(name.into()), ..part(Missing::Error) };
    assert_eq!(groups("g").merge(&groups("g")).unwrap().groups.as_deref(), Some("g"));
    let error = groups("g").merge(&part(Missing::Error)).unwrap_err().to_string();
    assert!(error.contains("groups of rows differ"), "{error}");
}
