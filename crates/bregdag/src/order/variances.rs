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

use serde::Serialize;

use super::Variances;
use crate::data::Moments;
use crate::fit::Stage;

/// How the data decided between equal and free noise variances.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct VarianceChoice {
    /// The lower BIC.
    pub chosen: Variances,
    /// BIC with equal variances.
    pub equal: f64,
    /// BIC with free variances.
    pub free: f64,
}

impl VarianceChoice {
    /// Compares the last stages of both kinds on the same data.
    pub(super) fn between(moments: &Moments, equal: &[Stage], free: &[Stage]) -> VarianceChoice {
        let score = |stages: &[Stage]| stages.last().map_or(f64::INFINITY, |stage| stage.score);
        let (rows, n) = (moments.rows() as f64, moments.variables());
        let log_variance = |j: usize| {
            let v = moments.comoments()[(j, j)] / moments.weight();
            // The search gives a constant column variance one.
            if v > 0.0 { v.ln() } else { 0.0 }
        };
        // The search saw correlations: back to the units of the data.
        let units = rows * (0..n).map(log_variance).sum::<f64>();
        let equal = score(equal) + rows.ln();
        let free = score(free) + units + n as f64 * rows.ln();
        let chosen = if equal <= free { Variances::Equal } else { Variances::Free };
        VarianceChoice { chosen, equal, free }
    }
}
