//! φ(v), what one entry of V costs: convex, and quadratic piece by piece. An infinite threshold keeps
//! an entry that is zero at zero, with or without a sign.

use crate::objective::l1::soft_threshold;

/// φ(v), the penalty of one coordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Penalty1d {
    /// t|v| + ½d v².
    ElasticNet { threshold: f64, ridge: f64 },
    /// t v + ½d v² for v ≥ 0, infinite below.
    NonNegative { threshold: f64, ridge: f64 },
    /// ½d max(|v| − p, 0)², flat up to p > 0.
    Flat { until: f64, ridge: f64 },
}

/// Where φ' is linear: φ'(v) = offset + slope·v for v in `from..=to`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub offset: f64,
    pub slope: f64,
    pub from: f64,
    pub to: f64,
}

impl Penalty1d {
    /// t|v| + ½d v² of a v of any sign, or of one that is ≥ 0.
    pub fn shrinkage(any_sign: bool, threshold: f64, ridge: f64) -> Penalty1d {
        match any_sign {
            true => Penalty1d::ElasticNet { threshold, ridge },
            false => Penalty1d::NonNegative { threshold, ridge },
        }
    }

    /// argmin_v ½a v² − g v + φ(v), a > 0.
    pub fn minimiser(self, a: f64, g: f64) -> f64 {
        match self {
            Penalty1d::ElasticNet { threshold, ridge } => {
                soft_threshold(g, threshold) / (a + ridge)
            }
            Penalty1d::NonNegative { threshold, ridge } => (g - threshold).max(0.0) / (a + ridge),
            Penalty1d::Flat { until, ridge } if g.abs() > a * until => {
                g.signum() * (g.abs() + ridge * until) / (a + ridge)
            }
            Penalty1d::Flat { .. } => g / a,
        }
    }

    /// The piece on which v lies, or, at an end of two pieces, the one towards `heading`.
    pub(super) fn piece(self, v: f64, heading: f64) -> Piece {
        let inf = f64::INFINITY;
        let up = v > 0.0 || (v == 0.0 && heading > 0.0);
        let sign = if up { 1.0 } else { -1.0 };
        let (from, to) = if up { (0.0, inf) } else { (-inf, 0.0) };
        match self {
            Penalty1d::ElasticNet { threshold, ridge } => {
                Piece { offset: sign * threshold, slope: ridge, from, to }
            }
            Penalty1d::NonNegative { threshold, ridge } => {
                Piece { offset: threshold, slope: ridge, from: 0.0, to: inf }
            }
            Penalty1d::Flat { until, ridge }
                if v.abs() > until || (v.abs() == until && v * heading > 0.0) =>
            {
                let (from, to) = if v > 0.0 { (until, inf) } else { (-inf, -until) };
                Piece { offset: -sign * ridge * until, slope: ridge, from, to }
            }
            Penalty1d::Flat { until, .. } => {
                Piece { offset: 0.0, slope: 0.0, from: -until, to: until }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(penalty: Penalty1d, v: f64) -> f64 {
        match penalty {
            Penalty1d::ElasticNet { threshold, ridge } => threshold * v.abs() + ridge * v * v / 2.0,
            Penalty1d::NonNegative { .. } if v < 0.0 => f64::INFINITY,
            Penalty1d::NonNegative { threshold, ridge } => threshold * v + ridge * v * v / 2.0,
            Penalty1d::Flat { until, ridge } => ridge * (v.abs() - until).max(0.0).powi(2) / 2.0,
        }
    }

    proptest! {
        #[test]
        fn minimiser_beats_a_grid(
            a in 0.1..3.0f64, g in -4.0..4.0f64, x in 0.01..2.0f64, ridge in 0.0..2.0f64, kind in 0..3
        ) {
            let penalty = match kind {
                0 => Penalty1d::ElasticNet { threshold: x, ridge },
                1 => Penalty1d::NonNegative { threshold: x, ridge },
                _ => Penalty1d::Flat { until: x, ridge },
            };
            let objective = |v: f64| a * v * v / 2.0 - g * v + value(penalty, v);
            let best = objective(penalty.minimiser(a, g));
            for step in -600..=600 {
                // Rounding only: the minimiser is exact.
                prop_assert!(best <= objective(f64::from(step) * 0.1) + 1e-12);
            }
        }
    }
}
