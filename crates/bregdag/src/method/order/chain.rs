//! One iterated local search: a node is thrown to a random place, the nodes around what changed find their best places
//! again, and the order is kept if it is not much worse; after many failures the chain returns to its best, or leaps
//! away from it.

use super::parents::IMPROVEMENT;
use super::search::Walker;
use super::state::State;
use super::waiting::Waiting;
use crate::random::Stream;
use crate::score::Score;
use crate::watch::{Event, Stop, Watch, Work};

/// An order may be worse by so many prices of an edge and still be gone on from (docs/decisions.md).
const WORSE: f64 = 1.0;

/// A leap moves a block of so many nodes, from the first to the last number.
const BLOCK: (usize, usize) = (2, 6);

/// What a chain does after many restarts without a better score: it returns to its best, and may leap from there.
#[derive(Clone, Copy)]
pub struct Patience {
    failures: usize,
    leaps: bool,
}

impl Patience {
    /// It goes on from its best.
    pub const RETURNS: Patience = Patience { failures: 50, leaps: false };
    /// It moves a block of its best order and goes on from there, however bad that is: some minima
    /// are left only by nodes that move together.
    pub const LEAPS: Patience = Patience { failures: 20, leaps: true };
}

/// How far a chain goes.
#[derive(Clone, Copy)]
pub struct Until {
    pub walks: usize,
    /// Nodes thrown in a restart.
    pub thrown: usize,
    pub restarts: Option<usize>,
}

/// One iterated local search.
pub struct Chain {
    stream: Stream,
    waiting: Waiting,
    pub at_best: State,
    pub best: f64,
    /// The order it goes on from, and its score.
    current: State,
    here: f64,
    /// Restarts since the best was found or returned to.
    failures: usize,
    walks: usize,
    /// Where restarts ended.
    pub ends: Vec<f64>,
    /// Nodes thrown before it begins, so that it ends where others do only if that is no coincidence.
    thrown: usize,
    pub begun: bool,
    patience: Patience,
    /// Whether the next restart is a leap.
    leaps: bool,
    pub stopped: Result<(), Stop>,
}

impl Chain {
    pub fn new(
        state: &State,
        score: &Score,
        stream: Stream,
        thrown: usize,
        patience: Patience,
    ) -> Chain {
        let total = state.total(score);
        Chain {
            stream,
            waiting: Waiting::new(state.order.len()),
            at_best: state.clone(),
            best: total,
            current: state.clone(),
            here: total,
            failures: 0,
            walks: 0,
            ends: vec![],
            thrown,
            begun: false,
            patience,
            leaps: false,
            stopped: Ok(()),
        }
    }

    pub fn run(&mut self, walker: &mut Walker<'_>, score: &Score, until: Until, watch: &dyn Watch) {
        self.stopped = self.go(walker, score, until, watch);
    }

    fn go(
        &mut self,
        walker: &mut Walker<'_>,
        score: &Score,
        until: Until,
        watch: &dyn Watch,
    ) -> Result<(), Stop> {
        if !self.begun {
            self.begin(walker, score, watch)?;
        }
        while self.walks < until.walks && until.restarts.is_none_or(|r| self.ends.len() < r) {
            if let Some(wanted) = until.restarts {
                let done = self.ends.len();
                watch.event(&Event::Progress { work: Work::Restarts, done, wanted });
            }
            let mut trial = self.current.clone();
            if self.leaps {
                self.leap(walker, score, &mut trial);
            } else {
                (0..until.thrown).for_each(|_| self.throw(walker, score, &mut trial));
            }
            self.settle(walker, score, &mut trial, watch)?;
            self.keep(score, trial);
        }
        Ok(())
    }

    /// The order as it is, with parents selected thoroughly and every node at its best place. Chains look at the
    /// nodes in orders of their own.
    fn begin(
        &mut self,
        walker: &mut Walker<'_>,
        score: &Score,
        watch: &dyn Watch,
    ) -> Result<(), Stop> {
        let mut first = self.current.clone();
        (0..self.thrown).for_each(|_| self.throw(walker, score, &mut first));
        walker.reselect(score, &mut first);
        let nodes = self.stream.permutation(first.order.len());
        nodes.into_iter().for_each(|x| self.waiting.push(x));
        let ended = self.settle(walker, score, &mut first, watch);
        self.best = first.total(score);
        self.here = self.best;
        self.at_best = first.clone();
        self.current = first;
        self.begun = true;
        ended
    }

    /// Decides where to go on after a restart.
    fn keep(&mut self, score: &Score, trial: State) {
        let (found, tie) = (trial.total(score), IMPROVEMENT * score.price());
        self.ends.push(found);
        self.failures = if found < self.best - tie { 0 } else { self.failures + 1 };
        if found <= self.best {
            self.best = found;
            self.at_best = trial.clone();
        }
        let leapt = std::mem::take(&mut self.leaps);
        if !leapt && self.failures >= self.patience.failures {
            (self.failures, self.here) = (0, self.best);
            self.current = self.at_best.clone();
            self.leaps = self.patience.leaps;
        } else if leapt || found <= self.here + WORSE * score.price() {
            self.here = found;
            self.current = trial;
        }
    }

    /// Lets nodes walk until none that waits moves.
    fn settle(
        &mut self,
        walker: &mut Walker<'_>,
        score: &Score,
        trial: &mut State,
        watch: &dyn Watch,
    ) -> Result<(), Stop> {
        while let Some(x) = self.waiting.pop() {
            watch.go_on()?;
            self.walks += 1;
            if let Some(insertion) = walker.best(score, trial, x) {
                self.waiting.push_changed(trial, &insertion);
                trial.apply(x, insertion);
                // In the order that it went on from every node is at its best place.
                if self.begun && trial.order == self.current.order {
                    self.waiting.clear();
                }
            }
        }
        Ok(())
    }

    /// Throws a node to a random place.
    fn throw(&mut self, walker: &mut Walker<'_>, score: &Score, state: &mut State) {
        let n = state.order.len();
        let (x, position) = (self.stream.below(n), self.stream.below(n));
        self.put(walker, score, state, x, position);
    }

    /// Moves some neighbours in the order to a random place, as they stand.
    fn leap(&mut self, walker: &mut Walker<'_>, score: &Score, state: &mut State) {
        let n = state.order.len();
        let (first, to) = (self.stream.below(n), self.stream.below(n));
        let count = BLOCK.0 + self.stream.below(BLOCK.1 - BLOCK.0 + 1);
        let block = state.order[first..(first + count).min(n)].to_vec();
        for (k, x) in block.into_iter().enumerate() {
            let position = if to < first { to + k } else { to };
            self.put(walker, score, state, x, position);
        }
    }

    /// Puts x at this position, or as near as what is known allows.
    fn put(
        &mut self,
        walker: &mut Walker<'_>,
        score: &Score,
        state: &mut State,
        x: usize,
        position: usize,
    ) {
        self.walks += 1;
        if let Some(insertion) = walker.to(score, state, x, position) {
            self.waiting.push_changed(state, &insertion);
            state.apply(x, insertion);
        }
    }
}
