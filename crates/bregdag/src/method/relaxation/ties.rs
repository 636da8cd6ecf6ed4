//! Pairs that lost both directions: of two columns with the same variance, alike in all the rest too,
//! each explains the other equally well. The two weights shrink together under the penalty on cycles,
//! step by step the same, until neither is left.

use crate::data::{Knowledge, Moments};
use crate::linalg::Matrix;
use crate::model::Model;
use crate::warning::Warning;

/// Variances whose ratio differs from one by less than this are the same up to rounding.
const SAME: f64 = 1e-9;
/// Residuals with at least this correlation: one explains a quarter of the other.
const DEPENDENT: f64 = 0.5;

/// A warning for each pair of the same variance without an edge whose residuals still depend on each
/// other, where knowledge allows both directions.
pub fn ties(moments: &Moments, model: &Model, known: &Knowledge) -> Vec<Warning> {
    let (n, c) = (moments.variables(), moments.comoments());
    let mut by_variance: Vec<usize> = (0..n).collect();
    by_variance.sort_by(|&a, &b| c[(a, a)].total_cmp(&c[(b, b)]));
    let mut warnings = vec![];
    for (k, &a) in by_variance.iter().enumerate() {
        let same = |b: &&usize| c[(**b, **b)] - c[(a, a)] <= SAME * c[(a, a)];
        for &b in by_variance[k + 1..].iter().take_while(same) {
            let (i, j) = (a.min(b), a.max(b));
            let free = known.allows(i, j) && known.allows(j, i);
            if !free || model.dag().is_adjacent(i, j) {
                continue;
            }
            let correlation = residual_covariance(c, model, i, j)
                / (residual_covariance(c, model, i, i) * residual_covariance(c, model, j, j))
                    .sqrt();
            if correlation.abs() >= DEPENDENT {
                let name = |v: usize| moments.names()[v].clone();
                warnings.push(Warning::Tie { first: name(i), second: name(j), correlation });
            }
        }
    }
    warnings
}

/// (e_i − w_i)ᵀ C (e_j − w_j).
fn residual_covariance(c: &Matrix, model: &Model, i: usize, j: usize) -> f64 {
    let terms = |v: usize| {
        let parents = model.weighted().parents(v).map(|(p, weight)| (p, -weight));
        parents.chain([(v, 1.0)])
    };
    let with_j = |a: usize| terms(j).map(|(b, y)| c[(a, b)] * y).sum::<f64>();
    terms(i).map(|(a, x)| x * with_j(a)).sum()
}
