//! An order of the nodes, and the parents of each among those before it.

use std::sync::Arc;

use super::memory::{Mask, bit};
use super::parents::{Candidates, Selector};
use super::walk::Insertion;
use crate::graph::Dag;
use crate::parallel::parallel_map;
use crate::score::{Family, Problem, Score};

/// An order and its families.
#[derive(Debug, Clone)]
pub struct State {
    pub order: Vec<usize>,
    pub position: Vec<usize>,
    /// Shared between the orders that restarts compare.
    pub families: Vec<Arc<Family>>,
    /// Who stands before each position, as a set.
    before: Vec<Mask>,
}

/// Nodes whose parents are selected by one worker.
const CHUNK: usize = 32;

impl State {
    /// Parents selected from nothing, for the given order. Their price is relative to the variance
    /// that is left, for as yet nothing is known of σ².
    pub fn new(problem: &Problem<'_>, score: &Score, order: Vec<usize>) -> State {
        let (position, before) = places(&order);
        let relative = score.with_free_variances();
        let families = for_all_nodes(problem, |selector, j| {
            selector.select(&relative, j, &[], Candidates::all(&order[..position[j]]))
        });
        State { order, position, families, before }
    }

    /// The parents that a graph gives each node, as far as they may be there and stand before it in
    /// this order, and those it must have; less parents that are linear combinations of others.
    pub fn of(problem: &Problem<'_>, dag: &Dag, order: Vec<usize>) -> State {
        let (position, before) = places(&order);
        let families = for_all_nodes(problem, |selector, j| {
            let may = |&i: &usize| position[i] < position[j] && problem.allows(i, j);
            let parents: Vec<usize> = dag.parents(j).iter().copied().filter(may).collect();
            selector.family_of(j, &parents)
        });
        State { order, position, families, before }
    }

    /// Selects all parents anew, from the present ones on, with another score; whether any changed.
    pub fn reselect(&mut self, problem: &Problem<'_>, score: &Score) -> bool {
        let families = for_all_nodes(problem, |selector, j| {
            selector.again(score, j, &self.families[j], self.before(self.position[j]))
        });
        let changed = self.families.iter().zip(&families).any(|(a, b)| a.parents != b.parents);
        self.families = families;
        changed
    }

    /// The nodes before this position.
    pub fn before(&self, position: usize) -> Candidates<'_> {
        Candidates {
            nodes: &self.order[..position],
            set: self.before[position],
            plus: None,
            minus: None,
        }
    }

    pub fn edges(&self) -> usize {
        self.families.iter().map(|family| family.parents.len()).sum()
    }

    /// The score itself, not its tangent.
    pub fn total(&self, score: &Score) -> f64 {
        score.total(self.families.iter().map(|family| family.variance), self.edges())
    }

    /// σ² = Σ v_j / n.
    pub fn mean_variance(&self) -> f64 {
        self.families.iter().map(|f| f.variance).sum::<f64>() / self.families.len() as f64
    }

    /// The graph.
    pub fn dag(&self) -> crate::Result<Dag> {
        Dag::new(self.families.iter().map(|family| family.parents.clone()).collect())
    }

    /// Puts x at its new place.
    pub fn apply(&mut self, x: usize, insertion: Insertion) {
        let (from, to) = (self.position[x], insertion.position);
        if to < from {
            self.order[to..=from].rotate_right(1);
        } else {
            self.order[from..=to].rotate_left(1);
        }
        for p in from.min(to)..=from.max(to) {
            self.position[self.order[p]] = p;
            self.before[p + 1] = self.before[p] | bit(self.order[p]);
        }
        for (j, family) in insertion.families {
            self.families[j] = family;
        }
    }
}

/// The position of each node, and the set of those before each position.
fn places(order: &[usize]) -> (Vec<usize>, Vec<Mask>) {
    let (mut position, mut before) = (vec![0; order.len()], vec![0; order.len() + 1]);
    for (p, &j) in order.iter().enumerate() {
        position[j] = p;
        before[p + 1] = before[p] | bit(j);
    }
    (position, before)
}

/// `select(selector, j)` for every node j, in parallel.
fn for_all_nodes(
    problem: &Problem<'_>,
    select: impl Fn(&mut Selector<'_>, usize) -> Family + Sync + Send,
) -> Vec<Arc<Family>> {
    let n = problem.nodes();
    let chunks = parallel_map(n.div_ceil(CHUNK), |c| {
        let mut selector = Selector::new(problem);
        let nodes = c * CHUNK..((c + 1) * CHUNK).min(n);
        nodes.map(|j| Arc::new(select(&mut selector, j))).collect::<Vec<_>>()
    });
    chunks.into_iter().flatten().collect()
}
