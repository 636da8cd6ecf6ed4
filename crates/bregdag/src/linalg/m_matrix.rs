//! The inverse of an M-matrix, sI − A with A ≥ 0 and the spectral radius of A below s.
//!
//! A matrix with no positive entry off its diagonal is one exactly if elimination without exchanging rows
//! meets positive pivots only; their product is the determinant. Every entry of the inverse is then a sum of
//! products of numbers of one sign, so nothing cancels and no exchange is needed for accuracy (Berman and
//! Plemmons 1994, doi:10.1137/1.9781611971262, chapter 6).

use super::{Matrix, add_scaled, product, subtract_product};

/// Columns that are eliminated together, so that most of the work is products of matrices.
const BLOCK: usize = 16;

/// Replaces the matrix, which has no positive entry off its diagonal, by its inverse and gives the logarithm
/// of its determinant; `None` if it is no M-matrix, and then its entries mean nothing.
///
/// Gauss–Jordan by blocks K, with P = M_KK⁻¹ and R for all the rest:
///
/// ```text
/// M_KR ← P M_KR,   M_RR ← M_RR − M_RK M_KR,   M_RK ← −M_RK P,   M_KK ← P.
/// ```
pub fn m_matrix_inverse(m: &mut Matrix) -> Option<f64> {
    let n = m.rows();
    if n <= BLOCK {
        return small_inverse(m);
    }
    let mut log_determinant = 0.0;
    for first in (0..n).step_by(BLOCK) {
        let width = BLOCK.min(n - first);
        let inside = first..first + width;
        let (mut pivot, mut rows) = (Matrix::zeros(width, width), Matrix::zeros(width, n));
        let mut columns = Matrix::zeros(n, width);
        for j in 0..n {
            rows.col_mut(j).copy_from_slice(&m.col(j)[inside.clone()]);
        }
        for j in 0..width {
            pivot.col_mut(j).copy_from_slice(rows.col(first + j));
            rows.col_mut(first + j).fill(0.0);
            columns.col_mut(j).copy_from_slice(m.col(first + j));
            columns.col_mut(j)[inside.clone()].fill(0.0);
        }
        log_determinant += small_inverse(&mut pivot)?;
        let rows = product(&pivot, &rows);
        subtract_product(m, &columns, &rows);
        let columns = product(&columns, &pivot);
        for j in 0..n {
            m.col_mut(j)[inside.clone()].copy_from_slice(rows.col(j));
        }
        for j in 0..width {
            let column = m.col_mut(first + j);
            column.iter_mut().zip(columns.col(j)).for_each(|(x, c)| *x = -c);
            column[inside.clone()].copy_from_slice(pivot.col(j));
        }
    }
    Some(log_determinant)
}

/// The same, one column after the other: row k becomes row k over the pivot, and every other row i loses m_ik
/// times it.
fn small_inverse(m: &mut Matrix) -> Option<f64> {
    let n = m.rows();
    let mut log_determinant = 0.0;
    let mut pivot_column = vec![0.0; n];
    for k in 0..n {
        let pivot = m[(k, k)];
        // Written so that NaN fails.
        let positive = pivot > 0.0 && pivot.is_finite();
        if !positive {
            return None;
        }
        log_determinant += pivot.ln();
        pivot_column.copy_from_slice(m.col(k));
        pivot_column[k] = 0.0;
        for j in (0..n).filter(|&j| j != k) {
            let column = m.col_mut(j);
            if column[k] != 0.0 {
                column[k] /= pivot;
                let scale = -column[k];
                add_scaled(column, scale, &pivot_column);
            }
        }
        let column = m.col_mut(k);
        column.iter_mut().zip(&pivot_column).for_each(|(x, p)| *x = -p / pivot);
        column[k] = 1.0 / pivot;
    }
    Some(log_determinant)
}

#[cfg(test)]
mod tests {
    use super::super::product;
    use super::*;
    use crate::random::Stream;

    fn random(n: usize, density: f64, seed: u64) -> Matrix {
        let mut stream = Stream::new(seed, 0);
        let mut a = Matrix::zeros(n, n);
        for x in a.as_mut_slice() {
            *x = if stream.uniform() < density { stream.uniform() } else { 0.0 };
        }
        a
    }

    #[test]
    fn the_product_with_the_inverse_is_the_identity() {
        for (n, density, seed) in
            [(1, 1.0, 1), (3, 1.0, 2), (20, 0.3, 3), (60, 0.05, 4), (49, 1.0, 5)]
        {
            let a = random(n, density, seed);
            let norm = (0..n).map(|j| a.col(j).iter().sum::<f64>()).fold(0.0, f64::max);
            let s = 1.05 * norm + 0.1;
            let m = Matrix::from_fn(n, n, |i, j| f64::from(i == j) * s - a[(i, j)]);
            let mut inverse = m.clone();
            let log_determinant = m_matrix_inverse(&mut inverse).expect("an M-matrix");
            let identity = product(&m, &inverse);
            let error = Matrix::from_fn(n, n, |i, j| identity[(i, j)] - f64::from(i == j));
            // Rounding, times the condition, which is below 50 n here.
            assert!(error.as_slice().iter().all(|e| e.abs() <= 1e-13 * n as f64), "n = {n}");
            assert!(inverse.as_slice().iter().all(|&x| x >= 0.0));
            // log det(sI − A) = n log s − Σ_k Tr(A/s)ᵏ/k.
            let scaled = a.map(|x| x / s);
            let (mut power, mut expected) = (scaled.clone(), n as f64 * s.ln());
            for k in 1..2000 {
                expected -= (0..n).map(|i| power[(i, i)]).sum::<f64>() / k as f64;
                power = product(&power, &scaled);
            }
            assert!((log_determinant - expected).abs() <= 1e-9 * n as f64, "n = {n}");
        }
    }

    #[test]
    fn any_other_is_refused() {
        let a = random(12, 0.5, 7);
        // The spectral radius is at least the smallest sum of a column.
        let least = (0..12).map(|j| a.col(j).iter().sum::<f64>()).fold(f64::INFINITY, f64::min);
        let outside = |s: f64| Matrix::from_fn(12, 12, |i, j| f64::from(i == j) * s - a[(i, j)]);
        assert!(m_matrix_inverse(&mut outside(0.99 * least)).is_none());
        assert!(m_matrix_inverse(&mut outside(f64::NAN)).is_none());
    }
}
