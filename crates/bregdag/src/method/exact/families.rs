//! The score of every node given every set of parents, from determinants:
//!
//! ```text
//! free variances    s_j(P) = m log v + p |P|                v = det C_(P∪j) / det C_P
//! equal, at σ²      s_j(P) = m S_jj v / σ² + p |P|
//! ```
//!
//! v is the share of its variance that P leaves of j.

use super::blocked::blocked;
use super::fit::{Equal, Fit, Free};
use super::minors::minors;
use super::part::Part;
use super::room::Halt;
use crate::linalg::Matrix;
use crate::score::{PERFECT, Problem, Variances};
use crate::watch::Watch;

/// Sets that are looked at together: the patterns of so many of the lowest variables.
const BLOCK: usize = 12;

/// A part of the variables with all that scores are computed from.
#[derive(Debug)]
pub struct Families {
    /// Which variables.
    pub part: Part,
    /// det C_AA of every set, or with free variances its logarithm.
    pub(super) minors: Vec<f64>,
    /// For every set the children that may not have it as their parents, if there are any.
    pub(super) blocked: Option<Vec<u32>>,
    pub(super) kind: Variances,
    /// S_jj of the inner variables.
    variances: Vec<f64>,
}

/// How sets are scored.
#[derive(Debug, Clone)]
pub struct Measure {
    /// m, or m / σ².
    rows: f64,
    price: f64,
    /// p times the members among the lowest variables.
    pub(super) prices: Vec<f64>,
}

impl Measure {
    /// m rows (divided by σ² where variances are equal) and the price of an edge.
    pub fn new(rows: f64, price: f64) -> Measure {
        let prices = (0..1usize << BLOCK).map(|set| price * f64::from(set.count_ones())).collect();
        Measure { rows, price, prices }
    }
}

impl Families {
    /// The scores of one part of the variables.
    pub fn new(
        problem: &Problem<'_>,
        kind: Variances,
        part: Part,
        watch: &dyn Watch,
    ) -> Result<Families, Halt> {
        let (n, s) = (part.bits(), &problem.covariance);
        let places: Vec<usize> = part.variables().collect();
        let mut correlations = Matrix::zeros(n, n);
        for (k, &i) in places.iter().enumerate() {
            for (l, &j) in places.iter().enumerate() {
                let scale = (s[(i, i)] * s[(j, j)]).sqrt();
                correlations[(k, l)] = if k == l {
                    1.0
                } else if scale > 0.0 {
                    s[(i, j)] / scale
                } else {
                    0.0
                };
            }
        }
        let minors = minors(&correlations, kind == Variances::Free, watch)?;
        let share = |set: usize, i: usize| match kind {
            Variances::Free => (minors[set] - minors[set ^ 1 << i]).exp(),
            Variances::Equal => minors[set] / minors[set ^ 1 << i],
        };
        let blocked = blocked(problem, &part, share, watch)?;
        let variances = part.inner.iter().map(|&j| s[(j, j)]).collect();
        Ok(Families { part, minors, blocked, kind, variances })
    }

    /// Nodes that are ordered.
    pub fn inner(&self) -> usize {
        self.part.inner.len()
    }

    /// How many of the lowest variables a block has.
    pub(super) fn block(&self) -> usize {
        BLOCK.min(self.inner())
    }

    pub(super) fn free(&self, measure: &Measure) -> Free {
        Free { rows: measure.rows, floor: PERFECT.ln() }
    }

    pub(super) fn equal(&self, measure: &Measure, j: usize) -> Equal {
        Equal { scale: measure.rows * self.variances[j] }
    }

    /// s_j(P), whether or not P may be the parents of j.
    pub fn score(&self, measure: &Measure, j: usize, set: usize) -> f64 {
        let (with, without) = (self.minors[set | 1 << j], self.minors[set]);
        let fit = match self.kind {
            Variances::Free => self.free(measure).value(with, without),
            Variances::Equal => self.equal(measure, j).value(with, without),
        };
        let low = set & ((1 << self.block()) - 1);
        fit + (measure.prices[low] + self.high_price(measure, set))
    }

    /// What P leaves of the variance of j, at least the floor.
    pub fn variance(&self, j: usize, set: usize) -> f64 {
        let (with, without) = (self.minors[set | 1 << j], self.minors[set]);
        let share = match self.kind {
            Variances::Free => (with - without).exp(),
            Variances::Equal => with / without,
        };
        share.max(PERFECT) * self.variances[j]
    }

    /// The least share of its variance that all others leave of a variable.
    pub fn least_share(&self) -> f64 {
        let all = self.minors.len() - 1;
        let share = |i: usize| match self.kind {
            Variances::Free => (self.minors[all] - self.minors[all ^ 1 << i]).exp(),
            Variances::Equal => self.minors[all] / self.minors[all ^ 1 << i],
        };
        (0..self.part.bits()).map(share).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn is_blocked(&self, j: usize, set: usize) -> bool {
        self.blocked.as_ref().is_some_and(|blocked| blocked[set] >> j & 1 == 1)
    }

    /// The price of the members that are not among the lowest.
    pub(super) fn high_price(&self, measure: &Measure, set: usize) -> f64 {
        measure.price * f64::from((set >> self.block()).count_ones())
    }
}
