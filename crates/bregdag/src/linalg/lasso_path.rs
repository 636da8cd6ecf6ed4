//! The whole path of the lasso, from λ = ∞ to 0:
//!
//!   β(λ) = argmin ½ βᵀGβ − cᵀβ + λ‖β‖₁.
//!
//! β is linear in λ between knots, where a coefficient enters or leaves (least angle regression, Efron, Hastie,
//! Johnstone and Tibshirani 2004, doi:10.1214/009053604000000067). With the active set A, its signs s and
//! g = c − Gβ, all |g_A| = λ ≥ |g_j|, and as λ falls by γ
//!
//!   β_A += γ d,   g −= γ G d,   d = G_AA⁻¹ s_A,
//!
//! until some |g_j| meets λ − γ, a coefficient of A meets zero, or λ does.

use super::{Cholesky, Matrix, dot};

/// A variable of which the active ones leave less than this share is their linear combination and never enters.
const DEPENDENT: f64 = 1e-10;
/// λ as a share of the first one at which the path ends: the rounding of g.
const END: f64 = 1e-14;
/// Most knots for each variable; there are seldom more than two.
const KNOTS: usize = 16;

/// β at every knot, the first of them zero, given to `knot` in falling λ with that λ.
pub fn lasso_path(gram: &Matrix, target: &[f64], mut knot: impl FnMut(f64, &[f64])) {
    let mut path = Walk::new(gram, target);
    let end = END * path.lambda;
    knot(path.lambda, &path.coefficients);
    for _ in 0..KNOTS * target.len() {
        if path.lambda <= end || !path.enter() {
            break;
        }
        path.advance();
        knot(path.lambda, &path.coefficients);
    }
}

struct Walk<'a> {
    gram: &'a Matrix,
    target: &'a [f64],
    lambda: f64,
    coefficients: Vec<f64>,
    /// g.
    gradient: Vec<f64>,
    /// A, in the order of the factor of G_AA.
    active: Vec<usize>,
    signs: Vec<f64>,
    factor: Cholesky,
    /// Whether each variable may still enter.
    outside: Vec<bool>,
    /// Who left at the last knot, and its sign there.
    left: Option<(usize, f64)>,
}

impl<'a> Walk<'a> {
    fn new(gram: &'a Matrix, target: &'a [f64]) -> Walk<'a> {
        let n = target.len();
        Walk {
            gram,
            target,
            lambda: target.iter().fold(0.0, |most: f64, c| most.max(c.abs())),
            coefficients: vec![0.0; n],
            gradient: target.to_vec(),
            active: vec![],
            signs: vec![],
            factor: Cholesky::with_capacity(n),
            outside: vec![true; n],
            left: None,
        }
    }

    /// Takes in the variable whose |g| is largest, unless one has just left. `false` if nothing can move.
    fn enter(&mut self) -> bool {
        while self.left.is_none() {
            let larger = |&a: &usize, &b: &usize| {
                self.gradient[a].abs().total_cmp(&self.gradient[b].abs()).then(b.cmp(&a))
            };
            let waiting = (0..self.target.len()).filter(|&j| self.outside[j]);
            let Some(j) = waiting.max_by(larger) else { break };
            self.outside[j] = false;
            let entry = |k: usize| self.gram[(self.active[k], j)];
            if self.factor.push(entry, self.gram[(j, j)], DEPENDENT).is_ok() {
                self.active.push(j);
                self.signs.push(self.gradient[j].signum());
                return true;
            }
            // Whoever is next is not due at this λ.
            if !self.active.is_empty() {
                return true;
            }
        }
        !self.active.is_empty()
    }

    /// To the next knot.
    fn advance(&mut self) {
        let mut direction = self.signs.clone();
        self.factor.solve(&mut direction);
        let (mut step, mut leaves) = (self.until_one_enters(&direction), None);
        for (k, &j) in self.active.iter().enumerate() {
            let until_zero = -self.coefficients[j] / direction[k];
            if until_zero > 0.0 && until_zero < step {
                (step, leaves) = (until_zero, Some(k));
            }
        }
        for (k, &j) in self.active.iter().enumerate() {
            self.coefficients[j] += step * direction[k];
        }
        self.lambda -= step;
        self.left = leaves.map(|k| {
            let (j, sign) = (self.active.remove(k), self.signs.remove(k));
            self.factor.remove(k);
            self.coefficients[j] = 0.0;
            self.outside[j] = true;
            (j, sign)
        });
        for j in 0..self.target.len() {
            // G is symmetric, so its column will do.
            self.gradient[j] = self.target[j] - dot(self.gram.col(j), &self.coefficients);
        }
    }

    /// How far λ falls until some |g_j| meets it; all of it if none does.
    fn until_one_enters(&self, direction: &[f64]) -> f64 {
        let mut least = self.lambda;
        for j in (0..self.target.len()).filter(|&j| self.outside[j]) {
            let slope: f64 =
                self.active.iter().zip(direction).map(|(&a, d)| self.gram[(a, j)] * d).sum();
            for sign in [1.0, -1.0] {
                let (gap, closing) = (self.lambda - sign * self.gradient[j], 1.0 - sign * slope);
                // Who has just left is at λ and moves away from it.
                if closing > 0.0 && self.left != Some((j, sign)) {
                    least = least.min(gap.max(0.0) / closing);
                }
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::gram;
    use crate::random::Stream;

    /// G and c of correlated columns.
    fn problem(n: usize, rows: usize, seed: u64) -> (Matrix, Vec<f64>) {
        let mut stream = Stream::new(seed, 0);
        let mut x = Matrix::zeros(rows, n + 1);
        for j in 0..=n {
            let shared = if j > 0 { x.col(stream.below(j)).to_vec() } else { vec![0.0; rows] };
            for (x, shared) in x.col_mut(j).iter_mut().zip(shared) {
                *x = stream.normal() + 1.2 * shared;
            }
        }
        let g = gram(&x).map(|entry| entry / rows as f64);
        (Matrix::from_fn(n, n, |i, j| g[(i, j)]), (0..n).map(|j| g[(j, n)]).collect())
    }

    /// One coordinate after the other until nothing moves.
    fn by_descent(gram: &Matrix, target: &[f64], lambda: f64) -> Vec<f64> {
        let mut b = vec![0.0; target.len()];
        for _ in 0..20_000 {
            for j in 0..b.len() {
                let own = gram[(j, j)];
                let free = target[j] - dot(gram.col(j), &b) + own * b[j];
                b[j] = free.signum() * (free.abs() - lambda).max(0.0) / own;
            }
        }
        b
    }

    #[test]
    fn knots_are_those_of_descent_and_optimal() {
        let mut departures = 0;
        for seed in 0..30 {
            let n = 2 + seed as usize % 9;
            let (gram, target) = problem(n, 40, seed);
            let (mut before, mut last) = (f64::INFINITY, (f64::INFINITY, vec![]));
            let mut size = 0;
            lasso_path(&gram, &target, |lambda, b| {
                assert!(lambda <= before, "{lambda} after {before}");
                before = lambda;
                let support = b.iter().filter(|&&b| b != 0.0).count();
                departures += usize::from(support < size);
                size = support;
                for j in 0..n {
                    let g = target[j] - dot(gram.col(j), b);
                    // Rounding of some hundred operations on numbers up to 10.
                    let slack = 1e-10;
                    assert!(g.abs() <= lambda + slack, "seed {seed}: {g} above {lambda}");
                    assert!(b[j] == 0.0 || (g - b[j].signum() * lambda).abs() <= slack);
                }
                let other = by_descent(&gram, &target, lambda);
                // Descent ends this near to the optimum where columns are this much correlated.
                assert!(b.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-7), "seed {seed}");
                last = (lambda, b.to_vec());
            });
            // The path ends with least squares.
            assert!(last.0 < 1e-12, "seed {seed}: {}", last.0);
            let factor = Cholesky::of(n, |i, j| gram[(i, j)]).unwrap();
            let mut squares = target.clone();
            factor.solve(&mut squares);
            assert!(squares.iter().zip(&last.1).all(|(a, b)| (a - b).abs() < 1e-9), "seed {seed}");
        }
        assert!(departures > 0, "no coefficient ever left: nothing was tested");
    }

    #[test]
    fn columns_that_say_nothing_stay_out() {
        // The second column is the first one twice, the third is zero.
        let gram = Matrix::from_fn(3, 3, |i, j| [1.0, 2.0, 0.0][i] * [1.0, 2.0, 0.0][j]);
        let mut ends = vec![];
        lasso_path(&gram, &[0.5, 1.0, 0.0], |_, b| ends = b.to_vec());
        assert!((ends[1] - 0.25).abs() < 1e-14 && ends[0] == 0.0 && ends[2] == 0.0, "{ends:?}");
        let mut knots = 0;
        lasso_path(&Matrix::zeros(2, 2), &[0.0, 0.0], |_, _| knots += 1);
        assert_eq!(knots, 1);
    }
}
