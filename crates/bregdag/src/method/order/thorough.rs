//! What a thorough selection does beyond steps forward and backward: it exchanges a parent for a candidate,
//!
//! ```text
//! r′_c = r_c + β_p w_c,   d′_c = d_c + w_c² ω_p,   v′ = v + β_p²/ω_p − r′_c²/d′_c,
//! ```
//!
//! w the covariances of what the other parents leave of p and ω_p = (S_PP⁻¹)_pp, and it goes backward from all
//! candidates, which sees parents that pay only together.

use super::parents::{Candidates, FEW, IMPROVEMENT, Selector};
use crate::score::{DEPENDENT, Family, Score};

/// Where there are many candidates, elimination begins with so many more than pay.
const OVERSHOOT: usize = 5;

impl Selector<'_> {
    /// Whether x may come into the family of y, alone or for a parent.
    pub(super) fn may_enter(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        r: f64,
        family: &Family,
    ) -> bool {
        self.pays(score, (x, y), r, family) || self.regression.may_replace((x, y), r, family)
    }

    /// Exchanges the pair that gains most; whether there was one.
    pub(super) fn exchange(&mut self, score: &Score, candidates: Candidates<'_>) -> bool {
        let Some((k, c)) = self.best_exchange(score, candidates) else { return false };
        self.attempt(score, |regression| {
            regression.remove(k);
            regression.add(c);
        })
    }

    /// The place of a parent and the candidate for it.
    fn best_exchange(
        &mut self,
        score: &Score,
        candidates: Candidates<'_>,
    ) -> Option<(usize, usize)> {
        let (problem, j) = (self.problem, self.regression.node);
        let mut most = IMPROVEMENT * score.worthwhile(self.regression.variance);
        let mut best = None;
        for k in self.regression.optional() {
            let (rise, weight) = (self.regression.rise(k), self.regression.weights[k]);
            let omega = self.regression.look_without(k);
            let regression = &self.regression;
            for c in candidates.iter() {
                let w = regression.w[c];
                let (r, d) =
                    (regression.residual[c] + weight * w, regression.left[c] + w * w * omega);
                let gains = r * r > (most + rise) * d && d > DEPENDENT * problem.variances[c];
                if gains && !(problem.positive && r < 0.0) && problem.allows(c, j) {
                    most = r * r / d - rise;
                    best = Some((k, c));
                }
            }
        }
        best
    }

    /// What going backward from all candidates, or where they are many from more than pay, finds, if it is better.
    pub(super) fn eliminate(&mut self, score: &Score, candidates: Candidates<'_>) -> bool {
        let here = |selector: &Self| {
            score.local(selector.regression.variance, selector.regression.parents.len())
        };
        let (before, count) = (here(self), self.regression.parents.len());
        let j = self.regression.node;
        let most = self.problem.most_parents_of(j);
        if self.problem.nodes() <= FEW {
            let may = |&c: &usize| self.problem.allows(c, j);
            let all: Vec<usize> = candidates.iter().filter(may).collect();
            self.regression.build(j, &all[..all.len().min(most)]);
        } else {
            self.overshoot(candidates, (count + OVERSHOOT).min(most));
        }
        if self.regression.parents.len() <= count {
            return false;
        }
        if let Some(swept) = self.swept.as_mut().filter(|_| self.problem.nodes() > FEW) {
            let some = Candidates::all(&self.regression.parents);
            let Some(better) = swept.select(self.problem, score, j, some, before) else {
                return false;
            };
            self.regression.rebuild(&better);
        }
        self.refused.clear();
        self.climb(score, candidates);
        here(self) < before - IMPROVEMENT * score.price()
    }

    /// Adds the candidate with the largest δ, whatever its price, until there are so many parents.
    fn overshoot(&mut self, candidates: Candidates<'_>, most: usize) {
        let (problem, j) = (self.problem, self.regression.node);
        while self.regression.parents.len() < most {
            let regression = &self.regression;
            let mut best = (0.0, None);
            for c in candidates.iter() {
                let (r, d) = (regression.residual[c], regression.left[c]);
                let independent = d > 10.0 * DEPENDENT * problem.variances[c];
                if independent && r * r > best.0 * d && problem.allows(c, j) {
                    best = (r * r / d, Some(c));
                }
            }
            let added = best.1.is_some_and(|c| self.regression.add(c));
            if !added {
                return;
            }
        }
    }
}
