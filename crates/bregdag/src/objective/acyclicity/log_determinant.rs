//! h_s(A) = −log det(sI − A) + n log s,   ∇h_s(A) = (sI − A)⁻ᵀ,   A ≥ 0 with spectral radius below s
//! (Bello, Aragam and Ravikumar 2022, arXiv:2209.08037).
//!
//! h_s = Σ_k Tr(A/s)ᵏ/k: closed walks again, so h_s = 0 exactly when A is a DAG. It grows beyond all bounds
//! where the spectral radius reaches s, so a descent that begins inside stays there.

use super::ValueAndGradient;
use crate::linalg::{Matrix, m_matrix_inverse};

/// Value and gradient at A ≥ 0, or `None` outside of the domain.
pub fn log_determinant(a: &Matrix, s: f64) -> Option<ValueAndGradient> {
    let n = a.rows();
    // The transpose, because the gradient wants it.
    let mut gradient = a.transpose();
    gradient.as_mut_slice().iter_mut().for_each(|x| *x = -*x);
    (0..n).for_each(|i| gradient[(i, i)] += s);
    let log_determinant = m_matrix_inverse(&mut gradient)?;
    let value = n as f64 * s.ln() - log_determinant;
    value.is_finite().then_some(ValueAndGradient { value, gradient })
}
