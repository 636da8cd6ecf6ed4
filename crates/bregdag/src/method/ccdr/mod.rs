//! CCDr: a penalised Gaussian likelihood, minimised over DAGs,
//!
//! ```text
//! Σ_j [ −m log ρ_j + ½‖ρ_j x_j − Σ_i φ_ij x_i‖² ] + Σ_ij p(φ_ij),      p the minimax concave penalty,
//! ```
//!
//! with columns of mean zero and length one. ρ_j = 1/ω_j is the inverse of the noise's deviation and φ_ij = ρ_j β_ij
//! that multiple of the coefficient: in ρ and φ the likelihood is convex for every node, and units of the
//! columns do not matter (Aragam and Zhou 2015, jmlr.org/papers/v16/aragam15a.html; arXiv:1401.0852). See
//! docs/mathematics.md, "CCDr".
//!
//! `penalty` has p and its minimiser, `problem` the data, `node` one node given its parents, `descent` the DAG at one λ,
//! `released` the same as the released program does it, `walk` goes from λ to λ, `point` is what it finds, `choice` takes
//! one, `learn` puts it together.

mod choice;
mod descent;
mod learn;
mod node;
mod options;
mod penalty;
mod point;
mod problem;
mod released;
mod walk;

use super::answer::Answer;
use super::contract::{Method, Needs, Parameter, Path, Symmetry, no_such_parameter};
use crate::data::{Dataset, Moments};
use crate::error::{Error, Result};
use crate::room::Footprint;
use crate::watch::Watch;

pub use learn::path;
pub use options::{GAMMAS, LENGTHS, Options, TOLERANCES};
pub use point::Point;

/// CCDr.
///
/// ```
/// use bregdag::Learn;
/// use bregdag::graph::Class;
/// use bregdag::method::Ccdr;
/// use bregdag::simulate::{self, simulate};
///
/// let truth = simulate(&simulate::Options { nodes: 8, degree: 1, ..Default::default() })?;
/// let fit = Ccdr::default().learn(&truth.table)?;
/// let distance = fit.answer.claim.graph().shd(Class::of(truth.truth.dag()).graph())?;
/// assert!(distance <= 4);
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Ccdr(pub Options);

impl Method for Ccdr {
    fn name(&self) -> &'static str {
        "ccdr"
    }

    fn footprint(&self) -> Footprint {
        // One sparse matrix for every value of its path.
        Footprint::squares(16.0, 36.0)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            // The released program has no edges that must stay: its list only spares them the penalty.
            knowledge: !self.0.as_released,
            starts: &[],
            symmetry: Symmetry::Nothing(
                "a pair gains the same by both directions when it enters first, and the numbers of the columns decide",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        if self.0.as_released && !data.knowledge().is_none() {
            let what = "prior knowledge as released; the default setting can";
            return Err(Error::NotForMethod { method: self.name(), what });
        }
        self.needs().check(self.name(), data)?;
        learn::learn(data, &self.0, watch)
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::Lambda]
    }

    fn values(&self, parameter: Parameter, moments: &Moments) -> Result<(f64, Vec<f64>)> {
        if parameter != Parameter::Lambda {
            return Err(no_such_parameter(self, parameter));
        }
        let mut values = self.0.path(moments.rows());
        let first = self.0.lambda.unwrap_or(values[values.len() / 2]);
        values.push(first);
        values.sort_by(f64::total_cmp);
        values.dedup();
        Ok((first, values))
    }

    fn with(&self, parameter: Parameter, value: f64) -> Result<Box<dyn Method>> {
        match parameter {
            Parameter::Lambda => Ok(Box::new(Ccdr(Options { lambda: Some(value), ..self.0 }))),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn path<'a>(
        &self,
        parameter: Parameter,
        values: &[f64],
        data: &'a Dataset<'a>,
    ) -> Result<Box<dyn Path + 'a>> {
        if parameter != Parameter::Lambda {
            return Err(no_such_parameter(self, parameter));
        }
        self.needs().check(self.name(), data)?;
        learn::along(data, &self.0, values)
    }
}
