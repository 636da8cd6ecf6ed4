//! A dense matrix stored by columns, so that a column is one slice.

use std::ops::{Index, IndexMut};

/// A dense matrix of `f64` in column-major order. `m[(i, j)]` is row i, column j.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    /// The zero matrix.
    pub fn zeros(rows: usize, cols: usize) -> Matrix {
        Matrix { rows, cols, data: vec![0.0; rows * cols] }
    }

    /// The identity of order n.
    pub fn identity(n: usize) -> Matrix {
        Matrix::from_fn(n, n, |i, j| f64::from(i == j))
    }

    /// The matrix whose entry (i, j) is `entry(i, j)`.
    pub fn from_fn(rows: usize, cols: usize, entry: impl Fn(usize, usize) -> f64) -> Matrix {
        let mut data = Vec::with_capacity(rows * cols);
        for j in 0..cols {
            data.extend((0..rows).map(|i| entry(i, j)));
        }
        Matrix { rows, cols, data }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Column j.
    pub fn col(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// Column j, to be written.
    pub fn col_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// All entries, column after column.
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }

    /// All entries, column after column, to be written.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.data
    }

    /// The transpose.
    pub fn transpose(&self) -> Matrix {
        let mut data = Vec::with_capacity(self.data.len());
        for i in 0..self.rows {
            data.extend(self.data[i..].iter().step_by(self.rows));
        }
        Matrix { rows: self.cols, cols: self.rows, data }
    }

    /// The matrix of `f(entry)`.
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Matrix {
        Matrix { data: self.data.iter().map(|&x| f(x)).collect(), ..*self }
    }

    /// ⟨A, B⟩ = Σ A_ij B_ij.
    pub fn inner(&self, other: &Matrix) -> f64 {
        debug_assert_eq!((self.rows, self.cols), (other.rows, other.cols));
        super::dot(&self.data, &other.data)
    }

    /// ‖A‖_F.
    pub fn norm(&self) -> f64 {
        self.inner(self).sqrt()
    }

    /// Σ |A_ij|.
    pub fn sum_abs(&self) -> f64 {
        self.data.iter().map(|x| x.abs()).sum()
    }

    /// How many entries are not zero.
    pub fn support(&self) -> usize {
        self.data.iter().filter(|&&x| x != 0.0).count()
    }

    /// Whether every entry is finite.
    pub fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.is_finite())
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        debug_assert!(i < self.rows);
        &self.data[j * self.rows + i]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        debug_assert!(i < self.rows);
        &mut self.data[j * self.rows + i]
    }
}
