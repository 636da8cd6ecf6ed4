//! What to simulate: kinds of graphs, weights and noises, sizes, and their ranges.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// The kind of random graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphKind {
    /// Exactly kn edges, or as many as asked for, uniform among all pairs, directed along a random
    /// order.
    #[serde(alias = "er")]
    ErdosRenyi,
    /// Each new node points to k older ones, preferably to those that already have many parents.
    #[serde(alias = "sf")]
    ScaleFree,
}

/// The weights of the edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightKind {
    /// Uniform on [−b, −a] ∪ [a, b].
    Signed,
    /// Uniform on [a, b].
    Positive,
    /// All equal to +1.
    Unit,
    /// The onion method on DAGs (Andrews and Kummerfeld 2024, doi:10.48550/arXiv.2405.13100): a random
    /// correlation matrix that fits the graph, and the weights that follow. Every variable has
    /// variance 1; the noise is scaled to what its parents leave. Takes memory and time of order n².
    Onion,
}

/// The distribution of the noise, shifted to mean zero.
///
/// | noise | standard form | shift | variance |
/// |---|---|---|---|
/// | Gaussian | N(0, 1) | 0 | 1 |
/// | Exponential | rate 1 | −1 | 1 |
/// | Gumbel | location 0, scale 1, long tail to the right | −0.5772… | π²/6 ≈ 1.645 |
/// | Uniform | on [−1, 1] | 0 | 1/3 |
/// | Laplace | location 0, scale 1 | 0 | 2 |
/// | Student's t | 3 degrees of freedom, scale 1; no fourth moment | 0 | 3 |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Noise {
    /// Standard normal.
    Gaussian,
    /// Exponential with rate 1, minus 1.
    Exponential,
    /// Standard Gumbel, minus the Euler–Mascheroni constant.
    Gumbel,
    /// Uniform on [−1, 1].
    Uniform,
    /// Laplace with scale 1.
    Laplace,
    /// Student's t with 3 degrees of freedom.
    T3,
}

/// What to simulate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Kind of graph; default Erdős–Rényi.
    pub graph: GraphKind,
    /// Number of variables n; default 50, at least 2.
    pub nodes: usize,
    /// Edges per node k; default 2, at most (n − 1)/2 (scale-free: 1 ≤ k < n).
    pub degree: usize,
    /// Number of edges of an Erdős–Rényi graph; default none, which means kn. Takes the place of the
    /// degree; at most n(n − 1)/2.
    pub edges: Option<usize>,
    /// Number of rows m; default 1000, at least 2.
    pub samples: usize,
    /// Kind of weights; default signed.
    pub weights: WeightKind,
    /// Least and greatest |W_ij| (a, b); default (0.5, 2), 0 < a ≤ b. Unit weights ignore it, onion
    /// weights refuse another one.
    pub weight_range: (f64, f64),
    /// Distribution of the noise; default Gaussian.
    pub noise: Noise,
    /// The noise of each node is multiplied by a factor drawn uniformly from this range; default
    /// (1, 1), 0 < least ≤ greatest. Onion weights refuse another one.
    pub noise_scale: (f64, f64),
    /// Whether to bring every column to mean 0 and variance 1 (dividing by m); default no.
    pub standardize: bool,
    /// Each column is multiplied by a factor of its own whose logarithm is uniform between those of
    /// least and greatest; default none. Not together with `standardize`.
    pub rescale: Option<(f64, f64)>,
    /// Seed of all random numbers; default 0.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            graph: GraphKind::ErdosRenyi,
            nodes: 50,
            degree: 2,
            edges: None,
            samples: 1000,
            weights: WeightKind::Signed,
            weight_range: (0.5, 2.0),
            noise: Noise::Gaussian,
            noise_scale: (1.0, 1.0),
            standardize: false,
            rescale: None,
            seed: 0,
        }
    }
}

impl Options {
    /// Checks every option against its range; the error names the first one outside.
    pub fn validate(&self) -> Result<()> {
        require(self.nodes >= 2, "nodes", self.nodes, "at least 2")?;
        self.validate_edges()?;
        require(self.samples >= 2, "samples", self.samples, "at least 2")?;
        require_range("weight-range", self.weight_range)?;
        require_range("noise-scale", self.noise_scale)?;
        if self.weights == WeightKind::Onion {
            self.validate_onion()?;
        }
        validate_units(self.standardize, self.rescale)
    }

    fn validate_edges(&self) -> Result<()> {
        let k = self.degree;
        match (self.graph, self.edges) {
            (GraphKind::ErdosRenyi, None) => {
                // kn ≤ n(n − 1)/2, without overflow.
                let fits = k <= (self.nodes - 1) / 2;
                require(fits, "degree", k, "at most (nodes - 1)/2: a DAG has no room for more")
            }
            (GraphKind::ErdosRenyi, Some(edges)) => {
                let pairs = self.nodes as u128 * (self.nodes as u128 - 1) / 2;
                let expected = "at most nodes (nodes - 1)/2: a DAG has no room for more";
                require(edges as u128 <= pairs, "edges", edges, expected)
            }
            (GraphKind::ScaleFree, None) => {
                let fits = 1 <= k && k < self.nodes;
                require(fits, "degree", k, "at least 1 and less than nodes")
            }
            (GraphKind::ScaleFree, Some(edges)) => {
                let expected =
                    "a degree instead: every node of a scale-free graph points to as many";
                require(false, "edges", edges, expected)
            }
        }
    }

    /// The onion method has no parameters: the variance of a variable is 1.
    fn validate_onion(&self) -> Result<()> {
        let default = Options::default();
        let given = self.weight_range;
        let expected = "no range: onion weights follow from random correlations";
        require_for_range(given == default.weight_range, "weight-range", given, expected)?;
        let given = self.noise_scale;
        let expected =
            "no scale: with onion weights the noise is what the parents leave of variance 1";
        require_for_range(given == default.noise_scale, "noise-scale", given, expected)
    }
}

/// Columns may be standardised or rescaled, not both.
pub(crate) fn validate_units(standardize: bool, rescale: Option<(f64, f64)>) -> Result<()> {
    rescale.map_or(Ok(()), |range| {
        require_range("rescale", range)?;
        let expected = "no rescaling of columns that are standardised";
        require_for_range(!standardize, "rescale", range, expected)
    })
}

fn require(
    holds: bool,
    name: &'static str,
    value: impl Debug,
    expected: &'static str,
) -> Result<()> {
    let error = || Error::Option { name, value: format!("{value:?}"), expected };
    holds.then_some(()).ok_or_else(error)
}

fn require_for_range(
    holds: bool,
    name: &'static str,
    (a, b): (f64, f64),
    expected: &'static str,
) -> Result<()> {
    let error = || Error::Option { name, value: format!("{a},{b}"), expected };
    holds.then_some(()).ok_or_else(error)
}

fn require_range(name: &'static str, (a, b): (f64, f64)) -> Result<()> {
    let holds = 0.0 < a && a <= b && b.is_finite();
    require_for_range(holds, name, (a, b), "two finite numbers, 0 < least <= greatest")
}
