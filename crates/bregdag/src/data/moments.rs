//! Row count, weight sum, means and centred co-moments C = Σ_r w_r (x_r − x̄)(x_r − x̄)ᵀ.
//!
//! Least squares needs nothing else of the data, so a million rows cost one pass. The pass goes
//! over blocks of rows: each block is centred on its own mean before it is squared, and two sets of
//! moments merge by (Chan, Golub & LeVeque 1983, doi:10.2307/2683386)
//!
//!   C = C_a + C_b + (w_a w_b / w) d dᵀ,   d = x̄_b − x̄_a,   w = w_a + w_b,
//!
//! so no large squares are ever subtracted. Blocks have a fixed size and merge in their order in the
//! file: the result does not depend on the number of threads.

use super::table::check_names;
use super::{Accumulator, Folds, Table};
use crate::error::{Error, Result};
use crate::linalg::{Eigen, Matrix};
use crate::text::quoted;

/// Sufficient statistics of a table for least squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    pub(super) names: Vec<String>,
    pub(super) rows: u64,
    pub(super) weight: f64,
    pub(super) means: Vec<f64>,
    pub(super) comoments: Matrix,
}

impl Moments {
    /// One pass over the table, blocks in parallel.
    pub fn of(table: &Table) -> Result<Moments> {
        let mut sums = Accumulator::new(table.names().to_vec());
        sums.add(table.columns(), table.weights());
        sums.finish()?.checked()
    }

    /// The moments of each of `count` sets of rows, chosen by [`Folds`]: together they are those of
    /// the table. A column may be constant within a fold, so one fold alone is nothing to learn from.
    pub fn of_folds(table: &Table, count: usize, seed: u64) -> Result<Vec<Moments>> {
        let mut folds = Folds::new(count, seed)?;
        if count > table.rows() {
            return Err(folds.more_than_rows());
        }
        let mut rows = vec![vec![]; count];
        (0..table.rows()).for_each(|row| rows[folds.of(row as u64)].push(row));
        let moments = |rows: &Vec<usize>| {
            let part = table.select_rows(rows);
            let mut sums = Accumulator::new(part.names().to_vec());
            sums.add(part.columns(), part.weights());
            sums.finish()
        };
        rows.iter().map(moments).collect()
    }

    /// The moments of both sets of rows together. The variables must be the same, in any order.
    pub fn merge(mut self, other: &Moments) -> Result<Moments> {
        let place = |name: &String| other.names.iter().position(|theirs| theirs == name);
        let places: Option<Vec<usize>> = self.names.iter().map(place).collect();
        let Some(places) = places.filter(|places| places.len() == other.variables()) else {
            let both = ["the first set of moments", "the second"];
            return Err(Error::variables_differ(both, [&self.names, &other.names]));
        };
        match places.is_sorted() {
            true => self.absorb(other),
            false => self.absorb(&other.select(&places)),
        }
        Ok(self)
    }

    /// Chan's formula.
    pub(super) fn absorb(&mut self, other: &Moments) {
        let weight = self.weight + other.weight;
        let share = if weight > 0.0 { other.weight / weight } else { 0.0 };
        let shift: Vec<f64> = other.means.iter().zip(&self.means).map(|(b, a)| b - a).collect();
        let scale = self.weight * share;
        for j in 0..shift.len() {
            let theirs = other.comoments.col(j);
            for (i, c) in self.comoments.col_mut(j).iter_mut().enumerate() {
                // In this order of products C stays symmetric to the bit.
                *c += theirs[i] + scale * (shift[i] * shift[j]);
            }
            self.means[j] += share * shift[j];
        }
        self.rows += other.rows;
        self.weight = weight;
    }

    /// The same moments, of rows that are worth so many independent ones.
    pub fn counting_as(self, rows: u64) -> Moments {
        Moments { rows: rows.max(2), ..self }
    }

    /// The columns that hardly vary in these rows, compared with all rows: constant up to rounding, or
    /// next to one value outside of them.
    pub(crate) fn hardly_varying(&self, all: &Moments) -> Vec<usize> {
        const HARDLY: f64 = 1e-10;
        let variance = |moments: &Moments, j: usize| moments.comoments[(j, j)] / moments.weight;
        // Written so that no rows, and variances that are not numbers, count as no variation.
        let varies = |j: usize| variance(self, j) > HARDLY * variance(all, j);
        (0..self.variables()).filter(|&j| !varies(j)).collect()
    }

    /// The moments of some of the variables.
    pub fn select(&self, kept: &[usize]) -> Moments {
        let k = kept.len();
        Moments {
            names: kept.iter().map(|&j| self.names[j].clone()).collect(),
            means: kept.iter().map(|&j| self.means[j]).collect(),
            comoments: Matrix::from_fn(k, k, |i, j| self.comoments[(kept[i], kept[j])]),
            ..*self
        }
    }

    /// Moments from a covariance matrix S with denominator m − 1, as programs print it, of m rows.
    /// The means are not known; nothing that is learned depends on them.
    pub fn from_covariance(names: Vec<String>, covariance: &Matrix, rows: u64) -> Result<Moments> {
        let n = names.len();
        if (covariance.rows(), covariance.cols()) != (n, n) {
            let what = "rows and columns of the covariance matrix".into();
            return Err(Error::Shape { what, expected: n, found: covariance.rows() });
        }
        check_covariance(&names, covariance)?;
        let comoments = Matrix::from_fn(n, n, |i, j| {
            (covariance[(i, j)] + covariance[(j, i)]) / 2.0 * rows.saturating_sub(1) as f64
        });
        Moments::from_parts(names, rows, rows as f64, vec![0.0; n], comoments)
    }

    /// Moments computed earlier, of finite numbers and of matching sizes; `comoments` is symmetric.
    /// Variances may be anything, see [`Moments::checked`].
    pub(crate) fn from_parts(
        names: Vec<String>,
        rows: u64,
        weight: f64,
        means: Vec<f64>,
        comoments: Matrix,
    ) -> Result<Moments> {
        debug_assert_eq!([means.len(), comoments.rows(), comoments.cols()], [names.len(); 3]);
        check_names(&names)?;
        if names.len() < 2 {
            return Err(Error::TooFewColumns { names: names.join(", ") });
        }
        if rows < 2 {
            return Err(Error::TooFewRows { rows: rows as usize });
        }
        Ok(Moments { names, rows, weight, means, comoments })
    }

    /// Variable names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of variables, n.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// Number of rows, m.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Sum of the row weights (m without weights).
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Means of the columns.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// C, the centred co-moments.
    pub fn comoments(&self) -> &Matrix {
        &self.comoments
    }

    /// S = C / Σw: the covariance with denominator m, as in (1/m)‖X(I − W)‖².
    pub fn covariance(&self) -> Matrix {
        self.comoments.map(|c| c / self.weight)
    }

    /// The diagonal of S.
    pub fn variances(&self) -> Vec<f64> {
        (0..self.variables()).map(|j| self.comoments[(j, j)] / self.weight).collect()
    }

    /// The value of variable j if it never changes, as far as rounding lets one see.
    pub(crate) fn constant(&self, j: usize) -> Option<f64> {
        let rounding = 4.0 * f64::EPSILON * self.means[j].abs();
        let variance = self.comoments[(j, j)] / self.weight;
        // Squares of large numbers overflow: that is no constant.
        (variance.sqrt() <= rounding && variance.is_finite()).then_some(self.means[j])
    }

    /// The moments of (x_j − shift_j)/unit_j.
    pub(crate) fn rescaled(&self, shifts: &[f64], units: &[f64]) -> Moments {
        let n = self.variables();
        let comoment = |i: usize, j: usize| self.comoments[(i, j)] / (units[i] * units[j]);
        Moments {
            names: self.names.clone(),
            means: (0..n).map(|j| (self.means[j] - shifts[j]) / units[j]).collect(),
            comoments: Matrix::from_fn(n, n, comoment),
            ..*self
        }
    }

    /// Whether the columns were evidently brought to the same variance, whichever it is.
    pub fn same_variance(&self) -> bool {
        same_variance(self.variances(), self.rows)
    }

    /// The moments of the same columns brought to mean 0 and variance 1: S becomes the matrix of
    /// correlations, with ones on the diagonal to the bit.
    pub fn standardized(&self) -> Moments {
        let n = self.variables();
        let deviations: Vec<f64> = (0..n).map(|j| self.comoments[(j, j)].sqrt()).collect();
        let correlation = |i: usize, j: usize| match i == j {
            true => 1.0,
            // Rounding may carry a perfect correlation past one.
            false => (self.comoments[(i, j)] / (deviations[i] * deviations[j])).clamp(-1.0, 1.0),
        };
        Moments {
            names: self.names.clone(),
            means: vec![0.0; n],
            comoments: Matrix::from_fn(n, n, |i, j| correlation(i, j) * self.weight),
            ..*self
        }
    }

    /// These moments, unless no row counts.
    pub(crate) fn weighted(self) -> Result<Moments> {
        match self.weight > 0.0 {
            true => Ok(self),
            false => Err(Error::BadWeight { row: 1, weight: 0.0 }),
        }
    }

    /// These moments, if they are fit for work: at least two variables and two rows, and variances
    /// that are positive normal numbers whose products neither vanish nor overflow.
    pub fn checked(self) -> Result<Moments> {
        let moments = self.weighted()?;
        const RANGE: std::ops::Range<f64> = 1e-140..1e140;
        for (j, name) in moments.names.iter().enumerate() {
            let variance = moments.comoments[(j, j)] / moments.weight;
            if !RANGE.contains(&variance) {
                return Err(Error::BadScale { column: name.clone(), variance });
            }
        }
        Ok(moments)
    }
}

/// Whether so many rows have variances that chance does not make so equal: all of them, or of many columns
/// most, for codes and counts may have been left as they were.
pub(crate) fn same_variance(mut variances: Vec<f64>, rows: u64) -> bool {
    // By chance alone log variances scatter as √(2/m), and rounding to two digits as 0.006/√m.
    const SHARE: f64 = 0.02;
    let within = 1.0 + SHARE * (2.0 / rows as f64).sqrt();
    variances.sort_by(f64::total_cmp);
    let most = (variances.len() / 2 + 1).max(3).min(variances.len());
    variances.windows(most).any(|some| some[most - 1] <= within * some[0])
}

/// Refuses what cannot be a covariance matrix.
fn check_covariance(names: &[String], s: &Matrix) -> Result<()> {
    // Printed with six digits or more.
    const ROUNDING: f64 = 1e-5;
    let invalid = |problem| Err(Error::Format { format: "covariance", problem });
    let n = names.len();
    if !s.is_finite() {
        return invalid("not all entries are finite numbers".into());
    }
    for j in 0..n {
        if s[(j, j)] <= 0.0 {
            let name = quoted(&names[j]);
            return invalid(format!(
                "the variance of {name} is {}; expected more than 0",
                s[(j, j)]
            ));
        }
        for i in 0..j {
            if (s[(i, j)] - s[(j, i)]).abs() > ROUNDING * (s[(i, i)] * s[(j, j)]).sqrt() {
                let (a, b, x, y) = (quoted(&names[i]), quoted(&names[j]), s[(i, j)], s[(j, i)]);
                return invalid(format!("it is not symmetric: {a} and {b} have {x} and {y}"));
            }
        }
    }
    let scale = |j: usize| s[(j, j)].sqrt();
    let correlations = Matrix::from_fn(n, n, |i, j| s[(i, j)] / (scale(i) * scale(j)));
    match Eigen::of(&correlations).and_then(|eigen| eigen.values.first().copied()) {
        Some(least) if least < -ROUNDING => invalid(format!(
            "it has a negative eigenvalue ({least:.2e} on the scale of correlations)"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: [Vec<f64>; 2]) -> Table {
        Table::new(vec!["a".into(), "b".into()], columns.to_vec()).unwrap()
    }

    #[test]
    fn by_hand() {
        let moments = Moments::of(&table([vec![1.0, 2.0, 3.0], vec![0.0, 0.0, 3.0]])).unwrap();
        assert_eq!((moments.rows(), moments.weight()), (3, 3.0));
        assert_eq!(moments.means(), [2.0, 1.0]);
        assert_eq!(moments.comoments().as_slice(), [2.0, 3.0, 3.0, 6.0]);
        assert_eq!(moments.covariance()[(0, 1)], 1.0);
    }

    #[test]
    fn a_covariance_is_enough() {
        let moments = Moments::of(&table([vec![1.0, 2.0, 3.0], vec![0.0, 0.0, 3.0]])).unwrap();
        // Denominator m − 1.
        let covariance = moments.comoments().map(|c| c / 2.0);
        let names = moments.names().to_vec();
        let again = Moments::from_covariance(names.clone(), &covariance, 3).unwrap();
        assert_eq!((again.comoments(), again.weight()), (moments.comoments(), 3.0));
        assert!(Moments::from_covariance(names.clone(), &Matrix::zeros(3, 3), 3).is_err());
        let refused = |s: [f64; 4]| {
            let s = Matrix::from_fn(2, 2, |i, j| s[2 * i + j]);
            Moments::from_covariance(names.clone(), &s, 10).unwrap_err().to_string()
        };
        assert!(refused([1.0, 0.5, 0.4, 1.0]).contains("\"a\" and \"b\""));
        assert!(refused([1.0, 2.0, 2.0, 1.0]).contains("negative eigenvalue"));
        assert!(refused([1.0, 0.0, 0.0, -1.0]).contains("variance of \"b\""));
        assert!(refused([1.0, f64::NAN, f64::NAN, 1.0]).contains("finite"));
    }

    #[test]
    fn standardized_is_the_moments_of_standardised_columns() {
        let columns = [vec![1.0, 2.0, 3.0, 8.0], vec![4e6, 0.0, 3e6, 1e6]];
        let weights = vec![1.0, 0.5, 2.0, 0.0];
        let weighted = |columns| table(columns).with_weights(weights.clone()).unwrap();
        let moments = Moments::of(&weighted(columns.clone())).unwrap();
        let unit = [0, 1].map(|j| {
            let (mean, deviation) = (moments.means()[j], moments.covariance()[(j, j)].sqrt());
            columns[j].iter().map(|x| (x - mean) / deviation).collect()
        });
        let (expected, standardized) =
            (Moments::of(&weighted(unit)).unwrap(), moments.standardized());
        assert_eq!((standardized.rows(), standardized.weight()), (4, 3.5));
        assert_eq!((standardized.means(), standardized.covariance()[(1, 1)]), (&[0.0; 2][..], 1.0));
        for (a, b) in
            standardized.comoments().as_slice().iter().zip(expected.comoments().as_slice())
        {
            // Rounding of four terms of size one.
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }
    }

    #[test]
    fn columns_brought_to_one_variance_are_known() {
        let simulated =
            crate::simulate::Options { nodes: 6, degree: 1, samples: 100, ..Default::default() };
        let table = crate::simulate::simulate(&simulated).unwrap().table;
        let moments = Moments::of(&table).unwrap();
        assert!(!moments.same_variance() && moments.standardized().same_variance());
        // Whatever the variance, and rounded to two digits.
        let changed = |change: &dyn Fn(usize, f64) -> f64| {
            let unit = table.standardized(&moments);
            let columns = unit.columns().iter().enumerate();
            let columns = columns.map(|(j, x)| x.iter().map(|&x| change(j, x)).collect());
            Table::new(table.names().to_vec(), columns.collect()).unwrap()
        };
        let same = |change: &dyn Fn(usize, f64) -> f64| {
            Moments::of(&changed(change)).unwrap().same_variance()
        };
        assert!(same(&|_, x| 7.0 * x) && same(&|_, x| (100.0 * x).round() / 100.0));
        // Two columns of six in units of their own, then three.
        assert!(same(&|j, x| if j < 2 { (j as f64 + 2.0) * x } else { x }));
        assert!(!same(&|j, x| if j < 3 { (j as f64 + 2.0) * x } else { x }));
        // A matrix of correlations that is given as covariances.
        let r = Matrix::from_fn(3, 3, |i, j| if i == j { 1.0 } else { 0.3 });
        let names = vec!["a".into(), "b".into(), "c".into()];
        assert!(Moments::from_covariance(names, &r, 40).unwrap().same_variance());
    }

    /// Independent columns of the same variance are not taken for standardised ones, however many the rows.
    #[test]
    fn chance_does_not_make_one_variance() {
        for (samples, tries) in [(30, 200), (3000, 50)] {
            let seen = |seed: u64| {
                let simulated = crate::simulate::Options {
                    nodes: 5,
                    degree: 0,
                    samples,
                    seed,
                    ..Default::default()
                };
                let table = crate::simulate::simulate(&simulated).unwrap().table;
                Moments::of(&table).unwrap().same_variance()
            };
            // Three of five so close: less than one in a thousand.
            assert!((0..tries).filter(|&seed| seen(seed)).count() <= 1);
        }
    }

    #[test]
    fn columns_out_of_scale_are_refused_by_name() {
        for bad in [vec![1.0, 1.0, 1.0], vec![1e200, 0.0, 1.0], vec![1e-200, 0.0, 0.0]] {
            let error = Moments::of(&table([vec![1.0, 2.0, 3.0], bad])).unwrap_err();
            assert!(matches!(&error, Error::BadScale { column, .. } if column == "b"), "{error}");
        }
    }
}
