//! A hundred simulated tables with exponential noise, and the public program.

use bregdag::method::lingam::Algorithm;
use bregdag::simulate::{self, simulate};
use serde::Deserialize;

use super::{fixture, learn};

#[derive(Deserialize)]
struct Answers {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    simulate: simulate::Options,
    first: f64,
    last: f64,
    edges: Vec<(usize, usize)>,
}

/// All hundred.
#[test]
fn the_same_graphs() {
    let answers: Answers = serde_json::from_slice(&fixture("rivals/lingam.json")).unwrap();
    assert_eq!(answers.cases.len(), 100);
    let mut differ = vec![];
    for case in &answers.cases {
        let table = simulate(&case.simulate).unwrap().table;
        let (first, last) = (table.columns().first().unwrap(), table.columns().last().unwrap());
        assert_eq!((first[0], *last.last().unwrap()), (case.first, case.last), "the simulator");
        let ours = learn(&table, Algorithm::Direct).dag().unwrap().edges();
        if ours != case.edges {
            differ.push((case.simulate.seed, ours, case.edges.clone()));
        }
    }
    assert!(differ.is_empty(), "{differ:?}");
}
