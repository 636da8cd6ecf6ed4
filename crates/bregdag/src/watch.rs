//! Who watches a fit and may end it. The library has no clock and prints nothing: time limits, Ctrl-C
//! and progress bars live with the caller.

use serde::{Deserialize, Serialize};

/// How a search ended. None of these is an error: the best iterate is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The stopping rule was met.
    Converged,
    /// The iteration limit came first.
    IterationLimit,
    /// The watch asked to stop because time was up.
    TimeLimit,
    /// The watch asked to stop, as for Ctrl-C.
    Interrupted,
}

impl Status {
    /// Whether someone ended it. Running into an iteration limit is a method's own way to end.
    pub fn was_stopped(self) -> bool {
        matches!(self, Status::TimeLimit | Status::Interrupted)
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Status::Converged => "converged",
            Status::IterationLimit => "iteration limit",
            Status::TimeLimit => "time limit",
            Status::Interrupted => "interrupted",
        })
    }
}

/// Why someone wants the work to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Time is up.
    TimeLimit,
    /// Someone asked.
    Interrupted,
}

impl From<Stop> for Status {
    fn from(stop: Stop) -> Status {
        match stop {
            Stop::TimeLimit => Status::TimeLimit,
            Stop::Interrupted => Status::Interrupted,
        }
    }
}

/// The parts of a study, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The table becomes what a method receives.
    Preparing,
    /// A graph is learned from all rows.
    Learning,
    /// Graphs are learned from rows drawn anew.
    Refitting,
    /// The graph is looked at.
    Diagnosing,
}

/// Work that can be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Nodes tried since the last one moved; when all are, a search over orders is done.
    Insertions,
    /// Restarts of a search.
    Restarts,
    /// Rounds of restarts, at most; chains that agree end them.
    Rounds,
    /// Moves of a greedy search; how many there will be nobody knows.
    Moves,
    /// Pairs of variables, tested given all sets of one size.
    Pairs,
    /// Variables that have their place in an order.
    Variables,
    /// Tables of a proof.
    Proof,
    /// Fits, where one result takes many.
    Fits,
    /// Rows of a table; how many are wanted nobody knows.
    Rows,
}

/// One line of the trace of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The names of the numbers, the same in every step of a fit. The first counts the steps.
    pub columns: &'static [&'static str],
    /// The numbers; there may be none.
    pub values: Vec<Option<f64>>,
}

impl Step {
    /// The number of this name.
    pub fn value(&self, column: &str) -> Option<f64> {
        let place = self.columns.iter().position(|name| *name == column)?;
        self.values.get(place).copied().flatten()
    }
}

/// What is told of the work.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A part of a study begins.
    Phase(Phase),
    /// A method did one step.
    Step(Step),
    /// So much is done, of so much.
    Progress {
        /// Of what.
        work: Work,
        /// Done.
        done: usize,
        /// Wanted; 0 where nobody knows.
        wanted: usize,
    },
}

/// Sees the work and may end it, from any thread.
pub trait Watch: Sync {
    /// Told of every step.
    fn event(&self, _event: &Event) {}

    /// Asked before each long piece of work.
    fn stop(&self) -> Option<Stop> {
        None
    }

    /// Bytes of memory that new work may take, asked before much is taken; nothing where nobody knows.
    fn room(&self) -> Option<u64> {
        None
    }
}

/// Watches nothing and never stops.
impl Watch for () {}

impl dyn Watch + '_ {
    /// The stop as an error, for `?`.
    pub fn go_on(&self) -> Result<(), Stop> {
        self.stop().map_or(Ok(()), Err)
    }
}
