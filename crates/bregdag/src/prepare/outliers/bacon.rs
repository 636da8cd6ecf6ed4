//! Rows that fit no other although each of their values does: BACON, blocked adaptive computationally efficient
//! outlier nominators (Billor, Hadi & Velleman 2000, doi:10.1016/S0167-9473(99)00101-2).
//!
//! From a set of rows that are surely clean, here the half with the smallest max |z|, their means x̄ and covariance S
//! give every row its distance, and the next set are the rows with
//!
//! ```text
//! (x − x̄)ᵀ S⁻¹ (x − x̄) < c² χ²_n(1 − 0.01/m),
//! c = 1 + (n + 1)/(m − n) + 2/(m − 1 − 3n) + max(0, (h − r)/(h + r)),   h = (m + n + 1)/2,
//! ```
//!
//! r the rows of the set, until it stays as it is. What is outside then is far.

use super::scale::Sides;
use crate::data::Accumulator;
use crate::linalg::Cholesky;
use crate::parallel::parallel_map;
use crate::tails::chi_square_quantile;

/// The chance that any row of a clean normal table is far.
const LEVEL: f64 = 0.01;
/// Rows for each column from which on this is known to be good.
pub const ROWS_PER_COLUMN: usize = 5;
/// With more products than this, a pass takes longer than a second look may.
const MOST_PRODUCTS: f64 = 1e9;
/// Sets that turn in a circle end here.
const MOST_SETS: usize = 50;
/// Rows that are copied at a time.
const AT_ONCE: usize = 1 << 14;
/// A column of which the others leave less is one of their combinations, and adds nothing to a distance.
const DEPENDENT: f64 = 1e-10;

/// Columns in robust units, their rows by number.
pub struct Units<'a> {
    pub columns: &'a [&'a [f64]],
    pub sides: &'a [Sides],
}

impl Units<'_> {
    /// One column at these rows, in units that do not depend on the side.
    fn column(&self, j: usize, rows: &[usize]) -> Vec<f64> {
        let Sides { middle, below, above } = self.sides[j];
        let unit = below.max(above);
        rows.iter().map(|&r| (self.columns[j][r] - middle) / unit).collect()
    }
}

/// What is near: means, the factor of the covariance of some of the columns, and the square of the largest distance.
#[derive(Debug, Clone)]
pub struct Ellipsoid {
    centre: Vec<f64>,
    kept: Vec<usize>,
    factor: Cholesky,
    cut: f64,
}

/// Whether a table is of a size for it.
pub fn suits(rows: usize, columns: usize) -> bool {
    let products = rows as f64 * (columns * columns) as f64;
    columns >= 2 && rows >= ROWS_PER_COLUMN * columns && products <= MOST_PRODUCTS
}

/// What is near, from these rows, those with the smallest max |z| first.
pub fn ellipsoid(
    units: &Units<'_>,
    rows: &[usize],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Ellipsoid> {
    let half = rows.len().div_ceil(2);
    let mut set: Vec<usize> = rows[..half].to_vec();
    set.sort_unstable();
    let mut all = rows.to_vec();
    all.sort_unstable();
    let quantile = chi_square_quantile(LEVEL / all.len() as f64, units.columns.len() as f64);
    let mut found = None;
    for _ in 0..MOST_SETS {
        if !go_on() {
            return None;
        }
        let near = Ellipsoid::of(units, &set, all.len(), quantile)?;
        let next = near.inside(units, &all);
        found = Some(near);
        // A set that loses so many that it cannot say how columns go together says nothing.
        if next == set || next.len() < half {
            break;
        }
        set = next;
    }
    found
}

impl Ellipsoid {
    fn of(units: &Units<'_>, set: &[usize], of: usize, quantile: f64) -> Option<Ellipsoid> {
        let n = units.columns.len();
        let names = (0..n).map(|j| j.to_string()).collect();
        let mut sums = Accumulator::new(names);
        for rows in set.chunks(AT_ONCE) {
            sums.add(&parallel_map(n, |j| units.column(j, rows)), None);
        }
        let moments = sums.finish().ok()?;
        let (c, freedom) = (moments.comoments(), set.len() as f64 - 1.0);
        let mut factor = Cholesky::with_capacity(n);
        let mut kept: Vec<usize> = vec![];
        for j in 0..n {
            let entry = |k: usize| c[(kept[k], j)] / freedom;
            if factor.push(entry, c[(j, j)] / freedom, DEPENDENT).is_ok() {
                kept.push(j);
            }
        }
        let correction = correction(of as f64, n as f64, set.len() as f64);
        let centre = moments.means().to_vec();
        (!kept.is_empty()).then_some(Ellipsoid {
            centre,
            kept,
            factor,
            cut: correction * correction * quantile,
        })
    }

    /// Those of the rows that are near.
    pub fn inside(&self, units: &Units<'_>, rows: &[usize]) -> Vec<usize> {
        let chunks: Vec<&[usize]> = rows.chunks(1024).collect();
        let near = parallel_map(chunks.len(), |k| {
            let columns: Vec<Vec<f64>> =
                self.kept.iter().map(|&j| units.column(j, chunks[k])).collect();
            let mut work = vec![0.0; self.kept.len()];
            let mut near = |place: usize| {
                for (k, &j) in self.kept.iter().enumerate() {
                    work[k] = columns[k][place] - self.centre[j];
                }
                self.factor.solve_lower(&mut work);
                // Written so that a distance that is not a number is far.
                work.iter().map(|x| x * x).sum::<f64>() < self.cut
            };
            let inside = (0..chunks[k].len()).filter(|&place| near(place));
            inside.map(|place| chunks[k][place]).collect::<Vec<usize>>()
        });
        near.concat()
    }
}

/// c.
fn correction(m: f64, n: f64, r: f64) -> f64 {
    let h = ((m + n + 1.0) / 2.0).floor();
    let few = ((h - r) / (h + r)).max(0.0);
    1.0 + (n + 1.0) / (m - n) + 2.0 / (m - 1.0 - 3.0 * n) + few
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correction_by_hand() {
        // m = 100, n = 4: h = 52, 1 + 5/96 + 2/87, and (52 − 26)/(52 + 26) = 1/3 more for half of these rows.
        let whole = 1.0 + 5.0 / 96.0 + 2.0 / 87.0;
        assert!((correction(100.0, 4.0, 100.0) - whole).abs() < 1e-15);
        assert!((correction(100.0, 4.0, 26.0) - whole - 1.0 / 3.0).abs() < 1e-15);
    }
}
