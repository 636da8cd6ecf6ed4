//! Data that bear little: a sound fit that can be saved, or a clear error; no panic, no NaN.

use bregdag::document::{Document, Run};
use bregdag::method::METHODS;
use bregdag::random::Stream;
use bregdag::study::{self, Setup};
use bregdag::voice::Plain;
use bregdag::{Dataset, Error};

use super::samples::normals;
use super::{Sample, cases, sound};

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn scaled(column: &[f64], factor: f64) -> Vec<f64> {
    column.iter().map(|x| factor * x).collect()
}

/// Six columns, x3 an effect of x1 and x2, x5 one of x3.
fn plain(rows: usize) -> Vec<Vec<f64>> {
    let mut stream = Stream::new(8, rows as u64);
    let mut columns: Vec<Vec<f64>> = (0..6).map(|_| normals(&mut stream, rows)).collect();
    columns[2] = sum(&sum(&columns[0], &columns[1]), &columns[2]);
    columns[4] = sum(&columns[2], &columns[4]);
    columns
}

fn changed(change: impl Fn(&mut Vec<Vec<f64>>)) -> Sample {
    let mut columns = plain(100);
    change(&mut columns);
    Sample::new(columns)
}

fn all_scaled(factor: f64) -> Sample {
    changed(|columns| columns.iter_mut().for_each(|column| *column = scaled(column, factor)))
}

fn samples() -> Vec<(&'static str, Sample)> {
    vec![
        ("a combination", changed(|c| c[3] = sum(&c[0], &scaled(&c[1], -2.0)))),
        ("a near combination", changed(|c| c[3] = sum(&c[0], &scaled(&c[3], 1e-9)))),
        ("a copy", changed(|c| c[5] = c[1].clone())),
        (
            "copies, one turned",
            changed(|c| {
                c[3] = c[1].clone();
                c[5] = scaled(&c[1], -3.0);
            }),
        ),
        ("tiny", all_scaled(1e-60)),
        ("huge", all_scaled(1e60)),
        ("one column in other units", changed(|c| c[2] = scaled(&c[2], 1e12))),
        ("one column in tiny units", changed(|c| c[0] = scaled(&c[0], 1e-12))),
        (
            "all in different units",
            changed(|c| {
                c.iter_mut().zip([60, -60, 0, 60, -30, 1]).for_each(|(column, e)| {
                    *column = scaled(column, 10f64.powi(e));
                });
            }),
        ),
        (
            "nearly constant",
            changed(|c| {
                c[3].iter_mut().for_each(|x| *x = 5.0 + 1e-7 * *x);
            }),
        ),
        (
            "constant but for one row",
            changed(|c| {
                c[3] = vec![1.0; 100];
                c[3][17] = 1.0 + 1e-6;
            }),
        ),
        ("far from zero", changed(|c| c[3].iter_mut().for_each(|x| *x += 1e9))),
        ("an outlier", changed(|c| c[4][50] = 1e9)),
        (
            "all the same",
            changed(|c| {
                (1..6).for_each(|j| c[j] = scaled(&c[0], j as f64));
            }),
        ),
        ("fewer rows than variables", Sample::new(plain(4))),
        ("as many rows as variables", Sample::new(plain(6))),
        ("three rows", Sample::new(plain(3))),
        ("two rows", Sample::new(plain(2))),
        ("two variables", Sample::new(plain(100).drain(1..3).collect())),
        ("two rows of two variables", Sample::new(plain(2).drain(1..3).collect())),
    ]
}

/// Refusals that say what about the data is to blame.
fn clear(error: &Error) -> bool {
    matches!(
        error,
        Error::NotForMethod { .. }
            | Error::FewRowsForMethod { .. }
            | Error::FewValuesForMethod { .. }
            | Error::BadScale { .. }
            | Error::TooFewRows { .. }
            | Error::TooFewColumns { .. }
            | Error::Collinear { .. }
            | Error::StartOverflows { .. }
    )
}

#[test]
fn there_is_an_answer_or_a_clear_error() {
    for (what, sample) in samples() {
        for case in cases() {
            let what = format!("{what}, {}", case.label);
            match case.spec.learn(&sample.data(), &()) {
                Ok(fit) => sound(&what, &fit, sample.data().knowledge()),
                Err(error) => assert!(clear(&error), "{what}: {error}"),
            }
        }
    }
}

/// Defaults must bear more: they answer all of these, and what they answer can be saved and read.
#[test]
fn the_study_can_be_saved() {
    for (what, sample) in samples() {
        for info in METHODS {
            let setup = Setup { spec: info.spec(), ..Setup::default() };
            let study = match study::learn(sample.prepared(), &setup, &()) {
                Ok(study) => study,
                // Two or three rows are refused before any method sees them.
                Err(Error::NothingToLearn { rows, .. }) if rows < 4 => continue,
                Err(
                    Error::NotForMethod { .. }
                    | Error::FewRowsForMethod { .. }
                    | Error::FewValuesForMethod { .. },
                ) => continue,
                Err(error) => panic!("{what}, {}: {error}", info.name),
            };
            let document = Document::of(&study, Run::default(), &Plain).unwrap();
            let mut bytes = vec![];
            document.write(&mut bytes).unwrap();
            let read = Document::read(&bytes).unwrap_or_else(|e| panic!("{what}: {e}"));
            assert_eq!(read, document, "{what}, {}", info.name);
        }
    }
}

#[test]
fn independent_columns_have_few_edges() {
    for (n, rows) in [(2, 100), (12, 300)] {
        let mut stream = Stream::new(7, n as u64);
        let sample = Sample::new((0..n).map(|_| normals(&mut stream, rows)).collect());
        for info in METHODS {
            let fit = info.spec().learn(&sample.data(), &()).unwrap();
            let edges = fit.answer.claim.graph().edge_count();
            // By chance one pair in some hundred looks joined; at the price of the BIC alone, log m, one in
            // sixty, and of 66 seldom more than three.
            let bic = info.key_of("penalty").is_some_and(|key| info.default_of(key) == "bic");
            let most = if bic { 3 } else { 1 };
            assert!(edges <= most, "{}: {edges} edges among {n} variables", info.name);
        }
    }
}

/// Tables have two variables at least, but a part of moments may have one.
#[test]
fn one_variable_alone() {
    let moments = Sample::new(plain(50)).moments.select(&[3]);
    let data = Dataset::from(&moments);
    for case in cases().iter().filter(|case| !case.spec.method().needs().rows) {
        match case.spec.learn(&data, &()) {
            Ok(fit) => {
                sound(&case.label, &fit, data.knowledge());
                assert_eq!(fit.edges(), []);
            }
            Err(error) => assert!(clear(&error), "{}: {error}", case.label),
        }
    }
}
