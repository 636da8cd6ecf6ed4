//! A = V diag(λ) Vᵀ of a symmetric matrix.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::{MatMut, MatRef, Par, Spec};

use super::Matrix;

/// The eigenvalues of a symmetric matrix and its eigenvectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigen {
    /// λ, in increasing order.
    pub values: Vec<f64>,
    /// V: column k belongs to λ_k.
    pub vectors: Matrix,
}

impl Eigen {
    /// Of a symmetric matrix, of which only the lower half is read, on one thread. `None` if an
    /// entry is not finite or the iteration does not end.
    pub fn of(a: &Matrix) -> Option<Eigen> {
        debug_assert_eq!(a.rows(), a.cols());
        if !a.is_finite() {
            return None;
        }
        let n = a.rows();
        if n == 0 {
            return Some(Eigen { values: vec![], vectors: Matrix::zeros(0, 0) });
        }
        let (mut values, mut vectors) = (vec![0.0; n], Matrix::zeros(n, n));
        let mut memory = MemBuffer::try_new(self_adjoint_evd_scratch::<f64>(
            n,
            ComputeEigenvectors::Yes,
            Par::Seq,
            Spec::default(),
        ))
        .ok()?;
        self_adjoint_evd(
            MatRef::from_column_major_slice(a.as_slice(), n, n),
            DiagMut::from_slice_mut(&mut values),
            Some(MatMut::from_column_major_slice_mut(vectors.as_mut_slice(), n, n)),
            Par::Seq,
            MemStack::new(&mut memory),
            Spec::default(),
        )
        .ok()?;
        let finite = values.iter().all(|x| x.is_finite()) && vectors.is_finite();
        finite.then_some(Eigen { values, vectors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{dot, gram};
    use crate::random::Stream;

    #[test]
    fn by_hand() {
        // (1, 1)/√2 and (1, −1)/√2, for any correlation.
        let eigen = Eigen::of(&Matrix::from_fn(2, 2, |i, j| if i == j { 1.0 } else { 0.6 }));
        let eigen = eigen.unwrap();
        // Rounding.
        assert!((eigen.values[0] - 0.4).abs() < 1e-15 && (eigen.values[1] - 1.6).abs() < 1e-15);
        assert!(eigen.vectors.as_slice().iter().all(|v| (v * v - 0.5).abs() < 1e-15));
        assert!(Eigen::of(&Matrix::zeros(0, 0)).unwrap().values.is_empty());
        assert_eq!(Eigen::of(&Matrix::from_fn(2, 2, |_, _| f64::NAN)), None);
    }

    #[test]
    fn vectors_times_values_give_the_matrix_back() {
        let mut stream = Stream::new(1, 0);
        for (n, rows) in [(1, 3), (7, 20), (40, 11), (130, 200)] {
            let mut x = Matrix::zeros(rows, n);
            x.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
            let a = gram(&x);
            let Eigen { values, vectors } = Eigen::of(&a).unwrap();
            assert!(values.is_sorted());
            let rows_of = |scale: &dyn Fn(usize) -> f64, i: usize| -> Vec<f64> {
                (0..n).map(|k| scale(k) * vectors[(i, k)]).collect()
            };
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let entry = dot(&rows_of(&|k| values[k], i), &rows_of(&|_| 1.0, j));
                // Rounding of n terms, relative to the largest eigenvalue.
                assert!((entry - a[(i, j)]).abs() < 1e-13 * n as f64 * values[n - 1], "n = {n}");
            }
        }
    }
}
