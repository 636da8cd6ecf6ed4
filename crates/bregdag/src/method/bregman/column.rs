//! One column of the step: min_v ½ vᵀSv − bᵀv + Σ_i φ_i(v_i),   v_j = 0,
//!
//! S the covariance matrix and each φ_i a convex function made of quadratic pieces. Once it is known
//! which piece every coordinate is on, optimality is one linear system. The solver guesses (from a
//! warm start, which is usually nearly right), goes straight to the solution of that system, and
//! corrects the guess: a coordinate that would leave its piece is stopped at the end of it, a zero
//! coordinate that would move is let in. Each correction updates one factor in O(k²). Every move
//! lowers the objective, and the answer is exact to rounding: plain coordinate descent, which this
//! replaces, needed 20 to 80 times as long on graphs of degree 4 (docs/decisions.md).

use super::penalty::{Penalty1d, Piece};
use crate::linalg::{Cholesky, Dependent, Matrix, add_scaled};

/// Rounds of letting coordinates in; a handful is usual.
const MAX_ROUNDS: usize = 1_000;
/// Rounds without a newcomer that only refine the solution. A system so close to singular (more
/// members than rows) that these do not bring it to rest has no more digits to give.
const MAX_REFINEMENTS: usize = 3;
/// Of the coordinates that would move, those whose gain is at least this share of the largest enter
/// together: few enough that most stay, enough that few rounds are needed.
const ENTRY_SHARE: f64 = 0.1;
/// Added to each diagonal entry of S, relative to it: keeps a singular S (m < n, collinear columns)
/// numerically positive definite, and changes the objective less than the tolerance does.
const DIAGONAL: f64 = 1e-12;
/// Starts with more nonzero coordinates than this are first thinned by coordinate descent.
const MAX_SYSTEM: usize = 256;
/// Sweeps for that.
const THINNING_SWEEPS: usize = 20;

/// The problem of column j.
pub struct ColumnProblem<'a, F: Fn(usize) -> Penalty1d> {
    /// S.
    pub covariance: &'a Matrix,
    /// j: the coordinate that stays zero.
    pub target: usize,
    /// b.
    pub linear: &'a [f64],
    /// φ_i.
    pub penalty: F,
    /// A coordinate rests when moving it alone would lower the objective by less than about this.
    pub tolerance: f64,
}

impl<F: Fn(usize) -> Penalty1d> ColumnProblem<'_, F> {
    /// Moves v, with its product `sv` = S v kept in step, to the solution.
    pub fn solve(&self, v: &mut [f64], sv: &mut [f64]) -> ActiveSet {
        self.thin_out(v, sv);
        let mut active = ActiveSet::new(self, v);
        let mut refinements = 0;
        for _ in 0..MAX_ROUNDS {
            let before: Vec<(usize, f64)> =
                active.members.iter().map(|m| (m.index, v[m.index])).collect();
            active.descend(self, v, sv);
            for (i, old) in before {
                if v[i] != old {
                    add_scaled(sv, v[i] - old, self.covariance.col(i));
                }
            }
            let entering = self.entering(&active, v, sv);
            if entering.is_empty() {
                refinements += 1;
                if active.rests(self, v, sv) || refinements > MAX_REFINEMENTS {
                    break;
                }
            }
            for (i, step) in entering {
                if !active.admit(self, i, v[i], step) {
                    v[i] += step;
                    add_scaled(sv, step, self.covariance.col(i));
                }
            }
        }
        active
    }

    fn diagonal(&self, i: usize) -> f64 {
        self.covariance[(i, i)] * (1.0 + DIAGONAL)
    }

    /// Coordinate descent while there are too many nonzero coordinates for a linear system.
    fn thin_out(&self, v: &mut [f64], sv: &mut [f64]) {
        for _ in 0..THINNING_SWEEPS {
            if v.iter().filter(|&&x| x != 0.0).count() <= MAX_SYSTEM {
                return;
            }
            for i in (0..v.len()).filter(|&i| i != self.target) {
                let a = self.diagonal(i);
                let new = (self.penalty)(i).minimiser(a, self.linear[i] - sv[i] + a * v[i]);
                if new != v[i] {
                    add_scaled(sv, new - v[i], self.covariance.col(i));
                    v[i] = new;
                }
            }
        }
    }

    /// The coordinates outside the set that would move by themselves, with their moves; the largest
    /// gains only.
    fn entering(&self, active: &ActiveSet, v: &[f64], sv: &[f64]) -> Vec<(usize, f64)> {
        let mut gains: Vec<(usize, f64, f64)> = Vec::new();
        for i in (0..v.len()).filter(|&i| i != self.target && !active.is_member[i]) {
            let a = self.diagonal(i);
            let best = (self.penalty)(i).minimiser(a, self.linear[i] - sv[i] + a * v[i]);
            let step = best - v[i];
            let gain = a * step * step;
            if gain > self.tolerance {
                gains.push((i, step, gain));
            }
        }
        let largest = gains.iter().fold(0.0, |top: f64, &(_, _, gain)| top.max(gain));
        gains.retain(|&(_, _, gain)| gain >= ENTRY_SHARE * largest);
        gains.into_iter().map(|(i, step, _)| (i, step)).collect()
    }
}

/// The coordinates that move, the piece each is on, and the factor of S + diag(slopes) for them.
pub struct ActiveSet {
    members: Vec<Member>,
    is_member: Vec<bool>,
    factor: Cholesky,
}

#[derive(Clone, Copy)]
struct Member {
    index: usize,
    piece: Piece,
}

impl ActiveSet {
    /// The nonzero coordinates of v.
    fn new<F: Fn(usize) -> Penalty1d>(problem: &ColumnProblem<'_, F>, v: &[f64]) -> ActiveSet {
        let member = |index| Member { index, piece: (problem.penalty)(index).piece(v[index], 0.0) };
        let members: Vec<Member> = (0..v.len()).filter(|&i| v[i] != 0.0).map(member).collect();
        let is_member = v.iter().map(|&x| x != 0.0).collect();
        let factor = Cholesky::of(members.len(), |a, b| match a == b {
            true => problem.diagonal(members[a].index) + members[a].piece.slope,
            false => problem.covariance[(members[a].index, members[b].index)],
        });
        match factor {
            Ok(factor) => ActiveSet { members, is_member, factor },
            Err(Dependent) => ActiveSet::one_by_one(problem, v),
        }
    }

    /// The nonzero coordinates of v that have a pivot of their own.
    fn one_by_one<F: Fn(usize) -> Penalty1d>(
        problem: &ColumnProblem<'_, F>,
        v: &[f64],
    ) -> ActiveSet {
        let (members, is_member) = (vec![], vec![false; v.len()]);
        let mut active = ActiveSet { members, is_member, factor: Cholesky::default() };
        for i in (0..v.len()).filter(|&i| v[i] != 0.0) {
            active.admit(problem, i, v[i], 0.0);
        }
        active
    }

    /// dv/dd where every sloped piece of every φ has the slope d: solves (S + slopes) v' = −v, with
    /// 0 in place of v on flat pieces. (index, derivative) of each member.
    pub fn response(&self, v: &[f64]) -> Vec<(usize, f64)> {
        let pull = |m: &Member| if m.piece.slope == 0.0 { 0.0 } else { -v[m.index] };
        let mut derivative: Vec<f64> = self.members.iter().map(pull).collect();
        self.factor.solve(&mut derivative);
        self.members.iter().map(|m| m.index).zip(derivative).collect()
    }

    /// Lets coordinate i in, on the piece where v lies or towards `heading`. False if it has no
    /// pivot of its own: it is a linear combination of the members.
    fn admit<F: Fn(usize) -> Penalty1d>(
        &mut self,
        problem: &ColumnProblem<'_, F>,
        i: usize,
        v: f64,
        heading: f64,
    ) -> bool {
        let piece = (problem.penalty)(i).piece(v, heading);
        let column = problem.covariance.col(i);
        let members = &self.members;
        let diagonal = problem.diagonal(i) + piece.slope;
        let independent = self.factor.push(|m| column[members[m].index], diagonal, 0.0).is_ok();
        if independent {
            self.members.push(Member { index: i, piece });
            self.is_member[i] = true;
        }
        independent
    }

    fn dismiss(&mut self, m: usize) {
        self.is_member[self.members[m].index] = false;
        self.members.remove(m);
        self.factor.remove(m);
    }

    /// b − S v − φ'(v) on the members.
    fn gap<F: Fn(usize) -> Penalty1d>(
        &self,
        problem: &ColumnProblem<'_, F>,
        v: &[f64],
        sv: &[f64],
    ) -> Vec<f64> {
        let gap = |m: &Member| {
            let i = m.index;
            problem.linear[i] - sv[i] - m.piece.offset - m.piece.slope * v[i]
        };
        self.members.iter().map(gap).collect()
    }

    /// Whether no member would gain noticeably by moving.
    fn rests<F: Fn(usize) -> Penalty1d>(
        &self,
        problem: &ColumnProblem<'_, F>,
        v: &[f64],
        sv: &[f64],
    ) -> bool {
        let gap = self.gap(problem, v, sv);
        let rest = |(m, g): (&Member, &f64)| g * g <= problem.tolerance * problem.diagonal(m.index);
        self.members.iter().zip(&gap).all(rest)
    }

    /// Goes to the minimiser over the members: straight to the solution of (S + slopes) δ = gap, or
    /// until a member reaches the end of its piece; that one leaves (at zero) or changes piece, and
    /// on from there. A step of length θ leaves the fraction 1 − θ of the gap.
    fn descend<F: Fn(usize) -> Penalty1d>(
        &mut self,
        problem: &ColumnProblem<'_, F>,
        v: &mut [f64],
        sv: &[f64],
    ) {
        let mut gap = self.gap(problem, v, sv);
        // Each stop removes a member or, for flat penalties, changes its piece.
        for _ in 0..4 * self.members.len() + 1 {
            let mut step = gap.clone();
            self.factor.solve(&mut step);
            let end = |m: usize| {
                let piece = &self.members[m].piece;
                if step[m] > 0.0 { piece.to } else { piece.from }
            };
            // A member that does not move reaches no end.
            let room = |m: usize| match step[m] == 0.0 {
                true => f64::INFINITY,
                false => (end(m) - v[self.members[m].index]) / step[m],
            };
            let (mut length, mut stopped) = (1.0, None);
            for m in 0..step.len() {
                let room = room(m);
                if room < length {
                    (length, stopped) = (room.max(0.0), Some((m, end(m), step[m])));
                }
            }
            for (m, member) in self.members.iter().enumerate() {
                let moved = v[member.index] + length * step[m];
                v[member.index] = moved.clamp(member.piece.from, member.piece.to);
                gap[m] *= 1.0 - length;
            }
            let Some((m, end, heading)) = stopped else { return };
            let index = self.members[m].index;
            v[index] = end;
            self.dismiss(m);
            let left = gap.remove(m);
            if end != 0.0 && self.admit(problem, index, end, heading) {
                gap.push(left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{dot, gram};
    use proptest::prelude::*;

    const ROWS: usize = 6;
    const COLUMNS: usize = 5;

    fn penalty(kind: usize, size: f64, ridge: f64) -> Penalty1d {
        match kind {
            0 => Penalty1d::ElasticNet { threshold: size, ridge },
            1 => Penalty1d::NonNegative { threshold: size, ridge },
            _ => Penalty1d::Flat { until: size, ridge: ridge + 0.1 },
        }
    }

    /// How far coordinate i is from its own best value, the others fixed.
    fn unrest(s: &Matrix, linear: &[f64], v: &[f64], i: usize, penalty: Penalty1d) -> f64 {
        let others = dot(s.col(i), v) - s[(i, i)] * v[i];
        penalty.minimiser(s[(i, i)], linear[i] - others) - v[i]
    }

    /// Solves from `v` and says how restless the most restless coordinate is.
    fn solve(s: &Matrix, linear: &[f64], mut v: Vec<f64>, penalty: Penalty1d) -> f64 {
        let mut sv: Vec<f64> = (0..v.len()).map(|i| dot(s.col(i), &v)).collect();
        let (covariance, tolerance) = (s, 1e-16);
        ColumnProblem { covariance, target: 0, linear, penalty: |_| penalty, tolerance }
            .solve(&mut v, &mut sv);
        assert!(v[0] == 0.0 && v.iter().all(|x| x.is_finite()), "{v:?}");
        (1..v.len()).map(|i| unrest(s, linear, &v, i, penalty).abs()).fold(0.0, f64::max)
    }

    /// Orthogonal columns enter one after the other and leave those before exactly where they are.
    #[test]
    fn members_that_rest_stay() {
        for sign in [1.0, -1.0] {
            let linear = [0.0, 8.0, 2.5, 1.125, 0.875].map(|x| sign * x);
            for kind in 0..3 {
                let v = vec![0.0; 5];
                // Exact: every number is a small dyadic fraction.
                assert!(solve(&Matrix::identity(5), &linear, v, penalty(kind, 0.125, 0.0)) < 1e-10);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Small integers make columns that are orthogonal, equal or dependent, steps that are
        /// exactly zero, and ties: what random numbers never show.
        #[test]
        fn every_coordinate_rests(
            x in prop::collection::vec(-1i8..=1, ROWS * COLUMNS),
            linear in prop::collection::vec(-3i8..=3, ROWS),
            start in prop::collection::vec(-1i8..=1, COLUMNS),
            kind in 0usize..3, size in 0u8..4, ridge in 0u8..3,
        ) {
            let x = Matrix::from_fn(ROWS, COLUMNS, |r, i| f64::from(x[i * ROWS + r]));
            let s = gram(&x);
            prop_assume!((0..COLUMNS).all(|i| s[(i, i)] > 0.0));
            // b = Xᵀy, so that the objective is bounded below; cubes spread the gains.
            let y: Vec<f64> = linear.iter().map(|&l| f64::from(l).powi(3)).collect();
            let linear: Vec<f64> = (0..COLUMNS).map(|i| dot(x.col(i), &y)).collect();
            let sign = |x: i8| if kind == 1 { x.max(0) } else { x };
            let mut v: Vec<f64> = start.iter().map(|&x| f64::from(sign(x))).collect();
            v[0] = 0.0;
            let penalty = penalty(kind, 0.5 + f64::from(size), f64::from(ridge));
            // The diagonal raised by 1e-12, over the gap of a dependent column at 27·6 units.
            prop_assert!(solve(&s, &linear, v, penalty) < 1e-6);
        }
    }
}
