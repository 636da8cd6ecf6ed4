//! A graph as lists to walk along, and sets of nodes that are quickly emptied.

use crate::graph::{Class, Dag, Pdag};

/// The edges of a DAG or of a class, from both their ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Links {
    pub(super) parents: Vec<Vec<usize>>,
    pub(super) children: Vec<Vec<usize>>,
    /// Ends of undirected edges.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Links {
    fn new(parents: Vec<Vec<usize>>, neighbours: Vec<Vec<usize>>) -> Links {
        let mut children = vec![vec![]; parents.len()];
        for (j, list) in parents.iter().enumerate() {
            list.iter().for_each(|&i: &usize| children[i].push(j));
        }
        Links { parents, children, neighbours }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        let count = |lists: &[Vec<usize>]| lists.iter().map(Vec::len).sum::<usize>();
        count(&self.parents) + count(&self.neighbours) / 2
    }

    /// Where an edge leads that does not point back at the node: v → w or v — w.
    pub(super) fn ahead(&self, v: usize) -> impl Iterator<Item = usize> {
        self.children[v].iter().chain(&self.neighbours[v]).copied()
    }

    /// Where such an edge comes from: w → v or w — v.
    pub(super) fn behind(&self, v: usize) -> impl Iterator<Item = usize> {
        self.parents[v].iter().chain(&self.neighbours[v]).copied()
    }
}

impl From<&Dag> for Links {
    fn from(dag: &Dag) -> Links {
        Links::from(&Pdag::from(dag))
    }
}

impl From<&Class> for Links {
    fn from(class: &Class) -> Links {
        Links::from(class.graph())
    }
}

impl From<&Pdag> for Links {
    fn from(graph: &Pdag) -> Links {
        let nodes = 0..graph.nodes();
        let parents = nodes.clone().map(|j| graph.parents(j).to_vec()).collect();
        Links::new(parents, nodes.map(|j| graph.neighbours(j).to_vec()).collect())
    }
}

/// A set of the numbers 0, …, size − 1 that is emptied in constant time.
pub(super) struct Marks {
    /// The round in which a number was last put in.
    round_of: Vec<u64>,
    round: u64,
}

impl Marks {
    pub fn new(size: usize) -> Marks {
        Marks { round_of: vec![0; size], round: 1 }
    }

    pub fn clear(&mut self) {
        self.round += 1;
    }

    pub fn contains(&self, k: usize) -> bool {
        self.round_of[k] == self.round
    }

    /// Whether it was not yet in.
    pub fn insert(&mut self, k: usize) -> bool {
        std::mem::replace(&mut self.round_of[k], self.round) != self.round
    }

    /// Puts in all of `start` and whatever `next` leads to from there; returns what was new.
    pub fn spread<I: Iterator<Item = usize>>(
        &mut self,
        start: impl Iterator<Item = usize>,
        next: impl Fn(usize) -> I,
    ) -> Vec<usize> {
        let mut found: Vec<usize> = start.filter(|&v| self.insert(v)).collect();
        let mut at = 0;
        while let Some(&v) = found.get(at) {
            found.extend(next(v).filter(|&w| self.insert(w)));
            at += 1;
        }
        found
    }
}
