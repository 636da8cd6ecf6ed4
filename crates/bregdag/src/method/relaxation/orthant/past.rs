//! The direction −Hp, with H from the last changes (L-BFGS).

use std::collections::VecDeque;

use super::Point;
use crate::linalg::{add_scaled, dot};

/// Changes with less curvature than this say nothing of the next.
const CURVATURE: f64 = 1e-14;
/// Changes that are remembered.
const MEMORY: usize = 5;

/// The last changes of W and of ∇f, the newest last.
#[derive(Default)]
pub struct Past {
    changes: VecDeque<Change>,
}

#[derive(Default)]
struct Change {
    /// Of W.
    s: Vec<f64>,
    /// Of ∇f.
    y: Vec<f64>,
    /// sᵀy.
    curvature: f64,
}

impl Past {
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// `change` = W' − W, exchanged for memory of its size.
    pub fn remember(&mut self, change: &mut Vec<f64>, from: &Point, to: &Point) {
        let mut oldest = match self.changes.len() {
            MEMORY => self.changes.pop_front().unwrap_or_default(),
            _ => Change::default(),
        };
        oldest.s.resize(change.len(), 0.0);
        oldest.y.resize(change.len(), 0.0);
        std::mem::swap(&mut oldest.s, change);
        let slopes = to.slopes.gradient.as_slice().iter().zip(from.slopes.gradient.as_slice());
        oldest.y.iter_mut().zip(slopes).for_each(|(y, (to, from))| *y = to - from);
        oldest.curvature = dot(&oldest.s, &oldest.y);
        let least = CURVATURE * dot(&oldest.y, &oldest.y);
        if oldest.curvature > least && oldest.curvature.is_finite() {
            self.changes.push_back(oldest);
        }
    }

    /// −Hp, zero off the free entries, by the two loops of Nocedal (1980), beginning with the inverse of the
    /// curvatures; −p over these where that is no way down.
    pub fn direction(&mut self, at: &Point) -> Vec<f64> {
        let w = at.w.as_slice();
        let curvatures = at.slopes.curvature.as_slice();
        let mut scale = vec![0.0; w.len()];
        for (out, ((c, x), p)) in scale.iter_mut().zip(curvatures.iter().zip(w).zip(&at.pseudo)) {
            let inverse = 1.0 / c.max(f64::MIN_POSITIVE);
            *out = if (*x != 0.0) | (*p != 0.0) { inverse } else { 0.0 };
        }
        let mut q: Vec<f64> = at.pseudo.iter().map(|p| -p).collect();
        let mut shares = [0.0; MEMORY];
        for (share, change) in shares.iter_mut().zip(&self.changes).rev() {
            *share = dot(&change.s, &q) / change.curvature;
            add_scaled(&mut q, -*share, &change.y);
        }
        let factor = self.changes.back().map_or(1.0, |c| {
            let scaled: Vec<f64> = c.y.iter().zip(&scale).map(|(y, d)| y * d).collect();
            c.curvature / dot(&c.y, &scaled)
        });
        q.iter_mut().zip(&scale).for_each(|(q, d)| *q *= factor * d);
        for (share, change) in shares.iter().zip(&self.changes) {
            let back = dot(&change.y, &q) / change.curvature;
            add_scaled(&mut q, share - back, &change.s);
        }
        q.iter_mut().zip(&scale).for_each(|(q, s)| *q = if *s == 0.0 { 0.0 } else { *q });
        let down = dot(&q, &at.pseudo);
        if down.is_nan() || down >= 0.0 {
            self.changes.clear();
            return at.pseudo.iter().zip(&scale).map(|(p, s)| -p * s).collect();
        }
        q
    }
}
