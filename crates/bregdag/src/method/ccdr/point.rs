//! One point of a path.

use crate::data::Moments;
use crate::graph::Dag;
use crate::linalg::Matrix;
use crate::watch::Status;

/// What was found at one λ.
#[derive(Debug, Clone)]
pub struct Point {
    /// λ.
    pub lambda: f64,
    /// The graph: where φ is not zero, and what was required.
    pub dag: Dag,
    /// φ, where `phi[(i, j)]` belongs to i → j.
    pub phi: Matrix,
    /// ρ of every node.
    pub rho: Vec<f64>,
    /// The objective here.
    pub objective: f64,
    /// How it ended.
    pub status: Status,
    /// Rounds over all pairs.
    pub rounds: usize,
}

impl Point {
    /// φ_ij/ρ_j: the coefficients of columns of variance one.
    pub fn standardized(&self) -> Matrix {
        let n = self.rho.len();
        Matrix::from_fn(n, n, |i, j| self.phi[(i, j)] / self.rho[j])
    }

    /// The coefficients in the units of the columns.
    pub fn weights(&self, moments: &Moments) -> Matrix {
        let deviations: Vec<f64> = moments.variances().into_iter().map(f64::sqrt).collect();
        let n = self.rho.len();
        let units = |i: usize, j: usize| deviations[j] / deviations[i];
        Matrix::from_fn(n, n, |i, j| self.phi[(i, j)] / self.rho[j] * units(i, j))
    }

    /// m/ρ_j²: the variances of the noise of columns of variance one.
    pub fn noise_variances(&self, rows: u64) -> Vec<f64> {
        self.rho.iter().map(|rho| rows as f64 / (rho * rho)).collect()
    }
}
