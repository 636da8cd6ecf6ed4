//! The options of GOLEM, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::method::relaxation::ranges;
use crate::model::Threshold;
use crate::score::Variances;

/// The options of GOLEM.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Noise variances; default equal.
    pub variances: Variances,
    /// λ₁, the weight of ‖W‖₁; by default 0.02 with equal and 0.002 with free variances.
    pub lambda: Option<f64>,
    /// λ₂, the weight of the penalty on cycles; default 5.
    pub cycles: f64,
    /// Most steps; default 10 000.
    pub max_iterations: usize,
    /// Entries of W that become edges; default at least 0.3.
    pub threshold: Threshold,
    /// Whether weights must not be negative; default no.
    pub positive: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variances: Variances::Equal,
            lambda: None,
            cycles: 5.0,
            max_iterations: 10_000,
            threshold: Threshold::At(0.3),
            positive: false,
        }
    }
}

impl Options {
    /// λ₁, as published for each kind of variances.
    pub fn weight(&self) -> f64 {
        self.lambda.unwrap_or(match self.variances {
            Variances::Equal => 0.02,
            Variances::Free => 0.002,
        })
    }

    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        self.lambda.map_or(Ok(()), |x| ranges::at_least_zero("lambda", x))?;
        ranges::at_least_zero("cycles", self.cycles)?;
        ranges::at_least_one("max-iterations", self.max_iterations)?;
        ranges::threshold(self.threshold)
    }
}
