//! Scores of greedy equivalence search (two implementations) and FLOP to reach.

use super::scores::units;
use super::{last_score, learn, of};
use bregdag::method::order::Options;
use bregdag::read::read_table;
use bregdag::score::{Penalty, Variances};
use serde_json::Value;

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

/// Their score is −m/2 (1 + log v) − (λ/2) log m (parents + 1), summed over nodes, to be maximised.
#[test]
fn at_least_as_good_as_others() {
    let reference: Value = serde_json::from_slice(&fixture("order/scores.json")).unwrap();
    for case in reference.as_array().unwrap() {
        let set = case["dataset"].as_str().unwrap();
        let table = read_table(&fixture(&format!("reference/data/{set}.csv"))[..]).unwrap();
        let (m, n) = (table.rows() as f64, table.names().len() as f64);
        let lambda = case["lambda"].as_f64().unwrap();
        let options =
            Options { penalty: Penalty::Bic, penalty_factor: lambda, ..of(Variances::Free) };
        // The others' score is the best of twenty runs. Ours reaches it with every seed on three of the
        // sets, and with 11 (λ = 1) or 10 (λ = 2) of twenty on the one with 20 nodes.
        let run = |seed| last_score(&learn(&table, &Options { seed, ..options }));
        let ours = (0..5).map(run).fold(f64::INFINITY, f64::min) + units(&table, Variances::Free);
        let ours = -0.5 * (ours + m * n + lambda * n * m.ln());
        for (program, score) in case["scores"].as_object().unwrap() {
            let theirs = score.as_f64().unwrap();
            // The residual variances are rounded differently: 1e-9 of numbers of size 10⁴.
            assert!(ours > theirs - 1e-5, "{set}, {program}: {ours} {theirs}");
        }
    }
}
