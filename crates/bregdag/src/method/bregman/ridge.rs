//! The ridge weight c of a step: the root of F(c) = c·r(c) − h'(r(c))/γ, r(c) = ‖V(c)‖.
//!
//! F increases with c, so there is one root, found between brackets; each evaluation solves the n
//! columns in parallel from where the last one ended (docs/mathematics.md, section 4).

use super::Variant;
use super::step::{Column, Frame, Point};
use crate::linalg::Matrix;
use crate::parallel::for_each_while;
use crate::parallel::parallel_map;

/// Evaluations after which the bracket is as narrow as it will get.
const MAX_EVALUATIONS: usize = 100;

/// Longest step in ln c outside brackets.
const REACH: f64 = 4.0;
/// G is flat just where V leaves zero.
const FLATTEST: f64 = 1e-9;

/// The search for c, holding the columns V(c) of the last evaluation.
pub(super) struct RidgeSearch<'a> {
    frame: Frame<'a>,
    columns: Vec<Column>,
}

impl<'a> RidgeSearch<'a> {
    pub fn new(frame: Frame<'a>) -> RidgeSearch<'a> {
        RidgeSearch {
            frame,
            columns: parallel_map(frame.step.from.net.cols(), |j| frame.column(j)),
        }
    }

    /// G(x) = ln c + ln r(c) − ln h'(r(c)) + ln γ at c = eˣ, the sign of F without overflow, and
    /// dG/dx = 1 + (c/r)(dr/dc)(1 − r h''/h').
    fn evaluate<E>(
        &mut self,
        x: f64,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(f64, f64), E> {
        let (frame, ridge) = (self.frame, x.exp());
        for_each_while(&mut self.columns, go_on, |j, column| frame.solve(ridge, j, column))?;
        let square: f64 = self.columns.iter().map(|c| c.square).sum();
        // V = 0 has been ruled out, so r = 0 means that c is too large for anything to move.
        if square == 0.0 {
            return Ok((f64::INFINITY, 1.0));
        }
        let (step, r) = (frame.step, square.sqrt());
        let square_slope: f64 = self.columns.iter().map(|c| c.square_slope).sum();
        let elasticity = ridge * square_slope / (2.0 * square);
        let g = x + r.ln() - step.kernel.ln_slope(r) + step.gamma.ln();
        Ok((g, 1.0 + elasticity * (1.0 - step.kernel.slope_elasticity(r))))
    }

    /// The root of G, by Newton's method from x, kept between brackets once there are two.
    pub fn root<E>(
        &mut self,
        mut x: f64,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<f64, E> {
        let tolerance = self.frame.step.tolerance;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for _ in 0..MAX_EVALUATIONS {
            let (g, slope) = self.evaluate(x, go_on)?;
            if g < 0.0 {
                low = x
            } else {
                high = x
            }
            let newton = x - (g / slope.max(FLATTEST)).clamp(-REACH, REACH);
            // The error of Newton's step and of V along its tangent is of second order.
            if (newton - x).powi(2) <= tolerance && self.slide(x.exp(), newton.exp()) {
                return Ok(newton);
            }
            let inside = low < newton && newton < high;
            let next = if inside { newton } else { (low + high) / 2.0 };
            if g == 0.0 || next == x || high - low <= tolerance {
                break;
            }
            x = next;
        }
        Ok(x)
    }

    /// Moves V along its tangent from one ridge weight to another close by; false, and nothing is
    /// moved, if an entry would change its sign.
    fn slide(&mut self, from: f64, to: f64) -> bool {
        let keeps_sign = |column: &Column| {
            let moved = |i: usize, d: f64| column.v[i] + d * (to - from);
            column.response.iter().all(|&(i, d)| moved(i, d) * column.v[i] >= 0.0)
        };
        let all_keep = self.columns.iter().all(keeps_sign);
        if all_keep {
            for Column { v, response, .. } in &mut self.columns {
                response.iter().for_each(|&(i, d)| v[i] += d * (to - from));
            }
        }
        all_keep
    }

    /// V(c), with c where the search ended.
    pub fn point(self, ridge: f64) -> Point {
        let n = self.columns.len();
        let mut net = Matrix::zeros(n, n);
        self.columns.iter().enumerate().for_each(|(j, c)| net.col_mut(j).copy_from_slice(&c.v));
        if self.frame.step.variant != Variant::Split {
            return Point::new(net);
        }
        let gross = Matrix::from_fn(n, n, |i, j| match i == j {
            true => 0.0,
            false => net[(i, j)].abs().max(self.frame.reserve(ridge, i, j)),
        });
        Point { net, gross }
    }
}
