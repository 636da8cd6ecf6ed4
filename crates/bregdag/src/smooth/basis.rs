//! The smooth functions of one variable: a thin plate regression spline of rank k (Wood 2003,
//! doi:10.1111/1467-9868.00374), in the functions b_1, …, b_{k−1} that are orthogonal to constants and make both
//! quadratic forms diagonal (Demmler and Reinsch 1975, doi:10.1007/BF01437407),
//!
//! ```text
//! Σ_r w_r b_a(x_r) b_b(x_r) = [a = b],        ∫ b_a'' b_b'' = d_a [a = b],        d_1 = 0: b_1 is the straight line.
//! ```
//!
//! The spline with a knot at every distinct value is f = α₀ + α₁x + E δ with E_ij = |t_i − t_j|³/12, Σδ_i = Σδ_i t_i = 0 and ∫f''² = δᵀEδ.
//! Of δ only the k leading eigenvectors of E are kept.

use super::Rows;
use super::kernel;
use super::leading::leading;
use crate::linalg::{Eigen, Matrix, add_scaled, dot, product};

/// Through two values goes one line, and no curve.
pub const LEAST_VALUES: usize = 3;
/// Functions with less than this share of the largest variance or roughness are rounding.
const ROUNDING: f64 = 1e-12;

/// The functions of one variable, in the rows of a table.
#[derive(Debug, Clone)]
pub struct Basis {
    /// t: the distinct values, (x − mean)/deviation, increasing.
    knots: Vec<f64>,
    mean: f64,
    deviation: f64,
    /// The knot of each row.
    place: Vec<usize>,
    /// δ of each curved function: knots × (k − 2).
    kernel: Matrix,
    /// α of each function.
    line: Vec<[f64; 2]>,
    /// √w_r b_a(x_r): rows × (k − 1).
    values: Matrix,
    /// d.
    roughness: Vec<f64>,
}

impl Basis {
    /// Functions of rank k, or of the number of distinct values where that is less. `None` where there are too few
    /// of them or the numbers are out of range.
    pub fn new(column: &[f64], rows: &Rows, rank: usize) -> Option<Basis> {
        let Standard { mean, deviation, values: standard } = Standard::of(column, rows);
        let knots = distinct(&standard);
        if !deviation.is_normal() || knots.len() < LEAST_VALUES {
            return None;
        }
        let place = standard.iter().map(|t| knots.partition_point(|knot| knot < t)).collect();
        let (kernel, curves) = curved(&knots, rank)?;
        let mut basis = Basis {
            knots,
            mean,
            deviation,
            place,
            kernel: Matrix::zeros(0, 0),
            line: vec![],
            values: Matrix::zeros(0, 0),
            roughness: vec![],
        };
        basis.orthogonalise(rows, &kernel, &curves)?;
        Some(basis)
    }

    /// From curves E δ with ∫ = the identity to functions that are orthonormal over the rows.
    fn orthogonalise(&mut self, rows: &Rows, kernel: &Matrix, curves: &Matrix) -> Option<()> {
        let straight = self.in_rows(rows, &self.knots);
        let length = dot(&straight, &straight).sqrt();
        let (mut x, mut line) = (Matrix::zeros(straight.len(), curves.cols()), vec![]);
        for c in 0..curves.cols() {
            let constant = rows.mean(self.place.iter().map(|&k| curves[(k, c)]));
            let centred: Vec<f64> = curves.col(c).iter().map(|f| f - constant).collect();
            let mut column = self.in_rows(rows, &centred);
            let slope = dot(&column, &straight) / length.powi(2);
            add_scaled(&mut column, -slope, &straight);
            x.col_mut(c).copy_from_slice(&column);
            line.push([-constant, -slope]);
        }
        let eigen = Eigen::of(&crate::linalg::gram(&x))?;
        let most = eigen.values.last().copied().filter(|v| *v > 0.0)?;
        // Of the same roughness, the functions that vary most come first: they are the smoothest.
        let kept: Vec<usize> =
            (0..eigen.values.len()).rev().filter(|&k| eigen.values[k] > ROUNDING * most).collect();
        let turn = Matrix::from_fn(curves.cols(), kept.len(), |c, k| {
            eigen.vectors[(c, kept[k])] / eigen.values[kept[k]].sqrt()
        });
        self.kernel = product(kernel, &turn);
        self.line = vec![[0.0, 1.0 / length]];
        self.line.extend((0..kept.len()).map(|k| {
            let part = |p: usize| dot(&line.iter().map(|l| l[p]).collect::<Vec<_>>(), turn.col(k));
            [part(0), part(1)]
        }));
        let curved = product(&x, &turn);
        self.values = Matrix::zeros(straight.len(), 1 + kept.len());
        let line = straight.iter().map(|x| x / length).collect::<Vec<_>>();
        self.values.col_mut(0).copy_from_slice(&line);
        (0..kept.len()).for_each(|k| self.values.col_mut(k + 1).copy_from_slice(curved.col(k)));
        self.roughness = vec![0.0];
        self.roughness.extend(kept.iter().map(|&k| 1.0 / eigen.values[k]));
        (self.values.is_finite() && self.kernel.is_finite()).then_some(())
    }

    /// √w_r f(x_r) from f at the knots.
    fn in_rows(&self, rows: &Rows, at_knots: &[f64]) -> Vec<f64> {
        rows.scaled(self.place.iter().map(|&k| at_knots[k]))
    }

    /// √w_r b_a(x_r).
    pub fn values(&self) -> &Matrix {
        &self.values
    }

    /// d.
    pub fn roughness(&self) -> &[f64] {
        &self.roughness
    }

    /// The function Σ_a β_a b_a.
    pub fn curve(&self, coefficients: &[f64]) -> Curve<'_> {
        let mut delta = vec![0.0; self.knots.len()];
        for (k, &beta) in coefficients.iter().skip(1).enumerate() {
            add_scaled(&mut delta, beta, self.kernel.col(k));
        }
        let part =
            |p: usize| coefficients.iter().zip(&self.line).map(|(b, line)| b * line[p]).sum();
        Curve { basis: self, delta, line: [part(0), part(1)] }
    }
}

/// A smooth function of one variable.
pub struct Curve<'a> {
    basis: &'a Basis,
    delta: Vec<f64>,
    line: [f64; 2],
}

impl Curve<'_> {
    /// f(x).
    pub fn at(&self, x: f64) -> f64 {
        let t = (x - self.basis.mean) / self.basis.deviation;
        self.line[0] + self.line[1] * t + kernel::at(&self.basis.knots, &self.delta, t)
    }

    /// f(x_r) and f'(x_r) in every row.
    pub fn in_rows(&self) -> (Vec<f64>, Vec<f64>) {
        let (values, slopes) = kernel::at_knots(&self.basis.knots, &self.delta);
        let [constant, slope] = self.line;
        let value = |&k: &usize| constant + slope * self.basis.knots[k] + values[k];
        let steep = |&k: &usize| (slope + slopes[k]) / self.basis.deviation;
        let place = &self.basis.place;
        (place.iter().map(value).collect(), place.iter().map(steep).collect())
    }
}

/// A column less its mean, over its deviation.
struct Standard {
    mean: f64,
    deviation: f64,
    values: Vec<f64>,
}

impl Standard {
    fn of(column: &[f64], rows: &Rows) -> Standard {
        let mean = rows.mean(column.iter().copied());
        let deviation = rows.mean(column.iter().map(|x| (x - mean).powi(2))).sqrt();
        let values = column.iter().map(|x| (x - mean) / deviation).collect();
        Standard { mean, deviation, values }
    }
}

/// How many values of a column can be told apart, beside its deviation.
pub fn distinct_values(column: &[f64], rows: &Rows) -> usize {
    distinct(&Standard::of(column, rows).values).len()
}

/// The values of a column, each once, increasing.
pub(super) fn distinct(column: &[f64]) -> Vec<f64> {
    let mut values = column.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    // −0 and 0 are the same number.
    values.dedup_by(|a, b| a == b);
    values
}

/// Curves E δ of rank k − 2 with Σδ_i = Σδ_i t_i = 0, and δᵀEδ the identity: δ and the curves at the knots.
fn curved(knots: &[f64], rank: usize) -> Option<(Matrix, Matrix)> {
    let leading = leading(knots, rank)?;
    let (d, u) = (&leading.values, &leading.vectors);
    // δ = U z with TᵀU z = 0 for T = (1, t).
    let sum = |k: usize, of: &dyn Fn(usize) -> f64| -> f64 {
        u.col(k).iter().enumerate().map(|(i, u)| u * of(i)).sum()
    };
    let ones: Vec<f64> = (0..d.len()).map(|k| sum(k, &|_| 1.0)).collect();
    let lines: Vec<f64> = (0..d.len()).map(|k| sum(k, &|i| knots[i])).collect();
    let constraint = |i: usize, j: usize| ones[i] * ones[j] + lines[i] * lines[j];
    let free = Eigen::of(&Matrix::from_fn(d.len(), d.len(), constraint))?.vectors;
    // The two largest eigenvalues are those of the constraints.
    let z = Matrix::from_fn(d.len(), d.len().checked_sub(2)?, |i, j| free[(i, j)]);
    let dz = Matrix::from_fn(z.rows(), z.cols(), |i, j| d[i] * z[(i, j)]);
    let penalty = Eigen::of(&product(&z.transpose(), &dz))?;
    let most = penalty.values.last().copied().filter(|v| *v > 0.0)?;
    let kept: Vec<usize> =
        (0..penalty.values.len()).filter(|&k| penalty.values[k] > ROUNDING * most).collect();
    let turn = Matrix::from_fn(z.cols(), kept.len(), |c, k| {
        penalty.vectors[(c, kept[k])] / penalty.values[kept[k]].sqrt()
    });
    Some((product(u, &product(&z, &turn)), product(u, &product(&dz, &turn))))
}
