//! What does not change along a path: correlations, rows, and what is known beforehand.

use super::Options;
use super::penalty::Mcp;
use crate::data::{Dataset, Knowledge};
use crate::linalg::Matrix;
use crate::score::{PERFECT, most_parents};

/// The least share of its variance that noise keeps. A column that others explain wholly would have an
/// objective without bound.
const LEAST_NOISE: f64 = PERFECT;

/// The data of one path. Columns have mean zero and length one, so their products are correlations.
#[derive(Debug)]
pub struct Problem<'a> {
    /// ⟨x_i, x_j⟩.
    pub gram: Matrix,
    /// m.
    pub rows: f64,
    pub known: &'a Knowledge,
    pub options: Options,
    /// Most parents of a node, unless more are required: with more, the rows leave no noise.
    most_parents: usize,
}

impl<'a> Problem<'a> {
    pub fn new(data: &'a Dataset<'_>, options: &Options) -> Problem<'a> {
        let moments = data.moments();
        Problem {
            gram: moments.standardized().covariance(),
            rows: moments.rows() as f64,
            known: data.knowledge(),
            options: *options,
            most_parents: most_parents(moments.rows()),
        }
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.gram.rows()
    }

    /// The penalty at this λ.
    pub fn penalty(&self, lambda: f64) -> Mcp {
        Mcp { lambda, gamma: self.options.gamma }
    }

    /// The largest ρ.
    pub fn most_precise(&self) -> f64 {
        (self.rows / LEAST_NOISE).sqrt()
    }

    /// Moves of coefficients below this are none.
    pub fn still(&self) -> f64 {
        self.options.tolerance * self.rows.sqrt()
    }

    /// Changes of the objective below this are none.
    pub fn level(&self) -> f64 {
        self.options.tolerance * self.rows
    }

    /// Whether j may have this many parents.
    pub fn has_room(&self, j: usize, parents: usize) -> bool {
        parents <= self.most_parents.max(self.known.required_parents(j).len())
    }

    /// Most edges of a graph on the path.
    pub fn most_edges(&self) -> usize {
        let more = self.options.max_edges.saturating_mul(self.variables());
        more.saturating_add(self.known.required_edges())
    }

    /// The ρ at which −m log ρ + ½ρ² − cρ is least: (c + √(c² + 4m))/2.
    pub fn precision(&self, c: f64) -> f64 {
        let root = (c * c + 4.0 * self.rows).sqrt();
        // Without subtracting numbers of one size.
        let rho = if c >= 0.0 { 0.5 * (c + root) } else { 2.0 * self.rows / (root - c) };
        rho.min(self.most_precise())
    }
}
