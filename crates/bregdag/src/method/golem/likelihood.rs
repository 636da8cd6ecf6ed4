//! With v_j the loss of column j, the residual variance, and h = Tr exp(W∘W) − n,
//!
//!   equal   ½n log Σ_j v_j − log|det(I − W)| + λ₁‖W‖₁ + λ₂h(W)
//!   free    ½Σ_j log v_j   − log|det(I − W)| + λ₁‖W‖₁ + λ₂h(W)
//!
//! A DAG has det(I − W) = 1. With free variances there are many poor minima, so the descent begins where that
//! with equal ones ended, as published.

use super::Options;
use crate::data::Dataset;
use crate::linalg::{Matrix, inverse};
use crate::method::answer::Steps;
use crate::method::relaxation::orthant::{Ended, Entries, Limits, Slopes};
use crate::method::relaxation::{Progress, Relaxed};
use crate::objective::{Loss, exponential};
use crate::score::{PERFECT, Variances};
use crate::watch::{Status, Watch};

/// The descent ends when a step lowers the objective by less than this share of it.
const DECREASE: f64 = 1e-10;
/// Longer steps from W = 0 lead across the ridges between minima, and end in worse ones.
const REACH: f64 = 0.1;

/// The problem of one fit.
pub struct Problem<'a> {
    data: &'a Dataset<'a>,
    options: &'a Options,
    loss: Loss,
    variances: Vec<f64>,
}

impl<'a> Problem<'a> {
    /// For these data.
    pub fn new(data: &'a Dataset<'a>, options: &'a Options) -> Problem<'a> {
        let loss = Loss::new(data.moments().covariance());
        let s = loss.covariance();
        let variances = (0..s.rows()).map(|i| s[(i, i)]).collect();
        Problem { data, options, loss, variances }
    }

    /// From W = 0 to a minimum.
    pub fn solve(&self, watch: &dyn Watch) -> Relaxed {
        let n = self.variances.len();
        let published = Options { variances: Variances::Equal, lambda: None, ..*self.options };
        let (mut at, mut done) = (Matrix::zeros(n, n), 0);
        let stages = match self.options.variances {
            Variances::Equal => vec![*self.options],
            Variances::Free => vec![published, *self.options],
        };
        let mut status = Status::Converged;
        for options in &stages {
            let Ended { at: next, steps, stop } = self.descend(at, options, watch);
            at = next;
            done += steps;
            if let Some(stop) = stop {
                status = stop.into();
                break;
            }
            if steps >= options.max_iterations {
                status = Status::IterationLimit;
            }
            self.tell(&at, options, done, watch);
        }
        let acyclicity = exponential(&at.map(|x| x * x)).value;
        Relaxed { weights: at, acyclicity, status, steps: Steps { done, unit: "iteration" } }
    }

    fn entries(&self, options: &Options) -> Entries {
        Entries::new(self.data.knowledge(), options.weight(), options.positive)
    }

    fn descend(&self, from: Matrix, options: &Options, watch: &dyn Watch) -> Ended {
        let smooth = &mut |w: &Matrix, slopes: &mut Slopes| self.smooth(w, options, slopes);
        let limits = Limits {
            decrease: DECREASE,
            over: 1,
            slope: 0.0,
            steps: options.max_iterations,
            reach: REACH,
        };
        self.entries(options).descend(from, smooth, limits, watch)
    }

    /// All but the l1 norm. A residual variance counts as at least a tiny share of the variance, so that a
    /// perfect fit is worth something finite.
    fn smooth(&self, w: &Matrix, options: &Options, slopes: &mut Slopes) -> f64 {
        let n = w.rows();
        let off = Matrix::from_fn(n, n, |i, j| f64::from(i == j) - w[(i, j)]);
        let Some((inverse, log_determinant)) = inverse(&off) else { return f64::INFINITY };
        let h = exponential(&w.map(|x| x * x));
        let columns = self.loss.residuals(w, &mut slopes.gradient);
        let perfect = |j: usize| columns[j] <= PERFECT * self.variances[j];
        let left = |j: usize| columns[j].max(PERFECT * self.variances[j]);
        let total: f64 = (0..n).map(left).sum();
        // The derivative of the likelihood by v_j, twice.
        let by_column = |j: usize| match options.variances {
            _ if perfect(j) => 0.0,
            Variances::Equal => n as f64 / total,
            Variances::Free => 1.0 / left(j),
        };
        for j in 0..n {
            let share = by_column(j);
            let (g, c) = (slopes.gradient.col_mut(j), slopes.curvature.col_mut(j));
            for (i, (g, c)) in g.iter_mut().zip(c).enumerate() {
                let (x, back) = (w[(i, j)], inverse[(j, i)]);
                let walks = h.gradient[(i, j)];
                let d = if options.cycles == 0.0 { 0.0 } else { 2.0 * options.cycles * walks };
                *g = back - share * *g + if x == 0.0 { 0.0 } else { x * d };
                *c = share * self.variances[i] + d + back * back;
            }
        }
        let likelihood = match options.variances {
            Variances::Equal => 0.5 * n as f64 * total.ln(),
            Variances::Free => 0.5 * (0..n).map(|j| left(j).ln()).sum::<f64>(),
        };
        let cycles = if options.cycles == 0.0 { 0.0 } else { options.cycles * h.value };
        likelihood - log_determinant + cycles
    }

    /// The whole objective.
    pub fn objective(&self, w: &Matrix, options: &Options) -> f64 {
        let zeros = Matrix::zeros(w.rows(), w.cols());
        let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
        self.smooth(w, options, &mut slopes) + self.entries(options).value(w)
    }

    fn tell(&self, w: &Matrix, options: &Options, iteration: usize, watch: &dyn Watch) {
        let acyclicity = exponential(&w.map(|x| x * x)).value;
        let objective = self.objective(w, options);
        let (weight, support) = (options.cycles, w.support());
        watch.event(&Progress { iteration, objective, acyclicity, weight, support }.event());
    }
}

#[cfg(test)]
mod tests;
