//! Moments → what scores are computed from.

use super::Variances;
use super::admissible::{DEPENDENT, shortfall};
use crate::data::{Dataset, Knowledge};
use crate::linalg::{Dependent, Elimination, Matrix, Pivot};
use crate::watch::{Stop, Watch};

/// The bound on conditional variances is lowered by this share, more than its rounding.
const SAFETY: f64 = 1e-6;

/// The data as scores see them.
#[derive(Debug)]
pub struct Problem<'a> {
    /// S; with free variances the correlations, whose score differs by a constant.
    pub covariance: Matrix,
    /// Its diagonal.
    pub variances: Vec<f64>,
    /// A lower bound of the variance of each node given any others that it does not depend on.
    pub least: Vec<f64>,
    /// Most parents of a node, unless more are required.
    pub most_parents: usize,
    /// Whether weights must not be negative, unless they are required.
    pub positive: bool,
    /// What is known beforehand.
    pub knowledge: &'a Knowledge,
    /// The nodes by conditional variance, where S is regular.
    pub by_variance: Option<Vec<usize>>,
    /// Whether every set of nodes is known to be independent.
    pub independent: bool,
    /// Whether S is singular although there are more rows than variables.
    pub singular: bool,
}

impl<'a> Problem<'a> {
    /// With the bounds and the order that one elimination gives, unless the watch stops it.
    pub fn new(
        data: &'a Dataset<'_>,
        variances: Variances,
        positive: bool,
        watch: &dyn Watch,
    ) -> Result<Problem<'a>, Stop> {
        let problem = Problem::without_bounds(data, variances, positive);
        // With no more rows than variables S is singular, whatever rounding makes of its pivots.
        if data.moments().rows() <= problem.nodes() as u64 {
            return Ok(problem);
        }
        let (pivot, go_on) = (first_pivot(variances), &mut || watch.go_on());
        Ok(match Elimination::of(&problem.covariance, pivot, DEPENDENT, go_on)? {
            Err(Dependent) => Problem { singular: true, ..problem },
            Ok(eliminated) => {
                let omega = eliminated.inverse_diagonal(go_on)?;
                let enough = |(&v, &omega)| 2.0 * shortfall(v, omega) < 1.0;
                Problem {
                    independent: problem.variances.iter().zip(&omega).all(enough),
                    // Given all others a node keeps 1/(S⁻¹)_ii.
                    least: omega.iter().map(|omega| (1.0 - SAFETY) / omega).collect(),
                    by_variance: Some(eliminated.order),
                    ..problem
                }
            }
        })
    }

    /// The same with weaker bounds and no order: enough for a few selections.
    pub fn without_bounds(data: &'a Dataset<'_>, kind: Variances, positive: bool) -> Problem<'a> {
        let (moments, knowledge) = (data.moments(), data.knowledge());
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
            knowledge,
            by_variance: None,
            independent: false,
            singular: false,
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.variances.len()
    }

    /// Whether i may be a parent of j.
    pub fn allows(&self, i: usize, j: usize) -> bool {
        self.knowledge.allows(i, j)
    }

    /// The parents that j must have.
    pub fn required(&self, j: usize) -> &'a [usize] {
        self.knowledge.required_parents(j)
    }

    /// Most parents of j: those that it must have, at least.
    pub fn most_parents_of(&self, j: usize) -> usize {
        self.most_parents.max(self.required(j).len())
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
