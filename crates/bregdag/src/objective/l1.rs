//! Σ λ_ij |W_ij|, and the soft threshold that it leads to.
//!
//! λ_ij = λ, except for what is known beforehand: 0 where i → j must be there, since an edge that
//! stays anyway should not be shrunk, and ∞ where it must not be.

use crate::data::Knowledge;
use crate::linalg::Matrix;

/// The weighted l1 norm.
#[derive(Debug, Clone, Copy)]
pub struct L1<'a> {
    /// λ ≥ 0.
    pub lambda: f64,
    /// Required and forbidden edges.
    pub knowledge: &'a Knowledge,
}

impl L1<'_> {
    /// λ_ij.
    pub fn weight(&self, i: usize, j: usize) -> f64 {
        match self.knowledge {
            known if known.is_none() => self.lambda,
            known if !known.allows(i, j) => f64::INFINITY,
            known if known.requires(i, j) => 0.0,
            _ => self.lambda,
        }
    }

    /// T = λ_ij + g_ij.
    pub fn threshold(&self, gradient: &Matrix) -> Matrix {
        match self.knowledge.is_none() {
            true => gradient.map(|g| self.lambda + g),
            false => Matrix::from_fn(gradient.rows(), gradient.cols(), |i, j| {
                self.weight(i, j) + gradient[(i, j)]
            }),
        }
    }

    /// Σ λ_ij |W_ij| of a matrix that is zero where edges are forbidden.
    pub fn value(&self, w: &Matrix) -> f64 {
        let known = self.knowledge;
        if known.is_none() {
            return self.lambda * w.sum_abs();
        }
        let shrunk = |j: usize| {
            let others = w.col(j).iter().enumerate().filter(move |&(i, _)| !known.requires(i, j));
            others.map(|(_, x)| x.abs()).sum::<f64>()
        };
        self.lambda * (0..w.cols()).map(shrunk).sum::<f64>()
    }
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
    use super::*;
    use crate::data::Rules;
    use proptest::prelude::*;

    #[test]
    fn required_edges_are_free_and_forbidden_ones_are_not_to_be_had() {
        let names = ["a", "b", "c"].map(String::from);
        let rules = Rules {
            required_edges: vec![("a".into(), "b".into())],
            forbidden_edges: vec![("c".into(), "a".into())],
            ..Rules::default()
        };
        let knowledge = rules.over(&names).unwrap();
        let l1 = L1 { lambda: 0.5, knowledge: &knowledge };
        let mut w = Matrix::zeros(3, 3);
        (w[(0, 1)], w[(2, 1)], w[(0, 2)]) = (-8.0, 3.0, -1.0);
        assert_eq!(l1.value(&w), 2.0);
        assert_eq!(L1 { knowledge: &Knowledge::none(names.len()), ..l1 }.value(&w), 6.0);
        let t = l1.threshold(&w.map(f64::abs));
        assert_eq!((t[(0, 1)], t[(2, 1)], t[(1, 2)]), (8.0, 3.5, 0.5));
        // c → a by rule, b → a because of a → b.
        assert_eq!((t[(2, 0)], t[(1, 0)]), (f64::INFINITY, f64::INFINITY));
    }

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
