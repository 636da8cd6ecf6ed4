//! Parents among few candidates, in one small matrix: S over the candidates and j, swept on the parents P
//! (Goodnight 1979, doi:10.1080/00031305.1979.10482685). Then its entries are
//!
//! ```text
//! A_PP = −S_PP⁻¹,   A_Pj = β,   A_jj = v,   A_cj = r_c,   A_cc = d_c,   A_cp = γ_p of c,
//! ```
//!
//! so that one parent more, one less, and one for another cost O(1) to look at and O(c²) to do.

use super::parents::{Candidates, IMPROVEMENT};
use crate::linalg::add_scaled;
use crate::score::{PERFECT, Problem, Score};

/// The matrix and the parents; columns are required parents, candidates and j itself, in this order.
#[derive(Debug, Clone, Default)]
pub struct Swept {
    nodes: Vec<usize>,
    required: usize,
    a: Vec<f64>,
    row: Vec<f64>,
    inside: Vec<bool>,
    /// Candidates that are no parents, with r and d.
    outside: Vec<(usize, f64, f64)>,
    count: usize,
    floor: f64,
}

impl Swept {
    /// The parents of j, if they score better than what is known: for every number of parents, backward from all
    /// candidates and forward from none, those that no exchange improves. Every set of candidates must be admissible
    /// and weights of either sign.
    pub fn select(
        &mut self,
        problem: &Problem<'_>,
        score: &Score,
        j: usize,
        candidates: Candidates<'_>,
        known: f64,
    ) -> Option<Vec<usize>> {
        self.begin(problem, j, candidates);
        (0..self.child()).for_each(|k| self.sweep(k));
        // So many parents could be better than what is known, if they left no more than all candidates do.
        let all = score.local(self.variance(), 0);
        let may = |count: usize, best: f64| all + score.price() * (count as f64) < best;
        let mut best = (known, vec![]);
        while self.keep(score, &mut best) > self.required {
            self.drop_least();
            if may(self.count, best.0) {
                self.exchange_all(score);
            }
        }
        while may(self.count + 1, best.0) && self.take_most() {
            self.exchange_all(score);
            self.keep(score, &mut best);
        }
        let parents = || (0..self.child()).filter(|&k| best.1[k]).map(|k| self.nodes[k]).collect();
        (!best.1.is_empty()).then(parents)
    }

    /// Keeps the parents if they are the best so far; how many there are.
    fn keep(&self, score: &Score, best: &mut (f64, Vec<bool>)) -> usize {
        let here = self.score(score);
        if here < best.0 - IMPROVEMENT * score.price() {
            best.0 = here;
            best.1.clone_from(&self.inside);
        }
        self.count
    }

    fn exchange_all(&mut self, score: &Score) {
        while let Some((p, c)) = self.exchange(score) {
            self.sweep(p);
            self.sweep(c);
        }
    }

    /// Drops the parent whose δ is smallest.
    fn drop_least(&mut self) {
        let rise = |k: usize| -self.at(self.child(), k).powi(2) / self.at(k, k);
        let parents = (self.required..self.child()).filter(|&k| self.inside[k]);
        let least = parents.map(|k| (k, rise(k))).min_by(|a, b| a.1.total_cmp(&b.1));
        least.into_iter().for_each(|(k, _)| self.sweep(k));
    }

    /// Takes the candidate whose δ is largest; whether there was one.
    fn take_most(&mut self) -> bool {
        let fall = |k: usize| self.at(self.child(), k).powi(2) / self.at(k, k);
        let others = (self.required..self.child()).filter(|&k| !self.inside[k]);
        let most = others.map(|k| (k, fall(k))).max_by(|a, b| a.1.total_cmp(&b.1));
        most.map(|(k, _)| self.sweep(k)).is_some()
    }

    fn begin(&mut self, problem: &Problem<'_>, j: usize, candidates: Candidates<'_>) {
        let required = problem.required(j);
        self.nodes.clear();
        self.nodes.extend_from_slice(required);
        let may = |c: &usize| problem.allows(*c, j) && !required.contains(c);
        self.nodes.extend(candidates.iter().filter(may));
        self.nodes.push(j);
        self.required = required.len();
        self.count = 0;
        self.floor = PERFECT * problem.variances[j];
        self.a.clear();
        for &i in &self.nodes {
            let column = problem.covariance.col(i);
            self.a.extend(self.nodes.iter().map(|&k| column[k]));
        }
        self.inside.clear();
        self.inside.resize(self.nodes.len(), false);
    }

    /// The column of j.
    fn child(&self) -> usize {
        self.nodes.len() - 1
    }

    fn at(&self, i: usize, k: usize) -> f64 {
        self.a[i * self.nodes.len() + k]
    }

    fn variance(&self) -> f64 {
        self.at(self.child(), self.child()).max(self.floor)
    }

    fn score(&self, score: &Score) -> f64 {
        score.local(self.variance(), self.count)
    }

    /// Takes k in, or out if it is a parent.
    fn sweep(&mut self, k: usize) {
        let size = self.nodes.len();
        let Swept { a, row, inside, .. } = self;
        row.clear();
        row.extend_from_slice(&a[k * size..(k + 1) * size]);
        let inverse = 1.0 / row[k];
        for (target, &x) in a.chunks_exact_mut(size).zip(&*row) {
            add_scaled(target, -x * inverse, row);
        }
        let scale = if inside[k] { -inverse } else { inverse };
        for i in 0..size {
            a[i * size + k] = row[i] * scale;
            a[k * size + i] = row[i] * scale;
        }
        a[k * size + k] = -inverse;
        inside[k] = !inside[k];
        self.count = if inside[k] { self.count + 1 } else { self.count - 1 };
    }

    /// The parent and the candidate for it that gain most.
    fn exchange(&mut self, score: &Score) -> Option<(usize, usize)> {
        let (t, size) = (self.child(), self.nodes.len());
        if self.variance() <= self.floor {
            return None;
        }
        let mut most = IMPROVEMENT * score.worthwhile(self.variance());
        let mut best = None;
        let child = &self.a[t * size..];
        self.outside.clear();
        let others = (self.required..t).filter(|&c| !self.inside[c]);
        self.outside.extend(others.map(|c| (c, child[c], self.a[c * size + c])));
        for p in (self.required..t).filter(|&p| self.inside[p]) {
            let (row, weight) = (&self.a[p * size..(p + 1) * size], child[p]);
            let given = -1.0 / row[p];
            let (rise, step) = (weight * weight * given, weight * given);
            for &(c, r, d) in &self.outside {
                let (r, d) = (r + row[c] * step, d + row[c] * row[c] * given);
                if r * r > (most + rise) * d {
                    (most, best) = (r * r / d - rise, Some((p, c)));
                }
            }
        }
        best
    }
}
