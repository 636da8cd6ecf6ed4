//! Σ_{k ≥ 1} c_k Aᵏ for A ≥ 0: the weight of all walks from i to j, by their lengths.
//!
//! The coefficients are those of (I + A)ᵉ or of the exponential, c_k = C(e, k) or 1/k!. The identity (the
//! walks of length 0) is left out, so that a nearly acyclic A keeps the digits of its few closed walks.
//!
//! Three ways to compute the sum, by what is cheapest: a sparse A walks, term by term until the terms vanish
//! (they do after the longest path when A is a DAG); a dense one of small norm is put into as many terms of
//! the polynomial as count; any other is squared repeatedly.

use crate::linalg::{Matrix, add_scaled, product, product_into};
use crate::parallel::parallel_map;

/// Above this share of nonzero entries products are faster: one term of the walk costs density·n³
/// scattered operations, the products 6 to 20 times n³ very fast ones. Measured break-even: 5 % at
/// n = 50, 10 % at n = 200 and n = 1000.
const WALK_DENSITY: f64 = 0.1;
/// A walk not finished after so many terms has a large norm; squaring then costs less.
const WALK_TERMS: usize = 48;
/// A polynomial of this degree takes 10 products, about what squaring takes at n = 100.
const SERIES_DEGREE: usize = 25;
/// Terms this small vanish in rounding next to the identity that is left out of the sums.
const NEGLIGIBLE: f64 = f64::EPSILON / 2.0;
/// Start nodes that walk together: one cache line's worth of vector registers, and a panel of
/// n × 32 numbers fits in the second-level cache at n = 1000.
const WALKERS: usize = 32;

/// The coefficients c_k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Series {
    /// C(e, k): the sum is (I + A)ᵉ − I.
    Binomial(usize),
    /// 1/k!: the sum is exp(A) − I.
    Exponential,
}

impl Series {
    /// c_k / c_{k−1}.
    fn ratio(self, k: usize) -> f64 {
        match self {
            Series::Binomial(exponent) => (exponent + 1).saturating_sub(k) as f64 / k as f64,
            Series::Exponential => 1.0 / k as f64,
        }
    }

    /// The last k with c_k > 0.
    fn last(self) -> usize {
        match self {
            Series::Binomial(exponent) => exponent,
            Series::Exponential => usize::MAX,
        }
    }

    /// (Σ c_k (αA)ᵏ)ᵀ.
    pub fn transposed_sum(self, a: &Matrix, alpha: f64) -> Matrix {
        let n = a.rows();
        let sparse = a.support() as f64 <= WALK_DENSITY * (n * n) as f64;
        let walked = if sparse { self.walks(a, alpha) } else { None };
        walked.unwrap_or_else(|| self.powers(a.transpose().map(|x| alpha * x)))
    }

    /// The same by walking from every node, or `None` if the walks do not die out.
    fn walks(self, a: &Matrix, alpha: f64) -> Option<Matrix> {
        let n = a.rows();
        let edges: Vec<(usize, usize, f64)> = (0..n)
            .flat_map(|j| a.col(j).iter().enumerate().map(move |(i, &w)| (i, j, alpha * w)))
            .filter(|&(_, _, w)| w != 0.0)
            .collect();
        let starts: Vec<usize> = (0..n).step_by(WALKERS).collect();
        let panels = parallel_map(starts.len(), |p| self.walk_panel(&edges, n, starts[p]));
        let mut sum = Matrix::zeros(n, n);
        for (first, panel) in starts.into_iter().zip(panels) {
            let panel = panel?;
            for j in first..n.min(first + WALKERS) {
                let from_j = panel.iter().skip(j - first).step_by(WALKERS);
                sum.col_mut(j).iter_mut().zip(from_j).for_each(|(e, &x)| *e = x);
            }
        }
        Some(sum)
    }

    /// The rows `first..first + WALKERS` of the sum: entry `i·WALKERS + s` is the weight of all walks
    /// from `first + s` to i.
    fn walk_panel(self, edges: &[(usize, usize, f64)], n: usize, first: usize) -> Option<Vec<f64>> {
        let mut step = vec![0.0; n * WALKERS];
        (first..n.min(first + WALKERS)).for_each(|s| step[s * WALKERS + s - first] = 1.0);
        let mut sum = vec![0.0; n * WALKERS];
        let mut next = vec![0.0; n * WALKERS];
        for k in 1..=self.last().min(WALK_TERMS - 1) {
            let factor = self.ratio(k);
            next.fill(0.0);
            for &(i, j, weight) in edges {
                let from = &step[i * WALKERS..(i + 1) * WALKERS];
                add_scaled(&mut next[j * WALKERS..(j + 1) * WALKERS], weight * factor, from);
            }
            std::mem::swap(&mut step, &mut next);
            add_scaled(&mut sum, 1.0, &step);
            let term = step.iter().fold(0.0, |top: f64, &x| top.max(x));
            let total = sum.iter().fold(1.0, |top: f64, &x| top.max(x));
            // The terms fall faster than geometrically by now: what is left is below rounding.
            if term <= NEGLIGIBLE * total {
                return Some(sum);
            }
        }
        (self.last() < WALK_TERMS).then_some(sum)
    }

    /// Σ c_k Bᵏ by products, as a polynomial where few terms count and by squaring otherwise.
    fn powers(self, base: Matrix) -> Matrix {
        match (self.degree(column_norm(&base)), self) {
            (Some(degree), _) => self.polynomial(&base, degree),
            (None, Series::Binomial(exponent)) => squarings(base, exponent),
            (None, Series::Exponential) => self.scaled(base),
        }
    }

    /// exp(B) − I from exp(B/2ˢ) − I.
    fn scaled(self, base: Matrix) -> Matrix {
        let norm = column_norm(&base);
        let mut times = 0;
        let mut scale = 1.0;
        // Overflows in any case beyond this.
        while norm * scale > 1.0 && times < 60 {
            times += 1;
            scale /= 2.0;
        }
        let base = base.map(|x| scale * x);
        let degree = self.degree(column_norm(&base)).unwrap_or(SERIES_DEGREE);
        let mut sum = self.polynomial(&base, degree);
        let mut scratch = Matrix::zeros(sum.rows(), sum.cols());
        for _ in 0..times {
            square(&mut sum, &mut scratch);
        }
        sum
    }

    /// The degree after which the terms c_k ‖B‖ᵏ are below rounding, if it is small enough for the
    /// polynomial to be cheaper than squaring.
    fn degree(self, norm: f64) -> Option<usize> {
        let mut term = 1.0;
        (1..=self.last().min(SERIES_DEGREE)).find(|&k| {
            term *= norm * self.ratio(k);
            term <= NEGLIGIBLE
        })
    }

    /// Σ_{k=1}^d c_k Bᵏ with about 2√d products (Paterson & Stockmeyer 1973,
    /// doi:10.1137/0202007): the sum is a polynomial in Bˢ whose coefficients are sums of B, …, Bˢ, and
    /// only those powers are kept. Their norms tell how many terms really count: fewer than ‖B‖ alone
    /// says, since high powers of a nearly acyclic matrix are small.
    fn polynomial(self, base: &Matrix, degree: usize) -> Matrix {
        let n = base.rows();
        let mut coefficients = vec![1.0];
        for k in 1..=degree {
            coefficients.push(coefficients[k - 1] * self.ratio(k));
        }
        let counting = |norms: &[f64]| {
            let s = norms.len();
            // ‖Bᵏ‖ ≤ ‖Bˢ‖^q ‖Bʳ‖ for k = qs + r, 1 ≤ r ≤ s.
            let bound = |k: usize| norms[s - 1].powi(((k - 1) / s) as i32) * norms[(k - 1) % s];
            (1..=degree).rev().find(|&k| coefficients[k] * bound(k) > NEGLIGIBLE).unwrap_or(1)
        };
        let mut low = vec![base.clone(), product(base, base)];
        let mut norms: Vec<f64> = low.iter().map(column_norm).collect();
        let s = ((counting(&norms) as f64).sqrt().ceil() as usize).max(2);
        while low.len() < s {
            low.push(product(&low[low.len() - 1], base));
            norms.push(column_norm(&low[low.len() - 1]));
        }
        let degree = counting(&norms);
        let mut sum = Matrix::zeros(n, n);
        let mut scratch = Matrix::zeros(n, n);
        let last = (degree - 1) / s;
        for block in (0..=last).rev() {
            if block < last {
                product_into(&mut scratch, &sum, &low[s - 1]);
                std::mem::swap(&mut sum, &mut scratch);
            }
            let in_block = &coefficients[block * s + 1..=degree.min((block + 1) * s)];
            for (power, &c) in low.iter().zip(in_block) {
                add_scaled(sum.as_mut_slice(), c, power.as_slice());
            }
        }
        sum
    }
}

/// ‖B‖ as the largest column sum, B ≥ 0.
fn column_norm(b: &Matrix) -> f64 {
    (0..b.cols()).map(|j| b.col(j).iter().sum::<f64>()).fold(0.0, f64::max)
}

/// (I + E)² = I + (2E + E²).
fn square(excess: &mut Matrix, scratch: &mut Matrix) {
    product_into(scratch, excess, excess);
    add_scaled(scratch.as_mut_slice(), 2.0, excess.as_slice());
    std::mem::swap(excess, scratch);
}

/// (I + B)ᵉ − I by repeated squaring.
fn squarings(base: Matrix, exponent: usize) -> Matrix {
    let mut scratch = Matrix::zeros(base.rows(), base.cols());
    if exponent == 0 {
        return scratch;
    }
    let mut excess = base.clone();
    // From the second-highest bit of the exponent down.
    for bit in (0..exponent.ilog2()).rev() {
        square(&mut excess, &mut scratch);
        if exponent >> bit & 1 == 1 {
            // (I + E)(I + B) = I + (E + B + EB).
            product_into(&mut scratch, &excess, &base);
            add_scaled(scratch.as_mut_slice(), 1.0, excess.as_slice());
            add_scaled(scratch.as_mut_slice(), 1.0, base.as_slice());
            std::mem::swap(&mut excess, &mut scratch);
        }
    }
    excess
}

#[cfg(test)]
mod tests {
    use super::super::tests::random;
    use super::*;

    fn largest_difference(a: &Matrix, b: &Matrix) -> f64 {
        a.as_slice().iter().zip(b.as_slice()).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn walking_squaring_and_summing_agree() {
        for (n, seed) in [(2, 1), (3, 2), (60, 3), (150, 4)] {
            let a = random(n, 0.04, seed);
            let alpha = 0.5 / n as f64;
            let base = a.transpose().map(|x| alpha * x);
            let series = Series::Binomial(n - 1);
            let squared = squarings(base.clone(), n - 1);
            let top = squared.as_slice().iter().fold(1.0, |t: f64, &x| t.max(x));
            let walked = series.walks(&a, alpha).expect("walks die out");
            for other in [walked, series.polynomial(&base, 40)] {
                // Rounding of some 2·log₂ n products.
                assert!(largest_difference(&other, &squared) <= 1e-12 * top);
            }
        }
    }

    #[test]
    fn walking_scaling_and_summing_agree() {
        for (n, size, seed) in [(2, 1.0, 1), (3, 0.3, 2), (60, 1.0, 3), (150, 0.5, 4)] {
            let a = random(n, 0.04, seed).map(|x| size * x);
            let base = a.transpose();
            let scaled = Series::Exponential.scaled(base.clone());
            let top = scaled.as_slice().iter().fold(1.0, |t: f64, &x| t.max(x));
            let walked = Series::Exponential.walks(&a, 1.0).expect("walks die out");
            for other in [walked, Series::Exponential.polynomial(&base, 60)] {
                // Rounding of some products of numbers ≥ 0.
                assert!(largest_difference(&other, &scaled) <= 1e-12 * top, "n = {n}");
            }
        }
    }

    #[test]
    fn the_terms_left_out_do_not_count() {
        let n = 80;
        let full = random(n, 0.5, 6);
        let upper = Matrix::from_fn(n, n, |i, j| full[(i, j)] * if i < j { 1.0 } else { 1e-3 });
        for a in [full.map(|x| x * 0.004), upper.map(|x| x * 0.02)] {
            let base = a.map(|x| x / n as f64);
            let series = Series::Binomial(n - 1);
            let degree = series.degree(column_norm(&base)).expect("few terms count");
            let (short, long) = (series.polynomial(&base, degree), squarings(base, n - 1));
            // Rounding of entries below one.
            assert!(largest_difference(&short, &long) <= 1e-15);
        }
    }
}
