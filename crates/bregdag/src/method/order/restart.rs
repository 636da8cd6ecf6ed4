//! Iterated local search by independent chains. They go on in rounds until some of them agree on the best score, or until the
//! work allotted to them is done. Work is counted in walks of a node through the order, never in time.

use super::chain::{Chain, Patience, Until};
use super::memory::MOST_NODES;
use super::parents::{FEW, IMPROVEMENT};
use super::search::Walker;
use super::state::State;
use crate::parallel::parallel_for_each;
use crate::random::{Purpose, Stream};
use crate::score::{Problem, Score, Variances};
use crate::watch::{Event, Stop, Watch, Work};

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

/// With no more variables than this a proof takes less than a second and less than 300 MB. It may follow at once, so the
/// search need not try so hard.
pub const PROVED_IN_PASSING: usize = 22;

/// With more variables the work no longer grows with them: a walk passes all of them, and restarts would take far
/// longer than the descent they follow.
const MORE_NO_MORE: usize = 1000;

/// Nodes thrown in a restart where restarts are few for so many nodes: they must go far. Many do better with one
/// (docs/decisions.md).
const FAR: usize = 5;

/// How much work chains do where the number of restarts is not given (docs/decisions.md).
struct Effort {
    chains: usize,
    /// So many of them with the same best score are enough.
    agree: usize,
    /// After each round chains are compared; each takes as much work as those before it together.
    rounds: usize,
    /// Walks of all chains together.
    walks: usize,
    /// All chains but the first begin elsewhere, with so many nodes thrown.
    apart: usize,
    /// Nodes thrown in a restart.
    thrown: usize,
    patience: Patience,
}

impl Effort {
    /// With few nodes enough to leave many minima, with many as much as some descents, between
    /// them as many walks as a tenth of the time of others allows.
    fn of(n: usize, variances: Variances) -> Effort {
        let (agree, rounds, thrown, patience) = (3, 5, 1, Patience::RETURNS);
        let (walks, apart) = (380_000 / n.max(1) + n.min(MORE_NO_MORE), n.div_ceil(2));
        let usual = Effort { chains: 4, agree, rounds, walks, apart, thrown, patience };
        match n {
            _ if n <= PROVED_IN_PASSING => usual,
            _ if n <= FEW => {
                let (agree, rounds, patience) = (4, 3, Patience::LEAPS);
                Effort { agree, rounds, walks: 60_000, patience, ..usual }
            }
            _ if n <= MOST_NODES => Effort { walks: 12_500, apart: n, ..usual },
            _ => {
                // A walk with equal variances takes longer, and finds less.
                let more = if variances == Variances::Free { 9 * n.min(MORE_NO_MORE) } else { 0 };
                let (walks, apart, thrown) = (walks + more, FAR, FAR);
                // They have too little work for their agreement to say anything.
                Effort { chains: 2, rounds: 1, walks, apart, thrown, ..usual }
            }
        }
    }

    /// One chain of as many restarts as are wanted.
    fn given(n: usize, variances: Variances) -> Effort {
        let (chains, rounds, walks, thrown) = (1, 1, usize::MAX, FAR);
        Effort { chains, rounds, walks, thrown, ..Effort::of(n, variances) }
    }

    /// Walks of each chain until a round ends.
    fn until(&self, round: usize) -> usize {
        self.walks / (self.chains << (self.rounds - 1 - round))
    }
}

/// Runs the chains and keeps the best order. Gives the scores that restarts ended with, or where their number is
/// not given the best score of each chain that began.
pub fn restart(
    problem: &Problem<'_>,
    score: &Score,
    state: &mut State,
    plan: Plan,
    watch: &dyn Watch,
) -> (Vec<f64>, Result<(), Stop>) {
    let (n, variances) = (problem.nodes(), score.variances());
    let effort = match plan.restarts {
        Some(_) => Effort::given(n, variances),
        None => Effort::of(n, variances),
    };
    let chain = |c: usize| {
        let (stream, thrown) = (Stream::of(plan.seed, Purpose::Chain(c)), c.min(1) * effort.apart);
        Chain::new(state, score, stream, thrown, effort.patience)
    };
    let mut chains: Vec<_> = (0..effort.chains).map(chain).collect();
    // Few nodes are walked so fast that chains do better to share what is remembered.
    let walkers = if n <= FEW { 1 } else { effort.chains };
    let mut walkers: Vec<_> = (0..walkers).map(|_| Walker::of_size(problem)).collect();
    for round in 0..effort.rounds {
        if plan.restarts.is_none() {
            let (work, wanted) = (Work::Rounds, effort.rounds);
            watch.event(&Event::Progress { work, done: round, wanted });
        }
        let (walks, thrown) = (effort.until(round), effort.thrown);
        let until = Until { walks, thrown, restarts: plan.restarts };
        go_on(&mut chains, &mut walkers, score, until, watch);
        let stopped = chains.iter().any(|chain| chain.stopped.is_err());
        if stopped || agreeing(&chains, score) >= effort.agree {
            break;
        }
    }
    let ended = chains.iter().try_for_each(|chain| chain.stopped);
    let ends = match plan.restarts {
        Some(_) => chains.iter().flat_map(|chain| chain.ends.iter().copied()).collect(),
        None => chains.iter().filter(|chain| chain.begun).map(|chain| chain.best).collect(),
    };
    // Of chains that are equally good the first is taken, whatever rounding says.
    let tie = IMPROVEMENT * score.price();
    let best = chains.into_iter().reduce(|a, b| if b.best < a.best - tie { b } else { a });
    best.into_iter().for_each(|chain| *state = chain.at_best);
    (ends, ended)
}

/// Lets every chain go on: one after another with one walker, side by side where each has its own.
fn go_on(
    chains: &mut [Chain],
    walkers: &mut [Walker<'_>],
    score: &Score,
    until: Until,
    watch: &dyn Watch,
) {
    if let [walker] = walkers {
        // Whoever stopped one does not want to be asked by the others.
        for chain in chains {
            chain.run(walker, score, until, watch);
            if chain.stopped.is_err() {
                break;
            }
        }
    } else {
        let mut pairs: Vec<_> = chains.iter_mut().zip(walkers).collect();
        parallel_for_each(&mut pairs, |_, (chain, walker)| {
            chain.run(walker, score, until, watch);
        });
    }
}

/// How many chains have the best score.
fn agreeing(chains: &[Chain], score: &Score) -> usize {
    let best = chains.iter().map(|chain| chain.best).fold(f64::INFINITY, f64::min);
    let same = |chain: &&Chain| chain.best <= best + IMPROVEMENT * score.price();
    chains.iter().filter(same).count()
}
