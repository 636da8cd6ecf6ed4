//! ℓ(W) = (1/m)‖X(I − W)‖² = Tr (I − W)ᵀ S (I − W),   ∇ℓ(W) = −2S(I − W),
//!
//! with S = XᵀX/m of the centred columns. W: n×n, W_ij the weight of i → j.

use crate::linalg::{Matrix, dot, product_into, subtract_combination};
use crate::parallel::parallel_map;

/// Above this share of nonzero entries a product is faster than sums of columns: at n = 50 and 100, measured.
const DENSE: f64 = 0.15;

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

    /// R ← S(I − W), the covariance of every variable i with the residual of j; the loss of each column
    /// j, r_jj − Σ_i w_ij r_ij. ∇ℓ(W) = −2R.
    pub fn residuals(&self, w: &Matrix, r: &mut Matrix) -> Vec<f64> {
        let s = &self.covariance;
        let n = w.cols();
        if w.support() as f64 > DENSE * (n * n) as f64 {
            product_into(r, s, w);
            r.as_mut_slice().iter_mut().zip(s.as_slice()).for_each(|(r, s)| *r = s - *r);
            return (0..n).map(|j| r[(j, j)] - dot(w.col(j), r.col(j))).collect();
        }
        let mut support = Vec::with_capacity(n);
        let mut weights = Vec::with_capacity(n);
        let column = |j: usize| {
            support.clear();
            support.extend((0..n).filter(|&i| w[(i, j)] != 0.0));
            weights.clear();
            weights.extend(support.iter().map(|&i| w[(i, j)]));
            let out = r.col_mut(j);
            subtract_combination(out, s.col(j), &weights, |k| s.col(support[k]));
            out[j] - support.iter().zip(&weights).map(|(&i, x)| x * out[i]).sum::<f64>()
        };
        (0..n).map(column).collect()
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
        let mut r = Matrix::zeros(2, 2);
        assert_eq!(loss.residuals(&w, &mut r), [1.0, 1.0]);
        // y's regression on x leaves nothing for x to explain; that of x on y is all there is.
        assert_eq!((r[(0, 1)], r[(1, 0)]), (0.0, 2.0));
    }
}
