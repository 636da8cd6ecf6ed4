//! What one column looks like, gathered block by block in one pass.
//!
//! Each question is dropped as soon as its answer is known: of a column of measurements only the least and
//! the greatest value are followed after the first rows.

use std::collections::HashSet;

use crate::data::differ;

/// Distinct values that are counted.
const MOST_DISTINCT: usize = 12;
/// Whole numbers that are remembered to see whether they repeat. So many without a repetition are
/// names of rows, not measurements.
const MOST_REMEMBERED: usize = 100_000;
/// One over the grids that are looked for, 1 to 10⁻⁶ and 1 to 2⁻²⁰.
const TENS: [f64; 7] = powers(10.0);
const TWOS: [f64; 21] = powers(2.0);
/// Half a unit in the twelfth digit, relative to a number that begins with 1.
const TEXT_ROUNDING: f64 = 5e-12;

/// Facts about one column. NaN is a missing value.
#[derive(Debug, Clone)]
pub struct Facts {
    rows: u64,
    missing: u64,
    pub(super) least: f64,
    pub(super) most: f64,
    first: f64,
    last: f64,
    open: Open,
    distinct: Vec<f64>,
    remembered: HashSet<u64>,
}

/// The questions that are still open, or were never denied.
#[derive(Debug, Clone)]
struct Open {
    few: bool,
    whole: bool,
    numbered: bool,
    unrepeated: bool,
    rises: bool,
    falls: bool,
    /// All values so far are multiples of 10^−decimals, and of 2^−bits.
    decimals: Option<usize>,
    bits: Option<usize>,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts::new()
    }
}

impl Facts {
    /// Of a column of which nothing was seen yet.
    pub fn new() -> Facts {
        Facts {
            rows: 0,
            missing: 0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            first: f64::NAN,
            last: f64::NAN,
            open: Open {
                few: true,
                whole: true,
                numbered: true,
                unrepeated: true,
                rises: true,
                falls: true,
                decimals: Some(0),
                bits: Some(0),
            },
            distinct: vec![],
            remembered: HashSet::new(),
        }
    }

    /// The next rows.
    pub fn see(&mut self, values: &[f64]) {
        let mut seen = 0;
        while seen < values.len() && self.open.any() {
            match values[seen].is_nan() {
                true => (self.missing, self.open.numbered) = (self.missing + 1, false),
                false => self.look_at(values[seen], self.rows + seen as u64),
            }
            seen += 1;
        }
        // Minimum and maximum pass over NaN.
        for &x in &values[seen..] {
            self.least = self.least.min(x);
            self.most = self.most.max(x);
            self.missing += u64::from(x.is_nan());
        }
        self.rows += values.len() as u64;
    }

    fn look_at(&mut self, x: f64, row: u64) {
        self.least = self.least.min(x);
        self.most = self.most.max(x);
        let open = &mut self.open;
        if row == 0 {
            self.first = x;
        }
        let is_first = self.last.is_nan();
        open.rises &= is_first || x >= self.last;
        open.falls &= is_first || x <= self.last;
        self.last = x;
        open.whole &= is_whole(x);
        open.numbered &= open.whole && x - self.first == row as f64;
        if open.few && !self.distinct.contains(&x) {
            open.few = self.distinct.len() < MOST_DISTINCT;
            self.distinct.push(x);
        }
        open.unrepeated &= open.whole;
        if open.unrepeated && self.remembered.len() < MOST_REMEMBERED {
            open.unrepeated = self.remembered.insert((x + 0.0).to_bits());
        }
        if !open.unrepeated && !self.remembered.is_empty() {
            self.remembered = HashSet::new();
        }
        refine(&mut open.decimals, &TENS, x);
        refine(&mut open.bits, &TWOS, x);
    }

    /// Rows seen.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many of them have no value.
    pub fn missing(&self) -> u64 {
        self.missing
    }

    /// How many of them have one.
    pub fn observed(&self) -> u64 {
        self.rows - self.missing
    }

    /// The least value, unless all are missing.
    pub fn least(&self) -> Option<f64> {
        (self.observed() > 0).then_some(self.least)
    }

    /// The greatest value, unless all are missing.
    pub fn most(&self) -> Option<f64> {
        (self.observed() > 0).then_some(self.most)
    }

    /// The value of a column whose values differ by no more than the rounding of their text.
    pub fn constant(&self) -> Option<f64> {
        self.least().filter(|&least| !differ(least, self.most))
    }

    /// How many values differ, if at most twelve.
    pub fn distinct(&self) -> Option<usize> {
        self.open.few.then_some(self.distinct.len())
    }

    /// Whether all values are whole numbers.
    pub fn is_whole(&self) -> bool {
        self.open.whole && self.observed() > 0
    }

    /// Whether all values are whole numbers and none repeats, as far as the first 100 000 tell.
    pub fn is_unrepeated(&self) -> bool {
        self.open.unrepeated && self.observed() > 0
    }

    /// Whether the observed values never fall, or never rise, from row to row.
    pub fn is_sorted(&self) -> bool {
        (self.open.rises || self.open.falls) && self.observed() > 1
    }

    /// Whether row r holds a whole number x + r, for the same x in all rows.
    pub fn is_numbered(&self) -> bool {
        self.open.numbered && self.rows > 0
    }

    /// The coarsest of 1, 0.1, …, 10⁻⁶ and 1/2, 1/4, …, 2⁻²⁰ of which all values are multiples, up to
    /// the rounding of text with twelve digits; 0 if there is none.
    pub fn grid(&self) -> f64 {
        let decimal = self.open.decimals.map_or(0.0, |k| 1.0 / TENS[k]);
        let binary = self.open.bits.map_or(0.0, |k| 1.0 / TWOS[k]);
        if self.observed() > 0 { decimal.max(binary) } else { 0.0 }
    }
}

impl Open {
    fn any(&self) -> bool {
        self.few
            || self.whole
            || self.rises
            || self.falls
            || self.decimals.is_some()
            || self.bits.is_some()
    }
}

/// Beyond 2⁶³, where the conversion saturates, it is all the same.
fn is_whole(x: f64) -> bool {
    x as i64 as f64 == x
}

/// The grid made finer until x lies on it, or given up.
fn refine(digits: &mut Option<usize>, powers: &[f64], x: f64) {
    while let Some(k) = *digits {
        if is_multiple(x * powers[k]) {
            return;
        }
        *digits = (k + 1 < powers.len()).then_some(k + 1);
    }
}

const fn powers<const COUNT: usize>(base: f64) -> [f64; COUNT] {
    let mut powers = [1.0; COUNT];
    let mut k = 1;
    while k < COUNT {
        powers[k] = base * powers[k - 1];
        k += 1;
    }
    powers
}

/// Whether q is a whole number up to the rounding of its text. Numbers so large that this rounding
/// reaches an eighth must be whole to the bit.
fn is_multiple(q: f64) -> bool {
    let nearest = (q + 0.5f64.copysign(q)) as i64 as f64;
    let rounding = TEXT_ROUNDING * q.abs();
    q == nearest || (rounding < 0.125 && (q - nearest).abs() <= rounding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::Kind;
    use crate::random::Stream;

    fn facts(values: &[f64]) -> Facts {
        let mut facts = Facts::new();
        // Blocks of uneven length: nothing may depend on where they end.
        let (head, tail) = values.split_at(values.len() / 3);
        facts.see(head);
        facts.see(&[]);
        facts.see(tail);
        let mut whole = Facts::new();
        whole.see(values);
        assert_eq!((facts.kind(), facts.grid()), (whole.kind(), whole.grid()));
        facts
    }

    fn numbers(rows: usize, value: impl Fn(usize) -> f64) -> Facts {
        facts(&(0..rows).map(value).collect::<Vec<_>>())
    }

    #[test]
    fn missing_values_are_counted_and_passed_over() {
        let found = facts(&[f64::NAN, 2.5, f64::NAN, -1.0]);
        assert_eq!((found.rows(), found.missing(), found.observed()), (4, 2, 2));
        assert_eq!((found.least(), found.most()), (Some(-1.0), Some(2.5)));
        let nothing = facts(&[f64::NAN, f64::NAN]);
        assert_eq!((nothing.least(), nothing.most(), nothing.constant()), (None, None, None));
        assert_eq!((nothing.kind(), nothing.grid()), (Kind::Quantity, 0.0));
        assert!(!nothing.is_whole() && !nothing.is_numbered());
        assert_eq!(Facts::new().kind(), Kind::Quantity);
        // Also after all questions are settled.
        let mut stream = Stream::new(1, 0);
        let values: Vec<f64> = (0..100).map(|_| stream.normal()).chain([f64::NAN, 9.0]).collect();
        assert_eq!((facts(&values).missing(), facts(&values).most()), (1, Some(9.0)));
    }

    #[test]
    fn constants_are_those_of_the_table() {
        assert_eq!(facts(&[7.0, f64::NAN, 7.0]).constant(), Some(7.0));
        assert_eq!(facts(&[0.3, 0.1 + 0.2]).constant(), Some(0.3));
        assert_eq!(facts(&[1.0, 1.0 + 1e-12]).constant(), None);
    }

    #[test]
    fn row_numbers_and_identifiers() {
        assert_eq!(numbers(30, |r| r as f64).kind(), Kind::RowNumber);
        assert_eq!(numbers(30, |r| r as f64 - 12.0).kind(), Kind::RowNumber);
        assert_eq!(numbers(30, |r| 1000.0 - r as f64).kind(), Kind::Identifier);
        // A permutation: 7 is prime to 100.
        assert_eq!(numbers(100, |r| (7 * r % 100) as f64).kind(), Kind::Identifier);
        assert_eq!(numbers(19, |r| (7 * r % 100) as f64).kind(), Kind::Quantity);
        // One repeated, one missing, or not whole.
        assert_eq!(numbers(100, |r| (7 * r.max(1) % 100) as f64).kind(), Kind::Quantity);
        let hole = |r: usize| if r == 50 { f64::NAN } else { r as f64 };
        assert_eq!(numbers(100, hole).kind(), Kind::Quantity);
        assert!(!numbers(100, hole).is_numbered());
        assert_eq!(numbers(100, |r| r as f64 + 0.5).kind(), Kind::Quantity);
        assert_eq!(numbers(9, |r| r as f64).kind(), Kind::Quantity);
    }

    #[test]
    fn counts_of_people_are_no_identifiers_and_years_are_times() {
        // 7919 is prime: no population repeats, and they lie far apart.
        let people = numbers(50, |r| ((r * 7919 + 13) * 7919 % 99_991) as f64 * 137.0);
        assert_eq!((people.kind(), people.kind_of("population")), (Kind::Quantity, Kind::Quantity));
        assert_eq!(people.kind_of("person_id"), Kind::Identifier);
        let years = numbers(50, |r| 1950.0 + r as f64);
        assert_eq!((years.kind(), years.kind_of("YEAR")), (Kind::Time, Kind::Time));
        assert_eq!(years.kind_of("id"), Kind::RowNumber);
        assert_eq!(numbers(50, |r| 2000.0 - r as f64).kind(), Kind::Time);
        assert_eq!(numbers(50, |r| r as f64).kind_of("day"), Kind::Time);
        assert_eq!(numbers(50, |r| r as f64).kind_of("birthday"), Kind::RowNumber);
        assert_eq!(numbers(50, |r| (r * 7 % 50) as f64).kind_of("startTime"), Kind::Time);
        // Years that repeat are measurements like any other.
        assert_eq!(numbers(50, |r| 1950.0 + (r / 2) as f64).kind_of("year"), Kind::Quantity);
    }

    #[test]
    fn sorted_columns_are_seen() {
        assert!(numbers(9, |r| (r / 2) as f64).is_sorted());
        assert!(numbers(9, |r| -(r as f64) / 3.0).is_sorted());
        assert!(!numbers(9, |r| (r % 5) as f64).is_sorted());
        assert!(facts(&[1.0, f64::NAN, 2.0]).is_sorted() && !facts(&[1.0]).is_sorted());
    }

    #[test]
    fn many_rows_need_little_memory() {
        let mut found = Facts::new();
        let values: Vec<f64> = (0..MOST_REMEMBERED + 10_000).map(|r| (r ^ 1) as f64).collect();
        found.see(&values);
        assert_eq!((found.remembered.len(), found.kind()), (MOST_REMEMBERED, Kind::Identifier));
        found.see(&[0.5]);
        assert_eq!((found.remembered.len(), found.kind()), (0, Kind::Quantity));
    }

    #[test]
    fn two_values_and_a_few_codes() {
        assert_eq!(numbers(10, |r| (r % 2) as f64).kind(), Kind::Binary);
        assert_eq!(numbers(10, |r| 0.25 + (r % 2) as f64).kind(), Kind::Binary);
        assert_eq!(numbers(2, |r| r as f64).kind(), Kind::Binary);
        assert_eq!(numbers(30, |r| (r % 3) as f64).kind(), Kind::Codes(3));
        assert_eq!(numbers(29, |r| (r % 3) as f64).kind(), Kind::Quantity);
        assert_eq!(numbers(100, |r| (r % 10) as f64).kind(), Kind::Codes(10));
        assert_eq!(numbers(1000, |r| (r % 11) as f64).kind(), Kind::Quantity);
        assert_eq!(numbers(100, |r| (r % 3) as f64 / 2.0).kind(), Kind::Quantity);
        assert_eq!(numbers(100, |r| (r % 12) as f64).distinct(), Some(12));
        assert_eq!(numbers(100, |r| (r % 13) as f64).distinct(), None);
        assert_eq!(facts(&[0.0, -0.0, 1.0]).distinct(), Some(2));
    }

    #[test]
    fn grids_are_the_coarsest_that_fit() {
        let grid = |values: &[f64]| facts(values).grid();
        assert_eq!(grid(&[3.0, -17.0, 1e15, 0.0]), 1.0);
        assert_eq!(grid(&[0.1, 12.7, -0.3]), 0.1);
        // 0.5 lies on both, and 1/2 is coarser than 1/10.
        assert_eq!(grid(&[0.5, 2.0]), 0.5);
        assert_eq!(grid(&[0.25, 0.1]), 0.01);
        assert_eq!(grid(&[123456.789]), 0.001);
        assert_eq!(grid(&[0.000001, 5.0]), 1e-6);
        assert_eq!(grid(&[0.5f64.powi(20), 3.0]), 0.5f64.powi(20));
        assert_eq!(grid(&[0.5f64.powi(21), 3.0]), 0.0);
        // Multiples of 2⁻¹² as text with twelve digits.
        assert_eq!(grid(&[1.73999023438, 0.461914062500, 2.18359375]), 0.5f64.powi(12));
        let mut stream = Stream::new(1, 0);
        for scale in [1e-9, 1.0, 1e6, 1e9] {
            let values: Vec<f64> = (0..50).map(|_| scale * stream.normal()).collect();
            assert_eq!(grid(&values), 0.0, "{scale}");
        }
    }
}
