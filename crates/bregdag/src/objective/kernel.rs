//! h(W) = μ(n−1)(1 + αr)ⁿ,   h'(r) = μn(n−1)α(1 + αr)ⁿ⁻¹,   r = ‖W‖_F,
//!
//! and its divergence D_h(V, W) = h(V) − h(W) − ⟨∇h(W), V − W⟩. The penalty f is 1-smooth relative
//! to h everywhere (docs/mathematics.md, section 3). (1 + αr)ⁿ overflows for bad starts and h'(r)/r
//! has a pole at r = 0, so slopes are handed out as logarithms.

use crate::linalg::Matrix;

/// The kernel for given μ, α and order n ≥ 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kernel {
    mu: f64,
    alpha: f64,
    n: f64,
}

impl Kernel {
    /// The kernel that belongs to the penalty with the same μ, α and n.
    pub fn new(mu: f64, alpha: f64, n: usize) -> Kernel {
        Kernel { mu, alpha, n: n as f64 }
    }

    /// ln h(r).
    pub fn ln_value(&self, r: f64) -> f64 {
        (self.mu * (self.n - 1.0)).ln() + self.n * (self.alpha * r).ln_1p()
    }

    /// ln h'(r).
    pub fn ln_slope(&self, r: f64) -> f64 {
        (self.mu * self.n * (self.n - 1.0) * self.alpha).ln()
            + (self.n - 1.0) * (self.alpha * r).ln_1p()
    }

    /// r h''(r)/h'(r) = (n − 1)αr/(1 + αr).
    pub fn slope_elasticity(&self, r: f64) -> f64 {
        (self.n - 1.0) * self.alpha * r / (1.0 + self.alpha * r)
    }

    /// D_h(V, W) ≥ 0. With s = ‖V‖, r = ‖W‖ it is the divergence of the scalar function h plus
    /// what the two directions differ by, neither subtracting large numbers:
    ///
    ///   D = h(r)·(eⁿˣ − 1 − n(eˣ − 1)) + h'(r)·(‖V − W‖² − (s − r)²) / 2r,
    ///   x = ln((1 + αs)/(1 + αr)).
    ///
    /// At W = 0, where h has a kink, the subgradient 0 is taken: D = h(s) − h(0).
    pub fn divergence(&self, v: &Matrix, w: &Matrix) -> f64 {
        let (s, r) = (v.norm(), w.norm());
        let x = (self.alpha * (s - r) / (1.0 + self.alpha * r)).ln_1p();
        if r == 0.0 {
            return self.ln_value(0.0).exp() * (self.n * x).exp_m1();
        }
        let radial = self.ln_value(r).exp() * exp_excess(self.n, x);
        let square: f64 =
            v.as_slice().iter().zip(w.as_slice()).map(|(v, w)| (v - w) * (v - w)).sum();
        let angle = (square - (s - r) * (s - r)).max(0.0) / (2.0 * r);
        radial + self.ln_slope(r).exp() * angle
    }
}

/// eⁿˣ − 1 − n(eˣ − 1), which starts with n(n−1)x²/2.
fn exp_excess(n: f64, x: f64) -> f64 {
    // Where two terms of the series lose as much, (nx)²/12, as the differences do, 2ε/(nx): both are
    // right to ten digits there.
    const SMALL: f64 = 1e-5;
    if (n * x).abs() < SMALL {
        return n * (n - 1.0) * x * x / 2.0 + n * (n * n - 1.0) * x * x * x / 6.0;
    }
    (n * x).exp_m1() - n * x.exp_m1()
}

#[cfg(test)]
mod tests {
    use super::exp_excess;

    /// Series and differences meet: to either side of the switch, and against all terms of
    /// Σ_k (nᵏ − n) xᵏ/k!.
    #[test]
    fn the_excess_is_its_series() {
        for n in [2.0f64, 7.0, 50.0, 2000.0] {
            for nx in [-0.5, -2e-5, -1.01e-5, -0.99e-5, -1e-9, 1e-12, 0.99e-5, 1.01e-5, 1e-3, 0.5] {
                let x = nx / n;
                let (mut sum, mut power, mut lower) = (0.0, 1.0, 1.0);
                for k in 1..30 {
                    power *= n * x / f64::from(k);
                    lower *= x / f64::from(k);
                    if k > 1 {
                        sum += power - n * lower;
                    }
                }
                let excess = exp_excess(n, x);
                assert!(excess >= 0.0);
                // Just above the switch the difference of two numbers of size 1e-5 leaves a tenth of
                // 1e-10, and for small n the two nearly cancel.
                assert!((excess / sum - 1.0).abs() < 1e-9, "n={n} nx={nx}: {excess} {sum}");
            }
        }
        assert_eq!(exp_excess(10.0, 0.0), 0.0);
    }
}
