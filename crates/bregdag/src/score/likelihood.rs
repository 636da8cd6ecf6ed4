//! How well equations learned from some rows predict others: −2 log likelihood per row,
//!
//! ```text
//! equal variances   n log 2πσ² + Σ_j q_j / σ²         σ² = Σ_j v_j / n
//! free variances    Σ_j (log 2πv_j + q_j / v_j)
//! ```
//!
//! v_j is the residual variance of equation j over the rows learned from, q_j its mean squared residual
//! over the others. With b_j the coefficients of the residual, one for j and −w for its parents, C and x̄ the
//! co-moments and means of the other rows and d = x̄ − (means of the rows learned from),
//!
//! ```text
//! q_j = b_jᵀ (C / Σw) b_j + (b_jᵀ d)²,
//! ```
//!
//! so the moments of a fold are all that its likelihood takes.

use super::{PERFECT, Variances};
use crate::data::Moments;
use crate::model::{Model, WeightedDag};

/// −2 log likelihood per row of the rows `others` in the equations of a model of the rows
/// `training`, of the same variables.
pub fn held_out(training: &Moments, model: &Model, variances: Variances, others: &Moments) -> f64 {
    let (graph, means) = (model.weighted(), training.means());
    let residual = |j: usize| {
        // As in the scores, a perfect fit keeps some noise.
        let least = PERFECT * training.comoments()[(j, j)] / training.weight();
        mean_square(training, means, graph, j).max(least)
    };
    let v: Vec<f64> = (0..graph.nodes()).map(residual).collect();
    let q = (0..graph.nodes()).map(|j| mean_square(others, means, graph, j));
    let sigma2 = v.iter().sum::<f64>() / v.len() as f64;
    let term = |(q, &v): (f64, &f64)| {
        let v = if variances == Variances::Equal { sigma2 } else { v };
        (std::f64::consts::TAU * v).ln() + q / v
    };
    q.zip(&v).map(term).sum()
}

/// The mean of the squared residual of node j over all rows, its equation going through `means`.
fn mean_square(moments: &Moments, means: &[f64], graph: &WeightedDag, j: usize) -> f64 {
    let parents = graph.parents(j).map(|(i, weight)| (i, -weight));
    let b: Vec<(usize, f64)> = std::iter::once((j, 1.0)).chain(parents).collect();
    let shift: f64 = b.iter().map(|&(i, b)| b * (moments.means()[i] - means[i])).sum();
    let c = moments.comoments();
    let row = |i: usize| b.iter().map(|&(k, b)| b * c[(k, i)]).sum::<f64>();
    let scatter: f64 = b.iter().map(|&(i, b)| b * row(i)).sum();
    // Rounding may leave a perfect fit slightly negative.
    scatter.max(0.0) / moments.weight() + shift * shift
}
