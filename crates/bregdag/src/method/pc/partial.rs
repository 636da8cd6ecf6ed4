//! Partial correlations of one pair given all sets S of one size:
//!
//! ```text
//! ρ = c / √(v_x v_y),   c = R_xy − R_xS R_SS⁻¹ R_Sy,   v_x = 1 − R_xS R_SS⁻¹ R_Sx,   R the correlations
//! ```
//!
//! Sets are walked as a tree, so that those which begin alike share their work. Taking t into S
//! changes what is left of any two variables a and b by one step of elimination (a Schur complement),
//!
//! ```text
//! m_ab ← m_ab − m_at m_tb / m_tt,
//! ```
//!
//! and the last member of S costs a few multiplications: there, ρ is not divided out.
//!
//! A set in which one member is a linear combination of the others is left out: what it says was said
//! by a smaller set. So is a set of which x or y is a linear combination: nothing is left that could
//! be told from it.

use crate::linalg::{COLLINEAR, Matrix};
use crate::watch::Stop;

/// Whether to go on is asked each time so many sets have been seen: some tenths of a millisecond.
const OFTEN: usize = 1 << 16;

/// What a set leaves of x and y, all times the same positive number.
#[derive(Debug, Clone, Copy)]
pub struct Left {
    /// Their covariance.
    covariance: f64,
    /// The product of their variances.
    variances: f64,
}

impl Left {
    /// |ρ| < bound, where the square of the bound is given.
    pub fn is_below(&self, squared: f64) -> bool {
        self.covariance * self.covariance < squared * self.variances
    }

    /// ρ.
    #[cfg(test)]
    pub fn correlation(&self) -> f64 {
        self.covariance / self.variances.sqrt()
    }
}

/// Which sets are wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sets {
    /// All of this size.
    All(usize),
    /// All of this size that contain the first candidate.
    WithFirst(usize),
}

/// What those chosen so far leave: of x and y, and of the candidates after the last one chosen.
#[derive(Default)]
struct Level {
    covariance: f64,
    variance_x: f64,
    variance_y: f64,
    /// Covariances of the candidates with x and y, and their variances.
    with_x: Vec<f64>,
    with_y: Vec<f64>,
    variances: Vec<f64>,
    /// Row t has the covariances of candidate t with those after it. Filled only where two more are
    /// to be chosen, and never before the first is: these are correlations.
    among: Vec<f64>,
}

/// A pair and its candidates.
pub struct Pair<'a> {
    r: &'a Matrix,
    candidates: &'a [usize],
    /// `levels[k]` after k are chosen.
    levels: Vec<Level>,
    /// Who is chosen; the last one of a set is given apart.
    chosen: Vec<usize>,
    /// Covariances of the one being chosen with those after it.
    row: Vec<f64>,
    /// Sets looked at, and those of them that say something.
    seen: usize,
    tests: usize,
}

impl<'a> Pair<'a> {
    /// x and y, neither of which is a candidate.
    pub fn new(r: &'a Matrix, (x, y): (usize, usize), candidates: &'a [usize]) -> Pair<'a> {
        let of = |j: usize| candidates.iter().map(|&s| r[(s, j)]).collect();
        let first = Level {
            covariance: r[(x, y)],
            variance_x: 1.0,
            variance_y: 1.0,
            with_x: of(x),
            with_y: of(y),
            variances: vec![1.0; candidates.len()],
            among: vec![],
        };
        Pair { r, candidates, levels: vec![first], chosen: vec![], row: vec![], seen: 0, tests: 0 }
    }

    /// How many sets said something.
    pub fn tests(&self) -> usize {
        self.tests
    }

    /// Whether `separates` says so of any of the sets, which are given without their last member and
    /// that.
    pub fn any(
        &mut self,
        sets: Sets,
        go_on: &dyn Fn() -> Result<(), Stop>,
        separates: &mut impl FnMut(&[usize], usize, Left) -> bool,
    ) -> Result<bool, Stop> {
        let q = self.candidates.len();
        let (size, last) = match sets {
            Sets::All(size) => (size, q),
            Sets::WithFirst(size) => (size, q.min(1)),
        };
        if size == 0 || size > q {
            return Ok(false);
        }
        while self.levels.len() < size {
            let zeros = || vec![0.0; q];
            let (with_x, with_y, variances) = (zeros(), zeros(), zeros());
            self.levels.push(Level { with_x, with_y, variances, ..Level::default() });
        }
        let inner = self.levels[..size - 1].iter_mut().skip(1);
        inner.for_each(|level| level.among.resize(q * q, 0.0));
        let last = last.min(q + 1 - size);
        self.walk((0, size), (0, last), go_on, separates)
    }

    /// All sets that go on from those chosen at this level by `wanted` more, the next one from `from`
    /// to `to`.
    fn walk(
        &mut self,
        (level, wanted): (usize, usize),
        (from, to): (usize, usize),
        go_on: &dyn Fn() -> Result<(), Stop>,
        separates: &mut impl FnMut(&[usize], usize, Left) -> bool,
    ) -> Result<bool, Stop> {
        // Those that are left out take time as well.
        let before = self.seen / OFTEN;
        self.seen += to - from;
        if self.seen / OFTEN > before {
            go_on()?;
        }
        if wanted == 1 {
            return Ok(self.last(level, (from, to), separates));
        }
        for t in from..to {
            if !self.choose(level, t, wanted > 2) {
                continue;
            }
            self.chosen.push(self.candidates[t]);
            let to = self.candidates.len() + 2 - wanted;
            let found = self.walk((level + 1, wanted - 1), (t + 1, to), go_on, separates)?;
            self.chosen.pop();
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one more makes a separating set of those chosen.
    fn last(
        &mut self,
        level: usize,
        (from, to): (usize, usize),
        separates: &mut impl FnMut(&[usize], usize, Left) -> bool,
    ) -> bool {
        let Level { covariance, variance_x, variance_y, with_x, with_y, variances, .. } =
            &self.levels[level];
        (from..to).any(|s| {
            let (a, b, v) = (with_x[s], with_y[s], variances[s]);
            let (left_x, left_y) = (variance_x * v - a * a, variance_y * v - b * b);
            // Written so that NaN is no set.
            let told = v > COLLINEAR && left_x > COLLINEAR * v && left_y > COLLINEAR * v;
            self.tests += usize::from(told);
            let left = Left { covariance: covariance * v - a * b, variances: left_x * left_y };
            told && separates(&self.chosen, self.candidates[s], left)
        })
    }

    /// Takes candidate t to those chosen at this level; whether that leaves anything to be told.
    fn choose(&mut self, level: usize, t: usize, among: bool) -> bool {
        let (before, after) = self.levels.split_at_mut(level + 1);
        let (old, new) = (&before[level], &mut after[0]);
        let (q, v) = (self.candidates.len(), old.variances[t]);
        // Written so that NaN leaves nothing.
        let independent = v > COLLINEAR;
        let (slope_x, slope_y) = (old.with_x[t] / v, old.with_y[t] / v);
        new.covariance = old.covariance - slope_x * old.with_y[t];
        new.variance_x = old.variance_x - slope_x * old.with_x[t];
        new.variance_y = old.variance_y - slope_y * old.with_y[t];
        let told = independent && new.variance_x > COLLINEAR && new.variance_y > COLLINEAR;
        if !told {
            return false;
        }
        let (r, candidates, row) = (self.r, self.candidates, &mut self.row);
        row.clear();
        match level {
            0 => row.extend(candidates.iter().map(|&s| r[(s, candidates[t])])),
            _ => row.extend(&old.among[t * q..(t + 1) * q]),
        }
        for s in t + 1..q {
            new.with_x[s] = old.with_x[s] - slope_x * row[s];
            new.with_y[s] = old.with_y[s] - slope_y * row[s];
            new.variances[s] = old.variances[s] - row[s] * row[s] / v;
        }
        for s in (t + 1..q).take_while(|_| among) {
            let (slope, new) = (row[s] / v, &mut new.among[s * q..(s + 1) * q]);
            match level {
                0 => {
                    let column = r.col(candidates[s]);
                    (s + 1..q).for_each(|u| new[u] = column[candidates[u]] - slope * row[u]);
                }
                _ => {
                    let old = &old.among[s * q..(s + 1) * q];
                    (s + 1..q).for_each(|u| new[u] = old[u] - slope * row[u]);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Cholesky;
    use crate::random::Stream;

    fn correlations(n: usize, seed: u64) -> Matrix {
        let mut stream = Stream::new(seed, 60);
        let mut x = Matrix::zeros(n + 3, n);
        x.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
        let s = crate::linalg::gram(&x);
        Matrix::from_fn(n, n, |i, j| s[(i, j)] / (s[(i, i)] * s[(j, j)]).sqrt())
    }

    /// By the inverse of the correlations of x, y and S.
    fn directly(r: &Matrix, all: &[usize]) -> f64 {
        let k = all.len();
        let factor = Cholesky::of(k, |i, j| r[(all[i], all[j])]).unwrap();
        let inverse = |i: usize| {
            let mut e: Vec<f64> = (0..k).map(|j| f64::from(i == j)).collect();
            factor.solve(&mut e);
            e
        };
        let (a, b) = (inverse(0), inverse(1));
        -a[1] / (a[0] * b[1]).sqrt()
    }

    #[test]
    fn every_set_once_and_as_by_the_inverse() {
        let (n, r) = (8, correlations(8, 1));
        let candidates: Vec<usize> = (2..n).rev().collect();
        let mut pair = Pair::new(&r, (0, 1), &candidates);
        for (size, all, with_first) in [
            (0, 0, 0),
            (1, 6, 1),
            (2, 15, 5),
            (3, 20, 10),
            (4, 15, 10),
            (5, 6, 5),
            (6, 1, 1),
            (7, 0, 0),
        ] {
            for (sets, count) in [(Sets::All(size), all), (Sets::WithFirst(size), with_first)] {
                let mut seen = vec![];
                let mut see = |set: &[usize], last: usize, left: Left| {
                    let whole = [&[0, 1], set, &[last]].concat();
                    let expected = directly(&r, &whole);
                    // A few digits are lost where ρ is near one.
                    assert!((left.correlation() - expected).abs() < 1e-9, "{whole:?}");
                    assert!(left.is_below((expected.abs() + 1e-9).powi(2)));
                    assert!(
                        !left.is_below((expected.abs() - 1e-9).powi(2)) || expected.abs() < 1e-9
                    );
                    seen.push(whole);
                    false
                };
                assert_eq!(pair.any(sets, &|| Ok(()), &mut see), Ok(false));
                assert_eq!(seen.len(), count, "{sets:?}");
                assert!(sets == Sets::All(size) || seen.iter().all(|set| set.contains(&7)));
                seen.iter_mut().for_each(|set| set.sort_unstable());
                seen.sort();
                seen.dedup();
                assert_eq!(seen.len(), count, "{sets:?}");
            }
        }
    }

    #[test]
    fn the_first_that_separates_ends_it() {
        let r = correlations(8, 2);
        let mut pair = Pair::new(&r, (3, 5), &[0, 1, 2, 4]);
        let mut seen = 0;
        let mut third = |_: &[usize], _: usize, _: Left| {
            seen += 1;
            seen == 3
        };
        assert_eq!(pair.any(Sets::All(2), &|| Ok(()), &mut third), Ok(true));
        assert_eq!((seen, pair.tests()), (3, 3));
    }

    /// 3 is a copy of 2, 4 a copy of x: sets with both copies, and those with 4, say nothing.
    #[test]
    fn dependent_sets_are_left_out() {
        let r = correlations(6, 3);
        let of = [0, 1, 2, 2, 0, 5];
        let r = Matrix::from_fn(6, 6, |i, j| r[(of[i], of[j])]);
        for (size, expected) in
            [(1, vec![vec![2], vec![3], vec![5]]), (2, vec![vec![2, 5], vec![3, 5]]), (3, vec![])]
        {
            let mut seen = vec![];
            let mut see = |set: &[usize], last: usize, _: Left| {
                seen.push([set, &[last]].concat());
                false
            };
            let mut pair = Pair::new(&r, (0, 1), &[2, 3, 4, 5]);
            assert_eq!(pair.any(Sets::All(size), &|| Ok(()), &mut see), Ok(false));
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn stops_within_a_pair() {
        let r = correlations(30, 4);
        let candidates: Vec<usize> = (2..30).collect();
        let mut pair = Pair::new(&r, (0, 1), &candidates);
        let stop = || Err(Stop::Interrupted);
        assert_eq!(pair.any(Sets::All(8), &stop, &mut |_, _, _| false), Err(Stop::Interrupted));
        assert!(pair.tests() < 2 * OFTEN);
    }
}
