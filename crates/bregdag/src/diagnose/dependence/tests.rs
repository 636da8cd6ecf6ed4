use super::*;
use crate::data::Knowledge;
use crate::diagnose::tests::{moments, normal_columns, table};
use crate::graph::Dag;
use crate::model::{Model, Signs};

fn look(columns: &[Vec<f64>], runs: Option<Vec<usize>>) -> Quantity<RowDependence> {
    let (table, moments) = (table(columns), moments(columns));
    let n = columns.len();
    let dag = Dag::new(vec![vec![]; n]).unwrap();
    let (model, _) = Model::refit(&moments, &dag, Signs::Any, &Knowledge::none(n)).unwrap();
    let runs = runs.unwrap_or(vec![table.rows()]);
    of_rows(&InOrder { table: &table, runs, sampled: false }, &moments, model.weighted())
}

fn found(columns: &[Vec<f64>]) -> RowDependence {
    look(columns, None).known().unwrap().clone()
}

/// With this memory from row to row.
fn series(columns: &[Vec<f64>], memory: f64) -> Vec<Vec<f64>> {
    let one = |column: &Vec<f64>| {
        let mut last = 0.0;
        let step = |e: &f64| {
            last = memory * last + e;
            last
        };
        column.iter().map(step).collect()
    };
    columns.iter().map(one).collect()
}

#[test]
fn a_correlation_by_hand() {
    // 1, −1, 1, …: each is the opposite of the one before.
    let column: Vec<f64> = (0..40).map(|r| if r % 2 == 0 { 1.0 } else { -1.0 }).collect();
    let table = table(&[column.clone(), column]);
    let graph = WeightedDag::new(vec![vec![], vec![]]).unwrap();
    let rows = InOrder { table: &table, runs: vec![40], sampled: false };
    let lags = of_column(&rows, &graph, 0).unwrap();
    assert!((lags.correlation + 1.0 - 1.0 / 39.0).abs() < 1e-14);
    let z_squared = |correlation: f64, pairs: f64| correlation * correlation * pairs * 42.0 / 40.0;
    assert!((lags.first() - z_squared(1.0 - 1.0 / 39.0, 39.0)).abs() < 1e-12);
    assert!((lags.squares[1] - z_squared(1.0 + 1.0 / 39.0, 38.0)).abs() < 1e-12);
}

#[test]
fn units_and_the_order_of_columns_play_no_part() {
    let columns = series(&normal_columns(5, 300, 3), 0.4);
    let first = found(&columns);
    assert!(first.alarm && first.affected.len() == 5);
    let unit = |(j, column): (usize, &Vec<f64>)| {
        let unit = [1e-9, -2.0, 1e7, 3.0, -0.1][j];
        column.iter().map(|x| unit * (x + 5.0)).collect::<Vec<f64>>()
    };
    let other = found(&columns.iter().enumerate().map(unit).collect::<Vec<_>>());
    let turned = found(&columns.iter().rev().cloned().collect::<Vec<_>>());
    for again in [other, turned] {
        // Sums in another order.
        assert!((again.worth / first.worth - 1.0).abs() < 1e-9);
        assert!((again.p.ln() / first.p.ln() - 1.0).abs() < 1e-6);
        assert_eq!(again.affected.len(), 5);
    }
}

#[test]
fn neighbours_are_those_of_a_run() {
    // Each run is a series; their order is not.
    let columns = series(&normal_columns(4, 640, 5), 0.9);
    let order: Vec<usize> = crate::random::Stream::new(1, 1).permutation(10);
    let shuffled: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| order.iter().flat_map(|k| column[64 * k..64 * (k + 1)].to_vec()).collect())
        .collect();
    let runs = look(&shuffled, Some(vec![64; 10]));
    let whole = look(&columns, None);
    let [runs, whole] = [runs, whole].map(|found| found.known().unwrap().correlation);
    // Nine of 639 pairs are missing.
    assert!((runs - whole).abs() < 0.02, "{runs} {whole}");
}

#[test]
fn rows_in_an_order_are_no_series() {
    let mut columns = normal_columns(4, 100, 6);
    columns[2].sort_by(|a, b| b.total_cmp(a));
    let sorted = found(&columns);
    assert_eq!(
        (sorted.sorted_by, sorted.columns, sorted.alarm),
        (vec!["x3".to_string()], 3, false)
    );
    // But where most rise together, they do.
    let trends: Vec<Vec<f64>> =
        (1..4).map(|k| (0..100).map(|r| f64::from(r * k)).collect()).collect();
    let trends = found(&trends);
    assert!(trends.alarm && trends.sorted_by.is_empty(), "{trends:?}");
    assert!(trends.worth < 10.0);
}

#[test]
fn what_cannot_be_told_says_why() {
    let columns = normal_columns(3, 29, 7);
    assert!(look(&columns, None).unknown().unwrap().contains("30 rows"));
    let table = table(&normal_columns(2, 50, 8));
    let table = table.with_weights((0..50).map(|r| 1.0 + f64::from(r)).collect()).unwrap();
    let (moments, graph) =
        (Moments::of(&table).unwrap(), WeightedDag::new(vec![vec![], vec![]]).unwrap());
    let rows = InOrder { table: &table, runs: vec![50], sampled: false };
    assert_eq!(of_rows(&rows, &moments, &graph).unknown(), Some("rows have weights"));
}
