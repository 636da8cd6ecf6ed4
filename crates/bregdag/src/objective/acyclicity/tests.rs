//! Every penalty against its definition.

use super::*;
use crate::random::Stream;

/// Nonnegative, zero diagonal, about `density` of the entries present, up to 2.
pub fn random(n: usize, density: f64, seed: u64) -> Matrix {
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

type Penalty = Box<dyn Fn(&Matrix) -> ValueAndGradient>;

/// All of them, for n nodes.
fn penalties(n: usize) -> [(&'static str, Penalty); 3] {
    let power = Acyclicity { mu: 3.0, alpha: 0.7 / n as f64 };
    // The spectral radius is below the largest sum of a column.
    let s = 2.0 * n as f64;
    [
        ("power", Box::new(move |a| power.evaluate(a))),
        ("exponential", Box::new(exponential)),
        ("log-determinant", Box::new(move |a| log_determinant(a, s).expect("inside"))),
    ]
}

#[test]
fn gradients_agree_with_finite_differences() {
    for (n, density, seed) in [(2, 1.0, 1), (7, 0.5, 2), (30, 0.03, 3)] {
        let a = random(n, density, seed);
        for (name, penalty) in penalties(n) {
            let gradient = penalty(&a).gradient;
            let step = 1e-5;
            for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
                let mut up = a.clone();
                up[(i, j)] += step;
                let mut down = a.clone();
                down[(i, j)] -= step;
                let slope = (penalty(&up).value - penalty(&down).value) / (2.0 * step);
                // Central differences: error of order step² plus rounding over step.
                let scale = 1.0 + slope.abs();
                let error = (slope - gradient[(i, j)]).abs();
                assert!(error < 1e-6 * scale, "{name}, n={n} ({i},{j}): {error}");
            }
        }
    }
}

#[test]
fn zero_exactly_on_dags() {
    let n = 40;
    let full = random(n, 0.3, 5);
    let dag = Matrix::from_fn(n, n, |i, j| if i < j { full[(i, j)] } else { 0.0 });
    for (name, penalty) in penalties(n) {
        // The logarithm of s is rounded n times.
        assert!(penalty(&dag).value.abs() <= 1e-12, "{name}");
        let mut cyclic = dag.clone();
        cyclic[(n - 1, 0)] = 1e-3;
        assert!(penalty(&cyclic).value > 1e-9, "{name}");
    }
    assert_eq!(exponential(&dag).value, 0.0);
    assert_eq!(Acyclicity { mu: 1.0, alpha: 0.1 }.evaluate(&dag).value, 0.0);
}

/// Two nodes that point at each other with weights a and b: h by hand.
#[test]
fn a_cycle_of_two() {
    let mut a = Matrix::zeros(2, 2);
    (a[(0, 1)], a[(1, 0)]) = (0.3, 0.2);
    let r = f64::sqrt(0.06);
    // Eigenvalues ±r. Rounding of a few operations on numbers near one.
    assert!((exponential(&a).value - 2.0 * (r.cosh() - 1.0)).abs() <= 1e-15);
    let at = log_determinant(&a, 0.8).expect("inside");
    assert!((at.value + (1.0 - 0.06 / 0.64_f64).ln()).abs() <= 1e-15);
    assert!(log_determinant(&a, 0.9 * r).is_none() && log_determinant(&a, r).is_none());
}
