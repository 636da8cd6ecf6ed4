//! The options of the order search, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::data::Moments;
use crate::error::Result;
use crate::method::price;
use crate::score::{Penalty, Score, Variances};

/// The first order, where no other start is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstOrder {
    /// By conditional variances, see [`Options::start`].
    Variance,
    /// A random one, from the seed.
    Random,
}

/// Restarts of a refit where more were asked for.
pub(crate) const REFIT_RESTARTS: usize = 50;

/// The options of the order search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
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
    pub start: FirstOrder,
    /// Restarts from a perturbed order; by default as many as are likely to help, in several chains.
    pub restarts: Option<usize>,
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
            start: FirstOrder::Variance,
            restarts: None,
            seed: 0,
        }
    }
}

impl Options {
    /// The same with another factor of the price.
    pub(crate) fn with_factor(self, penalty_factor: f64) -> Options {
        Options { penalty_factor, ..self }
    }

    /// The score that these options ask for, with one kind of variances.
    pub fn score(&self, moments: &Moments, variances: Variances) -> Score {
        let (rows, n) = (moments.rows(), moments.variables());
        Score::new(variances, self.penalty, self.penalty_factor, rows, n)
    }

    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        price::check(self.penalty_factor)
    }
}
