//! The steps of the released program: Adam (Kingma and Ba 2015, arXiv:1412.6980) on the subgradient,
//!
//!   g = μ(−S(I − W) + λ sign W) + 2W∘(sI − W∘W)⁻ᵀ,
//!   m ← β₁m + (1 − β₁)g,   v ← β₂v + (1 − β₂)g²,   W ← W − η m̂/(√v̂ + ε),
//!
//! until the objective, looked at every thousand steps, changes by less than one part in a million. No entry
//! becomes zero. A step that leaves the domain is halved while s > 0.9; otherwise, and where the first W of a
//! stage is outside, the stage begins anew with s larger by 0.1 and η halved.

use super::path::{Problem, Stage};
use crate::linalg::Matrix;
use crate::method::relaxation::orthant::Ended;
use crate::objective::log_determinant;
use crate::watch::Watch;

/// η.
const RATE: f64 = 3e-4;
/// A rate this small ends a stage.
const LEAST_RATE: f64 = 1e-16;
/// β₁ and β₂.
const DECAY: (f64, f64) = (0.99, 0.999);
/// ε.
const AWAY_FROM_ZERO: f64 = 1e-8;
/// How often the objective is looked at.
const CHECKPOINT: usize = 1000;
/// Relative change of it that ends a stage.
const TOLERANCE: f64 = 1e-6;
/// Up to this s a stage that leaves the domain begins anew.
const NARROW: f64 = 0.9;

/// The state of Adam.
pub struct Adam<'a> {
    problem: &'a Problem<'a>,
    stage: Stage,
    w: Matrix,
    mean: Vec<f64>,
    square: Vec<f64>,
    step: Vec<f64>,
    rate: f64,
}

impl<'a> Adam<'a> {
    /// One stage, with as much room as it takes.
    pub fn follow(problem: &'a Problem<'a>, w: &Matrix, stage: Stage, watch: &dyn Watch) -> Ended {
        let (mut stage, mut rate) = (stage, RATE);
        loop {
            if let Some(ended) = Adam::new(problem, w, stage, rate).run(watch) {
                return ended;
            }
            stage.s += 0.1;
            rate *= 0.5;
        }
    }

    fn new(problem: &'a Problem<'a>, w: &Matrix, stage: Stage, rate: f64) -> Adam<'a> {
        let zeros = vec![0.0; w.as_slice().len()];
        let (mean, square, step) = (zeros.clone(), zeros.clone(), zeros);
        Adam { problem, stage, w: w.clone(), mean, square, step, rate }
    }

    /// The stage, or `None` if it must begin anew.
    fn run(mut self, watch: &dyn Watch) -> Option<Ended> {
        let mut last = 1e16;
        for iteration in 1..=self.stage.steps {
            if let Some(stop) = watch.stop() {
                return Some(self.ended(iteration - 1, Some(stop)));
            }
            let Some(inverse) = self.inside(iteration)? else {
                return Some(self.ended(iteration, None));
            };
            self.advance(&inverse, iteration);
            if iteration % CHECKPOINT == 0 || iteration == self.stage.steps {
                let now = self.objective();
                if ((last - now) / last).abs() <= TOLERANCE {
                    return Some(self.ended(iteration, None));
                }
                last = now;
            }
        }
        let steps = self.stage.steps;
        Some(self.ended(steps, None))
    }

    /// (sI − W∘W)⁻ᵀ after taking back as much of the last step as leads outside; `Some(None)` if the rate
    /// became nothing, `None` if the stage must begin anew.
    fn inside(&mut self, iteration: usize) -> Option<Option<Matrix>> {
        loop {
            let squares = self.w.map(|x| x * x);
            if let Some(h) = log_determinant(&squares, self.stage.s) {
                return Some(Some(h.gradient));
            }
            if iteration == 1 || self.stage.s <= NARROW {
                return None;
            }
            let half = self.rate * 0.5;
            let back = self.w.as_mut_slice().iter_mut().zip(&self.step);
            back.for_each(|(x, d)| *x += (self.rate - half) * d);
            self.rate = half;
            if self.rate <= LEAST_RATE {
                return Some(None);
            }
        }
    }

    fn advance(&mut self, inverse: &Matrix, iteration: usize) {
        let Problem { loss, entries, .. } = self.problem;
        let mut residuals = Matrix::zeros(self.w.rows(), self.w.cols());
        loss.residuals(&self.w, &mut residuals);
        let mu = self.stage.mu;
        let t = i32::try_from(iteration).unwrap_or(i32::MAX);
        let (first, second) = (1.0 - DECAY.0.powi(t), 1.0 - DECAY.1.powi(t));
        let cost = entries.cost.as_slice();
        let slopes = residuals.as_slice().iter().zip(inverse.as_slice()).zip(cost);
        let moments = self.mean.iter_mut().zip(&mut self.square).zip(&mut self.step);
        let entries = self.w.as_mut_slice().iter_mut().zip(moments).zip(slopes);
        for ((x, ((mean, square), step)), ((r, inverse), &cost)) in entries {
            if cost == f64::INFINITY {
                continue;
            }
            let sign = if *x == 0.0 { 0.0 } else { x.signum() };
            let g = mu * (cost * sign - r) + 2.0 * *x * inverse;
            *mean = DECAY.0 * *mean + (1.0 - DECAY.0) * g;
            *square = DECAY.1 * *square + (1.0 - DECAY.1) * g * g;
            *step = (*mean / first) / ((*square / second).sqrt() + AWAY_FROM_ZERO);
            *x -= self.rate * *step;
        }
    }

    fn objective(&self) -> f64 {
        let h = log_determinant(&self.w.map(|x| x * x), self.stage.s);
        self.stage.mu * self.problem.objective(&self.w) + h.map_or(f64::INFINITY, |h| h.value)
    }

    fn ended(self, steps: usize, stop: Option<crate::watch::Stop>) -> Ended {
        Ended { at: self.w, steps, stop }
    }
}
