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

use super::Table;
use super::table::check_names;
use crate::error::{Error, Result};
use crate::linalg::{self, Matrix};

/// Rows per block: large enough for the matrix product, small enough to stay in cache at n = 50.
const BLOCK_ROWS: usize = 1024;
/// Blocks whose moments may be held at once, in numbers: bounds the memory of the parallel pass.
const BLOCKS_BUDGET: usize = 1 << 22;

/// Sufficient statistics of a table for least squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    names: Vec<String>,
    rows: u64,
    weight: f64,
    means: Vec<f64>,
    comoments: Matrix,
}

impl Moments {
    /// One pass over the table, blocks in parallel.
    pub fn of(table: &Table) -> Result<Moments> {
        let n = table.names().len();
        let starts: Vec<usize> = (0..table.rows()).step_by(BLOCK_ROWS).collect();
        let at_once = (BLOCKS_BUDGET / (n * n).max(1)).clamp(1, 64);
        let mut total: Option<Moments> = None;
        for group in starts.chunks(at_once) {
            let blocks = linalg::parallel_map(group.len(), |g| {
                let end = (group[g] + BLOCK_ROWS).min(table.rows());
                Moments::of_rows(table, group[g]..end)
            });
            for block in blocks {
                total = Some(match total {
                    None => block,
                    Some(sum) => sum.merge(&block)?,
                });
            }
        }
        let moments = total.ok_or(Error::TooFewRows { rows: 0 })?;
        moments.check_scale()?;
        Ok(moments)
    }

    /// Moments of one block of rows: its means, then the product of the centred block with itself.
    fn of_rows(table: &Table, rows: std::ops::Range<usize>) -> Moments {
        let (n, count) = (table.names().len(), rows.len());
        let weights = table.weights().map(|w| &w[rows.clone()]);
        let weight = weights.map_or(count as f64, |w| w.iter().sum());
        let mut centred = Matrix::zeros(count, n);
        let mut means = vec![0.0; n];
        for j in 0..n {
            let column = &table.columns()[j][rows.clone()];
            means[j] = mean(column, weights, weight);
            for (r, out) in centred.col_mut(j).iter_mut().enumerate() {
                let root_weight = weights.map_or(1.0, |w| w[r].sqrt());
                *out = (column[r] - means[j]) * root_weight;
            }
        }
        Moments {
            names: table.names().to_vec(),
            rows: count as u64,
            weight,
            means,
            comoments: linalg::gram(&centred),
        }
    }

    /// The moments of both sets of rows together. The variables must be the same, in the same order.
    pub fn merge(mut self, other: &Moments) -> Result<Moments> {
        if self.names != other.names {
            return Err(Error::VariablesDiffer {
                left: "the first set of moments".into(),
                right: "the second".into(),
                only_left: self.names.join(", "),
                only_right: other.names.join(", "),
            });
        }
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
        Ok(self)
    }

    /// Moments computed earlier, of finite numbers and of matching sizes; `comoments` is symmetric.
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
        let moments = Moments { names, rows, weight, means, comoments };
        moments.check_scale()?;
        Ok(moments)
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

    /// Variances must be positive normal numbers whose products neither vanish nor overflow.
    fn check_scale(&self) -> Result<()> {
        const RANGE: std::ops::Range<f64> = 1e-140..1e140;
        for (j, name) in self.names.iter().enumerate() {
            let variance = self.comoments[(j, j)] / self.weight;
            if !RANGE.contains(&variance) {
                return Err(Error::BadScale { column: name.clone(), variance });
            }
        }
        Ok(())
    }
}

fn mean(column: &[f64], weights: Option<&[f64]>, weight: f64) -> f64 {
    if weight == 0.0 {
        return 0.0;
    }
    match weights {
        None => column.iter().map(|x| x / weight).sum(),
        Some(w) => column.iter().zip(w).map(|(x, w)| x * (w / weight)).sum(),
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
    fn columns_out_of_scale_are_refused_by_name() {
        for bad in [vec![1.0, 1.0, 1.0], vec![1e200, 0.0, 1.0], vec![1e-200, 0.0, 0.0]] {
            let error = Moments::of(&table([vec![1.0, 2.0, 3.0], bad])).unwrap_err();
            assert!(matches!(&error, Error::BadScale { column, .. } if column == "b"), "{error}");
        }
    }
}
