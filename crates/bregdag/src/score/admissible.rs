//! Which sets P may be the parents of a node. P is *admissible* for j if it has no more members than the
//! rows allow, and each keeps a share of its variance given the others,
//!
//! ```text
//! 1 / ω_i > DEPENDENT · S_ii,        ω_i = (S_PP⁻¹)_ii.
//! ```
//!
//! That is a property of the set: it does not depend on the order in which its members came in, and a
//! part of an admissible set is admissible. What is required beforehand is admissible, too.

use super::Problem;
use crate::linalg::{COLLINEAR, Cholesky};

/// A node of which others leave less than this share is a linear combination of them. With a margin,
/// since pivots depend on the order in which nodes are taken, and what a search takes should outlast the
/// refit.
pub const DEPENDENT: f64 = 10.0 * COLLINEAR;

/// A shortfall that was computed step by step is trusted if it is this many times below or above 1.
/// Its rounding is some 10⁻⁹.
const CLEAR: f64 = 1.5;

/// What a node lacks to be independent of the others in its set, where ω is its entry of S_PP⁻¹: less than
/// 1 is enough.
pub fn shortfall(variance: f64, omega: f64) -> f64 {
    DEPENDENT * variance * omega
}

/// Factors of S_PP for sets P, with the memory for it.
#[derive(Debug, Clone, Default)]
pub struct Sets {
    /// The factor of S_TT.
    pub factor: Cholesky,
    /// T: the set, increasing, less those that depend on members before them.
    pub taken: Vec<usize>,
    work: Vec<f64>,
}

impl Sets {
    /// Whether P, increasing, may be the parents of j; leaves its factor.
    pub fn are_admissible(&mut self, problem: &Problem<'_>, j: usize, parents: &[usize]) -> bool {
        if parents.len() > problem.most_parents_of(j) {
            return false;
        }
        self.take(problem, parents);
        parents.iter().all(|&i| problem.knowledge.requires(i, j))
            || self.are_independent(problem, parents)
    }

    /// The same where the largest shortfall was computed step by step, P in any order.
    pub fn confirm(&mut self, problem: &Problem<'_>, most: f64, parents: &[usize]) -> bool {
        if most * CLEAR < 1.0 || most > CLEAR {
            return most < 1.0;
        }
        let mut sorted = parents.to_vec();
        sorted.sort_unstable();
        self.take(problem, &sorted);
        self.are_independent(problem, &sorted)
    }

    fn take(&mut self, problem: &Problem<'_>, set: &[usize]) {
        let Sets { factor, taken, .. } = self;
        factor.clear();
        taken.clear();
        for &p in set {
            let column = problem.covariance.col(p);
            if factor.push(|k| column[taken[k]], column[p], DEPENDENT).is_ok() {
                taken.push(p);
            }
        }
    }

    fn are_independent(&mut self, problem: &Problem<'_>, set: &[usize]) -> bool {
        let Sets { factor, taken, work } = self;
        let lacks =
            |k: usize| shortfall(problem.variances[taken[k]], factor.inverse_entry(k, work)) >= 1.0;
        taken.len() == set.len() && (problem.independent || !(0..taken.len()).any(lacks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Dataset, Moments, Table};
    use crate::random::Stream;
    use crate::score::{Regression, Variances};

    /// Eight columns of which the last three are sums of others, but for noise near what is dependent.
    fn moments(seed: u64) -> Moments {
        let mut stream = Stream::new(seed, 0);
        let mut columns: Vec<Vec<f64>> =
            (0..8).map(|_| (0..80).map(|_| stream.normal()).collect()).collect();
        for (sum, parts) in [(5, vec![0, 1]), (6, vec![0, 2, 3]), (7, vec![4, 5])] {
            let noise = DEPENDENT.sqrt() * 3.0 * stream.uniform();
            for r in 0..80 {
                let whole: f64 = parts.iter().map(|&i| columns[i][r]).sum();
                columns[sum][r] = whole + noise * columns[sum][r];
            }
        }
        let names = (0..8).map(|j| format!("x{j}")).collect();
        Moments::of(&Table::new(names, columns).unwrap()).unwrap()
    }

    /// A regression takes exactly the admissible sets, in whatever order their members come.
    #[test]
    fn the_order_of_steps_plays_no_part() {
        let (mut taken, mut refused) = (0, 0);
        for seed in 0..20 {
            let moments = moments(seed);
            let data = Dataset::from(&moments);
            let problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
            let mut regression = Regression::new(&problem);
            let mut stream = Stream::new(seed, 1);
            for set in 1..1usize << 7 {
                // Node 4 is the child.
                let members: Vec<usize> =
                    (0..7).filter(|i| set >> i & 1 == 1).map(|i| i + usize::from(i >= 4)).collect();
                let admissible = Sets::default().are_admissible(&problem, 4, &members);
                for _ in 0..3 {
                    let shuffled: Vec<usize> =
                        stream.permutation(members.len()).into_iter().map(|k| members[k]).collect();
                    regression.build(4, &shuffled);
                    assert_eq!(regression.parents.len() == members.len(), admissible);
                }
                (taken, refused) =
                    (taken + usize::from(admissible), refused + usize::from(!admissible));
            }
        }
        assert!(taken > 100 && refused > 100, "{taken} {refused}");
    }
}
