//! C = A B and G = AᵀA, in column panels of fixed width.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use super::Matrix;
use crate::parallel::parallel_for_each;

/// Columns per panel, for n columns: narrow enough that two threads share n = 100 evenly, and never
/// more than eight panels, since each packs the left factor anew.
fn panel_width(n: usize) -> usize {
    n.div_ceil(8).max(64)
}

/// A B.
pub fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = Matrix::zeros(a.rows(), b.cols());
    product_into(&mut c, a, b);
    c
}

/// C ← A B, into memory that is already there.
pub fn product_into(c: &mut Matrix, a: &Matrix, b: &Matrix) {
    add_product(c, Accum::Replace, 1.0, a, b);
}

/// C ← C − A B.
pub fn subtract_product(c: &mut Matrix, a: &Matrix, b: &Matrix) {
    add_product(c, Accum::Add, -1.0, a, b);
}

fn add_product(c: &mut Matrix, to: Accum, factor: f64, a: &Matrix, b: &Matrix) {
    debug_assert_eq!((a.cols(), a.rows(), b.cols()), (b.rows(), c.rows(), c.cols()));
    let (m, k) = (a.rows(), a.cols());
    let left = MatRef::from_column_major_slice(a.as_slice(), m, k);
    for_each_panel(c, |first, panel| {
        let width = panel.len() / m.max(1);
        let right = &b.as_slice()[first * k..(first + width) * k];
        let right = MatRef::from_column_major_slice(right, k, width);
        let out = MatMut::from_column_major_slice_mut(panel, m, width);
        matmul(out, to, left, right, factor, Par::Seq);
    });
}

/// AᵀA: the lower half is computed, the upper half copied, so the result is symmetric to the bit.
pub fn gram(a: &Matrix) -> Matrix {
    let (m, n) = (a.rows(), a.cols());
    let mut g = Matrix::zeros(n, n);
    let whole = MatRef::from_column_major_slice(a.as_slice(), m, n);
    for_each_panel(&mut g, |first, panel| {
        let width = panel.len() / n;
        let right = whole.subcols(first, width);
        let left = whole.subcols(first, n - first).transpose();
        let out = MatMut::from_column_major_slice_mut(panel, n, width);
        matmul(out.subrows_mut(first, n - first), Accum::Replace, left, right, 1.0, Par::Seq);
    });
    for j in 0..n {
        for i in 0..j {
            g[(i, j)] = g[(j, i)];
        }
    }
    g
}

/// C ← C − A Aᵀ, both halves.
pub(super) fn subtract_outer(c: &mut Matrix, a: &Matrix) {
    debug_assert_eq!((c.rows(), c.cols()), (a.rows(), a.rows()));
    let (n, k) = (a.rows(), a.cols());
    let left = MatRef::from_column_major_slice(a.as_slice(), n, k);
    for_each_panel(c, |first, panel| {
        let width = panel.len() / n.max(1);
        let right = left.subrows(first, width).transpose();
        let out = MatMut::from_column_major_slice_mut(panel, n, width);
        matmul(out, Accum::Add, left, right, -1.0, Par::Seq);
    });
}

/// Calls `work(first column, the panel's numbers)` for each panel of c, in parallel.
fn for_each_panel(c: &mut Matrix, work: impl Fn(usize, &mut [f64]) + Sync + Send) {
    let width = panel_width(c.cols());
    let length = (width * c.rows()).max(1);
    let mut panels: Vec<&mut [f64]> = c.as_mut_slice().chunks_mut(length).collect();
    parallel_for_each(&mut panels, |p, panel| work(p * width, panel));
}
