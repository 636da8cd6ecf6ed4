//! Dynamic NoLips (the paper's Algorithm 2):
//!
//!   W_{k+1} = T_γ(W_k), γ halved until f(W_{k+1}) ≤ f(W_k) + ⟨∇f(W_k), W_{k+1} − W_k⟩ + D_h/γ,
//!   then γ ← min(2γ, γ_max);   stop when |ℓ_{k+1} − ℓ_k| ≤ τ ℓ_k.

use super::Variant;
use super::iteration::Iteration;
use super::step::{Point, Step};
use crate::linalg::Matrix;
use crate::objective::{Acyclicity, Kernel, L1, Loss, ValueAndGradient};
use crate::watch::{Status, Stop, Watch};

/// γ ≤ 1 always passes the test (docs/mathematics.md, section 3); below this only rounding fails it.
const GAMMA_MIN: f64 = 0.25;

/// How much the sums of the objective may differ by rounding.
const ROUNDING: f64 = 1e-12;

/// The search with fixed μ.
pub struct Descent<'a> {
    /// Sign structure.
    pub variant: Variant,
    /// ℓ.
    pub loss: &'a Loss,
    /// λ, and what is known beforehand.
    pub l1: L1<'a>,
    /// f.
    pub acyclicity: Acyclicity,
    /// First γ.
    pub gamma: f64,
    /// Largest γ.
    pub gamma_max: f64,
    /// τ.
    pub tolerance: f64,
    /// Accuracy of each step.
    pub step_tolerance: f64,
    /// Most iterations.
    pub max_iterations: usize,
}

/// Where a search ended.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// W.
    pub weights: Matrix,
    /// Tr(I + αA)ⁿ − n of it.
    pub acyclicity: f64,
    /// How it ended.
    pub status: Status,
    /// Iterations done.
    pub iterations: usize,
}

/// W_k with everything evaluated there.
struct State {
    point: Point,
    loss: f64,
    penalty: ValueAndGradient,
}

impl Descent<'_> {
    /// Runs from `start`, which is zero where edges are forbidden. The objective never rises.
    pub fn run(&self, start: Point, watch: &dyn Watch) -> Outcome {
        let mut at = self.evaluate(start);
        let mut gamma = self.gamma.min(self.gamma_max);
        let mut ridge_gamma = None;
        watch.event(&self.report(0, &at, None, gamma, None).event());
        let mut status = Status::IterationLimit;
        let mut iterations = 0;
        while iterations < self.max_iterations {
            let (next, used) = match self.accepted_step(&at, &mut gamma, &mut ridge_gamma, watch) {
                Ok(step) => step,
                Err(stop) => {
                    status = stop.into();
                    break;
                }
            };
            iterations += 1;
            let used = Some(used).filter(|c| c.is_finite());
            watch.event(&self.report(iterations, &next, Some(&at), gamma, used).event());
            let change = (next.loss - at.loss).abs();
            // Where the fit is perfect the loss itself is rounding of the variances.
            let rounding = f64::EPSILON * self.loss.mean_variance() * at.point.net.rows() as f64;
            let converged = change <= self.tolerance * at.loss + rounding;
            at = next;
            if converged {
                status = Status::Converged;
                break;
            }
            gamma = (2.0 * gamma).min(self.gamma_max);
        }
        // In the split variant A may be more than |W|, and it is W that is handed over.
        let acyclicity = match self.variant {
            Variant::Split => self.acyclicity.evaluate(&at.point.net.map(f64::abs)).value,
            Variant::Signed | Variant::Positive => at.penalty.value,
        };
        let acyclicity = acyclicity / self.acyclicity.mu;
        Outcome { weights: at.point.net, acyclicity, status, iterations }
    }

    /// T_γ(W_k) with the first γ of γ, γ/2, γ/4, … that passes the test, and its ridge weight.
    fn accepted_step(
        &self,
        at: &State,
        gamma: &mut f64,
        ridge_gamma: &mut Option<f64>,
        watch: &dyn Watch,
    ) -> Result<(State, f64), Stop> {
        let n = at.point.net.rows();
        let kernel = Kernel::new(self.acyclicity.mu, self.acyclicity.alpha, n);
        let threshold = self.l1.threshold(&at.penalty.gradient);
        loop {
            let step = Step {
                variant: self.variant,
                loss: self.loss,
                kernel,
                threshold: &threshold,
                knowledge: self.l1.knowledge,
                from: &at.point,
                gamma: *gamma,
                tolerance: self.step_tolerance,
            };
            // c goes with 1/γ, so the last c·γ predicts the next c.
            let guess = ridge_gamma.map(|product| product / *gamma);
            let solution = step.solve_while(guess, &mut || watch.go_on())?;
            *ridge_gamma = Some(solution.ridge * *gamma).filter(|product| product.is_finite());
            let next = self.evaluate(solution.point);
            // In theory the test implies that the objective falls; an inexact step may pass it.
            let lower = self.objective(&next) <= self.objective(at) * (1.0 + ROUNDING);
            if lower && self.decreases_enough(at, &next, kernel, *gamma) {
                return Ok((next, solution.ridge));
            }
            if *gamma <= GAMMA_MIN {
                let best = if lower { next } else { self.evaluate(at.point.clone()) };
                return Ok((best, solution.ridge));
            }
            *gamma /= 2.0;
        }
    }

    /// f(V) ≤ f(W) + ⟨∇f(W), A_V − A_W⟩ + D_h(V, W)/γ.
    fn decreases_enough(&self, at: &State, next: &State, kernel: Kernel, gamma: f64) -> bool {
        let divergence = match self.variant {
            Variant::Split => kernel.divergence(&next.point.gross, &at.point.gross),
            Variant::Signed | Variant::Positive => {
                kernel.divergence(&next.point.net, &at.point.net)
            }
        };
        let gradient = at.penalty.gradient.as_slice().iter();
        let change = next.point.gross.as_slice().iter().zip(at.point.gross.as_slice());
        let linear: f64 = gradient.zip(change).map(|(g, (v, w))| g * (v - w)).sum();
        next.penalty.value <= at.penalty.value + linear + divergence / gamma
    }

    fn evaluate(&self, point: Point) -> State {
        let loss = self.loss.value(&point.net);
        let penalty = self.acyclicity.evaluate(&point.gross);
        State { point, loss, penalty }
    }

    fn objective(&self, at: &State) -> f64 {
        at.loss + self.l1.value(&at.point.gross) + at.penalty.value
    }

    fn report(
        &self,
        iteration: usize,
        at: &State,
        before: Option<&State>,
        gamma: f64,
        ridge: Option<f64>,
    ) -> Iteration {
        let l1 = self.l1.value(&at.point.gross);
        Iteration {
            iteration,
            loss: at.loss,
            l1,
            penalty: at.penalty.value,
            objective: self.objective(at),
            mu: self.acyclicity.mu,
            gamma,
            ridge,
            support: at.point.net.support(),
            support_changes: before.map_or(0, |b| support_changes(&at.point.net, &b.point.net)),
        }
    }
}

/// Entries zero in one matrix and not in the other.
pub(super) fn support_changes(a: &Matrix, b: &Matrix) -> usize {
    a.as_slice().iter().zip(b.as_slice()).filter(|&(&x, &y)| (x == 0.0) != (y == 0.0)).count()
}
