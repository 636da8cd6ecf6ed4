//! The inverse of a square matrix and the logarithm of |its determinant|, by LU with exchanges of rows; the
//! inverse of a positive definite one, by Cholesky in half the time.

use faer::linalg::solvers::DenseSolveCore;
use faer::{MatRef, Side};

use super::Matrix;

/// A⁻¹ and log |det A|; `None` if A is singular or not finite.
pub fn inverse(a: &Matrix) -> Option<(Matrix, f64)> {
    let n = a.rows();
    if n == 0 || !a.is_finite() {
        return None;
    }
    let factors = MatRef::from_column_major_slice(a.as_slice(), n, n).partial_piv_lu();
    let upper = factors.U();
    let log_determinant: f64 = (0..n).map(|i| upper[(i, i)].abs().ln()).sum();
    let inverse = factors.inverse();
    let inverse = Matrix::from_fn(n, n, |i, j| inverse[(i, j)]);
    (log_determinant.is_finite() && inverse.is_finite()).then_some((inverse, log_determinant))
}

/// A⁻¹ of a symmetric positive definite matrix, of which only the lower half is read; `None` if it is not one.
pub fn positive_inverse(a: &Matrix) -> Option<Matrix> {
    let n = a.rows();
    if n == 0 || !a.is_finite() {
        return None;
    }
    let factor = MatRef::from_column_major_slice(a.as_slice(), n, n).llt(Side::Lower).ok()?;
    let inverse = factor.inverse();
    let inverse = Matrix::from_fn(n, n, |i, j| inverse[(i.max(j), i.min(j))]);
    inverse.is_finite().then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::super::{gram, product};
    use super::*;
    use crate::random::Stream;

    #[test]
    fn the_product_with_the_inverse_is_the_identity() {
        for n in [1, 2, 9, 40] {
            let mut stream = Stream::new(n as u64, 0);
            let mut a = Matrix::zeros(n, n);
            a.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
            let (b, log_determinant) = inverse(&a).expect("regular");
            let (_, of_inverse) = inverse(&b).expect("regular");
            // Rounding, times a condition of some thousands.
            assert!((log_determinant + of_inverse).abs() <= 1e-9);
            let identity = product(&a, &b);
            for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))) {
                assert!((identity[(i, j)] - f64::from(i == j)).abs() <= 1e-9);
            }
        }
        let by_hand = Matrix::from_fn(2, 2, |i, j| [[1.0, 2.0], [3.0, 4.0]][i][j]);
        assert!((inverse(&by_hand).expect("regular").1 - 2f64.ln()).abs() <= 1e-15);
    }

    #[test]
    fn both_ways_agree_on_positive_definite_ones() {
        for n in [1, 5, 33] {
            let mut stream = Stream::new(n as u64, 1);
            let mut x = Matrix::zeros(3 * n, n);
            x.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
            let a = gram(&x);
            let (by_lu, _) = inverse(&a).expect("regular");
            let by_cholesky = positive_inverse(&a).expect("positive definite");
            for (x, y) in by_lu.as_slice().iter().zip(by_cholesky.as_slice()) {
                // Rounding, times a condition of some tens.
                assert!((x - y).abs() <= 1e-12, "n = {n}: {x} {y}");
            }
        }
        assert!(positive_inverse(&Matrix::from_fn(2, 2, |i, j| f64::from(i != j))).is_none());
    }

    #[test]
    fn singular_ones_are_refused() {
        assert!(inverse(&Matrix::zeros(3, 3)).is_none());
        assert!(inverse(&Matrix::from_fn(2, 2, |_, _| f64::NAN)).is_none());
    }
}
