//! The parents P of one node j among its candidates, by greedy steps forward and backward:
//!
//! ```text
//! forward    add the candidate c with the largest δ = r_c²/d_c,
//!            r_c = S_cj − S_cP β,   d_c = S_cc − S_cP S_PP⁻¹ S_Pc,
//! backward   drop the parent p with the smallest δ = β_p² / (S_PP⁻¹)_pp,
//! ```
//!
//! as long as the score improves; δ is by how much the residual variance falls or rises. Both steps
//! keep r and d of all nodes up to date. With γ the regression of p on the (other) parents and
//! w = S_p − S_P γ, adding p is
//!
//! ```text
//! r ← r − w r_p/d_p,   d ← d − w²/d_p,   d_p = w_p,
//! ```
//!
//! and dropping it the reverse: O(nk) for w and O(k²) for γ by the factor of S_PP, which grows and
//! shrinks with P.

use super::problem::Problem;
use super::score::Score;
use crate::linalg::{Cholesky, Matrix, add_scaled, dot, subtract_combination};

/// A candidate of which the parents leave less than this share is a linear combination of them.
pub const DEPENDENT: f64 = 1e-9;

/// A residual variance below this share of the variance counts as this share, so that a perfect fit
/// has a finite score. Well above the rounding of S, below any noise that data have.
const PERFECT: f64 = 1e-10;

/// Scores must improve by this share of the price of an edge: rounding alone never does.
pub const IMPROVEMENT: f64 = 1e-6;

/// From so many parents on a family keeps d, so that it need not be built up parent by parent.
const MANY_PARENTS: usize = 6;

/// The parents of a node, and its regression on them.
#[derive(Debug, Clone)]
pub struct Family {
    pub parents: Vec<usize>,
    pub weights: Vec<f64>,
    /// Residual variance.
    pub variance: f64,
    pub score: f64,
    /// The factor of S_PP.
    factor: Cholesky,
    /// d of every node, where that is kept.
    left: Option<Vec<f64>>,
}

impl Family {
    pub fn has(&self, node: usize) -> bool {
        self.parents.contains(&node)
    }

    /// S_xj − S_xP β, where `column` is column x of S.
    pub fn residual_covariance(&self, j: usize, column: &[f64]) -> f64 {
        let explained = self.parents.iter().zip(&self.weights).map(|(&p, w)| column[p] * w);
        column[j] - explained.sum::<f64>()
    }
}

/// Who may be a parent: the nodes `before` in the order, without `minus`, and with `plus`.
#[derive(Debug, Clone, Copy)]
pub struct Candidates<'a> {
    pub before: &'a [usize],
    pub plus: Option<usize>,
    pub minus: Option<usize>,
}

impl<'a> Candidates<'a> {
    /// All these nodes.
    pub fn all(before: &'a [usize]) -> Candidates<'a> {
        Candidates { before, plus: None, minus: None }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let minus = self.minus;
        self.before.iter().copied().filter(move |&c| Some(c) != minus).chain(self.plus)
    }
}

/// Selects parents; holds the memory for it.
#[derive(Debug, Clone)]
pub struct Selector<'a> {
    problem: &'a Problem,
    /// j.
    node: usize,
    parents: Vec<usize>,
    /// The factor of S_PP.
    factor: Cholesky,
    /// β.
    weights: Vec<f64>,
    /// v.
    variance: f64,
    /// r of every node.
    residual: Vec<f64>,
    /// d of every node.
    left: Vec<f64>,
    /// Candidates that did not improve the score after all.
    refused: Vec<usize>,
    /// Parents before a change.
    undo: Vec<usize>,
    gamma: Vec<f64>,
    w: Vec<f64>,
}

impl<'a> Selector<'a> {
    pub fn new(problem: &'a Problem) -> Selector<'a> {
        let n = problem.covariance.rows();
        Selector {
            problem,
            node: 0,
            parents: vec![],
            factor: Cholesky::default(),
            weights: vec![],
            variance: 0.0,
            residual: vec![0.0; n],
            left: vec![0.0; n],
            refused: vec![],
            undo: vec![],
            gamma: vec![],
            w: vec![0.0; n],
        }
    }

    /// The parents of j, from those given on; these must be candidates.
    pub fn select(
        &mut self,
        score: &Score,
        j: usize,
        from: &[usize],
        candidates: Candidates<'_>,
    ) -> Family {
        self.build(j, from);
        self.improve(score, candidates)
    }

    /// The family of j with just these parents, less those that depend on the others.
    pub fn family_of(&mut self, score: &Score, j: usize, parents: &[usize]) -> Family {
        self.build(j, parents);
        self.family(score)
    }

    /// The parents of j, from those in its family on.
    pub fn again(
        &mut self,
        score: &Score,
        j: usize,
        family: &Family,
        candidates: Candidates<'_>,
    ) -> Family {
        self.load(j, family);
        self.improve(score, candidates)
    }

    /// The parents of y where its parent x is no longer a candidate.
    pub fn without(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        family: &Family,
        candidates: Candidates<'_>,
    ) -> Family {
        self.load(y, family);
        if let Some(k) = self.parents.iter().position(|&p| p == x) {
            self.remove(k);
        }
        self.improve(score, candidates)
    }

    /// The parents of y where x is a candidate too, if that improves on `family`. `r` is the
    /// residual covariance of x and y; nearly always it alone says no, since d is never below
    /// `least`.
    pub fn with(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        r: f64,
        family: &Family,
        candidates: Candidates<'_>,
    ) -> Option<Family> {
        let Problem { covariance, variances, least, most_parents, positive, .. } = self.problem;
        let worthwhile = score.worthwhile(family.variance) * (1.0 + IMPROVEMENT);
        let wrong_sign = *positive && r < 0.0;
        if r * r <= worthwhile * least[x] || wrong_sign || family.parents.len() >= *most_parents {
            return None;
        }
        let column = covariance.col(x);
        let d = family.factor.leftover(|k| column[family.parents[k]], column[x], &mut self.gamma);
        if d <= DEPENDENT * variances[x] || r * r <= worthwhile * d {
            return None;
        }
        self.load(y, family);
        self.attempt(score, |this| this.add(x)).then(|| self.improve(score, candidates))
    }

    fn family(&mut self, score: &Score) -> Family {
        self.refresh();
        let k = self.parents.len();
        Family {
            parents: self.parents.clone(),
            weights: self.weights.clone(),
            variance: self.variance,
            score: score.local(self.variance, k),
            factor: self.factor.clone(),
            left: (k >= MANY_PARENTS).then(|| self.left.clone()),
        }
    }

    /// Begins with no parents.
    fn clear(&mut self, j: usize) {
        let Problem { covariance, variances, .. } = self.problem;
        self.node = j;
        self.parents.clear();
        self.factor.clear();
        self.weights.clear();
        self.refused.clear();
        self.variance = variances[j];
        self.residual.copy_from_slice(covariance.col(j));
        self.left.copy_from_slice(variances);
    }

    /// Begins with these parents.
    fn build(&mut self, j: usize, parents: &[usize]) {
        self.clear(j);
        parents.iter().for_each(|&p| self.add(p));
        self.settle();
    }

    /// Begins with a family.
    fn load(&mut self, j: usize, family: &Family) {
        let Some(left) = &family.left else {
            return self.build(j, &family.parents);
        };
        self.node = j;
        self.refused.clear();
        self.parents.clone_from(&family.parents);
        self.weights.clone_from(&family.weights);
        self.factor.clone_from(&family.factor);
        self.variance = family.variance;
        self.left.copy_from_slice(left);
        residual_covariances(&self.problem.covariance, j, family, &mut self.residual);
    }

    /// Adds a parent, if it does not depend on the others.
    fn add(&mut self, p: usize) {
        let Problem { covariance, variances, .. } = self.problem;
        let column = covariance.col(p);
        self.gamma.clear();
        self.gamma.extend(self.parents.iter().map(|&q| column[q]));
        self.factor.solve(&mut self.gamma);
        let parents = &self.parents;
        if self.factor.push(|k| column[parents[k]], column[p], DEPENDENT).is_err() {
            self.left[p] = 0.0;
            return;
        }
        subtract_combination(&mut self.w, column, &self.gamma, |k| covariance.col(parents[k]));
        let d = self.w[p].max(DEPENDENT * variances[p]);
        let (rho, inverse) = (self.residual[p] / d, 1.0 / d);
        for ((w, r), left) in self.w.iter().zip(&mut self.residual).zip(&mut self.left) {
            *r -= rho * w;
            *left -= w * w * inverse;
        }
        add_scaled(&mut self.weights, -rho, &self.gamma);
        self.weights.push(rho);
        self.parents.push(p);
        self.bound_variance(self.variance - rho * rho * d);
    }

    /// Removes the k-th parent.
    fn remove(&mut self, k: usize) {
        let covariance = &self.problem.covariance;
        let p = self.parents.remove(k);
        let weight = self.weights[k];
        self.factor.remove(k);
        let (column, parents) = (covariance.col(p), &self.parents);
        self.gamma.clear();
        self.gamma.extend(parents.iter().map(|&q| column[q]));
        self.factor.solve(&mut self.gamma);
        subtract_combination(&mut self.w, column, &self.gamma, |k| covariance.col(parents[k]));
        let d = self.w[p].max(DEPENDENT * self.problem.variances[p]);
        let inverse = 1.0 / d;
        for ((w, r), left) in self.w.iter().zip(&mut self.residual).zip(&mut self.left) {
            *r += weight * w;
            *left += w * w * inverse;
        }
        self.weights.remove(k);
        add_scaled(&mut self.weights, weight, &self.gamma);
        self.bound_variance(self.variance + weight * weight * d);
    }

    fn bound_variance(&mut self, variance: f64) {
        self.variance = variance.max(PERFECT * self.problem.variances[self.node]);
    }

    /// β = S_PP⁻¹ S_Pj and v = S_jj − S_jP β, free of the rounding that many steps leave.
    fn refresh(&mut self) {
        let column = self.problem.covariance.col(self.node);
        self.gamma.clear();
        self.gamma.extend(self.parents.iter().map(|&p| column[p]));
        self.weights.clone_from(&self.gamma);
        self.factor.solve(&mut self.weights);
        self.bound_variance(column[self.node] - dot(&self.gamma, &self.weights));
    }

    /// Where weights must not be negative, removes the parents whose would be, the surest (by t)
    /// first.
    fn settle(&mut self) {
        while self.problem.positive {
            let negative = (0..self.weights.len()).filter(|&k| self.weights[k] < 0.0);
            let rises: Vec<(usize, f64)> = negative.map(|k| (k, self.rise(k))).collect();
            match rises.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((k, _)) => self.remove(k),
                None => return,
            }
        }
    }

    /// By how much the residual variance rises without the k-th parent.
    fn rise(&self, k: usize) -> f64 {
        self.weights[k] * self.weights[k] / self.factor.inverse_entry(k)
    }

    /// Changes the parents and keeps the change if the score improves.
    fn attempt(&mut self, score: &Score, change: impl FnOnce(&mut Self)) -> bool {
        let before = score.local(self.variance, self.parents.len());
        self.undo.clone_from(&self.parents);
        change(self);
        self.settle();
        let after = score.local(self.variance, self.parents.len());
        let better = after < before - IMPROVEMENT * score.price();
        if !better {
            let (parents, refused) = (self.undo.clone(), std::mem::take(&mut self.refused));
            self.build(self.node, &parents);
            self.refused = refused;
        }
        better
    }

    fn improve(&mut self, score: &Score, candidates: Candidates<'_>) -> Family {
        self.settle();
        loop {
            let dropped = self.shrink(score);
            let grown = self.grow(score, candidates);
            if !dropped && !grown {
                return self.family(score);
            }
        }
    }

    /// Adds the best candidate until none is worth its price; whether any was added.
    fn grow(&mut self, score: &Score, candidates: Candidates<'_>) -> bool {
        let mut any = false;
        while self.parents.len() < self.problem.most_parents {
            let Some(best) = self.best_candidate(score, candidates) else { return any };
            if self.attempt(score, |this| this.add(best)) {
                any = true;
            } else {
                self.refused.push(best);
            }
        }
        any
    }

    /// The candidate whose δ is largest, if it is worthwhile.
    fn best_candidate(&self, score: &Score, candidates: Candidates<'_>) -> Option<usize> {
        let Problem { variances, positive, .. } = self.problem;
        let mut most = score.worthwhile(self.variance) * (1.0 + IMPROVEMENT);
        let mut best = None;
        for c in candidates.iter() {
            let (r, d) = (self.residual[c], self.left[c]);
            // A parent has d = 0.
            if r * r <= most * d || d <= DEPENDENT * variances[c] || (*positive && r < 0.0) {
                continue;
            }
            if !self.refused.contains(&c) {
                most = r * r / d;
                best = Some(c);
            }
        }
        best
    }

    /// Drops the least useful parent until all are worth their price; whether any was dropped.
    fn shrink(&mut self, score: &Score) -> bool {
        let mut any = false;
        while let Some(k) = self.worst_parent(score) {
            if !self.attempt(score, |this| this.remove(k)) {
                break;
            }
            any = true;
        }
        any
    }

    /// The parent whose δ is smallest, if that is less than its price.
    fn worst_parent(&self, score: &Score) -> Option<usize> {
        let mut least = score.tolerable(self.variance);
        let mut worst = None;
        for (k, &p) in self.parents.iter().enumerate() {
            // Quick test: one over (S_PP⁻¹)_pp is the variance of p given the others.
            if self.weights[k] * self.weights[k] * self.problem.least[p] >= least {
                continue;
            }
            let rise = self.rise(k);
            if rise < least {
                (least, worst) = (rise, Some(k));
            }
        }
        worst
    }
}

/// S_cj − S_cP β for every c.
pub fn residual_covariances(s: &Matrix, j: usize, family: &Family, out: &mut [f64]) {
    subtract_combination(out, s.col(j), &family.weights, |k| s.col(family.parents[k]));
}
