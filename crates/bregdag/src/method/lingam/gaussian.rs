//! Whether the noise looks Gaussian, so that it tells no direction.

use super::entropy::Rows;
use crate::tails::{FEWEST_ROWS, normality};
use crate::warning::Warning;

/// The chance of a false alarm that we take, over all variables.
const LEVEL: f64 = 0.01;

/// p of the test that a standardised column is Gaussian; `None` where rows are too few for it.
pub fn p_value(rows: &Rows, u: &[f64]) -> Option<f64> {
    let effective = rows.effective();
    let moment = |power: i32| rows.mean(u.iter().map(|u| u.powi(power)));
    (effective >= FEWEST_ROWS).then(|| normality(moment(3), moment(4), effective))
}

/// A warning if no noise departs from the Gaussian, by the test of Bonferroni for all of them.
pub fn concern(p_values: &[Option<f64>]) -> Option<Warning> {
    let tested: Vec<f64> = p_values.iter().flatten().copied().collect();
    let departs = tested.iter().any(|p| *p <= LEVEL / tested.len() as f64);
    (!tested.is_empty() && !departs).then_some(Warning::GaussianNoise { variables: tested.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn gaussian_noise_is_told_from_other_noise() {
        let mut stream = Stream::new(4, 0);
        let mut column = |draw: &dyn Fn(&mut Stream) -> f64| -> Vec<f64> {
            let mut u: Vec<f64> = (0..500).map(|_| draw(&mut stream)).collect();
            let rows = Rows::new(500, None);
            let mean = rows.mean(u.iter().copied());
            u.iter_mut().for_each(|u| *u -= mean);
            let spread = rows.product(&u, &u).sqrt();
            u.iter_mut().for_each(|u| *u /= spread);
            u
        };
        let rows = Rows::new(500, None);
        let normal = p_value(&rows, &column(&|s| s.normal()));
        let uniform = p_value(&rows, &column(&|s| s.uniform()));
        assert_eq!(concern(&[normal, normal]), Some(Warning::GaussianNoise { variables: 2 }));
        assert_eq!(concern(&[normal, uniform, None]), None);
        // Too few rows to tell.
        assert_eq!(p_value(&Rows::new(19, None), &[0.0; 19]), None);
        assert_eq!(concern(&[None]), None);
    }
}
