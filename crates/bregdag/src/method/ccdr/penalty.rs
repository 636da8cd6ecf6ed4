//! The minimax concave penalty (Zhang 2010, doi:10.1214/09-AOS729),
//!
//! ```text
//! p(b) = λ|b| − b²/(2γ)   for |b| < γλ,      γλ²/2   beyond,
//! ```
//!
//! and where ½(b − z)² + p(b) is least: with γ > 1 that is one place,
//!
//! ```text
//! S(z) = 0   for |z| ≤ λ,      sign(z) γ(|z| − λ)/(γ − 1)   for |z| ≤ γλ,      z   beyond.
//! ```

/// p with its λ and γ > 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mcp {
    pub lambda: f64,
    pub gamma: f64,
}

impl Mcp {
    /// From here on it is flat: γλ.
    pub fn flat(self) -> f64 {
        self.gamma * self.lambda
    }

    /// p(b).
    pub fn value(self, b: f64) -> f64 {
        let b = b.abs();
        match b < self.flat() {
            true => self.lambda * b - 0.5 * b * b / self.gamma,
            false => 0.5 * self.flat() * self.lambda,
        }
    }

    /// S(z).
    pub fn threshold(self, z: f64) -> f64 {
        let size = z.abs();
        if size <= self.lambda {
            0.0
        } else if size <= self.flat() {
            z.signum() * (size - self.lambda) / (1.0 - 1.0 / self.gamma)
        } else {
            z
        }
    }

    /// By how much b = S(z) lowers ½(b − z)² + p(b) from b = 0.
    pub fn gain(self, z: f64) -> f64 {
        let b = self.threshold(z);
        b * (z - 0.5 * b) - self.value(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of a thousandth finds nothing lower, and next to its best place lies S(z).
    #[test]
    fn the_threshold_is_least() {
        for (lambda, gamma) in [(1.0, 2.0), (0.3, 1.1), (2.0, 10.0)] {
            let penalty = Mcp { lambda, gamma };
            for k in -60..=60 {
                let z = 0.11 * f64::from(k);
                let height = |b: f64| 0.5 * (b - z) * (b - z) + penalty.value(b);
                let best = penalty.threshold(z);
                let grid = (-8000..=8000).map(|k| 0.001 * f64::from(k));
                let there = grid.min_by(|a, b| height(*a).total_cmp(&height(*b))).unwrap();
                // Rounding of terms of size 20.
                assert!(height(best) <= height(there) + 1e-13, "{penalty:?} {z}");
                // Between two points of the grid; the curvature is 1 − 1/γ at least, 1/11.
                assert!((best - there).abs() <= 0.001, "{penalty:?} {z}: {best} {there}");
                assert!((height(0.0) - height(best) - penalty.gain(z)).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn by_hand() {
        let penalty = Mcp { lambda: 1.0, gamma: 2.0 };
        assert_eq!([0.5, 1.0, 2.0, 5.0].map(|b| penalty.value(b)), [0.4375, 0.75, 1.0, 1.0]);
        assert_eq!([-1.0, 1.5, -2.0, 3.0].map(|z| penalty.threshold(z)), [0.0, 1.0, -2.0, 3.0]);
    }
}
