//! A hundred simulated tables on which two public programs agree.

use bregdag::graph::Pdag;
use bregdag::method::ges::Options;
use bregdag::simulate::{self, simulate};
use serde::Deserialize;

use super::{as_theirs, fixture, last_score, learn};

#[derive(Deserialize)]
struct Answers {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    simulate: simulate::Options,
    first: f64,
    last: f64,
    ges: Answer,
    ges_turning: Answer,
    causal_learn_ges: Answer,
}

#[derive(Deserialize)]
struct Answer {
    directed: Vec<(usize, usize)>,
    undirected: Vec<(usize, usize)>,
    score: f64,
}

/// All hundred, graph and score, forward and backward and with turning.
#[test]
fn the_same_classes() {
    let answers: Answers = serde_json::from_slice(&fixture("rivals/classes.json")).unwrap();
    assert_eq!(answers.cases.len(), 100);
    for case in &answers.cases {
        let table = simulate(&case.simulate).unwrap().table;
        let (first, last) = (table.columns().first().unwrap(), table.columns().last().unwrap());
        assert_eq!((first[0], *last.last().unwrap()), (case.first, case.last), "the simulator");
        let answers =
            [(false, &case.ges), (false, &case.causal_learn_ges), (true, &case.ges_turning)];
        for (turning, theirs) in answers {
            let fit = learn(&table, Options { turning, iterate: false, ..Options::default() });
            let graph =
                Pdag::new(table.names().len(), &theirs.directed, &theirs.undirected).unwrap();
            let what = format!("seed {}, turning {turning}", case.simulate.seed);
            assert_eq!(fit.answer.claim.graph(), graph, "{what}");
            let ours = as_theirs(&table, last_score(&fit));
            // Residual variances are rounded differently.
            assert!((ours - theirs.score).abs() <= 1e-6 * theirs.score.abs(), "{what}: {ours}");
        }
    }
}
