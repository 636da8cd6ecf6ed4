//! What many runs say together: means, quantiles, and how sure they are.
//!
//! Where there are too few values for an answer, or one of them is not a number, the answer is `None`.

use serde::{Deserialize, Serialize};

use crate::random::{Purpose, Stream};
use crate::tails::student_quantile;

/// Intervals miss the truth this often.
const MISSED: f64 = 0.05;
/// The fewest differences N with 2¹⁻ᴺ ≤ 0.05: a bootstrap of fewer cannot cover the truth as often as it says.
const FEWEST: usize = 6;

/// An estimate and the 95 % interval around it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate itself.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The exponent k of y = c xᵏ and the 95 % interval around it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Slope {
    /// The exponent itself.
    pub exponent: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Σx/N.
///
/// ```
/// use bregdag::experiment::statistics::mean;
///
/// assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// assert_eq!(mean(&[]), None);
/// ```
pub fn mean(values: &[f64]) -> Option<f64> {
    number(values.iter().sum::<f64>() / values.len() as f64)
}

/// The middle value, or the mean of the two in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value below which a share of the values lies, 0 ≤ share ≤ 1. Between two values the line that joins them counts
/// (type 7 of Hyndman and Fan, 1996, doi:10.1080/00031305.1996.10473566; the default of R and NumPy). Infinite values are
/// allowed: a median is still one if a few runs never ended.
///
/// ```
/// use bregdag::experiment::statistics::quantile;
///
/// assert_eq!(quantile(&[3.0, 1.0, 2.0, 4.0], 0.25), Some(1.75));
/// assert_eq!(quantile(&[3.0, 1.0, f64::INFINITY], 0.5), Some(3.0));
/// ```
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    if values.iter().any(|x| x.is_nan()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted_quantile(&sorted, share)
}

fn sorted_quantile(sorted: &[f64], share: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    let place = share * sorted.len().checked_sub(1)? as f64;
    let below = place.floor() as usize;
    let low = *sorted.get(below)?;
    let high = *sorted.get(below + 1).unwrap_or(&low);
    let part = place - below as f64;
    match part == 0.0 || low == high {
        true => Some(low),
        // As two products: their difference might be too large for a number.
        false => number((1.0 - part) * low + part * high),
    }
}

/// √(Σ(x − mean)²/(N − 1)/N), the standard error of the mean; `None` of fewer than two.
///
/// ```
/// use bregdag::experiment::statistics::standard_error;
///
/// assert_eq!(standard_error(&[1.0, 3.0]), Some(1.0));
/// assert_eq!(standard_error(&[1.0]), None);
/// ```
pub fn standard_error(values: &[f64]) -> Option<f64> {
    let (count, mean) = (values.len() as f64, mean(values)?);
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    number((squares / (count - 1.0) / count).sqrt()).filter(|_| values.len() > 1)
}

/// The mean of differences between two methods on the same data, and between which values it lies: 95 % of the means of
/// differences drawn anew, with replacement. The same seed gives the same interval. `None` of no draws, or of
/// fewer than six differences: means of N differences drawn anew lie on one side of the truth if all N do, so that such an interval misses it at least once in 2ᴺ⁻¹ times.
///
/// ```
/// use bregdag::experiment::statistics::paired_bootstrap;
///
/// let (ours, theirs) = ([3.0, 2.0, 4.0, 3.0, 1.0, 2.0], [5.0, 5.0, 6.0, 4.0, 3.0, 4.0]);
/// let differences: Vec<f64> = ours.iter().zip(theirs).map(|(a, b)| a - b).collect();
/// let interval = paired_bootstrap(&differences, 0, 2000).ok_or("too few")?;
/// assert_eq!(interval.estimate, -2.0);
/// assert!(interval.low >= -3.0 && interval.high < 0.0, "better on average");
/// # Ok::<(), &str>(())
/// ```
pub fn paired_bootstrap(differences: &[f64], seed: u64, draws: usize) -> Option<Interval> {
    let (count, estimate) = (differences.len(), mean(differences)?);
    if count < FEWEST {
        return None;
    }
    let mut stream = Stream::of(seed, Purpose::Differences);
    let mut drawn = || (0..count).map(|_| differences[stream.below(count)]).sum::<f64>();
    let means: Vec<f64> = (0..draws).map(|_| drawn() / count as f64).collect();
    let end = |share| quantile(&means, share);
    Some(Interval { estimate, low: end(MISSED / 2.0)?, high: end(1.0 - MISSED / 2.0)? })
}

/// How y grows with x: the least-squares line through (log x, log y), and the 95 % interval of its slope by Student's
/// distribution. Pairs that have no logarithm are left out. `None` of fewer than three others, for two points leave no error to
/// judge by, or if all x are the same.
///
/// ```
/// use bregdag::experiment::statistics::log_log_slope;
///
/// let (nodes, seconds) = ([10.0, 20.0, 40.0, 80.0], [0.011, 0.043, 0.15, 0.66]);
/// let slope = log_log_slope(&nodes, &seconds).ok_or("too few")?;
/// assert!(slope.low < 2.0 && 2.0 < slope.high, "quadratic");
/// # Ok::<(), &str>(())
/// ```
pub fn log_log_slope(xs: &[f64], ys: &[f64]) -> Option<Slope> {
    let usable = |x: f64| x > 0.0 && x.is_finite();
    let pairs = xs.iter().zip(ys).filter(|&(&x, &y)| usable(x) && usable(y));
    let (u, v): (Vec<f64>, Vec<f64>) = pairs.map(|(&x, &y)| (libm::log(x), libm::log(y))).unzip();
    let freedom = u.len().checked_sub(2).filter(|&left| left > 0)? as f64;
    let (u_mean, v_mean) = (mean(&u)?, mean(&v)?);
    let centred = || u.iter().zip(&v).map(|(u, v)| (u - u_mean, v - v_mean));
    let width: f64 = centred().map(|(u, _)| u * u).sum();
    // The mean is rounded, so that equal values may lie a little beside it.
    if u.iter().all(|&x| x == u[0]) || width <= 0.0 {
        return None;
    }
    let exponent = centred().map(|(u, v)| u * v).sum::<f64>() / width;
    let errors: f64 = centred().map(|(u, v)| (v - exponent * u) * (v - exponent * u)).sum();
    let reach = student_quantile(MISSED, freedom) * (errors / freedom / width).sqrt();
    Some(Slope { exponent, low: number(exponent - reach)?, high: number(exponent + reach)? })
}

fn number(value: f64) -> Option<f64> {
    Some(value).filter(|value| !value.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 7] = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.5];

    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{found} is not {expected}");
    }

    /// NumPy 2.4.6: np.mean, np.median, np.quantile and np.std(ddof=1)/√7 of the values above.
    #[test]
    fn values_are_those_of_numpy() {
        close(mean(&VALUES), 4.214_285_714_285_714);
        close(median(&VALUES), 2.0);
        for (share, expected) in [(0.0, 1.0), (0.1, 1.3), (0.25, 1.75), (0.9, 8.0), (1.0, 8.0)] {
            close(quantile(&VALUES, share), expected);
        }
        close(standard_error(&VALUES), 1.233_737_753_145_868_2);
        close(median(&VALUES[..4]), 4.5);
    }

    #[test]
    fn too_few_values_have_no_answer() {
        assert_eq!((mean(&[]), median(&[]), quantile(&[], 0.3)), (None, None, None));
        assert_eq!(
            (mean(&[4.0]), median(&[4.0]), standard_error(&[4.0])),
            (Some(4.0), Some(4.0), None)
        );
        assert_eq!(paired_bootstrap(&VALUES[..5], 0, 100), None);
        assert_eq!(paired_bootstrap(&VALUES[..6], 0, 0), None);
        assert_eq!(log_log_slope(&[1.0, 2.0], &[1.0, 2.0]), None);
        assert_eq!(log_log_slope(&[3.0; 4], &[1.0, 2.0, 3.0, 4.0]), None);
        assert_eq!(log_log_slope(&[0.1; 9], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]), None);
    }

    #[test]
    fn what_is_not_a_number_has_no_answer() {
        let bad = [1.0, f64::NAN, 2.0];
        assert_eq!((mean(&bad), median(&bad), standard_error(&bad)), (None, None, None));
        assert_eq!(paired_bootstrap(&[&VALUES[..], &bad].concat(), 0, 10), None);
        assert_eq!((quantile(&VALUES, f64::NAN), quantile(&VALUES, 1.1)), (None, None));
        assert_eq!(quantile(&[f64::NEG_INFINITY, f64::INFINITY], 0.5), None);
        assert_eq!(quantile(&[-f64::MAX, f64::MAX], 0.5), Some(0.0));
    }

    #[test]
    fn the_bootstrap_repeats_and_holds_the_estimate() {
        let first = paired_bootstrap(&VALUES, 3, 2000).unwrap();
        assert_eq!(Some(first), paired_bootstrap(&VALUES, 3, 2000));
        assert_ne!(Some(first), paired_bootstrap(&VALUES, 4, 2000));
        assert!(first.low < first.estimate && first.estimate < first.high);
        // Of equal differences nothing is in doubt.
        let same = paired_bootstrap(&[2.0; 6], 0, 100).unwrap();
        assert_eq!((same.low, same.estimate, same.high), (2.0, 2.0, 2.0));
    }

    /// 40 values of a skew distribution: the percentile interval is known to cover a little less than it says.
    #[test]
    fn the_bootstrap_covers_about_as_often_as_it_says() {
        let mut stream = Stream::new(11, 70);
        let runs = 500;
        let covered = (0..runs).filter(|&seed| {
            let values: Vec<f64> =
                (0..40).map(|_| -libm::log(stream.open_uniform()) - 1.0).collect();
            let interval = paired_bootstrap(&values, seed, 400).unwrap();
            interval.low <= 0.0 && 0.0 <= interval.high
        });
        // Three standard errors of a share near 0.93 are 0.034.
        let share = covered.count() as f64 / runs as f64;
        assert!((0.88..0.975).contains(&share), "{share}");
    }

    /// SciPy 1.17.1: stats.linregress of the logarithms, and stats.t.ppf(0.975, 3) · stderr.
    #[test]
    fn slopes_are_those_of_scipy() {
        let (xs, ys) = ([10.0, 20.0, 50.0, 100.0, 200.0], [0.02, 0.05, 0.4, 1.1, 6.0]);
        let slope = log_log_slope(&xs, &ys).unwrap();
        close(Some(slope.exponent), 1.909_630_389_481_484_8);
        assert!(
            (slope.low - 1.599_402_188_755_352_7).abs() < 1e-9
                && (slope.high - 2.219_858_590_207_617).abs() < 1e-9,
            "{slope:?}"
        );
        // Points without a logarithm do not count.
        let more = [0.0, -1.0, f64::NAN, 3.0, 3.0];
        let others = [1.0, 1.0, 1.0, 0.0, f64::INFINITY];
        let (xs, ys) = ([&xs[..], &more].concat(), [&ys[..], &others].concat());
        assert_eq!(log_log_slope(&xs, &ys), Some(slope));
    }

    #[test]
    fn an_exact_power_has_no_doubt() {
        let xs = [1.0, 2.0, 4.0, 8.0];
        let slope = log_log_slope(&xs, &xs.map(|x: f64| 3.0 * x * x * x)).unwrap();
        assert!((slope.exponent - 3.0).abs() < 1e-14 && slope.high - slope.low < 1e-12);
    }
}
