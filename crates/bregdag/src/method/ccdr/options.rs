//! The options of CCDr, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// The smallest λ of a path, as a share of the largest.
const RATIO: f64 = 0.01;
/// What γ may be: from one on the penalty of a single coefficient has one minimum.
pub const GAMMAS: &str = "a finite number > 1";
/// How long a path may be.
pub const LENGTHS: &str = "a whole number from 2 to 10000";
/// When a step is none.
pub const TOLERANCES: &str = "a number from 1e-12 to 0.01";

/// The options of CCDr.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// λ, the weight of the penalty, > 0; default none: the choice is made on a path.
    pub lambda: Option<f64>,
    /// How many λ the path has, from √m down to √m/100; default 20.
    pub lambdas: usize,
    /// γ, where the penalty becomes flat, in λ; > 1; default 2.
    pub gamma: f64,
    /// The path ends at a graph with more edges than this for each variable; default 10.
    pub max_edges: usize,
    /// Coefficients that move by less than this times √m, and moves that lower the objective by less than
    /// this times m, count as none; from 1e-12 to 0.01; default 1e-9.
    pub tolerance: f64,
    /// Most rounds over all pairs at each λ; default 1000.
    pub max_iterations: usize,
    /// Whether to take the steps of the released program, which end before the minimum, and make the choice
    /// as it does; default no. It has its own tolerance and number of rounds.
    pub as_released: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lambda: None,
            lambdas: 20,
            gamma: 2.0,
            max_edges: 10,
            tolerance: 1e-9,
            max_iterations: 1000,
            as_released: false,
        }
    }
}

impl Options {
    /// The λ of the path for m rows, decreasing: √m first, since no pair of columns enters there.
    pub fn path(&self, rows: u64) -> Vec<f64> {
        let (first, steps) = ((rows as f64).sqrt().ln(), self.lambdas.saturating_sub(1).max(1));
        let step = RATIO.ln() / steps as f64;
        (0..self.lambdas).map(|k| (first + k as f64 * step).exp()).collect()
    }

    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        let refuse = |name, value: f64, expected| {
            Err(Error::Option { name, value: value.to_string(), expected })
        };
        let number = |x: f64| x.is_finite() && x > 0.0;
        if let Some(lambda) = self.lambda.filter(|&lambda| !number(lambda)) {
            return refuse("lambda", lambda, "null or a finite number > 0");
        }
        if !(2..=10_000).contains(&self.lambdas) {
            return refuse("lambdas", self.lambdas as f64, LENGTHS);
        }
        if !(number(self.gamma) && self.gamma > 1.0) {
            return refuse("gamma", self.gamma, GAMMAS);
        }
        if !(1e-12..=0.01).contains(&self.tolerance) {
            return refuse("tolerance", self.tolerance, TOLERANCES);
        }
        for (name, value) in
            [("max_edges", self.max_edges), ("max_iterations", self.max_iterations)]
        {
            if value == 0 {
                return refuse(name, 0.0, "a whole number, at least 1");
            }
        }
        Ok(())
    }
}
