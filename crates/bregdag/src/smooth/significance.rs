//! Is a term zero? Wood (2013, doi:10.1093/biomet/ass048): with V the covariance of β̂ and r its degrees of freedom,
//!
//! ```text
//! T = β̂ᵀ V^{r−} β̂,        T/r ~ F(r, m − τ)
//! ```
//!
//! where V^{r−} inverts V on its r leading eigenvectors. For r between k and k + 1 the last two share: what is
//! inverted there is (1, c; c, ν), ν = r − k, c² = ν(1 − ν)/2, which leaves T the first two moments of χ²_r. The sign of c is free;
//! both p-values are averaged. Written for functions that are orthonormal over the rows.

use crate::linalg::{Eigen, Matrix, dot};
use crate::tails::f_tail;

/// P(F as large), for coefficients with this covariance.
pub fn p_value(beta: &[f64], covariance: &Matrix, freedom: f64, rows_left: f64) -> f64 {
    let Some(eigen) = Eigen::of(covariance) else { return 1.0 };
    // By decreasing eigenvalue: z_k = u_kᵀβ/√v_k.
    let z: Vec<f64> = (0..beta.len())
        .rev()
        .map(|k| dot(eigen.vectors.col(k), beta) / eigen.values[k].max(f64::MIN_POSITIVE).sqrt())
        .collect();
    let rank = freedom.clamp(1.0, beta.len() as f64);
    let whole = rank.floor() as usize;
    let part = rank - rank.floor();
    if part == 0.0 {
        let t: f64 = z[..whole].iter().map(|z| z * z).sum();
        return f_tail(t / rank, rank, rows_left);
    }
    let first: f64 = z[..whole - 1].iter().map(|z| z * z).sum();
    let (a, b) = (z[whole - 1], z[whole]);
    let shared = (0.5 * part * (1.0 - part)).sqrt();
    let with = |sign: f64| {
        let t = first + a * a + part * b * b + sign * 2.0 * shared * a * b;
        f_tail(t / rank, rank, rows_left)
    };
    0.5 * (with(1.0) + with(-1.0))
}
