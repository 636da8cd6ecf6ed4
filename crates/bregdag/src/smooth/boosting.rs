//! Componentwise L₂ boosting (Bühlmann and Yu 2003, doi:10.1198/016214503000125): from u = y, the smoother H_i of one variable that
//! leaves least of u takes a tenth of its part away, u ← u − 0.1 H_i u, a hundred times. Variables that are chosen often belong to
//! the neighbourhood of y.
//!
//! With H_i = Q_i diag(h_i) Q_iᵀ only Q_iᵀu is carried along, so a step takes no pass over the rows.

use super::Rows;
use super::pairs::Pairs;
use super::pspline::{Smoother, smoother};
use crate::data::Table;
use crate::linalg::{Matrix, add_scaled, dot, product};
use crate::parallel::for_each_long_while;
use crate::watch::{Stop, Watch};

/// As in mboost.
pub const STEPS: usize = 100;
const RATE: f64 = 0.1;

/// A smoother of every variable.
pub struct Learners {
    smoothers: Vec<Smoother>,
    /// Every variable, centred.
    targets: Vec<Vec<f64>>,
    /// Q_iᵀQ_j.
    products: Pairs,
}

impl Learners {
    /// P-splines, or straight lines. `None` where a column does not vary.
    pub fn new(
        table: &Table,
        rows: &Rows,
        straight: bool,
        watch: &dyn Watch,
    ) -> Result<Option<Learners>, Stop> {
        let columns = table.columns();
        let centred = |column: &Vec<f64>| {
            let mean = rows.mean(column.iter().copied());
            rows.scaled(column.iter().map(|x| x - mean))
        };
        let targets: Vec<Vec<f64>> = columns.iter().map(centred).collect();
        let mut smoothers = vec![None; columns.len()];
        for_each_long_while(&mut smoothers, &mut || watch.go_on(), |j, place| {
            *place = match straight {
                true => line(&targets[j]),
                false => smoother(&columns[j], rows),
            };
        })?;
        let smoothers: Option<Vec<Smoother>> = smoothers.into_iter().collect();
        let products = Pairs::of(columns.len());
        Ok(smoothers.map(|smoothers| Learners { smoothers, targets, products }))
    }

    /// How often each variable is chosen for a target, out of [`STEPS`].
    pub fn chosen(&self, target: usize) -> Vec<usize> {
        let n = self.smoothers.len();
        let mut counts = vec![0; n];
        let y = &self.targets[target];
        let parts = |i: usize| -> Vec<f64> {
            let q = &self.smoothers[i].q;
            (0..q.cols()).map(|c| dot(q.col(c), y)).collect()
        };
        let mut left: Vec<Vec<f64>> =
            (0..n).map(|i| if i == target { vec![] } else { parts(i) }).collect();
        for _ in 0..STEPS {
            let mut best: Option<(f64, usize)> = None;
            for i in (0..n).filter(|&i| i != target) {
                let taken = self.taken(i, &left[i]);
                if best.is_none_or(|(most, _)| taken > most) {
                    best = Some((taken, i));
                }
            }
            let Some((_, i)) = best else { break };
            counts[i] += 1;
            let part: Vec<f64> =
                left[i].iter().zip(&self.smoothers[i].h).map(|(v, h)| RATE * h * v).collect();
            for (k, left) in left.iter_mut().enumerate().filter(|&(k, _)| k != target) {
                self.take(left, k, i, &part);
            }
        }
        counts
    }

    /// ‖u‖² − ‖u − H_i u‖² = Σ h(2 − h)(Q_iᵀu)².
    fn taken(&self, i: usize, left: &[f64]) -> f64 {
        left.iter().zip(&self.smoothers[i].h).map(|(v, h)| h * (2.0 - h) * v * v).sum()
    }

    /// Q_kᵀu ← Q_kᵀu − Q_kᵀQ_i part.
    fn take(&self, left: &mut [f64], k: usize, i: usize, part: &[f64]) {
        let q = |v: usize| &self.smoothers[v].q;
        if k == i {
            add_scaled(left, -1.0, part);
            return;
        }
        let (a, b) = (k.min(i), k.max(i));
        let block = self.products.get(a, b, || product(&q(a).transpose(), q(b)));
        if k == a {
            part.iter().enumerate().for_each(|(c, p)| add_scaled(left, -p, block.col(c)));
        } else {
            left.iter_mut().enumerate().for_each(|(c, v)| *v -= dot(block.col(c), part));
        }
    }
}

/// The projection on one direction.
fn line(centred: &[f64]) -> Option<Smoother> {
    let length = dot(centred, centred).sqrt();
    length.is_normal().then(|| Smoother {
        q: Matrix::from_fn(centred.len(), 1, |row, _| centred[row] / length),
        h: vec![1.0],
    })
}
