//! The options of NOTEARS, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::method::relaxation::ranges;
use crate::model::Threshold;

/// The function that is zero on DAGs only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Constraint {
    /// Tr exp(W∘W) − n.
    Exponential,
    /// Tr(I + W∘W/n)ⁿ − n.
    Polynomial,
}

/// The options of NOTEARS.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// λ, the weight of ‖W‖₁; default 0.1.
    pub lambda: f64,
    /// h; default exponential.
    pub constraint: Constraint,
    /// The search ends when h(W) is no larger than this; default 1e-8.
    pub tolerance: f64,
    /// Most steps of the multiplier; default 100.
    pub max_iterations: usize,
    /// Entries of W that become edges; default at least 0.3.
    pub threshold: Threshold,
    /// Whether weights must not be negative; default no.
    pub positive: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lambda: 0.1,
            constraint: Constraint::Exponential,
            tolerance: 1e-8,
            max_iterations: 100,
            threshold: Threshold::At(0.3),
            positive: false,
        }
    }
}

impl Options {
    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        ranges::at_least_zero("lambda", self.lambda)?;
        ranges::positive("tolerance", self.tolerance)?;
        ranges::at_least_one("max-iterations", self.max_iterations)?;
        ranges::threshold(self.threshold)
    }
}
