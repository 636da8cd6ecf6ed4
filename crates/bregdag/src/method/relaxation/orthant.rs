//! argmin f(W) + Σ λ_ij |W_ij| by a quasi-Newton method that stays in one orthant at a time.
//!
//! Reader's guide. Within an orthant the l1 norm is linear, so all is smooth there: the problem is one with
//! bounds. At W the *pseudo-gradient* p is the slope of the objective in the direction in which it falls:
//!
//! ```text
//! W_ij ≠ 0   p = ∇f + λ sign(W_ij)
//! W_ij = 0   p = ∇f + λ if that is negative, ∇f − λ if that is positive, else 0
//! ```
//!
//! p = 0 exactly at a stationary point. Entries at zero with p = 0 stay there; the others are *free*. On the
//! free ones the direction is −Hp, with H from the last changes of W and ∇f (L-BFGS; Nocedal 1980,
//! doi:10.1090/S0025-5718-1980-0572855-7); a step that would take an entry across zero leaves it at zero
//! (Andrew and Gao 2007, doi:10.1145/1273496.1273501). Steps are halved until the objective falls
//! enough; outside of its domain f is infinite, so no step leads out of it.

mod past;

use past::Past;

use crate::data::Knowledge;
use crate::linalg::Matrix;
use crate::objective::L1;
use crate::watch::{Stop, Watch};

/// A step must lower the objective by this share of what the slope promises (Nocedal and Wright 2006,
/// section 3.1).
const SUFFICIENT: f64 = 1e-4;
/// A step halved so often goes nowhere.
const HALVINGS: usize = 40;

/// The entries of W: what |W_ij| costs, and whether it may be negative.
#[derive(Debug, Clone)]
pub struct Entries {
    /// λ_ij, infinite where W_ij stays zero.
    pub cost: Matrix,
    /// One where W_ij may be negative, zero where not.
    negative: Matrix,
}

/// When to end.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// When one step lowers the objective by less than this share of it (or of one).
    pub decrease: f64,
    /// When no |p_ij| is above this.
    pub slope: f64,
    /// After so many steps.
    pub steps: usize,
    /// No entry moves farther than this in one step.
    pub reach: f64,
}

/// f: writes ∇f and an estimate > 0 of the curvature by each entry, and gives the value, infinite outside of
/// the domain.
pub type Smooth<'a> = dyn FnMut(&Matrix, &mut Slopes) -> f64 + 'a;

/// The derivatives of f.
#[derive(Debug, Clone)]
pub struct Slopes {
    /// ∇f.
    pub gradient: Matrix,
    /// About ∂²f/∂W_ij².
    pub curvature: Matrix,
}

impl Slopes {
    /// ∇f = W∘D − R and about S_ii + D, where D = factor · walks and R is in `gradient`. Where W or the factor
    /// is zero, infinite walks count for nothing.
    pub fn add_walks(&mut self, w: &Matrix, walks: &Matrix, factor: f64, variances: &[f64]) {
        for j in 0..w.cols() {
            let at = w.col(j).iter().zip(walks.col(j)).zip(variances);
            let slopes = self.gradient.col_mut(j).iter_mut().zip(self.curvature.col_mut(j));
            for ((g, c), ((&x, walks), variance)) in slopes.zip(at) {
                let d = if factor == 0.0 { 0.0 } else { factor * walks };
                *g = if x == 0.0 { -*g } else { x * d - *g };
                *c = variance + d;
            }
        }
    }
}

/// Where a descent ended.
#[derive(Debug)]
pub struct Ended {
    /// W.
    pub at: Matrix,
    /// How many steps.
    pub steps: usize,
    /// Who stopped it.
    pub stop: Option<Stop>,
}

impl Entries {
    /// The entries that knowledge allows, without the diagonal, at λ each; required ones are free and may
    /// have any sign.
    pub fn new(knowledge: &Knowledge, lambda: f64, positive: bool) -> Entries {
        let l1 = L1 { lambda, knowledge };
        let n = knowledge.variables();
        let cost =
            Matrix::from_fn(n, n, |i, j| if i == j { f64::INFINITY } else { l1.weight(i, j) });
        let negative =
            Matrix::from_fn(n, n, |i, j| f64::from(!positive || knowledge.requires(i, j)));
        Entries { cost, negative }
    }

    /// Lets the diagonal move too, at this cost.
    pub fn free_diagonal(&mut self, cost: f64) {
        (0..self.cost.rows()).for_each(|i| self.cost[(i, i)] = cost);
    }

    /// Σ λ_ij |W_ij|.
    pub fn value(&self, w: &Matrix) -> f64 {
        // Interleaved sums, so that the compiler may use vector registers.
        let mut sums = [0.0; 8];
        for (costs, entries) in self.cost.as_slice().chunks(8).zip(w.as_slice().chunks(8)) {
            for (sum, (cost, x)) in sums.iter_mut().zip(costs.iter().zip(entries)) {
                *sum += if *x == 0.0 { 0.0 } else { cost * x.abs() };
            }
        }
        sums.iter().sum()
    }

    /// Goes down from `start`, which must lie in the domain.
    pub fn descend(
        &self,
        start: Matrix,
        smooth: &mut Smooth<'_>,
        limits: Limits,
        watch: &dyn Watch,
    ) -> Ended {
        let mut here = Point::new(start, self, smooth);
        let mut next = here.clone();
        let mut work = Work { entries: self, smooth, watch, reach: limits.reach };
        let mut past = Past::default();
        let mut steps = 0;
        let mut stop = None;
        while steps < limits.steps && here.value.is_finite() {
            stop = watch.stop();
            if stop.is_some() {
                break;
            }
            let free = here.free();
            if free.is_empty() || here.steepest() <= limits.slope {
                break;
            }
            let direction = past.direction(&here, &free);
            match here.step(&direction, &free, &mut next, &mut work) {
                Err(halted) => {
                    stop = Some(halted);
                    break;
                }
                Ok(true) => {}
                // Along −p itself nothing falls any more: rounding.
                Ok(false) if past.is_empty() => break,
                Ok(false) => {
                    past = Past::default();
                    continue;
                }
            }
            steps += 1;
            past.remember(&here, &next);
            let fell = here.value - next.value;
            std::mem::swap(&mut here, &mut next);
            if fell <= limits.decrease * here.value.abs().max(1.0) {
                break;
            }
        }
        Ended { at: here.w, steps, stop }
    }
}

/// What a step needs beside its direction.
struct Work<'a, 'b> {
    entries: &'a Entries,
    smooth: &'a mut Smooth<'b>,
    watch: &'a dyn Watch,
    reach: f64,
}

/// W with everything evaluated there.
#[derive(Clone)]
struct Point {
    w: Matrix,
    value: f64,
    slopes: Slopes,
    pseudo: Vec<f64>,
}

impl Point {
    fn new(w: Matrix, entries: &Entries, smooth: &mut Smooth<'_>) -> Point {
        let zeros = Matrix::zeros(w.rows(), w.cols());
        let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
        let value = smooth(&w, &mut slopes) + entries.value(&w);
        let mut point = Point { w, value, slopes, pseudo: vec![] };
        point.set_pseudo(entries);
        point
    }

    /// Without branches, since signs are anything; where the cost is infinite W is zero, and p is zero too.
    fn set_pseudo(&mut self, entries: &Entries) {
        let slopes = self.slopes.gradient.as_slice().iter().zip(entries.cost.as_slice());
        let at = slopes.zip(self.w.as_slice()).zip(entries.negative.as_slice());
        self.pseudo.clear();
        self.pseudo.extend(at.map(|(((g, cost), x), negative)| {
            let (up, down) = (g + cost, g - cost);
            let at_zero = up.min(0.0) + negative * down.max(0.0);
            let below = if *x < 0.0 { down } else { at_zero };
            if *x > 0.0 { up } else { below }
        }));
    }

    /// The entries that may move.
    fn free(&self) -> Vec<usize> {
        let both = self.w.as_slice().iter().zip(&self.pseudo).enumerate();
        both.filter(|(_, (w, p))| **w != 0.0 || **p != 0.0).map(|(k, _)| k).collect()
    }

    fn steepest(&self) -> f64 {
        self.pseudo.iter().fold(0.0, |top, p| top.max(p.abs()))
    }

    /// Makes `next` the point that a step along the direction leads to; whether any lowers the objective.
    fn step(
        &self,
        direction: &[f64],
        free: &[usize],
        next: &mut Point,
        work: &mut Work<'_, '_>,
    ) -> Result<bool, Stop> {
        let w = self.w.as_slice();
        next.w.as_mut_slice().copy_from_slice(w);
        let farthest = direction.iter().fold(0.0, |top: f64, d| top.max(d.abs()));
        let mut length = (work.reach / farthest).min(1.0);
        for halving in 0..HALVINGS {
            if halving > 0 {
                work.watch.go_on()?;
            }
            let mut promised = 0.0;
            for (&k, d) in free.iter().zip(direction) {
                // The orthant: that of W, and where W is zero the one into which the objective falls.
                let sign = if w[k] != 0.0 { w[k] } else { -self.pseudo[k] };
                let moved = w[k] + length * d;
                let kept = if moved * sign > 0.0 { moved } else { 0.0 };
                next.w.as_mut_slice()[k] = kept;
                promised += self.pseudo[k] * (kept - w[k]);
            }
            let value = (work.smooth)(&next.w, &mut next.slopes);
            next.value = value + work.entries.value(&next.w);
            if promised < 0.0 && next.value <= self.value + SUFFICIENT * promised {
                next.set_pseudo(work.entries);
                return Ok(true);
            }
            length /= 2.0;
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
