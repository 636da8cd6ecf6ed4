//! h(A) = Tr exp(A) − n,   ∇h(A) = exp(A)ᵀ,   A ≥ 0 (Zheng, Aragam, Ravikumar and Xing 2018, arXiv:1803.01422).
//!
//! Entry (i, i) of Aᵏ/k! adds up the weights of the closed walks of k steps from i: h = 0 exactly when A
//! is a DAG.

use super::ValueAndGradient;
use super::series::Series;
use crate::linalg::Matrix;

/// Value and gradient at A ≥ 0. Not finite when A is so large that the exponential overflows.
pub fn exponential(a: &Matrix) -> ValueAndGradient {
    let mut gradient = Series::Exponential.transposed_sum(a, 1.0);
    let value = (0..a.rows()).map(|i| gradient[(i, i)]).sum();
    (0..a.rows()).for_each(|i| gradient[(i, i)] += 1.0);
    ValueAndGradient { value, gradient }
}
