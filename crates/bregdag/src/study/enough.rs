//! Whether there are rows enough to learn anything from.
//!
//! r of m rows of two independent normal columns has the density (1 − r²)^{(m − 4)/2} / B(½, (m − 2)/2)
//! (Fisher 1915, doi:10.2307/2331838): with two rows r is ±1; with three the density grows towards ±1, and half of the time
//! |r| > 0.71; with four it is flat; only then does a strong correlation begin to say something.

use crate::error::{Error, Result};
use crate::prepare::Prepared;
use crate::tails::normal_quantile;

/// The fewest rows from which a graph is learned.
const LEAST: u64 = 4;
/// The chance that any pair of independent columns looks related.
const BY_CHANCE: f64 = 0.05;
/// A correlation worth finding.
const WORTH_FINDING: f64 = 0.5;

/// Refuses rows so few that chance alone makes strong correlations.
pub(super) fn check(prepared: &Prepared) -> Result<()> {
    let (rows, columns) = (prepared.moments.rows(), prepared.moments.variables());
    match rows < LEAST {
        true => {
            Err(Error::NothingToLearn { rows, columns, least: LEAST, usual: usual_rows(columns) })
        }
        false => Ok(()),
    }
}

/// So many rows that a correlation of [`WORTH_FINDING`] is more than chance among all pairs of so many columns: atanh r is
/// normal with variance 1/(m − 3) (Fisher 1921), at the level of Bonferroni.
fn usual_rows(columns: usize) -> u64 {
    let pairs = (columns as f64 * (columns as f64 - 1.0) / 2.0).max(1.0);
    let z = normal_quantile(BY_CHANCE / pairs);
    (3.0 + (z / WORTH_FINDING.atanh()).powi(2)).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: z of 5 % / 3 on both sides is 2.394, atanh ½ = 0.5493, 3 + (2.394/0.5493)² = 21.99; of 5 % it is 1.960, and
    /// 3 + (1.960/0.5493)² = 15.73.
    #[test]
    fn rows_that_are_enough() {
        assert_eq!((usual_rows(3), usual_rows(2)), (22, 16));
        // 190 pairs: z = 3.66; and more columns need more rows, though not many more.
        assert_eq!(usual_rows(20), 48);
        assert!((100..200).contains(&usual_rows(20_000)));
    }

    /// What the rule rests on, drawn: half of the correlations of three rows are above 0.7, of two all.
    #[test]
    fn few_rows_look_related() {
        let mut stream = crate::random::Stream::new(1, 0);
        let mut strong = |rows: usize| {
            let draws = 20_000;
            let hits = (0..draws).filter(|_| {
                let mut column = || (0..rows).map(|_| stream.normal()).collect::<Vec<f64>>();
                let (a, b) = (column(), column());
                let centre = |x: &[f64]| x.iter().sum::<f64>() / rows as f64;
                let (p, q) = (centre(&a), centre(&b));
                let sum = |f: &dyn Fn(usize) -> f64| (0..rows).map(f).sum::<f64>();
                let ab = sum(&|k| (a[k] - p) * (b[k] - q));
                let (aa, bb) = (sum(&|k| (a[k] - p).powi(2)), sum(&|k| (b[k] - q).powi(2)));
                (ab / (aa * bb).sqrt()).abs() > std::f64::consts::FRAC_1_SQRT_2
            });
            hits.count() as f64 / f64::from(draws)
        };
        // Three standard errors of a share of one half among 20 000 draws are 0.011.
        assert_eq!(strong(2), 1.0);
        assert!((strong(3) - 0.5).abs() < 0.011);
        assert!(strong(5) < 0.25);
    }
}
