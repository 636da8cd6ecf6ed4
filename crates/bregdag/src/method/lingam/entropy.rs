//! How far a standardised variable u is from Gaussian, by the entropy that it has at most (Hyvärinen 1998; the form
//! and numbers of Hyvärinen and Smith 2013, section 3.2):
//!
//!   H(u) ≈ H(Gaussian) − k₁ (E log cosh u − γ)² − k₂ (E u e^{−u²/2})².
//!
//! Sums go over blocks, in eight interleaved sums each. log cosh u = |u| + log ½(1 + e^{−2|u|}), and the logarithm of
//! a block is taken once, of the product: each factor lies between ½ and 1.

use super::exponential::exp_negative;
use crate::linalg::dot;

const K1: f64 = 79.047;
const K2: f64 = 7.4129;
/// E log cosh u of a Gaussian.
const GAMMA: f64 = 0.374_57;
/// Numbers in a block: their product stays above 2⁻²⁵⁶.
const BLOCK: usize = 256;
const LANES: usize = 8;

/// Averages over rows, which may have weights.
pub struct Rows {
    /// Weights as shares of their sum; none if all are equal.
    shares: Option<Vec<f64>>,
    count: f64,
}

impl Rows {
    /// Of a table with so many rows, of these weights.
    pub fn new(count: usize, weights: Option<&[f64]>) -> Rows {
        let shares = weights.map(|weights| {
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|w| w / sum).collect()
        });
        Rows { shares, count: count as f64 }
    }

    /// E x y.
    pub fn product(&self, x: &[f64], y: &[f64]) -> f64 {
        match &self.shares {
            None => dot(x, y) / self.count,
            Some(shares) => shares.iter().zip(x).zip(y).map(|((w, x), y)| w * x * y).sum(),
        }
    }

    /// E x.
    pub fn mean(&self, x: impl Iterator<Item = f64>) -> f64 {
        match &self.shares {
            None => x.sum::<f64>() / self.count,
            Some(shares) => shares.iter().zip(x).map(|(w, x)| w * x).sum(),
        }
    }

    /// What so many weighted rows are worth: (Σw)²/Σw² (Kish 1965).
    pub fn effective(&self) -> f64 {
        let squares = |shares: &Vec<f64>| 1.0 / shares.iter().map(|w| w * w).sum::<f64>();
        self.shares.as_ref().map_or(self.count, squares)
    }

    /// The share of a row.
    pub fn share(&self, row: usize) -> f64 {
        self.shares.as_ref().map_or(1.0 / self.count, |shares| shares[row])
    }

    /// H(u) − H(Gaussian) of a standardised column.
    pub fn entropy(&self, u: &[f64]) -> f64 {
        let mut sums = Sums::default();
        for (k, block) in u.chunks(BLOCK).enumerate() {
            sums.add(block, self.block(k));
        }
        self.finish(&sums)
    }

    /// H − H(Gaussian) of what two standardised columns of correlation ρ leave of each other, standardised again:
    /// of x given y, and of y given x.
    pub fn entropies_left(&self, x: &[f64], y: &[f64], rho: f64) -> [f64; 2] {
        let scale = 1.0 / (1.0 - rho * rho).sqrt();
        let (mut sums, mut left) = ([Sums::default(), Sums::default()], [[0.0; BLOCK]; 2]);
        for (k, (x, y)) in x.chunks(BLOCK).zip(y.chunks(BLOCK)).enumerate() {
            for (row, (x, y)) in x.iter().zip(y).enumerate() {
                left[0][row] = (x - rho * y) * scale;
                left[1][row] = (y - rho * x) * scale;
            }
            for (sums, left) in sums.iter_mut().zip(&left) {
                sums.add(&left[..x.len()], self.block(k));
            }
        }
        sums.map(|sums| self.finish(&sums))
    }

    fn block(&self, k: usize) -> Option<&[f64]> {
        self.shares.as_ref().map(|shares| &shares[k * BLOCK..])
    }

    fn finish(&self, sums: &Sums) -> f64 {
        let count = if self.shares.is_some() { 1.0 } else { self.count };
        let (a, b) = (sums.log_cosh / count - GAMMA, sums.bell / count);
        -K1 * a * a - K2 * b * b
    }
}

/// Σ log cosh u and Σ u e^{−u²/2}, or the same with weights.
#[derive(Default)]
struct Sums {
    log_cosh: f64,
    bell: f64,
}

impl Sums {
    fn add(&mut self, u: &[f64], weights: Option<&[f64]>) {
        match weights {
            None => self.add_plain(u),
            Some(weights) => {
                for (u, w) in u.iter().zip(weights) {
                    let factor = 0.5 + 0.5 * exp_negative(-2.0 * u.abs());
                    self.log_cosh += w * (u.abs() + libm::log(factor));
                    self.bell += w * u * exp_negative(-0.5 * u * u);
                }
            }
        }
    }

    fn add_plain(&mut self, u: &[f64]) {
        let mut lanes = Lanes { sizes: [0.0; LANES], factors: [1.0; LANES], bells: [0.0; LANES] };
        let (chunks, last) = u.as_chunks::<LANES>();
        for chunk in chunks {
            lanes.add(chunk);
        }
        if !last.is_empty() {
            // Zeros add nothing.
            let mut filled = [0.0; LANES];
            filled[..last.len()].copy_from_slice(last);
            lanes.add(&filled);
        }
        let logarithm = libm::log(lanes.factors.iter().product());
        self.log_cosh += lanes.sizes.iter().sum::<f64>() + logarithm;
        self.bell += lanes.bells.iter().sum::<f64>();
    }
}

/// Σ |u|, Π ½(1 + e^{−2|u|}) and Σ u e^{−u²/2}, interleaved.
struct Lanes {
    sizes: [f64; LANES],
    factors: [f64; LANES],
    bells: [f64; LANES],
}

impl Lanes {
    #[inline(always)]
    fn add(&mut self, u: &[f64; LANES]) {
        for lane in 0..LANES {
            let u = u[lane];
            self.sizes[lane] += u.abs();
            self.factors[lane] *= 0.5 + 0.5 * exp_negative(-2.0 * u.abs());
            self.bells[lane] += u * exp_negative(-0.5 * u * u);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    /// The formula as it stands.
    fn plainly(u: &[f64]) -> f64 {
        let mean = |f: &dyn Fn(f64) -> f64| u.iter().map(|&u| f(u)).sum::<f64>() / u.len() as f64;
        let a = mean(&|u| libm::log(libm::cosh(u))) - GAMMA;
        let b = mean(&|u| u * libm::exp(-u * u / 2.0));
        -K1 * a * a - K2 * b * b
    }

    fn column(rows: usize, seed: u64) -> Vec<f64> {
        let mut stream = Stream::new(seed, 0);
        (0..rows).map(|_| -libm::log(stream.open_uniform()) - 1.0).collect()
    }

    #[test]
    fn as_the_formula_has_it() {
        for rows in [2, 7, 8, 255, 256, 257, 1000] {
            let (x, y) = (column(rows, 1), column(rows, 2));
            let plain = Rows::new(rows, None);
            let weighted = Rows::new(rows, Some(&vec![2.0; rows]));
            let rho = 0.6;
            let left = |a: &[f64], b: &[f64]| -> Vec<f64> {
                a.iter().zip(b).map(|(a, b)| (a - rho * b) / 0.8).collect()
            };
            let expected = [plainly(&left(&x, &y)), plainly(&left(&y, &x))];
            for rows in [plain, weighted] {
                // 10⁻¹⁴ of each term, through a square that is multiplied by 79.
                assert!((rows.entropy(&x) - plainly(&x)).abs() < 1e-11);
                let found = rows.entropies_left(&x, &y, rho);
                assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-11));
            }
        }
    }

    #[test]
    fn a_row_of_weight_two_is_two_rows() {
        let (x, twice) = ([0.3, -1.2, 2.0], [0.3, -1.2, -1.2, 2.0]);
        let weighted = Rows::new(3, Some(&[1.0, 2.0, 1.0]));
        let plain = Rows::new(4, None);
        // Rounding.
        assert!((weighted.entropy(&x) - plain.entropy(&twice)).abs() < 1e-13);
        assert!((weighted.product(&x, &x) - plain.product(&twice, &twice)).abs() < 1e-15);
    }
}
