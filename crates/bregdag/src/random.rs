//! Random numbers that are the same on every machine, for ever.
//!
//! ChaCha8 is defined bit by bit, the transformations below use only integer arithmetic, the four
//! operations, square roots (all exactly rounded) and `libm`'s portable logarithm. A seed has many
//! independent streams, so graph, weights and the noise of each variable do not disturb one another
//! and may be drawn on any thread.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// What a stream of random numbers is for. Every purpose has streams of its own, so that a start does
/// not know the graph, nor a fold the noise. The numbers are for ever: another one would change results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The graph of a simulation.
    Graph,
    /// Its weights.
    Weights,
    /// The scales of its noise.
    Scales,
    /// The first matrix of the Bregman method.
    FirstMatrix,
    /// The first order of the order search.
    FirstOrder,
    /// Its restarts.
    Restarts,
    /// The first matrix of independent components.
    FirstUnmixing,
    /// The factors of the columns of a simulation.
    Factors,
    /// The differences between two methods, drawn anew.
    Differences,
    /// The k-th random units of columns, k < 2¹⁶.
    Units(usize),
    /// Chain c of its restarts, c < 2¹⁶; the first has the numbers of the restarts.
    Chain(usize),
    /// The noise of variable j of a simulation, j < 2³².
    Noise(usize),
    /// The order of the k-th group of rows that are dealt to folds.
    Folds(u64),
    /// The rows of refit k, k < 2⁴⁷.
    Rows(usize),
    /// The k-th column of residuals drawn anew.
    Residuals(usize),
    /// Whether run k of rows is in a sample that is looked at.
    Looks(usize),
}

impl Purpose {
    fn stream(self) -> u64 {
        match self {
            Purpose::Graph => 0,
            Purpose::Weights => 1,
            Purpose::Scales => 2,
            Purpose::FirstMatrix => 3,
            Purpose::FirstOrder => 4,
            Purpose::Restarts => 5,
            Purpose::FirstUnmixing => 6,
            Purpose::Factors => 7,
            Purpose::Differences => 8,
            Purpose::Units(k) => (1 << 16) + k as u64,
            Purpose::Chain(0) => Purpose::Restarts.stream(),
            Purpose::Chain(c) => (1 << 17) + c as u64,
            Purpose::Noise(j) => (1 << 32) + j as u64,
            Purpose::Folds(k) => (1_u64 << 33).wrapping_add(k),
            Purpose::Rows(k) => (1 << 40) + k as u64,
            Purpose::Residuals(k) => (1 << 48) + k as u64,
            Purpose::Looks(k) => (1 << 50) + k as u64,
        }
    }
}

/// One stream of random numbers of a seed.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of a seed for this purpose.
    pub fn of(seed: u64, purpose: Purpose) -> Stream {
        Stream::new(seed, purpose.stream())
    }

    /// Stream number `stream` of `seed`.
    pub fn new(seed: u64, stream: u64) -> Stream {
        // The seed as it is, then zeros: no expansion that a library might change.
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(bytes);
        generator.set_stream(stream);
        Stream(generator)
    }

    /// Uniform on [0, 1), a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Uniform on (0, 1), so that its logarithm exists.
    pub fn open_uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) * (1.0 / (1u64 << 52) as f64)
    }

    /// Uniform on {0, …, bound − 1}, without bias (Lemire 2019, doi:10.1145/3230636).
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0);
        let bound = bound as u64;
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(bound);
            if wide as u64 >= threshold {
                return (wide >> 64) as usize;
            }
        }
    }

    /// Standard normal, by Marsaglia's polar method.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let s = u * u + v * v;
            if 0.0 < s && s < 1.0 {
                return u * (-2.0 * libm::log(s) / s).sqrt();
            }
        }
    }

    /// χ² with so many degrees of freedom: the sum of squares of as many normal numbers, of which two
    /// together are −2 log u.
    pub fn chi_square(&mut self, degrees: usize) -> f64 {
        let pairs: f64 = (0..degrees / 2).map(|_| -2.0 * libm::log(self.open_uniform())).sum();
        if degrees.is_multiple_of(2) {
            return pairs;
        }
        let single = self.normal();
        pairs + single * single
    }

    /// A uniformly random order of 0, …, n − 1 (Fisher–Yates).
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_repeat_and_differ() {
        let draw = |seed, stream| {
            let mut s = Stream::new(seed, stream);
            (0..4).map(|_| s.uniform()).collect::<Vec<_>>()
        };
        assert_eq!(draw(1, 0), draw(1, 0));
        assert_ne!(draw(1, 0), draw(1, 1));
        assert_ne!(draw(1, 0), draw(2, 0));
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut s = Stream::new(7, 0);
        let mut counts = [0usize; 6];
        (0..60_000).for_each(|_| counts[s.below(6)] += 1);
        // Standard deviation of each count is about 91; five of them.
        assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 460), "{counts:?}");
    }

    #[test]
    fn normal_has_the_right_first_moments() {
        let mut s = Stream::new(3, 0);
        let (mut sum, mut squares, n) = (0.0, 0.0, 100_000);
        for _ in 0..n {
            let x = s.normal();
            sum += x;
            squares += x * x;
        }
        // Five standard errors: 1/√n and √(2/n).
        assert!((sum / f64::from(n)).abs() < 0.016);
        assert!((squares / f64::from(n) - 1.0).abs() < 0.023);
    }

    #[test]
    fn chi_square_has_the_right_first_moments() {
        for degrees in [0, 1, 2, 3, 10] {
            let mut s = Stream::new(4, 0);
            let n = 100_000;
            let sample: Vec<f64> = (0..n).map(|_| s.chi_square(degrees)).collect();
            let mean = sample.iter().sum::<f64>() / f64::from(n);
            let variance = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n);
            let expected = degrees as f64;
            // Mean k, variance 2k, fourth central moment 12k(k + 4); five standard errors.
            assert!((mean - expected).abs() <= 5.0 * (2.0 * expected / f64::from(n)).sqrt());
            let error = (12.0 * expected * (expected + 4.0) / f64::from(n)).sqrt();
            assert!((variance - 2.0 * expected).abs() <= 5.0 * error, "{degrees}: {variance}");
        }
    }

    #[test]
    fn permutation_holds_every_index_once() {
        let mut order = Stream::new(5, 0).permutation(100);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..100));
    }
}
