//! f(A) = μ (Tr(I + αA)ⁿ − n),   ∇f(A) = μ n α ((I + αA)ⁿ⁻¹)ᵀ,   A ≥ 0.
//!
//! Entry (i, j) of (I + αA)ⁿ⁻¹ adds up the weights of all walks from i to j, so f = 0 exactly when
//! no walk returns: when A is a DAG. Value and gradient share P = (I + αA)ⁿ⁻¹:
//!
//!   Tr(I + αA)ⁿ − n = Tr(P − I) + α⟨A, Pᵀ⟩.
//!
//! Only P − I is ever stored, so that a nearly acyclic A keeps the digits of its small penalty.
//! Cycles whose weight is below rounding next to one do not show.

use super::ValueAndGradient;
use super::series::Series;
use crate::linalg::Matrix;

/// The penalty for given μ, α and order n.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Acyclicity {
    /// μ > 0.
    pub mu: f64,
    /// α > 0.
    pub alpha: f64,
}

impl Acyclicity {
    /// Value and gradient at A ≥ 0 with zero diagonal. Not finite when A is so large that the
    /// power overflows.
    pub fn evaluate(&self, a: &Matrix) -> ValueAndGradient {
        let n = a.rows();
        // Pᵀ − I, the transpose because the gradient wants it.
        let series = Series::Binomial(n.saturating_sub(1));
        let mut excess = series.transposed_sum(a, self.alpha);
        let trace: f64 = (0..n).map(|i| excess[(i, i)]).sum();
        let closing = self.alpha * a.inner(&excess);
        let scale = self.mu * n as f64 * self.alpha;
        for j in 0..n {
            excess[(j, j)] += 1.0;
            excess.col_mut(j).iter_mut().for_each(|g| *g *= scale);
        }
        ValueAndGradient { value: self.mu * (trace + closing), gradient: excess }
    }
}
