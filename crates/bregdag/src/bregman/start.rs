//! Where the search begins.

use super::Variant;
use super::column::ColumnProblem;
use super::penalty::Penalty1d;
use crate::linalg::{Matrix, parallel_map};
use crate::objective::Loss;
use crate::random::Stream;

/// The stream of the seed, one that simulation does not use: a start must not know the graph.
const STREAM: u64 = 3;
/// The lasso's own λ for column j, as a share of the smallest that would leave the column empty.
/// Small enough that every plausible parent is in, large enough that n > m is no trouble.
const LASSO_SHARE: f64 = 0.1;

/// The lasso of every variable on all others: min_v ½ vᵀSv − s_jᵀv + t_j‖v‖₁, v_j = 0.
pub fn lasso(loss: &Loss, variant: Variant, tolerance: f64) -> Matrix {
    let s = loss.covariance();
    let n = s.rows();
    let columns = parallel_map(n, |j| {
        let largest = (0..n).filter(|&i| i != j).map(|i| s[(i, j)].abs()).fold(0.0, f64::max);
        let threshold = LASSO_SHARE * largest;
        let (mut v, mut sv) = (vec![0.0; n], vec![0.0; n]);
        ColumnProblem {
            covariance: s,
            target: j,
            linear: s.col(j),
            penalty: |_| match variant {
                Variant::Positive => Penalty1d::NonNegative { threshold, ridge: 0.0 },
                Variant::Signed | Variant::Split => Penalty1d::ElasticNet { threshold, ridge: 0.0 },
            },
            tolerance: tolerance * tolerance * s[(j, j)],
        }
        .solve(&mut v, &mut sv);
        v
    });
    Matrix::from_fn(n, n, |i, j| columns[j][i])
}

/// Uniform on [0, 1] (positive) or [−1, 1], zero diagonal.
pub fn random(n: usize, variant: Variant, seed: u64) -> Matrix {
    let mut stream = Stream::new(seed, STREAM);
    let mut w = Matrix::zeros(n, n);
    for j in 0..n {
        for i in (0..n).filter(|&i| i != j) {
            let u = stream.uniform();
            w[(i, j)] = if variant == Variant::Positive { u } else { 2.0 * u - 1.0 };
        }
    }
    w
}
