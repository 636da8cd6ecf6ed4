//! The options of LiNGAM, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::method::relaxation::ranges;

/// How the order of the causes is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// One variable after the other, by likelihood ratios of pairs.
    Direct,
    /// From independent components.
    Ica,
}

/// The options of LiNGAM.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How the order of the causes is found; default direct.
    pub algorithm: Algorithm,
    /// Seed of the first matrix of the components; default 0.
    pub seed: u64,
    /// Most steps towards the components, at least 1; default 1000.
    pub max_iterations: usize,
    /// The components are found when none of them turns by more than this, > 0; default 1e-4.
    pub tolerance: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { algorithm: Algorithm::Direct, seed: 0, max_iterations: 1000, tolerance: 1e-4 }
    }
}

impl Options {
    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        ranges::at_least_one("max-iterations", self.max_iterations)?;
        ranges::positive("tolerance", self.tolerance)
    }
}
