//! The central path: for μ = 1, 0.1, …, 1e-4 and s = 1, 0.9, …, 0.6
//!
//!   W ← argmin μ (½ℓ(W) + λ‖W‖₁) + h_s(W∘W),   h_s(A) = −log det(sI − A) + n log s,
//!
//! each from the last W. The diagonal of W is free, as in the released program: along the path it helps a
//! column to explain itself, and vanishes with μ.

use super::Options;
use super::released::Adam;
use crate::data::Dataset;
use crate::linalg::Matrix;
use crate::method::answer::Steps;
use crate::method::relaxation::orthant::{Ended, Entries, Limits, Slopes};
use crate::method::relaxation::{Progress, Relaxed};
use crate::objective::{Loss, log_determinant};
use crate::watch::{Status, Watch};

/// s of each stage, as published.
const BOUNDS: [f64; 5] = [1.0, 0.9, 0.8, 0.7, 0.6];
/// Factor of μ from one stage to the next.
const DECAY: f64 = 0.1;
/// Where W lies outside of the domain of s, s grows by this.
const WIDER: f64 = 0.1;
/// A stage ends when `OVER` steps lower its objective by less than this share. The released program looks at
/// 1e-6 in a thousand steps, but with a looser rule than ours many stages would end above it.
const DECREASE: f64 = 1e-7;
/// One step may be short by chance.
const OVER: usize = 5;

/// The problem of one fit.
pub struct Problem<'a> {
    /// ℓ.
    pub loss: Loss,
    /// λ.
    pub entries: Entries,
    options: &'a Options,
}

/// One stage of the path.
#[derive(Debug, Clone, Copy)]
pub struct Stage {
    /// The weight of loss and norm.
    pub mu: f64,
    /// The bound on the spectral radius.
    pub s: f64,
    /// Most steps.
    pub steps: usize,
}

impl<'a> Problem<'a> {
    /// For these data.
    pub fn new(data: &Dataset<'_>, options: &'a Options) -> Problem<'a> {
        let loss = Loss::new(data.moments().covariance());
        let mut entries = Entries::new(data.knowledge(), options.lambda, options.positive);
        entries.free_diagonal(options.lambda);
        Problem { loss, entries, options }
    }

    /// From W = 0 along the path.
    pub fn follow(&self, watch: &dyn Watch) -> Relaxed {
        let n = self.loss.covariance().rows();
        let (mut w, mut done, mut status) = (Matrix::zeros(n, n), 0, Status::Converged);
        let mut mu = 1.0;
        for (k, s) in BOUNDS.into_iter().enumerate() {
            let last = k + 1 == BOUNDS.len();
            let stage = Stage {
                mu,
                s,
                steps: self.options.max_iterations.saturating_mul(if last { 2 } else { 1 }),
            };
            let ended = match self.options.as_released {
                true => Adam::follow(self, &w, stage, watch),
                false => self.descend(&w, stage, watch),
            };
            done += ended.steps;
            w = ended.at;
            if let Some(stop) = ended.stop {
                status = stop.into();
                break;
            }
            if last && ended.steps >= stage.steps {
                status = Status::IterationLimit;
            }
            self.tell(&w, mu, done, watch);
            mu *= DECAY;
        }
        Relaxed {
            acyclicity: cycles(&w),
            weights: w,
            status,
            steps: Steps { done, unit: "iteration" },
        }
    }

    /// One stage by the quasi-Newton method, everything divided by μ so that its size stays.
    pub fn descend(&self, w: &Matrix, stage: Stage, watch: &dyn Watch) -> Ended {
        let Stage { mu, s, steps } = stage;
        let s = domain(&w.map(|x| x * x), s);
        let covariance = self.loss.covariance();
        let variances: Vec<f64> = (0..w.rows()).map(|i| covariance[(i, i)]).collect();
        let smooth = &mut |w: &Matrix, slopes: &mut Slopes| {
            let Some(h) = log_determinant(&w.map(|x| x * x), s) else { return f64::INFINITY };
            let loss: f64 = self.loss.residuals(w, &mut slopes.gradient).iter().sum();
            slopes.add_walks(w, &h.gradient, 2.0 / mu, &variances);
            0.5 * loss + h.value / mu
        };
        let limits =
            Limits { decrease: DECREASE, over: OVER, slope: 0.0, steps, reach: f64::INFINITY };
        self.entries.descend(w.clone(), smooth, limits, watch)
    }

    /// ½ℓ(W) + λ‖W‖₁.
    pub fn objective(&self, w: &Matrix) -> f64 {
        0.5 * self.loss.value(w) + self.entries.value(w)
    }

    fn tell(&self, w: &Matrix, mu: f64, iteration: usize, watch: &dyn Watch) {
        let (objective, acyclicity) = (self.objective(w), cycles(w));
        let progress =
            Progress { iteration, objective, acyclicity, weight: 1.0 / mu, support: w.support() };
        watch.event(&progress.event());
    }
}

/// −log det(sI − W∘W) + n log s with s = 1, or the first larger s in whose domain W lies.
fn cycles(w: &Matrix) -> f64 {
    let squares = w.map(|x| x * x);
    log_determinant(&squares, domain(&squares, 1.0)).map_or(f64::MAX, |h| h.value)
}

/// The first s, from this one on, in whose domain A lies.
fn domain(a: &Matrix, mut s: f64) -> f64 {
    while log_determinant(a, s).is_none() && s.is_finite() {
        s = (s + WIDER).max(s * (1.0 + WIDER));
    }
    s
}
