//! The smoother that boosting uses, as mboost's `bbs`: cubic B-splines on 20 equidistant inner knots, with a penalty on second
//! differences of their coefficients, and as much of it as leaves tr(2H − H²) = 4 degrees of freedom (Eilers and
//! Marx 1996, doi:10.1214/ss/1038425655; Schmid and Hothorn 2008, doi:10.1016/j.csda.2008.09.009). Its hat matrix is
//!
//! ```text
//! H = Q diag(h) Qᵀ,        QᵀQ = I,        0 < h ≤ 1
//! ```

use super::Rows;
use crate::linalg::{Cholesky, Eigen, Matrix, gram, product};

const INNER_KNOTS: usize = 20;
const DEGREE: usize = 3;
const FUNCTIONS: usize = INNER_KNOTS + DEGREE + 1;
const FREEDOM: f64 = 4.0;
/// Directions with less than this share in the data are rounding.
const ROUNDING: f64 = 1e-10;

/// Q, scaled by the roots of the weights of the rows, and h.
#[derive(Debug, Clone)]
pub struct Smoother {
    pub q: Matrix,
    pub h: Vec<f64>,
}

/// Of a column. `None` where it does not vary, or numbers are out of range.
pub fn smoother(column: &[f64], rows: &Rows) -> Option<Smoother> {
    let least = column.iter().copied().fold(f64::INFINITY, f64::min);
    let most = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let step = (most - least) / (INNER_KNOTS + 1) as f64;
    if !(step > 0.0 && step.is_finite()) {
        return None;
    }
    let mut x = Matrix::zeros(column.len(), FUNCTIONS);
    for (row, value) in column.iter().enumerate() {
        let place = (value - least) / step;
        let interval = (place as usize).min(INNER_KNOTS);
        let weights = b_splines(place - interval as f64);
        let root = rows.weight(row).sqrt();
        (0..=DEGREE).for_each(|k| x[(row, interval + k)] = root * weights[k]);
    }
    diagonal(&x)
}

/// The four cubic B-splines that are not zero, at u of the way through an interval.
fn b_splines(u: f64) -> [f64; DEGREE + 1] {
    let v = 1.0 - u;
    [
        v * v * v / 6.0,
        (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0,
        (3.0 * v * v * v - 6.0 * v * v + 4.0) / 6.0,
        u * u * u / 6.0,
    ]
}

/// XᵀX and the penalty K made diagonal together: XᵀX + μK = LLᵀ, L⁻¹XᵀXL⁻ᵀ = V diag(g) Vᵀ, and then K has (1 − g)/μ.
fn diagonal(x: &Matrix) -> Option<Smoother> {
    let (data, penalty) = (gram(x), differences());
    let trace = |a: &Matrix| (0..FUNCTIONS).map(|k| a[(k, k)]).sum::<f64>();
    let mu = trace(&data) / trace(&penalty);
    let both = Cholesky::of(FUNCTIONS, |i, j| data[(i, j)] + mu * penalty[(i, j)]).ok()?;
    let eigen = Eigen::of(&data_under(&both, &data)?)?;
    let kept: Vec<usize> = (0..FUNCTIONS).rev().filter(|&k| eigen.values[k] > ROUNDING).collect();
    let g: Vec<f64> = kept.iter().map(|&k| eigen.values[k].min(1.0)).collect();
    let mut turn = Matrix::from_fn(FUNCTIONS, kept.len(), |i, k| eigen.vectors[(i, kept[k])]);
    for (k, g) in g.iter().enumerate() {
        both.solve_upper(turn.col_mut(k));
        turn.col_mut(k).iter_mut().for_each(|x| *x /= g.sqrt());
    }
    let h_at =
        |lambda: f64| -> Vec<f64> { g.iter().map(|g| g / (g + lambda * (1.0 - g))).collect() };
    Some(Smoother { q: product(x, &turn), h: h_at(penalty_weight(&h_at)) })
}

/// L⁻¹ XᵀX L⁻ᵀ.
fn data_under(both: &Cholesky, data: &Matrix) -> Option<Matrix> {
    let mut half = data.clone();
    (0..FUNCTIONS).for_each(|k| both.solve_lower(half.col_mut(k)));
    let mut whole = half.transpose();
    (0..FUNCTIONS).for_each(|k| both.solve_lower(whole.col_mut(k)));
    whole.is_finite().then_some(whole)
}

/// DᵀD of the second differences.
fn differences() -> Matrix {
    let mut d = Matrix::zeros(FUNCTIONS - 2, FUNCTIONS);
    for row in 0..FUNCTIONS - 2 {
        [1.0, -2.0, 1.0].iter().enumerate().for_each(|(k, &c)| d[(row, row + k)] = c);
    }
    gram(&d)
}

/// The λ with Σ(2h − h²) as wanted; 0 where there are not more functions than that.
fn penalty_weight(h_at: &impl Fn(f64) -> Vec<f64>) -> f64 {
    let freedom = |lambda: f64| h_at(lambda).iter().map(|h| h * (2.0 - h)).sum::<f64>();
    if freedom(0.0) <= FREEDOM {
        return 0.0;
    }
    // log λ, halved until nothing lies between: about 60 rounds.
    let (mut low, mut high) = (-60.0_f64, 60.0_f64);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle.exp();
        }
        if freedom(middle.exp()) > FREEDOM { low = middle } else { high = middle }
    }
}
