//! Dense matrices and the few operations on them that the rest needs.
//!
//! The only module that names the matrix library. Products are cut into panels of a fixed width that
//! run in parallel: how a panel is computed does not depend on the number of threads, so neither do
//! the results, to the last bit.

mod assignment;
mod cholesky;
mod eigen;
mod elimination;
mod inverse;
mod lasso_path;
mod m_matrix;
mod matrix;
mod monotone;
mod product;

pub(crate) use assignment::assignment;
pub(crate) use cholesky::{Cholesky, Dependent};
pub(crate) use eigen::Eigen;
pub(crate) use elimination::{Elimination, Pivot};
pub(crate) use inverse::{inverse, positive_inverse};
pub(crate) use lasso_path::lasso_path;
pub(crate) use m_matrix::m_matrix_inverse;
pub use matrix::Matrix;
pub(crate) use monotone::{Pool, pools};
pub use product::product;
use product::subtract_product;
pub(crate) use product::{gram, product_into};

/// A column of which others leave less than this share of its variance is their linear combination:
/// half of the digits of double precision.
pub(crate) const COLLINEAR: f64 = 1e-8;

/// Σ a_i b_i, in eight interleaved sums so that the compiler may use vector registers.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (a_chunks, b_chunks) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let tail: f64 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a_chunks.zip(b_chunks) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + tail
}

/// y += scale · x.
pub(crate) fn add_scaled(y: &mut [f64], scale: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += scale * x;
    }
}

/// `out ← base − Σ_k coefficients[k] · column(k)`.
pub(crate) fn subtract_combination<'a>(
    out: &mut [f64],
    base: &[f64],
    coefficients: &[f64],
    column: impl Fn(usize) -> &'a [f64],
) {
    out.copy_from_slice(base);
    let n = out.len();
    // Four columns to a pass, since each pass reads and writes `out`.
    let whole = coefficients.len() / 4 * 4;
    for k in (0..whole).step_by(4) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| coefficients[k + i]);
        let [p, q, r, s] = [0, 1, 2, 3].map(|i| &column(k + i)[..n]);
        for i in 0..n {
            out[i] -= (a * p[i] + b * q[i]) + (c * r[i] + d * s[i]);
        }
    }
    for k in whole..coefficients.len() {
        add_scaled(out, -coefficients[k], column(k));
    }
}
