//! The options of greedy equivalence search, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::data::Moments;
use crate::error::Result;
use crate::method::price;
use crate::score::{Penalty, Score, Variances};

/// The options of greedy equivalence search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether edges are also turned; default no.
    pub turning: bool,
    /// Whether the phases follow again until none of them finds a move; default yes. If not, each is gone
    /// through once: a move of a later phase may then leave one for an earlier phase undone.
    pub iterate: bool,
    /// Price of an edge; default BIC.
    pub penalty: Penalty,
    /// The price is multiplied by this, from 1e-6 to 1e6; default 1.
    pub penalty_factor: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { turning: false, iterate: true, penalty: Penalty::Bic, penalty_factor: 1.0 }
    }
}

impl Options {
    /// The same with another factor of the price.
    pub(super) fn with_factor(self, penalty_factor: f64) -> Options {
        Options { penalty_factor, ..self }
    }

    /// The score that these options ask for.
    pub fn score(&self, moments: &Moments) -> Score {
        let (rows, n) = (moments.rows(), moments.variables());
        Score::new(Variances::Free, self.penalty, self.penalty_factor, rows, n)
    }

    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        price::check(self.penalty_factor)
    }
}
