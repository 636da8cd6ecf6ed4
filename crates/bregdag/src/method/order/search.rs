//! Best insertion: take a node out of the order and put it back where the score is best, until no
//! node moves.
//!
//! When x moves past its neighbour y to the left, only two families change: x loses y as a
//! candidate, which matters if y is a parent of x; and y gains x, which matters if the residual
//! covariance of x and y given the parents of y is large. To the right it is the other way round. So
//! a walk of x through the whole order costs O(nk) for the tests, and a selection where one fires.
//! It ends at the parents that x must have and at the children whose parent it must be.

use std::ops::Range;
use std::sync::Arc;

use super::memory::MOST_NODES;
use super::parents::{Candidates, Selector};
use super::state::State;
use super::walk::{Goal, Insertion, Walk};
use crate::parallel::{parallel_for_each, threads};
use crate::score::{Family, Problem, Score, Variances, residual_covariances};
use crate::watch::{Event, Stop, Watch, Work};

/// So many former children are tried together as parents.
const TOGETHER: usize = 4;

/// A walk ends where the score is this many prices of an edge worse than where it began, in a descent and in a
/// chain. A descent goes once, so it looks further (docs/decisions.md).
const GIVE_UP: (f64, f64) = (20.0, 3.0);

/// Nodes that one thread looks at in advance, at most.
const AHEAD: usize = 16;

/// Moves node after node to its best place until none moves; how many did, and whether it was stopped. Where variances are
/// equal, σ² follows every move, so that the tangent touches the score where the next walk begins.
///
/// Several threads look at the next nodes at the same time. What they find counts until the first
/// of these nodes moves, so the outcome is that of one thread.
pub fn descend(
    problem: &Problem<'_>,
    score: &mut Score,
    state: &mut State,
    watch: &dyn Watch,
) -> (usize, Result<(), Stop>) {
    let (n, threads) = (problem.nodes(), threads());
    let most = if threads == 1 { 1 } else { AHEAD * threads };
    let mut walkers: Vec<(Walker<'_>, Option<Insertion>)> =
        (0..most.min(n)).map(|_| (Walker::new(problem), None)).collect();
    let (mut moved, mut still, mut x, mut width) = (0, 0, 0, threads.min(n));
    while still < n {
        if let Err(stop) = watch.go_on() {
            return (moved, Err(stop));
        }
        watch.event(&Event::Progress { work: Work::Insertions, done: still, wanted: n });
        let tangent = *score;
        parallel_for_each(&mut walkers[..width], |k, (walker, found)| {
            *found = walker.best(&tangent, state, (x + k) % n);
        });
        let mut quiet = true;
        for (_, found) in &mut walkers[..width] {
            let node = x;
            (x, still) = ((x + 1) % n, still + 1);
            if let Some(insertion) = found.take() {
                state.apply(node, insertion);
                if score.variances() == Variances::Equal {
                    *score = score.tangent_at(state.mean_variance());
                }
                (moved, still, quiet) = (moved + 1, 0, false);
                break;
            }
        }
        width = if quiet { (2 * width).min(walkers.len()) } else { threads.min(n) };
    }
    (moved, Ok(()))
}

/// Walks nodes through the order.
pub struct Walker<'a> {
    problem: &'a Problem<'a>,
    selector: Selector<'a>,
    give_up: f64,
    /// Residual covariances of the node that walks, with all others.
    residual: Vec<f64>,
}

impl<'a> Walker<'a> {
    pub fn new(problem: &'a Problem<'a>) -> Walker<'a> {
        let residual = vec![0.0; problem.nodes()];
        Walker { problem, selector: Selector::new(problem), give_up: GIVE_UP.0, residual }
    }

    /// One that selects parents thoroughly and remembers them, unless there are too many nodes for that.
    pub fn of_size(problem: &'a Problem<'a>) -> Walker<'a> {
        if problem.nodes() > MOST_NODES {
            return Walker::new(problem);
        }
        Walker { selector: Selector::thorough(problem), give_up: GIVE_UP.1, ..Walker::new(problem) }
    }

    /// Selects the parents of every node anew, and takes those that are better.
    pub fn reselect(&mut self, score: &Score, state: &mut State) {
        for (p, &j) in state.order.iter().enumerate() {
            let candidates = state.before(p);
            if let Some(family) = self.selector.better(score, j, &state.families[j], candidates) {
                state.families[j] = family;
            }
        }
    }

    /// The best place for x, if that is better than where it is.
    pub fn best(&mut self, score: &Score, state: &State, x: usize) -> Option<Insertion> {
        let left = self.walk_left(score, state, x, Goal::Best(0.0));
        let goal = left.as_ref().map_or(Goal::Best(0.0), |found| Goal::Best(found.gain));
        self.walk_right(score, state, x, goal).or(left)
    }

    /// The families with x at this position or as near as required edges let it come, whatever
    /// they cost; none if it is there.
    pub fn to(
        &mut self,
        score: &Score,
        state: &State,
        x: usize,
        position: usize,
    ) -> Option<Insertion> {
        let range = self.range(state, x);
        let position = position.clamp(range.start, range.end - 1);
        match position.cmp(&state.position[x]) {
            std::cmp::Ordering::Less => self.walk_left(score, state, x, Goal::Place(position)),
            std::cmp::Ordering::Greater => self.walk_right(score, state, x, Goal::Place(position)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Where x may stand: after the parents that it must have, before the children that it must be
    /// a parent of.
    fn range(&self, state: &State, x: usize) -> Range<usize> {
        let known = self.problem.knowledge;
        if known.is_none() {
            return 0..state.order.len();
        }
        let place = |&j: &usize| state.position[j];
        let after = known.required_parents(x).iter().map(place).max();
        let before = known.required_children(x).iter().map(place).min();
        after.map_or(0, |p| p + 1)..before.unwrap_or(state.order.len())
    }

    fn walk_left(
        &mut self,
        score: &Score,
        state: &State,
        x: usize,
        goal: Goal,
    ) -> Option<Insertion> {
        let column = self.problem.covariance.col(x);
        let mut walk = Walk::new(score, goal, self.give_up, &state.families[x]);
        for q in (self.range(state, x).start..state.position[x]).rev() {
            let y = state.order[q];
            let before = state.before(q);
            if walk.own.has(y) {
                let without = self.selector.without(score, (y, x), &walk.own, before);
                walk.own_changes(without);
            }
            let family = &state.families[y];
            let r = family.residual_covariance(y, column);
            let candidates = Candidates { plus: Some(x), ..before };
            if let Some(with) = self.selector.with(score, (x, y), r, family, candidates) {
                walk.other_changes(y, family, with);
            }
            if walk.ends(q) {
                break;
            }
        }
        walk.insertion(x)
    }

    fn walk_right(
        &mut self,
        score: &Score,
        state: &State,
        x: usize,
        goal: Goal,
    ) -> Option<Insertion> {
        let covariance = &self.problem.covariance;
        let mut walk = Walk::new(score, goal, self.give_up, &state.families[x]);
        residual_covariances(covariance, x, &walk.own, &mut self.residual);
        for q in state.position[x] + 1..self.range(state, x).end {
            let y = state.order[q];
            let family = &state.families[y];
            if family.has(x) {
                let candidates = Candidates { minus: Some(x), ..state.before(q) };
                let without = self.selector.without(score, (x, y), family, candidates);
                walk.other_changes(y, family, without);
            }
            let candidates = Candidates { minus: Some(x), ..state.before(q + 1) };
            let r = self.residual[y];
            let mut with = self.selector.with(score, (y, x), r, &walk.own, candidates);
            if with.is_none() && family.has(x) && !self.selector.looks_at_all() {
                with = self.with_others(score, (y, x), &mut walk, candidates);
            }
            if let Some(with) = with {
                walk.own_changes(with);
                residual_covariances(covariance, x, &walk.own, &mut self.residual);
            }
            if walk.ends(q) {
                break;
            }
        }
        walk.insertion(x)
    }

    /// Former children of x may be worth their price as parents only together: two that cancel out
    /// the effect of a third variable. Each is remembered, and tried with those before it.
    fn with_others(
        &mut self,
        score: &Score,
        (y, x): (usize, usize),
        walk: &mut Walk,
        candidates: Candidates<'_>,
    ) -> Option<Arc<Family>> {
        let alone = walk.remembered.is_none();
        let before = walk.remembered.as_ref().unwrap_or(&walk.own);
        if before.parents.len() >= walk.own.parents.len() + TOGETHER {
            return None;
        }
        let joined = Arc::new(self.selector.joined((y, x), before)?);
        let better = (!alone)
            .then(|| Arc::new(self.selector.again(score, x, &joined, candidates)))
            .filter(|family| family.score(score) < walk.own.score(score) - walk.tie);
        walk.remembered = better.is_none().then_some(joined);
        better
    }
}
