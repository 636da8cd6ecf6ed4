//! A = L Lᵀ of a symmetric positive definite matrix that grows and shrinks: a variable is added or
//! removed in O(k²) instead of a new factorisation in O(k³).

use super::{add_scaled, dot};

/// The lower factor of a positive definite matrix.
#[derive(Debug, Clone, Default)]
pub struct Cholesky {
    /// Row i of L is `rows[i(i+1)/2 ..][..= i]`.
    rows: Vec<f64>,
    order: usize,
}

/// A pivot that is not positive enough: the variable is a linear combination of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependent;

impl Cholesky {
    /// The factor of the empty matrix.
    pub fn new() -> Cholesky {
        Cholesky::default()
    }

    /// Number of variables.
    pub fn order(&self) -> usize {
        self.order
    }

    fn row(&self, i: usize) -> &[f64] {
        let start = i * (i + 1) / 2;
        &self.rows[start..=start + i]
    }

    /// Adds a last variable: `column(i)` its entry with variable i, `diagonal` its own. Fails and
    /// changes nothing if the new pivot is not above `tolerance` times the diagonal.
    pub fn push(
        &mut self,
        column: impl Fn(usize) -> f64,
        diagonal: f64,
        tolerance: f64,
    ) -> Result<(), Dependent> {
        let start = self.rows.len();
        for i in 0..self.order {
            let (before, new) = self.rows.split_at(start);
            let row = &before[i * (i + 1) / 2..][..=i];
            let entry = (column(i) - dot(&row[..i], new)) / row[i];
            self.rows.push(entry);
        }
        let new = &self.rows[start..];
        let pivot = diagonal - dot(new, new);
        // Written so that NaN fails.
        if !(pivot > tolerance * diagonal && pivot > 0.0) {
            self.rows.truncate(start);
            return Err(Dependent);
        }
        self.rows.push(pivot.sqrt());
        self.order += 1;
        Ok(())
    }

    /// Removes variable p. Its row goes; rotations of neighbouring columns bring the rows below,
    /// now one entry too long, back into triangular form.
    pub fn remove(&mut self, p: usize) {
        let start = p * (p + 1) / 2;
        let mut below = self.rows.split_off(start + p + 1);
        self.rows.truncate(start);
        // In `below`, old row i (i > p) begins at `begin(i)` and has i + 1 entries.
        let begin = |i: usize| i * (i + 1) / 2 - (p + 1) * (p + 2) / 2;
        for q in p + 1..self.order {
            let (a, b) = (below[begin(q) + q - 1], below[begin(q) + q]);
            let length = a.hypot(b);
            let (cosine, sine) = (a / length, b / length);
            for i in q..self.order {
                let at = begin(i) + q;
                let (x, y) = (below[at - 1], below[at]);
                below[at - 1] = cosine * x + sine * y;
                below[at] = cosine * y - sine * x;
            }
        }
        for i in p + 1..self.order {
            self.rows.extend_from_slice(&below[begin(i)..begin(i) + i]);
        }
        self.order -= 1;
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, x: &mut [f64]) {
        for i in 0..self.order {
            let row = self.row(i);
            x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
        }
        for i in (0..self.order).rev() {
            let row = self.row(i);
            x[i] /= row[i];
            let scale = -x[i];
            add_scaled(&mut x[..i], scale, &row[..i]);
        }
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
        let mut factor = Cholesky::new();
        for (k, &v) in variables.iter().enumerate() {
            factor.push(|i| a[(variables[i], v)], a[(v, v)], 1e-12).unwrap();
            assert_eq!(factor.order(), k + 1);
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
    fn removal_equals_refactorisation() {
        let a = gram(&random(40, 12));
        for p in 0..12 {
            let mut updated = factor(&a, &(0..12).collect::<Vec<_>>());
            updated.remove(p);
            let kept: Vec<usize> = (0..12).filter(|&i| i != p).collect();
            let fresh = factor(&a, &kept);
            for (x, y) in updated.rows.iter().zip(&fresh.rows) {
                // Rotations may flip the sign of nothing here: pivots stay positive.
                assert!((x - y).abs() < 1e-12 * a[(0, 0)], "removing {p}: {x} {y}");
            }
            assert_eq!(updated.rows.len(), fresh.rows.len());
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
}
