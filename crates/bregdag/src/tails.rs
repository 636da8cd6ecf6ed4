//! Tails of the normal distribution, and a test whether rows come from one.

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

/// Z of the fourth moment is known to be good from here on.
pub const FEWEST_ROWS: f64 = 20.0;

/// p of the test that m rows with this third and fourth standardised moment are Gaussian: that of the larger |Z|,
/// doubled. Z of the third moment is that of D'Agostino (1970, doi:10.1093/biomet/57.3.679), of the fourth that
/// of Anscombe and Glynn (1983, doi:10.1093/biomet/70.1.227).
pub fn normality(third: f64, fourth: f64, m: f64) -> f64 {
    let larger = skewness_score(third, m).abs().max(kurtosis_score(fourth, m).abs());
    (2.0 * normal_tails(larger)).min(1.0)
}

/// Z(g₁): δ asinh(y/α).
fn skewness_score(third: f64, m: f64) -> f64 {
    let y = third * ((m + 1.0) * (m + 3.0) / (6.0 * (m - 2.0))).sqrt();
    let beta = 3.0 * (m * m + 27.0 * m - 70.0) * (m + 1.0) * (m + 3.0)
        / ((m - 2.0) * (m + 5.0) * (m + 7.0) * (m + 9.0));
    let w_squared = (2.0 * (beta - 1.0)).sqrt() - 1.0;
    let (delta, alpha) = (1.0 / (0.5 * w_squared.ln()).sqrt(), (2.0 / (w_squared - 1.0)).sqrt());
    delta * (y / alpha).asinh()
}

/// Z(g₂): a cube root brings the standardised fourth moment to the normal distribution.
fn kurtosis_score(fourth: f64, m: f64) -> f64 {
    let expected = 3.0 * (m - 1.0) / (m + 1.0);
    let variance = 24.0 * m * (m - 2.0) * (m - 3.0) / ((m + 1.0).powi(2) * (m + 3.0) * (m + 5.0));
    let x = (fourth - expected) / variance.sqrt();
    let skew = 6.0 * (m * m - 5.0 * m + 2.0) / ((m + 7.0) * (m + 9.0))
        * (6.0 * (m + 3.0) * (m + 5.0) / (m * (m - 2.0) * (m - 3.0))).sqrt();
    let a = 6.0 + 8.0 / skew * (2.0 / skew + (1.0 + 4.0 / (skew * skew)).sqrt());
    let denominator = 1.0 + x * (2.0 / (a - 4.0)).sqrt();
    if denominator <= 0.0 {
        // Beyond its pole the transformation says nothing: tails as light as those of a coin.
        return f64::NEG_INFINITY;
    }
    let root = ((1.0 - 2.0 / a) / denominator).cbrt();
    (1.0 - 2.0 / (9.0 * a) - root) / (2.0 / (9.0 * a)).sqrt()
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
