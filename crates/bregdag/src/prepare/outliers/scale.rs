//! How far a value lies from the middle of its column, in robust deviations of its side:
//!
//! ```text
//! z = (x − q50)/s,   s = max(1.4826 · median |x − q50| over that side, |q90 − q50|/1.2816),
//! ```
//!
//! q10 in the place of q90 below the median. Both factors make s the standard deviation of a normal column. A side
//! for itself, because a skewed column is no column of outliers; the second term, because half of the values of a
//! side may be the same. A side whose s is below a tenth of the other's takes that one.

/// A normal distribution has half of its values within 1/1.4826 deviations.
const OF_MEDIAN: f64 = 1.4826;
/// And nine tenths below 1.2816.
const OF_TENTH: f64 = 1.2816;
/// A side may be so much narrower than the other.
const NARROWEST: f64 = 0.1;
/// So few values are codes, not measurements.
const FEW_VALUES: usize = 10;

/// The middle of a column and a deviation for each side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sides {
    pub middle: f64,
    pub below: f64,
    pub above: f64,
}

impl Sides {
    /// Of the values of a column; `None` where it has few different ones or no width on either side.
    pub fn of(values: &[f64]) -> Option<Sides> {
        if has_few_values(values) {
            return None;
        }
        let mut sorted = values.to_vec();
        let middle = quantile(&mut sorted, 0.5);
        let tenths = [quantile(&mut sorted, 0.1), quantile(&mut sorted, 0.9)];
        let [below, above] = [-1.0, 1.0].map(|sign| {
            let distance = |x: &f64| sign * (x - middle);
            let mut side: Vec<f64> = values.iter().map(distance).filter(|d| *d >= 0.0).collect();
            let tenth = if sign < 0.0 { middle - tenths[0] } else { tenths[1] - middle };
            (OF_MEDIAN * quantile(&mut side, 0.5)).max(tenth / OF_TENTH)
        });
        let widest = below.max(above);
        // Written so that a width that is not a number is none.
        if !(widest > 0.0 && widest.is_finite()) {
            return None;
        }
        let side = |s: f64| if s < NARROWEST * widest { widest } else { s };
        Some(Sides { middle, below: side(below), above: side(above) })
    }

    /// z.
    pub fn z(&self, x: f64) -> f64 {
        let distance = x - self.middle;
        distance / if distance < 0.0 { self.below } else { self.above }
    }
}

/// Whether there are at most ten different values.
fn has_few_values(values: &[f64]) -> bool {
    let mut seen: Vec<f64> = Vec::with_capacity(FEW_VALUES + 1);
    for x in values {
        if !seen.contains(x) {
            seen.push(*x);
            if seen.len() > FEW_VALUES {
                return false;
            }
        }
    }
    true
}

/// The value below which this share of them lies, between two neighbours where it falls there. Their order changes.
fn quantile(values: &mut [f64], share: f64) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    let place = share * last as f64;
    let (whole, rest) = (place.floor() as usize, place.fract());
    let (_, low, above) = values.select_nth_unstable_by(whole, f64::total_cmp);
    let low = *low;
    let high = above.iter().copied().fold(f64::INFINITY, f64::min);
    // A difference of huge values may overflow; halves of them do not.
    if rest > 0.0 && high.is_finite() { low * (1.0 - rest) + high * rest } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    fn drawn(rows: usize, seed: u64) -> Vec<f64> {
        let mut stream = Stream::new(seed, 0);
        (0..rows).map(|_| stream.normal()).collect()
    }

    #[test]
    fn a_normal_column_has_its_deviation_on_both_sides() {
        let sides = Sides::of(&drawn(100_000, 1)).unwrap();
        // The median of half the rows has standard error 1.17·√2/√100 000 = 0.005 here; the larger of two.
        assert!(sides.middle.abs() < 0.02, "{sides:?}");
        assert!((sides.below - 1.0).abs() < 0.03 && (sides.above - 1.0).abs() < 0.03, "{sides:?}");
    }

    #[test]
    fn a_skewed_column_has_two() {
        let column: Vec<f64> = drawn(10_000, 2).iter().map(|x| x.exp()).collect();
        let sides = Sides::of(&column).unwrap();
        assert!(sides.above > 2.0 * sides.below, "{sides:?}");
        assert!((sides.z(sides.middle + sides.above) - 1.0).abs() < 1e-12);
        assert!((sides.z(sides.middle - sides.below) + 1.0).abs() < 1e-12);
    }

    #[test]
    fn codes_and_columns_without_width_have_none() {
        let codes: Vec<f64> = (0..1000).map(|r| f64::from(r % 10)).collect();
        assert_eq!(Sides::of(&codes), None);
        // More than nine tenths are zero.
        let mostly: Vec<f64> = (0..1000).map(|r| if r < 20 { f64::from(r) } else { 0.0 }).collect();
        assert_eq!(Sides::of(&mostly), None);
        assert_eq!(Sides::of(&[]), None);
        assert_eq!(Sides::of(&[1e308, -1e308, 0.0]), None);
    }

    #[test]
    fn a_side_without_width_takes_the_other() {
        // Half are zero, the rest above.
        let column: Vec<f64> = (0..200).map(|r| f64::from(r).max(100.0) - 100.0).collect();
        let sides = Sides::of(&column).unwrap();
        assert_eq!(sides.below, sides.above);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0, 4.0], 0.5), 2.5);
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&mut [5.0], 0.9), 5.0);
        assert_eq!(quantile(&mut [], 0.5), 0.0);
    }
}
