//! Iterated local search: some nodes are thrown to random places, the nodes around what changed find
//! their best places again, and the better of the two orders is kept.

use std::collections::VecDeque;

use super::parents::IMPROVEMENT;
use super::search::{Insertion, Walker};
use super::state::State;
use crate::random::Stream;
use crate::score::{Problem, Score};
use crate::watch::{Event, Stop, Watch, Work};

/// Nodes thrown in a restart: enough to leave a minimum, few enough to keep the rest of the order
/// (docs/decisions.md).
const THROWN: usize = 5;

/// Runs that many restarts and keeps the best order; `ends` gets the scores they end with.
pub fn restart(
    problem: &Problem<'_>,
    score: &Score,
    state: &mut State,
    (wanted, mut stream): (usize, Stream),
    ends: &mut Vec<f64>,
    watch: &dyn Watch,
) -> Result<(), Stop> {
    let mut walker = Walker::new(problem);
    let mut waiting = Waiting::new(problem.nodes());
    let mut best = state.total(score);
    for done in 0..wanted {
        watch.event(&Event::Progress { work: Work::Restarts, done, wanted });
        let mut trial = state.clone();
        throw(&mut walker, score, &mut trial, &mut waiting, &mut stream);
        while let Some(x) = waiting.pop() {
            watch.go_on()?;
            if let Some(insertion) = walker.best(score, &trial, x) {
                waiting.push_changed(&trial, &insertion);
                trial.apply(x, insertion);
            }
        }
        let found = trial.total(score);
        ends.push(found);
        // Orders of the same score are worth walking through: a later restart may go on from there.
        // Rounding must not decide what is the same.
        if found <= best + IMPROVEMENT * score.price() {
            best = best.min(found);
            *state = trial;
        }
    }
    Ok(())
}

/// Throws some nodes to random places.
fn throw(
    walker: &mut Walker<'_>,
    score: &Score,
    state: &mut State,
    waiting: &mut Waiting,
    stream: &mut Stream,
) {
    let n = state.order.len();
    for _ in 0..THROWN {
        let (x, position) = (stream.below(n), stream.below(n));
        if let Some(insertion) = walker.to(score, state, x, position) {
            waiting.push_changed(state, &insertion);
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
