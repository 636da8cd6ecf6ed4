//! A variable regressed on others, by smooth functions or by lines.

use crate::linalg::{COLLINEAR, Cholesky, Matrix};
use crate::smooth::Spaces;
use crate::tails::student_tails;

/// What variables are regressed by.
pub enum Regressions<'a> {
    /// Sums of smooth functions.
    Smooth(Spaces<'a>),
    /// Multiples: the comoments S, m times the covariances of m rows.
    Straight { comoments: &'a Matrix, rows: f64 },
}

/// A share of the variance that is rounding.
const PERFECT: f64 = 1e-12;

impl Regressions<'_> {
    /// Makes what regressions on so many variables need, before many of them run side by side.
    pub fn prepare(&self, parents: usize) {
        if let Regressions::Smooth(spaces) = self {
            spaces.of(parents);
        }
    }

    /// The share of its variance that the parents leave of a variable. `None` where that cannot be told: the parents
    /// depend on one another, or are too many for the rows.
    pub fn leftover(&self, target: usize, parents: &[usize]) -> Option<f64> {
        if parents.is_empty() {
            return Some(1.0);
        }
        match self {
            Regressions::Smooth(spaces) => {
                spaces.of(parents.len())?.regression(target, parents).leftover()
            }
            Regressions::Straight { comoments, rows } => {
                let factor = factor(comoments, parents)?;
                let own = comoments[(target, target)];
                let entry = |k: usize| comoments[(parents[k], target)];
                let left = factor.leftover(entry, own, &mut vec![]) / own;
                (parents.len() as f64 + 1.0 < *rows).then_some(left.max(PERFECT))
            }
        }
    }

    /// The p-value of each parent: that its function, or its weight, is zero.
    pub fn p_values(&self, target: usize, parents: &[usize]) -> Option<Vec<f64>> {
        match self {
            Regressions::Smooth(spaces) => {
                let fit = spaces.of(parents.len())?.regression(target, parents).fit()?;
                Some(fit.p_values)
            }
            Regressions::Straight { comoments, rows } => {
                let factor = factor(comoments, parents)?;
                let mut weights: Vec<f64> =
                    parents.iter().map(|&i| comoments[(i, target)]).collect();
                factor.solve(&mut weights);
                let freedom = rows - parents.len() as f64 - 1.0;
                let left = self.leftover(target, parents)? * comoments[(target, target)];
                let p = |(weight, spread): (&f64, f64)| {
                    student_tails(weight / (spread * left / freedom).sqrt(), freedom)
                };
                Some(weights.iter().zip(factor.inverse_diagonal()).map(p).collect())
            }
        }
    }
}

fn factor(comoments: &Matrix, parents: &[usize]) -> Option<Cholesky> {
    let mut factor = Cholesky::with_capacity(parents.len());
    for &i in parents {
        let entry = |k: usize| comoments[(parents[k], i)];
        factor.push(entry, comoments[(i, i)], COLLINEAR).ok()?;
    }
    Some(factor)
}
