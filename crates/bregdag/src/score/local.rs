//! The score of a node j given a set P of parents, remembered:
//!
//! ```text
//! s(j, P) = m log v + p |P|,        v = S_jj − S_jP S_PP⁻¹ S_Pj,        noise variances free
//! ```
//!
//! where P is admissible.

use std::collections::HashMap;

use super::admissible::Sets;
use super::{PERFECT, Problem, Score};

/// What a node keeps given its parents, and the score of that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Local {
    /// v.
    pub variance: f64,
    /// s(j, P).
    pub score: f64,
}

/// The scores of nodes given sets of parents.
#[derive(Debug)]
pub struct LocalScores<'a> {
    problem: &'a Problem<'a>,
    score: Score,
    /// Of each node, by the set; `None` where that is not admissible.
    memory: Vec<HashMap<Box<[usize]>, Option<Local>>>,
    sets: Sets,
    work: Vec<f64>,
}

impl<'a> LocalScores<'a> {
    /// Scores of a problem of free variances.
    pub fn new(problem: &'a Problem<'a>, score: Score) -> LocalScores<'a> {
        let memory = vec![HashMap::new(); problem.nodes()];
        LocalScores { problem, score, memory, sets: Sets::default(), work: vec![] }
    }

    /// s(j, P) with v, P increasing; `None` if P is not admissible.
    pub fn get(&mut self, j: usize, parents: &[usize]) -> Option<Local> {
        debug_assert!(parents.is_sorted());
        if let Some(&local) = self.memory[j].get(parents) {
            return local;
        }
        let local = self
            .variance(j, parents)
            .map(|variance| Local { variance, score: self.score.local(variance, parents.len()) });
        self.memory[j].insert(parents.into(), local);
        local
    }

    /// s(j, P ∪ {x}) − s(j, P) where both are admissible, x not in P.
    pub fn gain(&mut self, j: usize, parents: &[usize], x: usize) -> Option<f64> {
        let place = parents.partition_point(|&p| p < x);
        let with = [&parents[..place], &[x], &parents[place..]].concat();
        Some(self.get(j, &with)?.score - self.get(j, parents)?.score)
    }

    /// Most parents of j: those that it must have, at least.
    pub fn most_parents(&self, j: usize) -> usize {
        self.problem.most_parents_of(j)
    }

    fn variance(&mut self, j: usize, parents: &[usize]) -> Option<f64> {
        if !self.sets.are_admissible(self.problem, j, parents) {
            return None;
        }
        let (column, taken) = (self.problem.covariance.col(j), &self.sets.taken);
        let left = self.sets.factor.leftover(|k| column[taken[k]], column[j], &mut self.work);
        Some(left.max(PERFECT * self.problem.variances[j]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dataset, Moments, Table};
    use crate::graph::Dag;
    use crate::random::Stream;
    use crate::score::{Penalty, Variances, of_graph};

    /// Five columns; the last is the sum of the first two, but for a share `noise` of noise.
    fn moments(noise: f64) -> Moments {
        let mut stream = Stream::new(3, 0);
        let mut columns: Vec<Vec<f64>> =
            (0..5).map(|_| (0..60).map(|_| stream.normal()).collect()).collect();
        columns[4] =
            (0..60).map(|r| columns[0][r] + columns[1][r] + noise * columns[4][r]).collect();
        let names = (0..5).map(|j| format!("x{j}")).collect();
        Moments::of(&Table::new(names, columns).unwrap()).unwrap()
    }

    fn score() -> Score {
        Score::new(Variances::Free, Penalty::Bic, 1.0, 60, 5)
    }

    #[test]
    fn sums_to_the_score_of_a_graph() {
        let moments = moments(1.0);
        let data = Dataset::from(&moments);
        let problem = Problem::without_bounds(&data, Variances::Free, false);
        let mut scores = LocalScores::new(&problem, score());
        let dag = Dag::from_edges(5, &[(0, 4), (1, 4), (2, 3), (4, 3), (0, 3)]).unwrap();
        let sum: f64 = (0..5).map(|j| scores.get(j, dag.parents(j)).unwrap().score).sum();
        // Rounding of a hundred.
        assert!((sum - of_graph(&data, &dag, &score()).unwrap()).abs() < 1e-10);
        let both = scores.get(4, &[0, 1]).unwrap().score - scores.get(4, &[1]).unwrap().score;
        assert_eq!(scores.gain(4, &[1], 0), Some(both));
    }

    /// Three of which one is the sum of the others are no parents, whichever comes first, and neither
    /// are more; two of them are.
    #[test]
    fn dependence_belongs_to_the_set() {
        for (noise, admissible) in [(0.0, false), (1e-5, false), (1e-2, true)] {
            let moments = moments(noise);
            let data = Dataset::from(&moments);
            let problem = Problem::without_bounds(&data, Variances::Free, false);
            let mut scores = LocalScores::new(&problem, score());
            assert_eq!(scores.get(2, &[0, 1, 4]).is_some(), admissible, "{noise}");
            assert_eq!(scores.get(2, &[0, 1, 3, 4]).is_some(), admissible, "{noise}");
            for pair in [[0, 1], [0, 4], [1, 4]] {
                assert!(scores.get(2, &pair).is_some());
            }
            assert!(scores.get(4, &[0, 1]).unwrap().variance >= PERFECT);
        }
    }
}
