//! The Bregman step: V = argmin ℓ(V) + Σ T_ij|V_ij| − c_k⟨W_k, V⟩ + h(‖V‖)/γ,
//! T = λ + ∇f(|W_k|),   c_k = h'(r_k)/(γ r_k).
//!
//! Its optimality condition is that of n elastic nets that share one unknown ridge weight c:
//!
//!   (2S + cI)V + T∘∂|V| ∋ 2S + c_k W_k,   c = h'(r)/(γ r),   r = ‖V‖_F.
//!
//! Here are the elastic nets for a given c; `ridge` finds the right one. An infinite T_ij keeps an
//! entry at zero. (docs/mathematics.md, sections 4 and 5, has the derivation and the three variants.)

use super::Variant;
use super::column::ColumnProblem;
use super::penalty::Penalty1d;
use super::ridge::RidgeSearch;
use crate::data::Knowledge;
use crate::linalg::{Matrix, add_scaled, dot};
use crate::objective::l1::soft_threshold;
use crate::objective::{Kernel, Loss};

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
    /// T = λ + ∇f(A_k): see [`crate::objective::L1::threshold`].
    pub threshold: &'a Matrix,
    /// What T knows of, and which entries may be negative in the positive variant.
    pub knowledge: &'a Knowledge,
    /// W_k, zero where T is infinite.
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
}

impl Step<'_> {
    /// Solves the step, searching for the ridge weight from `guess`, as long as `go_on` says so; it is
    /// asked between portions of the columns, many times in one evaluation if there are many.
    pub fn solve_while<E>(
        &self,
        guess: Option<f64>,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Solution, E> {
        go_on()?;
        let n = self.from.net.rows();
        let frame = Frame { step: self, pull: self.pull() };
        if frame.stays_at_zero() {
            let point = Point::new(Matrix::zeros(n, n));
            return Ok(Solution { point, ridge: f64::INFINITY });
        }
        let guess = guess.unwrap_or_else(|| {
            // A tiny W_k has a huge c_k, at which nothing can enter: begin where something can.
            let usual = self.loss.mean_variance();
            if frame.pull > 0.0 { frame.pull.min(1e3 * usual) } else { usual }
        });
        let mut search = RidgeSearch::new(frame);
        let ridge = search.root(guess.ln(), go_on)?.exp();
        Ok(Solution { point: search.point(ridge), ridge })
    }

    /// c_k = h'(r_k)/(γ r_k); zero at W_k = 0, where the subgradient 0 of h is taken.
    fn pull(&self) -> f64 {
        let r = self.from.gross.norm();
        if r == 0.0 { 0.0 } else { (self.kernel.ln_slope(r) - r.ln() - self.gamma.ln()).exp() }
    }
}

/// A step with its c_k.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) step: &'a Step<'a>,
    /// c_k.
    pull: f64,
}

impl Frame<'_> {
    /// V = 0 is the solution exactly when what pulls at it, thresholded by T, has norm ≤ h'(0)/γ.
    fn stays_at_zero(&self) -> bool {
        let Step { variant, loss, kernel, threshold, knowledge, from, gamma, .. } = self.step;
        let s = loss.covariance();
        let mut square = 0.0;
        for j in 0..s.cols() {
            for i in (0..s.rows()).filter(|&i| i != j) {
                let (smooth, t) = (2.0 * s[(i, j)], threshold[(i, j)]);
                let force = match variant {
                    Variant::Split => (smooth.abs() + self.pull * from.gross[(i, j)] - t).max(0.0),
                    _ => soft_threshold(smooth + self.pull * from.net[(i, j)], t),
                };
                let counts = force > 0.0 || variant.allows_negative(knowledge, i, j);
                let force = if counts { force } else { 0.0 };
                square += force * force;
            }
        }
        square.sqrt() <= (kernel.ln_slope(0.0) - gamma.ln()).exp()
    }

    /// φ_ij for ridge weight c, halved like everything in [`ColumnProblem`].
    fn penalty(&self, ridge: f64, i: usize, j: usize) -> Penalty1d {
        let threshold = self.step.threshold[(i, j)] / 2.0;
        let half = ridge / 2.0;
        match self.step.variant {
            Variant::Signed | Variant::Positive => {
                let any_sign = self.step.variant.allows_negative(self.step.knowledge, i, j);
                Penalty1d::shrinkage(any_sign, threshold, half)
            }
            // Minimising over A ≥ |B| leaves (c/2)(max(|B|, p₊) − p)², p = (c_k A_k − T)/c.
            Variant::Split => match self.reserve(ridge, i, j) {
                until if until > 0.0 => Penalty1d::Flat { until, ridge: half },
                until => Penalty1d::ElasticNet { threshold: -until * half, ridge: half },
            },
        }
    }

    /// p = (c_k A_k − T)/c of the split variant: the size up to which |B| is free.
    pub(super) fn reserve(&self, ridge: f64, i: usize, j: usize) -> f64 {
        (self.pull * self.step.from.gross[(i, j)] - self.step.threshold[(i, j)]) / ridge
    }

    /// Column j before the first evaluation.
    pub(super) fn column(&self, j: usize) -> Column {
        let s = self.step.loss.covariance();
        let v = self.step.from.net.col(j).to_vec();
        let mut sv = vec![0.0; v.len()];
        let mut linear = s.col(j).to_vec();
        for i in (0..v.len()).filter(|&i| v[i] != 0.0) {
            add_scaled(&mut sv, v[i], s.col(i));
            if self.step.variant != Variant::Split {
                linear[i] += self.pull / 2.0 * v[i];
            }
        }
        Column { linear, v, sv, response: vec![], square: 0.0, square_slope: 0.0 }
    }

    /// Solves column j for the ridge weight c.
    pub(super) fn solve(&self, ridge: f64, j: usize, column: &mut Column) {
        let covariance = self.step.loss.covariance();
        let problem = ColumnProblem {
            covariance,
            target: j,
            linear: &column.linear,
            penalty: |i| self.penalty(ridge, i, j),
            tolerance: self.step.tolerance * self.step.tolerance * covariance[(j, j)],
        };
        let active = problem.solve(&mut column.v, &mut column.sv);
        // φ is halved, so its slope is c/2.
        column.response = active.response(&column.v);
        column.response.iter_mut().for_each(|(_, d)| *d /= 2.0);
        self.measure(ridge, j, column);
    }

    /// ‖a_j‖² and its derivative by c: a = |v|, but in the split variant p where that is larger,
    /// and dp/dc = −p/c.
    fn measure(&self, ridge: f64, j: usize, column: &mut Column) {
        let v = &column.v;
        column.square = dot(v, v);
        column.square_slope = column.response.iter().map(|&(i, d)| 2.0 * v[i] * d).sum();
        if self.step.variant == Variant::Split {
            let mut response = vec![0.0; v.len()];
            column.response.iter().for_each(|&(i, d)| response[i] = d);
            for i in (0..v.len()).filter(|&i| i != j) {
                let p = self.reserve(ridge, i, j);
                if p > v[i].abs() {
                    column.square += p * p - v[i] * v[i];
                    column.square_slope += -2.0 * p * p / ridge - 2.0 * v[i] * response[i];
                }
            }
        }
    }
}

/// One column: b of its problem, v and S v, and how they answer to c.
pub(super) struct Column {
    pub linear: Vec<f64>,
    pub v: Vec<f64>,
    pub sv: Vec<f64>,
    /// (i, dv_i/dc) where it is not zero.
    pub response: Vec<(usize, f64)>,
    /// ‖a_j‖² of its part of A, and its derivative by c.
    pub square: f64,
    pub square_slope: f64,
}

#[cfg(test)]
impl Step<'_> {
    /// Solves the step, searching for the ridge weight from `guess`; nothing stops it.
    pub fn solve(&self, guess: Option<f64>) -> Solution {
        let mut go_on = || Ok::<(), std::convert::Infallible>(());
        let Ok(solution) = self.solve_while(guess, &mut go_on);
        solution
    }
}
