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

use super::answer::{Answer, Noise};
use super::contract::{Method, Needs, Parameter, Path, Symmetry, no_such_parameter};
use super::relaxation::{Finish, LAMBDAS, Relaxed, Relaxing, Shared, thresholds};
use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::model::{Signs, Threshold};
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

impl Method for Dagma {
    fn name(&self) -> &'static str {
        "dagma"
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[],
            symmetry: Symmetry::Nothing(
                "the problem has many local minima, and rounding decides which one it ends in",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn signs(&self) -> Signs {
        if self.0.positive { Signs::NonNegative } else { Signs::Any }
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.finish(data, &self.relax(data, watch)?, watch)
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::Lambda, Parameter::Threshold]
    }

    fn values(&self, parameter: Parameter, _moments: &Moments) -> Result<(f64, Vec<f64>)> {
        match parameter {
            Parameter::Lambda => Ok(LAMBDAS.path(self.0.lambda, Options::default().lambda)),
            Parameter::Threshold => Ok(thresholds(self.0.threshold)),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn with(&self, parameter: Parameter, value: f64) -> Result<Box<dyn Method>> {
        Ok(Box::new(self.varied(parameter, value)?))
    }

    fn path<'a>(
        &self,
        parameter: Parameter,
        values: &[f64],
        data: &'a Dataset<'a>,
    ) -> Result<Box<dyn Path + 'a>> {
        Ok(Box::new(Shared::new(self, parameter, values, data)?))
    }
}

impl Relaxing for Dagma {
    fn varied(&self, parameter: Parameter, value: f64) -> Result<Dagma> {
        match parameter {
            Parameter::Lambda => Ok(Dagma(Options { lambda: value, ..self.0 })),
            Parameter::Threshold => {
                Ok(Dagma(Options { threshold: Threshold::At(value), ..self.0 }))
            }
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn relax(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Relaxed> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        Ok(path::Problem::new(data, &self.0).follow(watch))
    }

    fn finish(&self, data: &Dataset<'_>, relaxed: &Relaxed, _: &dyn Watch) -> Result<Answer> {
        let (threshold, signs) = (self.0.threshold, self.signs());
        relaxed.answer(data, Finish { threshold, signs, noise: Noise::Equal, units_matter: true })
    }
}

#[cfg(test)]
mod tests;
