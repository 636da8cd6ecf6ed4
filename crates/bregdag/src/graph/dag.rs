//! A weighted directed acyclic graph, acyclic by construction.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::{Error, Result};
use crate::linalg::Matrix;

/// A weighted DAG on the nodes 0, …, n − 1, stored as the parents of each node.
#[derive(Debug, Clone, PartialEq)]
pub struct Dag {
    /// `parents[j]` holds (i, weight of i → j), i increasing, weight ≠ 0.
    parents: Vec<Vec<(usize, f64)>>,
    /// Every node comes after its parents.
    order: Vec<usize>,
}

impl Dag {
    /// The DAG with these parents (i, weight of i → j) of each j. A cycle is [`Error::Cyclic`], the
    /// nodes numbered from 1; so is a parent listed twice or one that is not a node.
    pub fn new(mut parents: Vec<Vec<(usize, f64)>>) -> Result<Dag> {
        let n = parents.len();
        for list in &mut parents {
            list.retain(|&(_, weight)| weight != 0.0);
            list.sort_unstable_by_key(|&(i, _)| i);
            if let Some(&(i, _)) = list.last().filter(|&&(i, _)| i >= n) {
                return Err(Error::Shape { what: "nodes".into(), expected: i + 1, found: n });
            }
            if let Some(twice) = list.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                let cycle = format!("x{} is listed twice among the same parents", twice[0].0 + 1);
                return Err(Error::Cyclic { cycle });
            }
        }
        match causal_order(&parents) {
            Some(order) => Ok(Dag { parents, order }),
            None => {
                let names: Vec<String> = (1..=parents.len()).map(|i| format!("x{i}")).collect();
                Err(Error::Cyclic { cycle: describe_cycle(&parents, &names) })
            }
        }
    }

    /// The DAG with the nonzero pattern and weights of W.
    pub fn from_matrix(weights: &Matrix) -> Result<Dag> {
        Dag::new(parent_lists(weights))
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// (i, weight of i → j) for each parent i of j.
    pub fn parents(&self, j: usize) -> &[(usize, f64)] {
        &self.parents[j]
    }

    /// Whether i → j is there.
    pub fn has_edge(&self, i: usize, j: usize) -> bool {
        self.parents[j].binary_search_by_key(&i, |&(parent, _)| parent).is_ok()
    }

    /// The nodes, every one after its parents; among the possible orders the one that takes the
    /// lowest number first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// (i, j, weight) of every edge i → j, by i, then j.
    pub fn edges(&self) -> Vec<(usize, usize, f64)> {
        let mut edges: Vec<_> = (0..self.nodes())
            .flat_map(|j| self.parents[j].iter().map(move |&(i, w)| (i, j, w)))
            .collect();
        edges.sort_unstable_by_key(|&(i, j, _)| (i, j));
        edges
    }

    /// W with W[(i, j)] the weight of i → j.
    pub fn to_matrix(&self) -> Matrix {
        let mut weights = Matrix::zeros(self.nodes(), self.nodes());
        for (i, j, w) in self.edges() {
            weights[(i, j)] = w;
        }
        weights
    }
}

/// (i, W[(i, j)]) for the nonzero entries of each column j.
pub(crate) fn parent_lists(weights: &Matrix) -> Vec<Vec<(usize, f64)>> {
    let nonzero = |j| weights.col(j).iter().copied().enumerate().filter(|&(_, w)| w != 0.0);
    (0..weights.cols()).map(|j| nonzero(j).collect()).collect()
}

/// An order in which parents come first, or `None` if there is a cycle.
pub(crate) fn causal_order(parents: &[Vec<(usize, f64)>]) -> Option<Vec<usize>> {
    let order = peel(parents);
    (order.len() == parents.len()).then_some(order)
}

/// The nodes that can be taken one after the other, each after its parents, the lowest number first
/// (Kahn's algorithm). The nodes that lie on or behind a cycle are never reached.
fn peel(parents: &[Vec<(usize, f64)>]) -> Vec<usize> {
    let n = parents.len();
    let mut children = vec![vec![]; n];
    let mut waiting_for: Vec<usize> = parents.iter().map(Vec::len).collect();
    for (j, list) in parents.iter().enumerate() {
        list.iter().for_each(|&(i, _)| children[i].push(j));
    }
    let mut ready: BinaryHeap<_> = (0..n).filter(|&j| waiting_for[j] == 0).map(Reverse).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(Reverse(i)) = ready.pop() {
        order.push(i);
        for &j in &children[i] {
            waiting_for[j] -= 1;
            if waiting_for[j] == 0 {
                ready.push(Reverse(j));
            }
        }
    }
    order
}

/// One directed cycle in words: `a -> b -> a`.
pub(crate) fn describe_cycle(parents: &[Vec<(usize, f64)>], names: &[String]) -> String {
    let mut stuck = vec![true; parents.len()];
    peel(parents).into_iter().for_each(|v| stuck[v] = false);
    let Some(mut at) = stuck.iter().position(|&s| s) else { return "no cycle".into() };
    // A stuck node waits for a stuck parent, so walking from parent to parent comes round.
    let mut step_of = vec![None; parents.len()];
    let mut walk = vec![];
    while step_of[at].is_none() {
        step_of[at] = Some(walk.len());
        walk.push(at);
        let stuck_parent = parents[at].iter().find(|&&(i, _)| stuck[i]);
        at = stuck_parent.map_or(at, |&(i, _)| i);
    }
    let cycle = walk[step_of[at].unwrap_or(0)..].iter().chain([&at]).rev();
    cycle.map(|&v| names[v].as_str()).collect::<Vec<_>>().join(" -> ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_takes_the_lowest_number_first() {
        // 3 → 0 and 2 → 1.
        let dag = Dag::new(vec![vec![(3, 1.0)], vec![(2, 1.0)], vec![], vec![]]).unwrap();
        assert_eq!(dag.order(), [2, 1, 3, 0]);
        assert_eq!(dag.edges(), [(2, 1, 1.0), (3, 0, 1.0)]);
        assert_eq!(Dag::from_matrix(&dag.to_matrix()).unwrap(), dag);
    }

    #[test]
    fn edges_of_weight_zero_are_none() {
        let dag = Dag::new(vec![vec![(1, 0.0)], vec![(0, 2.0)]]).unwrap();
        assert_eq!(dag.edges(), [(0, 1, 2.0)]);
    }

    #[test]
    fn what_is_not_a_dag_is_refused() {
        let cycle = |parents| match Dag::new(parents) {
            Err(Error::Cyclic { cycle }) => cycle,
            other => panic!("{other:?}"),
        };
        // 0 → 1 → 2 → 1: the cycle without what leads to it.
        let named = cycle(vec![vec![], vec![(0, 1.0), (2, 1.0)], vec![(1, 1.0)]]);
        assert!(["x2 -> x3 -> x2", "x3 -> x2 -> x3"].contains(&named.as_str()), "{named}");
        assert_eq!(cycle(vec![vec![(0, 1.0)]]), "x1 -> x1");
        cycle(vec![vec![], vec![(0, 1.0), (0, 2.0)]]);
        assert!(matches!(Dag::new(vec![vec![(1, 1.0)]]), Err(Error::Shape { .. })));
    }
}
