//! GOLEM: the likelihood, with soft penalties on edges and cycles (Ng, Ghassami and Zhang 2020, arXiv:2006.10201).
//!
//!   min_W ½n log Σ_j v_j (or ½Σ_j log v_j) − log|det(I − W)| + λ₁‖W‖₁ + λ₂ (Tr exp(W∘W) − n)
//!
//! The likelihood is that of Gaussian noise, computed from the covariance matrix. `options` has what can be set,
//! `likelihood` the two forms of the objective. Nothing forces the answer to be a DAG: the threshold does.

mod likelihood;
mod options;

use serde::{Deserialize, Serialize};

use super::answer::Noise;
use super::relaxation::{Penalised, Relaxed, Terms};
use crate::data::Dataset;
use crate::error::Result;
use crate::linalg::{Matrix, inverse};
use crate::model::Threshold;
use crate::score::Variances;
use crate::warning::Warning;
use crate::watch::Watch;

pub use options::Options;

/// With |log|det(I − W)|| above this, cycles are worth as much as an edge.
const FAR: f64 = 1.0;

/// GOLEM.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, Golem};
///
/// let truth = simulate(&simulate::Options { nodes: 8, ..Default::default() })?;
/// let fit = Golem::default().learn(&truth.table)?;
/// assert!(fit.dag().is_some());
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Golem(pub Options);

impl Penalised for Golem {
    const NAME: &'static str = "golem";

    fn check(&self) -> Result<()> {
        self.0.validate()
    }

    fn terms(&self) -> Terms {
        let Options { threshold, positive, .. } = self.0;
        let usual = Options { lambda: None, ..self.0 }.weight();
        Terms { lambda: self.0.weight(), usual, threshold, positive }
    }

    fn with_lambda(self, lambda: f64) -> Golem {
        Golem(Options { lambda: Some(lambda), ..self.0 })
    }

    fn with_threshold(self, threshold: Threshold) -> Golem {
        Golem(Options { threshold, ..self.0 })
    }

    fn solve(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Relaxed {
        likelihood::Problem::new(data, &self.0).solve(watch)
    }

    /// A DAG has det(I − W) = 1, and the likelihood gains by any other.
    fn cyclic(&self, relaxed: &Relaxed) -> Option<Warning> {
        let w = &relaxed.weights;
        let off = Matrix::from_fn(w.rows(), w.cols(), |i, j| f64::from(i == j) - w[(i, j)]);
        let far = inverse(&off).is_none_or(|(_, log)| log.abs() > FAR);
        far.then_some(Warning::CyclesLeft { option: "cycles" })
    }

    /// The likelihood has no units.
    fn too_dear(&self, _: &Dataset<'_>) -> Option<Warning> {
        None
    }

    fn noise(&self) -> Noise {
        match self.0.variances {
            Variances::Equal => Noise::Equal,
            Variances::Free => Noise::Free,
        }
    }
}
