//! f(A) = μ (Tr(I + αA)ⁿ − n),   ∇f(A) = μ n α ((I + αA)ⁿ⁻¹)ᵀ,   A ≥ 0.
//!
//! Entry (i, j) of (I + αA)ⁿ⁻¹ adds up the weights of all walks from i to j, so f = 0 exactly when
//! no walk returns: when A is a DAG. Value and gradient share P = (I + αA)ⁿ⁻¹:
//!
//!   Tr(I + αA)ⁿ − n = Tr(P − I) + α⟨A, Pᵀ⟩.
//!
//! Only P − I is ever stored, so that a nearly acyclic A keeps all digits of its small penalty.
//! Two ways to compute it, by what is cheaper: a sparse A walks, Σ_k C(n−1, k)(αA)ᵏ term by term
//! until the terms vanish (they do after the longest path when A is a DAG); a dense one is raised to
//! its power by repeated squaring.

use crate::linalg::{Matrix, add_scaled, parallel_map, product_into};

/// Above this share of nonzero entries squaring is faster. Measured (`benches/pieces.rs`): one term
/// of the walk costs density·n³ scattered operations, the squarings some 1.5·log₂ n products.
const WALK_DENSITY: f64 = 0.05;
/// A walk not finished after so many terms has a large norm; squaring then costs less.
const WALK_TERMS: usize = 48;
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
pub struct Penalty {
    /// μ (Tr(I + αA)ⁿ − n).
    pub value: f64,
    /// μ n α ((I + αA)ⁿ⁻¹)ᵀ, every entry ≥ 0.
    pub gradient: Matrix,
}

impl Acyclicity {
    /// Value and gradient at A ≥ 0 with zero diagonal. Not finite when A is so large that the
    /// power overflows.
    pub fn evaluate(&self, a: &Matrix) -> Penalty {
        let n = a.rows();
        // Pᵀ − I, the transpose because the gradient wants it.
        let mut excess = walks(a, self.alpha).unwrap_or_else(|| power_excess(a, self.alpha));
        let trace: f64 = (0..n).map(|i| excess[(i, i)]).sum();
        let closing = self.alpha * a.inner(&excess);
        let scale = self.mu * n as f64 * self.alpha;
        for j in 0..n {
            excess[(j, j)] += 1.0;
            excess.col_mut(j).iter_mut().for_each(|g| *g *= scale);
        }
        Penalty { value: self.mu * (trace + closing), gradient: excess }
    }
}

/// Pᵀ − I by walking from every node, or `None` where squaring is the better way.
fn walks(a: &Matrix, alpha: f64) -> Option<Matrix> {
    let n = a.rows();
    let support = a.support();
    if support as f64 > WALK_DENSITY * (n * n) as f64 {
        return None;
    }
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
        if term <= f64::EPSILON * 0.01 * total {
            return Some(sum);
        }
    }
    (n <= WALK_TERMS).then_some(sum)
}

/// (I + αAᵀ)ⁿ⁻¹ − I by repeated squaring: (I + E)² = I + (2E + E²).
fn power_excess(a: &Matrix, alpha: f64) -> Matrix {
    let n = a.rows();
    let base = a.transpose().map(|x| alpha * x);
    let mut excess = base.clone();
    let mut scratch = Matrix::zeros(n, n);
    let exponent = n - 1;
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
    fn walking_and_squaring_agree() {
        for (n, seed) in [(2, 1), (3, 2), (60, 3), (150, 4)] {
            let a = random(n, 0.04, seed);
            let alpha = 3.0 / n as f64;
            let walked = walks(&a, alpha).expect("sparse enough to walk");
            let squared = power_excess(&a, alpha);
            let difference =
                walked.as_slice().iter().zip(squared.as_slice()).map(|(x, y)| (x - y).abs());
            let top = squared.as_slice().iter().fold(1.0, |t: f64, &x| t.max(x));
            // Rounding of some 2·log₂ n products.
            assert!(difference.fold(0.0, f64::max) <= 1e-12 * top);
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
