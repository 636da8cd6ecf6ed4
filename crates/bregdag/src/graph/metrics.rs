//! SHD = M + E + R: how far an estimated DAG is from the true one, edge by edge.
//!
//! Each true edge is found (TP), reversed (R) or missing (M), so TP + R + M = p; each estimated
//! edge is right (TP), reversed (R) or extra (E), so TP + R + E = q. Weights play no part. How far the
//! causal conclusions are apart, which takes longer to count, is in `distance/`.

use serde::Serialize;

use super::{Class, Dag};
use crate::error::{Error, Result};

/// Counts and rates of right and wrong edges. A rate whose denominator is zero is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Metrics {
    /// Edges of the true graph, p.
    pub true_edges: usize,
    /// Edges of the estimated graph, q.
    pub estimated_edges: usize,
    /// Edges found with the right direction, TP.
    pub true_positive: usize,
    /// Pairs joined in the true graph only, M.
    pub missing: usize,
    /// Pairs joined in the estimated graph only, E.
    pub extra: usize,
    /// Edges found with the wrong direction, R.
    pub reversed: usize,
    /// Structural Hamming distance M + E + R: a reversal counts once.
    pub shd: usize,
    /// Structural Hamming distance of the equivalence classes: pairs whose relation (none, →, ←, —)
    /// differs. All that can be asked of a method that learns the class.
    pub class_shd: usize,
    /// (E + R)/p, the paper's FDR, which may exceed 1; `None` if p = 0.
    pub fdr: Option<f64>,
    /// TP/p; `None` if p = 0.
    pub tpr: Option<f64>,
    /// TP/q; `None` if q = 0.
    pub precision: Option<f64>,
    /// TP/p, the usual companion of precision; `None` if p = 0.
    pub recall: Option<f64>,
    /// 2 TP/(p + q), the harmonic mean of precision and recall; `None` if p = q = 0.
    pub f1: Option<f64>,
    /// (E + R)/q, the usual false discovery rate; `None` if q = 0.
    pub false_discovery_rate: Option<f64>,
}

impl Metrics {
    /// Compares the edges of two graphs on the same nodes, in time proportional to their number
    /// (times the logarithm of the number of parents).
    ///
    /// ```
    /// use bregdag::graph::{Dag, Metrics};
    ///
    /// // 0 → 1 → 2, and an estimate that turns the second edge round and adds 0 → 2.
    /// let truth = Dag::new(vec![vec![], vec![0], vec![1]])?;
    /// let estimate = Dag::new(vec![vec![], vec![0, 2], vec![0]])?;
    /// let metrics = Metrics::compare(&truth, &estimate)?;
    /// assert_eq!((metrics.true_positive, metrics.reversed, metrics.extra), (1, 1, 1));
    /// assert_eq!(metrics.shd, 2);
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn compare(truth: &Dag, estimate: &Dag) -> Result<Metrics> {
        if truth.nodes() != estimate.nodes() {
            return Err(Error::Shape {
                what: "nodes of the estimated graph".into(),
                expected: truth.nodes(),
                found: estimate.nodes(),
            });
        }
        let (mut right, mut reversed) = (0, 0);
        for j in 0..estimate.nodes() {
            for &i in estimate.parents(j) {
                right += usize::from(truth.has_edge(i, j));
                reversed += usize::from(truth.has_edge(j, i));
            }
        }
        let class_shd = Class::of(truth).graph().shd(Class::of(estimate).graph())?;
        let edges = [truth.edge_count(), estimate.edge_count()];
        Ok(Metrics::from_counts(edges, right, reversed, class_shd))
    }

    fn from_counts([p, q]: [usize; 2], right: usize, reversed: usize, class_shd: usize) -> Metrics {
        let missing = p - right - reversed;
        let extra = q - right - reversed;
        Metrics {
            true_edges: p,
            estimated_edges: q,
            true_positive: right,
            missing,
            extra,
            reversed,
            shd: missing + extra + reversed,
            class_shd,
            fdr: ratio(extra + reversed, p),
            tpr: ratio(right, p),
            precision: ratio(right, q),
            recall: ratio(right, p),
            f1: ratio(2 * right, p + q),
            false_discovery_rate: ratio(extra + reversed, q),
        }
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    fn dag(nodes: usize, edges: &[(usize, usize)]) -> Dag {
        Dag::from_edges(nodes, edges).unwrap()
    }

    #[test]
    fn counts_and_rates_by_hand() {
        let truth = dag(5, &[(0, 1), (1, 2), (2, 3), (0, 3)]);
        // Right: 0 → 1, 1 → 2. Reversed: 2 → 3. Missing: 0 → 3. Extra: 0 → 4, 1 → 4.
        let estimate = dag(5, &[(0, 1), (1, 2), (3, 2), (0, 4), (1, 4)]);
        let expected = Metrics {
            true_edges: 4,
            estimated_edges: 5,
            true_positive: 2,
            missing: 1,
            extra: 2,
            reversed: 1,
            shd: 4,
            // Classes: 0 — 1 — 2 → 3 ← 0, and 1 → 2 ← 3 with 0 — 1 — 4 — 0; only 0 — 1 is the same.
            class_shd: 5,
            fdr: Some(3.0 / 4.0),
            tpr: Some(2.0 / 4.0),
            precision: Some(2.0 / 5.0),
            recall: Some(2.0 / 4.0),
            f1: Some(4.0 / 9.0),
            false_discovery_rate: Some(3.0 / 5.0),
        };
        assert_eq!(Metrics::compare(&truth, &estimate).unwrap(), expected);
    }

    #[test]
    fn rates_without_denominator_are_none() {
        let (empty, full) = (dag(3, &[]), dag(3, &[(0, 1), (1, 2)]));
        let nothing_true = Metrics::compare(&empty, &full).unwrap();
        assert_eq!((nothing_true.shd, nothing_true.extra), (2, 2));
        assert_eq!((nothing_true.fdr, nothing_true.tpr, nothing_true.recall), (None, None, None));
        assert_eq!((nothing_true.precision, nothing_true.f1), (Some(0.0), Some(0.0)));

        let nothing_found = Metrics::compare(&full, &empty).unwrap();
        assert_eq!((nothing_found.shd, nothing_found.missing), (2, 2));
        assert_eq!((nothing_found.fdr, nothing_found.tpr), (Some(0.0), Some(0.0)));
        assert_eq!((nothing_found.precision, nothing_found.false_discovery_rate), (None, None));

        assert_eq!(Metrics::compare(&empty, &empty).unwrap().f1, None);
    }

    #[test]
    fn different_numbers_of_nodes_are_an_error() {
        let error = Metrics::compare(&dag(3, &[]), &dag(4, &[])).unwrap_err();
        assert!(matches!(error, Error::Shape { expected: 3, found: 4, .. }), "{error}");
    }

    #[derive(Deserialize)]
    struct Pair {
        pair: usize,
        edges_true: usize,
        edges_guess: usize,
        shd: usize,
    }

    fn fixture(name: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/metrics");
        std::fs::read_to_string(folder.join(name)).unwrap()
    }

    fn fixture_dag(name: &str) -> Dag {
        let text = fixture(name);
        let nodes = text.lines().count() - 1;
        let ones = text.lines().skip(1).enumerate().flat_map(|(i, line)| {
            line.split(',').enumerate().filter(|&(_, cell)| cell != "0").map(move |(j, _)| (i, j))
        });
        dag(nodes, &ones.collect::<Vec<_>>())
    }

    #[test]
    fn shd_agrees_with_gadjid() {
        let pairs: Vec<Pair> = serde_json::from_str(&fixture("shd.json")).unwrap();
        assert_eq!(pairs.len(), 5);
        for Pair { pair, edges_true, edges_guess, shd } in pairs {
            let truth = fixture_dag(&format!("pair{pair}_true.csv"));
            let guess = fixture_dag(&format!("pair{pair}_guess.csv"));
            let found = Metrics::compare(&truth, &guess).unwrap();
            let counts = (found.true_edges, found.estimated_edges, found.shd);
            assert_eq!(counts, (edges_true, edges_guess, shd), "pair {pair}");
        }
    }

    /// A DAG: any set of pairs, directed along any order.
    fn any_dag(nodes: usize) -> impl Strategy<Value = Dag> {
        let pairs: Vec<_> = (0..nodes).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let chosen = proptest::sample::subsequence(pairs.clone(), 0..=pairs.len());
        let order = Just((0..nodes).collect::<Vec<_>>()).prop_shuffle();
        (chosen, order).prop_map(move |(pairs, order)| {
            dag(nodes, &pairs.iter().map(|&(i, j)| (order[i], order[j])).collect::<Vec<_>>())
        })
    }

    proptest! {
        #[test]
        fn every_edge_is_counted_once(
            (truth, estimate) in (1..10usize).prop_flat_map(|n| (any_dag(n), any_dag(n))),
        ) {
            let there = Metrics::compare(&truth, &estimate).unwrap();
            let back = Metrics::compare(&estimate, &truth).unwrap();
            prop_assert_eq!(there.true_positive + there.reversed + there.missing, there.true_edges);
            prop_assert_eq!(
                there.true_positive + there.reversed + there.extra,
                there.estimated_edges
            );
            prop_assert_eq!(there.shd, there.missing + there.extra + there.reversed);
            prop_assert_eq!(there.shd, back.shd);
            prop_assert_eq!((there.missing, there.extra), (back.extra, back.missing));
        }

        #[test]
        fn a_graph_is_at_distance_zero_from_itself(dag in (1..10usize).prop_flat_map(any_dag)) {
            let same = Metrics::compare(&dag, &dag).unwrap();
            prop_assert_eq!((same.shd, same.true_positive), (0, same.true_edges));
        }

        /// Against the definition on matrices: pairs whose relation differs.
        #[test]
        fn shd_counts_the_pairs_that_differ(
            (truth, estimate) in (1..10usize).prop_flat_map(|n| (any_dag(n), any_dag(n))),
        ) {
            let relation = |dag: &Dag, i, j| (dag.has_edge(i, j), dag.has_edge(j, i));
            let differ = |i, j| relation(&truth, i, j) != relation(&estimate, i, j);
            let pairs = (0..truth.nodes()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let shd = pairs.filter(|&(i, j)| differ(i, j)).count();
            prop_assert_eq!(Metrics::compare(&truth, &estimate).unwrap().shd, shd);
        }
    }
}
