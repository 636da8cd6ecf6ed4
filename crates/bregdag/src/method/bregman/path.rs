//! Continuation: the penalty sees A = W∘W and μ grows along a path,
//!
//!   W ← argmin_V ℓ(V) + λ‖V‖₁ + μnα⟨((I + αA)ⁿ⁻¹)ᵀ, V∘V⟩ + (c/2)‖V − W‖²,   μ ← 1.3 μ,
//!
//! until no cycle is left. With A = |W| and fixed μ an entry is punished as soon as it closes a
//! cycle, however small; here small entries are nearly free at first, and which direction of a
//! cycle survives is decided slowly, by all of the data. The linearised penalty is a ridge with one
//! weight per entry, so each step is n independent elastic nets. The proximal term is Euclidean:
//! this is not a Bregman method.

use super::Variant;
use super::column::ColumnProblem;
use super::descent::{Outcome, support_changes};
use super::iteration::Iteration;
use super::penalty::Penalty1d;
use crate::linalg::{Matrix, add_scaled};
use crate::objective::{Acyclicity, L1, Loss, ValueAndGradient};
use crate::parallel::for_each_while;
use crate::watch::{Status, Stop, Watch};

/// Factor of μ per step. Slower paths find better graphs (docs/decisions.md has the measurements).
const GROWTH: f64 = 1.3;
/// The path ends when Tr(I + αA)ⁿ − n is below this: no cycle heavy enough to survive a threshold.
const ACYCLIC: f64 = 1e-8;
/// c of the first proximal term, relative to the mean variance; halved by each accepted step.
const FIRST_PROXIMITY: f64 = 1e-3;
/// c never falls below this, so that a rejected step does not need many tries to find it again.
const LEAST_PROXIMITY: f64 = 1e-8;
/// A step that has not lowered the objective with c this large will not: W stays where it is.
const LAST_PROXIMITY: f64 = 1e9;

/// The search along a path of growing μ.
pub struct Continuation<'a> {
    /// Sign structure: signed or positive.
    pub variant: Variant,
    /// ℓ.
    pub loss: &'a Loss,
    /// λ, and what is known beforehand.
    pub l1: L1<'a>,
    /// α, and the first μ.
    pub acyclicity: Acyclicity,
    /// Accuracy of each step.
    pub step_tolerance: f64,
    /// Most steps.
    pub max_iterations: usize,
}

/// W with everything evaluated there.
struct State {
    w: Matrix,
    loss: f64,
    l1: f64,
    penalty: ValueAndGradient,
}

impl State {
    fn objective(&self) -> f64 {
        self.loss + self.l1 + self.penalty.value
    }

    /// The search ended here.
    fn outcome(self, mu: f64, status: Status, iterations: usize) -> Outcome {
        Outcome { weights: self.w, acyclicity: self.penalty.value / mu, status, iterations }
    }

    /// The same point under a penalty `factor` times as heavy.
    fn reweighted(mut self, factor: f64) -> State {
        self.penalty.value *= factor;
        self.penalty.gradient.as_mut_slice().iter_mut().for_each(|g| *g *= factor);
        self
    }
}

impl Continuation<'_> {
    /// Runs from `start`, which is zero where edges are forbidden.
    pub fn run(&self, start: Matrix, watch: &dyn Watch) -> Outcome {
        let mut f = self.acyclicity;
        let mut at = self.evaluate(start, f);
        let unit = self.loss.mean_variance();
        let mut proximity = FIRST_PROXIMITY * unit;
        watch.event(&report(0, &at, None, f.mu, proximity).event());
        for iteration in 1..=self.max_iterations {
            let next = loop {
                let next = match self.step(&at, proximity, watch) {
                    Ok(next) => self.evaluate(next, f),
                    Err(stop) => {
                        return at.outcome(f.mu, stop.into(), iteration - 1);
                    }
                };
                // Up to rounding of the sums.
                if next.objective() <= at.objective() + 1e-14 * at.objective().abs() {
                    break next;
                }
                if proximity > LAST_PROXIMITY * unit {
                    break self.evaluate(at.w.clone(), f);
                }
                proximity *= 4.0;
            };
            watch.event(&report(iteration, &next, Some(&at), f.mu, proximity).event());
            proximity = (proximity / 2.0).max(LEAST_PROXIMITY * unit);
            if next.penalty.value <= ACYCLIC * f.mu {
                return next.outcome(f.mu, Status::Converged, iteration);
            }
            at = next.reweighted(GROWTH);
            f.mu *= GROWTH;
        }
        at.outcome(f.mu, Status::IterationLimit, self.max_iterations)
    }

    fn evaluate(&self, w: Matrix, f: Acyclicity) -> State {
        let (loss, l1) = (self.loss.value(&w), self.l1.value(&w));
        let penalty = f.evaluate(&w.map(|x| x * x));
        State { w, loss, l1, penalty }
    }

    /// The n elastic nets.
    fn step(&self, at: &State, proximity: f64, watch: &dyn Watch) -> Result<Matrix, Stop> {
        let n = at.w.rows();
        let mut columns = vec![vec![]; n];
        let mut go_on = || watch.go_on();
        for_each_while(&mut columns, &mut go_on, |j, v| *v = self.column(at, proximity, j))?;
        Ok(Matrix::from_fn(n, n, |i, j| columns[j][i]))
    }

    /// Column j of the step, everything halved as in [`ColumnProblem`].
    fn column(&self, at: &State, proximity: f64, j: usize) -> Vec<f64> {
        let s = self.loss.covariance();
        let mut v = at.w.col(j).to_vec();
        let (mut sv, mut linear) = (vec![0.0; v.len()], s.col(j).to_vec());
        for i in (0..v.len()).filter(|&i| v[i] != 0.0) {
            add_scaled(&mut sv, v[i], s.col(i));
            linear[i] += proximity / 2.0 * v[i];
        }
        let weight = at.penalty.gradient.col(j);
        ColumnProblem {
            covariance: s,
            target: j,
            linear: &linear,
            penalty: |i| {
                let any_sign = self.variant.allows_negative(self.l1.knowledge, i, j);
                let threshold = self.l1.weight(i, j) / 2.0;
                Penalty1d::shrinkage(any_sign, threshold, proximity / 2.0 + weight[i])
            },
            tolerance: self.step_tolerance * self.step_tolerance * s[(j, j)],
        }
        .solve(&mut v, &mut sv);
        v
    }
}

fn report(
    iteration: usize,
    at: &State,
    before: Option<&State>,
    mu: f64,
    proximity: f64,
) -> Iteration {
    Iteration {
        iteration,
        loss: at.loss,
        l1: at.l1,
        penalty: at.penalty.value,
        objective: at.objective(),
        mu,
        gamma: 1.0 / proximity,
        ridge: Some(proximity),
        support: at.w.support(),
        support_changes: before.map_or(0, |b| support_changes(&at.w, &b.w)),
    }
}
