//! Exact combinations are found and named; strong effects are not taken for them.

use std::convert::Infallible;

use bregdag::data::{Moments, Table};
use bregdag::prepare::Facts;
use bregdag::prepare::collinear::{self, Combination, redundant};
use bregdag::prepare::impute::{Iterative, iterative, mean};
use bregdag::random::Stream;
use bregdag::simulate::{GraphKind, Options, WeightKind, simulate};

/// Nobody stops it.
fn find(moments: &Moments, grids: Option<&[f64]>) -> Vec<Combination> {
    collinear::find(moments, grids, &mut || Ok::<(), Infallible>(())).unwrap()
}

fn grid(column: &[f64]) -> f64 {
    let mut facts = Facts::new();
    facts.see(column);
    facts.grid()
}

fn moments(names: &[String], columns: Vec<Vec<f64>>) -> Moments {
    Moments::of(&Table::new(names.to_vec(), columns).unwrap()).unwrap()
}

fn normal(columns: usize, rows: usize) -> Vec<Vec<f64>> {
    let mut stream = Stream::new(11, 0);
    (0..columns).map(|_| (0..rows).map(|_| stream.normal()).collect()).collect()
}

fn names(n: usize) -> Vec<String> {
    (0..n).map(|j| char::from(b'a' + j as u8).to_string()).collect()
}

/// What is found among columns of full precision, or with their grids.
fn described(columns: &[Vec<f64>], with_grids: bool) -> Vec<String> {
    let names = names(columns.len());
    let grids: Vec<f64> = columns.iter().map(|column| grid(column)).collect();
    let moments = moments(&names, columns.to_vec());
    let found = find(&moments, with_grids.then_some(&grids));
    found.iter().map(|combination| combination.describe(&names)).collect()
}

fn row(columns: &[Vec<f64>], f: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    (0..columns[0].len())
        .map(|r| f(&columns.iter().map(|column| column[r]).collect::<Vec<_>>()))
        .collect()
}

fn rounded(column: &[f64], unit: f64) -> Vec<f64> {
    column.iter().map(|x| (x / unit).round() * unit).collect()
}

fn nhefs_combinations(imputed: &[Vec<f64>]) -> (Vec<Combination>, Vec<String>) {
    let (names, observed) = crate::nhefs();
    let grids: Vec<f64> = observed.iter().map(|column| grid(column)).collect();
    let found = find(&moments(&names, imputed.to_vec()), Some(&grids));
    let described = found.iter().map(|combination| combination.describe(&names)).collect();
    (found, described)
}

const NHEFS: [&str; 3] =
    ["wt82_71 = wt82 − wt71", "price71_82 = price71 − price82", "tax71_82 = tax71 − tax82"];

#[test]
fn the_differences_in_nhefs_are_named() {
    let (_, mut columns) = crate::nhefs();
    iterative(&mut columns, &Iterative::default(), &mut || false).unwrap();
    let (found, described) = nhefs_combinations(&columns);
    assert_eq!(described, NHEFS);
    assert_eq!(redundant(&found), [9, 23, 24]);
    assert!(found[1..].iter().all(|combination| !combination.exact));
    // As scikit-learn filled them in, printed with eight digits.
    let (_, columns) = crate::read("examples/nhefs/nhefs_25_imputed.csv");
    assert_eq!(nhefs_combinations(&columns).1, NHEFS);
    // Means keep what is missing together; wt71 is there when wt82 and wt82_71 are not.
    let (_, mut columns) = crate::nhefs();
    mean(&mut columns).unwrap();
    assert_eq!(nhefs_combinations(&columns).1, NHEFS[1..]);
}

#[test]
fn coefficients_and_constants_are_simple_numbers() {
    let mut x = normal(3, 200);
    x.push(row(&x, |x| 1.8 * x[1] + 32.0));
    x.push(row(&x, |x| x[0] / 2.0 - 2.0 * x[2] + 0.1 * x[1]));
    x.push(row(&x, |x| -x[2]));
    x.push(row(&x, |x| x[1] / 3.0 - 0.12345678 * x[0] - 1e6));
    let expected = [
        "d = 1.8 b + 32",
        "e = 0.5 a + 0.1 b − 2 c",
        "f = −c",
        "g = 0.3333 b − 0.1235 a − 1000000",
    ];
    assert_eq!(described(&x, false), expected);
    assert_eq!(described(&x, true), expected);
}

#[test]
fn identical_columns_are_one_column() {
    let mut x = normal(3, 50);
    x.push(x[1].clone());
    assert_eq!(described(&x, false), ["d = b"]);
}

#[test]
fn many_terms_are_shortened() {
    let mut x = normal(15, 300);
    x.push(row(&x, |x| x.iter().sum()));
    assert_eq!(described(&x, false), ["p = a + b + c + d + e + f + 9 more terms"]);
}

#[test]
fn rounding_is_forgiven_where_it_is_known() {
    let mut x: Vec<Vec<f64>> = normal(4, 1000).iter().map(|column| rounded(column, 1e-3)).collect();
    x.push(rounded(&row(&x, |x| 1.8 * x[0] + 32.0), 0.01));
    x.push(rounded(&row(&x, |x| x[1] - x[2]), 0.01));
    assert_eq!(described(&x, true), ["e = 1.8 a + 32", "f = b − c"]);
    assert!(described(&x, false).is_empty());
    // An error ten times as large is no rounding.
    let noise = normal(5, 1000).swap_remove(4);
    x[5] = x[5].iter().zip(&noise).map(|(x, e)| x + 0.1 * e).collect();
    x[5] = rounded(&x[5], 0.01);
    assert_eq!(described(&x, true), ["e = 1.8 a + 32"]);
}

#[test]
fn large_means_and_uneven_units_do_not_matter() {
    let mut x = normal(4, 3000);
    for (column, (mean, deviation)) in
        x.iter_mut().zip([(1e9, 1e3), (-5.0, 1e-6), (2000.0, 5.0), (0.0, 1e12)])
    {
        column.iter_mut().for_each(|x| *x = mean + deviation * *x);
    }
    x.push(row(&x, |x| x[0] - 4.0 * x[2]));
    x.push(row(&x, |x| 1e6 * x[1] + x[2]));
    assert_eq!(described(&x, true), ["e = a − 4 c", "f = 1000000 b + c"]);
}

#[test]
fn few_rows_show_copies_only() {
    let mut x = normal(3, 4);
    x.push(row(&x, |x| x[0] + x[1]));
    assert!(described(&x, true).is_empty());
    x.push(x[0].clone());
    assert_eq!(described(&x, true), ["e = a"]);
}

#[test]
fn strong_effects_in_simulated_data_are_not_arithmetic() {
    for graph in [GraphKind::ErdosRenyi, GraphKind::ScaleFree] {
        for weights in [WeightKind::Unit, WeightKind::Signed] {
            for seed in 0..5 {
                let options =
                    Options { graph, weights, nodes: 100, degree: 4, seed, ..Options::default() };
                let table = simulate(&options).unwrap().table;
                let grids: Vec<f64> = table.columns().iter().map(|column| grid(column)).collect();
                let moments = Moments::of(&table).unwrap();
                let found = find(&moments, Some(&grids));
                assert!(found.is_empty(), "{graph:?} {weights:?} {seed}: {found:?}");
            }
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn timing() {
    let table =
        simulate(&Options { nodes: 2000, samples: 3000, ..Options::default() }).unwrap().table;
    let mut columns = table.columns().to_vec();
    columns[1999] = row(&columns[..3], |x| x[0] + x[1] - x[2]);
    let moments = moments(table.names(), columns);
    let start = std::time::Instant::now();
    let found = find(&moments, Some(&[1e-3; 2000]));
    println!("{:?} {:?}", start.elapsed(), found);
    let values = normal(1, 1_000_000).swap_remove(0);
    for values in [values.clone(), rounded(&values, 0.01), rounded(&values, 1.0)] {
        let start = std::time::Instant::now();
        let mut facts = Facts::new();
        values.chunks(4096).for_each(|block| facts.see(block));
        println!("{:?} {:?}", start.elapsed(), facts.kind());
    }
}
