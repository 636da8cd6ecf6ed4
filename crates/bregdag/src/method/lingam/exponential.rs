//! eˣ for x ≤ 0, many at a time:
//!
//!   eˣ = 2ᵏ e^r,   k = round(x / ln 2),   |r| ≤ ½ ln 2,   e^r ≈ Σ_{i ≤ 11} rⁱ/i!
//!
//! What the series leaves out is below r¹²/12! < 7·10⁻¹⁵ of the value. No branches and no calls, so the
//! compiler computes several at once; and the same bits on every machine, unlike a system's own.

/// Below this eˣ is taken to be that of here, 10⁻³⁰⁴.
const LEAST: f64 = -700.0;
/// Added to a number of less than 2⁵¹, its last bits are the nearest whole number.
const SHIFT: f64 = 6_755_399_441_055_744.0;
/// ln 2 in two parts, the first with few enough digits that k times it is exact.
const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];

/// eˣ for x ≤ 0, to 10⁻¹⁴ of it.
#[inline(always)]
pub fn exp_negative(x: f64) -> f64 {
    let x = if x > LEAST { x } else { LEAST };
    let shifted = x * std::f64::consts::LOG2_E + SHIFT;
    let k = shifted - SHIFT;
    let r = (x - k * LN_2[0]) - k * LN_2[1];
    // Pairs of terms first: short chains of operations that wait for each other.
    let r2 = r * r;
    let r4 = r2 * r2;
    let low = (1.0 + r) + r2 * (1.0 / 2.0 + r * (1.0 / 6.0));
    let middle = (1.0 / 24.0 + r * (1.0 / 120.0)) + r2 * (1.0 / 720.0 + r * (1.0 / 5_040.0));
    let high = (1.0 / 40_320.0 + r * (1.0 / 362_880.0))
        + r2 * (1.0 / 3_628_800.0 + r * (1.0 / 39_916_800.0));
    let series = low + r4 * (middle + r4 * high);
    // k goes to the exponent.
    f64::from_bits(series.to_bits().wrapping_add(shifted.to_bits() << 52))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_exact_as_promised() {
        for i in 0..=700_000 {
            let x = -f64::from(i) * 1e-3;
            let exact = libm::exp(x);
            assert!((exp_negative(x) - exact).abs() <= 1e-14 * exact, "{x}");
        }
        assert_eq!(exp_negative(0.0), 1.0);
        assert_eq!(exp_negative(-0.0), 1.0);
        assert!(exp_negative(-1e300) < 1e-300 && exp_negative(f64::NEG_INFINITY) < 1e-300);
    }
}
