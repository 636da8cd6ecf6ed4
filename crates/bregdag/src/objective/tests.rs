//! The terms of the objective against their definitions, and the two inequalities on which the
//! descent rests.

use super::{Acyclicity, Kernel, Loss};
use crate::data::{Moments, Table};
use crate::linalg::Matrix;
use crate::random::Stream;

/// Zero diagonal, about `density` of the entries present, |entry| ≤ `size`.
fn random(n: usize, density: f64, size: f64, signed: bool, stream: &mut Stream) -> Matrix {
    let mut w = Matrix::zeros(n, n);
    for j in 0..n {
        for i in (0..n).filter(|&i| i != j) {
            if stream.uniform() < density {
                let u = stream.uniform();
                w[(i, j)] = size * if signed { 2.0 * u - 1.0 } else { u };
            }
        }
    }
    w
}

fn random_table(n: usize, m: usize, stream: &mut Stream) -> Table {
    let names = (0..n).map(|j| format!("x{j}")).collect();
    let columns = (0..n)
        .map(|j| (0..m).map(|_| 3.0 * j as f64 + (1.0 + j as f64) * stream.normal()).collect())
        .collect();
    Table::new(names, columns).unwrap()
}

#[test]
fn the_loss_is_that_of_the_centred_rows() {
    for (n, m, seed) in [(2, 2, 1), (5, 40, 2), (8, 3, 3)] {
        let mut stream = Stream::new(seed, 0);
        let table = random_table(n, m, &mut stream);
        let w = random(n, 0.5, 1.0, true, &mut stream);
        let loss = Loss::new(Moments::of(&table).unwrap().covariance());
        let centred: Vec<Vec<f64>> = table
            .columns()
            .iter()
            .map(|c| c.iter().map(|x| x - c.iter().sum::<f64>() / m as f64).collect())
            .collect();
        let mut direct = 0.0;
        for row in 0..m {
            for j in 0..n {
                let fitted: f64 = (0..n).map(|i| centred[i][row] * w[(i, j)]).sum();
                direct += (centred[j][row] - fitted).powi(2) / m as f64;
            }
        }
        // Rounding of some n²m terms, all of them positive.
        assert!((loss.value(&w) - direct).abs() <= 1e-12 * direct, "n={n} m={m}");
    }
}

#[test]
fn the_gradient_of_the_loss_is_its_slope() {
    for (n, m, seed) in [(3, 10, 4), (7, 30, 5), (6, 4, 6)] {
        let mut stream = Stream::new(seed, 0);
        let table = random_table(n, m, &mut stream);
        let loss = Loss::new(Moments::of(&table).unwrap().covariance());
        let w = random(n, 0.7, 1.0, true, &mut stream);
        let mut residuals = Matrix::zeros(n, n);
        let columns: f64 = loss.residuals(&w, &mut residuals).iter().sum();
        // Rounding of some n³ terms.
        assert!((columns - loss.value(&w)).abs() <= 1e-12 * loss.value(&w));
        let gradient = residuals.map(|r| -2.0 * r);
        for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
            let moved = |step: f64| {
                let mut w = w.clone();
                w[(i, j)] += step;
                loss.value(&w)
            };
            let slope = (moved(1e-3) - moved(-1e-3)) / 2e-3;
            // The loss is quadratic, so central differences are exact up to rounding over the step.
            let rounding = 1e-16 * loss.value(&w) / 1e-3 * 100.0;
            assert!((slope - gradient[(i, j)]).abs() <= rounding, "n={n} ({i},{j})");
        }
    }
}

#[test]
fn the_kernels_logarithms_are_those_of_its_formula() {
    for (mu, alpha, n) in [(100.0, 0.02, 5), (1.0, 0.3, 12), (0.01, 1e-3, 50)] {
        let kernel = Kernel::new(mu, alpha, n);
        let order = n as f64;
        let h = |r: f64| mu * (order - 1.0) * (1.0 + alpha * r).powi(n as i32);
        for r in [0.0, 1e-6, 0.3, 1.0, 20.0] {
            // Rounding of a power of order n ≤ 50.
            assert!((kernel.ln_value(r).exp() / h(r) - 1.0).abs() <= 1e-12);
            let step = 1e-4 * (1.0 + r);
            let slope = (h(r + step) - h(r - step)) / (2.0 * step);
            // Central differences: h'''/h' step²/6 ≤ (nα)² step²/6, and rounding h/h' over step.
            let error = (order * alpha * step).powi(2) + 1e-15 / (alpha * step);
            assert!((kernel.ln_slope(r).exp() / slope - 1.0).abs() <= error, "n={n} r={r}");
        }
    }
}

/// D_h by its definition, with ∇h(W) = h'(r)/r W.
fn naive_divergence(mu: f64, alpha: f64, v: &Matrix, w: &Matrix) -> f64 {
    let n = v.rows() as f64;
    let power = |r: f64, k: f64| (1.0 + alpha * r).powf(k);
    let h = |r: f64| mu * (n - 1.0) * power(r, n);
    let r = w.norm();
    let slope = mu * n * (n - 1.0) * alpha * power(r, n - 1.0);
    let along = (w.inner(v) - r * r) / r;
    h(v.norm()) - h(r) - slope * along
}

#[test]
fn the_divergence_is_its_definition_and_never_negative() {
    let mut stream = Stream::new(7, 0);
    for case in 0..3000 {
        let n = 2 + case % 20;
        let (mu, alpha) = ([0.01, 1.0, 100.0][case % 3], [0.1, 1.0, 5.0][case / 3 % 3] / n as f64);
        let kernel = Kernel::new(mu, alpha, n);
        let w = random(n, 0.5, 2.0, true, &mut stream);
        // From far away to so near that the definition loses all digits.
        let near = 10f64.powi(-(case as i32 % 12));
        let shift = random(n, 0.5, near, true, &mut stream);
        let v = Matrix::from_fn(n, n, |i, j| w[(i, j)] + shift[(i, j)]);
        let divergence = kernel.divergence(&v, &w);
        assert!(divergence >= 0.0 && divergence.is_finite(), "case {case}: {divergence}");
        assert_eq!(kernel.divergence(&w, &w), 0.0);
        if w.norm() > 0.0 {
            let naive = naive_divergence(mu, alpha, &v, &w);
            let h = kernel.ln_value(v.norm().max(w.norm())).exp();
            // The definition subtracts numbers of the size of h, each to some n roundings; where it
            // keeps digits, ours has at least ten (series and differences meet at nx = 1e-5).
            let allowance = 1e-14 * n as f64 * h + 1e-9 * divergence;
            assert!((divergence - naive).abs() <= allowance, "case {case}: {divergence} {naive}");
        }
    }
}

/// Close to W, D_h is half the second derivative: digits that the definition does not have.
#[test]
fn the_divergence_keeps_its_digits_when_it_is_small() {
    let mut stream = Stream::new(8, 0);
    for n in [3, 10, 40] {
        let (mu, alpha) = (100.0, 1.0 / n as f64);
        let kernel = Kernel::new(mu, alpha, n);
        let w = random(n, 0.5, 1.0, true, &mut stream);
        let d = random(n, 0.5, 1.0, true, &mut stream);
        let (r, order) = (w.norm(), n as f64);
        let scale = kernel.ln_slope(r).exp();
        let radial = w.inner(&d) / r;
        // h'' t² + (h'/r)(‖d‖² − t²), h''/h' = (n − 1)α/(1 + αr).
        let curvature = (order - 1.0) * alpha / (1.0 + alpha * r);
        let second = scale * (curvature * radial.powi(2) + (d.inner(&d) - radial.powi(2)) / r);
        for size in [1e-4, 1e-6, 1e-7] {
            let v = Matrix::from_fn(n, n, |i, j| w[(i, j)] + size * d[(i, j)]);
            let ratio = kernel.divergence(&v, &w) / (size * size * second / 2.0);
            // The third order, relative to the second, and the rounding of s − r over s − r.
            let error = 20.0 * size + 1e-14 / size;
            assert!((ratio - 1.0).abs() <= error, "n={n} size {size}: {ratio}");
        }
    }
}

#[test]
fn the_divergence_from_zero_takes_the_subgradient_zero() {
    let kernel = Kernel::new(2.0, 0.1, 4);
    let v = random(4, 1.0, 1.0, true, &mut Stream::new(9, 0));
    let zero = Matrix::zeros(4, 4);
    let expected = 6.0 * ((1.0 + 0.1 * v.norm()).powi(4) - 1.0);
    // Rounding.
    assert!((kernel.divergence(&v, &zero) / expected - 1.0).abs() < 1e-13);
    assert_eq!(kernel.divergence(&zero, &zero), 0.0);
}

#[test]
fn nothing_overflows_in_logarithms() {
    let n = 2000;
    for alpha in [0.1 / n as f64, 5.0 / n as f64, 1.0, 100.0] {
        let kernel = Kernel::new(100.0, alpha, n);
        for r in [0.0, 1e-300, 1.0, 1e3, 1e100] {
            assert!(kernel.ln_value(r).is_finite() && kernel.ln_slope(r).is_finite());
        }
        assert!(kernel.ln_slope(1e3) > kernel.ln_slope(1.0));
    }
    // Published α: the divergence itself fits, although (1 + αr)ⁿ is e⁹⁸ at ‖W‖ = 1000.
    let kernel = Kernel::new(100.0, 0.1 / n as f64, n);
    let spike = |size: f64| {
        let mut w = Matrix::zeros(n, n);
        (w[(0, 1)], w[(5, 1999)]) = (size, 1.0);
        w
    };
    for (v, w) in [(1e3, 1.0), (1.0, 1e3), (1e3, 999.0)] {
        let divergence = kernel.divergence(&spike(v), &spike(w));
        assert!(divergence.is_finite() && divergence > 0.0, "{v} {w}: {divergence}");
    }
}

/// What the two inequalities compare, with an allowance for rounding.
struct Bound {
    left: f64,
    right: f64,
    allowance: f64,
}

/// f(A_V) against f(A_W) + ⟨∇f(A_W), A_V − A_W⟩ + D_h.
fn bound(f: Acyclicity, a_v: &Matrix, a_w: &Matrix, divergence: f64) -> Bound {
    let (at_v, at_w) = (f.evaluate(a_v), f.evaluate(a_w));
    let linear = at_w.gradient.inner(a_v) - at_w.gradient.inner(a_w);
    let right = at_w.value + linear + divergence;
    // Rounding of the largest of the terms that are added and subtracted.
    let terms = at_v.value + at_w.value + at_w.gradient.inner(a_v) + at_w.gradient.inner(a_w);
    Bound { left: at_v.value, right, allowance: 1e-12 * (terms + divergence) }
}

/// f is 1-smooth relative to h on all of A ≥ 0, not only where ΣW ≥ n/((n − 2)α).
#[test]
fn relative_smoothness_holds_everywhere() {
    let mut stream = Stream::new(10, 0);
    let (mut outside, cases) = (0, 6000);
    for case in 0..cases {
        let n = 3 + case % 13;
        let f = Acyclicity {
            mu: [1.0, 100.0][case % 2],
            alpha: [0.1, 0.1, 1.0, 5.0][case / 2 % 4] / n as f64,
        };
        let size = [0.01, 0.3, 1.0, 3.0][case / 8 % 4];
        let density = [0.1, 0.4, 1.0][case / 3 % 3];
        let w = random(n, density, size, false, &mut stream);
        let v = match case % 3 {
            // Anywhere, nearby, and on the ray through W.
            0 => random(n, density, [0.1, 1.0, 4.0][case / 7 % 3], false, &mut stream),
            1 => {
                let shift = random(n, 0.5, 0.1 * size, true, &mut stream);
                Matrix::from_fn(n, n, |i, j| (w[(i, j)] + shift[(i, j)]).max(0.0))
            }
            _ => w.map(|x| 1.5 * x),
        };
        if w.norm() == 0.0 {
            continue;
        }
        let needed = n as f64 / ((n as f64 - 2.0) * f.alpha);
        outside += usize::from(w.sum_abs() < needed && v.sum_abs() < needed);
        let divergence = Kernel::new(f.mu, f.alpha, n).divergence(&v, &w);
        let Bound { left, right, allowance } = bound(f, &v, &w, divergence);
        assert!(left <= right + allowance, "case {case} n={n}: {left} > {right}");
        // And from below: |∇²f| is bounded, so the linearisation is at most D_h above f.
        let below = right - 2.0 * divergence;
        assert!(left >= below - allowance, "case {case} n={n}: {left} < {below}");
    }
    assert!(2 * outside > cases, "only {outside} of {cases} pairs are outside C_α");
}

/// ⟨|W|, |V|⟩ ≥ ⟨W, V⟩, so with signs D_h(|V|, |W|) ≤ D_h(V, W) and the signed step majorises.
#[test]
fn the_signed_step_majorises() {
    let mut stream = Stream::new(11, 0);
    for case in 0..4000 {
        let n = 3 + case % 13;
        let f = Acyclicity { mu: 10.0, alpha: [0.1, 1.0, 5.0][case % 3] / n as f64 };
        let (density, size) = ([0.2, 0.6, 1.0][case / 3 % 3], [0.1, 1.0, 3.0][case / 9 % 3]);
        let w = random(n, density, size, true, &mut stream);
        let shift = random(n, density, [0.01, 0.5, 3.0][case % 3], true, &mut stream);
        let v = Matrix::from_fn(n, n, |i, j| w[(i, j)] + shift[(i, j)]);
        if w.norm() == 0.0 {
            continue;
        }
        let kernel = Kernel::new(f.mu, f.alpha, n);
        let (signed, absolute) =
            (kernel.divergence(&v, &w), kernel.divergence(&v.map(f64::abs), &w.map(f64::abs)));
        // Rounding of ‖V‖ − ‖W‖ over their difference, up to the ten digits of the divergence.
        assert!(absolute <= signed * (1.0 + 1e-9), "case {case}: {absolute} > {signed}");
        let Bound { left, right, allowance } = bound(f, &v.map(f64::abs), &w.map(f64::abs), signed);
        assert!(left <= right + allowance, "case {case} n={n}: {left} > {right}");
    }
}
