//! What becomes of the parents of y when x passes it in the order: x is no longer a candidate, or it is one more.

use std::sync::Arc;

use super::parents::{Candidates, FEW, IMPROVEMENT, Selector};
use crate::score::{DEPENDENT, Family, Problem, Score};

impl Selector<'_> {
    /// The parents of y where its parent x is no longer a candidate.
    pub fn without(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        family: &Family,
        candidates: Candidates<'_>,
    ) -> Arc<Family> {
        self.remembered(score, y, None, candidates, |selector| {
            selector.regression.load(y, family);
            if let Some(k) = selector.regression.parents.iter().position(|&p| p == x) {
                selector.regression.remove(k);
            }
            selector.improve(score, candidates)
        })
    }

    /// The parents of y where x is a candidate too, if that improves on `family`. `r` is the
    /// residual covariance of x and y; nearly always it alone says no, since d is never below
    /// `least`.
    pub fn with(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        r: f64,
        family: &Arc<Family>,
        candidates: Candidates<'_>,
    ) -> Option<Arc<Family>> {
        if !self.problem.allows(x, y) {
            return None;
        }
        if self.memory.is_none() {
            return self.with_more(score, (x, y), r, family, candidates);
        }
        if !self.looks_at_all() && !self.may_enter(score, (x, y), r, family) {
            return None;
        }
        self.better(score, y, family, candidates)
    }

    /// The parents of j, if they improve on `family`.
    pub fn better(
        &mut self,
        score: &Score,
        j: usize,
        family: &Arc<Family>,
        candidates: Candidates<'_>,
    ) -> Option<Arc<Family>> {
        let found = self.remembered(score, j, Some(family), candidates, |selector| {
            selector.regression.load(j, family);
            selector.improve(score, candidates)
        });
        let better = found.score(score) < family.score(score) - IMPROVEMENT * score.price();
        better.then_some(found)
    }

    /// The same by steps forward and backward that begin with x.
    fn with_more(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        r: f64,
        family: &Family,
        candidates: Candidates<'_>,
    ) -> Option<Arc<Family>> {
        if !self.pays(score, (x, y), r, family) {
            return None;
        }
        self.regression.load(y, family);
        let added = self.attempt(score, |regression| {
            regression.add(x);
        });
        added.then(|| Arc::new(self.improve(score, candidates)))
    }

    /// Whether x alone is worth its price as one parent more of y.
    pub(super) fn pays(
        &mut self,
        score: &Score,
        (x, y): (usize, usize),
        r: f64,
        family: &Family,
    ) -> bool {
        let Problem { variances, least, positive, .. } = self.problem;
        let worthwhile = score.worthwhile(family.variance) * (1.0 + IMPROVEMENT);
        let wrong_sign = *positive && r < 0.0;
        if r * r <= worthwhile * least[x] || wrong_sign || !self.has_room((x, y), family) {
            return false;
        }
        let d = self.regression.left_by(family, x);
        d > DEPENDENT * variances[x] && r * r > worthwhile * d
    }

    /// What is remembered, or what `select` finds.
    fn remembered(
        &mut self,
        score: &Score,
        j: usize,
        known: Option<&Arc<Family>>,
        candidates: Candidates<'_>,
        select: impl FnOnce(&mut Self) -> Family,
    ) -> Arc<Family> {
        let set = if self.memory.is_some() { candidates.mask() } else { 0 };
        if let Some(found) = self.memory.as_mut().and_then(|m| m.at(score.sigma2()).get(j, set)) {
            return found;
        }
        let Selector { problem, swept, memory, .. } = self;
        let reached = known.map_or(f64::INFINITY, |family| family.score(score));
        let family = match swept.as_mut().filter(|_| problem.nodes() <= FEW) {
            Some(swept) => match (swept.select(problem, score, j, candidates, reached), known) {
                (None, Some(family)) => family.clone(),
                (parents, _) => {
                    let parents = parents.unwrap_or_default();
                    let same = memory.as_ref().and_then(|memory| memory.same(j, &parents));
                    same.unwrap_or_else(|| Arc::new(self.regression.family_of(j, &parents)))
                }
            },
            None => Arc::new(select(self)),
        };
        if let Some(memory) = &mut self.memory {
            memory.put(j, set, &family);
        }
        family
    }

    /// The family of y with x as a parent too, whether or not that is worth its price; none if x
    /// depends on the others or must not be one, or if weights must not be negative.
    pub fn joined(&mut self, (x, y): (usize, usize), family: &Family) -> Option<Family> {
        if self.problem.positive || !self.has_room((x, y), family) {
            return None;
        }
        self.regression.load(y, family);
        self.regression.add(x).then(|| self.regression.family())
    }

    /// Whether y may have x as one parent more.
    fn has_room(&self, (x, y): (usize, usize), family: &Family) -> bool {
        family.parents.len() < self.problem.most_parents_of(y) && self.problem.allows(x, y)
    }
}
