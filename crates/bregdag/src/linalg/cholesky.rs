//! A = L Lᵀ of a symmetric positive definite matrix that grows and shrinks: a variable is added or
//! removed in O(k²) instead of a new factorisation in O(k³).

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::{MatMut, Par, Spec};

use super::{add_scaled, dot};

/// The lower factor of a positive definite matrix.
#[derive(Debug, Default)]
pub struct Cholesky {
    /// L by columns: entry (i, j), i ≥ j, is `columns[j·stride + i]`.
    columns: Vec<f64>,
    stride: usize,
    order: usize,
    /// The row being added.
    row: Vec<f64>,
}

/// The copy has no room to grow; copying into an existing factor keeps its room.
impl Clone for Cholesky {
    fn clone(&self) -> Cholesky {
        let mut copy = Cholesky::with_capacity(self.order);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Cholesky) {
        if self.stride < other.order {
            *self = Cholesky::with_capacity(other.order + 8);
        }
        self.order = other.order;
        for j in 0..other.order {
            let start = j * self.stride + j;
            self.columns[start..start + other.order - j].copy_from_slice(other.column(j));
        }
    }
}

/// A pivot that is not positive enough: the variable is a linear combination of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependent;

impl Cholesky {
    /// The factor of the empty matrix, with room for `capacity` variables.
    pub fn with_capacity(capacity: usize) -> Cholesky {
        let (columns, row) = (vec![0.0; capacity * capacity], Vec::with_capacity(capacity));
        Cholesky { columns, stride: capacity, order: 0, row }
    }

    /// The factor of the matrix of order k with lower entries `entry(i, j)`, i ≥ j, and some room
    /// to grow.
    pub fn of(k: usize, entry: impl Fn(usize, usize) -> f64) -> Result<Cholesky, Dependent> {
        let mut factor = Cholesky::with_capacity(k + k / 4 + 8);
        for j in 0..k {
            let start = j * factor.stride;
            let column = &mut factor.columns[start + j..start + k];
            column.iter_mut().enumerate().for_each(|(i, x)| *x = entry(j + i, j));
        }
        let stride = factor.stride;
        let lower = MatMut::from_column_major_slice_with_stride_mut(
            &mut factor.columns[..k * stride],
            k,
            k,
            stride,
        );
        let mut memory =
            MemBuffer::new(cholesky_in_place_scratch::<f64>(k, Par::Seq, Spec::default()));
        let stack = MemStack::new(&mut memory);
        cholesky_in_place(lower, Default::default(), Par::Seq, stack, Spec::default())
            .map_err(|_| Dependent)?;
        factor.order = k;
        Ok(factor)
    }

    /// Forgets all variables and keeps the memory.
    pub fn clear(&mut self) {
        self.order = 0;
    }

    /// Entries (j.., j) of L.
    fn column(&self, j: usize) -> &[f64] {
        &self.columns[j * self.stride + j..j * self.stride + self.order]
    }

    /// Adds a last variable: `entry(i)` its entry with variable i, `diagonal` its own. Fails and
    /// changes nothing if the new pivot is not above `tolerance` times the diagonal.
    pub fn push(
        &mut self,
        entry: impl Fn(usize) -> f64,
        diagonal: f64,
        tolerance: f64,
    ) -> Result<(), Dependent> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row.extend((0..self.order).map(entry));
        self.forward(&mut row, 0);
        let pivot = diagonal - dot(&row, &row);
        // Written so that NaN fails.
        let independent = pivot > tolerance * diagonal && pivot > 0.0;
        if independent {
            row.push(pivot.sqrt());
            self.append(&row);
        }
        self.row = row;
        if independent { Ok(()) } else { Err(Dependent) }
    }

    fn append(&mut self, row: &[f64]) {
        if self.order == self.stride {
            self.grow();
        }
        let at = self.order;
        row.iter().enumerate().for_each(|(j, &x)| self.columns[j * self.stride + at] = x);
        self.order += 1;
    }

    fn grow(&mut self) {
        let mut larger = Cholesky::with_capacity((2 * self.stride).max(8));
        for j in 0..self.order {
            let start = j * larger.stride + j;
            larger.columns[start..start + self.order - j].copy_from_slice(self.column(j));
        }
        (self.columns, self.stride) = (larger.columns, larger.stride);
    }

    /// Removes variable p. Its row goes and those below move up, so that each later column begins
    /// one entry above the diagonal; rotations with its left neighbour bring that entry to zero.
    pub fn remove(&mut self, p: usize) {
        let (stride, order) = (self.stride, self.order);
        for j in 0..=p {
            self.columns[j * stride + p..j * stride + order].rotate_left(1);
        }
        for j in p + 1..order {
            self.columns.copy_within(j * stride + j..j * stride + order, j * stride + j - 1);
            let (left, right) = self.columns.split_at_mut(j * stride);
            let x = &mut left[(j - 1) * stride + j - 1..(j - 1) * stride + order - 1];
            let y = &mut right[j - 1..order - 1];
            let length = x[0].hypot(y[0]);
            let (cosine, sine) = (x[0] / length, y[0] / length);
            for (x, y) in x.iter_mut().zip(y) {
                (*x, *y) = (cosine * *x + sine * *y, cosine * *y - sine * *x);
            }
        }
        self.order -= 1;
    }

    /// x ← L⁻¹ x, where the first entries, `zeros` of them, are zero.
    fn forward(&self, x: &mut [f64], zeros: usize) {
        for j in zeros..self.order {
            let column = self.column(j);
            x[j] /= column[0];
            let scale = -x[j];
            add_scaled(&mut x[j + 1..], scale, &column[1..]);
        }
    }

    /// x ← L⁻¹ x.
    pub fn solve_lower(&self, x: &mut [f64]) {
        self.forward(x, 0);
    }

    /// x ← L⁻ᵀ x.
    pub fn solve_upper(&self, x: &mut [f64]) {
        for j in (0..self.order).rev() {
            let column = self.column(j);
            x[j] = (x[j] - dot(&column[1..], &x[j + 1..])) / column[0];
        }
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        self.forward(x, 0);
        self.solve_upper(x);
    }

    /// What the variables leave of one more: `diagonal` − aᵀA⁻¹a with a_i = `entry(i)`. `work` is
    /// memory for it.
    pub fn leftover(
        &self,
        entry: impl Fn(usize) -> f64,
        diagonal: f64,
        work: &mut Vec<f64>,
    ) -> f64 {
        work.clear();
        work.extend((0..self.order).map(entry));
        self.forward(work, 0);
        diagonal - dot(work, work)
    }

    /// (A⁻¹)_kk = ‖L⁻¹ e_k‖². `work` is memory for it.
    pub fn inverse_entry(&self, k: usize, work: &mut Vec<f64>) -> f64 {
        work.clear();
        work.resize(self.order, 0.0);
        work[k] = 1.0;
        self.forward(work, k);
        dot(&work[k..], &work[k..])
    }

    /// The diagonal of A⁻¹.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let unit = |i| (0..self.order).map(|j| f64::from(i == j)).collect::<Vec<_>>();
        (0..self.order)
            .map(|i| {
                let mut x = unit(i);
                self.solve(&mut x);
                x[i]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{Matrix, gram};
    use crate::random::Stream;

    fn random(rows: usize, cols: usize) -> Matrix {
        let mut s = Stream::new(1, 0);
        let mut a = Matrix::zeros(rows, cols);
        a.as_mut_slice().iter_mut().for_each(|x| *x = s.normal());
        a
    }

    fn factor(a: &Matrix, variables: &[usize]) -> Cholesky {
        let mut factor = Cholesky::default();
        for (k, &v) in variables.iter().enumerate() {
            factor.push(|i| a[(variables[i], v)], a[(v, v)], 1e-12).unwrap();
            assert_eq!(factor.order, k + 1);
        }
        factor
    }

    #[test]
    fn solves_what_it_factored() {
        let a = gram(&random(9, 6));
        let factor = factor(&a, &[0, 1, 2, 3, 4, 5]);
        let x: Vec<f64> = (0..6).map(|i| i as f64 - 2.0).collect();
        let mut b: Vec<f64> = (0..6).map(|i| dot(a.col(i), &x)).collect();
        factor.solve(&mut b);
        // Condition number of a 9×6 Gaussian Gram matrix times rounding.
        assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-10), "{b:?}");
        let mut unit = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        factor.solve(&mut unit);
        assert_eq!(factor.inverse_diagonal()[3], unit[3]);
    }

    #[test]
    fn at_once_equals_one_by_one() {
        for k in [0, 1, 5, 40, 130] {
            let a = gram(&random(2 * k + 1, k));
            let at_once = Cholesky::of(k, |i, j| a[(i, j)]).unwrap();
            let one_by_one = factor(&a, &(0..k).collect::<Vec<_>>());
            for (x, y) in (0..k).flat_map(|j| at_once.column(j).iter().zip(one_by_one.column(j))) {
                // Rounding of k operations on entries of size √k.
                assert!((x - y).abs() < 1e-11, "order {k}: {x} {y}");
            }
        }
        assert_eq!(Cholesky::of(2, |_, _| 1.0).unwrap_err(), Dependent);
    }

    #[test]
    fn removal_equals_refactorisation() {
        let a = gram(&random(40, 12));
        for p in 0..12 {
            let mut updated = factor(&a, &(0..12).collect::<Vec<_>>());
            updated.remove(p);
            let kept: Vec<usize> = (0..12).filter(|&i| i != p).collect();
            let fresh = factor(&a, &kept);
            assert_eq!(updated.order, 11);
            for (x, y) in (0..11).flat_map(|j| updated.column(j).iter().zip(fresh.column(j))) {
                // Some twenty rotations of entries of size √40.
                assert!((x - y).abs() < 1e-12 * a[(0, 0)], "removing {p}: {x} {y}");
            }
        }
    }

    #[test]
    fn refuses_a_dependent_variable() {
        let mut x = random(9, 4);
        let difference: Vec<f64> = (0..9).map(|r| x[(r, 0)] - x[(r, 1)]).collect();
        x.col_mut(2).copy_from_slice(&difference);
        let a = gram(&x);
        let mut factor = factor(&a, &[0, 1]);
        assert_eq!(factor.push(|i| a[(i, 2)], a[(2, 2)], 1e-10), Err(Dependent));
        assert!(factor.push(|i| a[(i, 3)], a[(3, 3)], 1e-10).is_ok());
    }

    /// The inverse by Gauss–Jordan elimination, which shares nothing with the factor.
    fn inverse(a: &Matrix, variables: &[usize]) -> Vec<Vec<f64>> {
        let k = variables.len();
        let entry = |i: usize, j: usize| match j < k {
            true => a[(variables[i], variables[j])],
            false => f64::from(i == j - k),
        };
        let mut rows: Vec<Vec<f64>> =
            (0..k).map(|i| (0..2 * k).map(|j| entry(i, j)).collect()).collect();
        for p in 0..k {
            let pivot = rows[p][p];
            rows[p].iter_mut().for_each(|x| *x /= pivot);
            let head = rows[p].clone();
            for r in (0..k).filter(|&r| r != p) {
                let scale = rows[r][p];
                rows[r].iter_mut().zip(&head).for_each(|(x, y)| *x -= scale * y);
            }
        }
        rows.iter().map(|row| row[k..].to_vec()).collect()
    }

    /// All that a factor answers, against a new factorisation and the inverse.
    fn check(updated: &Cholesky, a: &Matrix, variables: &[usize]) {
        let k = variables.len();
        assert_eq!(updated.order, k);
        let fresh = Cholesky::of(k, |i, j| a[(variables[i], variables[j])]).unwrap();
        for (x, y) in (0..k).flat_map(|j| updated.column(j).iter().zip(fresh.column(j))) {
            // Rounding of some hundred rotations of entries below 10, magnified by condition
            // numbers of some hundreds.
            assert!((x - y).abs() < 1e-10, "{variables:?}: {x} {y}");
        }
        let inverse = inverse(a, variables);
        // The same for entries of the inverse, which are below one.
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + b.abs());
        assert!((0..k).all(|i| close(updated.inverse_entry(i, &mut vec![]), inverse[i][i])));
        for x in (0..a.rows()).filter(|x| !variables.contains(x)) {
            let entry = |i: usize| a[(variables[i], x)];
            let explained: f64 = (0..k)
                .map(|i| (0..k).map(|j| entry(i) * inverse[i][j] * entry(j)).sum::<f64>())
                .sum();
            let left = updated.leftover(entry, a[(x, x)], &mut vec![1.0; 3]);
            assert!(close(left, a[(x, x)] - explained), "{variables:?} + {x}");
        }
    }

    proptest::proptest! {
        /// Variables come and go, and now and then the factor is copied over another one.
        #[test]
        fn an_updated_factor_is_a_new_one(
            steps in proptest::collection::vec((0..5u8, 0..100usize), 1..60)
        ) {
            let a = gram(&random(60, 15));
            let (mut factor, mut other) = (Cholesky::default(), Cholesky::with_capacity(2));
            let (mut variables, mut others): (Vec<usize>, Vec<usize>) = (vec![], vec![]);
            for (kind, choice) in steps {
                let absent: Vec<usize> = (0..15).filter(|x| !variables.contains(x)).collect();
                match kind {
                    0 | 1 if !absent.is_empty() => {
                        let x = absent[choice % absent.len()];
                        factor.push(|i| a[(variables[i], x)], a[(x, x)], 1e-12).unwrap();
                        variables.push(x);
                    }
                    2 if !variables.is_empty() => {
                        let p = choice % variables.len();
                        factor.remove(p);
                        variables.remove(p);
                    }
                    3 => {
                        other.clone_from(&factor);
                        others.clone_from(&variables);
                        std::mem::swap(&mut factor, &mut other);
                        std::mem::swap(&mut variables, &mut others);
                    }
                    _ => {
                        std::mem::swap(&mut factor, &mut other);
                        std::mem::swap(&mut variables, &mut others);
                    }
                }
                check(&factor, &a, &variables);
            }
            check(&other, &a, &others);
            check(&factor.clone(), &a, &variables);
        }
    }
}
