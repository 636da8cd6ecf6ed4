//! From a matrix to a DAG: drop light entries, order the nodes so that little weight points
//! backwards, drop what still does. Required edges stay in any case.

use serde::{Deserialize, Serialize};

use super::WeightedDag;
use super::weighted::parent_lists;
use crate::data::Knowledge;
use crate::error::{Error, Result};
use crate::graph::causal_order;
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
    /// The DAG, with the weights of W: zero for a required edge of which W knows nothing.
    pub graph: WeightedDag,
    /// Entries below this were dropped (and, where it was chosen automatically, those equal to it).
    pub threshold: f64,
    /// Edges (i, j, weight) above the threshold dropped because they pointed backwards.
    pub backward: Vec<(usize, usize, f64)>,
}

/// The DAG of the entries of W that pass the threshold, without those that point backwards in an
/// order of little backward weight. If what passes is acyclic, nothing more is dropped. Required
/// edges are always there and forbidden ones never.
pub fn prune(weights: &Matrix, threshold: Threshold, known: &Knowledge) -> Result<Pruned> {
    let mut parents = parent_lists(weights);
    let (expected, found) = (known.variables(), parents.len());
    if expected != found {
        return Err(Error::Shape { what: "nodes of the matrix".into(), expected, found });
    }
    agree(&mut parents, known);
    let (mut parents, threshold) = match threshold {
        Threshold::At(value) => (kept(&parents, known, |w| w >= value), value),
        Threshold::Auto => {
            let value = smallest_acyclic_threshold(&parents, known);
            (kept(&parents, known, |w| w > value), value)
        }
    };
    let rank = rank_by_order(&forward_order(&parents, known));
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
    Ok(Pruned { graph: WeightedDag::new(parents)?, threshold, backward })
}

/// Drops forbidden parents and lists all required ones.
fn agree(parents: &mut [Vec<(usize, f64)>], known: &Knowledge) {
    for (j, list) in parents.iter_mut().enumerate() {
        list.retain(|&(i, _)| known.allows(i, j));
        for &i in known.required_parents(j) {
            if let Err(place) = list.binary_search_by_key(&i, |&(parent, _)| parent) {
                list.insert(place, (i, 0.0));
            }
        }
    }
}

/// The edges that are required or whose |w| passes.
fn kept(
    parents: &[Vec<(usize, f64)>],
    known: &Knowledge,
    passes: impl Fn(f64) -> bool,
) -> Vec<Vec<(usize, f64)>> {
    let stays = |i, j, w: f64| passes(w.abs()) || known.requires(i, j);
    let of = |(j, list): (usize, &Vec<(usize, f64)>)| {
        list.iter().copied().filter(|&(i, w)| stays(i, j, w)).collect()
    };
    parents.iter().enumerate().map(of).collect()
}

fn sources(parents: &[Vec<(usize, f64)>]) -> Vec<Vec<usize>> {
    parents.iter().map(|list| list.iter().map(|&(i, _)| i).collect()).collect()
}

/// The smallest t for which the entries with |w| > t and the required ones form a DAG: zero or one
/// of the weights.
fn smallest_acyclic_threshold(parents: &[Vec<(usize, f64)>], known: &Knowledge) -> f64 {
    let mut sizes: Vec<f64> = parents.iter().flatten().map(|&(_, w)| w.abs()).collect();
    sizes.push(0.0);
    sizes.sort_unstable_by(f64::total_cmp);
    sizes.dedup();
    let cyclic_above = |t: f64| causal_order(&sources(&kept(parents, known, |w| w > t))).is_none();
    // Raising the threshold only removes edges, so acyclicity is monotone in it; the largest
    // weight itself leaves no edge at all but required ones, which form no cycle.
    sizes[sizes.partition_point(|&t| cyclic_above(t))]
}

/// An order in which little weight points backwards, none if there is no cycle (Eades, Lin & Smyth
/// 1993, doi:10.1016/0020-0190(93)90079-O): sinks go last, sources first, and when there is neither
/// the node whose outgoing weight most exceeds its incoming weight goes first, of those whose
/// required parents are gone. So no required edge points backwards.
fn forward_order(parents: &[Vec<(usize, f64)>], known: &Knowledge) -> Vec<usize> {
    let n = parents.len();
    let mut children = vec![vec![]; n];
    let (mut inward, mut outward) = (vec![0.0; n], vec![0.0; n]);
    let (mut ins, mut outs, mut awaited) = (vec![0usize; n], vec![0usize; n], vec![0usize; n]);
    for (j, list) in parents.iter().enumerate() {
        for &(i, w) in list {
            children[i].push((j, w));
            inward[j] += w.abs();
            outward[i] += w.abs();
            ins[j] += 1;
            outs[i] += 1;
            awaited[j] += usize::from(known.requires(i, j));
        }
    }
    let mut left: Vec<usize> = (0..n).collect();
    let (mut first, mut last) = (vec![], vec![]);
    while !left.is_empty() {
        let surplus = |v: usize| outward[v] - inward[v];
        let pick = (left.iter().position(|&v| outs[v] == 0))
            .or_else(|| left.iter().position(|&v| ins[v] == 0))
            .or_else(|| {
                let free = (0..left.len()).filter(|&a| awaited[left[a]] == 0);
                free.max_by(|&a, &b| surplus(left[a]).total_cmp(&surplus(left[b])))
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
            awaited[j] -= usize::from(known.requires(node, j));
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
    use crate::data::Rules;
    use proptest::prelude::*;

    fn none(w: &Matrix) -> Knowledge {
        Knowledge::none(w.rows())
    }

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
                let pruned = prune(&w, threshold, &none(&w)).unwrap();
                let kept = pruned.graph.edges();
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
                let pruned = prune(&upper, threshold, &none(&w)).unwrap();
                prop_assert_eq!(pruned.threshold, 0.0);
                prop_assert_eq!(pruned.graph.to_matrix(), upper.clone());
            }
        }

        /// The automatic threshold is the smallest: one weight lower, and there is a cycle.
        #[test]
        fn the_automatic_threshold_is_tight(w in (2usize..9).prop_flat_map(matrix)) {
            let t = prune(&w, Threshold::Auto, &none(&w)).unwrap().threshold;
            prop_assume!(t > 0.0);
            let looser = w.map(|x| if x.abs() >= t { x } else { 0.0 });
            prop_assert!(WeightedDag::from_matrix(&looser).is_err());
        }
    }

    /// Rules that the order of the node numbers agrees with.
    fn knowledge(n: usize, marks: &[u8]) -> Knowledge {
        let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
        let mut rules = Rules::default();
        for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
            let edge = (names[i].clone(), names[j].clone());
            match marks[j * n + i] {
                0 if i < j => rules.required_edges.push(edge),
                1 => rules.forbidden_edges.push(edge),
                _ => {}
            }
        }
        rules.over(&names).unwrap()
    }

    proptest! {
        /// Required edges are there, heavy, light or absent in W, and forbidden ones are not.
        #[test]
        fn what_is_known_holds(
            (n, w) in (2usize..9).prop_flat_map(|n| (Just(n), matrix(n))),
            marks in prop::collection::vec(0u8..6, 64), t in 0.0..1.0f64,
        ) {
            let known = knowledge(n, &marks);
            for threshold in [Threshold::At(t), Threshold::Auto] {
                let pruned = prune(&w, threshold, &known).unwrap();
                let dag = pruned.graph.to_matrix();
                for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))) {
                    let (x, kept) = (w[(i, j)], dag[(i, j)]);
                    if known.requires(i, j) {
                        prop_assert!(pruned.graph.dag().has_edge(i, j));
                        prop_assert_eq!(kept, x);
                    } else {
                        prop_assert!(!pruned.graph.dag().has_edge(i, j) || (kept == x && known.allows(i, j)));
                    }
                }
                prop_assert!(pruned.backward.iter().all(|&(i, j, _)| !known.requires(i, j)));
                if threshold == Threshold::Auto {
                    prop_assert!(pruned.backward.is_empty());
                }
            }
        }
    }

    #[test]
    fn the_lighter_edge_of_a_two_cycle_goes() {
        let mut w = Matrix::zeros(2, 2);
        w[(0, 1)] = -1.0;
        w[(1, 0)] = 0.4;
        let pruned = prune(&w, Threshold::At(0.1), &none(&w)).unwrap();
        assert_eq!(pruned.graph.edges(), [(0, 1, -1.0)]);
        assert_eq!(pruned.backward, [(1, 0, 0.4)]);
    }
}
