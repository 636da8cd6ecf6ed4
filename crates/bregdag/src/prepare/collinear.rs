//! Columns that are linear combinations of columns before them: x_j = c + Σ b_i x_i.
//!
//! The correlations R are factored in the order of the file. A column of which those before it leave
//! nothing, aᵀRa ≈ 0 with a = (1, −w), is a combination; it does not become a pivot. "Nothing" is
//!
//! * what rounding leaves of an exact relation: each entry of R is off by at most δ, so aᵀRa by at most
//!   δ(Σ|a|)², δ = 1e-14 covering the sums over the rows and the factor; or
//! * what the rounding of the columns themselves leaves, if it is known: at most 1e-5 of the variance,
//!   and no more than the coarsest grid on which a column that takes part lies. Columns of full precision lie
//!   on no grid, so a strong effect with little noise is never taken for arithmetic.
//!
//! Terms that do not matter are dropped, and weights rounded to simple numbers if that fits as well.

pub use super::combination::Combination;
use super::combination::rounded;
use crate::data::Moments;
use crate::linalg::{Cholesky, Matrix};

/// δ: forty-five roundings.
const ROUNDING: f64 = 1e-14;
/// However large the weights, a relation that leaves more is not exact.
const EXACT: f64 = 1e-10;
/// Rounding of the columns explains no more than this share.
const ROUNDED: f64 = 1e-5;
/// Pivots below this share are rounding and never kept.
const PIVOT: f64 = 1e-14;
/// Terms smaller than these shares of the largest are dropped, if what is left fits as well.
const NEGLIGIBLE: [f64; 4] = [1e-2, 1e-4, 1e-6, 1e-9];
/// How far from a coefficient a simple number is looked for, relative to it.
const NEARBY: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-6];
/// Where relations hold up to rounding only, leaving so many times as much is as good.
const AS_GOOD: f64 = 2.0;
/// So many terms may be tried one by one.
const TRIED_TERMS: usize = 40;

/// Every column that is a linear combination of columns before it. `grids`: for each column a number of
/// which all its values are multiples, 0 if there is none ([`super::Facts::grid`]). Where there are not
/// more rows than columns every column is one, and only copies are found.
/// `go_on` is asked before every column.
pub fn find<E>(
    moments: &Moments,
    grids: Option<&[f64]>,
    go_on: &mut dyn FnMut() -> std::result::Result<(), E>,
) -> std::result::Result<Vec<Combination>, E> {
    let n = moments.variables();
    if moments.rows() <= n as u64 {
        return Ok(copies(moments));
    }
    let columns = Columns::new(moments, grids);
    let r = &columns.correlations;
    let mut factor = Cholesky::with_capacity(n);
    let (mut kept, mut found): (Vec<usize>, _) = (vec![], vec![]);
    for j in 0..n {
        go_on()?;
        let keep = |kept: &[usize], factor: &mut Cholesky, least: f64| {
            factor.push(|k| r[(kept[k], j)], 1.0, least).is_ok()
        };
        if keep(&kept, &mut factor, columns.most_left(j)) {
            kept.push(j);
        } else if let Some(combination) = columns.explain(j, &kept, &factor) {
            found.push(combination);
        } else if keep(&kept, &mut factor, PIVOT) {
            kept.push(j);
        }
    }
    Ok(found)
}

/// Every column that is the same as one before it, to the bit.
fn copies(moments: &Moments) -> Vec<Combination> {
    let (c, means) = (moments.comoments(), moments.means());
    let same = |i: usize, j: usize| {
        c[(i, i)] == c[(j, j)] && c[(i, j)] == c[(j, j)] && means[i] == means[j]
    };
    let copy = |j: usize| {
        let first = (0..j).find(|&i| same(i, j))?;
        let terms = vec![(first, 1.0)];
        Some(Combination { column: j, terms, constant: 0.0, exact: true, unexplained: 0.0 })
    };
    (0..moments.variables()).filter_map(copy).collect()
}

/// The columns that follow from the others: what to leave out.
pub fn redundant(combinations: &[Combination]) -> Vec<usize> {
    combinations.iter().map(|combination| combination.column).collect()
}

struct Columns<'a> {
    moments: &'a Moments,
    correlations: Matrix,
    deviations: Vec<f64>,
    grids: Option<&'a [f64]>,
    /// The coarsest of them.
    coarsest: f64,
}

impl<'a> Columns<'a> {
    fn new(moments: &'a Moments, grids: Option<&'a [f64]>) -> Columns<'a> {
        let (c, n) = (moments.comoments(), moments.variables());
        Columns {
            moments,
            correlations: moments.standardized().covariance(),
            deviations: (0..n).map(|j| (c[(j, j)] / moments.weight()).sqrt()).collect(),
            grids,
            coarsest: grids.map_or(0.0, |grids| grids.iter().copied().fold(0.0, f64::max)),
        }
    }

    /// More than this of column j is left by no combination, whichever columns take part.
    fn most_left(&self, j: usize) -> f64 {
        self.rounded(j, self.coarsest).max(EXACT)
    }

    /// What rounding to this grid may leave of column j.
    fn rounded(&self, j: usize, grid: f64) -> f64 {
        (grid / self.deviations[j]).powi(2).min(ROUNDED)
    }

    /// What may be left of column j by these weights of standardised columns, and whether that is
    /// as good as exact.
    fn allowed(&self, j: usize, terms: &[(usize, f64)], left: f64) -> Option<bool> {
        let sum = 1.0 + terms.iter().map(|(_, w)| w.abs()).sum::<f64>();
        if left <= (ROUNDING * sum * sum).min(EXACT) {
            return Some(true);
        }
        let grid = |i: usize| self.grids.map_or(0.0, |grids| grids[i]);
        let coarsest = terms.iter().map(|&(i, _)| grid(i)).fold(grid(j), f64::max);
        (left <= self.rounded(j, coarsest)).then_some(false)
    }

    /// Column j by few of the kept columns, if they leave no more than is allowed.
    fn explain(&self, j: usize, kept: &[usize], factor: &Cholesky) -> Option<Combination> {
        let mut weights: Vec<f64> = kept.iter().map(|&i| self.correlations[(i, j)]).collect();
        factor.solve(&mut weights);
        let all: Vec<(usize, f64)> = kept.iter().copied().zip(weights).collect();
        let largest = all.iter().fold(0.0, |most: f64, (_, w)| most.max(w.abs()));
        let left_by_all = self.left(j, &all);
        let good = |terms: &[(usize, f64)]| {
            let left = self.left(j, terms);
            self.allowed(j, terms, left).filter(|&exact| exact || left <= AS_GOOD * left_by_all)
        };
        let mut terms = NEGLIGIBLE.into_iter().find_map(|share| {
            let large = all.iter().filter(|(_, w)| w.abs() > share * largest);
            let terms = self.regress(j, &large.map(|&(i, _)| i).collect::<Vec<_>>());
            good(&terms).map(|_| terms)
        })?;
        if terms.len() <= TRIED_TERMS {
            self.drop_terms(j, &mut terms, good);
        }
        let exact = good(&terms)?;
        Some(self.combination(j, &terms, exact))
    }

    /// Drops the smallest terms that are not needed.
    fn drop_terms(
        &self,
        j: usize,
        terms: &mut Vec<(usize, f64)>,
        good: impl Fn(&[(usize, f64)]) -> Option<bool>,
    ) {
        let mut tried: Vec<(usize, f64)> = terms.clone();
        tried.sort_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        for (i, _) in tried {
            let rest: Vec<usize> = terms.iter().map(|t| t.0).filter(|&k| k != i).collect();
            let fewer = self.regress(j, &rest);
            if good(&fewer).is_some() {
                *terms = fewer;
            }
        }
    }

    /// Column j on these columns, standardised; a column that depends on those before it gets no weight.
    fn regress(&self, j: usize, columns: &[usize]) -> Vec<(usize, f64)> {
        let r = &self.correlations;
        let mut factor = Cholesky::with_capacity(columns.len());
        let mut used: Vec<usize> = vec![];
        for &i in columns {
            if factor.push(|k| r[(used[k], i)], 1.0, PIVOT).is_ok() {
                used.push(i);
            }
        }
        let mut weights: Vec<f64> = used.iter().map(|&i| r[(i, j)]).collect();
        factor.solve(&mut weights);
        used.into_iter().zip(weights).collect()
    }

    /// aᵀRa: what standardised column j keeps after Σ w_i x_i is taken off.
    fn left(&self, j: usize, terms: &[(usize, f64)]) -> f64 {
        let r = &self.correlations;
        let of = |k: usize| terms.iter().map(|&(i, w)| w * r[(i, k)]).sum::<f64>();
        let left = 1.0 - 2.0 * of(j) + terms.iter().map(|&(k, w)| w * of(k)).sum::<f64>();
        left.max(0.0)
    }

    /// In the units of the data, with simple numbers where they fit as well.
    fn combination(&self, j: usize, weights: &[(usize, f64)], exact: bool) -> Combination {
        let unit = |i: usize| self.deviations[j] / self.deviations[i];
        let scaled = |scale: &dyn Fn(usize, f64) -> f64, terms: &[(usize, f64)]| {
            terms.iter().map(|&(i, w)| (i, scale(i, w))).collect::<Vec<_>>()
        };
        let fitted = self.left(j, weights);
        let fits = |terms: &[(usize, f64)]| {
            let left = self.left(j, terms);
            // No less than the fit is: exact, or as good as it up to rounding.
            self.allowed(j, terms, left) >= Some(exact) && (exact || left <= AS_GOOD * fitted)
        };
        let simple = |nearby: f64| scaled(&|i, w| simplest(w * unit(i), nearby), weights);
        let standardised = |terms: &[(usize, f64)]| scaled(&|i, b| b / unit(i), terms);
        let mut terms = NEARBY
            .into_iter()
            .map(simple)
            .find(|terms| fits(&standardised(terms)))
            .unwrap_or_else(|| scaled(&|i, w| w * unit(i), weights));
        let unexplained = self.left(j, &standardised(&terms));
        // `a − b` reads better than `−b + a`.
        terms.sort_by_key(|&(_, b)| b < 0.0);
        let constant = self.constant(j, &terms, unexplained);
        Combination { column: j, terms, constant, exact, unexplained }
    }

    /// x̄_j − Σ b_i x̄_i; 0 if that is rounding.
    fn constant(&self, j: usize, terms: &[(usize, f64)], left: f64) -> f64 {
        let means = self.moments.means();
        let constant = means[j] - terms.iter().map(|&(i, b)| b * means[i]).sum::<f64>();
        let size = terms.iter().map(|&(i, b)| (b * means[i]).abs()).fold(means[j].abs(), f64::max);
        let noise = 3.0 * left.sqrt() * self.deviations[j];
        let rounding = 1e-9 * (size + self.deviations[j]);
        if constant.abs() <= noise.max(rounding) { 0.0 } else { simplest(constant, 1e-9) }
    }
}

/// The simplest number within a relative distance: a whole number up to 12, a half, third or quarter of
/// one, or the shortest decimal of up to four digits; else the number itself.
fn simplest(b: f64, nearby: f64) -> f64 {
    let fractions = [1.0, 2.0, 3.0, 4.0].map(|q| (b * q).round() / q);
    let small = fractions.into_iter().filter(|x| *x != 0.0 && x.abs() <= 12.0);
    let decimals = (1..=4).map(|digits| rounded(b, digits));
    small.chain(decimals).find(|x| (x - b).abs() <= nearby * b.abs()).unwrap_or(b)
}
