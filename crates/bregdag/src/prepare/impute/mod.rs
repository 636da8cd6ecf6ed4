//! Missing cells filled in, column by column.
//!
//! [`mean`] takes what is observed of the column. [`iterative`] predicts each column from all others:
//!
//!   x_ij ← x̄_j + Σ_{k≠j} w_k (x_ik − x̄_k)   for each row i without j,
//!
//! w a Bayesian ridge regression over the rows in which j was observed. The columns take their turns, the
//! one with fewest missing cells first, each seeing what the others were given last; rounds go on
//! until no cell moves. This is van Buuren's chain of equations without its random draws (2011,
//! doi:10.18637/jss.v045.i03), cell by cell as scikit-learn's `IterativeImputer` has it.
//!
//! Every column is treated as real numbers: a missing 0/1 or whole number becomes what the regression
//! says, such as 0.37. Filled cells have no noise, so they make relations look tighter than they are.
//!
//! No column sees all m rows: the Gram matrix of all rows is kept up to date, and that of the rows in
//! which j is missing, the few, is taken off it.

mod ridge;
mod sums;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::linalg::Matrix;
use crate::parallel;
use sums::{Centred, Incomplete, Rows, Sums, Units};

/// If a column keeps a smaller share of its squares than this, too many digits were taken off.
const CANCELLED: f64 = 1e-6;

/// When the rounds end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Iterative {
    /// Most rounds; default 1000. None leaves the means.
    pub max_rounds: usize,
    /// The rounds end when no cell moved by more than this, in standard deviations of what is observed
    /// of its column; default 1e-4, at least 0. Where a round leaves nine tenths of the way, as is
    /// usual, cells are then within 1e-3 of where they would end, which moves moments by less than
    /// the rows' own chance does.
    pub tolerance: f64,
    /// Whether each column is first brought to standard deviation 1; default no, as in scikit-learn.
    /// The regressions shrink all weights alike, whatever their units, and call weights settled that
    /// are merely small: where units differ by factors of a thousand or more, say yes.
    pub standardize: bool,
}

impl Default for Iterative {
    fn default() -> Iterative {
        Iterative { max_rounds: 1000, tolerance: 1e-4, standardize: false }
    }
}

impl Iterative {
    /// Checks the tolerance.
    pub fn validate(&self) -> Result<()> {
        if self.tolerance.is_finite() && self.tolerance >= 0.0 {
            return Ok(());
        }
        let value = self.tolerance.to_string();
        Err(Error::Option { name: "tolerance", value, expected: "a number ≥ 0" })
    }
}

/// How the rounds ended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Imputed {
    /// Rounds completed.
    pub rounds: usize,
    /// Whether the last round moved no cell by more than the tolerance.
    pub converged: bool,
    /// How far the last completed round moved a cell, in standard deviations of its column.
    pub largest_change: f64,
}

/// Fills each missing cell (NaN) with the mean of its column. Fails if a column has no values; the error
/// calls the first one x1.
pub fn mean(columns: &mut [Vec<f64>]) -> Result<()> {
    let means = means(columns)?;
    parallel::parallel_for_each(columns, |j, column| {
        column.iter_mut().filter(|x| x.is_nan()).for_each(|x| *x = means[j]);
    });
    Ok(())
}

/// Fills each missing cell (NaN) by regression on the other columns. `stop` is asked before each
/// column; once it says yes, the cells stay as they are then. Fails if a column has no values.
pub fn iterative(
    columns: &mut [Vec<f64>],
    options: &Iterative,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Imputed> {
    options.validate()?;
    let missing: Vec<Vec<usize>> = parallel::parallel_map(columns.len(), |j| {
        (0..columns[j].len()).filter(|&r| columns[j][r].is_nan()).collect()
    });
    let mut order: Vec<usize> = (0..columns.len()).filter(|&j| !missing[j].is_empty()).collect();
    order.sort_by_key(|&j| missing[j].len());
    mean(columns)?;
    let mut ended = Imputed { rounds: 0, converged: order.is_empty(), largest_change: 0.0 };
    if columns.len() < 2 || options.max_rounds == 0 {
        return Ok(ended);
    }
    let mut filling = Filling::new(columns, &missing, options.standardize);
    while !ended.converged && ended.rounds < options.max_rounds {
        let mut largest: f64 = 0.0;
        for &j in &order {
            if stop() {
                return Ok(ended);
            }
            largest = largest.max(filling.fill(j));
        }
        ended.rounds += 1;
        (ended.largest_change, ended.converged) = (largest, largest <= options.tolerance);
    }
    Ok(ended)
}

fn means(columns: &[Vec<f64>]) -> Result<Vec<f64>> {
    let means = parallel::parallel_map(columns.len(), |j| {
        let observed = || columns[j].iter().filter(|x| !x.is_nan());
        let rows = observed().count() as f64;
        observed().map(|x| x / rows).sum::<f64>()
    });
    match columns.iter().position(|column| column.iter().all(|x| x.is_nan())) {
        Some(j) => Err(Error::EmptyColumn { column: format!("x{}", j + 1) }),
        None => Ok(means),
    }
}

/// The columns as they are filled.
struct Filling<'a> {
    columns: &'a mut [Vec<f64>],
    missing: &'a [Vec<usize>],
    /// What is done to a cell before anything is squared: the means of what was observed are taken
    /// off.
    units: Units,
    /// The standard deviations of what was observed, in these units; infinite for a constant.
    deviations: Vec<f64>,
    /// The rows with missing cells, as they are now, in these units.
    incomplete: Incomplete,
    /// For each column, where among them the rows are in which it is missing.
    places: Vec<Vec<usize>>,
    /// Over all rows, as they are now.
    all: Sums,
}

impl<'a> Filling<'a> {
    /// The missing cells hold the means.
    fn new(
        columns: &'a mut [Vec<f64>],
        missing: &'a [Vec<usize>],
        standardize: bool,
    ) -> Filling<'a> {
        let rows = columns[0].len();
        let observed = |j: usize| (rows - missing[j].len()) as f64;
        let (shift, deviations): (Vec<f64>, Vec<f64>) =
            parallel::parallel_map(columns.len(), |j| {
                let column = &columns[j];
                let mean = match missing[j].first() {
                    Some(&r) => column[r],
                    None => column.iter().map(|x| x / observed(j)).sum(),
                };
                // A cell that holds the mean adds nothing to the squares.
                let variance: f64 = column.iter().map(|x| (x - mean).powi(2) / observed(j)).sum();
                (mean, if variance > 0.0 { variance.sqrt() } else { f64::INFINITY })
            })
            .into_iter()
            .unzip();
        let scale = match standardize {
            true => deviations.iter().map(|d| if d.is_finite() { *d } else { 1.0 }).collect(),
            false => vec![1.0; columns.len()],
        };
        let deviations = deviations.iter().zip(&scale).map(|(d, scale)| d / scale).collect();
        let units = Units { shift, scale };
        let table = Rows { columns, units: &units };
        let all = Sums::of(&table, &(0..rows).collect::<Vec<_>>());
        let mut gaps: Vec<usize> = missing.iter().flatten().copied().collect();
        gaps.sort_unstable();
        gaps.dedup();
        let mut place = vec![0; rows];
        gaps.iter().enumerate().for_each(|(at, &r)| place[r] = at);
        let incomplete = Incomplete::of(&table, &gaps);
        let at = |missing: &Vec<usize>| missing.iter().map(|&r| place[r]).collect();
        let places = missing.iter().map(at).collect();
        Filling { columns, missing, units, deviations, incomplete, places, all }
    }

    /// Fills column j anew; the largest change, in standard deviations.
    fn fill(&mut self, j: usize) -> f64 {
        let blocks = self.incomplete.blocks(&self.places[j]);
        let model = self.observed(j, &blocks).predictor(j);
        let mut largest: f64 = 0.0;
        let mut cells = self.missing[j].iter().zip(&self.places[j]);
        for (block, _) in &blocks {
            let mut change = model.predict(block);
            for ((x, old), (&r, &place)) in change.iter_mut().zip(block.col(j)).zip(&mut cells) {
                self.columns[j][r] = self.units.back(j, *x);
                *self.incomplete.cell(place, j) = *x;
                *x -= old;
                largest = largest.max(x.abs());
            }
            self.all.move_column(j, block, &change);
        }
        largest / self.deviations[j]
    }

    /// The rows in which j was observed; `blocks` are the others.
    fn observed(&self, j: usize, blocks: &[(Matrix, Sums)]) -> Centred {
        let missing = &self.missing[j];
        if 2 * missing.len() <= self.all.rows {
            let mut sums = self.all.clone();
            blocks.iter().for_each(|(_, block)| sums.subtract(block));
            let centred = sums.centred();
            let kept = |k: usize| centred.gram[(k, k)] >= CANCELLED * self.all.second[(k, k)];
            if (0..self.columns.len()).all(kept) {
                return centred;
            }
        }
        let mut is_missing = vec![false; self.all.rows];
        missing.iter().for_each(|&r| is_missing[r] = true);
        let observed: Vec<usize> = (0..self.all.rows).filter(|&r| !is_missing[r]).collect();
        Centred::of(&Rows { columns: self.columns, units: &self.units }, &observed)
    }
}
