//! Rows → moments, a few rows at a time.
//!
//! Each block of rows is centred on its own mean before it is squared, and blocks merge in their
//! order in the file. Blocks have a fixed size, counted from the first row on: the result depends
//! neither on the number of threads nor on how the rows came.

use std::ops::Range;

use super::Moments;
use crate::error::{Error, Result};
use crate::linalg::{self, Matrix};
use crate::parallel;

/// Rows per block: large enough for the matrix product, small enough to stay in cache at n = 50.
pub(crate) const BLOCK_ROWS: usize = 1024;
/// Blocks whose moments may be held at once, in numbers: bounds the memory of the parallel pass.
const BLOCKS_BUDGET: usize = 1 << 22;

/// Builds moments from rows that come a few at a time.
#[derive(Debug, Clone)]
pub struct Accumulator {
    names: Vec<String>,
    total: Option<Moments>,
    /// The rows after the last full block.
    columns: Vec<Vec<f64>>,
    weights: Option<Vec<f64>>,
}

impl Accumulator {
    /// No rows yet.
    pub fn new(names: Vec<String>) -> Accumulator {
        let columns = vec![vec![]; names.len()];
        Accumulator { names, total: None, columns, weights: None }
    }

    /// Whether there are no sums yet; some rows may be waiting.
    pub(crate) fn is_empty(&self) -> bool {
        self.total.is_none()
    }

    /// Adds rows: all of them with weights or all without, every number finite.
    pub fn add(&mut self, columns: &[Vec<f64>], weights: Option<&[f64]>) {
        let rows = columns.first().map_or(0, Vec::len);
        let waiting = self.columns.first().map_or(0, Vec::len);
        let first = if waiting == 0 { 0 } else { rows.min(BLOCK_ROWS - waiting) };
        self.wait(columns, weights, 0..first);
        if waiting + first == BLOCK_ROWS {
            self.flush();
        }
        let full = first + (rows - first) / BLOCK_ROWS * BLOCK_ROWS;
        self.add_blocks(columns, weights, first..full);
        self.wait(columns, weights, full..rows);
    }

    /// The moments of all rows so far, whatever their variances.
    pub fn finish(mut self) -> Result<Moments> {
        if self.columns.first().is_some_and(|column| !column.is_empty()) {
            self.flush();
        }
        self.total.ok_or(Error::TooFewRows { rows: 0 })
    }

    /// Keeps rows until there are enough of them for a block.
    fn wait(&mut self, columns: &[Vec<f64>], weights: Option<&[f64]>, rows: Range<usize>) {
        for (waiting, column) in self.columns.iter_mut().zip(columns) {
            waiting.extend_from_slice(&column[rows.clone()]);
        }
        if let Some(weights) = weights {
            self.weights.get_or_insert_default().extend_from_slice(&weights[rows]);
        }
    }

    /// Adds the rows that were waiting as one block.
    fn flush(&mut self) {
        let columns = std::mem::replace(&mut self.columns, vec![vec![]; self.names.len()]);
        let weights = self.weights.take();
        let rows = 0..columns.first().map_or(0, Vec::len);
        let block = block(&columns, weights.as_deref(), rows);
        self.absorb(block);
    }

    fn add_blocks(&mut self, columns: &[Vec<f64>], weights: Option<&[f64]>, rows: Range<usize>) {
        let n = self.names.len();
        let starts: Vec<usize> = rows.step_by(BLOCK_ROWS).collect();
        let at_once = (BLOCKS_BUDGET / (n * n).max(1)).clamp(1, 64);
        for group in starts.chunks(at_once) {
            let blocks = parallel::parallel_map(group.len(), |g| {
                block(columns, weights, group[g]..group[g] + BLOCK_ROWS)
            });
            blocks.into_iter().for_each(|block| self.absorb(block));
        }
    }

    fn absorb(&mut self, block: Moments) {
        match &mut self.total {
            None => self.total = Some(Moments { names: self.names.clone(), ..block }),
            Some(total) => total.absorb(&block),
        }
    }
}

/// Moments of one block of rows, without names: its means, then the product of the centred block
/// with itself.
fn block(columns: &[Vec<f64>], weights: Option<&[f64]>, rows: Range<usize>) -> Moments {
    let (n, count) = (columns.len(), rows.len());
    let weights = weights.map(|w| &w[rows.clone()]);
    let weight = weights.map_or(count as f64, |w| w.iter().sum());
    let mut centred = Matrix::zeros(count, n);
    let mut means = vec![0.0; n];
    for j in 0..n {
        let column = &columns[j][rows.clone()];
        means[j] = mean(column, weights, weight);
        for (r, out) in centred.col_mut(j).iter_mut().enumerate() {
            let root_weight = weights.map_or(1.0, |w| w[r].sqrt());
            *out = (column[r] - means[j]) * root_weight;
        }
    }
    let comoments = linalg::gram(&centred);
    Moments { names: vec![], rows: count as u64, weight, means, comoments }
}

fn mean(column: &[f64], weights: Option<&[f64]>, weight: f64) -> f64 {
    if weight == 0.0 {
        return 0.0;
    }
    // From the first value on, so that a constant column has its value for a mean, to the bit.
    let first = column[0];
    let rest: f64 = match weights {
        None => column.iter().map(|x| x - first).sum(),
        Some(w) => column.iter().zip(w).map(|(x, w)| w * (x - first)).sum(),
    };
    first + rest / weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Table;

    #[test]
    fn it_does_not_matter_how_rows_come() {
        let mut stream = crate::random::Stream::new(1, 0);
        let mut column = || (0..5000).map(|_| stream.normal()).collect::<Vec<f64>>();
        let (columns, weights) = ([column(), column()], column().iter().map(|x| x * x).collect());
        let weighted = Table::new(vec!["a".into(), "b".into()], columns.to_vec())
            .unwrap()
            .with_weights(weights)
            .unwrap();
        let whole = Moments::of(&weighted).unwrap();
        for step in [1, 7, 1000, 1024, 1025, 3000] {
            let mut sums = Accumulator::new(weighted.names().to_vec());
            for start in (0..5000).step_by(step) {
                let rows = start..(start + step).min(5000);
                let part: Vec<Vec<f64>> =
                    columns.iter().map(|c| c[rows.clone()].to_vec()).collect();
                sums.add(&part, weighted.weights().map(|w| &w[rows]));
            }
            assert_eq!(sums.finish().unwrap(), whole, "{step}");
        }
    }
}
