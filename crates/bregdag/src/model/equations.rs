//! The equations of a DAG, x_j = Σ_i W_ij x_i + e_j, and the effects that follow from them.

use super::WeightedDag;
use crate::graph::Dag;
use crate::linalg::{Matrix, add_scaled};

/// A DAG with its least-squares equations.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    pub(super) names: Vec<String>,
    pub(super) graph: WeightedDag,
    /// Aligned with the parents of j; `None` where there are too few rows.
    pub(super) std_errors: Vec<Vec<Option<f64>>>,
    pub(super) variances: Vec<f64>,
    pub(super) noise_variances: Vec<f64>,
    pub(super) r_squared: Vec<f64>,
}

/// An edge with its weight and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// i of i → j.
    pub source: usize,
    /// j of i → j.
    pub target: usize,
    /// The change of j per unit of i, its other parents held fixed.
    pub weight: f64,
    /// Standard error, conditional on the chosen parents.
    pub std_error: Option<f64>,
}

impl Edge {
    /// weight / standard error.
    pub fn t(&self) -> Option<f64> {
        self.std_error.filter(|&e| e > 0.0).map(|e| self.weight / e)
    }
}

impl Model {
    /// Variable names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The DAG.
    pub fn dag(&self) -> &Dag {
        self.graph.dag()
    }

    /// The DAG with its least-squares weights.
    pub fn weighted(&self) -> &WeightedDag {
        &self.graph
    }

    /// Every edge, by source, then target.
    pub fn edges(&self) -> Vec<Edge> {
        let into = |target: usize| {
            let terms = self.graph.parents(target).zip(&self.std_errors[target]);
            terms.map(move |((source, weight), &std_error)| Edge {
                source,
                target,
                weight,
                std_error,
            })
        };
        let mut edges: Vec<Edge> = (0..self.names.len()).flat_map(into).collect();
        edges.sort_unstable_by_key(|e| (e.source, e.target));
        edges
    }

    /// Variance of each node in the data.
    pub fn variances(&self) -> &[f64] {
        &self.variances
    }

    /// σ² of each node.
    pub fn noise_variances(&self) -> &[f64] {
        &self.noise_variances
    }

    /// Share of the variance of each node that its parents explain.
    pub fn r_squared(&self) -> &[f64] {
        &self.r_squared
    }

    /// (I − W)⁻¹: entry (i, j) is the total effect of i on j, over all directed paths; one on the
    /// diagonal.
    pub fn total_effects(&self) -> Matrix {
        let n = self.names.len();
        let mut effects = Matrix::identity(n);
        for &j in self.dag().order() {
            let mut column = effects.col(j).to_vec();
            for (i, weight) in self.graph.parents(j) {
                add_scaled(&mut column, weight, effects.col(i));
            }
            effects.col_mut(j).copy_from_slice(&column);
        }
        effects
    }
}
