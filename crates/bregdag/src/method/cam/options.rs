//! The options of CAM, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// What the equations are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Functions {
    /// Sums of smooth functions of the parents.
    Additive,
    /// Sums of multiples of the parents.
    Linear,
}

/// The options of CAM.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What the equations are made of; default smooth functions.
    pub model: Functions,
    /// Whether boosting first chooses the variables that may act on each; default yes, as in the paper.
    pub selection: bool,
    /// Whether edges whose term is not significant go in the end; default yes, as in the paper.
    pub pruning: bool,
    /// α, the level of each test when edges go: 0 < α < 1, default 0.001.
    pub alpha: f64,
    /// k, functions of each variable, the constant among them; fewer where a regression has fewer than 3k rows for each of its
    /// variables. From 3 to 100, default 10.
    pub basis: usize,
    /// Most parents of a variable; default m/20, rounded, and never more than the other variables.
    pub max_parents: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            model: Functions::Additive,
            selection: true,
            pruning: true,
            alpha: 0.001,
            basis: 10,
            max_parents: None,
        }
    }
}

/// What k may be.
pub(crate) const BASES: &str = "a whole number from 3 to 100";
/// Rows for each parent, by default.
const ROWS_PER_PARENT: f64 = 20.0;

impl Options {
    /// Checks every range.
    pub fn validate(&self) -> Result<()> {
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            let (value, expected) = (self.alpha.to_string(), crate::method::pc::ALPHAS);
            return Err(Error::Option { name: "alpha", value, expected });
        }
        if !(3..=100).contains(&self.basis) {
            let (value, expected) = (self.basis.to_string(), BASES);
            return Err(Error::Option { name: "basis", value, expected });
        }
        Ok(())
    }

    /// The same with the number of parents that these data allow.
    pub(crate) fn resolved(&self, variables: usize, rows: u64) -> Options {
        // Halves go to the even number, as in R; without one parent there would be no graph.
        let by_rows = ((rows as f64 / ROWS_PER_PARENT).round_ties_even() as usize).max(1);
        let others = variables.saturating_sub(1);
        Options { max_parents: Some(self.max_parents.unwrap_or(by_rows).min(others)), ..*self }
    }
}
