//! Where the search begins.

use super::Variant;
use super::column::ColumnProblem;
use super::penalty::Penalty1d;
use crate::data::Knowledge;
use crate::linalg::Matrix;
use crate::objective::{L1, Loss};
use crate::parallel::for_each_while;
use crate::random::{Purpose, Stream};
use crate::watch::{Stop, Watch};

/// The lasso's own λ for column j, as a share of the smallest that would leave the column empty.
/// Small enough that every plausible parent is in, large enough that n > m is no trouble.
const LASSO_SHARE: f64 = 0.1;

/// The lasso of every variable on all others: min_v ½ vᵀSv − s_jᵀv + Σ t_ij|v_i|, v_j = 0, where
/// required parents are free and forbidden ones not to be had.
pub struct Lasso<'a> {
    /// S.
    pub loss: &'a Loss,
    /// Sign structure.
    pub variant: Variant,
    /// Required and forbidden edges.
    pub knowledge: &'a Knowledge,
    /// Relative accuracy of the columns.
    pub tolerance: f64,
}

impl Lasso<'_> {
    /// Solves the columns; those that a stop leaves out are zero.
    pub fn solve(&self, watch: &dyn Watch) -> (Matrix, Option<Stop>) {
        let n = self.loss.covariance().rows();
        let mut columns = vec![vec![]; n];
        let mut go_on = || watch.go_on();
        let ended = for_each_while(&mut columns, &mut go_on, |j, v| *v = self.column(j));
        let mut w = Matrix::zeros(n, n);
        for (j, column) in columns.iter().enumerate().filter(|(_, column)| !column.is_empty()) {
            w.col_mut(j).copy_from_slice(column);
        }
        (w, ended.err())
    }

    fn column(&self, j: usize) -> Vec<f64> {
        let s = self.loss.covariance();
        let n = s.rows();
        let allowed = |&i: &usize| i != j && self.knowledge.allows(i, j);
        let largest = (0..n).filter(allowed).map(|i| s[(i, j)].abs()).fold(0.0, f64::max);
        let l1 = L1 { lambda: LASSO_SHARE * largest, knowledge: self.knowledge };
        let (mut v, mut sv) = (vec![0.0; n], vec![0.0; n]);
        ColumnProblem {
            covariance: s,
            target: j,
            linear: s.col(j),
            penalty: |i| {
                let any_sign = self.variant.allows_negative(self.knowledge, i, j);
                Penalty1d::shrinkage(any_sign, l1.weight(i, j), 0.0)
            },
            tolerance: self.tolerance * self.tolerance * s[(j, j)],
        }
        .solve(&mut v, &mut sv);
        v
    }
}

/// Uniform on [0, 1] (positive) or [−1, 1], zero diagonal.
pub fn random(n: usize, variant: Variant, seed: u64) -> Matrix {
    let mut stream = Stream::of(seed, Purpose::FirstMatrix);
    let mut w = Matrix::zeros(n, n);
    for j in 0..n {
        for i in (0..n).filter(|&i| i != j) {
            let u = stream.uniform();
            w[(i, j)] = if variant == Variant::Positive { u } else { 2.0 * u - 1.0 };
        }
    }
    w
}
