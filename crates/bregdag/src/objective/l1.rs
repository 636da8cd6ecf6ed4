//! λ‖W‖₁ = λ Σ |W_ij|, and the soft threshold that it leads to.

use crate::linalg::Matrix;

/// λ‖W‖₁.
pub fn value(lambda: f64, w: &Matrix) -> f64 {
    lambda * w.sum_abs()
}

/// argmin_v ½(v − g)² + t|v|: sign(g)·max(|g| − t, 0).
pub fn soft_threshold(g: f64, t: f64) -> f64 {
    if g > t {
        g - t
    } else if g < -t {
        g + t
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::soft_threshold;
    use proptest::prelude::*;

    proptest! {
        /// Optimality: g − v ∈ t ∂|v|, the interval [−t, t] at v = 0 and the point ±t elsewhere.
        #[test]
        fn soft_threshold_is_optimal(g in -5.0..5.0f64, t in 0.0..3.0f64) {
            let v = soft_threshold(g, t);
            let residual = g - v;
            if v == 0.0 {
                prop_assert!(residual.abs() <= t);
            } else {
                // One rounding of g − t.
                prop_assert!((residual - t * v.signum()).abs() <= 1e-15 * (1.0 + g.abs()));
            }
        }
    }
}
