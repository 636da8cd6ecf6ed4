//! When a test fails: Holm's correction for many tests at once.
//!
//! With p₍₁₎ ≤ … ≤ p₍ₖ₎, all before the first p₍ᵢ₎ > level / (k − i + 1) fail, and the chance of even one
//! false alarm stays below the level, however the tests depend on each other (Holm 1979,
//! jstor.org/stable/4615733).

/// The chance of a false alarm that we take, over all tests of one kind.
pub const LEVEL: f64 = 0.01;

/// Whether each test fails at [`LEVEL`].
pub(super) fn holm(p: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut fails = vec![false; p.len()];
    for (rank, &k) in order.iter().enumerate() {
        if p[k].is_nan() || p[k] > LEVEL / (p.len() - rank) as f64 {
            break;
        }
        fails[k] = true;
    }
    fails
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // 0.002 ≤ 0.01/4, 0.003 ≤ 0.01/3, 0.006 > 0.01/2: the last two stand, 0.007 too.
        assert_eq!(holm(&[0.006, 0.002, 0.007, 0.003]), [false, true, false, true]);
        assert_eq!(holm(&[0.01]), [true]);
        assert_eq!(holm(&[f64::NAN, 0.0]), [false, true]);
        assert!(holm(&[]).is_empty());
    }
}
