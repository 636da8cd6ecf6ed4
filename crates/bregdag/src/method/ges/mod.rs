//! Greedy equivalence search: from class to class by the operator that lowers the score
//!
//! ```text
//! Σ_j s(j, Pa(j)),        s(j, P) = m log v_j|P + p |P|
//! ```
//!
//! most. All DAGs of a class have the same score, so the search goes over classes: forward by edges that come
//! in, backward by edges that go, and, if asked, by edges that turn, until no operator lowers the score
//! (Chickering 2002, doi:10.1162/153244303321897717; turning: Hauser and Bühlmann 2012, arXiv:1104.2808; what is
//! kept from move to move: Ramsey et al. 2017, doi:10.1007/s41060-016-0032-z). See docs/mathematics.md,
//! "Greedy equivalence search".
//!
//! `insert`, `delete` and `turn` have one operator each, `operator` what they share, `cliques` the sets that
//! they are made of, `graph` what they ask of a class, `queue` and `blocked` what is kept, `state` the class with its score,
//! `learn` puts it together.

mod blocked;
mod cliques;
mod delete;
mod graph;
mod insert;
mod learn;
mod operator;
mod options;
mod queue;
mod state;
mod turn;

#[cfg(test)]
mod tests;

use super::answer::Answer;
use super::contract::{Method, Needs, Parameter, Symmetry, no_such_parameter};
use super::price;
use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::room::Footprint;
use crate::watch::Watch;

pub use options::Options;

/// Greedy equivalence search.
///
/// ```
/// use bregdag::Learn;
/// use bregdag::graph::Class;
/// use bregdag::method::Ges;
/// use bregdag::simulate::{self, simulate};
///
/// let truth = simulate(&simulate::Options { nodes: 8, degree: 1, ..Default::default() })?;
/// let fit = Ges::default().learn(&truth.table)?;
/// let distance = fit.answer.claim.graph().shd(Class::of(truth.truth.dag()).graph())?;
/// assert!(distance <= 2);
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Ges(pub Options);

impl Method for Ges {
    fn name(&self) -> &'static str {
        "ges"
    }

    fn footprint(&self) -> Footprint {
        // Scores of sets are remembered for each node.
        Footprint { per_column: 22_000, ..Footprint::squares(2.0, 3.0) }
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[],
            // Of moves that lower the score equally, the numbers of the columns decide.
            symmetry: Symmetry::Score,
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.validate()
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
            Parameter::PenaltyFactor => Ok(Box::new(Ges(self.0.with_factor(value)))),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }
}
