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
//! Terms only add to M, so the i that are surely not the least need not be completed: again and again the i of the
//! least sum so far gets a few more terms, until it has all of them. That finds the same i as all pairs would, with a
//! fifth of them where noise tells much.

use super::entropy::Rows;
use super::knowing::Waiting;
use crate::linalg::{COLLINEAR, Matrix, add_scaled};
use crate::parallel::{parallel_for_each, parallel_map};
use crate::watch::{Stop, Watch};

/// Terms that are computed at a time: enough for some threads, few enough that hardly one is needless.
const TERMS: usize = 8;

/// The search for an order.
pub struct Direct<'a> {
    rows: &'a Rows,
    /// What those with a place leave of each column, standardised.
    left: Vec<Left>,
    /// About how these correlate: which terms to look at first.
    near: Matrix,
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
    /// Of columns with mean 0 and variance 1, and their correlations.
    pub fn new(
        (columns, correlations): (&[Vec<f64>], &Matrix),
        rows: &'a Rows,
        waiting: Waiting<'a>,
        watch: &'a dyn Watch,
    ) -> Direct<'a> {
        let left = |values: &Vec<f64>| Left { values: values.clone(), share: 1.0, hint: 0.0 };
        let left = columns.iter().map(left).collect();
        Direct { rows, left, near: correlations.clone(), waiting, watch }
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
        let all: Vec<usize> =
            self.waiting.all().filter(|&j| !self.left[j].is_explained()).collect();
        let n = self.left.len();
        let entropies = parallel_map(all.len(), |k| self.rows.entropy(&self.left[all[k]].values));
        let mut entropy = vec![0.0; n];
        all.iter().zip(entropies).for_each(|(&j, h)| entropy[j] = h);
        let (mut sums, mut compared) = (vec![0.0_f64; n], vec![vec![false; n]; n]);
        loop {
            let sooner = |&&a: &&usize, &&b: &&usize| {
                let hints = self.left[a].hint.total_cmp(&self.left[b].hint);
                sums[a].total_cmp(&sums[b]).then(hints)
            };
            let i = *candidates.iter().min_by(sooner).unwrap_or(&candidates[0]);
            let mut terms: Vec<usize> =
                all.iter().copied().filter(|&j| j != i && !compared[i][j]).collect();
            if terms.is_empty() {
                all.iter().for_each(|&j| self.left[j].hint = sums[j]);
                return Ok(i);
            }
            self.watch.go_on()?;
            // Who may be the least as well, or is likely to be a cause or an effect.
            let near = |j: usize| self.near[(i, j)].abs();
            terms.sort_by(|&a, &b| sums[a].total_cmp(&sums[b]).then(near(b).total_cmp(&near(a))));
            terms.truncate(TERMS);
            let ratios = parallel_map(terms.len(), |k| self.ratio(i, terms[k], &entropy));
            for (&j, d) in terms.iter().zip(ratios) {
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
        self.update_near(chosen);
    }

    /// ρ_ij ← (ρ_ij − ρ_ic ρ_jc) / √((1 − ρ_ic²)(1 − ρ_jc²)).
    fn update_near(&mut self, chosen: usize) {
        let with: Vec<f64> = self.near.col(chosen).to_vec();
        // Only a hint, so rounding does not matter, but a number it must be.
        let scale = |r: f64| 1.0 / (1.0 - r * r).max(COLLINEAR).sqrt();
        let waiting: Vec<usize> = self.waiting.all().collect();
        for (&i, &j) in waiting.iter().flat_map(|i| waiting.iter().map(move |j| (i, j))) {
            let left = self.near[(i, j)] - with[i] * with[j];
            self.near[(i, j)] = left * scale(with[i]) * scale(with[j]);
        }
    }
}
