//! Bayesian ridge regression from the centred Gram matrix G = XᵀX, b = Xᵀy and yᵀy.
//!
//! The prior of the weights is N(0, 1/λ) and that of the noise N(0, 1/α), both precisions with gamma
//! priors of shape and rate 1e-6. The evidence is raised by (MacKay 1992, doi:10.1162/neco.1992.4.3.415)
//!
//!   w = (G + κI)⁻¹ b,   κ = λ/α,   γ = Σ_k s_k/(s_k + κ),   s_k the eigenvalues of G,
//!   λ ← (γ + 2·1e-6) / (‖w‖² + 2·1e-6),   α ← (m − γ + 2·1e-6) / (‖y − Xw‖² + 2·1e-6),
//!
//! until Σ|Δw| < 1e-3. Starting values, constants and stopping rule are those of scikit-learn, so that
//! the weights are the same.

use crate::linalg::{Cholesky, Eigen, Matrix, add_scaled, dot};

/// Shape and rate of both gamma priors.
const PRIOR: f64 = 1e-6;
/// Σ|Δw| below which the precisions have settled.
const SETTLED: f64 = 1e-3;
/// Most updates of the precisions.
const MOST_UPDATES: usize = 300;
/// Where variances differ by more than this, eigenvalues of G drown in the rounding of the largest:
/// half of the sixteen digits are left for the smallest.
const UNEVEN: f64 = 1e8;
/// A share of each variance, above the rounding of G, that keeps dependent columns from dividing
/// rounding by rounding.
const FLOOR: f64 = 1e-13;

/// One regression: of y on the columns of X, all centred.
#[derive(Debug)]
pub struct Regression {
    /// G = XᵀX.
    pub gram: Matrix,
    /// b = Xᵀy.
    pub moment: Vec<f64>,
    /// yᵀy.
    pub total: f64,
    /// m, the number of rows.
    pub rows: usize,
}

/// How (G + κI)⁻¹ b is computed.
enum Solver<'a> {
    /// Once G = V diag(s) Vᵀ is known, each κ costs one product: s, V, Vᵀb.
    Eigen(Eigen, Vec<f64>),
    /// Each κ costs a factor, whose rounding is relative to each column's own variance.
    Cholesky(&'a Regression),
}

impl Regression {
    /// The weights w.
    pub fn weights(&self) -> Vec<f64> {
        let solver = Solver::of(self);
        let mut alpha = 1.0 / (self.total / self.rows as f64 + f64::EPSILON);
        let mut lambda = 1.0;
        let mut previous: Option<Vec<f64>> = None;
        for _ in 0..MOST_UPDATES {
            let kappa = lambda / alpha;
            let (weights, gamma) = solver.solve(kappa);
            let squares = dot(&weights, &weights);
            // (G + κI)w = b gives wᵀGw = wᵀb − κ‖w‖². Rounding may carry a perfect fit below zero.
            let left = (self.total - dot(&weights, &self.moment) - kappa * squares).max(0.0);
            lambda = (gamma + 2.0 * PRIOR) / (squares + 2.0 * PRIOR);
            alpha = (self.rows as f64 - gamma + 2.0 * PRIOR) / (left + 2.0 * PRIOR);
            let settled = previous.is_some_and(|old| distance(&old, &weights) < SETTLED);
            previous = Some(weights);
            if settled {
                break;
            }
        }
        solver.solve(lambda / alpha).0
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

impl Solver<'_> {
    fn of(regression: &Regression) -> Solver<'_> {
        let (gram, moment) = (&regression.gram, &regression.moment);
        let p = moment.len();
        let variances = || (0..p).map(|i| gram[(i, i)]).filter(|&v| v > 0.0);
        let (least, most) =
            variances().fold((f64::INFINITY, 0.0), |(a, b): (f64, f64), v| (a.min(v), b.max(v)));
        let eigen = if most <= UNEVEN * least { Eigen::of(gram) } else { None };
        let Some(mut eigen) = eigen else { return Solver::Cholesky(regression) };
        let mut projected: Vec<f64> = (0..p).map(|k| dot(eigen.vectors.col(k), moment)).collect();
        // What rounding leaves of a dependence is none of the data's variance.
        let rounding = p as f64 * f64::EPSILON * most;
        for (s, b) in eigen.values.iter_mut().zip(&mut projected) {
            if *s <= rounding {
                (*s, *b) = (0.0, 0.0);
            }
        }
        Solver::Eigen(eigen, projected)
    }

    /// w = (G + κI)⁻¹ b, and γ.
    fn solve(&self, kappa: f64) -> (Vec<f64>, f64) {
        match self {
            Solver::Eigen(eigen, projected) => {
                let mut weights = vec![0.0; projected.len()];
                for (k, (s, b)) in eigen.values.iter().zip(projected).enumerate() {
                    add_scaled(&mut weights, b / (s + kappa), eigen.vectors.col(k));
                }
                (weights, eigen.values.iter().map(|s| s / (s + kappa)).sum())
            }
            Solver::Cholesky(regression) => regression.solve(kappa),
        }
    }
}

impl Regression {
    fn solve(&self, kappa: f64) -> (Vec<f64>, f64) {
        let p = self.moment.len();
        let mut floor = FLOOR;
        let factor = loop {
            let diagonal = |i: usize| self.gram[(i, i)] * (1.0 + floor) + kappa;
            let entry = |i, j| if i == j { diagonal(i) } else { self.gram[(i, j)] };
            match Cholesky::of(p, entry) {
                Ok(factor) => break factor,
                // Nothing is learned from columns that are not numbers.
                Err(_) if floor > 1.0 => return (vec![0.0; p], 0.0),
                Err(_) => floor *= 10.0,
            }
        };
        let mut weights = self.moment.clone();
        factor.solve(&mut weights);
        let mut work = vec![];
        // Σ s/(s + κ) = p − κ tr (G + κI)⁻¹.
        let trace: f64 = (0..p).map(|k| factor.inverse_entry(k, &mut work)).sum();
        (weights, (p as f64 - kappa * trace).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::gram;
    use crate::random::Stream;

    /// y = Σ x + noise, of columns in these units; the last column is the sum of the first two.
    fn regression(units: &[f64]) -> Regression {
        let (rows, p) = (300, units.len());
        let mut stream = Stream::new(2, 0);
        let mut x = Matrix::zeros(rows, p + 1);
        x.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
        for r in 0..rows {
            x[(r, p - 1)] = x[(r, 0)] + x[(r, 1)];
            x[(r, p)] += (0..p).map(|j| x[(r, j)]).sum::<f64>();
            (0..p).for_each(|j| x[(r, j)] *= units[j]);
        }
        let all = gram(&x);
        Regression {
            gram: Matrix::from_fn(p, p, |i, j| all[(i, j)]),
            moment: (0..p).map(|i| all[(i, p)]).collect(),
            total: all[(p, p)],
            rows,
        }
    }

    #[test]
    fn both_solvers_agree_where_columns_are_dependent() {
        let regression = regression(&[1.0, 3.0, 0.5, 1.0]);
        let eigen = Solver::of(&regression);
        assert!(matches!(eigen, Solver::Eigen(..)));
        for kappa in [1e-3, 1.0, 1e3] {
            let ((a, gamma_a), (b, gamma_b)) = (eigen.solve(kappa), regression.solve(kappa));
            // The floor of 1e-13 of squares of size 300 to 3000, against κ.
            assert!(distance(&a, &b) < 1e-6 && (gamma_a - gamma_b).abs() < 1e-6, "{a:?} {b:?}");
        }
    }

    #[test]
    fn uneven_units_take_the_other_solver_and_fit_as_well() {
        let regression = regression(&[1e7, 1.0, 1e-3, 1.0]);
        let solver = Solver::of(&regression);
        assert!(matches!(solver, Solver::Cholesky(_)));
        // With hardly any shrinkage: least squares. x₄ = x₁ + x₂ in the old units.
        let (weights, gamma) = solver.solve(1e-12);
        let shares = [1e7 * weights[0] + weights[3], weights[1] + weights[3], 1e-3 * weights[2]];
        // Noise of 1 in 300 rows, three deviations of the estimates.
        for (share, expected) in shares.iter().zip([2.0, 2.0, 1.0]) {
            assert!((share - expected).abs() < 0.2, "{shares:?}");
        }
        assert!((3.0 - 1e-9..4.0 + 1e-9).contains(&gamma), "{gamma}");
    }

    #[test]
    fn nothing_to_explain_gets_no_weight() {
        let mut constant = regression(&[1.0, 2.0, 3.0]);
        (constant.moment, constant.total) = (vec![0.0; 3], 0.0);
        assert_eq!(constant.weights(), [0.0; 3]);
        constant.gram = Matrix::zeros(3, 3);
        assert_eq!(constant.weights(), [0.0; 3]);
    }
}
