//! Σx and Σxxᵀ over some rows, and the regression of one column on the others that they hold.

use super::ridge::Regression;
use crate::linalg::{self, Matrix, add_scaled, dot};
use crate::parallel;

/// Rows that are gathered and squared at once: a few hundred, so that threads share what is missing
/// of one column.
const BLOCK_ROWS: usize = 256;
/// Blocks in memory at once.
const BLOCKS: usize = 128;

/// (x − shift) / scale, for each column.
#[derive(Clone)]
pub struct Units {
    pub shift: Vec<f64>,
    pub scale: Vec<f64>,
}

impl Units {
    /// A value of column j in these units.
    pub fn to(&self, j: usize, x: f64) -> f64 {
        (x - self.shift[j]) / self.scale[j]
    }

    /// And back.
    pub fn back(&self, j: usize, x: f64) -> f64 {
        x * self.scale[j] + self.shift[j]
    }
}

/// Columns and their units.
pub struct Rows<'a> {
    pub columns: &'a [Vec<f64>],
    pub units: &'a Units,
}

impl Rows<'_> {
    /// The sums over each block of these rows.
    fn sums(&self, rows: &[usize]) -> Vec<Sums> {
        in_blocks(rows, |rows| {
            let mut block = Matrix::zeros(rows.len(), self.columns.len());
            for (j, column) in self.columns.iter().enumerate() {
                let cells = block.col_mut(j).iter_mut().zip(rows);
                cells.for_each(|(cell, &r)| *cell = self.units.to(j, column[r]));
            }
            Sums::of_block(&block)
        })
    }
}

/// Rows with missing cells, row after row: those without column j are read again and again, and a row
/// is one piece of memory.
pub struct Incomplete {
    width: usize,
    cells: Vec<f64>,
}

impl Incomplete {
    /// Copies these rows.
    pub fn of(table: &Rows, rows: &[usize]) -> Incomplete {
        let width = table.columns.len();
        let cell = |&r: &usize| (0..width).map(move |j| table.units.to(j, table.columns[j][r]));
        Incomplete { width, cells: rows.iter().flat_map(cell).collect() }
    }

    /// The cell of column j in the row at this place.
    pub fn cell(&mut self, place: usize, j: usize) -> &mut f64 {
        &mut self.cells[place * self.width + j]
    }

    /// The rows at these places in blocks, and the sums over each.
    pub fn blocks(&self, places: &[usize]) -> Vec<(Matrix, Sums)> {
        in_blocks(places, |places| {
            let count = places.len();
            let mut block = Matrix::zeros(count, self.width);
            for (i, place) in places.iter().enumerate() {
                let row = &self.cells[place * self.width..(place + 1) * self.width];
                let cells = block.as_mut_slice().iter_mut().skip(i).step_by(count);
                cells.zip(row).for_each(|(cell, x)| *cell = *x);
            }
            let sums = Sums::of_block(&block);
            (block, sums)
        })
    }
}

/// `work` on each block of rows, on all threads, in their order.
fn in_blocks<T: Send>(rows: &[usize], work: impl Fn(&[usize]) -> T + Sync + Send) -> Vec<T> {
    let blocks: Vec<&[usize]> = rows.chunks(BLOCK_ROWS).collect();
    parallel::parallel_map(blocks.len(), |b| work(blocks[b]))
}

/// Sums over some rows.
#[derive(Clone)]
pub struct Sums {
    /// How many rows.
    pub rows: usize,
    /// Σx.
    pub first: Vec<f64>,
    /// Σxxᵀ.
    pub second: Matrix,
}

impl Sums {
    fn zero(n: usize) -> Sums {
        Sums { rows: 0, first: vec![0.0; n], second: Matrix::zeros(n, n) }
    }

    fn of_block(block: &Matrix) -> Sums {
        let first = (0..block.cols()).map(|j| block.col(j).iter().sum()).collect();
        Sums { rows: block.rows(), first, second: linalg::gram(block) }
    }

    /// Over these rows, block after block, however many threads.
    pub fn of(table: &Rows, rows: &[usize]) -> Sums {
        let mut sums = Sums::zero(table.columns.len());
        for group in rows.chunks(BLOCKS * BLOCK_ROWS) {
            table.sums(group).iter().for_each(|block| sums.add(block));
        }
        sums
    }

    fn add(&mut self, part: &Sums) {
        self.rows += part.rows;
        add_scaled(&mut self.first, 1.0, &part.first);
        add_scaled(self.second.as_mut_slice(), 1.0, part.second.as_slice());
    }

    /// Takes some of the rows off.
    pub fn subtract(&mut self, part: &Sums) {
        self.rows -= part.rows;
        add_scaled(&mut self.first, -1.0, &part.first);
        add_scaled(self.second.as_mut_slice(), -1.0, part.second.as_slice());
    }

    /// Column j changes by `change` in the rows of `block`, which holds it as it was.
    pub fn move_column(&mut self, j: usize, block: &Matrix, change: &[f64]) {
        self.first[j] += change.iter().sum::<f64>();
        for k in 0..block.cols() {
            let moved = dot(change, block.col(k));
            self.second[(k, j)] += moved;
            self.second[(j, k)] += moved;
        }
        self.second[(j, j)] += dot(change, change);
    }

    /// Means, and sums of products about them.
    pub fn centred(&self) -> Centred {
        let (n, rows) = (self.first.len(), self.rows as f64);
        let means: Vec<f64> = self.first.iter().map(|x| x / rows).collect();
        let entry = |i: usize, j: usize| self.second[(i, j)] - self.first[i] * means[j];
        Centred { rows: self.rows, gram: Matrix::from_fn(n, n, entry), means }
    }
}

/// Means of some rows, and Σ(x − x̄)(x − x̄)ᵀ.
pub struct Centred {
    rows: usize,
    means: Vec<f64>,
    pub gram: Matrix,
}

impl Centred {
    /// Of these rows, taken off their own means before anything is squared.
    pub fn of(table: &Rows, rows: &[usize]) -> Centred {
        let count = rows.len() as f64;
        let mean = |column: &Vec<f64>| rows.iter().map(|&r| column[r] / count).sum();
        let shift: Vec<f64> = table.columns.iter().map(mean).collect();
        let own = Units { shift, ..table.units.clone() };
        let mut centred = Sums::of(&Rows { columns: table.columns, units: &own }, rows).centred();
        for (j, mean) in centred.means.iter_mut().enumerate() {
            *mean = table.units.to(j, own.back(j, *mean));
        }
        centred
    }

    /// The regression of column j on the others.
    pub fn predictor(&self, j: usize) -> Predictor {
        let (n, gram, means) = (self.means.len(), &self.gram, &self.means);
        let others: Vec<usize> = (0..n).filter(|&k| k != j).collect();
        let regression = Regression {
            gram: Matrix::from_fn(n - 1, n - 1, |a, b| gram[(others[a], others[b])]),
            moment: others.iter().map(|&k| gram[(k, j)]).collect(),
            total: gram[(j, j)].max(0.0),
            rows: self.rows,
        };
        let weights = regression.weights();
        let explained: f64 = others.iter().zip(&weights).map(|(&k, w)| w * means[k]).sum();
        let terms = others.into_iter().zip(weights).collect();
        Predictor { intercept: means[j] - explained, terms }
    }
}

/// x_j = intercept + Σ w_k x_k.
pub struct Predictor {
    intercept: f64,
    terms: Vec<(usize, f64)>,
}

impl Predictor {
    /// The predictions for the rows of a block.
    pub fn predict(&self, block: &Matrix) -> Vec<f64> {
        let mut filled = vec![self.intercept; block.rows()];
        self.terms.iter().for_each(|&(k, w)| add_scaled(&mut filled, w, block.col(k)));
        filled
    }
}
