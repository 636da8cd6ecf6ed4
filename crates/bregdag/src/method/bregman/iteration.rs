//! One line of the trace.

use crate::watch::{Event, Step};

/// The names of the numbers of an [`Iteration`].
const COLUMNS: &[&str] = &[
    "iteration",
    "loss",
    "l1",
    "penalty",
    "objective",
    "mu",
    "gamma",
    "ridge",
    "support",
    "support_changes",
];

/// What one iteration did.
#[derive(Debug, Clone, Copy, PartialEq)]
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

impl Iteration {
    /// As whoever watches is told.
    pub fn event(&self) -> Event {
        let values = vec![
            Some(self.iteration as f64),
            Some(self.loss),
            Some(self.l1),
            Some(self.penalty),
            Some(self.objective),
            Some(self.mu),
            Some(self.gamma),
            self.ridge,
            Some(self.support as f64),
            Some(self.support_changes as f64),
        ];
        Event::Step(Step { columns: COLUMNS, values })
    }
}
