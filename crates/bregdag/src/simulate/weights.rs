//! W_ij of the edges i → j that do not depend on one another: uniform on ±[a, b] or on [a, b].

use crate::random::Stream;

/// Uniform on [−b, −a] ∪ [a, b].
pub(super) fn signed_in(range: (f64, f64), stream: &mut Stream) -> f64 {
    let size = uniform_in(range, stream);
    if stream.below(2) == 0 { size } else { -size }
}

/// Uniform on [a, b]; a if both are equal.
pub(super) fn uniform_in((a, b): (f64, f64), stream: &mut Stream) -> f64 {
    // Rounding may carry the sum past b.
    (a + (b - a) * stream.uniform()).min(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw_1000(draw: fn((f64, f64), &mut Stream) -> f64, range: (f64, f64)) -> Vec<f64> {
        let mut stream = Stream::new(1, 0);
        (0..1000).map(|_| draw(range, &mut stream)).collect()
    }

    #[test]
    fn signed_weights_fill_both_intervals() {
        let weights = draw_1000(signed_in, (0.5, 2.0));
        assert!(weights.iter().all(|w| (0.5..=2.0).contains(&w.abs())));
        let negative = weights.iter().filter(|&&w| w < 0.0).count();
        // Standard deviation 16; five of them.
        assert!(negative.abs_diff(500) < 80, "{negative}");
        // Standard error of the mean size: 1.5/√12/√1000 = 0.0137; five of them.
        let mean_size = weights.iter().map(|w| w.abs()).sum::<f64>() / 1000.0;
        assert!((mean_size - 1.25).abs() < 0.069, "{mean_size}");
    }

    #[test]
    fn positive_weights_stay_in_their_interval() {
        let weights = draw_1000(uniform_in, (0.3, 0.9));
        assert!(weights.iter().all(|w| (0.3..=0.9).contains(w)));
    }

    #[test]
    fn empty_intervals_are_constant() {
        assert!(draw_1000(uniform_in, (0.7, 0.7)).iter().all(|&w| w == 0.7));
    }
}
