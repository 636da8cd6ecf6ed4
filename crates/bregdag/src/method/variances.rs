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

use crate::data::Moments;
use crate::score::{Variances, in_units};
use crate::text::number_or_null;

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
    /// Compares the scores of both kinds on the same data.
    pub(super) fn between(moments: &Moments, equal: f64, free: f64) -> VarianceChoice {
        let equal = in_units(moments, Variances::Equal, equal);
        let free = in_units(moments, Variances::Free, free);
        let chosen = if equal <= free { Variances::Equal } else { Variances::Free };
        VarianceChoice { chosen, equal, free }
    }
}
