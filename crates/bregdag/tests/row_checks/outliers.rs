//! Rows that lie far from all others, and the edges that rest on them.

use bregdag::Warning;
use bregdag::prepare::{Keep, Look, Missing, Options, Outliers};
use bregdag::study::Study;
use bregdag::voice::Plain;
use bregdag::warning::Advice;

use super::tables::*;

/// The warning that edges rest on rows.
fn warned(study: &Study) -> bool {
    study.warnings.iter().any(|warning| matches!(warning, Warning::RowsMakeEdges(_)))
}

fn said(study: &Study) -> Vec<String> {
    study.warnings.iter().map(|warning| warning.said(&Plain)).collect()
}

/// Two independent columns and a row at (10⁶, 10⁶).
fn two_and_a_million() -> Vec<Vec<f64>> {
    let drawn = Drawn::new(3, 300, Noise::Gaussian, 0.0, 5);
    let mut stream = bregdag::random::Stream::new(9, 0);
    let mut columns = vec![drawn.columns[0].clone(), vec![]];
    columns[1] = (0..300).map(|_| stream.normal()).collect();
    columns.iter_mut().for_each(|column| column.push(1e6));
    columns
}

fn remarked(study: &Study) -> String {
    let remarks = bregdag::study::words::remarks(study, &Plain);
    remarks.into_iter().map(|remark| remark.text + "\n").collect()
}

#[test]
fn one_row_makes_one_edge() {
    let columns = two_and_a_million();
    let found = study(&columns, Outliers::Warn);
    assert_eq!(found.fit.answer.claim.graph().edge_count(), 1);
    let start =
        "row 301 makes 1 of 1 edges; without it none is left (it makes \"x1\" -- \"x2\"): if such";
    assert!(said(&found).iter().any(|line| line.starts_with(start)), "{:?}", said(&found));
    let remarks = remarked(&found);
    assert!(!remarks.contains("valid"), "{remarks}");

    let dropped = study(&columns, Outliers::Drop);
    assert_eq!(dropped.fit.answer.claim.graph().edge_count(), 0);
    assert_eq!(dropped.fit.rows, 300);
    let record = dropped.preparation.outliers.as_ref().unwrap();
    assert_eq!((record.rows, record.by_distance, record.together), (1, 0, true));
    let sentences = dropped.preparation.sentences().join("\n");
    assert!(sentences.contains("1 row that lies far from all others was left out"), "{sentences}");

    let kept = study(&columns, Outliers::Keep);
    assert_eq!(kept.fit.answer.claim.graph().edge_count(), 1);
    assert!(!warned(&kept));
    let remarks = remarked(&kept);
    assert!(
        remarks.contains("edges rest on single rows was not checked") && !remarks.contains("valid")
    );
}

/// Numbers are those of the data, also where rows left before.
#[test]
fn rows_that_miss_values_count_too() {
    let mut columns = two_and_a_million();
    [3, 50, 299].into_iter().for_each(|r| columns[0][r] = f64::NAN);
    let missing = Missing::DropRows;
    let options = Options { missing, keep: Keep::IfCheap, ..Options::default() };
    let prepared = prepared_by(&columns, options).unwrap();
    let Look::Found(far) = &prepared.look else { panic!("{:?}", prepared.look) };
    assert_eq!((far.count, far.numbers.as_slice(), far.looked_at), (1, &[301][..], 298));
}

#[test]
fn advice_goes_by_what_rows_look_like() {
    let drawn = Drawn::new(4, 400, Noise::Gaussian, 0.0, 11);
    let advice = |columns: &[Vec<f64>]| match prepared(columns, Outliers::Warn).look {
        Look::Found(far) => far.advice,
        Look::Unknown(_) | Look::Dropped => panic!("looked at"),
    };
    assert_eq!(advice(&drawn.columns), None);
    let codes = advice(&spoil(&drawn.columns, Fault::Codes, 1)).unwrap();
    assert!(matches!(&codes, Advice::Code { values, .. } if *values == [-999.0]), "{codes:?}");
    assert_eq!(advice(&spoil(&drawn.columns, Fault::Lever, 1)), Some(Advice::Few));
    let mut skewed = drawn.columns.clone();
    skewed[2].iter_mut().for_each(|x| *x = (1.2 * *x).exp());
    assert_eq!(advice(&skewed), Some(Advice::Logarithm { column: "x3".into() }));
    let mut mixed = drawn.columns.clone();
    mixed.iter_mut().for_each(|column| column.iter_mut().step_by(7).for_each(|x| *x *= 40.0));
    assert_eq!(advice(&mixed), Some(Advice::Many));
}

#[test]
fn clean_tables_are_left_in_peace() {
    for (noise, seed) in [Noise::Gaussian, Noise::T5, Noise::Laplace].into_iter().zip(1..) {
        let drawn = Drawn::new(8, 300, noise, 0.0, seed);
        let found = study(&drawn.columns, Outliers::Warn);
        assert!(!warned(&found), "{noise:?}: {:?}", said(&found));
    }
}

#[test]
fn spoilt_tables_are_found_and_mended() {
    let (mut differ, mut found, mut wrong) = (0, 0, [0, 0, 0]);
    for (fault, seed) in [FAULTS; 3].into_iter().flatten().zip(1..) {
        let drawn = Drawn::new(8, 300, Noise::Gaussian, 0.0, seed);
        let spoilt = spoil(&drawn.columns, fault, seed);
        let (clean, with) = (study(&drawn.columns, Outliers::Warn), study(&spoilt, Outliers::Warn));
        let graphs = [&clean, &with].map(|study| study.fit.answer.claim.graph());
        let differs = wrong_pairs(&graphs[0], &graphs[1]) > 0;
        differ += usize::from(differs);
        found += usize::from(differs && warned(&with));
        let mended = study(&spoilt, Outliers::Drop);
        for (sum, study) in wrong.iter_mut().zip([&clean, &with, &mended]) {
            *sum += drawn.wrong_pairs(study);
        }
    }
    // Nine of ten are found in the grid below.
    assert!(differ >= 12 && found >= 12, "{differ} {found}");
    let [clean, with, mended] = wrong;
    assert!(mended <= clean + 1 && with > 10 * (clean + 1), "{wrong:?}");
}

/// Other units, another order of the columns, another number of threads: the same rows.
#[test]
fn units_order_and_threads_play_no_part() {
    let far = |columns: &[Vec<f64>]| match prepared(columns, Outliers::Warn).look {
        Look::Found(far) => (far.numbers, far.count, far.by_distance),
        Look::Unknown(_) | Look::Dropped => panic!("looked at"),
    };
    for (fault, seed) in FAULTS.into_iter().zip(30..) {
        let drawn = Drawn::new(7, 400, Noise::Laplace, 0.0, seed);
        let columns = spoil(&drawn.columns, fault, seed);
        let found = far(&columns);
        assert!(found.1 > 0, "{fault:?}");
        let units = |(j, column): (usize, &Vec<f64>)| {
            let unit: f64 = [1e-6, -3.0, 1e5, 0.7, -1e3, 2.0, 1e-3][j];
            column.iter().map(|x| 12.5 * unit.abs() + unit * x).collect::<Vec<f64>>()
        };
        let other: Vec<Vec<f64>> = columns.iter().enumerate().map(units).collect();
        assert_eq!(far(&other), found, "{fault:?}: units");
        let turned: Vec<Vec<f64>> = columns.iter().rev().cloned().collect();
        assert_eq!(far(&turned), found, "{fault:?}: order");
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| far(&columns)), found, "{fault:?}: {threads} threads");
        }
    }
}

#[test]
fn odd_columns_do_no_harm() {
    let n = 60;
    let ramp: Vec<f64> = (0..n).map(f64::from).collect();
    let tables = [
        // Constant but for one value, codes, and a copy.
        vec![ramp.clone(), ramp.iter().map(|r| f64::from(u8::from(*r == 7.0))).collect()],
        vec![
            ramp.clone(),
            ramp.iter().map(|r| r % 3.0).collect(),
            ramp.iter().map(|r| r * r).collect(),
        ],
        vec![
            ramp.iter().map(|r| r * 1e60).collect(),
            ramp.iter().map(|r| (r * 0.7).sin() * 1e-60).collect(),
        ],
        vec![
            ramp.iter().map(|r| if *r == 3.0 { 1e65 } else { r.sin() }).collect(),
            ramp.iter().map(|r| r.cos()).collect(),
        ],
    ];
    for (k, columns) in tables.iter().enumerate() {
        for outliers in [Outliers::Warn, Outliers::Drop] {
            let study = study(columns, outliers);
            let json = serde_json::to_string(&study.row_checks).unwrap();
            let unknown = ["p", "correlation", "worth"].map(|key| format!("\"{key}\":null"));
            assert!(unknown.iter().all(|key| !json.contains(key)), "{k}: {json}");
        }
    }
}

#[test]
fn too_few_rows_are_not_judged() {
    let drawn = Drawn::new(3, 19, Noise::Gaussian, 0.0, 3);
    let found = study(&drawn.columns, Outliers::Warn);
    let checks = found.row_checks.as_ref().unwrap();
    assert!(checks.outliers.unknown().unwrap().contains("20 rows"));
    assert!(checks.dependence.unknown().unwrap().contains("30 rows"));
    assert!(prepared(&drawn.columns, Outliers::Drop).preparation.outliers.is_none());
}

/// The figures of docs/decisions.md; `cargo test --test row_checks -- --ignored --nocapture grid`.
#[test]
#[ignore = "takes minutes"]
fn grid_of_outliers() {
    let sizes = [(5, 200), (5, 1000), (10, 200), (10, 1000), (20, 200), (20, 1000)];
    for noise in [Noise::Gaussian, Noise::T5, Noise::Laplace, Noise::Exponential] {
        let (mut alarms, mut tables, mut flagged) = (0, 0, 0);
        for (n, rows) in sizes {
            for seed in 0..20 {
                let drawn = Drawn::new(n, rows, noise, 0.0, 1000 + seed);
                let found = study(&drawn.columns, Outliers::Warn);
                let far = found.row_checks.as_ref().unwrap().outliers.known().unwrap();
                flagged += usize::from(far.count > 0);
                alarms += usize::from(warned(&found));
                tables += 1;
            }
        }
        println!("{noise:?}: {alarms} false alarms in {tables} tables, {flagged} with far rows");
    }
    for noise in [Noise::Gaussian, Noise::Laplace] {
        for fault in FAULTS {
            let mut sums = [0; 5];
            let mut tables = 0;
            for (n, rows) in sizes {
                for seed in 0..10 {
                    let drawn = Drawn::new(n, rows, noise, 0.0, 2000 + seed);
                    let spoilt = spoil(&drawn.columns, fault, seed);
                    let clean = study(&drawn.columns, Outliers::Warn);
                    let with = study(&spoilt, Outliers::Warn);
                    let mended = study(&spoilt, Outliers::Drop);
                    let graphs = [&clean, &with].map(|s| s.fit.answer.claim.graph());
                    let differs = wrong_pairs(&graphs[0], &graphs[1]) > 0;
                    sums[0] += usize::from(differs);
                    sums[1] += usize::from(differs && warned(&with));
                    let wrong = [&clean, &with, &mended].map(|s| drawn.wrong_pairs(s));
                    (0..3).for_each(|k| sums[2 + k] += wrong[k]);
                    tables += 1;
                }
            }
            let [differ, found, clean, with, mended] = sums;
            println!(
                "{noise:?} {fault:?}: graphs differ in {differ} of {tables}, warned in {found}; wrong pairs clean {clean}, spoilt {with}, dropped {mended}"
            );
        }
    }
}
