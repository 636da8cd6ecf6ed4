//! The best graph of all, with a proof: the least
//!
//! ```text
//! m Σ_j log v_j + p |E|   (free noise variances)   or   m n log(Σ_j v_j / n) + p |E|   (equal)
//! ```
//!
//! over all graphs without cycles, for at most 28 variables (docs/mathematics.md, section 26).
//!
//! The order search comes first. `part` divides the variables where what is known allows it; `minors` has the determinant of the
//! correlations of every set, `shares` what that says of a variable, `blocked` and `signs` what may not be the parents of what, `families` the score of every node
//! given every set, `subsets` the best of all parts of a set, `program` the best order, `runs` puts that together for one
//! measure, `hull` goes on from there to equal variances; `proof` and `learn` say what is proved. `memory` and
//! `room` see to it that all of this fits.

mod blocked;
mod families;
mod fit;
mod hull;
mod learn;
mod memory;
mod minors;
mod part;
mod program;
mod proof;
mod room;
mod runs;
mod shares;
mod signs;
mod subsets;
mod tables;
mod wide;

#[cfg(test)]
mod tests;

use super::answer::Answer;
use super::contract::{Method, Needs, Parameter, Symmetry, no_such_parameter};
use super::order::Options;
use super::price;
use crate::data::{Dataset, Moments, StartKind};
use crate::error::Result;
use crate::model::Signs;
use crate::room::Footprint;
use crate::watch::Watch;

use memory::MOST;

/// The best graph of all, for few variables.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Exact, Learn};
///
/// let truth = simulate(&simulate::Options { nodes: 10, ..Default::default() })?;
/// let fit = Exact::default().learn(&truth.table)?;
/// assert!(fit.answer.record.proved.is_some());
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Exact(pub Options);

impl Method for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn footprint(&self) -> Footprint {
        // Those of the search that goes before; its tables are asked for on their own (see `memory`).
        Footprint { base: 10 << 20, ..Footprint::squares(2.1, 3.8) }
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[StartKind::Order, StartKind::Graph],
            symmetry: match self.0.variances {
                // Of graphs that score the same, the numbers of the columns decide.
                Some(_) => Symmetry::Score,
                None => Symmetry::Nothing(
                    "which variances are free is decided on the graphs of the search, which may depend on the numbers \
                     of the columns",
                ),
            },
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
    }

    fn signs(&self) -> Signs {
        if self.0.positive { Signs::NonNegative } else { Signs::Any }
    }

    fn most_variables(&self) -> Option<usize> {
        Some(MOST)
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.needs().check(self.name(), data)?;
        learn::learn(data, &self.0, watch)
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::PenaltyFactor]
    }

    fn values(&self, parameter: Parameter, _moments: &Moments) -> Result<(f64, Vec<f64>)> {
        match parameter {
            Parameter::PenaltyFactor => price::path(self.0.penalty_factor),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn with(&self, parameter: Parameter, value: f64) -> Result<Box<dyn Method>> {
        match parameter {
            Parameter::PenaltyFactor => Ok(Box::new(Exact(self.0.with_factor(value)))),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }
}
