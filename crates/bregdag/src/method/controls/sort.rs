//! Sort the variables, then regress each on those before it:
//!
//!   by variance   S_jj, increasing (Reisach, Seiler and Weichwald 2021, arXiv:2102.13647)
//!   by R²         1 − 1/(S_jj (S⁻¹)_jj), increasing (Reisach, Tami, Seiler, Chambaz and Weichwald 2023,
//!                 arXiv:2303.18211)
//!
//! In simulated data variances and R² tend to grow from causes to effects. A method that does no better used
//! no more than that.

use serde::{Deserialize, Serialize};

use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::method::answer::{Answer, Claim, Noise};
use crate::method::contract::{Method, Needs, Parameter, Symmetry, no_such_parameter};
use crate::method::order;
use crate::method::price;
use crate::model::Signs;
use crate::room::Footprint;
use crate::score::Penalty;
use crate::watch::Watch;

/// What the variables are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The variance.
    Variance,
    /// The share of the variance that all others explain.
    R2,
}

/// The options of the sorting.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What the variables are sorted by; default the variance.
    pub by: By,
    /// Price of an edge; default extended BIC.
    pub penalty: Penalty,
    /// The price is multiplied by this, from 1e-6 to 1e6; default 1.
    pub penalty_factor: f64,
    /// Whether weights must not be negative; default no.
    pub positive: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { by: By::Variance, penalty: Penalty::Ebic, penalty_factor: 1.0, positive: false }
    }
}

impl Options {
    /// The regressions are those of the order search.
    fn regression(&self) -> order::Options {
        let Options { penalty, penalty_factor, positive, .. } = *self;
        order::Options { penalty, penalty_factor, positive, ..order::Options::default() }
    }
}

/// Regression after sorting.
///
/// ```
/// use bregdag::simulate::{self, simulate};
/// use bregdag::{Learn, method::Sort};
///
/// let truth = simulate(&simulate::Options { nodes: 20, ..Default::default() })?;
/// let fit = Sort::default().learn(&truth.table)?;
/// // In simulated data variances alone give most of the order away.
/// let edges = truth.truth.edges();
/// let found = edges.iter().filter(|&&(i, j, _)| fit.dag().is_some_and(|dag| dag.has_edge(i, j)));
/// assert!(found.count() as f64 > 0.8 * edges.len() as f64);
/// # Ok::<(), bregdag::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sort(pub Options);

impl Method for Sort {
    fn name(&self) -> &'static str {
        "sort"
    }

    fn footprint(&self) -> Footprint {
        Footprint::squares(1.1, 1.1)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[],
            symmetry: Symmetry::Nothing(
                "where columns are equally good parents, the numbers of the columns decide",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.0.regression().validate()
    }

    fn signs(&self) -> Signs {
        if self.0.positive { Signs::NonNegative } else { Signs::Any }
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.validate()?;
        self.needs().check(self.name(), data)?;
        let n = data.variables();
        let regression = self.0.regression();
        let comoments = data.moments().comoments();
        let keys = match self.0.by {
            By::Variance => Ok((0..n).map(|j| comoments[(j, j)]).collect::<Vec<_>>()),
            // What others explain grows as what they leave falls.
            By::R2 => order::shares_left(data, &regression, watch)
                .map(|left| left.into_iter().map(|share| -share).collect()),
        };
        let mut sorted: Vec<usize> = (0..n).collect();
        let ended = keys.map(|keys| sorted.sort_by(|&a, &b| keys[a].total_cmp(&keys[b])));
        let stopped = Stopped(ended.err());
        let watch: &dyn Watch = if stopped.0.is_some() { &stopped } else { watch };
        let mut answer = order::along(data, sorted, &regression, watch)?;
        answer.noise = match self.0.by {
            By::Variance => Noise::Equal,
            By::R2 => Noise::Unknown,
        };
        if let Some(dag) = answer.claim.member() {
            answer.claim = Claim::Dag(dag.clone());
        }
        Ok(answer)
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
            Parameter::PenaltyFactor => {
                Ok(Box::new(Sort(Options { penalty_factor: value, ..self.0 })))
            }
            _ => Err(no_such_parameter(self, parameter)),
        }
    }
}

/// Says again what was said once.
struct Stopped(Option<crate::watch::Stop>);

impl Watch for Stopped {
    fn stop(&self) -> Option<crate::watch::Stop> {
        self.0
    }
}
