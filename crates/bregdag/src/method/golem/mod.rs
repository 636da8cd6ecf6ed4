//! GOLEM: the likelihood, with soft penalties on edges and cycles (Ng, Ghassami and Zhang 2020, arXiv:2006.10201).
//!
//!   min_W −log likelihood(W) − log|det(I − W)| + λ₁‖W‖₁ + λ₂ (Tr exp(W∘W) − n)
//!
//! The likelihood is that of Gaussian noise, computed from the covariance matrix. `options` has what can be set,
//! `likelihood` the two forms of the objective. Nothing forces the answer to be a DAG: the threshold does.

mod likelihood;
mod options;

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Noise};
use super::contract::{Method, Needs, Parameter, Path, Symmetry, no_such_parameter};
use super::relaxation::{Finish, LAMBDAS, Relaxed, Relaxing, Shared, thresholds};
use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::model::{Signs, Threshold};
use crate::score::Variances;
use crate::watch::Watch;

pub use options::Options;

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

impl Method for Golem {
    fn name(&self) -> &'static str {
        "golem"
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
            Parameter::Lambda => {
                Ok(LAMBDAS.path(self.0.weight(), Options { lambda: None, ..self.0 }.weight()))
            }
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

impl Relaxing for Golem {
    fn varied(&self, parameter: Parameter, value: f64) -> Result<Golem> {
        match parameter {
            Parameter::Lambda => Ok(Golem(Options { lambda: Some(value), ..self.0 })),
            Parameter::Threshold => {
                Ok(Golem(Options { threshold: Threshold::At(value), ..self.0 }))
            }
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn relax(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Relaxed> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        Ok(likelihood::Problem::new(data, &self.0).solve(watch))
    }

    fn finish(&self, data: &Dataset<'_>, relaxed: &Relaxed, _: &dyn Watch) -> Result<Answer> {
        let noise = match self.0.variances {
            Variances::Equal => Noise::Equal,
            Variances::Free => Noise::Free,
        };
        let (threshold, signs) = (self.0.threshold, self.signs());
        relaxed.answer(data, Finish { threshold, signs, noise, units_matter: true })
    }
}
