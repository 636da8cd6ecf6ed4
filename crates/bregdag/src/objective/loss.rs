//! ℓ(W) = (1/m)‖X(I − W)‖² = Tr (I − W)ᵀ S (I − W),   ∇ℓ(W) = −2S(I − W),
//!
//! with S = XᵀX/m of the centred columns. W: n×n, W_ij the weight of i → j.

use crate::linalg::Matrix;
use crate::parallel::parallel_map;

/// The least-squares loss of a covariance matrix S.
#[derive(Debug, Clone)]
pub struct Loss {
    covariance: Matrix,
}

impl Loss {
    /// The loss for S.
    pub fn new(covariance: Matrix) -> Loss {
        Loss { covariance }
    }

    /// S.
    pub fn covariance(&self) -> &Matrix {
        &self.covariance
    }

    /// The mean of the variances.
    pub fn mean_variance(&self) -> f64 {
        let s = &self.covariance;
        (0..s.rows()).map(|i| s[(i, i)]).sum::<f64>() / s.rows() as f64
    }

    /// ℓ(W), column by column: (e_j − w_j)ᵀ S (e_j − w_j) = S_jj − Σ_i w_i (2 S_ij − Σ_k S_ik w_k),
    /// over the nonzero w only.
    pub fn value(&self, w: &Matrix) -> f64 {
        let s = &self.covariance;
        let per_column = parallel_map(w.cols(), |j| {
            let nonzero = w.col(j).iter().copied().enumerate().filter(|&(_, x)| x != 0.0);
            let support: Vec<(usize, f64)> = nonzero.collect();
            let explained = |&(i, x): &(usize, f64)| {
                let column = s.col(i);
                x * (2.0 * column[j] - support.iter().map(|&(k, y)| column[k] * y).sum::<f64>())
            };
            s[(j, j)] - support.iter().map(explained).sum::<f64>()
        });
        per_column.iter().sum()
    }
}

#[cfg(test)]
impl Loss {
    /// ∇ℓ(W): no search needs it, tests compare with it.
    pub fn gradient(&self, w: &Matrix) -> Matrix {
        let mut gradient = Matrix::zeros(w.rows(), w.cols());
        for j in 0..w.cols() {
            // S(e_j − w_j): the covariance of every variable with the residual of j.
            let mut residual = self.covariance.col(j).to_vec();
            for (i, &weight) in w.col(j).iter().enumerate() {
                crate::linalg::add_scaled(&mut residual, -weight, self.covariance.col(i));
            }
            gradient.col_mut(j).iter_mut().zip(&residual).for_each(|(g, r)| *g = -2.0 * r);
        }
        gradient
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two variables by hand: S = [[1, 2], [2, 5]], y = 2x + noise of variance 1.
    #[test]
    fn by_hand() {
        let s = Matrix::from_fn(2, 2, |i, j| [[1.0, 2.0], [2.0, 5.0]][i][j]);
        let loss = Loss::new(s);
        let mut w = Matrix::zeros(2, 2);
        assert_eq!(loss.value(&w), 6.0);
        w[(0, 1)] = 2.0;
        assert_eq!(loss.value(&w), 2.0);
        // At the regression of y on x its slope is zero; that of x on y is −2·cov.
        assert_eq!((loss.gradient(&w)[(0, 1)], loss.gradient(&w)[(1, 0)]), (0.0, -4.0));
    }
}
