//! Who watches a fit and may end it. The library has no clock and prints nothing: time limits,
//! Ctrl-C and progress bars live with the caller.

use serde::{Deserialize, Serialize};

use crate::status::Status;

/// What one iteration of the Bregman method did.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// 0 is the start.
    pub iteration: usize,
    /// ℓ(W).
    pub loss: f64,
    /// λ‖W‖₁.
    pub l1: f64,
    /// μ (Tr(I + αA)ⁿ − n).
    pub penalty: f64,
    /// Their sum.
    pub objective: f64,
    /// μ, which grows on the continuation path.
    pub mu: f64,
    /// The step size (on the continuation path 1/c).
    pub gamma: f64,
    /// The ridge weight c of the step; none at the start, and none where W = 0.
    pub ridge: Option<f64>,
    /// Nonzero entries of W.
    pub support: usize,
    /// Entries that became zero or nonzero in this iteration.
    pub support_changes: usize,
}

/// How far a search, or a row of fits, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Nodes tried since the last one moved, of all; when all are tried, the search is done.
    Insertion {
        /// Nodes tried in vain.
        still: usize,
        /// All nodes.
        nodes: usize,
    },
    /// Restarts done, of those wanted.
    Restart {
        /// Restarts done.
        done: usize,
        /// Restarts wanted.
        wanted: usize,
    },
    /// Fits done, of those wanted, where one result takes many.
    Fit {
        /// Fits done.
        done: usize,
        /// Fits wanted.
        wanted: usize,
    },
}

/// Why an observer wants the search to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Time is up.
    TimeLimit,
    /// Someone asked.
    Interrupted,
}

/// Sees the steps of a fit and may end it.
pub trait Observer {
    /// Called after each iteration of the Bregman method, and before the first with the start.
    fn iteration(&mut self, _iteration: &Iteration) {}

    /// Called for each node and each restart of the order search, and before each of many fits.
    fn progress(&mut self, _progress: Progress) {}

    /// Asked before each long piece of work.
    fn stop(&mut self) -> Option<Stop> {
        None
    }
}

/// Watches nothing and never stops.
impl Observer for () {}

impl From<Stop> for Status {
    fn from(stop: Stop) -> Status {
        match stop {
            Stop::TimeLimit => Status::TimeLimit,
            Stop::Interrupted => Status::Interrupted,
        }
    }
}
