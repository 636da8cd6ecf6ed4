//! NOTEARS: the DAG as a constraint that is smooth (Zheng, Aragam, Ravikumar and Xing 2018, arXiv:1803.01422).
//!
//!   min_W (1/2m)‖X − XW‖² + λ‖W‖₁   such that   h(W) = Tr exp(W∘W) − n = 0
//!
//! The loss is computed from the covariance matrix, so rows cost nothing. `options` has what can be set,
//! `learn` the augmented Lagrangian; the solver inside is shared with the other relaxations.

mod learn;
mod options;

use serde::{Deserialize, Serialize};

use super::relaxation::{Penalised, Relaxed, Terms};
use crate::data::Dataset;
use crate::error::Result;
use crate::model::Threshold;
use crate::warning::Warning;
use crate::watch::Watch;

pub use options::{Constraint, Options};

/// NOTEARS.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, Notears};
///
/// let truth = simulate(&simulate::Options { nodes: 8, ..Default::default() })?;
/// let fit = Notears::default().learn(&truth.table)?;
/// assert!(fit.dag().is_some());
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Notears(pub Options);

impl Penalised for Notears {
    const NAME: &'static str = "notears";

    fn check(&self) -> Result<()> {
        self.0.validate()
    }

    fn terms(&self) -> Terms {
        let Options { threshold, positive, .. } = self.0;
        Terms { lambda: self.0.lambda, usual: Options::default().lambda, threshold, positive }
    }

    fn with_lambda(self, lambda: f64) -> Notears {
        Notears(Options { lambda, ..self.0 })
    }

    fn with_threshold(self, threshold: Threshold) -> Notears {
        Notears(Options { threshold, ..self.0 })
    }

    fn cyclic(&self, relaxed: &Relaxed) -> Option<Warning> {
        let left = relaxed.acyclicity > self.0.tolerance;
        left.then_some(Warning::CyclesLeft { option: "tolerance" })
    }

    fn solve(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Relaxed {
        learn::Problem::new(data, &self.0).solve(watch)
    }
}
