//! f(A) = μ (Tr(I + αA)ⁿ − n),   ∇f(A) = μ n α ((I + αA)ⁿ⁻¹)ᵀ,   A ≥ 0.
//!
//! Entry (i, j) of (I + αA)ⁿ⁻¹ adds up the weights of all walks from i to j, so f = 0 exactly when
//! no walk returns: when A is a DAG. Value and gradient share P = (I + αA)ⁿ⁻¹:
//!
//!   Tr(I + αA)ⁿ − n = Tr(P − I) + α⟨A, Pᵀ⟩.
//!
//! Only P − I is ever stored, so that a nearly acyclic A keeps the digits of its small penalty.
//! Cycles whose weight is below rounding next to one do not show.
//! Three ways to compute it, by what is cheapest: a sparse A walks, Σ_k C(n−1, k)(αA)ᵏ term by term
//! until the terms vanish (they do after the longest path when A is a DAG); a dense one of small norm
//! is put into as many terms of that polynomial as count; any other is squared repeatedly.

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

/// The penalty for given μ, α and order n.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Acyclicity {
    /// μ > 0.
    pub mu: f64,
    /// α > 0.
    pub alpha: f64,
}

/// f(A) and ∇f(A).
#[derive(Debug, Clone)]
pub struct ValueAndGradient {
    /// μ (Tr(I + αA)ⁿ − n).
    pub value: f64,
    /// μ n α ((I + αA)ⁿ⁻¹)ᵀ, every entry ≥ 0.
    pub gradient: Matrix,
}

impl Acyclicity {
    /// Value and gradient at A ≥ 0 with zero diagonal. Not finite when A is so large that the
    /// power overflows.
    pub fn evaluate(&self, a: &Matrix) -> ValueAndGradient {
        let n = a.rows();
        // Pᵀ − I, the transpose because the gradient wants it.
        let sparse = a.support() as f64 <= WALK_DENSITY * (n * n) as f64;
        let walked = if sparse { walks(a, self.alpha) } else { None };
        let mut excess = walked.unwrap_or_else(|| powers(a, self.alpha));
        let trace: f64 = (0..n).map(|i| excess[(i, i)]).sum();
        let closing = self.alpha * a.inner(&excess);
        let scale = self.mu * n as f64 * self.alpha;
        for j in 0..n {
            excess[(j, j)] += 1.0;
            excess.col_mut(j).iter_mut().for_each(|g| *g *= scale);
        }
        ValueAndGradient { value: self.mu * (trace + closing), gradient: excess }
    }
}

/// Pᵀ − I by walking from every node, or `None` if the walks do not die out.
fn walks(a: &Matrix, alpha: f64) -> Option<Matrix> {
    let n = a.rows();
    let edges: Vec<(usize, usize, f64)> = (0..n)
        .flat_map(|j| a.col(j).iter().enumerate().map(move |(i, &w)| (i, j, alpha * w)))
        .filter(|&(_, _, w)| w != 0.0)
        .collect();
    let starts: Vec<usize> = (0..n).step_by(WALKERS).collect();
    let panels = parallel_map(starts.len(), |p| walk_panel(&edges, n, starts[p]));
    let mut excess = Matrix::zeros(n, n);
    for (first, panel) in starts.into_iter().zip(panels) {
        let panel = panel?;
        for j in first..n.min(first + WALKERS) {
            let from_j = panel.iter().skip(j - first).step_by(WALKERS);
            excess.col_mut(j).iter_mut().zip(from_j).for_each(|(e, &x)| *e = x);
        }
    }
    Some(excess)
}

/// Σ_{k ≥ 1} C(n−1, k)(αA)ᵏ for the rows `first..first + WALKERS`: entry `i·WALKERS + s` is the
/// weight of all walks from `first + s` to i.
fn walk_panel(edges: &[(usize, usize, f64)], n: usize, first: usize) -> Option<Vec<f64>> {
    let mut step = vec![0.0; n * WALKERS];
    (first..n.min(first + WALKERS)).for_each(|s| step[s * WALKERS + s - first] = 1.0);
    let mut sum = vec![0.0; n * WALKERS];
    let mut next = vec![0.0; n * WALKERS];
    for k in 1..n.min(WALK_TERMS) {
        // Term k of the binomial series is term k − 1 times αA·(n − k)/k.
        let factor = (n - k) as f64 / k as f64;
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
    (n <= WALK_TERMS).then_some(sum)
}

/// (I + αAᵀ)ⁿ⁻¹ − I by products, as a polynomial where few terms count and by squaring otherwise.
fn powers(a: &Matrix, alpha: f64) -> Matrix {
    let base = a.transpose().map(|x| alpha * x);
    match series_degree(a.rows(), column_norm(&base)) {
        Some(degree) => series(&base, degree),
        None => squarings(base),
    }
}

/// ‖B‖ as the largest column sum, B ≥ 0.
fn column_norm(b: &Matrix) -> f64 {
    (0..b.cols()).map(|j| b.col(j).iter().sum::<f64>()).fold(0.0, f64::max)
}

/// The degree after which the terms C(n−1, k)‖B‖ᵏ are below rounding, if it is small enough for
/// the polynomial to be cheaper than squaring.
fn series_degree(n: usize, norm: f64) -> Option<usize> {
    let mut term = 1.0;
    (1..n.min(SERIES_DEGREE + 1)).find(|&k| {
        term *= norm * (n - k) as f64 / k as f64;
        term <= NEGLIGIBLE
    })
}

/// Σ_{k=1}^d C(n−1, k) Bᵏ with about 2√d products (Paterson & Stockmeyer 1973,
/// doi:10.1137/0202007): the sum is a polynomial in Bˢ whose coefficients are sums of B, …, Bˢ, and
/// only those powers are kept. Their norms tell how many terms really count: fewer than ‖B‖ alone
/// says, since high powers of a nearly acyclic matrix are small.
fn series(base: &Matrix, degree: usize) -> Matrix {
    let n = base.rows();
    let mut binomials = vec![1.0];
    for k in 1..=degree {
        binomials.push(binomials[k - 1] * n.saturating_sub(k) as f64 / k as f64);
    }
    let counting = |norms: &[f64]| {
        let s = norms.len();
        // ‖Bᵏ‖ ≤ ‖Bˢ‖^q ‖Bʳ‖ for k = qs + r, 1 ≤ r ≤ s.
        let bound = |k: usize| norms[s - 1].powi(((k - 1) / s) as i32) * norms[(k - 1) % s];
        (1..=degree).rev().find(|&k| binomials[k] * bound(k) > NEGLIGIBLE).unwrap_or(1)
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
        let coefficients = &binomials[block * s + 1..=degree.min((block + 1) * s)];
        for (power, &b) in low.iter().zip(coefficients) {
            add_scaled(sum.as_mut_slice(), b, power.as_slice());
        }
    }
    sum
}

/// (I + B)ⁿ⁻¹ − I by repeated squaring: (I + E)² = I + (2E + E²).
fn squarings(base: Matrix) -> Matrix {
    let n = base.rows();
    let mut scratch = Matrix::zeros(n, n);
    let exponent = n.saturating_sub(1);
    if exponent == 0 {
        return scratch;
    }
    let mut excess = base.clone();
    // From the second-highest bit of the exponent down.
    for bit in (0..exponent.ilog2()).rev() {
        product_into(&mut scratch, &excess, &excess);
        add_scaled(scratch.as_mut_slice(), 2.0, excess.as_slice());
        std::mem::swap(&mut excess, &mut scratch);
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
    use super::*;
    use crate::random::Stream;

    /// Nonnegative, zero diagonal, about `density` of the entries present.
    fn random(n: usize, density: f64, seed: u64) -> Matrix {
        let mut s = Stream::new(seed, 0);
        let mut a = Matrix::zeros(n, n);
        for j in 0..n {
            for i in 0..n {
                if i != j && s.uniform() < density {
                    a[(i, j)] = 2.0 * s.uniform();
                }
            }
        }
        a
    }

    #[test]
    fn gradient_agrees_with_finite_differences() {
        for (n, density, seed) in [(2, 1.0, 1), (7, 0.5, 2), (30, 0.03, 3)] {
            let f = Acyclicity { mu: 3.0, alpha: 0.7 / n as f64 };
            let a = random(n, density, seed);
            let gradient = f.evaluate(&a).gradient;
            let step = 1e-5;
            for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
                let mut up = a.clone();
                up[(i, j)] += step;
                let mut down = a.clone();
                down[(i, j)] -= step;
                let slope = (f.evaluate(&up).value - f.evaluate(&down).value) / (2.0 * step);
                // Central differences: error of order step² plus rounding over step.
                let scale = 1.0 + slope.abs();
                assert!((slope - gradient[(i, j)]).abs() < 1e-6 * scale, "n={n} ({i},{j})");
            }
        }
    }

    #[test]
    fn walking_squaring_and_summing_agree() {
        for (n, seed) in [(2, 1), (3, 2), (60, 3), (150, 4)] {
            let a = random(n, 0.04, seed);
            let alpha = 0.5 / n as f64;
            let base = a.transpose().map(|x| alpha * x);
            let squared = squarings(base.clone());
            let top = squared.as_slice().iter().fold(1.0, |t: f64, &x| t.max(x));
            for other in [walks(&a, alpha).expect("walks die out"), series(&base, 40)] {
                let difference = other.as_slice().iter().zip(squared.as_slice());
                // Rounding of some 2·log₂ n products.
                assert!(difference.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) <= 1e-12 * top);
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
            let degree = series_degree(n, column_norm(&base)).expect("few terms count");
            let (short, long) = (series(&base, degree), squarings(base));
            let difference = short.as_slice().iter().zip(long.as_slice());
            // Rounding of entries below one.
            assert!(difference.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) <= 1e-15);
        }
    }

    #[test]
    fn zero_exactly_on_dags() {
        let n = 40;
        let full = random(n, 0.3, 5);
        let dag = Matrix::from_fn(n, n, |i, j| if i < j { full[(i, j)] } else { 0.0 });
        let f = Acyclicity { mu: 1.0, alpha: 0.1 };
        assert_eq!(f.evaluate(&dag).value, 0.0);
        let mut cyclic = dag;
        cyclic[(n - 1, 0)] = 1e-9;
        assert!(f.evaluate(&cyclic).value > 0.0);
    }
}
