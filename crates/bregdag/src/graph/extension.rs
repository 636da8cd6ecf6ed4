//! A DAG of the class: its skeleton, its colliders, its directed edges.
//!
//! Dor and Tarsi (1992, report R-185, University of California, Los Angeles) take the graph apart from
//! the end of a causal order. A node may go last if no edge leaves it and if each of its neighbours by
//! an undirected edge is joined to all the other nodes it is joined to: then directing everything
//! towards it makes no new collider. Which of several such nodes goes does not matter: if an extension
//! exists, one exists for the rest. When none is left while nodes are, there is no extension.
//!
//! Whether a node may go changes only when a node joined to it goes, so each is looked at once at the
//! start and once for each edge.

use std::collections::VecDeque;

use super::{Dag, Pdag};
use crate::error::{Error, Result};

impl Pdag {
    /// A DAG with this skeleton, these directed edges and no further colliders.
    /// [`Error::NoExtension`] if there is none, which cannot be for a class made by [`Class::of`](super::Class::of).
    pub fn extension(&self) -> Result<Dag> {
        let mut rest = Rest::new(self);
        let mut parents = vec![vec![]; self.nodes()];
        let mut waiting: VecDeque<usize> = (0..self.nodes()).collect();
        let mut is_waiting = vec![true; self.nodes()];
        let mut left = self.nodes();
        while let Some(node) = waiting.pop_front() {
            is_waiting[node] = false;
            if !rest.present[node] || !rest.may_go_last(node) {
                continue;
            }
            parents[node] = rest.joined(node).collect();
            rest.remove(node);
            left -= 1;
            for other in rest.joined(node) {
                if !std::mem::replace(&mut is_waiting[other], true) {
                    waiting.push_back(other);
                }
            }
        }
        if left > 0 {
            return Err(Error::NoExtension);
        }
        Dag::new(parents)
    }
}

/// What is left of the graph.
struct Rest<'a> {
    graph: &'a Pdag,
    adjacency: Vec<Vec<usize>>,
    present: Vec<bool>,
    /// How many present nodes each node has a directed edge to.
    children: Vec<usize>,
}

impl Rest<'_> {
    fn new(graph: &Pdag) -> Rest<'_> {
        let mut children = vec![0; graph.nodes()];
        graph.directed().iter().for_each(|&(i, _)| children[i] += 1);
        let present = vec![true; graph.nodes()];
        Rest { graph, adjacency: graph.adjacency(), present, children }
    }

    /// The present nodes joined to this one.
    fn joined(&self, node: usize) -> impl Iterator<Item = usize> {
        self.adjacency[node].iter().copied().filter(|&other| self.present[other])
    }

    fn may_go_last(&self, node: usize) -> bool {
        let all_joined_to = |y: usize| {
            self.joined(node).all(|a| a == y || self.adjacency[y].binary_search(&a).is_ok())
        };
        let neighbours = self.graph.neighbours(node).iter().filter(|&&y| self.present[y]);
        self.children[node] == 0 && neighbours.copied().all(all_joined_to)
    }

    fn remove(&mut self, node: usize) {
        self.present[node] = false;
        for &parent in self.graph.parents(node) {
            self.children[parent] -= 1;
        }
    }
}
