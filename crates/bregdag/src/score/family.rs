//! The parents P of a node j and its regression on them, v = S_jj − S_jP β with β = S_PP⁻¹ S_Pj.

use super::Score;
use crate::linalg::{Cholesky, Matrix, subtract_combination};

/// The parents of a node, and its regression on them.
#[derive(Debug, Clone)]
pub struct Family {
    /// Those that must be there come first.
    pub parents: Vec<usize>,
    /// β.
    pub weights: Vec<f64>,
    /// Residual variance.
    pub variance: f64,
    /// Its logarithm, so that scoring a family again costs nothing.
    pub(super) log_variance: f64,
    /// The factor of S_PP.
    pub(super) factor: Cholesky,
    /// ω.
    pub(super) omega: Vec<f64>,
    /// d of every node, where that is kept.
    pub(super) left: Option<Vec<f64>>,
}

impl Family {
    /// What the node adds to the score.
    pub fn score(&self, score: &Score) -> f64 {
        score.local_of(self.variance, self.log_variance, self.parents.len())
    }

    /// Whether the node is one of the parents.
    pub fn has(&self, node: usize) -> bool {
        self.parents.contains(&node)
    }

    /// S_xj − S_xP β, where `column` is column x of S.
    pub fn residual_covariance(&self, j: usize, column: &[f64]) -> f64 {
        let explained = self.parents.iter().zip(&self.weights).map(|(&p, w)| column[p] * w);
        column[j] - explained.sum::<f64>()
    }
}

/// S_cj − S_cP β for every c.
pub fn residual_covariances(s: &Matrix, j: usize, family: &Family, out: &mut [f64]) {
    subtract_combination(out, s.col(j), &family.weights, |k| s.col(family.parents[k]));
}
