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
use crate::linalg::{Matrix, dot};
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
    /// When `over` steps together lower the objective by less than this share of it (or of one).
    pub decrease: f64,
    /// So many steps; single ones may be short by chance.
    pub over: usize,
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
        // An infinite cost times zero is zero here.
        let cost = |cost: f64, x: f64| cost.min(f64::MAX) * x.abs();
        // Interleaved sums, so that the compiler may use vector registers.
        let mut sums = [0.0; 8];
        let (costs, left_costs) = self.cost.as_slice().as_chunks::<8>();
        let (entries, left) = w.as_slice().as_chunks::<8>();
        for (costs, entries) in costs.iter().zip(entries) {
            for k in 0..8 {
                sums[k] += cost(costs[k], entries[k]);
            }
        }
        let tail: f64 = left_costs.iter().zip(left).map(|(&c, &x)| cost(c, x)).sum();
        sums.iter().sum::<f64>() + tail
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
        let change = vec![0.0; here.pseudo.len()];
        let mut work = Work { entries: self, smooth, watch, reach: limits.reach, change };
        let mut past = Past::default();
        let mut before = here.value;
        let mut steps = 0;
        let mut stop = None;
        while steps < limits.steps && here.value.is_finite() {
            stop = watch.stop();
            if stop.is_some() {
                break;
            }
            if here.steepest() <= limits.slope {
                break;
            }
            let direction = past.direction(&here);
            match here.step(&direction, &mut next, &mut work) {
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
            past.remember(&mut work.change, &here, &next);
            std::mem::swap(&mut here, &mut next);
            if steps.is_multiple_of(limits.over) {
                if before - here.value <= limits.decrease * here.value.abs().max(1.0) {
                    break;
                }
                before = here.value;
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
    /// What the last step changed.
    change: Vec<f64>,
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
        let pseudo = zeros.as_slice().to_vec();
        let mut slopes = Slopes { gradient: zeros.clone(), curvature: zeros };
        let value = smooth(&w, &mut slopes) + entries.value(&w);
        let mut point = Point { w, value, slopes, pseudo };
        point.set_pseudo(entries);
        point
    }

    /// Without branches, since signs are anything; where the cost is infinite W is zero, and p is zero too.
    fn set_pseudo(&mut self, entries: &Entries) {
        let slopes = self.slopes.gradient.as_slice().iter().zip(entries.cost.as_slice());
        let at = slopes.zip(self.w.as_slice()).zip(entries.negative.as_slice());
        for (p, (((&g, &cost), &x), &negative)) in self.pseudo.iter_mut().zip(at) {
            let (up, down) = (g + cost, g - cost);
            // Not min and max, which look for NaN.
            let fall = if up < 0.0 { up } else { 0.0 };
            let rise = if down > 0.0 { down } else { 0.0 };
            let at_zero = fall + negative * rise;
            let below = if x < 0.0 { down } else { at_zero };
            *p = if x > 0.0 { up } else { below };
        }
    }

    fn steepest(&self) -> f64 {
        largest(&self.pseudo)
    }

    /// Makes `next` the point that a step along the direction leads to; whether any lowers the objective.
    fn step(
        &self,
        direction: &[f64],
        next: &mut Point,
        work: &mut Work<'_, '_>,
    ) -> Result<bool, Stop> {
        let w = self.w.as_slice();
        let farthest = largest(direction);
        let mut length = (work.reach / farthest).min(1.0);
        for halving in 0..HALVINGS {
            if halving > 0 {
                work.watch.go_on()?;
            }
            // Two loops, so that neither needs branches. The orthant is that of W, and where W is zero the one
            // into which the objective falls.
            for (change, (&w, &p)) in work.change.iter_mut().zip(w.iter().zip(&self.pseudo)) {
                *change = if w == 0.0 { -p } else { w };
            }
            for (change, (&w, &d)) in work.change.iter_mut().zip(w.iter().zip(direction)) {
                let by = length * d;
                *change = if (w + by) * *change > 0.0 { by } else { -w };
            }
            for (out, (w, change)) in
                next.w.as_mut_slice().iter_mut().zip(w.iter().zip(&*work.change))
            {
                *out = w + change;
            }
            let promised = dot(&self.pseudo, &work.change);
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

/// max |x|, in interleaved parts as in a sum.
fn largest(x: &[f64]) -> f64 {
    let mut top = [0.0f64; 8];
    let (chunks, rest) = x.as_chunks::<8>();
    for chunk in chunks {
        for k in 0..8 {
            top[k] = if chunk[k].abs() > top[k] { chunk[k].abs() } else { top[k] };
        }
    }
    top.iter().chain(rest).fold(0.0, |top, x| top.max(x.abs()))
}

#[cfg(test)]
mod tests;
