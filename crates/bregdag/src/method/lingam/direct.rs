//! The order of the causes, one variable after the other (Shimizu et al. 2011), by likelihood ratios of pairs
//! (Hyvärinen and Smith 2013). Of standardised x_i and x_j with correlation ρ,
//!
//!   d_ij = H(x_j) + H(x_i left by x_j) − H(x_i) − H(x_j left by x_i),
//!
//! is positive where i → j is likelier. The first of all is the i with the least
//!
//!   M_i = Σ_j min(0, d_ij)²;
//!
//! all others are replaced by what it leaves of them, and so on.
//!
//! Terms only add to M, so those that are surely not the least need not be completed: again and again the i of
//! the least sum so far is completed, until it is complete already. That finds the same i as all pairs would.

use super::entropy::Rows;
use super::knowing::Waiting;
use crate::linalg::{COLLINEAR, add_scaled};
use crate::parallel::{parallel_for_each, parallel_map};
use crate::watch::{Stop, Watch};

/// The variables that have no place yet.
pub struct Direct<'a> {
    rows: &'a Rows,
    /// What those with a place leave of each column, standardised.
    left: Vec<Left>,
    waiting: Waiting<'a>,
    watch: &'a dyn Watch,
}

struct Left {
    values: Vec<f64>,
    /// The share of the variance of the column.
    share: f64,
    /// M when it was last looked at, complete or not: a hint where to begin.
    hint: f64,
}

impl Left {
    /// Whether those with a place explain it but for rounding.
    fn is_explained(&self) -> bool {
        self.share < COLLINEAR
    }
}

impl<'a> Direct<'a> {
    /// Of columns with mean 0 and variance 1.
    pub fn new(
        columns: &[Vec<f64>],
        rows: &'a Rows,
        waiting: Waiting<'a>,
        watch: &'a dyn Watch,
    ) -> Direct<'a> {
        let left = |values: &Vec<f64>| Left { values: values.clone(), share: 1.0, hint: 0.0 };
        Direct { rows, left: columns.iter().map(left).collect(), waiting, watch }
    }

    /// The next variable, with what is left of it: its noise. `None` if all have their place.
    pub fn next(&mut self) -> Result<Option<usize>, Stop> {
        let candidates = self.waiting.candidates();
        let chosen = match candidates.iter().find(|&&i| self.left[i].is_explained()) {
            // It has no noise of its own that could tell anything.
            Some(&explained) => Some(explained),
            None if candidates.len() <= 1 => candidates.first().copied(),
            None => Some(self.first_of(&candidates)?),
        };
        if let Some(chosen) = chosen {
            self.watch.go_on()?;
            self.waiting.place(chosen);
            self.take_out(chosen);
        }
        Ok(chosen)
    }

    /// What is left of a variable that has its place, unless that is rounding.
    pub fn noise(&self, i: usize) -> Option<&[f64]> {
        (!self.left[i].is_explained()).then_some(&self.left[i].values[..])
    }

    /// The candidate of least M.
    fn first_of(&mut self, candidates: &[usize]) -> Result<usize, Stop> {
        let others: Vec<usize> =
            (self.waiting.all()).filter(|&j| !self.left[j].is_explained()).collect();
        let n = self.left.len();
        let entropies =
            parallel_map(others.len(), |k| self.rows.entropy(&self.left[others[k]].values));
        let mut entropy = vec![0.0; n];
        others.iter().zip(entropies).for_each(|(&j, h)| entropy[j] = h);
        let (mut sums, mut compared) = (vec![0.0_f64; n], vec![vec![false; n]; n]);
        loop {
            let sooner = |&&a: &&usize, &&b: &&usize| {
                let hints = [a, b].map(|i| self.left[i].hint);
                sums[a].total_cmp(&sums[b]).then(hints[0].total_cmp(&hints[1]))
            };
            let i = *candidates.iter().min_by(sooner).unwrap_or(&candidates[0]);
            let pairs: Vec<usize> =
                others.iter().copied().filter(|&j| j != i && !compared[i][j]).collect();
            if pairs.is_empty() {
                others.iter().for_each(|&j| self.left[j].hint = sums[j]);
                return Ok(i);
            }
            self.watch.go_on()?;
            let ratios = parallel_map(pairs.len(), |k| self.ratio(i, pairs[k], &entropy));
            for (&j, d) in pairs.iter().zip(ratios) {
                (compared[i][j], compared[j][i]) = (true, true);
                sums[if d < 0.0 { i } else { j }] += d * d;
            }
        }
    }

    /// d_ij.
    fn ratio(&self, i: usize, j: usize, entropy: &[f64]) -> f64 {
        let [x, y] = [i, j].map(|k| &self.left[k].values[..]);
        let rho = self.rows.product(x, y);
        // Two that are multiples of each other leave only rounding.
        if 1.0 - rho * rho < COLLINEAR {
            return 0.0;
        }
        let [of_i, of_j] = self.rows.entropies_left(x, y, rho);
        (entropy[j] + of_i) - (entropy[i] + of_j)
    }

    /// Replaces all that wait by what this one leaves of them.
    fn take_out(&mut self, chosen: usize) {
        if self.left[chosen].is_explained() {
            return;
        }
        let (rows, waiting) = (self.rows, &self.waiting);
        let taken = std::mem::take(&mut self.left[chosen].values);
        parallel_for_each(&mut self.left, |j, left| {
            if !waiting.waits(j) || left.is_explained() {
                return;
            }
            let slope = rows.product(&left.values, &taken);
            add_scaled(&mut left.values, -slope, &taken);
            let variance = rows.product(&left.values, &left.values);
            left.share *= variance;
            if !left.is_explained() {
                let scale = 1.0 / variance.sqrt();
                left.values.iter_mut().for_each(|x| *x *= scale);
            }
        });
        self.left[chosen].values = taken;
    }
}
