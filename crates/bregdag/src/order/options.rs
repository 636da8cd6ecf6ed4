//! The options of the order search, their defaults and ranges.

use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::graph::Dag;

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

/// Where the search begins. Serialised as its name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// The order of conditional variances, see [`Options::start`].
    Variance,
    /// A random order, from the seed.
    Random,
    /// This order of the variables.
    #[serde(skip)]
    Order(Vec<usize>),
    /// The order and the parents of this graph.
    #[serde(skip)]
    Graph(Dag),
}

impl Serialize for Start {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Start::Variance => "variance",
            Start::Random => "random",
            Start::Order(_) => "order",
            Start::Graph(_) => "graph",
        })
    }
}

/// The options of the order search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Noise variances; by default both are tried and the BIC decides between them.
    pub variances: Option<Variances>,
    /// Price of an edge; default extended BIC.
    pub penalty: Penalty,
    /// The price is multiplied by this, from 1e-6 to 1e6; default 1.
    pub penalty_factor: f64,
    /// Whether weights must not be negative; default no.
    pub positive: bool,
    /// First order; default conditional variances: with equal noise variances the node that those
    /// before it leave least variance, with free ones the node they leave most, on the scale of
    /// correlations.
    pub start: Start,
    /// Restarts from a perturbed order; default 50.
    pub restarts: usize,
    /// Seed of the restarts and of a random start; default 0.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variances: None,
            penalty: Penalty::Ebic,
            penalty_factor: 1.0,
            positive: false,
            start: Start::Variance,
            restarts: 50,
            seed: 0,
        }
    }
}

impl Options {
    /// Checks every range that does not depend on the data.
    pub fn validate(&self) -> Result<()> {
        let factor = self.penalty_factor;
        // Beyond, prices drown in rounding or drown everything else.
        if (1e-6..=1e6).contains(&factor) {
            return Ok(());
        }
        let (value, expected) = (factor.to_string(), "a number from 1e-6 to 1e6");
        Err(Error::Option { name: "penalty-factor", value, expected })
    }

    /// Checks that the start fits n variables.
    pub(super) fn validate_start(&self, n: usize) -> Result<()> {
        let wrong = |what: &str, found| Err(Error::Shape { what: what.into(), expected: n, found });
        match &self.start {
            Start::Variance | Start::Random => Ok(()),
            Start::Graph(dag) if dag.nodes() != n => wrong("nodes of the first graph", dag.nodes()),
            Start::Graph(_) => Ok(()),
            Start::Order(order) => {
                let mut distinct: Vec<usize> = order.iter().copied().filter(|&j| j < n).collect();
                distinct.sort_unstable();
                distinct.dedup();
                if order.len() != n {
                    return wrong("variables in the first order", order.len());
                }
                match distinct.len() == n {
                    true => Ok(()),
                    false => wrong("different variables in the first order", distinct.len()),
                }
            }
        }
    }
}
