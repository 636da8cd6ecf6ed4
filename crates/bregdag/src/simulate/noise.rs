//! ε with E ε = 0: six distributions in their standard form, by inversion of u uniform on (0, 1) or
//! from normal numbers.

use std::f64::consts::PI;

use super::Noise;
use crate::random::Stream;

/// Mean of the standard Gumbel distribution (Euler–Mascheroni constant, oeis.org/A001620).
const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;

/// One draw of ε.
pub(super) fn draw(noise: Noise, stream: &mut Stream) -> f64 {
    match noise {
        Noise::Gaussian => stream.normal(),
        Noise::Exponential => -libm::log(stream.open_uniform()) - 1.0,
        Noise::Gumbel => -libm::log(-libm::log(stream.open_uniform())) - EULER_GAMMA,
        Noise::Uniform => 2.0 * stream.open_uniform() - 1.0,
        Noise::Laplace => {
            let u = stream.open_uniform();
            if u < 0.5 { libm::log(2.0 * u) } else { -libm::log(2.0 * (1.0 - u)) }
        }
        // Student's definition: Z / √(χ²/3), numerator and denominator independent.
        Noise::T3 => stream.normal() / (stream.chi_square(3) / 3.0).sqrt(),
    }
}

impl Noise {
    /// E ε² of the standard form.
    pub fn variance(self) -> f64 {
        match self {
            Noise::Gaussian | Noise::Exponential => 1.0,
            Noise::Gumbel => PI * PI / 6.0,
            Noise::Uniform => 1.0 / 3.0,
            Noise::Laplace => 2.0,
            // ν/(ν − 2).
            Noise::T3 => 3.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZETA_2: f64 = PI * PI / 6.0;

    /// Noise, E ε², E ε³, E ε⁴, where they exist.
    const MOMENTS: [(Noise, f64, f64, f64); 5] = [
        (Noise::Gaussian, 1.0, 0.0, 3.0),
        (Noise::Exponential, 1.0, 2.0, 9.0),
        // E ε³ = 2 ζ(3); the kurtosis is 27/5.
        (Noise::Gumbel, ZETA_2, 2.404_113_806_319_188_6, 5.4 * ZETA_2 * ZETA_2),
        (Noise::Uniform, 1.0 / 3.0, 0.0, 1.0 / 5.0),
        (Noise::Laplace, 2.0, 0.0, 24.0),
    ];

    #[test]
    fn moments_are_those_of_the_table() {
        let n = 200_000.0_f64;
        for (noise, second, third, fourth) in MOMENTS {
            assert_eq!(noise.variance(), second);
            let mut stream = Stream::new(1, 0);
            let (mut m1, mut m2, mut m3) = (0.0, 0.0, 0.0);
            for _ in 0..n as usize {
                let x = draw(noise, &mut stream);
                m1 += x / n;
                m2 += x * x / n;
                m3 += x * x * x / n;
            }
            // Five standard errors, from the moments of twice the order.
            assert!(m1.abs() < 5.0 * (second / n).sqrt(), "{noise:?}: mean {m1}");
            let error = 5.0 * ((fourth - second * second) / n).sqrt();
            assert!((m2 - second).abs() < error, "{noise:?}: variance {m2}");
            // The sign of the skewness tells the orientation; no sixth moments needed for that.
            assert!((m3 - third).abs() < 0.5, "{noise:?}: third moment {m3}");
        }
    }

    /// Of Student's t with 3 degrees of freedom: P(ε ≤ t) = ½ + (arctan s + s/(1 + s²))/π, s = t/√3.
    fn t3(t: f64) -> f64 {
        let s = t / 3.0_f64.sqrt();
        0.5 + (s.atan() + s / (1.0 + s * s)) / PI
    }

    /// Quantiles from printed tables; there is no fourth moment to tell how far a variance may be off.
    #[test]
    fn t3_has_its_quantiles() {
        let quantiles = [
            (0.75, 0.7649),
            (0.9, 1.6377),
            (0.95, 2.3534),
            (0.975, 3.1824),
            (0.99, 4.5407),
            (0.999, 10.2145),
        ];
        let mut stream = Stream::new(1, 0);
        let n = 200_000;
        let sample: Vec<f64> = (0..n).map(|_| draw(Noise::T3, &mut stream)).collect();
        for (share, quantile) in quantiles {
            assert!((t3(quantile) - share).abs() < 1e-5, "{quantile}");
            let below = |bound: f64| sample.iter().filter(|&&x| x < bound).count() as f64;
            // Five standard deviations of a count.
            let error = 5.0 * (f64::from(n) * share * (1.0 - share)).sqrt();
            let (low, high) = (below(-quantile), below(quantile));
            assert!((low - f64::from(n) * (1.0 - share)).abs() < error, "{share}: {low}");
            assert!((high - f64::from(n) * share).abs() < error, "{share}: {high}");
        }
    }

    #[test]
    fn t3_has_variance_three_and_no_kurtosis() {
        let mut stream = Stream::new(2, 0);
        let sample: Vec<f64> = (0..1_000_000).map(|_| draw(Noise::T3, &mut stream)).collect();
        let mean = |power: i32| sample.iter().map(|x| x.powi(power)).sum::<f64>() / 1e6;
        // Squares have a tail of index 3/2, their mean errs by about n^(−1/3) = 0.01 times some units.
        assert!((mean(2) - 3.0).abs() < 0.2, "{}", mean(2));
        // Of a Gaussian 3.
        assert!(mean(4) / mean(2).powi(2) > 20.0, "{}", mean(4));
    }
}
