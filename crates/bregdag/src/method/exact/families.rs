//! The score of every node given every set of parents, from determinants:
//!
//! ```text
//! free variances    s_j(P) = m log v + p |P|                v = det C_(P∪j) / det C_P
//! equal, at σ²      s_j(P) = m S_jj v / σ² + p |P|
//! ```
//!
//! v is the share of its variance that P leaves of j.

use super::blocked::{Blocked, blocked};
use super::fit::{Equal, Fit, Free};
use super::minors::minors;
use super::part::Part;
use super::room::Halt;
use super::shares::Shares;
use super::wide::BLOCK;
use crate::linalg::Matrix;
use crate::score::{PERFECT, Problem, Variances};
use crate::watch::Watch;

/// A part of the variables with all that scores are computed from.
#[derive(Debug)]
pub struct Families {
    /// Which variables.
    pub part: Part,
    /// det C_AA of every set, or with free variances its logarithm.
    pub(super) minors: Vec<f64>,
    /// For every set the children that may not have it as their parents, if there are any.
    pub(super) blocked: Option<Vec<u32>>,
    /// The least share of a variance that matters for rounding.
    pub least: f64,
    pub(super) kind: Variances,
    /// S_jj of the inner variables.
    variances: Vec<f64>,
}

/// How sets are scored.
#[derive(Debug, Clone)]
pub struct Measure {
    /// m, or m / σ².
    rows: f64,
    pub(super) price: f64,
    /// p times the members among the lowest variables.
    pub(super) prices: Vec<f64>,
}

impl Measure {
    /// m rows (divided by σ² where variances are equal) and the price of an edge. Its last five bits are dropped: then
    /// up to 32 prices sum without rounding, in whatever order.
    pub fn new(rows: f64, price: f64) -> Measure {
        let price = f64::from_bits(price.to_bits() & !31);
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
        let Blocked { sets: blocked, least } =
            blocked(problem, &part, Shares { minors: &minors, kind }, watch)?;
        let variances = part.inner.iter().map(|&j| s[(j, j)]).collect();
        Ok(Families { part, minors, blocked, least, kind, variances })
    }

    /// Nodes that are ordered.
    pub fn inner(&self) -> usize {
        self.part.inner.len()
    }

    /// How many of the lowest variables a block has, where those from `low` on are gone through apart. Other variables
    /// come next to those of this part where these are not.
    pub(super) fn block(&self, low: usize) -> usize {
        BLOCK.min(if low == self.inner() { self.part.bits() } else { low })
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
        fit + measure.price * f64::from(set.count_ones())
    }

    /// What P leaves of the variance of j, at least the floor.
    pub fn variance(&self, j: usize, set: usize) -> f64 {
        let shares = Shares { minors: &self.minors, kind: self.kind };
        shares.of(set | 1 << j, j).max(PERFECT) * self.variances[j]
    }

    pub(super) fn is_blocked(&self, j: usize, set: usize) -> bool {
        self.blocked.as_ref().is_some_and(|blocked| blocked[set] >> j & 1 == 1)
    }
}
