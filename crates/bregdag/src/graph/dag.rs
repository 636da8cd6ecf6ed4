//! A directed acyclic graph, acyclic by construction.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::{Error, Result};
use crate::linalg::Matrix;

/// A DAG on the nodes 0, …, n − 1, stored as the parents of each node. An edge is there because it is
/// listed; what it weighs is up to the equations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dag {
    /// `parents[j]` holds the i with i → j, increasing.
    parents: Vec<Vec<usize>>,
    /// Every node comes after its parents.
    order: Vec<usize>,
}

impl Dag {
    /// The DAG with these parents of each node. A cycle is [`Error::Cyclic`], the nodes numbered from 1;
    /// a parent listed twice is [`Error::RepeatedEdge`].
    ///
    /// ```
    /// use bregdag::graph::Dag;
    ///
    /// // 0 → 1 → 2.
    /// let dag = Dag::new(vec![vec![], vec![0], vec![1]])?;
    /// assert_eq!(dag.edges(), [(0, 1), (1, 2)]);
    /// assert!(Dag::new(vec![vec![1], vec![0]]).is_err());
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn new(mut parents: Vec<Vec<usize>>) -> Result<Dag> {
        let n = parents.len();
        for (j, list) in parents.iter_mut().enumerate() {
            list.sort_unstable();
            if let Some(&i) = list.last().filter(|&&i| i >= n) {
                return Err(Error::Shape { what: "nodes".into(), expected: i + 1, found: n });
            }
            if let Some(twice) = list.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Error::RepeatedEdge { from: name(twice[0]), to: name(j) });
            }
        }
        match causal_order(&parents) {
            Some(order) => Ok(Dag { parents, order }),
            None => {
                let names: Vec<String> = (0..n).map(name).collect();
                Err(Error::Cyclic { cycle: describe_cycle(&parents, &names) })
            }
        }
    }

    /// The DAG with these edges (i, j), i → j.
    pub fn from_edges(nodes: usize, edges: &[(usize, usize)]) -> Result<Dag> {
        let mut parents = vec![vec![]; nodes];
        for &(i, j) in edges {
            let Some(list) = parents.get_mut(j) else {
                let (expected, found) = (j + 1, nodes);
                return Err(Error::Shape { what: "nodes".into(), expected, found });
            };
            list.push(i);
        }
        Dag::new(parents)
    }

    /// The DAG with an edge for every entry of W that is not zero.
    pub fn of_pattern(weights: &Matrix) -> Result<Dag> {
        let nonzero = |j: usize| {
            let entries = weights.col(j).iter().enumerate();
            entries.filter(|&(_, &w)| w != 0.0).map(|(i, _)| i).collect()
        };
        Dag::new((0..weights.cols()).map(nonzero).collect())
    }

    /// The DAG without edges.
    pub fn empty(nodes: usize) -> Dag {
        Dag { parents: vec![vec![]; nodes], order: (0..nodes).collect() }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// The parents of j, increasing.
    pub fn parents(&self, j: usize) -> &[usize] {
        &self.parents[j]
    }

    /// Whether i → j is there.
    pub fn has_edge(&self, i: usize, j: usize) -> bool {
        self.parents[j].binary_search(&i).is_ok()
    }

    /// Whether i and j are joined, either way.
    pub fn is_adjacent(&self, i: usize, j: usize) -> bool {
        self.has_edge(i, j) || self.has_edge(j, i)
    }

    /// The nodes, every one after its parents; among the possible orders the one that takes the
    /// lowest number first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.parents.iter().map(Vec::len).sum()
    }

    /// (i, j) of every edge i → j, by i, then j.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let into = |j: usize| self.parents[j].iter().map(move |&i| (i, j));
        let mut edges: Vec<_> = (0..self.nodes()).flat_map(into).collect();
        edges.sort_unstable();
        edges
    }
}

/// A node in an error message, where names are not known.
pub(super) fn name(i: usize) -> String {
    format!("x{}", i + 1)
}

/// An order in which parents come first, or `None` if there is a cycle.
pub(crate) fn causal_order(parents: &[Vec<usize>]) -> Option<Vec<usize>> {
    let order = peel(parents);
    (order.len() == parents.len()).then_some(order)
}

/// The nodes that can be taken one after the other, each after its parents, the lowest number first
/// (Kahn's algorithm). The nodes that lie on or behind a cycle are never reached.
fn peel(parents: &[Vec<usize>]) -> Vec<usize> {
    let n = parents.len();
    let mut children = vec![vec![]; n];
    let mut waiting_for: Vec<usize> = parents.iter().map(Vec::len).collect();
    for (j, list) in parents.iter().enumerate() {
        list.iter().for_each(|&i| children[i].push(j));
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
pub(crate) fn describe_cycle(parents: &[Vec<usize>], names: &[String]) -> String {
    let mut stuck = vec![true; parents.len()];
    peel(parents).into_iter().for_each(|v| stuck[v] = false);
    let Some(mut at) = stuck.iter().position(|&s| s) else { return "no cycle".into() };
    // A stuck node waits for a stuck parent, so walking from parent to parent comes round.
    let mut step_of = vec![None; parents.len()];
    let mut walk = vec![];
    while step_of[at].is_none() {
        step_of[at] = Some(walk.len());
        walk.push(at);
        let stuck_parent = parents[at].iter().find(|&&i| stuck[i]);
        at = stuck_parent.copied().unwrap_or(at);
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
        let dag = Dag::new(vec![vec![3], vec![2], vec![], vec![]]).unwrap();
        assert_eq!(dag.order(), [2, 1, 3, 0]);
        assert_eq!(dag.edges(), [(2, 1), (3, 0)]);
        assert_eq!(Dag::from_edges(4, &dag.edges()).unwrap(), dag);
    }

    #[test]
    fn a_pattern_has_the_entries_that_are_not_zero() {
        let weights = Matrix::from_fn(2, 2, |i, j| if (i, j) == (0, 1) { -2.0 } else { 0.0 });
        assert_eq!(Dag::of_pattern(&weights).unwrap().edges(), [(0, 1)]);
        assert_eq!(Dag::of_pattern(&Matrix::zeros(3, 3)).unwrap(), Dag::empty(3));
    }

    #[test]
    fn what_is_not_a_dag_is_refused() {
        let cycle = |parents| match Dag::new(parents) {
            Err(Error::Cyclic { cycle }) => cycle,
            other => panic!("{other:?}"),
        };
        // 0 → 1 → 2 → 1: the cycle without what leads to it.
        let named = cycle(vec![vec![], vec![0, 2], vec![1]]);
        assert!(["x2 -> x3 -> x2", "x3 -> x2 -> x3"].contains(&named.as_str()), "{named}");
        assert_eq!(cycle(vec![vec![0]]), "x1 -> x1");
        let twice = Dag::new(vec![vec![], vec![0, 0]]).unwrap_err();
        assert!(matches!(&twice, Error::RepeatedEdge { from, to } if from == "x1" && to == "x2"));
        assert!(!twice.to_string().contains("DAG"), "{twice}");
        assert!(matches!(Dag::new(vec![vec![1]]), Err(Error::Shape { .. })));
        assert!(matches!(Dag::from_edges(2, &[(0, 2)]), Err(Error::Shape { .. })));
    }
}
