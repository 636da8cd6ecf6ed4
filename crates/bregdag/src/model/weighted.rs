//! W: a DAG with a weight for every edge. W[i][j] is the weight of i → j.

use crate::error::Result;
use crate::graph::Dag;
use crate::linalg::Matrix;

/// A DAG with weights, which may be zero.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightedDag {
    dag: Dag,
    /// Aligned with the parents of each node.
    weights: Vec<Vec<f64>>,
}

impl WeightedDag {
    /// The DAG with these parents (i, weight of i → j) of each j.
    pub fn new(mut parents: Vec<Vec<(usize, f64)>>) -> Result<WeightedDag> {
        parents.iter_mut().for_each(|list| list.sort_unstable_by_key(|&(i, _)| i));
        let (nodes, weights) = parents.iter().map(|list| list.iter().copied().unzip()).unzip();
        Ok(WeightedDag { dag: Dag::new(nodes)?, weights })
    }

    /// The DAG of the entries of W that are not zero.
    pub fn from_matrix(weights: &Matrix) -> Result<WeightedDag> {
        WeightedDag::new(parent_lists(weights))
    }

    /// The graph alone.
    pub fn dag(&self) -> &Dag {
        &self.dag
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.dag.nodes()
    }

    /// (i, weight of i → j) for each parent i of j.
    pub fn parents(&self, j: usize) -> impl Iterator<Item = (usize, f64)> {
        self.dag.parents(j).iter().copied().zip(self.weights[j].iter().copied())
    }

    /// (i, j, weight) of every edge i → j, by i, then j.
    pub fn edges(&self) -> Vec<(usize, usize, f64)> {
        let into = |j: usize| self.parents(j).map(move |(i, weight)| (i, j, weight));
        let mut edges: Vec<_> = (0..self.nodes()).flat_map(into).collect();
        edges.sort_unstable_by_key(|&(i, j, _)| (i, j));
        edges
    }

    /// W.
    pub fn to_matrix(&self) -> Matrix {
        let mut weights = Matrix::zeros(self.nodes(), self.nodes());
        for (i, j, weight) in self.edges() {
            weights[(i, j)] = weight;
        }
        weights
    }
}

/// (i, W[(i, j)]) for the nonzero entries of each column j.
pub(super) fn parent_lists(weights: &Matrix) -> Vec<Vec<(usize, f64)>> {
    let nonzero = |j| weights.col(j).iter().copied().enumerate().filter(|&(_, w)| w != 0.0);
    (0..weights.cols()).map(|j| nonzero(j).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_there_because_it_is_listed() {
        let graph = WeightedDag::new(vec![vec![], vec![(0, 0.0)], vec![(1, -2.0), (0, 1.0)]]);
        let graph = graph.unwrap();
        assert_eq!(graph.edges(), [(0, 1, 0.0), (0, 2, 1.0), (1, 2, -2.0)]);
        assert!(graph.dag().has_edge(0, 1));
        // A matrix cannot tell.
        let again = WeightedDag::from_matrix(&graph.to_matrix()).unwrap();
        assert_eq!(again.edges(), [(0, 2, 1.0), (1, 2, -2.0)]);
    }
}
