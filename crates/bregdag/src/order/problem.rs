//! Moments → what the search works on.

use super::Variances;
use super::regression::DEPENDENT;
use crate::data::Moments;
use crate::linalg::{Dependent, Elimination, Matrix, Pivot};

/// The bound on conditional variances is lowered by this share, more than its rounding.
const SAFETY: f64 = 1e-6;

/// The data as the search sees them.
#[derive(Debug)]
pub struct Problem {
    /// S; with free variances the correlations, whose score differs by a constant.
    pub covariance: Matrix,
    /// Its diagonal.
    pub variances: Vec<f64>,
    /// A lower bound of the variance of each node given any others that it does not depend on.
    pub least: Vec<f64>,
    /// Most parents of a node.
    pub most_parents: usize,
    /// Whether weights must not be negative.
    pub positive: bool,
    /// The nodes by conditional variance, where S is regular.
    pub by_variance: Option<Vec<usize>>,
    /// Whether S is singular although there are more rows than variables.
    pub singular: bool,
}

impl Problem {
    pub fn new(moments: &Moments, variances: Variances, positive: bool) -> Problem {
        let problem = Problem::without_bounds(moments, variances, positive);
        // With no more rows than variables S is singular, whatever rounding makes of its pivots.
        if moments.rows() <= problem.nodes() as u64 {
            return problem;
        }
        let pivot = first_pivot(variances);
        match Elimination::of(&problem.covariance, pivot, DEPENDENT) {
            Err(Dependent) => Problem { singular: true, ..problem },
            Ok(eliminated) => Problem {
                // Given all others a node keeps 1/(S⁻¹)_ii.
                least: eliminated.inverse_diagonal().iter().map(|d| (1.0 - SAFETY) / d).collect(),
                by_variance: Some(eliminated.order),
                ..problem
            },
        }
    }

    /// The same with weaker bounds and no order: enough for a few selections.
    pub fn without_bounds(moments: &Moments, kind: Variances, positive: bool) -> Problem {
        let mut covariance = moments.covariance();
        if kind == Variances::Free {
            to_correlations(&mut covariance);
        }
        let variances: Vec<f64> = (0..covariance.rows()).map(|i| covariance[(i, i)]).collect();
        Problem {
            // Candidates that keep less are refused.
            least: variances.iter().map(|v| DEPENDENT * v).collect(),
            variances,
            covariance,
            most_parents: most_parents(moments.rows()),
            positive,
            by_variance: None,
            singular: false,
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.variances.len()
    }
}

/// More parents than half the rows would explain anything.
pub fn most_parents(rows: u64) -> usize {
    usize::try_from(rows / 2).unwrap_or(usize::MAX).saturating_sub(1).max(1)
}

/// Which node comes first: with equal noise variances the one that those taken leave least variance,
/// for given its parents a node has σ², the least there is; with free variances, on the scale of
/// correlations, the one they leave most, for that is least explained by them.
pub fn first_pivot(variances: Variances) -> Pivot {
    match variances {
        Variances::Equal => Pivot::Smallest,
        Variances::Free => Pivot::Largest,
    }
}

/// S_ij / √(S_ii S_jj). A constant column is left alone: its variance is 1, its covariances 0.
fn to_correlations(covariance: &mut Matrix) {
    let n = covariance.rows();
    let scale = |v: f64| if v > 0.0 { 1.0 / v.sqrt() } else { 0.0 };
    let scales: Vec<f64> = (0..n).map(|i| scale(covariance[(i, i)])).collect();
    for j in 0..n {
        let own = scales[j];
        for (x, other) in covariance.col_mut(j).iter_mut().zip(&scales) {
            // In this order of products S stays symmetric to the bit.
            *x *= own * other;
        }
        covariance[(j, j)] = 1.0;
    }
}
