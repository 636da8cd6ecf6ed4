//! A graph of directed and undirected edges, i → j and i — j.

use std::collections::BTreeSet;

use super::Dag;
use super::dag::name;
use crate::error::{Error, Result};
use crate::linalg::Matrix;

/// A partly directed graph on the nodes 0, …, n − 1, stored as lists. What its undirected edges mean is
/// said by who made it: directions that differ within a class, that refits leave open, or that a method
/// did not find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdag {
    /// `parents[j]` holds the i with i → j, increasing.
    pub(super) parents: Vec<Vec<usize>>,
    /// `neighbours[j]` holds the i with i — j, increasing.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Pdag {
    /// The graph with the edges i → j of `directed` and i — j of `undirected`. Different edges between
    /// the same pair are an error.
    pub fn new(
        nodes: usize,
        directed: &[(usize, usize)],
        undirected: &[(usize, usize)],
    ) -> Result<Pdag> {
        let mut graph = Pdag { parents: vec![vec![]; nodes], neighbours: vec![vec![]; nodes] };
        for &(i, j) in directed.iter().chain(undirected) {
            if i.max(j) >= nodes {
                let (expected, found) = (i.max(j) + 1, nodes);
                return Err(Error::Shape { what: "nodes".into(), expected, found });
            }
            if i == j {
                return Err(Error::SelfLoop { name: name(i) });
            }
        }
        directed.iter().for_each(|&(i, j)| graph.parents[j].push(i));
        for &(i, j) in undirected {
            graph.neighbours[i].push(j);
            graph.neighbours[j].push(i);
        }
        for list in graph.parents.iter_mut().chain(&mut graph.neighbours) {
            list.sort_unstable();
            list.dedup();
        }
        for (j, joined) in graph.adjacency().iter().enumerate() {
            if let Some(pair) = joined.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Error::BothDirections { a: name(pair[0]), b: name(j) });
            }
        }
        Ok(graph)
    }

    /// The graph of a square matrix: i → j where only the entry (i, j) is nonzero, i — j where (j, i)
    /// is too.
    pub fn from_adjacency(adjacency: &Matrix) -> Result<Pdag> {
        let n = adjacency.rows();
        if adjacency.cols() != n {
            let (expected, found) = (n, adjacency.cols());
            return Err(Error::Shape { what: "columns".into(), expected, found });
        }
        let (mut directed, mut undirected) = (vec![], vec![]);
        for j in 0..n {
            for i in (0..n).filter(|&i| adjacency[(i, j)] != 0.0) {
                match adjacency[(j, i)] != 0.0 {
                    false => directed.push((i, j)),
                    true if i <= j => undirected.push((i, j)),
                    true => {}
                }
            }
        }
        Pdag::new(n, &directed, &undirected)
    }

    /// Joins two that are not joined, as i → j.
    pub(crate) fn join(&mut self, i: usize, j: usize) {
        let place = self.parents[j].partition_point(|&other| other < i);
        self.parents[j].insert(place, i);
    }

    /// Takes away what joins two nodes.
    pub(crate) fn part(&mut self, i: usize, j: usize) {
        for (a, b) in [(i, j), (j, i)] {
            self.parents[b].retain(|&other| other != a);
            self.neighbours[b].retain(|&other| other != a);
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// The i with i → j, increasing.
    pub fn parents(&self, j: usize) -> &[usize] {
        &self.parents[j]
    }

    /// The i with i — j, increasing.
    pub fn neighbours(&self, j: usize) -> &[usize] {
        &self.neighbours[j]
    }

    /// Whether i → j is there.
    pub fn is_directed(&self, i: usize, j: usize) -> bool {
        self.parents[j].binary_search(&i).is_ok()
    }

    /// Whether i and j are joined, in any way.
    pub fn is_adjacent(&self, i: usize, j: usize) -> bool {
        self.relation(i, j) != Relation::None
    }

    /// (i, j) of every edge i → j, by i, then j.
    pub fn directed(&self) -> Vec<(usize, usize)> {
        let into = |j: usize| self.parents[j].iter().map(move |&i| (i, j));
        let mut edges: Vec<_> = (0..self.nodes()).flat_map(into).collect();
        edges.sort_unstable();
        edges
    }

    /// (i, j) with i < j of every edge i — j, by i, then j.
    pub fn undirected(&self) -> Vec<(usize, usize)> {
        let from = |i: usize| self.neighbours[i].iter().map(move |&j| (i, j));
        (0..self.nodes()).flat_map(from).filter(|&(i, j)| i < j).collect()
    }

    /// Structural Hamming distance: the pairs whose relation (none, →, ←, —) differs.
    pub fn shd(&self, other: &Pdag) -> Result<usize> {
        if self.nodes() != other.nodes() {
            let (expected, found) = (self.nodes(), other.nodes());
            return Err(Error::Shape { what: "nodes of the other graph".into(), expected, found });
        }
        let differ = |&(i, j): &(usize, usize)| self.relation(i, j) != other.relation(i, j);
        let new = |&(i, j): &(usize, usize)| !self.is_adjacent(i, j);
        Ok(self.pairs().filter(differ).count() + other.pairs().filter(new).count())
    }

    /// Pairs missing, extra or reversed beside a DAG: an open edge is right where the DAG joins the two.
    pub fn mistakes(&self, truth: &Dag) -> Result<usize> {
        if self.nodes() != truth.nodes() {
            let (expected, found) = (self.nodes(), truth.nodes());
            return Err(Error::Shape { what: "nodes of the other graph".into(), expected, found });
        }
        let is_right = |i, j| self.is_adjacent(i, j) && !self.is_directed(j, i);
        let wrong = truth.edges().iter().filter(|&&(i, j)| !is_right(i, j)).count();
        let extra = self.pairs().filter(|&(i, j)| !truth.has_edge(i, j) && !truth.has_edge(j, i));
        Ok(wrong + extra.count())
    }

    /// How many pairs are joined.
    pub fn edge_count(&self) -> usize {
        self.pairs().count()
    }

    /// Every joined pair once, one of its nodes first.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let into = |j: usize| {
            let lower = self.neighbours[j].iter().filter(move |&&i| i < j);
            self.parents[j].iter().chain(lower).map(move |&i| (i, j))
        };
        (0..self.nodes()).flat_map(into)
    }

    /// Every node once, causes before effects as far as arrows go: where they run in a circle, it is cut
    /// before the first of its nodes.
    pub fn order(&self) -> Vec<usize> {
        let mut causes: Vec<usize> = self.parents.iter().map(Vec::len).collect();
        let mut effects = vec![vec![]; self.nodes()];
        self.directed().iter().for_each(|&(i, j)| effects[i].push(j));
        let mut left: BTreeSet<usize> = (0..self.nodes()).collect();
        let mut free: BTreeSet<usize> = left.iter().copied().filter(|&j| causes[j] == 0).collect();
        let mut order = vec![];
        while let Some(node) = free.pop_first().or_else(|| left.first().copied()) {
            left.remove(&node);
            order.push(node);
            for &j in &effects[node] {
                causes[j] -= 1;
                if causes[j] == 0 && left.contains(&j) {
                    free.insert(j);
                }
            }
        }
        order
    }

    /// The nodes joined to each node, increasing.
    pub(crate) fn adjacency(&self) -> Vec<Vec<usize>> {
        let mut adjacency = self.neighbours.clone();
        for (j, list) in self.parents.iter().enumerate() {
            adjacency[j].extend(list);
            list.iter().for_each(|&i| adjacency[i].push(j));
        }
        adjacency.iter_mut().for_each(|list| list.sort_unstable());
        adjacency
    }

    fn relation(&self, i: usize, j: usize) -> Relation {
        if self.is_directed(i, j) {
            Relation::Forward
        } else if self.is_directed(j, i) {
            Relation::Backward
        } else if self.neighbours[j].binary_search(&i).is_ok() {
            Relation::Undirected
        } else {
            Relation::None
        }
    }
}

/// How a pair (i, j) is joined.
#[derive(PartialEq)]
enum Relation {
    None,
    Forward,
    Backward,
    Undirected,
}

impl From<&Dag> for Pdag {
    fn from(dag: &Dag) -> Pdag {
        let parents = (0..dag.nodes()).map(|j| dag.parents(j).to_vec()).collect();
        Pdag { parents, neighbours: vec![vec![]; dag.nodes()] }
    }
}
