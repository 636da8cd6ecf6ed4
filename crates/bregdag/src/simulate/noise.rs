//! ε with E ε = 0: five distributions in their standard form, by inversion of u uniform on (0, 1).

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
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    const ZETA_2: f64 = PI * PI / 6.0;

    /// Noise, E ε², E ε³, E ε⁴.
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
}
