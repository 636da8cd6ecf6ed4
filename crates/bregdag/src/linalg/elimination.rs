//! S = L Lᵀ with the smallest or the largest remaining pivot first.
//!
//! Eliminating variable after variable leaves on the diagonal the variance of each remaining one
//! given those taken, so the pivots order the variables by conditional variance. The updates of one
//! panel of pivots are gathered into one matrix product.

use std::borrow::Cow;

use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{MatMut, MatRef, Par};

use super::product::subtract_outer;
use super::{Dependent, Matrix, add_scaled};
use crate::parallel::for_each_while;

/// Pivots per product: fewer products against more work by columns.
const PANEL: usize = 128;
/// Columns of L⁻¹ that are computed together.
const COLUMNS: usize = 64;

/// Which pivot comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pivot {
    /// The smallest.
    Smallest,
    /// The largest.
    Largest,
}

/// The outcome of an elimination.
#[derive(Debug, Clone)]
pub struct Elimination {
    /// The variables as they were taken.
    pub order: Vec<usize>,
    /// L, rows and columns in that order.
    pub factor: Matrix,
}

impl Elimination {
    /// Eliminates all variables, as long as `go_on` says so. Fails if a pivot is not above `tolerance`
    /// times the diagonal: then the matrix is singular.
    pub fn of<E>(
        s: &Matrix,
        pivot: Pivot,
        tolerance: f64,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Result<Elimination, Dependent>, E> {
        let n = s.rows();
        let mut remaining = Remaining {
            nodes: (0..n).collect(),
            covariance: Cow::Borrowed(s),
            diagonal: (0..n).map(|i| s[(i, i)]).collect(),
        };
        let (mut order, mut panels) = (Vec::with_capacity(n), vec![]);
        while !remaining.nodes.is_empty() {
            go_on()?;
            let mut panel = Panel::new(&remaining);
            for t in 0..panel.columns.cols() {
                let q = remaining.next(pivot, &panel.taken);
                let node = remaining.nodes[q];
                // Written so that NaN fails.
                let independent = remaining.diagonal[q] > tolerance * s[(node, node)];
                if !independent {
                    return Ok(Err(Dependent));
                }
                panel.take(&mut remaining, q, t);
                order.push(node);
            }
            remaining.eliminate(&panel);
            panels.push(panel);
        }
        Ok(Ok(Elimination { factor: assemble(&order, &panels), order }))
    }

    /// The diagonal of S⁻¹: one over the variance of each variable given all others.
    pub fn inverse_diagonal<E>(
        &self,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Vec<f64>, E> {
        let n = self.order.len();
        let l = MatRef::from_column_major_slice(self.factor.as_slice(), n, n);
        let starts: Vec<usize> = (0..n).step_by(COLUMNS).collect();
        // (S⁻¹)_jj = Σ_i (L⁻¹)_ij², and column j of L⁻¹ is zero above j.
        let mut norms = vec![vec![]; starts.len()];
        for_each_while(&mut norms, go_on, |p, norms| {
            let first = starts[p];
            let (rows, width) = (n - first, COLUMNS.min(n - first));
            let mut x = Matrix::from_fn(rows, width, |i, j| f64::from(i == j));
            let right = MatMut::from_column_major_slice_mut(x.as_mut_slice(), rows, width);
            let corner = l.submatrix(first, first, rows, rows);
            solve_lower_triangular_in_place(corner, right, Par::Seq);
            norms.extend((0..width).map(|j| super::dot(x.col(j), x.col(j))));
        })?;
        let mut diagonal = vec![0.0; n];
        self.order.iter().zip(norms.into_iter().flatten()).for_each(|(&i, x)| diagonal[i] = x);
        Ok(diagonal)
    }
}

/// The variables not yet taken and their covariances given the others.
struct Remaining<'a> {
    nodes: Vec<usize>,
    covariance: Cow<'a, Matrix>,
    diagonal: Vec<f64>,
}

/// Some columns of L: `nodes` are the rows, `taken` tells which were pivots.
struct Panel {
    nodes: Vec<usize>,
    columns: Matrix,
    taken: Vec<bool>,
}

impl Panel {
    fn new(remaining: &Remaining<'_>) -> Panel {
        let rows = remaining.nodes.len();
        let columns = Matrix::zeros(rows, PANEL.min(rows));
        Panel { nodes: remaining.nodes.clone(), columns, taken: vec![false; rows] }
    }

    /// Makes row q the pivot of column t.
    fn take(&mut self, remaining: &mut Remaining<'_>, q: usize, t: usize) {
        let mut column = remaining.covariance.col(q).to_vec();
        for u in 0..t {
            add_scaled(&mut column, -self.columns[(q, u)], self.columns.col(u));
        }
        let root = remaining.diagonal[q].sqrt();
        for (i, x) in column.iter_mut().enumerate() {
            *x = if self.taken[i] { 0.0 } else { *x / root };
            remaining.diagonal[i] -= *x * *x;
        }
        column[q] = root;
        self.columns.col_mut(t).copy_from_slice(&column);
        self.taken[q] = true;
    }
}

impl Remaining<'_> {
    /// The row of the next pivot; there is one that is not taken.
    fn next(&self, pivot: Pivot, taken: &[bool]) -> usize {
        let value = |i: usize| match pivot {
            Pivot::Smallest => self.diagonal[i],
            Pivot::Largest => -self.diagonal[i],
        };
        let open = (0..taken.len()).filter(|&i| !taken[i]);
        open.min_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap_or_default()
    }

    /// Forgets the pivots of the panel: S ← S − L Lᵀ on the others.
    fn eliminate(&mut self, panel: &Panel) {
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|&i| !panel.taken[i]).collect();
        let (k, width) = (kept.len(), panel.columns.cols());
        let mut smaller = Matrix::zeros(k, k);
        for j in 0..k {
            let column = self.covariance.col(kept[j]);
            smaller.col_mut(j).iter_mut().zip(&kept).for_each(|(x, &i)| *x = column[i]);
        }
        let rows = Matrix::from_fn(k, width, |i, t| panel.columns[(kept[i], t)]);
        subtract_outer(&mut smaller, &rows);
        self.covariance = Cow::Owned(smaller);
        self.nodes = kept.iter().map(|&i| self.nodes[i]).collect();
        self.diagonal = kept.iter().map(|&i| self.diagonal[i]).collect();
    }
}

/// L from its panels, the rows brought into the order of elimination.
fn assemble(order: &[usize], panels: &[Panel]) -> Matrix {
    let n = order.len();
    let mut rank = vec![0; n];
    order.iter().enumerate().for_each(|(position, &node)| rank[node] = position);
    let mut factor = Matrix::zeros(n, n);
    let mut first = 0;
    for panel in panels {
        for t in 0..panel.columns.cols() {
            let out = factor.col_mut(first + t);
            panel
                .nodes
                .iter()
                .zip(panel.columns.col(t))
                .for_each(|(&node, &x)| out[rank[node]] = x);
        }
        first += panel.columns.cols();
    }
    factor
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::linalg::{Cholesky, gram, product};
    use crate::random::Stream;

    /// Nobody stops it.
    fn on() -> Result<(), Infallible> {
        Ok(())
    }

    fn eliminated(s: &Matrix, pivot: Pivot, tolerance: f64) -> Result<Elimination, Dependent> {
        Elimination::of(s, pivot, tolerance, &mut on).unwrap()
    }

    fn covariance(n: usize) -> Matrix {
        let mut stream = Stream::new(3, 0);
        let mut x = Matrix::zeros(2 * n + 3, n);
        x.as_mut_slice().iter_mut().for_each(|x| *x = stream.normal());
        gram(&x)
    }

    #[test]
    fn factors_and_takes_the_right_pivot() {
        for (n, pivot) in [(1, Pivot::Smallest), (127, Pivot::Largest), (300, Pivot::Smallest)] {
            let s = covariance(n);
            let done = eliminated(&s, pivot, 1e-12).unwrap();
            let l = &done.factor;
            let back = product(l, &l.transpose());
            for i in 0..n {
                for j in 0..n {
                    let expected = s[(done.order[i], done.order[j])];
                    // Rounding of n operations on entries of size n.
                    assert!((back[(i, j)] - expected).abs() < 1e-10, "{i} {j}");
                }
            }
            for t in 0..n {
                // The variance of what was still there, given what had been taken.
                let left = |i: usize| (t..=i).map(|u| l[(i, u)] * l[(i, u)]).sum::<f64>();
                assert!((t..n).all(|i| match pivot {
                    Pivot::Smallest => left(i) >= left(t) * (1.0 - 1e-9),
                    Pivot::Largest => left(i) <= left(t) * (1.0 + 1e-9),
                }));
            }
            let whole = Cholesky::of(n, |i, j| s[(i, j)]).unwrap().inverse_diagonal();
            // Rounding, magnified by the condition number.
            let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9 * b;
            let diagonal = done.inverse_diagonal(&mut on).unwrap();
            assert!(diagonal.iter().zip(&whole).all(close));
        }
    }

    #[test]
    fn a_singular_matrix_is_refused() {
        let s = Matrix::from_fn(3, 3, |i, j| if (i < 2) == (j < 2) { 1.0 } else { 0.0 });
        let refused = eliminated(&s, Pivot::Smallest, 1e-9);
        assert_eq!(refused.unwrap_err(), Dependent);
    }
}
