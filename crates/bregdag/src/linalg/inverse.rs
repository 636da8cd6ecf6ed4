//! The inverse of a square matrix and the logarithm of |its determinant|, by LU with exchanges of rows.

use faer::MatRef;
use faer::linalg::solvers::DenseSolveCore;

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

#[cfg(test)]
mod tests {
    use super::super::product;
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
    fn singular_ones_are_refused() {
        assert!(inverse(&Matrix::zeros(3, 3)).is_none());
        assert!(inverse(&Matrix::from_fn(2, 2, |_, _| f64::NAN)).is_none());
    }
}
