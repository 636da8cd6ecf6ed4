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

use std::collections::VecDeque;

use crate::data::Knowledge;
use crate::linalg::{Matrix, add_scaled, dot};
use crate::objective::L1;
use crate::watch::{Stop, Watch};

/// Changes that are remembered.
const MEMORY: usize = 5;
/// A step must lower the objective by this share of what the slope promises (Nocedal and Wright 2006,
/// section 3.1).
const SUFFICIENT: f64 = 1e-4;
/// A step halved so often goes nowhere.
const HALVINGS: usize = 40;
/// Changes with less curvature than this say nothing of the next.
const CURVATURE: f64 = 1e-14;

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
            let Some(next) = here.step(&direction, &free, self, smooth) else {
                // Along −p itself nothing falls any more: rounding.
                if past.is_empty() {
                    break;
                }
                past = Past::default();
                continue;
            };
            steps += 1;
            past.remember(&here, &next);
            let fell = here.value - next.value;
            here = next;
            if fell <= limits.decrease * here.value.abs().max(1.0) {
                break;
            }
        }
        Ended { at: here.w, steps, stop }
    }
}

/// W with everything evaluated there.
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

    /// The point that a step along the direction leads to, if any lowers the objective.
    fn step(
        &self,
        direction: &[f64],
        free: &[usize],
        entries: &Entries,
        smooth: &mut Smooth<'_>,
    ) -> Option<Point> {
        let w = self.w.as_slice();
        let mut length = 1.0;
        let mut next = Point {
            w: self.w.clone(),
            value: f64::INFINITY,
            slopes: self.slopes.clone(),
            pseudo: vec![],
        };
        for _ in 0..HALVINGS {
            let mut promised = 0.0;
            for (&k, d) in free.iter().zip(direction) {
                // The orthant: that of W, and where W is zero the one into which the objective falls.
                let sign = if w[k] != 0.0 { w[k] } else { -self.pseudo[k] };
                let moved = w[k] + length * d;
                let kept = if moved * sign > 0.0 { moved } else { 0.0 };
                next.w.as_mut_slice()[k] = kept;
                promised += self.pseudo[k] * (kept - w[k]);
            }
            let value = smooth(&next.w, &mut next.slopes);
            next.value = value + entries.value(&next.w);
            if promised < 0.0 && next.value <= self.value + SUFFICIENT * promised {
                next.set_pseudo(entries);
                return Some(next);
            }
            length /= 2.0;
        }
        None
    }
}

/// The last changes of W and of ∇f, the newest last.
#[derive(Default)]
struct Past {
    changes: VecDeque<(Vec<f64>, Vec<f64>)>,
}

impl Past {
    fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    fn remember(&mut self, from: &Point, to: &Point) {
        let difference = |a: &Matrix, b: &Matrix| -> Vec<f64> {
            a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| a - b).collect()
        };
        if self.changes.len() == MEMORY {
            self.changes.pop_front();
        }
        self.changes.push_back((
            difference(&to.w, &from.w),
            difference(&to.slopes.gradient, &from.slopes.gradient),
        ));
    }

    /// −Hp on the free entries, by the two loops of Nocedal (1980), beginning with the inverse of the
    /// curvatures; −p over these where that is no way down.
    fn direction(&mut self, at: &Point, free: &[usize]) -> Vec<f64> {
        let on_free = |x: &[f64]| -> Vec<f64> { free.iter().map(|&k| x[k]).collect() };
        let p = on_free(&at.pseudo);
        let scale: Vec<f64> =
            free.iter().map(|&k| 1.0 / at.slopes.curvature.as_slice()[k]).collect();
        let scaled = |x: &[f64]| -> Vec<f64> { x.iter().zip(&scale).map(|(x, d)| x * d).collect() };
        let mut q: Vec<f64> = p.iter().map(|p| -p).collect();
        let mut pairs = Vec::with_capacity(self.changes.len());
        for (s, y) in &self.changes {
            let (s, y) = (on_free(s), on_free(y));
            let (curvature, length) = (dot(&s, &y), dot(&y, &scaled(&y)));
            if curvature > CURVATURE * length && curvature.is_finite() && length.is_finite() {
                pairs.push((s, y, curvature, length));
            }
        }
        let mut shares = vec![0.0; pairs.len()];
        for (share, (s, y, curvature, _)) in shares.iter_mut().zip(&pairs).rev() {
            *share = dot(s, &q) / curvature;
            add_scaled(&mut q, -*share, y);
        }
        let mut d = scaled(&q);
        if let Some((_, _, curvature, length)) = pairs.last() {
            d.iter_mut().for_each(|x| *x *= curvature / length);
        }
        for (share, (s, y, curvature, _)) in shares.iter().zip(&pairs) {
            let back = dot(y, &d) / curvature;
            add_scaled(&mut d, share - back, s);
        }
        let down = dot(&d, &p);
        if pairs.is_empty() || down.is_nan() || down >= 0.0 {
            self.changes.clear();
            return scaled(&p).iter().map(|p| -p).collect();
        }
        d
    }
}

#[cfg(test)]
mod tests;
