//! The options of DAGMA, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::method::relaxation::ranges;
use crate::model::Threshold;

/// The options of DAGMA.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// λ, the weight of ‖W‖₁; default 0.02.
    pub lambda: f64,
    /// Whether to take the steps of the released program; default no: the same path with another solver.
    pub as_released: bool,
    /// Most steps at each μ, twice as many at the last; default 30 000.
    pub max_iterations: usize,
    /// Entries of W that become edges; default at least 0.3.
    pub threshold: Threshold,
    /// Whether weights must not be negative; default no.
    pub positive: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lambda: 0.02,
            as_released: false,
            max_iterations: 30_000,
            threshold: Threshold::At(0.3),
            positive: false,
        }
    }
}

impl Options {
    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        ranges::at_least_zero("lambda", self.lambda)?;
        ranges::at_least_one("max-iterations", self.max_iterations)?;
        ranges::threshold(self.threshold)?;
        if self.as_released && self.positive {
            let (name, expected) = ("positive", "false: the released program has no such bound");
            return Err(Error::Option { name, value: "true".into(), expected });
        }
        Ok(())
    }
}
