//! Tails of the normal distribution, of χ², Student's and Fisher's, and a test whether rows come from the first.

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

/// P(F > f) for F with `above` and `below` degrees of freedom, which need not be whole.
pub fn f_tail(f: f64, above: f64, below: f64) -> f64 {
    match f > 0.0 {
        true => incomplete_beta(below / (below + above * f), 0.5 * below, 0.5 * above),
        false => 1.0,
    }
}

/// P(|t| as large) of Student's distribution.
pub fn student_tails(t: f64, freedom: f64) -> f64 {
    f_tail(t * t, 1.0, freedom)
}

/// The t ≥ 0 with P(|t| as large) = p, for 0 < p < 1. Infinite if no double is as large.
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    let mut high = 1.0;
    while student_tails(high, freedom) > p {
        high *= 2.0;
        if high > 1e150 {
            return f64::INFINITY;
        }
    }
    let mut low = 0.0;
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if student_tails(middle, freedom) > p { low = middle } else { high = middle }
    }
}

/// P(χ² > x) with so many degrees of freedom, which need not be whole.
pub fn chi_square_tail(x: f64, freedom: f64) -> f64 {
    if x > 0.0 { upper_gamma(0.5 * freedom, 0.5 * x) } else { 1.0 }
}

/// The x with P(χ² > x) = p, for 0 < p < 1.
pub fn chi_square_quantile(p: f64, freedom: f64) -> f64 {
    let mut high = freedom.max(1.0);
    while chi_square_tail(high, freedom) > p {
        high *= 2.0;
    }
    let mut low = 0.0;
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if chi_square_tail(middle, freedom) > p { low = middle } else { high = middle }
    }
}

/// Q(a, x) = Γ(a, x)/Γ(a): one minus the series of the rest below its middle (DLMF 8.7.1), the continued fraction beyond
/// it (DLMF 8.9.2).
fn upper_gamma(a: f64, x: f64) -> f64 {
    const MOST_TERMS: usize = 100_000;
    if x == f64::INFINITY {
        return 0.0;
    }
    let front = (a * x.ln() - x - libm::lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for k in 1..MOST_TERMS {
            term *= x / (a + k as f64);
            sum += term;
            if term < 1e-16 * sum {
                break;
            }
        }
        return (1.0 - front * sum).max(0.0);
    }
    // Lentz's rule, as below.
    let away_from_zero = |x: f64| if x.abs() < 1e-300 { 1e-300 } else { x };
    let mut b = x + 1.0 - a;
    let (mut upper, mut lower) = (1e300, 1.0 / away_from_zero(b));
    let mut value = lower;
    for k in 1..MOST_TERMS {
        let k = k as f64;
        let d = -k * (k - a);
        b += 2.0;
        lower = 1.0 / away_from_zero(d * lower + b);
        upper = away_from_zero(b + d / upper);
        value *= upper * lower;
        if (upper * lower - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * value
}

/// I_x(a, b) = ∫₀ˣ t^{a−1}(1 − t)^{b−1} dt / B(a, b), by its continued fraction (DLMF 8.17.22), which converges fast for
/// x < (a + 1)/(a + b + 2); beyond, I_x(a, b) = 1 − I_{1−x}(b, a).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let logarithm = a * x.ln() + b * libm::log1p(-x) - a.ln() + libm::lgamma(a + b)
        - libm::lgamma(a)
        - libm::lgamma(b);
    logarithm.exp() / beta_fraction(x, a, b)
}

/// 1 + d_1/(1 + d_2/(1 + …)), by Lentz's rule.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const MOST_TERMS: usize = 10_000;
    let coefficient = |k: usize| {
        let m = (k / 2) as f64;
        match k % 2 {
            0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        }
    };
    let away_from_zero = |x: f64| if x.abs() < 1e-300 { 1e-300 } else { x };
    let (mut value, mut upper, mut lower) = (1.0, 1.0, 0.0);
    for k in 1..MOST_TERMS {
        let d = coefficient(k);
        lower = 1.0 / away_from_zero(1.0 + d * lower);
        upper = away_from_zero(1.0 + d / upper);
        value *= upper * lower;
        if (upper * lower - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_fisher_and_student() {
        // P(F > f) = (1 + f·a/b)^{−b/2} for a = 2, and 1 − (2/π) atan t for Student's with one degree.
        for (f, b) in [(0.1_f64, 3.0_f64), (2.0, 10.0), (30.0, 480.5), (1e4, 2.0)] {
            let exact = (1.0 + 2.0 * f / b).powf(-0.5 * b);
            assert!((f_tail(f, 2.0, b) / exact - 1.0).abs() < 1e-12, "{f} {b}");
        }
        for t in [0.01, 1.0, 12.0] {
            let exact = 1.0 - 2.0 / std::f64::consts::PI * f64::atan(t);
            assert!((student_tails(t, 1.0) - exact).abs() < 1e-13, "{t}");
        }
        // With many degrees of freedom Student's is normal, up to z⁴/(4 freedom).
        assert!((student_tails(1.5, 1e6) - normal_tails(1.5)).abs() < 2e-6);
        assert_eq!((f_tail(0.0, 3.0, 5.0), f_tail(f64::INFINITY, 3.0, 5.0)), (1.0, 0.0));
    }

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

    #[test]
    fn where_the_tails_of_student_begin() {
        // scipy.stats.t.ppf(0.975, k) of SciPy 1.17.1 for k = 1, 2, 5, 30.
        let known = [(1.0, 12.706_204_736_174_694), (2.0, 4.302_652_729_749_462)];
        let more = [(5.0, 2.570_581_835_636_314), (30.0, 2.042_272_456_301_238)];
        for (freedom, t) in known.into_iter().chain(more) {
            assert!((student_quantile(0.05, freedom) / t - 1.0).abs() < 1e-10, "{freedom}");
        }
        assert_eq!(student_quantile(1e-300, 0.5), f64::INFINITY);
    }

    #[test]
    fn tails_of_chi_square() {
        // e^{−x/2} for two degrees, the normal tails for one.
        for x in [0.1_f64, 1.0, 7.5, 60.0] {
            assert!((chi_square_tail(x, 2.0) / (-0.5 * x).exp() - 1.0).abs() < 1e-12, "{x}");
            assert!((chi_square_tail(x, 1.0) / normal_tails(x.sqrt()) - 1.0).abs() < 1e-11, "{x}");
        }
        // Four degrees more add (x/2)²/2! and x/2 to the sum e^{−x/2} Σ (x/2)^k/k!.
        let six = |x: f64| (-0.5 * x).exp() * (1.0 + 0.5 * x + x * x / 8.0);
        assert!((chi_square_tail(9.0, 6.0) / six(9.0) - 1.0).abs() < 1e-12);
        assert_eq!((chi_square_tail(0.0, 3.0), chi_square_tail(f64::INFINITY, 3.0)), (1.0, 0.0));
        // From tables.
        assert!((chi_square_quantile(0.05, 10.0) - 18.307_038_053_275_14).abs() < 1e-9);
        for (p, freedom) in [(1e-12, 3.0), (0.0005, 4321.5), (0.9, 0.7), (1e-7, 1000.0)] {
            let again = chi_square_tail(chi_square_quantile(p, freedom), freedom);
            assert!((again / p - 1.0).abs() < 1e-8, "{p} {freedom} {again}");
        }
    }
}
