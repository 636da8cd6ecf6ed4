//! What the order of the columns does not change, as the methods promise.

use bregdag::Fit;
use bregdag::graph::Pdag;
use bregdag::method::Symmetry;
use bregdag::random::Stream;

use super::{Sample, cases};

const N: usize = 6;

/// The claim with the columns back in their order.
fn back(fit: &Fit, order: &[usize]) -> Pdag {
    let graph = fit.answer.claim.graph();
    let turned = |edges: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
        edges.into_iter().map(|(i, j)| (order[i], order[j])).collect()
    };
    Pdag::new(order.len(), &turned(graph.directed()), &turned(graph.undirected())).unwrap()
}

fn last_score(fit: &Fit) -> f64 {
    fit.answer.stages.last().map(|stage| stage.score).expect("a score is promised")
}

const DRAWS: usize = 24;
/// A local search now and then ends in another minimum: 1 of 60 draws for the order search.
const LEAST: usize = 21;

/// Data and another order of their columns.
fn draws(count: usize, rows: usize) -> Vec<(Sample, Vec<usize>)> {
    let draw = |seed: u64| {
        let order = Stream::new(seed, 5).permutation(N);
        (Sample::drawn(N, rows, seed % 2 == 1, seed), order)
    };
    (0..count as u64).map(draw).collect()
}

#[test]
fn what_is_promised_is_kept() {
    // With few rows there are many minima, of which a score is not promised, but a graph is.
    let (clear, unclear) = (draws(DRAWS, 500), draws(DRAWS, 15));
    for case in cases() {
        let symmetry = case.spec.method().needs().symmetry;
        if let Symmetry::Nothing(reason) = symmetry {
            assert!(!reason.trim().is_empty(), "{}: why?", case.label);
            continue;
        }
        if symmetry == Symmetry::Graph {
            for (sample, order) in clear.iter().chain(&unclear) {
                let plain = case.learn(&sample.data(), &()).answer.claim.graph();
                let other = case.learn(&sample.permuted(order).data(), &());
                assert_eq!(back(&other, order), plain, "{}", case.label);
            }
            continue;
        }
        let same = |(sample, order): &&(Sample, Vec<usize>)| {
            let plain = last_score(&case.learn(&sample.data(), &()));
            let other = last_score(&case.learn(&sample.permuted(order).data(), &()));
            (plain - other).abs() <= 1e-6 * plain.abs()
        };
        let kept = clear.iter().filter(same).count();
        assert!(kept >= LEAST, "{}: the same score in {kept} of {DRAWS} draws", case.label);
    }
}
