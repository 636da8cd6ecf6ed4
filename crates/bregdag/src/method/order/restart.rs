//! Iterated local search by independent chains. In each, a node is thrown to a random place, the nodes around what
//! changed find their best places again, and the order is kept if it is not much worse; after many failures the
//! chain returns to its best. Chains go on in rounds until some of them agree on the best score, or until
//! the work allotted to them is done. Work is counted in walks of a node through the order, never in time.

use std::collections::VecDeque;

use super::memory::MOST_NODES;
use super::parents::{FEW, IMPROVEMENT};
use super::search::Walker;
use super::state::State;
use super::walk::Insertion;
use crate::parallel::parallel_for_each;
use crate::random::{Purpose, Stream};
use crate::score::{Problem, Score};
use crate::watch::{Event, Stop, Watch, Work};

/// Chains where the number of restarts is not given, and where nodes are many.
const CHAINS: (usize, usize) = (4, 2);

/// So many chains with the same best score are enough.
const AGREE: usize = 3;

/// After each of so many rounds chains are compared; each takes as much work as those before it together.
const ROUNDS: usize = 5;

/// All chains but the first begin with one node of so many at another place; where nodes are many with so many nodes.
const APART: (usize, usize) = (4, 5);

/// An order may be worse by so many prices of an edge and still be gone on from (docs/decisions.md).
const WORSE: f64 = 1.0;

/// After so many restarts without a better score a chain returns to its best.
const FAILURES: usize = 50;

/// Nodes thrown in a restart where their number is given, and where it is not: few restarts must go far, many
/// do better with small steps (docs/decisions.md).
const THROWN: (usize, usize) = (5, 1);

/// How many restarts, and of which seed.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// So many in one chain; `None` for as many as are likely to help, in several.
    pub restarts: Option<usize>,
    pub seed: u64,
}

impl Plan {
    /// No restart, but parents selected thoroughly and every node at its best place.
    pub fn polish(seed: u64) -> Plan {
        Plan { restarts: Some(0), seed }
    }
}

/// Walks of all chains together: with few nodes enough to leave many minima, with many nodes as much
/// as a descent or two.
fn allotted(n: usize) -> usize {
    500_000 / n.max(1) + n
}

/// Runs the chains and keeps the best order. Gives the scores that restarts ended with, or where their number is
/// not given the best score of each chain.
pub fn restart(
    problem: &Problem<'_>,
    score: &Score,
    state: &mut State,
    plan: Plan,
    watch: &dyn Watch,
) -> (Vec<f64>, Result<(), Stop>) {
    let n = problem.nodes();
    let (few, many) = (n <= FEW, n > MOST_NODES);
    let count = match plan.restarts {
        Some(_) => 1,
        None if many => CHAINS.1,
        None => CHAINS.0,
    };
    // Few nodes are walked so fast that chains do better to share what is remembered.
    let walkers = if few { 1 } else { count };
    let mut walkers: Vec<_> = (0..walkers).map(|_| Walker::of_size(problem)).collect();
    let chain = |c: usize| {
        let apart = if many { APART.1 } else { n.div_ceil(APART.0) };
        let thrown = if c == 0 { 0 } else { apart };
        Chain::new(state, score, Stream::of(plan.seed, Purpose::Chain(c)), thrown)
    };
    let mut chains: Vec<_> = (0..count).map(chain).collect();
    let rounds = if plan.restarts.is_some() { 1 } else { ROUNDS };
    for round in 0..rounds {
        if plan.restarts.is_none() {
            watch.event(&Event::Progress { work: Work::Rounds, done: round, wanted: rounds });
        }
        let walks = match plan.restarts {
            Some(_) => usize::MAX,
            None => allotted(n) / (count << (rounds - 1 - round)),
        };
        let until = Until { walks, restarts: plan.restarts };
        if few {
            // Whoever stopped one does not want to be asked by the others.
            for chain in &mut chains {
                chain.run(&mut walkers[0], score, until, watch);
                if chain.stopped.is_err() {
                    break;
                }
            }
        } else {
            let mut pairs: Vec<_> = chains.iter_mut().zip(&mut walkers).collect();
            parallel_for_each(&mut pairs, |_, (chain, walker)| {
                chain.run(walker, score, until, watch);
            });
        }
        if chains.iter().any(|chain| chain.stopped.is_err()) || agree(&chains, score) {
            break;
        }
    }
    let ended = chains.iter().try_for_each(|chain| chain.stopped);
    let ends = match plan.restarts {
        Some(_) => chains.iter().flat_map(|chain| chain.ends.iter().copied()).collect(),
        None => chains.iter().map(|chain| chain.best).collect(),
    };
    // Of chains that are equally good the first is taken, whatever rounding says.
    let tie = IMPROVEMENT * score.price();
    let best = chains.into_iter().reduce(|a, b| if b.best < a.best - tie { b } else { a });
    best.into_iter().for_each(|chain| *state = chain.at_best);
    (ends, ended)
}

/// Whether enough chains have the best score.
fn agree(chains: &[Chain], score: &Score) -> bool {
    let best = chains.iter().map(|chain| chain.best).fold(f64::INFINITY, f64::min);
    let same = |chain: &&Chain| chain.best <= best + IMPROVEMENT * score.price();
    chains.iter().filter(same).count() >= AGREE.min(chains.len())
}

/// How far a chain goes.
#[derive(Clone, Copy)]
struct Until {
    walks: usize,
    restarts: Option<usize>,
}

/// One iterated local search.
struct Chain {
    stream: Stream,
    waiting: Waiting,
    at_best: State,
    best: f64,
    /// The order it goes on from, and its score.
    current: State,
    here: f64,
    /// Restarts since the best was found or returned to.
    failures: usize,
    walks: usize,
    /// Where restarts ended.
    ends: Vec<f64>,
    /// Nodes thrown before it begins, so that it ends where others do only if that is no coincidence.
    thrown: usize,
    begun: bool,
    stopped: Result<(), Stop>,
}

impl Chain {
    fn new(state: &State, score: &Score, stream: Stream, thrown: usize) -> Chain {
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
            stopped: Ok(()),
        }
    }

    fn run(&mut self, walker: &mut Walker<'_>, score: &Score, until: Until, watch: &dyn Watch) {
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
            let thrown = if until.restarts.is_some() { THROWN.0 } else { THROWN.1 };
            (0..thrown).for_each(|_| self.throw(walker, score, &mut trial));
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
        if self.failures >= FAILURES {
            (self.failures, self.here) = (0, self.best);
            self.current = self.at_best.clone();
        } else if found <= self.here + WORSE * score.price() {
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
            }
        }
        Ok(())
    }

    /// Throws a node to a random place.
    fn throw(&mut self, walker: &mut Walker<'_>, score: &Score, state: &mut State) {
        let n = state.order.len();
        let (x, position) = (self.stream.below(n), self.stream.below(n));
        self.walks += 1;
        if let Some(insertion) = walker.to(score, state, x, position) {
            self.waiting.push_changed(state, &insertion);
            state.apply(x, insertion);
        }
    }
}

/// Nodes to be looked at, each once, first come first served.
struct Waiting {
    nodes: VecDeque<usize>,
    inside: Vec<bool>,
}

impl Waiting {
    fn new(n: usize) -> Waiting {
        Waiting { nodes: VecDeque::new(), inside: vec![false; n] }
    }

    fn push(&mut self, x: usize) {
        if !std::mem::replace(&mut self.inside[x], true) {
            self.nodes.push_back(x);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let x = self.nodes.pop_front()?;
        self.inside[x] = false;
        Some(x)
    }

    /// The nodes whose families will change, and the parents they lose or gain.
    fn push_changed(&mut self, state: &State, insertion: &Insertion) {
        for (j, family) in &insertion.families {
            self.push(*j);
            let (old, new) = (&state.families[*j].parents, &family.parents);
            old.iter().filter(|p| !new.contains(p)).for_each(|&p| self.push(p));
            new.iter().filter(|p| !old.contains(p)).for_each(|&p| self.push(p));
        }
    }
}
