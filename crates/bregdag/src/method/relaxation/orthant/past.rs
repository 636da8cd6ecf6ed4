//! The direction −Hp, with H from the last changes (L-BFGS).

use std::collections::VecDeque;

use super::Point;
use crate::linalg::{Matrix, add_scaled, dot};

/// Changes with less curvature than this say nothing of the next.
const CURVATURE: f64 = 1e-14;
/// Changes that are remembered.
const MEMORY: usize = 5;

/// The last changes of W and of ∇f, the newest last.
#[derive(Default)]
pub struct Past {
    changes: VecDeque<(Vec<f64>, Vec<f64>)>,
}

impl Past {
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub fn remember(&mut self, from: &Point, to: &Point) {
        let (mut s, mut y) = match self.changes.len() {
            MEMORY => self.changes.pop_front().unwrap_or_default(),
            _ => Default::default(),
        };
        let difference = |out: &mut Vec<f64>, a: &Matrix, b: &Matrix| {
            out.clear();
            out.extend(a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| a - b));
        };
        difference(&mut s, &to.w, &from.w);
        difference(&mut y, &to.slopes.gradient, &from.slopes.gradient);
        self.changes.push_back((s, y));
    }

    /// −Hp on the free entries, by the two loops of Nocedal (1980), beginning with the inverse of the
    /// curvatures; −p over these where that is no way down.
    pub fn direction(&mut self, at: &Point, free: &[usize]) -> Vec<f64> {
        let on_free = |x: &[f64]| -> Vec<f64> { free.iter().map(|&k| x[k]).collect() };
        let p = on_free(&at.pseudo);
        let scale: Vec<f64> = free
            .iter()
            .map(|&k| 1.0 / at.slopes.curvature.as_slice()[k].max(f64::MIN_POSITIVE))
            .collect();
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
