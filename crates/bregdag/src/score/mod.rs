//! Scores of a graph from moments: how likely the data are, and what an edge must be worth.
//!
//! `gaussian` has the score of a node given its parents, `problem` what it is computed from,
//! `admissible` which sets may be parents, `regression` a regression whose parents come and go, `graph` the score of a whole graph and the extended BIC,
//! `local` remembers scores by sets of parents, `likelihood` how well equations predict rows that they were
//! not learned from. Searches over graphs use them and know nothing more of the data.

mod admissible;
mod family;
mod gaussian;
mod graph;
mod likelihood;
mod local;
mod problem;
mod regression;

use serde::{Deserialize, Serialize};

pub(crate) use admissible::DEPENDENT;
pub(crate) use family::{Family, residual_covariances};
pub use gaussian::Score;
pub(crate) use graph::in_units;
pub use graph::{ebic, of_graph};
pub use likelihood::held_out;
pub(crate) use local::LocalScores;
pub use problem::Problem;
pub(crate) use problem::{first_pivot, most_parents};
pub(crate) use regression::{PERFECT, Regression};

/// What is assumed about the noise of the variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variances {
    /// All the same: then scale tells directions, and the whole DAG is identified.
    Equal,
    /// Each its own: units do not matter, and the DAG is known up to equivalence.
    Free,
}

/// The price of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Penalty {
    /// log m.
    Bic,
    /// log m + 2 log n.
    Ebic,
}

impl Variances {
    /// The name of the option's value.
    pub fn name(self) -> &'static str {
        match self {
            Variances::Equal => "equal",
            Variances::Free => "free",
        }
    }
}
