//! The eigenvectors of the kernel matrix E_ij = |t_i − t_j|³/12 with the largest |eigenvalues|: by Lanczos, with every new vector
//! made orthogonal to all before it. E times a vector takes O(knots), and eigenvalues fall as k⁻⁴, so a few tens of
//! products are enough for any number of knots.

use super::kernel;
use crate::linalg::{Eigen, Matrix, add_scaled, dot};
use crate::random::Stream;

/// Up to so many knots the whole matrix is decomposed.
const FEW: usize = 64;
/// What an eigenvector may miss of its eigenvalue: ‖E u − d u‖ ≤ this · |d|. Curves then move by no more.
const MISSED: f64 = 1e-10;

/// Eigenvalues d, those of largest size first, and their eigenvectors, one column each.
pub struct Leading {
    pub values: Vec<f64>,
    pub vectors: Matrix,
}

/// The `count` leading ones, or as many as there are knots. `None` if the iteration does not end.
pub fn leading(knots: &[f64], count: usize) -> Option<Leading> {
    let n = knots.len();
    let count = count.min(n);
    if n <= FEW {
        let e = Matrix::from_fn(n, n, |i, j| (knots[i] - knots[j]).abs().powi(3) / 12.0);
        return Some(largest(&Eigen::of(&e)?, count));
    }
    let mut krylov = Krylov::new(knots);
    let mut wanted = 3 * count + 10;
    loop {
        krylov.extend(wanted.min(n));
        let steps = krylov.vectors.len();
        let eigen = Eigen::of(&krylov.tridiagonal())?;
        let found = largest(&eigen, count);
        let last = |k: usize| (krylov.beta[steps - 1] * found.vectors[(steps - 1, k)]).abs();
        // Of a matrix of low rank there may be fewer than were asked for.
        let mut found_so_far = found.values.iter().enumerate();
        let done = found_so_far.all(|(k, value)| last(k) <= MISSED * value.abs());
        if done || steps < wanted {
            return Some(krylov.long(found));
        }
        wanted *= 2;
    }
}

/// Those of largest size.
fn largest(eigen: &Eigen, count: usize) -> Leading {
    let mut order: Vec<usize> = (0..eigen.values.len()).collect();
    order.sort_by(|&a, &b| eigen.values[b].abs().total_cmp(&eigen.values[a].abs()));
    order.truncate(count);
    let values = order.iter().map(|&k| eigen.values[k]).collect();
    let rows = eigen.vectors.rows();
    let chosen = Matrix::from_fn(rows, order.len(), |i, k| eigen.vectors[(i, order[k])]);
    Leading { values, vectors: chosen }
}

/// Orthonormal q_1, q_2, … with E q_k = β_{k−1} q_{k−1} + α_k q_k + β_k q_{k+1}.
struct Krylov<'a> {
    knots: &'a [f64],
    vectors: Vec<Vec<f64>>,
    alpha: Vec<f64>,
    beta: Vec<f64>,
    next: Vec<f64>,
}

impl Krylov<'_> {
    /// Begins anywhere: at random, since a vector that is symmetric where the knots are would never see the
    /// antisymmetric half.
    fn new(knots: &[f64]) -> Krylov<'_> {
        let mut stream = Stream::new(0, 0);
        let mut next: Vec<f64> = knots.iter().map(|_| stream.normal()).collect();
        normalise(&mut next);
        Krylov { knots, vectors: vec![], alpha: vec![], beta: vec![], next }
    }

    /// Goes on to so many vectors, or to where nothing new comes.
    fn extend(&mut self, steps: usize) {
        while self.vectors.len() < steps {
            if self.beta.last() == Some(&0.0) {
                return;
            }
            let q = std::mem::take(&mut self.next);
            let (mut image, _) = kernel::at_knots(self.knots, &q);
            self.alpha.push(dot(&image, &q));
            self.vectors.push(q);
            let before = dot(&image, &image).sqrt();
            // Twice is enough.
            for _ in 0..2 {
                for q in &self.vectors {
                    let along = dot(&image, q);
                    add_scaled(&mut image, -along, q);
                }
            }
            let length = normalise(&mut image);
            let nothing = length <= f64::EPSILON * before;
            self.beta.push(if nothing { 0.0 } else { length });
            self.next = image;
        }
    }

    fn tridiagonal(&self) -> Matrix {
        let entry = |i: usize, j: usize| match i.abs_diff(j) {
            0 => self.alpha[i],
            1 => self.beta[i.min(j)],
            _ => 0.0,
        };
        Matrix::from_fn(self.alpha.len(), self.alpha.len(), entry)
    }

    /// Eigenvectors of E from those of the tridiagonal matrix.
    fn long(&self, short: Leading) -> Leading {
        let mut vectors = Matrix::zeros(self.knots.len(), short.values.len());
        for k in 0..short.values.len() {
            for (q, &part) in self.vectors.iter().zip(short.vectors.col(k)) {
                add_scaled(vectors.col_mut(k), part, q);
            }
        }
        Leading { values: short.values, vectors }
    }
}

/// x/‖x‖, and ‖x‖.
fn normalise(x: &mut [f64]) -> f64 {
    let length = dot(x, x).sqrt();
    if length > 0.0 {
        x.iter_mut().for_each(|x| *x /= length);
    }
    length
}
