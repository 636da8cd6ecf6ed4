//! What is known beforehand is honoured, in every answer, or refused.

use bregdag::data::{Rules, Start};
use bregdag::graph::Dag;
use bregdag::linalg::Matrix;
use bregdag::random::Stream;
use bregdag::{Fit, Knowledge};

use super::samples::{names, rules};
use super::{Sample, cases, sound};

const N: usize = 7;

/// A fit agrees with rules, looked up by name.
fn obeys(what: &str, fit: &Fit, rules: &Rules, known: &Knowledge) {
    sound(what, fit, known);
    let Some(dag) = fit.dag() else { return };
    assert!(known.is_satisfied_by(dag), "{what}");
    let edges: Vec<(&String, &String)> =
        dag.edges().iter().map(|&(i, j)| (&fit.variables[i], &fit.variables[j])).collect();
    for (a, b) in &rules.required_edges {
        assert!(edges.contains(&(a, b)), "{what}: {a} -> {b} is missing");
    }
    for (a, b) in &rules.forbidden_edges {
        assert!(!edges.contains(&(a, b)), "{what}: {a} -> {b} is there");
    }
    let tier = |name: &String| rules.tiers.iter().position(|tier| tier.contains(name));
    for (a, b) in edges {
        let back = matches!((tier(a), tier(b)), (Some(a), Some(b)) if a > b);
        assert!(!back, "{what}: {a} -> {b} goes back in time");
    }
}

#[test]
fn by_every_fit() {
    for seed in 0..8 {
        // With few rows too: there, equations bear little.
        let rows = if seed % 3 == 0 { 20 } else { 150 };
        let sample = Sample::drawn(N, rows, seed % 2 == 1, seed);
        let rules = rules(N, seed);
        let known = rules.over(&names(N)).unwrap();
        let data = sample.data().knowing(&known).unwrap();
        for case in cases().iter().filter(|case| case.spec.method().needs().knowledge) {
            let fit = case.learn(&data, &());
            obeys(&format!("{}, seed {seed}", case.label), &fit, &rules, &known);
        }
    }
}

#[test]
fn along_every_path() {
    for seed in 0..3 {
        let sample = Sample::drawn(N, 100, seed % 2 == 1, seed);
        let rules = rules(N, seed);
        let known = rules.over(&names(N)).unwrap();
        let data = sample.data().knowing(&known).unwrap();
        for case in cases().iter().filter(|case| case.spec.method().needs().knowledge) {
            let method = case.spec.method();
            for parameter in method.parameters() {
                let (_, values) = method.values(parameter, &sample.moments).unwrap();
                let mut path = method.path(parameter, &values, &data).unwrap();
                for (k, &value) in values.iter().enumerate() {
                    let what = format!("{}, {} = {value}", case.label, parameter.name());
                    let spec = case.spec.with(parameter, value).unwrap();
                    let fit = Fit::of(&spec, path.answer(k, &()).unwrap(), &data).unwrap();
                    obeys(&what, &fit, &rules, &known);
                }
            }
        }
    }
}

/// Whatever it begins with: starts may disagree with what is known.
#[test]
fn from_every_start() {
    for seed in 0..4 {
        let sample = Sample::drawn(N, 100, seed % 2 == 0, seed);
        let rules = rules(N, seed);
        let known = rules.over(&names(N)).unwrap();
        for start in starts(N, seed) {
            let data = sample.data().knowing(&known).unwrap().starting(&start).unwrap();
            for case in cases() {
                let needs = case.spec.method().needs();
                if needs.knowledge && needs.starts.contains(&start.kind()) {
                    let what = format!("{} from {:?}", case.label, start.kind());
                    obeys(&what, &case.learn(&data, &()), &rules, &known);
                }
            }
        }
    }
}

/// One of each kind, at random.
pub fn starts(n: usize, seed: u64) -> [Start; 3] {
    let mut stream = Stream::new(seed, 41);
    let order = stream.permutation(n);
    let mut edges = vec![];
    for (a, b) in (0..n).flat_map(|b| (0..b).map(move |a| (a, b))) {
        if stream.uniform() < 0.4 {
            edges.push((order[a], order[b]));
        }
    }
    let graph = Dag::from_edges(n, &edges).unwrap();
    let mut weights = Matrix::zeros(n, n);
    weights.as_mut_slice().iter_mut().for_each(|w| *w = 0.5 * stream.normal());
    [Start::Order(stream.permutation(n)), Start::Graph(graph), Start::Weights(weights)]
}
