//! The parents P of one node j among its candidates, by greedy steps forward and backward:
//!
//! ```text
//! forward    add the candidate c with the largest δ = r_c²/d_c,
//! backward   drop the parent p with the smallest δ = β_p² / (S_PP⁻¹)_pp,
//! ```
//!
//! as long as the score improves; parents that must be there always are, and their price, the same
//! for all graphs, plays no part; δ is by how much the residual variance falls or rises. What r, d and
//! β are, and how they follow P, is in `regression`.

use super::memory::{Mask, Memory, bit, mask};
use super::swept::Swept;
use crate::score::{DEPENDENT, Family, Problem, Regression, Score};

/// Scores must improve by this share of the price of an edge: rounding alone never does.
pub const IMPROVEMENT: f64 = 1e-6;

/// With no more nodes than this a thorough selector looks at each candidate, whether or not it pays alone, and
/// eliminates from all.
pub(super) const FEW: usize = 32;

/// Who may be a parent: the nodes before it in the order, without `minus`, and with `plus`.
#[derive(Debug, Clone, Copy)]
pub struct Candidates<'a> {
    pub nodes: &'a [usize],
    /// The same nodes.
    pub set: Mask,
    pub plus: Option<usize>,
    pub minus: Option<usize>,
}

impl<'a> Candidates<'a> {
    /// All these nodes.
    pub fn all(nodes: &'a [usize]) -> Candidates<'a> {
        Candidates { nodes, set: mask(nodes), plus: None, minus: None }
    }

    /// As a set.
    pub fn mask(&self) -> Mask {
        let changed = |node: Option<usize>| node.map_or(0, bit);
        self.set & !changed(self.minus) | changed(self.plus)
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let minus = self.minus;
        self.nodes.iter().copied().filter(move |&c| Some(c) != minus).chain(self.plus)
    }
}

/// Selects parents; holds the memory for it.
#[derive(Debug, Clone)]
pub struct Selector<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) regression: Regression<'a>,
    /// Candidates that did not improve the score after all.
    pub(super) refused: Vec<usize>,
    /// Parents before a change.
    undo: Vec<usize>,
    /// What a thorough selector has found; a quick one has none.
    pub(super) memory: Option<Memory>,
    /// Selects among few candidates.
    pub(super) swept: Option<Swept>,
}

impl<'a> Selector<'a> {
    pub fn new(problem: &'a Problem<'a>) -> Selector<'a> {
        let regression = Regression::new(problem);
        Selector { problem, regression, refused: vec![], undo: vec![], memory: None, swept: None }
    }

    /// One that exchanges parents, eliminates and remembers.
    pub fn thorough(problem: &'a Problem<'a>) -> Selector<'a> {
        let n = problem.nodes();
        let enough = n <= problem.most_parents || n > FEW;
        let swept = (problem.independent && !problem.positive && enough).then(Swept::default);
        Selector { memory: Some(Memory::new(n)), swept, ..Selector::new(problem) }
    }

    /// Whether few enough may be parents to look at each of them.
    pub fn looks_at_all(&self) -> bool {
        self.memory.is_some() && self.problem.nodes() <= FEW
    }

    /// The parents of j, from those given on; these, and those it must have, must be candidates.
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
    pub fn family_of(&mut self, j: usize, parents: &[usize]) -> Family {
        self.regression.build(j, parents);
        self.regression.family()
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

    /// Changes the parents and keeps the change if the score improves.
    pub(super) fn attempt(
        &mut self,
        score: &Score,
        change: impl FnOnce(&mut Regression<'a>),
    ) -> bool {
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

    pub(super) fn improve(&mut self, score: &Score, candidates: Candidates<'_>) -> Family {
        self.refused.clear();
        self.regression.settle();
        // A graph to start from may have more.
        let most = self.problem.most_parents_of(self.regression.node);
        while self.regression.parents.len() > most {
            self.regression.remove_least();
        }
        self.climb(score, candidates);
        let family = self.regression.family();
        if self.memory.is_some() && self.eliminate(score, candidates) {
            return self.regression.family();
        }
        family
    }

    /// Steps until none improves the score.
    pub(super) fn climb(&mut self, score: &Score, candidates: Candidates<'_>) {
        loop {
            let dropped = self.shrink(score);
            let grown = self.grow(score, candidates);
            // Where matrices are swept they exchange.
            let exchanges = self.memory.is_some() && self.swept.is_none();
            let stepped = dropped || grown || (exchanges && self.exchange(score, candidates));
            if !stepped {
                return;
            }
        }
    }

    /// Adds the best candidate until none is worth its price; whether any was added.
    fn grow(&mut self, score: &Score, candidates: Candidates<'_>) -> bool {
        let mut any = false;
        let most = self.problem.most_parents_of(self.regression.node);
        while self.regression.parents.len() < most {
            let Some(best) = self.best_candidate(score, candidates) else { return any };
            let added = self.attempt(score, |regression| {
                regression.add(best);
            });
            if added {
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
        let Regression { node, variance, residual, left, .. } = &self.regression;
        let mut most = score.worthwhile(*variance) * (1.0 + IMPROVEMENT);
        let mut best = None;
        for c in candidates.iter() {
            let (r, d) = (residual[c], left[c]);
            // A parent has d = 0.
            if r * r <= most * d || d <= DEPENDENT * variances[c] || (*positive && r < 0.0) {
                continue;
            }
            if !self.refused.contains(&c) && self.problem.allows(c, *node) {
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

    /// The parent that may go whose δ is smallest, if that is less than its price.
    fn worst_parent(&mut self, score: &Score) -> Option<usize> {
        let mut least = score.tolerable(self.regression.variance);
        let mut worst = None;
        for k in self.regression.optional() {
            let rise = self.regression.rise(k);
            if rise < least {
                (least, worst) = (rise, Some(k));
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::random::Stream;
    use crate::score::{Penalty, Variances};
    use crate::{Moments, Table};

    const NODES: usize = 14;

    /// Columns that are mixtures of earlier ones: everything is correlated with everything.
    fn moments(seed: u64, rows: usize) -> Moments {
        let mut stream = Stream::new(seed, 0);
        let mut columns: Vec<Vec<f64>> = vec![];
        for _ in 0..NODES {
            let mut column: Vec<f64> = (0..rows).map(|_| stream.normal()).collect();
            for other in &columns {
                let weight = stream.normal();
                column.iter_mut().zip(other).for_each(|(x, y)| *x += 0.5 * weight * y);
            }
            columns.push(column);
        }
        let names = (0..NODES).map(|j| format!("x{j}")).collect();
        Moments::of(&Table::new(names, columns).unwrap()).unwrap()
    }

    /// β and v, by Gauss–Jordan elimination of (S_PP, S_Pj).
    fn directly(problem: &Problem<'_>, j: usize, parents: &[usize]) -> (Vec<f64>, f64) {
        let (s, k) = (&problem.covariance, parents.len());
        let row = |&p: &usize| parents.iter().chain([&j]).map(|&q| s[(p, q)]).collect();
        let mut rows: Vec<Vec<f64>> = parents.iter().map(row).collect();
        for p in 0..k {
            let head = rows[p].clone();
            for r in (0..k).filter(|&r| r != p) {
                let factor = rows[r][p] / head[p];
                rows[r].iter_mut().zip(&head).for_each(|(x, y)| *x -= factor * y);
            }
        }
        let weights: Vec<f64> = (0..k).map(|p| rows[p][k] / rows[p][p]).collect();
        let explained: f64 = parents.iter().zip(&weights).map(|(&p, w)| s[(p, j)] * w).sum();
        (weights, s[(j, j)] - explained)
    }

    /// A family is the regression on its parents, and these are candidates.
    fn check(problem: &Problem<'_>, score: &Score, j: usize, family: &Family, allowed: &[usize]) {
        let mut distinct = family.parents.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), family.parents.len());
        assert!(distinct.iter().all(|p| allowed.contains(p) && *p != j));
        let (weights, variance) = directly(problem, j, &family.parents);
        // Condition numbers below 1e5 here, times rounding.
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * (1.0 + b.abs());
        assert!(close(family.variance, variance), "{} {variance}", family.variance);
        assert!(family.weights.iter().zip(weights).all(|(a, b)| close(*a, b)));
        assert!(!problem.positive || family.weights.iter().all(|w| *w >= 0.0));
        assert_eq!(family.score(score), score.local(family.variance, family.parents.len()));
    }

    /// Candidates come and go; what remains is a regression, and `with` says no only rightly.
    fn walk(problem: &Problem<'_>, score: &Score, seed: u64) -> (usize, usize) {
        let mut stream = Stream::new(seed, 1);
        let mut selector = Selector::new(problem);
        let order = stream.permutation(NODES);
        let (y, others) = (order[0], &order[1..]);
        let mut allowed = others[..NODES / 2].to_vec();
        let mut family = Arc::new(selector.select(score, y, &[], Candidates::all(&allowed)));
        let (mut most, mut refusals) = (0, 0);
        for _ in 0..40 {
            let x = others[stream.below(others.len())];
            if allowed.contains(&x) {
                let candidates = Candidates { minus: Some(x), ..Candidates::all(&allowed) };
                family = selector.without(score, (x, y), &family, candidates);
                allowed.retain(|&c| c != x);
            } else {
                let candidates = Candidates { plus: Some(x), ..Candidates::all(&allowed) };
                let r = family.residual_covariance(y, problem.covariance.col(x));
                let with = selector.with(score, (x, y), r, &family, candidates);
                allowed.push(x);
                refusals += usize::from(with.is_none());
                match with {
                    Some(better) => {
                        assert!(better.score(score) < family.score(score));
                        family = better;
                    }
                    None if !problem.positive => {
                        let more: Vec<usize> = family.parents.iter().copied().chain([x]).collect();
                        let added = score.local(directly(problem, y, &more).1, more.len());
                        // Twice the least improvement that counts.
                        assert!(added > family.score(score) - 2.0 * IMPROVEMENT * score.price());
                    }
                    None => {}
                }
            }
            check(problem, score, y, &family, &allowed);
            let again = selector.again(score, y, &family, Candidates::all(&allowed));
            check(problem, score, y, &again, &allowed);
            // Where it has settled, nothing changes.
            assert!(problem.positive || again.parents == family.parents);
            most = most.max(family.parents.len());
        }
        (most, refusals)
    }

    #[test]
    fn families_are_regressions_on_candidates() {
        for variances in [Variances::Equal, Variances::Free] {
            for positive in [false, true] {
                let (mut most, mut refusals) = (0, 0);
                for seed in 0..30 {
                    let moments = moments(seed, 60 + 20 * seed as usize);
                    let data = (&moments).into();
                    let problem = Problem::new(&data, variances, positive, &()).unwrap();
                    // A low price, so that families are large; σ² is of the size of the noise.
                    let factor = if seed % 2 == 0 { 0.1 } else { 1.0 };
                    let score = Score::new(variances, Penalty::Bic, factor, moments.rows(), NODES);
                    let seen = walk(&problem, &score, seed);
                    (most, refusals) = (most.max(seen.0), refusals + seen.1);
                }
                // Families with a remembered d took part, and so did the quick refusals.
                assert!(most >= 6 && refusals > 30, "{most} {refusals}");
            }
        }
    }

    #[test]
    fn nothing_outside_the_candidates_and_the_limit() {
        let moments = moments(1, 100);
        let data = (&moments).into();
        let mut problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
        let score = Score::new(Variances::Free, Penalty::Bic, 0.01, 100, NODES);
        let none = Selector::new(&problem).select(&score, 3, &[], Candidates::all(&[]));
        assert!(none.parents.is_empty());
        problem.most_parents = 2;
        let all: Vec<usize> = (0..NODES).filter(|&i| i != 3).collect();
        let two = Selector::new(&problem).select(&score, 3, &[], Candidates::all(&all));
        assert_eq!(two.parents.len(), 2);
    }
}
