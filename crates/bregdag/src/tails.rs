//! Tails of the normal distribution.

/// P(|N(0, 1)| > |z|).
pub fn normal_tails(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// The z ≥ 0 with P(|N(0, 1)| > z) = p, for 0 < p < 1.
pub fn normal_quantile(p: f64) -> f64 {
    // Beyond 40 the tails are smaller than any double. Halving until nothing lies between takes about
    // 60 rounds.
    let (mut low, mut high) = (0.0, 40.0);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if normal_tails(middle) > p { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_the_normal_distribution() {
        // From tables.
        assert!((normal_tails(-1.959_963_984_540_054) - 0.05).abs() < 1e-14);
        assert_eq!(normal_tails(0.0), 1.0);
    }

    #[test]
    fn where_tails_begin() {
        // From tables, all digits given.
        assert!((normal_quantile(0.05) - 1.959_963_984_540_054).abs() < 1e-14);
        assert!((normal_quantile(0.01) - 2.575_829_303_548_901).abs() < 1e-14);
        for p in [1e-300, 1e-12, 0.3, 0.999_999] {
            // The tails change by about z² of themselves where z changes by a rounding of itself.
            let again = normal_tails(normal_quantile(p));
            assert!((again / p - 1.0).abs() < 1e-11, "{p} {again}");
        }
    }
}
