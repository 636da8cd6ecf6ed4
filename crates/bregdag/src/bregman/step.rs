//! The Bregman step: V = argmin ℓ(V) + Σ T_ij|V_ij| − c_k⟨W_k, V⟩ + h(‖V‖)/γ,
//! T = λ + ∇f(|W_k|),   c_k = h'(r_k)/(γ r_k).
//!
//! Its optimality condition is that of n elastic nets that share one unknown ridge weight c:
//!
//!   (2S + cI)V + T∘∂|V| ∋ 2S + c_k W_k,   c = h'(r)/(γ r),   r = ‖V‖_F.
//!
//! F(c) = c·r(c) − h'(r(c))/γ increases with c, so the right c is the one root of F, found between
//! brackets; each evaluation solves the n columns in parallel from where the last one ended.
//! (docs/mathematics.md, sections 4 and 5, has the derivation and the three variants.)

use super::Variant;
use super::column::{ColumnProblem, Penalty1d};
use crate::linalg::{Matrix, add_scaled, dot, parallel_for_each, parallel_map};
use crate::objective::l1::soft_threshold;
use crate::objective::{Kernel, Loss};

/// Evaluations after which the bracket is as narrow as it will get.
const MAX_EVALUATIONS: usize = 100;

/// Longest step in ln c outside brackets.
const REACH: f64 = 4.0;
/// Slopes of G outside this range are taken for its ends: it is flat just where V leaves zero, and
/// steep at a kink.
const FLATTEST: f64 = 1e-9;
const STEEPEST: f64 = 10.0;

/// A point of the algorithm. `net` is W; `gross` is what the penalty sees: |W|, except that the
/// split variant may hold W⁺ and W⁻ both positive, gross = W⁺ + W⁻ > |W⁺ − W⁻|.
#[derive(Debug, Clone)]
pub struct Point {
    /// W = W⁺ − W⁻.
    pub net: Matrix,
    /// A = W⁺ + W⁻.
    pub gross: Matrix,
}

impl Point {
    /// W with A = |W|.
    pub fn new(net: Matrix) -> Point {
        Point { gross: net.map(f64::abs), net }
    }
}

/// One step to be solved.
pub struct Step<'a> {
    /// Which sign structure.
    pub variant: Variant,
    /// The loss.
    pub loss: &'a Loss,
    /// The kernel.
    pub kernel: Kernel,
    /// T = λ + ∇f(A_k).
    pub threshold: &'a Matrix,
    /// W_k.
    pub from: &'a Point,
    /// γ.
    pub gamma: f64,
    /// Relative accuracy of c, and of each column.
    pub tolerance: f64,
}

/// The solution of a step, with what the next one can start from.
#[derive(Debug, Clone)]
pub struct Solution {
    /// V.
    pub point: Point,
    /// The ridge weight at the solution (∞ for V = 0).
    pub ridge: f64,
    /// For the next step.
    pub hint: Option<Hint>,
}

/// What one search for c tells the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hint {
    /// c·γ, since c goes with 1/γ.
    ridge_gamma: f64,
    /// dG/d ln c near the root.
    slope: f64,
}

impl Step<'_> {
    /// Solves the step, searching for the ridge weight from where `hint` says.
    pub fn solve(&self, hint: Option<Hint>) -> Solution {
        let n = self.from.net.rows();
        let pull = self.pull();
        if self.stays_at_zero(pull) {
            let point = Point::new(Matrix::zeros(n, n));
            return Solution { point, ridge: f64::INFINITY, hint: None };
        }
        let mut search = Search::new(self, pull);
        let hint = hint.unwrap_or_else(|| {
            // A tiny W_k has a huge c_k, at which nothing can enter: begin where something can.
            let (large, usual) = (1e3 * self.mean_variance(), self.mean_variance());
            let ridge = if pull > 0.0 { pull.min(large) } else { usual };
            Hint { ridge_gamma: ridge * self.gamma, slope: 1.0 }
        });
        let (x, slope) = search.root((hint.ridge_gamma / self.gamma).ln(), hint.slope);
        let ridge = x.exp();
        let hint = Some(Hint { ridge_gamma: ridge * self.gamma, slope });
        Solution { point: search.point(ridge), ridge, hint }
    }

    /// c_k = h'(r_k)/(γ r_k); zero at W_k = 0, where the subgradient 0 of h is taken.
    fn pull(&self) -> f64 {
        let r = self.from.gross.norm();
        if r == 0.0 { 0.0 } else { (self.kernel.ln_slope(r) - r.ln() - self.gamma.ln()).exp() }
    }

    /// A ridge weight of the right order of magnitude when there is nothing better.
    fn mean_variance(&self) -> f64 {
        let s = self.loss.covariance();
        (0..s.rows()).map(|i| s[(i, i)]).sum::<f64>() / s.rows() as f64
    }

    /// V = 0 is the solution exactly when what pulls at it, thresholded by T, has norm ≤ h'(0)/γ.
    fn stays_at_zero(&self, pull: f64) -> bool {
        let s = self.loss.covariance();
        let mut square = 0.0;
        for j in 0..s.cols() {
            for i in (0..s.rows()).filter(|&i| i != j) {
                let (smooth, t) = (2.0 * s[(i, j)], self.threshold[(i, j)]);
                let force = match self.variant {
                    Variant::Signed => soft_threshold(smooth + pull * self.from.net[(i, j)], t),
                    Variant::Positive => (smooth + pull * self.from.net[(i, j)] - t).max(0.0),
                    Variant::Split => (smooth.abs() + pull * self.from.gross[(i, j)] - t).max(0.0),
                };
                square += force * force;
            }
        }
        square.sqrt() <= (self.kernel.ln_slope(0.0) - self.gamma.ln()).exp()
    }

    /// φ_ij for ridge weight c, halved like everything in [`ColumnProblem`].
    fn penalty(&self, pull: f64, ridge: f64, i: usize, j: usize) -> Penalty1d {
        let threshold = self.threshold[(i, j)] / 2.0;
        let ridge = ridge / 2.0;
        match self.variant {
            Variant::Signed => Penalty1d::ElasticNet { threshold, ridge },
            Variant::Positive => Penalty1d::NonNegative { threshold, ridge },
            // Minimising over A ≥ |B| leaves (c/2)(max(|B|, p₊) − p)², p = (c_k A_k − T)/c.
            Variant::Split => match self.reserve(pull, 2.0 * ridge, i, j) {
                until if until > 0.0 => Penalty1d::Flat { until, ridge },
                until => Penalty1d::ElasticNet { threshold: -until * ridge, ridge },
            },
        }
    }

    /// p = (c_k A_k − T)/c of the split variant: the size up to which |B| is free.
    fn reserve(&self, pull: f64, ridge: f64, i: usize, j: usize) -> f64 {
        (pull * self.from.gross[(i, j)] - self.threshold[(i, j)]) / ridge
    }
}

/// An end of the bracket: ln c and G there.
type Bracket = Option<(f64, f64)>;

/// The search for c, holding the columns V(c) of the last evaluation.
struct Search<'a> {
    step: &'a Step<'a>,
    pull: f64,
    columns: Vec<Column>,
}

/// One column: b of its problem, v and S v.
#[derive(Clone)]
struct Column {
    linear: Vec<f64>,
    v: Vec<f64>,
    sv: Vec<f64>,
    /// ‖a_j‖² of its part of A.
    square: f64,
}

impl<'a> Search<'a> {
    fn new(step: &'a Step<'a>, pull: f64) -> Search<'a> {
        let s = step.loss.covariance();
        let columns = parallel_map(s.cols(), |j| {
            let v = step.from.net.col(j).to_vec();
            let mut sv = vec![0.0; v.len()];
            let mut linear = s.col(j).to_vec();
            for i in (0..v.len()).filter(|&i| v[i] != 0.0) {
                add_scaled(&mut sv, v[i], s.col(i));
                if step.variant != Variant::Split {
                    linear[i] += pull / 2.0 * v[i];
                }
            }
            Column { linear, v, sv, square: 0.0 }
        });
        Search { step, pull, columns }
    }

    /// G(x) = ln c + ln r(c) − ln h'(r(c)) + ln γ at c = eˣ: the sign of F, without overflow.
    fn evaluate(&mut self, x: f64) -> f64 {
        let (step, pull, ridge) = (self.step, self.pull, x.exp());
        parallel_for_each(&mut self.columns, |j, column| {
            solve_column(step, pull, ridge, j, column);
        });
        let r = self.columns.iter().map(|c| c.square).sum::<f64>().sqrt();
        // V = 0 has been ruled out, so r = 0 means that c is too large for anything to move.
        if r == 0.0 {
            return f64::INFINITY;
        }
        x + r.ln() - step.kernel.ln_slope(r) + step.gamma.ln()
    }

    /// The root of G, from x, and the slope of G on the way. As long as all values have one sign:
    /// to where G vanishes if its slope is that of the last two values. (The slope is one when r
    /// does not depend on c.) Then secants between brackets, the value at an end that lingers
    /// halved (Illinois).
    fn root(&mut self, start: f64, mut slope: f64) -> (f64, f64) {
        let tolerance = self.step.tolerance;
        let (mut low, mut high): (Bracket, Bracket) = (None, None);
        let (mut last, mut next): (Bracket, f64) = (None, start);
        for _ in 0..MAX_EVALUATIONS {
            let x = next;
            let g = self.evaluate(x);
            let before = last.replace((x, g));
            if g.abs() <= tolerance {
                break;
            }
            if let Some((x_before, g_before)) = before.filter(|b| b.1.is_finite()) {
                slope = f64::clamp((g - g_before) / (x - x_before), FLATTEST, STEEPEST);
            }
            let same_side = before.is_some_and(|(_, g_before)| (g_before < 0.0) == (g < 0.0));
            let (end, other) = if g < 0.0 { (&mut low, &mut high) } else { (&mut high, &mut low) };
            *end = last;
            if let (Some(lingering), true) = (other, same_side) {
                lingering.1 /= 2.0;
            }
            next = match (low, high) {
                (Some(a), Some(b)) if b.0 - a.0 <= tolerance => break,
                (Some(a), Some(b)) => {
                    let secant = a.0 - a.1 * (b.0 - a.0) / (b.1 - a.1);
                    if a.0 < secant && secant < b.0 { secant } else { (a.0 + b.0) / 2.0 }
                }
                _ => x - (g / slope).clamp(-REACH, REACH),
            };
        }
        (last.map_or(start, |(x, _)| x), slope)
    }

    /// V(c) of the last evaluation.
    fn point(self, ridge: f64) -> Point {
        let n = self.columns.len();
        let mut net = Matrix::zeros(n, n);
        self.columns.iter().enumerate().for_each(|(j, c)| net.col_mut(j).copy_from_slice(&c.v));
        if self.step.variant != Variant::Split {
            return Point::new(net);
        }
        let gross = Matrix::from_fn(n, n, |i, j| match i == j {
            true => 0.0,
            false => net[(i, j)].abs().max(self.step.reserve(self.pull, ridge, i, j)),
        });
        Point { net, gross }
    }
}

fn solve_column(step: &Step<'_>, pull: f64, ridge: f64, j: usize, column: &mut Column) {
    let covariance = step.loss.covariance();
    let problem = ColumnProblem {
        covariance,
        target: j,
        linear: &column.linear,
        penalty: |i| step.penalty(pull, ridge, i, j),
        tolerance: step.tolerance * step.tolerance * covariance[(j, j)],
    };
    problem.solve(&mut column.v, &mut column.sv);
    column.square = match step.variant {
        Variant::Signed | Variant::Positive => dot(&column.v, &column.v),
        Variant::Split => (0..column.v.len())
            .filter(|&i| i != j)
            .map(|i| column.v[i].abs().max(step.reserve(pull, ridge, i, j)).powi(2))
            .sum(),
    };
}
