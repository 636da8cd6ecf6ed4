//! y = Σ_i f_i(x_i) + e by penalised least squares, each λ_i by generalised cross-validation:
//!
//! ```text
//! β = (A + S)⁻¹ b,    S = diag(λ_i d),    V(λ) = m R/(m − τ)²,    R = ‖y − Bβ‖²,    τ = 1 + tr (A + S)⁻¹A
//! ```
//!
//! log V is minimised over ρ_i = log λ_i by Newton's method with exact derivatives (Wood 2011,
//! doi:10.1111/j.1467-9868.2010.00749.x, section 3, has those of such criteria). A = BᵀB, b = Bᵀy and y of length one.

use std::ops::Range;

use super::significance;
use crate::linalg::{Eigen, Matrix, dot, gram, positive_inverse};

/// |∂ log V/∂ρ| at which λ is settled: R then moves by less than this share of itself.
const SETTLED: f64 = 1e-9;
const MOST_STEPS: usize = 100;
/// Newton's step is cut to this length in every ρ, as in mgcv: V is not convex.
const LONGEST: f64 = 5.0;
const HALVINGS: usize = 25;
/// A function of which the others leave less than this share is one of them.
const DEPENDENT: f64 = 1e-8;
/// A share of ‖y‖² that is rounding.
const PERFECT: f64 = 1e-12;
/// λ d at the ends of the way: functions that are free, or are not there.
const ENDS: (f64, f64) = (1e-8, 1e10);
/// λ d at the ends of where the search may begin, where V still has slopes.
const STARTS: (f64, f64) = (0.03, 30.0);
const START_VALUES: usize = 25;

/// A regression on smooth functions, from products over the rows.
pub struct Regression {
    /// A.
    pub gram: Matrix,
    /// b.
    pub cross: Vec<f64>,
    /// d.
    pub roughness: Vec<f64>,
    /// The functions of each term.
    pub terms: Vec<Range<usize>>,
    /// m.
    pub rows: f64,
}

/// The fit at its best λ.
pub struct Smoothed {
    /// β.
    pub coefficients: Vec<f64>,
    /// R, a share of the variance of y.
    pub leftover: f64,
    /// τ.
    pub freedom: f64,
    /// The part of each term in τ.
    pub of_terms: Vec<f64>,
    /// The coefficients of each term.
    pub terms: Vec<Range<usize>>,
    /// P(a statistic as large | f_i = 0) of each term.
    pub p_values: Vec<f64>,
}

/// Everything at one ρ.
struct Point {
    rho: Vec<f64>,
    /// λ d, the diagonal of S.
    s: Vec<f64>,
    /// (A + S)⁻¹.
    inverse: Matrix,
    beta: Vec<f64>,
    leftover: f64,
    freedom: f64,
    /// log R − 2 log(m − τ).
    value: f64,
}

impl Regression {
    /// The variance that is left, as a share, without anything else about the fit; `None` where the terms depend on one
    /// another or leave no rows.
    pub fn leftover(&self) -> Option<f64> {
        self.best().map(|point| point.leftover)
    }

    /// The whole fit.
    pub fn fit(&self) -> Option<Smoothed> {
        let point = self.best()?;
        // F = (A + S)⁻¹A = I − (A + S)⁻¹S.
        let of_term = |term: &Range<usize>| -> f64 {
            term.clone().map(|c| 1.0 - point.inverse[(c, c)] * point.s[c]).sum()
        };
        Some(Smoothed {
            of_terms: self.terms.iter().map(of_term).collect(),
            p_values: self.terms.iter().map(|term| self.p_value(&point, term)).collect(),
            coefficients: point.beta,
            leftover: point.leftover,
            freedom: point.freedom,
            terms: self.terms.clone(),
        })
    }

    /// The test of one term, with the covariance (A + S)⁻¹σ² of its coefficients and tr(2F − F²) degrees of freedom.
    fn p_value(&self, point: &Point, term: &Range<usize>) -> f64 {
        let Point { inverse, s, .. } = point;
        let f = |a: usize, b: usize| f64::from(a == b) - inverse[(a, b)] * s[b];
        let squared = |a: usize| (0..s.len()).map(|b| f(a, b) * f(b, a)).sum::<f64>();
        let freedom: f64 = term.clone().map(|a| 2.0 * f(a, a) - squared(a)).sum();
        let rows_left = self.rows - point.freedom;
        let variance = point.leftover / rows_left;
        let size = term.len();
        let covariance = Matrix::from_fn(size, size, |a, b| {
            variance * inverse[(term.start + a, term.start + b)]
        });
        significance::p_value(&point.beta[term.clone()], &covariance, freedom, rows_left)
    }

    /// Newton's method on log V.
    fn best(&self) -> Option<Point> {
        // Where rows are few, lines alone may leave some.
        let lines = || self.terms.iter().map(|term| self.range(term, ENDS).1).collect();
        let mut point = self.at(self.start()).or_else(|| self.at(lines()))?;
        for _ in 0..MOST_STEPS {
            let (gradient, hessian) = self.derivatives(&point);
            if gradient.iter().all(|g| g.abs() < SETTLED) {
                break;
            }
            let Some(next) = self.better(&point, &step(&gradient, &hessian)?) else { break };
            point = next;
        }
        Some(point)
    }

    /// The first point along a step, halved again and again, that is better.
    fn better(&self, point: &Point, step: &[f64]) -> Option<Point> {
        let mut length = 1.0;
        for _ in 0..HALVINGS {
            let moved = point.rho.iter().zip(step).map(|(rho, step)| rho + length * step);
            let moved = moved.zip(&self.terms).map(|(rho, term)| self.bounded(rho, term, ENDS));
            let next = self.at(moved.collect());
            if let Some(next) = next.filter(|next| next.value < point.value) {
                return Some(next);
            }
            length *= 0.5;
        }
        None
    }

    /// λ of each term where it is alone, as far as V has slopes there.
    fn start(&self) -> Vec<f64> {
        let alone = |term: &Range<usize>| {
            let (low, high) = self.range(term, STARTS);
            let at = |k: usize| low + (high - low) * k as f64 / (START_VALUES - 1) as f64;
            let values = (0..START_VALUES).map(|k| (self.alone(term, at(k)), at(k)));
            values.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(low, |(_, rho)| rho)
        };
        self.terms.iter().map(alone).collect()
    }

    /// log V of one term alone: the functions are orthonormal.
    fn alone(&self, term: &Range<usize>, rho: f64) -> f64 {
        let (mut left, mut freedom) = (1.0, 1.0);
        for c in term.clone() {
            let shrunk = 1.0 / (1.0 + rho.exp() * self.roughness[c]);
            left -= self.cross[c].powi(2) * shrunk * (2.0 - shrunk);
            freedom += shrunk;
        }
        left.max(PERFECT).ln() - 2.0 * (self.rows - freedom).max(f64::MIN_POSITIVE).ln()
    }

    /// log λ such that λ d runs from one end for the roughest function to the other for the smoothest.
    fn range(&self, term: &Range<usize>, (free, gone): (f64, f64)) -> (f64, f64) {
        let curved = || self.roughness[term.clone()].iter().copied().filter(|d| *d > 0.0);
        let (smoothest, roughest) =
            (curved().fold(f64::INFINITY, f64::min), curved().fold(0.0, f64::max));
        match roughest > 0.0 {
            true => ((free / roughest).ln(), (gone / smoothest).ln()),
            false => (0.0, 0.0),
        }
    }

    fn bounded(&self, rho: f64, term: &Range<usize>, ends: (f64, f64)) -> f64 {
        let (low, high) = self.range(term, ends);
        rho.clamp(low, high)
    }

    /// `None` where terms depend on one another, or leave no rows.
    fn at(&self, rho: Vec<f64>) -> Option<Point> {
        let mut s = vec![0.0; self.roughness.len()];
        for (rho, term) in rho.iter().zip(&self.terms) {
            term.clone().for_each(|c| s[c] = rho.exp() * self.roughness[c]);
        }
        let mut system = self.gram.clone();
        (0..s.len()).for_each(|c| system[(c, c)] += s[c]);
        let inverse = positive_inverse(&system)?;
        if (0..s.len()).any(|c| inverse[(c, c)] * DEPENDENT > 1.0) {
            return None;
        }
        let beta: Vec<f64> = (0..s.len()).map(|c| dot(inverse.col(c), &self.cross)).collect();
        // Aβ = b − Sβ.
        let penalty: f64 = beta.iter().zip(&s).map(|(beta, s)| s * beta * beta).sum();
        let leftover = (1.0 - dot(&self.cross, &beta) - penalty).max(PERFECT);
        let gone: f64 = (0..s.len()).map(|c| inverse[(c, c)] * s[c]).sum();
        let freedom = 1.0 + s.len() as f64 - gone;
        let value = leftover.ln() - 2.0 * (self.rows - freedom).ln();
        // Without rows to spare there is no V.
        value.is_finite().then_some(Point { rho, s, inverse, beta, leftover, freedom, value })
    }

    /// ∂ log V/∂ρ and ∂² log V/∂ρ².
    fn derivatives(&self, point: &Point) -> (Vec<f64>, Matrix) {
        let Point { s, inverse, beta, leftover, freedom, .. } = point;
        let (q, p) = (s.len(), self.terms.len());
        // v = Sβ, w = (A + S)⁻¹v, and ∂β/∂ρ_i = −(A + S)⁻¹S_iβ.
        let v: Vec<f64> = beta.iter().zip(s).map(|(beta, s)| s * beta).collect();
        let w: Vec<f64> = (0..q).map(|c| dot(inverse.col(c), &v)).collect();
        let mut moved = Matrix::zeros(q, p);
        for (i, term) in self.terms.iter().enumerate() {
            for c in term.clone() {
                crate::linalg::add_scaled(moved.col_mut(i), -v[c], inverse.col(c));
            }
        }
        // C = (A + S)⁻¹A(A + S)⁻¹ = (A + S)⁻¹ − (A + S)⁻¹S(A + S)⁻¹.
        let taken = gram(&Matrix::from_fn(q, q, |a, b| s[a].sqrt() * inverse[(a, b)]));
        let c = |a: usize, b: usize| inverse[(a, b)] - taken[(a, b)];
        let sum =
            |term: &Range<usize>, of: &dyn Fn(usize) -> f64| term.clone().map(of).sum::<f64>();
        let left: Vec<f64> =
            self.terms.iter().map(|term| sum(term, &|a| 2.0 * w[a] * v[a])).collect();
        let free: Vec<f64> =
            self.terms.iter().map(|term| sum(term, &|a| -s[a] * c(a, a))).collect();
        let spare = self.rows - freedom;
        let second = |i: usize, j: usize| {
            let (ti, tj) = (&self.terms[i], &self.terms[j]);
            let (di, dj) = (moved.col(i), moved.col(j));
            let along =
                sum(ti, &|a| -v[a] * dj[a]) - (0..q).map(|a| s[a] * di[a] * dj[a]).sum::<f64>();
            let bent = sum(tj, &|a| w[a] * s[a] * di[a]) + sum(ti, &|a| w[a] * s[a] * dj[a]);
            let cross = sum(ti, &|a| sum(tj, &|b| s[a] * s[b] * inverse[(a, b)] * c(a, b)));
            let same = f64::from(i == j);
            let left_ij = 2.0 * along + 2.0 * bent + same * left[i];
            let free_ij = 2.0 * cross + same * free[i];
            left_ij / leftover - left[i] * left[j] / leftover.powi(2)
                + 2.0 * free_ij / spare
                + 2.0 * free[i] * free[j] / spare.powi(2)
        };
        let gradient = (0..p).map(|i| left[i] / leftover + 2.0 * free[i] / spare).collect();
        (gradient, Matrix::from_fn(p, p, second))
    }
}

/// Newton's step down: directions of negative curvature are gone down too, and ρ at which V is flat stays.
fn step(gradient: &[f64], hessian: &Matrix) -> Option<Vec<f64>> {
    let steep =
        |&i: &usize| gradient[i].abs() > 0.1 * SETTLED || hessian[(i, i)].abs() > 0.1 * SETTLED;
    let moving: Vec<usize> = (0..gradient.len()).filter(steep).collect();
    let k = moving.len();
    let eigen = Eigen::of(&Matrix::from_fn(k, k, |a, b| hessian[(moving[a], moving[b])]))?;
    let most = eigen.values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let g: Vec<f64> = moving.iter().map(|&i| gradient[i]).collect();
    let mut step = vec![0.0; gradient.len()];
    for (e, value) in eigen.values.iter().enumerate() {
        let direction = eigen.vectors.col(e);
        let along = dot(direction, &g) / value.abs().max(1e-10 * most).max(f64::MIN_POSITIVE);
        moving.iter().zip(direction).for_each(|(&i, d)| step[i] -= along * d);
    }
    let longest = step.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    if longest > LONGEST {
        step.iter_mut().for_each(|value| *value *= LONGEST / longest);
    }
    step.iter().all(|value| value.is_finite()).then_some(step)
}
