//! DAGMA: a barrier that only DAGs meet at zero (Bello, Aragam and Ravikumar 2022, arXiv:2209.08037).
//!
//!   min_W μ ((1/2m)‖X − XW‖² + λ‖W‖₁) − log det(sI − W∘W) + n log s,   μ → 0
//!
//! The loss is computed from the covariance matrix. `options` has what can be set, `path` the stages,
//! `released` the steps of the released program.

mod options;
mod path;
mod released;

use serde::{Deserialize, Serialize};

use super::relaxation::{Penalised, Relaxed, Terms};
use crate::data::Dataset;
use crate::error::Result;
use crate::model::Threshold;
use crate::watch::Watch;

pub use options::Options;

/// DAGMA.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, Dagma};
///
/// let truth = simulate(&simulate::Options { nodes: 8, ..Default::default() })?;
/// let fit = Dagma::default().learn(&truth.table)?;
/// assert!(fit.dag().is_some());
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Dagma(pub Options);

impl Penalised for Dagma {
    const NAME: &'static str = "dagma";

    fn check(&self) -> Result<()> {
        self.0.validate()
    }

    fn terms(&self) -> Terms {
        let Options { threshold, positive, .. } = self.0;
        Terms { lambda: self.0.lambda, usual: Options::default().lambda, threshold, positive }
    }

    fn with_lambda(self, lambda: f64) -> Dagma {
        Dagma(Options { lambda, ..self.0 })
    }

    fn with_threshold(self, threshold: Threshold) -> Dagma {
        Dagma(Options { threshold, ..self.0 })
    }

    fn solve(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Relaxed {
        path::Problem::new(data, &self.0).follow(watch)
    }
}

#[cfg(test)]
mod tests;
