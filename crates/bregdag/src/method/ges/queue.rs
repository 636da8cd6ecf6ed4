//! The operators of one kind, kept from move to move.
//!
//! Of every y the operators that lower the score are kept, the best first. A move changes the graph at a few
//! nodes, and only the operators that can see them are found anew (`Kind::stale`); all others are, to the
//! bit, what they were. Whether an operator is valid may depend on far nodes, so that is not kept: it is asked
//! each time of the best one, the next best, … until one is. What keeps one from being valid is a way in the graph:
//! as long as that is there, nothing needs to be asked.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};

use super::graph::{Graph, Way};
use super::operator::{Candidates, Kind, Move, Obstacle, Work};
use crate::watch::Stop;

/// The operators of one kind.
pub struct Queue {
    kind: Kind,
    /// By y.
    candidates: Vec<Candidates>,
    /// By y, the ways that were in the way of its operators, by their place.
    ways: Vec<HashMap<usize, Way>>,
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
    pub fn new(kind: Kind, graph: &Graph, work: &mut Work<'_>) -> Result<Queue, Stop> {
        let n = graph.nodes();
        let (candidates, ways) = (vec![Candidates::none(); n], vec![HashMap::new(); n]);
        let mut queue = Queue { kind, candidates, ways };
        queue.refresh(graph, 0..graph.nodes(), work)?;
        Ok(queue)
    }

    /// Finds the operators at these nodes anew.
    pub fn refresh(
        &mut self,
        graph: &Graph,
        nodes: impl IntoIterator<Item = usize>,
        work: &mut Work<'_>,
    ) -> Result<(), Stop> {
        for y in nodes {
            self.ways[y].clear();
            self.candidates[y] = self.kind.candidates(graph, y, work)?;
        }
        Ok(())
    }

    /// The first operator that `accept` takes, and what that gives.
    pub fn first<T>(
        &mut self,
        graph: &Graph,
        mut accept: impl FnMut(&Move) -> Result<Verdict<T>, Stop>,
    ) -> Result<Option<(Move, T)>, Stop> {
        let Queue { kind, candidates, ways } = self;
        let head = |y: usize, place: usize| {
            let &(change, ..) = candidates[y].list.get(place)?;
            Some(Reverse(Head { change, y, place }))
        };
        let mut heads: BinaryHeap<_> = (0..candidates.len()).filter_map(|y| head(y, 0)).collect();
        while let Some(Reverse(Head { change, y, place })) = heads.pop() {
            heads.extend(head(y, place + 1));
            if ways[y].get(&place).is_some_and(|way| graph.has(way)) {
                continue;
            }
            let Candidates { sets, list, .. } = &candidates[y];
            let (_, x, set) = list[place];
            let operator = Move { kind: *kind, change, x, y, set: sets[set].clone() };
            match accept(&operator)? {
                Ok(taken) => return Ok(Some((operator, taken))),
                Err(Obstacle::Way(way)) => drop(ways[y].insert(place, way)),
                Err(Obstacle::Passing) => {}
            }
        }
        Ok(None)
    }

    /// The nodes at which operators were left out, being too many.
    pub fn cut(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.candidates.len()).filter(|&y| self.candidates[y].cut)
    }
}
