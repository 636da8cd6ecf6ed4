//! Are the noise variances equal? The two models are compared by their BIC,
//!
//! ```text
//! equal   m n log(Σ_j v_j / n) + p |E| +   log m
//! free    m Σ_j log v_j        + p |E| + n log m,
//! ```
//!
//! each at the best graph that the search found for it. With equal variances the directions are
//! identified (Peters & Bühlmann 2014, doi:10.1093/biomet/ast043), with free ones only the equivalence class is. The units
//! of measurement decide which of the two holds, so columns with different units nearly always end
//! with free variances.

use serde::{Deserialize, Serialize};

use super::{Options, Penalty, Variances, score};
use crate::data::Moments;
use crate::error::Result;
use crate::fit::Stage;
use crate::graph::Dag;
use crate::io::document::number_or_null;

/// How the data decided between equal and free noise variances.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct VarianceChoice {
    /// The lower BIC.
    pub chosen: Variances,
    /// BIC with equal variances.
    #[serde(deserialize_with = "number_or_null")]
    pub equal: f64,
    /// BIC with free variances.
    #[serde(deserialize_with = "number_or_null")]
    pub free: f64,
}

impl VarianceChoice {
    /// Compares the last stages of both kinds on the same data.
    pub(super) fn between(moments: &Moments, equal: &[Stage], free: &[Stage]) -> VarianceChoice {
        let score = |stages: &[Stage]| stages.last().map_or(f64::INFINITY, |stage| stage.score);
        let equal = comparable(moments, Variances::Equal, score(equal));
        let free = comparable(moments, Variances::Free, score(free));
        let chosen = if equal <= free { Variances::Equal } else { Variances::Free };
        VarianceChoice { chosen, equal, free }
    }
}

/// The extended BIC of a graph in the units of the data, so that both kinds of variances compare:
/// −2 log likelihood (up to a constant of the data alone), log m + 2 log n for every edge and log m
/// for every noise variance.
pub fn ebic(moments: &Moments, dag: &Dag, variances: Variances) -> Result<f64> {
    let options = Options { penalty: Penalty::Ebic, penalty_factor: 1.0, ..Options::default() };
    Ok(comparable(moments, variances, score(moments, dag, variances, &options)?))
}

/// A score as the search has it, in the units of the data and with a price for the noise variances.
fn comparable(moments: &Moments, variances: Variances, score: f64) -> f64 {
    let (rows, n) = (moments.rows() as f64, moments.variables());
    let log_variance = |j: usize| {
        let v = moments.comoments()[(j, j)] / moments.weight();
        // The search gives a constant column variance one.
        if v > 0.0 { v.ln() } else { 0.0 }
    };
    match variances {
        Variances::Equal => score + rows.ln(),
        // The search saw correlations: back to the units of the data.
        Variances::Free => {
            score + rows * (0..n).map(log_variance).sum::<f64>() + n as f64 * rows.ln()
        }
    }
}
