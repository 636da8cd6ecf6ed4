//! Independent components: the matrix U that makes the columns of XU as far from Gaussian as can be, each of
//! variance 1 and all uncorrelated. FastICA, symmetric, with g = tanh (Hyvärinen 1999, doi:10.1109/72.761722):
//!
//!   u_k ← E[z g(zᵀu_k)] − E[g′(zᵀu_k)] u_k,   then U ← U (UᵀU)^{−1/2},
//!
//! on whitened rows z = Λ^{−1/2} Vᵀ x, until no u_k turns: max_k | |u_kᵀ u_k′| − 1 | < tolerance.

use super::Options;
use super::entropy::Rows;
use super::exponential::exp_negative;
use crate::linalg::{COLLINEAR, Eigen, Matrix, add_scaled, dot, gram, product, product_into};
use crate::parallel::parallel_map;
use crate::random::{Purpose, Stream};
use crate::watch::{Status, Stop, Watch};

/// What the iteration found.
pub struct Components {
    /// U, for standardised columns: component k is X u_k.
    pub unmixing: Matrix,
    /// The components themselves.
    pub sources: Matrix,
    pub iterations: usize,
    pub status: Status,
}

/// The components of standardised columns with these correlations, as far as the iteration came; who stops it before the first step
/// gets none.
pub fn components(
    columns: &[Vec<f64>],
    correlations: &Matrix,
    rows: &Rows,
    (options, watch): (&Options, &dyn Watch),
) -> Result<Components, Stop> {
    let n = columns.len();
    let whitening = whitening(correlations);
    let x = Matrix::from_fn(columns[0].len(), n, |row, j| columns[j][row]);
    let z = product(&x, &whitening);
    let mut weighted = z.transpose();
    for row in 0..z.rows() {
        let share = rows.share(row);
        weighted.col_mut(row).iter_mut().for_each(|z| *z *= share);
    }
    let mut stream = Stream::of(options.seed, Purpose::FirstUnmixing);
    let mut first = Matrix::zeros(n, n);
    first.as_mut_slice().iter_mut().for_each(|u| *u = stream.normal());
    let mut u = orthogonal(&first).unwrap_or(Matrix::identity(n));
    let (mut sources, mut status) = (Matrix::zeros(z.rows(), n), Status::IterationLimit);
    let mut iterations = 0;
    while iterations < options.max_iterations && status != Status::Converged {
        match watch.stop() {
            // A random matrix tells nothing.
            Some(stop) if iterations == 0 => return Err(stop),
            Some(stop) => {
                status = stop.into();
                break;
            }
            None => {}
        }
        product_into(&mut sources, &z, &u);
        let Some(next) = orthogonal(&turned(&u, &sources, &weighted, rows)) else { break };
        let moved =
            (0..n).map(|k| (dot(next.col(k), u.col(k)).abs() - 1.0).abs()).fold(0.0, f64::max);
        u = next;
        iterations += 1;
        if moved < options.tolerance {
            status = Status::Converged;
        }
    }
    product_into(&mut sources, &z, &u);
    Ok(Components { unmixing: product(&whitening, &u), sources, iterations, status })
}

/// V Λ^{−1/2}. Directions in which the columns do not vary, since some are combinations of others, are treated as
/// if they varied a little. Without eigenvectors, which finite correlations have, nothing is whitened.
fn whitening(correlations: &Matrix) -> Matrix {
    let n = correlations.rows();
    let Some(Eigen { values, vectors }) = Eigen::of(correlations) else {
        return Matrix::identity(n);
    };
    let most = values.last().copied().unwrap_or(1.0);
    let scales: Vec<f64> = values.iter().map(|v| 1.0 / v.max(COLLINEAR * most).sqrt()).collect();
    Matrix::from_fn(n, n, |i, k| vectors[(i, k)] * scales[k])
}

/// E[z g(zᵀu_k)] − E[g′(zᵀu_k)] u_k for all k; g′ = 1 − tanh².
fn turned(u: &Matrix, sources: &Matrix, weighted: &Matrix, rows: &Rows) -> Matrix {
    let n = u.cols();
    let bent = parallel_map(n, |k| sources.col(k).iter().map(|&s| tanh(s)).collect::<Vec<f64>>());
    let slopes: Vec<f64> = bent.iter().map(|bent| 1.0 - rows.product(bent, bent)).collect();
    let mut whole = Matrix::zeros(sources.rows(), n);
    bent.iter().enumerate().for_each(|(k, bent)| whole.col_mut(k).copy_from_slice(bent));
    let mut next = product(weighted, &whole);
    for k in 0..n {
        add_scaled(next.col_mut(k), -slopes[k], u.col(k));
    }
    next
}

/// tanh s = (1 − t)/(1 + t), t = e^{−2|s|}, with the sign of s.
fn tanh(s: f64) -> f64 {
    let t = exp_negative(-2.0 * s.abs());
    ((1.0 - t) / (1.0 + t)).copysign(s)
}

/// U (UᵀU)^{−1/2}, the nearest matrix with orthogonal columns of length one.
fn orthogonal(u: &Matrix) -> Option<Matrix> {
    let Eigen { values, vectors } = Eigen::of(&gram(u))?;
    let n = values.len();
    let scales: Vec<f64> =
        values.iter().map(|v| 1.0 / v.max(f64::MIN_POSITIVE).sqrt().sqrt()).collect();
    let half = Matrix::from_fn(n, n, |i, k| vectors[(i, k)] * scales[k]);
    Some(product(u, &product(&half, &half.transpose())))
}
