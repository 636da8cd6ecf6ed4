//! What the three operators have in common.
//!
//! Each is named by two nodes x and y and a clique C of neighbours of y, those that become parents of y or
//! stay neighbours that may. What it changes in the score is seen from y, x and what is next to them; whether
//! it leads to a DAG may depend on all of the graph, and is asked only of those that come first.

use super::graph::{Graph, Way};
use super::{delete, insert, turn};
use crate::data::Knowledge;
use crate::error::Result;
use crate::graph::Dag;
use crate::score::{LocalScores, Problem, Regression, Score};
use crate::watch::{Stop, Watch};

/// The kinds of operators, each a phase of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// x → y comes in.
    Insert,
    /// x → y or x — y goes.
    Delete,
    /// y → x or x — y becomes x → y.
    Turn,
}

/// An operator and by how much it changes the score.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    pub kind: Kind,
    pub change: f64,
    pub x: usize,
    pub y: usize,
    /// C.
    pub set: Vec<usize>,
}

/// What a move has changed.
#[derive(Debug, Clone)]
pub struct Changes {
    /// The nodes whose parents or neighbours are others.
    pub nodes: Vec<usize>,
    /// x and y: no others were joined or parted.
    pub pair: [usize; 2],
}

/// Why an operator is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Not valid, as long as this way is there.
    Way(Way),
    /// For a reason that may have passed after the next move.
    Passing,
}

/// What operators are found with.
pub struct Tools<'a> {
    pub problem: &'a Problem<'a>,
    pub score: Score,
    pub known: &'a Knowledge,
    pub local: LocalScores<'a>,
    pub regression: Regression<'a>,
    pub watch: &'a dyn Watch,
}

/// The operators at one y that lower the score, the best first.
#[derive(Debug, Clone)]
pub struct Candidates {
    /// The sets C.
    pub sets: Vec<Vec<usize>>,
    /// Change of the score, x, and place of C in `sets`.
    pub list: Vec<(f64, usize, usize)>,
    /// Whether sets were left out, being too many.
    pub cut: bool,
}

impl Candidates {
    pub fn none() -> Candidates {
        Candidates { sets: vec![], list: vec![], cut: false }
    }

    /// Adds an operator with the set that was added last.
    pub fn push(&mut self, change: f64, x: usize) {
        self.list.push((change, x, self.sets.len() - 1));
    }

    /// The best first; among equals the lowest x, then the smallest set.
    pub fn sort(&mut self) {
        self.list.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    }
}

impl Kind {
    /// The name of its phase.
    pub fn phase(self) -> &'static str {
        match self {
            Kind::Insert => "forward",
            Kind::Delete => "backward",
            Kind::Turn => "turning",
        }
    }

    /// The operators at y that lower the score, as far as its neighbourhood tells.
    pub fn candidates(
        self,
        graph: &Graph,
        y: usize,
        tools: &mut Tools<'_>,
    ) -> std::result::Result<Candidates, Stop> {
        let mut found = match self {
            Kind::Insert => insert::candidates(graph, y, tools),
            Kind::Delete => delete::candidates(graph, y, tools),
            Kind::Turn => turn::candidates(graph, y, tools),
        }?;
        found.sort();
        Ok(found)
    }

    /// The nodes y whose operators are no longer what they were.
    pub fn stale(self, graph: &Graph, changes: &Changes) -> Vec<usize> {
        let Changes { nodes, pair } = changes;
        let mut stale = [nodes.as_slice(), pair].concat();
        match self {
            // C, its being a clique and NA(y, x) depend on who is joined to the neighbours of y, too.
            Kind::Insert | Kind::Delete => {
                pair.iter().for_each(|&node| stale.extend(graph.neighbours(node)));
            }
            // Their changes of the score depend on the parents and neighbours of x, too.
            Kind::Turn => nodes.iter().for_each(|&node| stale.extend(&graph.adjacent[node])),
        }
        stale.sort_unstable();
        stale.dedup();
        stale
    }
}

impl Move {
    /// What keeps it from leading from a DAG of the class to a DAG, as far as its neighbourhood does not tell.
    pub fn obstacle(&self, graph: &Graph) -> Option<Obstacle> {
        match self.kind {
            Kind::Insert => insert::obstacle(graph, self).map(Obstacle::Way),
            Kind::Delete => None,
            Kind::Turn => turn::obstacle(graph, self),
        }
    }

    /// Whether its sets of parents are admissible. Where one regression gave many operators, that was not
    /// asked before.
    pub fn is_admissible(&self, graph: &Graph, local: &mut LocalScores<'_>) -> bool {
        let parents = || graph.parents_with(self.y, &self.set);
        self.kind != Kind::Insert || local.gain(self.y, &parents(), self.x).is_some()
    }

    /// A DAG of the class to which it leads.
    pub fn result(&self, graph: &Graph) -> Result<Dag> {
        match self.kind {
            Kind::Insert => insert::result(graph, self),
            Kind::Delete => delete::result(graph, self),
            Kind::Turn => turn::result(graph, self),
        }
    }
}
