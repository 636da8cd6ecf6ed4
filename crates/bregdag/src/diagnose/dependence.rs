//! Whether rows depend on those before them: autocorrelations of the residuals in the order of the rows,
//!
//! ```text
//! ρ_k = (mean of e_t e_{t+k}) / (mean of e_t²),   z_k = (ρ_k + 1/(m − 1)) √(N_k (m + 2)/m),   N_k pairs k apart,
//! Σ_j z_j1² ~ a χ²_f,   Σ_j Σ_{k ≤ 10} z_jk² ~ a χ²_10f,   a = Σ_ij c_ij⁴/n,   f = n²/Σ_ij c_ij⁴,
//! ```
//!
//! the second of which is Ljung and Box's sum (1978, doi:10.1093/biomet/65.2.297) over the n variables. Of rows in
//! random order, ρ_k has mean −1/(m − 1). Where the residuals of two variables have correlation c, their z have c²: so
//! f is n where all are independent, and one where all are the same.
//!
//! Rows are worth m(1 − r²)/(1 + r²), r the root mean square of ρ_1 less what chance adds: exact for the correlation of
//! two autoregressions (Bartlett 1935, doi:10.2307/2342284), an approximation for everything else.

use serde::{Deserialize, Serialize};

use super::Quantity;
use crate::data::{Moments, Table};
use crate::linalg::{Matrix, add_scaled};
use crate::model::WeightedDag;
use crate::parallel::parallel_map;
use crate::tails::chi_square_tail;

/// An alarm from either test below this p.
const ALARM: f64 = 0.0005;
/// A column is affected below this p.
const AFFECTED: f64 = 0.01;
/// Rows apart, at most.
const LAGS: usize = 10;
/// With fewer rows, χ² is too rough.
const FEWEST_ROWS: usize = 30;
/// A residual whose deviation is below this share of the column's is rounding.
const EXACT_FIT: f64 = 1e-8;

/// How far rows depend on those before them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RowDependence {
    /// Rows of the data.
    pub rows: u64,
    /// Rows that were looked at.
    pub looked_at: u64,
    /// Whether these are runs of consecutive rows, because there are too many to keep.
    pub sampled: bool,
    /// The smaller p of the two tests.
    pub p: f64,
    /// Whether rows clearly depend on each other.
    pub alarm: bool,
    /// r, root mean square correlation of residuals with those of the row before.
    pub correlation: f64,
    /// m(1 − r²)/(1 + r²), an approximation.
    pub worth: f64,
    /// Columns whose residuals depend on those of rows before.
    pub affected: Vec<String>,
    /// Columns that were looked at.
    pub columns: usize,
    /// Columns that rise or fall from the first row to the last; they play no part in the rest.
    pub sorted_by: Vec<String>,
}

/// Rows in their order.
pub struct InOrder<'a> {
    /// The rows.
    pub table: &'a Table,
    /// How long each run of consecutive rows is.
    pub runs: Vec<usize>,
    /// Whether these are a sample.
    pub sampled: bool,
}

/// Looks at the residuals of a graph with its weights; `moments` are those of all rows.
pub fn of_rows(
    rows: &InOrder<'_>,
    moments: &Moments,
    graph: &WeightedDag,
) -> Quantity<RowDependence> {
    let (table, n) = (rows.table, rows.table.names().len());
    let m = table.rows();
    let unknown = |why: &str| Quantity::Unknown(why.into());
    if m < FEWEST_ROWS {
        return Quantity::Unknown(format!("it takes {FEWEST_ROWS} rows"));
    }
    if table.weights().is_some_and(|weights| weights.iter().any(|w| *w != weights[0])) {
        return unknown("rows have weights");
    }
    let is_sorted: Vec<bool> = parallel_map(n, |j| is_sorted(&table.columns()[j]));
    // Where many columns rise together, that is a trend and no order.
    let by_order = 3 * is_sorted.iter().filter(|sorted| **sorted).count() <= n;
    let looked: Vec<usize> = (0..n).filter(|&j| !(by_order && is_sorted[j])).collect();
    let lags = parallel_map(looked.len(), |k| of_column(rows, graph, looked[k]));
    let some: Vec<(usize, Lags)> =
        looked.iter().zip(lags).filter_map(|(&j, lags)| Some((j, lags?))).collect();
    if some.is_empty() {
        return unknown("no residual varies");
    }
    let columns: Vec<usize> = some.iter().map(|(j, _)| *j).collect();
    let fourth = fourth_powers(moments, graph, &columns);
    let count = columns.len() as f64;
    let (unit, freedom) = (fourth / count, count * count / fourth);
    let total = |of: fn(&Lags) -> f64| some.iter().map(|(_, lags)| of(lags)).sum::<f64>() / unit;
    let p = chi_square_tail(total(Lags::first), freedom)
        .min(chi_square_tail(total(Lags::all), LAGS as f64 * freedom));
    let affected = |lags: &Lags| {
        chi_square_tail(lags.first(), 1.0).min(chi_square_tail(lags.all(), LAGS as f64)) < AFFECTED
    };
    let squares = some.iter().map(|(_, lags)| lags.correlation * lags.correlation).sum::<f64>();
    let squared = (squares / count - 1.0 / m as f64).clamp(0.0, 1.0);
    let name = |j: usize| table.names()[j].clone();
    Quantity::Known(RowDependence {
        rows: moments.rows(),
        looked_at: m as u64,
        sampled: rows.sampled,
        p,
        alarm: p < ALARM,
        correlation: squared.sqrt(),
        worth: moments.rows() as f64 * (1.0 - squared) / (1.0 + squared),
        affected: some.iter().filter(|(_, lags)| affected(lags)).map(|(j, _)| name(*j)).collect(),
        columns: columns.len(),
        sorted_by: (0..n).filter(|&j| by_order && is_sorted[j]).map(name).collect(),
    })
}

/// What the residuals of one variable tell.
struct Lags {
    /// z².
    squares: [f64; LAGS],
    /// ρ_1.
    correlation: f64,
}

impl Lags {
    fn first(&self) -> f64 {
        self.squares[0]
    }

    fn all(&self) -> f64 {
        self.squares.iter().sum()
    }
}

fn of_column(rows: &InOrder<'_>, graph: &WeightedDag, j: usize) -> Option<Lags> {
    let columns = rows.table.columns();
    let mut residual = columns[j].clone();
    for (i, weight) in graph.parents(j) {
        add_scaled(&mut residual, -weight, &columns[i]);
    }
    let spread = centre(&mut residual);
    let least = EXACT_FIT * centre(&mut columns[j].clone());
    // Written so that a spread that is not a number is none.
    if !(spread > least && spread.is_finite()) {
        return None;
    }
    residual.iter_mut().for_each(|e| *e /= spread);
    let m = residual.len() as f64;
    let own = residual.iter().map(|e| e * e).sum::<f64>() / m;
    let mut lags = Lags { squares: [0.0; LAGS], correlation: 0.0 };
    for k in 1..=LAGS {
        let (mut sum, mut pairs, mut first) = (0.0, 0.0, 0);
        for &length in &rows.runs {
            let run = &residual[first..first + length];
            first += length;
            let later = run.get(k..).unwrap_or_default();
            sum += run.iter().zip(later).map(|(a, b)| a * b).sum::<f64>();
            pairs += later.len() as f64;
        }
        if pairs > 0.0 {
            let correlation = sum / pairs / own + 1.0 / (m - 1.0);
            lags.squares[k - 1] = correlation * correlation * pairs * (m + 2.0) / m;
            if k == 1 {
                lags.correlation = correlation;
            }
        }
    }
    Some(lags)
}

/// Takes the mean off; what is the largest distance from it then.
fn centre(column: &mut [f64]) -> f64 {
    let mean = column.iter().map(|x| x / column.len() as f64).sum::<f64>();
    column.iter_mut().for_each(|x| *x -= mean);
    column.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Whether a column rises or falls from the first row to the last.
fn is_sorted(column: &[f64]) -> bool {
    let ends = column.first().zip(column.last());
    ends.is_some_and(|(first, last)| first != last)
        && (column.is_sorted() || column.is_sorted_by(|a, b| a >= b))
}

/// Σ c_ij⁴ of the correlations c of the residuals of these variables.
fn fourth_powers(moments: &Moments, graph: &WeightedDag, columns: &[usize]) -> f64 {
    let c = moments.comoments();
    let n = c.cols();
    let mut half = Matrix::zeros(n, columns.len());
    for (k, &j) in columns.iter().enumerate() {
        let out = half.col_mut(k);
        out.copy_from_slice(c.col(j));
        graph.parents(j).for_each(|(i, weight)| add_scaled(out, -weight, c.col(i)));
    }
    let covariance = |i: usize, k: usize| {
        half[(i, k)] - graph.parents(i).map(|(p, weight)| weight * half[(p, k)]).sum::<f64>()
    };
    let spreads: Vec<f64> =
        columns.iter().enumerate().map(|(k, &j)| covariance(j, k).max(0.0).sqrt()).collect();
    let of_column = |k: usize| {
        let correlation = |(other, &i): (usize, &usize)| {
            let product = spreads[k] * spreads[other];
            let c = if other == k { 1.0 } else { covariance(i, k) / product };
            // What rounding left of an exact fit goes with nothing.
            if c.is_finite() { c.clamp(-1.0, 1.0).powi(4) } else { 0.0 }
        };
        columns.iter().enumerate().map(correlation).sum::<f64>()
    };
    parallel_map(columns.len(), of_column).into_iter().sum()
}

#[cfg(test)]
mod tests;
