//! Greedy equivalence search against other software.

mod reference;

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
