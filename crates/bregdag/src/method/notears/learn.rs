//! Augmented Lagrangian: with h the constraint,
//!
//!   W ← argmin ½ℓ(W) + λ‖W‖₁ + (ρ/2) h(W)² + α h(W),   ρ ← 10ρ until h falls to a quarter,   α ← α + ρ h(W).

use super::{Constraint, Options};
use crate::data::Dataset;
use crate::linalg::Matrix;
use crate::method::answer::Steps;
use crate::method::relaxation::orthant::{Entries, Limits, Slopes};
use crate::method::relaxation::{Progress, Relaxed};
use crate::objective::{Acyclicity, Loss, ValueAndGradient, exponential};
use crate::watch::{Status, Stop, Watch};

/// h must fall to this share of what it was, or ρ grows.
const FALL: f64 = 0.25;
/// Factor of ρ.
const GROWTH: f64 = 10.0;
/// Beyond this ρ drowns the loss in rounding.
const LARGEST: f64 = 1e16;
/// Accuracy of each subproblem.
const LIMITS: Limits =
    Limits { decrease: 2e-9, over: 1, slope: 1e-5, steps: 15_000, reach: f64::INFINITY };

/// The problem of one fit.
pub struct Problem<'a> {
    loss: Loss,
    entries: Entries,
    options: &'a Options,
}

/// Where a try of a larger ρ begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// Where the last multiplier left W.
    Multiplier,
    /// Where the last try ended.
    Try,
}

/// W with its penalty, and how it came there.
struct State {
    w: Matrix,
    h: f64,
    steps: usize,
}

impl<'a> Problem<'a> {
    /// For these data.
    pub fn new(data: &Dataset<'_>, options: &'a Options) -> Problem<'a> {
        let loss = Loss::new(data.moments().covariance());
        let entries = Entries::new(data.knowledge(), options.lambda, options.positive);
        Problem { loss, entries, options }
    }

    /// h and its gradient by A = W∘W.
    fn constraint(&self, w: &Matrix) -> ValueAndGradient {
        let squares = w.map(|x| x * x);
        match self.options.constraint {
            Constraint::Exponential => exponential(&squares),
            Constraint::Polynomial => {
                Acyclicity { mu: 1.0, alpha: 1.0 / w.rows() as f64 }.evaluate(&squares)
            }
        }
    }

    /// From W = 0 until h is small enough, twice: as published, each try of a larger ρ begins where the last
    /// multiplier left W; otherwise where the last try did. The two often end in different minima, and the
    /// better one counts.
    pub fn solve(&self, watch: &dyn Watch) -> Relaxed {
        let published = self.follow(Begin::Multiplier, watch);
        if published.was_stopped() {
            return published;
        }
        let other = self.follow(Begin::Try, watch);
        let done = published.steps.done + other.steps.done;
        // One that has cycles left may well have a lower objective.
        let better = other.status == Status::Converged
            && (published.status != Status::Converged
                || self.objective(&other.weights) < self.objective(&published.weights));
        let status = if other.was_stopped() { other.status } else { published.status };
        let best = if better { other } else { Relaxed { status, ..published } };
        Relaxed { steps: Steps { done, ..best.steps }, ..best }
    }

    fn follow(&self, begin: Begin, watch: &dyn Watch) -> Relaxed {
        let n = self.loss.covariance().rows();
        let mut here = State { w: Matrix::zeros(n, n), h: f64::INFINITY, steps: 0 };
        let (mut rho, mut alpha) = (1.0, 0.0);
        for _ in 0..self.options.max_iterations {
            let next = loop {
                let (next, stop) = self.subproblem(&here, rho, alpha, watch);
                if let Some(stop) = stop {
                    return next.ended(stop.into());
                }
                self.tell(&next, rho, watch);
                if next.h <= FALL * here.h || rho >= LARGEST {
                    break next;
                }
                rho *= GROWTH;
                here.steps = next.steps;
                if begin == Begin::Try {
                    here.w = next.w;
                }
            };
            alpha += rho * next.h;
            here = next;
            if here.h <= self.options.tolerance {
                return here.ended(Status::Converged);
            }
            if rho >= LARGEST {
                break;
            }
        }
        here.ended(Status::IterationLimit)
    }

    fn subproblem(
        &self,
        from: &State,
        rho: f64,
        alpha: f64,
        watch: &dyn Watch,
    ) -> (State, Option<Stop>) {
        let s = self.loss.covariance();
        let variances: Vec<f64> = (0..s.rows()).map(|i| s[(i, i)]).collect();
        let smooth = &mut |w: &Matrix, slopes: &mut Slopes| {
            let loss: f64 = self.loss.residuals(w, &mut slopes.gradient).iter().sum();
            let h = self.constraint(w);
            let slope = 2.0 * (rho * h.value + alpha);
            slopes.add_walks(w, &h.gradient, slope, &variances);
            0.5 * loss + 0.5 * rho * h.value * h.value + alpha * h.value
        };
        let ended = self.entries.descend(from.w.clone(), smooth, LIMITS, watch);
        let h = self.constraint(&ended.at).value;
        (State { w: ended.at, h, steps: from.steps + ended.steps }, ended.stop)
    }

    /// ½ℓ(W) + λ‖W‖₁.
    pub fn objective(&self, w: &Matrix) -> f64 {
        0.5 * self.loss.value(w) + self.entries.value(w)
    }

    fn tell(&self, at: &State, weight: f64, watch: &dyn Watch) {
        let progress = Progress {
            iteration: at.steps,
            objective: self.objective(&at.w),
            acyclicity: at.h,
            weight,
            support: at.w.support(),
        };
        watch.event(&progress.event());
    }
}

impl State {
    fn ended(self, status: Status) -> Relaxed {
        let steps = Steps { done: self.steps, unit: "iteration" };
        Relaxed { weights: self.w, acyclicity: self.h, status, steps }
    }
}
