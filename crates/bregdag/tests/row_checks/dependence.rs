//! Rows that depend on those before them.

use bregdag::Warning;
use bregdag::diagnose::RowDependence;
use bregdag::prepare::Outliers;
use bregdag::study::{Setup, Study, learn};

use super::tables::*;

fn found(study: &Study) -> &RowDependence {
    study.row_checks.as_ref().unwrap().dependence.known().unwrap()
}

fn warned(study: &Study) -> bool {
    study.warnings.iter().any(|warning| matches!(warning, Warning::RowsDepend(_)))
}

#[test]
fn a_series_is_found_and_its_worth() {
    let drawn = Drawn::new(6, 500, Noise::Gaussian, 0.6, 1);
    let study = study(&drawn.columns, Outliers::Warn);
    let found = found(&study);
    assert!(found.alarm && warned(&study));
    // φ = 0.6: 500·(1 − 0.36)/(1 + 0.36) = 235; ρ has standard error 0.04 in each of six variables.
    assert!((found.correlation - 0.6).abs() < 0.05, "{found:?}");
    assert!((found.worth - 235.0).abs() < 25.0, "{found:?}");
    assert_eq!(found.affected.len(), 6);
}

#[test]
fn independent_rows_are_not() {
    for (noise, seed) in [Noise::Gaussian, Noise::T5, Noise::Exponential].into_iter().zip(1..) {
        let drawn = Drawn::new(8, 300, noise, 0.0, seed);
        let study = study(&drawn.columns, Outliers::Warn);
        assert!(!found(&study).alarm, "{noise:?}: {:?}", found(&study));
    }
}

/// Copies of one column are one test, not twenty.
#[test]
fn variables_that_go_together_count_once() {
    let mut alarms = 0;
    for seed in 0..40 {
        let drawn = Drawn::new(2, 200, Noise::Gaussian, 0.0, seed);
        let mut stream = bregdag::random::Stream::new(seed, 5);
        let copy = |_| drawn.columns[0].iter().map(|x| x + 0.05 * stream.normal()).collect();
        let columns: Vec<Vec<f64>> = (0..20).map(copy).collect();
        let spec = bregdag::method::Info::of("empty").unwrap().spec();
        let setup = Setup { spec, ..Setup::default() };
        let study = learn(prepared(&columns, Outliers::Warn), &setup, &()).unwrap();
        alarms += usize::from(found(&study).alarm);
    }
    // With p < 0.0005 for each of two tests, one in a thousand.
    assert_eq!(alarms, 0);
}

#[test]
fn sorted_rows_are_told_from_a_series() {
    let drawn = Drawn::new(6, 300, Noise::Gaussian, 0.0, 4);
    let mut order: Vec<usize> = (0..300).collect();
    let root = (0..6).find(|&j| drawn.truth.parents(j).is_empty()).unwrap();
    order.sort_by(|&a, &b| drawn.columns[root][a].total_cmp(&drawn.columns[root][b]));
    let sorted: Vec<Vec<f64>> =
        drawn.columns.iter().map(|c| order.iter().map(|&r| c[r]).collect()).collect();
    let study = study(&sorted, Outliers::Warn);
    let found = found(&study);
    assert_eq!(found.sorted_by, [format!("x{}", root + 1)]);
    // Given its causes, no other variable knows of the order.
    assert!(!found.alarm, "{found:?}");
}

#[test]
fn effective_rows_price_edges_and_errors() {
    let drawn = Drawn::new(5, 400, Noise::Gaussian, 0.8, 2);
    let with = |effective_rows| {
        let setup = Setup { effective_rows, ..Setup::default() };
        learn(prepared(&drawn.columns, Outliers::Warn), &setup, &()).unwrap()
    };
    let (plain, counted) = (with(false), with(true));
    let worth = counted.row_checks.as_ref().unwrap().counted_as.unwrap();
    assert_eq!((plain.fit.rows, counted.fit.rows), (400, 400));
    assert!((60..140).contains(&worth), "{worth}");
    assert!(!warned(&counted) && warned(&plain));
    assert!(counted.fit.edges().len() <= plain.fit.edges().len());
    // An edge of both graphs, with the same parents: its error grows by √(400/worth), about.
    let key = |study: &Study| study.fit.edges();
    let same = key(&counted).into_iter().find_map(|edge| {
        let parents = |s: &Study| s.fit.dag().unwrap().parents(edge.target).to_vec();
        let before =
            key(&plain).into_iter().find(|e| (e.source, e.target) == (edge.source, edge.target))?;
        (parents(&plain) == parents(&counted))
            .then(|| (before.std_error.unwrap(), edge.std_error.unwrap()))
    });
    let (before, after) = same.expect("an edge of both");
    let expected = (400.0 / worth as f64).sqrt();
    assert!((after / before / expected - 1.0).abs() < 0.1, "{before} {after} {expected}");
}

/// The figures of docs/decisions.md.
#[test]
#[ignore = "takes minutes"]
fn grid_of_dependence() {
    let sizes =
        [(3, 100), (3, 500), (5, 200), (10, 200), (10, 1000), (20, 100), (20, 500), (30, 300)];
    for noise in [Noise::Gaussian, Noise::T5, Noise::Laplace, Noise::Exponential] {
        let (mut alarms, mut tables, mut small) = (0, 0, 0);
        for (n, rows) in sizes {
            for seed in 0..50 {
                let drawn = Drawn::new(n, rows, noise, 0.0, 3000 + seed);
                let study = study(&drawn.columns, Outliers::Warn);
                alarms += usize::from(found(&study).alarm);
                small += usize::from(found(&study).p < 0.05);
                tables += 1;
            }
        }
        println!("{noise:?}: {alarms} alarms in {tables} independent tables; p < 0.05 in {small}");
    }
    for memory in [0.1, 0.2, 0.3, 0.5, 0.9] {
        let mut lines = vec![];
        for (n, rows) in sizes {
            let mut alarms = 0;
            for seed in 0..20 {
                let drawn = Drawn::new(n, rows, Noise::Gaussian, memory, 4000 + seed);
                alarms += usize::from(found(&study(&drawn.columns, Outliers::Warn)).alarm);
            }
            lines.push(format!("{n}x{rows}: {alarms}/20"));
        }
        println!("phi {memory}: {}", lines.join(", "));
    }
}
