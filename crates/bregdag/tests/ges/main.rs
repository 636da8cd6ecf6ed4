//! Greedy equivalence search against other software, and on data that bear little.

mod hard;
mod reference;
mod rivals;

use bregdag::method::Ges;
use bregdag::method::ges::Options;
use bregdag::{Fit, Learn, Table};

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn learn(table: &Table, options: Options) -> Fit {
    Ges(options).learn(table).unwrap()
}

/// The score where the search ended.
fn last_score(fit: &Fit) -> f64 {
    fit.answer.stages.last().unwrap().score
}

/// Theirs is Σ_j −m/2 (1 + log v_j) − ½ log m (parents + 1), to be maximised; ours is −2 times that but for
/// the units of the data and constants.
fn as_theirs(table: &Table, score: f64) -> f64 {
    let (m, n) = (table.rows() as f64, table.names().len() as f64);
    let log_variance = |column: &Vec<f64>| {
        let mean = column.iter().sum::<f64>() / m;
        (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / m).ln()
    };
    let units: f64 = table.columns().iter().map(log_variance).sum();
    -0.5 * (score + m * units + m * n + n * m.ln())
}
