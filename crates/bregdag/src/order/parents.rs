//! The parents P of one node j among its candidates, by greedy steps forward and backward:
//!
//! ```text
//! forward    add the candidate c with the largest δ = r_c²/d_c,
//! backward   drop the parent p with the smallest δ = β_p² / (S_PP⁻¹)_pp,
//! ```
//!
//! as long as the score improves; δ is by how much the residual variance falls or rises. What r, d and
//! β are, and how they follow P, is in `regression`.

use super::problem::Problem;
use super::regression::{DEPENDENT, Family, Regression};
use super::score::Score;

/// Scores must improve by this share of the price of an edge: rounding alone never does.
pub const IMPROVEMENT: f64 = 1e-6;

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
    regression: Regression<'a>,
    /// Candidates that did not improve the score after all.
    refused: Vec<usize>,
    /// Parents before a change.
    undo: Vec<usize>,
}

impl<'a> Selector<'a> {
    pub fn new(problem: &'a Problem) -> Selector<'a> {
        Selector { problem, regression: Regression::new(problem), refused: vec![], undo: vec![] }
    }

    /// The parents of j, from those given on; these must be candidates.
    pub fn select(
        &mut self,
        score: &Score,
        j: usize,
        from: &[usize],
        candidates: Candidates<'_>,
    ) -> Family {
        self.regression.build(j, from);
        self.improve(score, candidates)
    }

    /// The family of j with just these parents, less those that depend on the others.
    pub fn family_of(&mut self, score: &Score, j: usize, parents: &[usize]) -> Family {
        self.regression.build(j, parents);
        self.regression.family(score)
    }

    /// The parents of j, from those in its family on.
    pub fn again(
        &mut self,
        score: &Score,
        j: usize,
        family: &Family,
        candidates: Candidates<'_>,
    ) -> Family {
        self.regression.load(j, family);
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
        self.regression.load(y, family);
        if let Some(k) = self.regression.parents.iter().position(|&p| p == x) {
            self.regression.remove(k);
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
        let Problem { variances, least, most_parents, positive, .. } = self.problem;
        let worthwhile = score.worthwhile(family.variance) * (1.0 + IMPROVEMENT);
        let wrong_sign = *positive && r < 0.0;
        if r * r <= worthwhile * least[x] || wrong_sign || family.parents.len() >= *most_parents {
            return None;
        }
        let d = self.regression.left_by(family, x);
        if d <= DEPENDENT * variances[x] || r * r <= worthwhile * d {
            return None;
        }
        self.regression.load(y, family);
        self.attempt(score, |regression| regression.add(x)).then(|| self.improve(score, candidates))
    }

    /// Changes the parents and keeps the change if the score improves.
    fn attempt(&mut self, score: &Score, change: impl FnOnce(&mut Regression<'a>)) -> bool {
        let Selector { regression, undo, .. } = self;
        let before = score.local(regression.variance, regression.parents.len());
        undo.clone_from(&regression.parents);
        change(regression);
        regression.settle();
        let after = score.local(regression.variance, regression.parents.len());
        let better = after < before - IMPROVEMENT * score.price();
        if !better {
            regression.rebuild(undo);
        }
        better
    }

    fn improve(&mut self, score: &Score, candidates: Candidates<'_>) -> Family {
        self.refused.clear();
        self.regression.settle();
        loop {
            let dropped = self.shrink(score);
            let grown = self.grow(score, candidates);
            if !dropped && !grown {
                return self.regression.family(score);
            }
        }
    }

    /// Adds the best candidate until none is worth its price; whether any was added.
    fn grow(&mut self, score: &Score, candidates: Candidates<'_>) -> bool {
        let mut any = false;
        while self.regression.parents.len() < self.problem.most_parents {
            let Some(best) = self.best_candidate(score, candidates) else { return any };
            if self.attempt(score, |regression| regression.add(best)) {
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
        let Regression { variance, residual, left, .. } = &self.regression;
        let mut most = score.worthwhile(*variance) * (1.0 + IMPROVEMENT);
        let mut best = None;
        for c in candidates.iter() {
            let (r, d) = (residual[c], left[c]);
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
            if !self.attempt(score, |regression| regression.remove(k)) {
                break;
            }
            any = true;
        }
        any
    }

    /// The parent whose δ is smallest, if that is less than its price.
    fn worst_parent(&self, score: &Score) -> Option<usize> {
        let Regression { parents, weights, variance, .. } = &self.regression;
        let mut least = score.tolerable(*variance);
        let mut worst = None;
        for (k, &p) in parents.iter().enumerate() {
            // Quick test: one over (S_PP⁻¹)_pp is the variance of p given the others.
            if weights[k] * weights[k] * self.problem.least[p] >= least {
                continue;
            }
            let rise = self.regression.rise(k);
            if rise < least {
                (least, worst) = (rise, Some(k));
            }
        }
        worst
    }
}
