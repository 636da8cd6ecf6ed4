//! The problem that the paper relaxes, attacked directly: a graph whose score
//!
//! ```text
//! m n log(Σ_j v_j / n) + p |E|   (equal noise variances)   or   m Σ_j log v_j + p |E|   (free)
//! ```
//!
//! is small, by a local search over the orders of the nodes (docs/mathematics.md, section 15).
//!
//! `parents` selects the parents of a node among those before it, `passing` when a neighbour passes it,
//! `thorough` and `swept` with exchanges and backward from all, `memory` remembers them; `start` makes a first
//! order, `precedence` brings it into agreement with what is known, `search` moves nodes to their best places
//! by a `walk`, `restart` leaves local minima in `chain`s whose nodes are `waiting`, `learn` puts it together. It is a local search on the exact objective,
//! not a proof of optimality.

mod chain;
mod learn;
mod memory;
mod options;
mod parents;
mod passing;
mod precedence;
mod restart;
mod search;
mod start;
mod state;
mod swept;
mod thorough;
mod waiting;
mod walk;

#[cfg(test)]
mod tests;

use super::answer::Answer;
use super::contract::{Method, Needs, Parameter, Symmetry, no_such_parameter};
use super::price;
use crate::data::{Dataset, Moments, StartKind};
use crate::error::Result;
use crate::model::Signs;
use crate::room::Footprint;
use crate::watch::Watch;

pub(super) use learn::{along, learn, shares_left};
pub(crate) use options::REFIT_RESTARTS;
pub use options::{FirstOrder, Options};
pub(crate) use restart::PROVED_IN_PASSING;

/// The order search.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, Search};
///
/// let truth = simulate(&simulate::Options { nodes: 20, ..Default::default() })?;
/// let fit = Search::default().learn(&truth.table)?;
/// assert_eq!(fit.dag().map(|dag| dag.edge_count()), Some(truth.truth.edges().len()));
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Search(pub Options);

impl Method for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn footprint(&self) -> Footprint {
        // Covariances for each kind of variances that is tried, and an elimination where they are regular; and what
        // restarts remember.
        let both = if self.0.variances.is_some() { 0.0 } else { 1.0 };
        Footprint { base: 10 << 20, ..Footprint::squares(1.1 + both, 2.8 + both) }
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[StartKind::Order, StartKind::Graph],
            symmetry: Symmetry::Nothing(
                "it is a local search: where rows are few there are many minima, and the numbers of the \
                 columns decide which one it ends in",
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
            Parameter::PenaltyFactor => Ok(Box::new(Search(self.0.with_factor(value)))),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }
}
