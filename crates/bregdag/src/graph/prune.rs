//! From a matrix to a DAG: drop light entries, order the nodes so that little weight points
//! backwards, drop what still does.

use serde::{Deserialize, Serialize};

use super::Dag;
use super::dag::{causal_order, parent_lists};
use crate::error::Result;
use crate::linalg::Matrix;

/// Which entries of W count as edges.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threshold {
    /// Those with |W_ij| ≥ the value.
    At(f64),
    /// Those above the smallest value that leaves no cycle.
    Auto,
}

/// A DAG made from a matrix, and what that took.
#[derive(Debug, Clone, PartialEq)]
pub struct Pruned {
    /// The DAG, with the weights of W.
    pub dag: Dag,
    /// Entries below this were dropped (and, where it was chosen automatically, those equal to it).
    pub threshold: f64,
    /// Edges (i, j, weight) above the threshold dropped because they pointed backwards.
    pub backward: Vec<(usize, usize, f64)>,
}

/// The DAG of the entries of W that pass the threshold, without those that point backwards in an
/// order of little backward weight. If what passes is acyclic, nothing more is dropped.
pub fn prune(weights: &Matrix, threshold: Threshold) -> Result<Pruned> {
    let mut parents = parent_lists(weights);
    let threshold = match threshold {
        Threshold::At(value) => {
            parents.iter_mut().for_each(|list| list.retain(|&(_, w)| w.abs() >= value));
            value
        }
        Threshold::Auto => {
            let value = smallest_acyclic_threshold(&parents);
            parents.iter_mut().for_each(|list| list.retain(|&(_, w)| w.abs() > value));
            value
        }
    };
    let rank = rank_by_order(&forward_order(&parents));
    let mut backward = vec![];
    for (j, list) in parents.iter_mut().enumerate() {
        list.retain(|&(i, w)| {
            let forward = rank[i] < rank[j];
            if !forward {
                backward.push((i, j, w));
            }
            forward
        });
    }
    Ok(Pruned { dag: Dag::new(parents)?, threshold, backward })
}

/// The smallest t for which the entries with |w| > t form a DAG: zero or one of the weights.
fn smallest_acyclic_threshold(parents: &[Vec<(usize, f64)>]) -> f64 {
    let mut sizes: Vec<f64> = parents.iter().flatten().map(|&(_, w)| w.abs()).collect();
    sizes.push(0.0);
    sizes.sort_unstable_by(f64::total_cmp);
    sizes.dedup();
    let acyclic_above = |t: f64| {
        let kept: Vec<Vec<_>> = parents
            .iter()
            .map(|list| list.iter().copied().filter(|&(_, w)| w.abs() > t).collect())
            .collect();
        causal_order(&kept).is_some()
    };
    // Raising the threshold only removes edges, so acyclicity is monotone in it; the largest
    // weight itself leaves no edge at all.
    sizes[sizes.partition_point(|&t| !acyclic_above(t))]
}

/// An order in which little weight points backwards, none if there is no cycle (Eades, Lin & Smyth
/// 1993, doi:10.1016/0020-0190(93)90079-O): sinks go last, sources first, and when there is neither
/// the node whose outgoing weight most exceeds its incoming weight goes first.
fn forward_order(parents: &[Vec<(usize, f64)>]) -> Vec<usize> {
    let n = parents.len();
    let mut children = vec![vec![]; n];
    let (mut inward, mut outward) = (vec![0.0; n], vec![0.0; n]);
    let (mut ins, mut outs) = (vec![0usize; n], vec![0usize; n]);
    for (j, list) in parents.iter().enumerate() {
        for &(i, w) in list {
            children[i].push((j, w));
            inward[j] += w.abs();
            outward[i] += w.abs();
            ins[j] += 1;
            outs[i] += 1;
        }
    }
    let mut left: Vec<usize> = (0..n).collect();
    let (mut first, mut last) = (vec![], vec![]);
    while !left.is_empty() {
        let surplus = |v: usize| outward[v] - inward[v];
        let pick = (left.iter().position(|&v| outs[v] == 0))
            .or_else(|| left.iter().position(|&v| ins[v] == 0))
            .or_else(|| {
                (0..left.len()).max_by(|&a, &b| surplus(left[a]).total_cmp(&surplus(left[b])))
            });
        let Some(position) = pick else { break };
        let node = left.remove(position);
        if outs[node] == 0 {
            last.push(node)
        } else {
            first.push(node)
        }
        for &(j, w) in &children[node] {
            ins[j] -= 1;
            inward[j] -= w.abs();
        }
        for &(i, w) in &parents[node] {
            outs[i] -= 1;
            outward[i] -= w.abs();
        }
    }
    first.into_iter().chain(last.into_iter().rev()).collect()
}

fn rank_by_order(order: &[usize]) -> Vec<usize> {
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(position, &node)| rank[node] = position);
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matrix(n: usize) -> impl Strategy<Value = Matrix> {
        let entry = prop_oneof![2 => Just(0.0), 1 => -2.0..2.0f64];
        prop::collection::vec(entry, n * n).prop_map(move |x| {
            Matrix::from_fn(n, n, |i, j| if i == j { 0.0 } else { x[j * n + i] })
        })
    }

    proptest! {
        /// Whatever goes in, a DAG comes out (`Dag::new` would refuse anything else), made of
        /// entries of W that pass the threshold.
        #[test]
        fn always_a_dag(w in (2usize..9).prop_flat_map(matrix), t in 0.0..1.0f64) {
            for threshold in [Threshold::At(t), Threshold::Auto] {
                let pruned = prune(&w, threshold).unwrap();
                let kept = pruned.dag.edges();
                prop_assert!(kept.iter().all(|&(i, j, x)| w[(i, j)] == x));
                let passing = w.as_slice().iter().filter(|x| match threshold {
                    Threshold::At(t) => **x != 0.0 && x.abs() >= t,
                    Threshold::Auto => x.abs() > pruned.threshold,
                });
                prop_assert_eq!(kept.len() + pruned.backward.len(), passing.count());
                if threshold == Threshold::Auto {
                    prop_assert!(pruned.backward.is_empty());
                }
            }
        }

        /// A DAG is left as it is.
        #[test]
        fn a_dag_is_kept(w in (2usize..9).prop_flat_map(matrix)) {
            let upper = Matrix::from_fn(w.rows(), w.rows(), |i, j| if i < j { w[(i, j)] } else { 0.0 });
            for threshold in [Threshold::At(0.0), Threshold::Auto] {
                let pruned = prune(&upper, threshold).unwrap();
                prop_assert_eq!(pruned.threshold, 0.0);
                prop_assert_eq!(pruned.dag.to_matrix(), upper.clone());
            }
        }

        /// The automatic threshold is the smallest: one weight lower, and there is a cycle.
        #[test]
        fn the_automatic_threshold_is_tight(w in (2usize..9).prop_flat_map(matrix)) {
            let t = prune(&w, Threshold::Auto).unwrap().threshold;
            prop_assume!(t > 0.0);
            let looser = w.map(|x| if x.abs() >= t { x } else { 0.0 });
            prop_assert!(Dag::from_matrix(&looser).is_err());
        }
    }

    #[test]
    fn the_lighter_edge_of_a_two_cycle_goes() {
        let mut w = Matrix::zeros(2, 2);
        w[(0, 1)] = -1.0;
        w[(1, 0)] = 0.4;
        let pruned = prune(&w, Threshold::At(0.1)).unwrap();
        assert_eq!(pruned.dag.edges(), [(0, 1, -1.0)]);
        assert_eq!(pruned.backward, [(1, 0, 0.4)]);
    }
}
