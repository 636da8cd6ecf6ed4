//! The operators of one kind, kept from move to move.
//!
//! Of every y the operators that lower the score are kept, the best first. A move changes the graph at a few
//! nodes, and only the operators that can see them are found anew (`Kind::stale`); all others are, to the
//! bit, what they were. Whether an operator is valid may depend on far nodes, so it is asked only of the best
//! one, the next best, … until one is; and one that is not is set aside for as long as it is not (`blocked`).

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::blocked::Blocked;
use super::graph::Graph;
use super::operator::{Candidates, Changes, Kind, Move, Obstacle, Tools};
use crate::watch::Stop;

/// The operators of one kind.
pub struct Queue {
    kind: Kind,
    /// By y.
    lists: Vec<List>,
    /// Those that are not valid.
    blocked: Blocked,
}

/// The operators at one y.
#[derive(Clone)]
struct List {
    found: Candidates,
    /// Whether each of them is set aside.
    aside: Vec<bool>,
    /// All before this are.
    from: usize,
}

impl List {
    fn new(found: Candidates) -> List {
        List { aside: vec![false; found.list.len()], from: 0, found }
    }

    fn set_aside(&mut self, place: usize) {
        self.aside[place] = true;
        while self.aside.get(self.from) == Some(&true) {
            self.from += 1;
        }
    }

    fn take_back(&mut self, place: usize) {
        self.aside[place] = false;
        self.from = self.from.min(place);
    }

    /// The first that is not set aside, from a place on, and its change.
    fn next(&self, from: usize) -> Option<(usize, f64)> {
        let place = (from.max(self.from)..self.aside.len()).find(|&place| !self.aside[place])?;
        Some((place, self.found.list[place].0))
    }
}

/// What comes of an operator, or why it is not taken.
pub type Verdict<T> = Result<T, Obstacle>;

/// Where the list of a node has arrived. The best first, then the lowest y.
#[derive(PartialEq)]
struct Head {
    change: f64,
    y: usize,
    place: usize,
}

impl Eq for Head {}

impl Ord for Head {
    fn cmp(&self, other: &Head) -> Ordering {
        self.change.total_cmp(&other.change).then((self.y, self.place).cmp(&(other.y, other.place)))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Head) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Queue {
    /// All operators of a kind.
    pub fn new(kind: Kind, graph: &Graph, tools: &mut Tools<'_>) -> Result<Queue, Stop> {
        let n = graph.nodes();
        let lists = vec![List::new(Candidates::none()); n];
        let mut queue = Queue { kind, lists, blocked: Blocked::none(n) };
        (0..n).try_for_each(|y| queue.find(graph, y, tools))?;
        Ok(queue)
    }

    fn find(&mut self, graph: &Graph, y: usize, tools: &mut Tools<'_>) -> Result<(), Stop> {
        self.blocked.forget(y);
        self.lists[y] = List::new(self.kind.candidates(graph, y, tools)?);
        Ok(())
    }

    /// Finds anew what a move has changed, which led to this graph.
    pub fn refresh(
        &mut self,
        graph: &Graph,
        changes: &Changes,
        tools: &mut Tools<'_>,
    ) -> Result<(), Stop> {
        for y in self.kind.stale(graph, changes) {
            self.find(graph, y, tools)?;
        }
        for (y, place) in self.blocked.release(graph, &changes.nodes) {
            self.lists[y].take_back(place);
        }
        Ok(())
    }

    /// The first operator that `accept` takes, and what that gives.
    pub fn first<T>(
        &mut self,
        mut accept: impl FnMut(&Move) -> Result<Verdict<T>, Stop>,
    ) -> Result<Option<(Move, T)>, Stop> {
        let head = |lists: &[List], y: usize, from: usize| {
            let (place, change) = lists[y].next(from)?;
            Some(Reverse(Head { change, y, place }))
        };
        let heads = (0..self.lists.len()).filter_map(|y| head(&self.lists, y, 0));
        let mut heads: BinaryHeap<_> = heads.collect::<Vec<_>>().into();
        while let Some(Reverse(Head { change, y, place })) = heads.pop() {
            let Candidates { sets, list, .. } = &self.lists[y].found;
            let (_, x, set) = list[place];
            let operator = Move { kind: self.kind, change, x, y, set: sets[set].clone() };
            match accept(&operator)? {
                Ok(taken) => return Ok(Some((operator, taken))),
                Err(Obstacle::Way(way)) => {
                    self.lists[y].set_aside(place);
                    self.blocked.insert(y, place, way);
                }
                Err(Obstacle::Passing) => {}
            }
            heads.extend(head(&self.lists, y, place + 1));
        }
        Ok(None)
    }

    /// The nodes at which operators were left out, being too many.
    pub fn cut(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.lists.len()).filter(|&y| self.lists[y].found.cut)
    }
}
