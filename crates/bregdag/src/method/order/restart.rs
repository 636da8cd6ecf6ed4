//! Iterated local search by independent chains. They go on in rounds until some of them agree on the best score, or until the
//! work allotted to them is done. Work is counted in walks of a node through the order, never in time.

use super::chain::{Chain, Until};
use super::memory::MOST_NODES;
use super::parents::{FEW, IMPROVEMENT};
use super::search::Walker;
use super::state::State;
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

/// All chains but the first begin elsewhere: with half of the nodes thrown where they are few, else as many as there
/// are; where they are many, with so many.
const APART: usize = 5;

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

/// Walks of all chains together: with few nodes enough to leave many minima, with many as much as a descent or
/// two, between them as many as a tenth of the time of others allows (docs/decisions.md).
fn allotted(n: usize) -> usize {
    if (FEW + 1..=MOST_NODES).contains(&n) { 12_500 } else { 380_000 / n.max(1) + n }
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
        let apart = match (few, many) {
            (true, _) => n.div_ceil(2),
            (_, true) => APART,
            _ => n,
        };
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
