//! X = XW + E: data from a random linear model whose graph is known.
//!
//! W is the weighted adjacency matrix of a random DAG (W_ij ≠ 0 means i → j), each row of X is one
//! sample, and the entries of E are independent with mean zero. Every number depends on the options
//! alone: the same seed gives the same bytes on any platform and any number of threads.
//!
//! ```
//! use bregdag::simulate::{Options, simulate};
//!
//! let options = Options { nodes: 20, degree: 2, samples: 100, seed: 7, ..Options::default() };
//! let simulation = simulate(&options)?;
//! assert_eq!(simulation.truth.edges().len(), 2 * 20);
//! assert_eq!(simulation.table.rows(), 100);
//! assert_eq!(simulation.table.names()[19], "x20");
//! # Ok::<(), bregdag::Error>(())
//! ```

mod graphs;
mod noise;
mod weights;

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::data::Table;
use crate::error::{Error, Result};
use crate::linalg::add_scaled;
use crate::model::WeightedDag;
use crate::parallel::parallel_map;
use crate::random::{Purpose, Stream};

/// The kind of random graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GraphKind {
    /// Exactly kn edges, uniform among all pairs, directed along a random order.
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
    /// Number of rows m; default 1000, at least 2.
    pub samples: usize,
    /// Kind of weights; default signed.
    pub weights: WeightKind,
    /// Least and greatest |W_ij| (a, b); default (0.5, 2), 0 < a ≤ b. Unit weights ignore it.
    pub weight_range: (f64, f64),
    /// Distribution of the noise; default Gaussian.
    pub noise: Noise,
    /// The noise of each node is multiplied by a factor drawn uniformly from this range; default
    /// (1, 1), 0 < least ≤ greatest.
    pub noise_scale: (f64, f64),
    /// Whether to bring every column to mean 0 and variance 1 (dividing by m); default no.
    pub standardize: bool,
    /// Seed of all random numbers; default 0.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            graph: GraphKind::ErdosRenyi,
            nodes: 50,
            degree: 2,
            samples: 1000,
            weights: WeightKind::Signed,
            weight_range: (0.5, 2.0),
            noise: Noise::Gaussian,
            noise_scale: (1.0, 1.0),
            standardize: false,
            seed: 0,
        }
    }
}

impl Options {
    /// Checks every option against its range; the error names the first one outside.
    pub fn validate(&self) -> Result<()> {
        let k = self.degree;
        require(self.nodes >= 2, "nodes", self.nodes, "at least 2")?;
        match self.graph {
            GraphKind::ErdosRenyi => {
                // kn ≤ n(n − 1)/2, without overflow.
                let fits = k <= (self.nodes - 1) / 2;
                require(fits, "degree", k, "at most (nodes - 1)/2: a DAG has no room for more")?;
            }
            GraphKind::ScaleFree => {
                let fits = 1 <= k && k < self.nodes;
                require(fits, "degree", k, "at least 1 and less than nodes")?;
            }
        }
        require(self.samples >= 2, "samples", self.samples, "at least 2")?;
        require_range("weight-range", self.weight_range)?;
        require_range("noise-scale", self.noise_scale)
    }
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

fn require_range(name: &'static str, (a, b): (f64, f64)) -> Result<()> {
    let holds = 0.0 < a && a <= b && b.is_finite();
    let expected = "two finite numbers, 0 < least <= greatest";
    let error = || Error::Option { name, value: format!("{a},{b}"), expected };
    holds.then_some(()).ok_or_else(error)
}

/// Data and where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// The samples of the variables x1, …, xn.
    pub table: Table,
    /// The graph, weighted in the units of the table: with standardised columns its weights are
    /// W_ij·sd_i/sd_j, so that X = XW + E holds for the table as given.
    pub truth: WeightedDag,
}

/// Draws a graph, its weights and samples. See the [module](self) for an example.
pub fn simulate(options: &Options) -> Result<Simulation> {
    options.validate()?;
    let mut truth = draw_dag(options)?;
    let mut columns = draw_noise(options);
    propagate(&truth, &mut columns);
    if !columns.iter().flatten().all(|x| x.is_finite()) {
        let expected = "fewer edges, smaller weights or less noise: a column overflows";
        return Err(Error::Option { name: "degree", value: options.degree.to_string(), expected });
    }
    let names: Vec<String> = (1..=options.nodes).map(|j| format!("x{j}")).collect();
    if options.standardize {
        let mut deviations = Vec::with_capacity(options.nodes);
        for (name, column) in names.iter().zip(&mut columns) {
            deviations.push(standardize(name, column)?);
        }
        truth = rescale(&truth, &deviations)?;
    }
    Ok(Simulation { table: Table::new(names, columns)?, truth })
}

/// The DAG of W.
fn draw_dag(options: &Options) -> Result<WeightedDag> {
    let stream = |purpose| Stream::of(options.seed, purpose);
    let edges =
        graphs::draw(options.graph, options.nodes, options.degree, &mut stream(Purpose::Graph));
    let (kind, range) = (options.weights, options.weight_range);
    let weights = weights::draw(kind, range, edges.len(), &mut stream(Purpose::Weights));
    let mut parents = vec![vec![]; options.nodes];
    for ((i, j), weight) in edges.into_iter().zip(weights) {
        parents[j].push((i, weight));
    }
    WeightedDag::new(parents)
}

/// The columns of E.
fn draw_noise(options: &Options) -> Vec<Vec<f64>> {
    let mut stream = Stream::of(options.seed, Purpose::Scales);
    let scales: Vec<f64> =
        (0..options.nodes).map(|_| weights::uniform_in(options.noise_scale, &mut stream)).collect();
    parallel_map(options.nodes, |j| {
        let mut stream = Stream::of(options.seed, Purpose::Noise(j));
        (0..options.samples).map(|_| scales[j] * noise::draw(options.noise, &mut stream)).collect()
    })
}

/// E becomes X = E + XW, causes before effects and the parents of a node in increasing order.
pub(crate) fn propagate(truth: &WeightedDag, columns: &mut [Vec<f64>]) {
    for &j in truth.dag().order() {
        let mut column = std::mem::take(&mut columns[j]);
        for (i, weight) in truth.parents(j) {
            add_scaled(&mut column, weight, &columns[i]);
        }
        columns[j] = column;
    }
}

/// Brings a column to mean 0 and variance 1 and returns the standard deviation it had.
fn standardize(name: &str, column: &mut [f64]) -> Result<f64> {
    let m = column.len() as f64;
    let mean = column.iter().sum::<f64>() / m;
    column.iter_mut().for_each(|x| *x -= mean);
    let variance = column.iter().map(|x| x * x).sum::<f64>() / m;
    if !variance.is_normal() {
        return Err(Error::BadScale { column: name.to_string(), variance });
    }
    let deviation = variance.sqrt();
    column.iter_mut().for_each(|x| *x /= deviation);
    Ok(deviation)
}

/// The DAG with the weights W_ij·sd_i/sd_j.
fn rescale(truth: &WeightedDag, deviations: &[f64]) -> Result<WeightedDag> {
    let rescaled = |j: usize| {
        let ratio = |i: usize| deviations[i] / deviations[j];
        truth.parents(j).map(|(i, weight)| (i, weight * ratio(i))).collect()
    };
    WeightedDag::new((0..truth.nodes()).map(rescaled).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CRC-32 of the bits of the columns and of the edges i → j with their weights.
    fn checksum(simulation: &Simulation) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for x in simulation.table.columns().iter().flatten() {
            hasher.update(&x.to_bits().to_le_bytes());
        }
        for (i, j, weight) in simulation.truth.edges() {
            hasher.update(&(i as u64).to_le_bytes());
            hasher.update(&(j as u64).to_le_bytes());
            hasher.update(&weight.to_bits().to_le_bytes());
        }
        hasher.finalize()
    }

    /// The checksums of the option sets below. A change breaks every seed ever published.
    const RECORDED: [u32; 5] = [0x1747_7ec7, 0x9955_74c8, 0x969b_18cb, 0x8040_0879, 0xdb5d_d894];

    fn option_sets() -> [Options; 5] {
        let small = Options { nodes: 20, samples: 100, ..Options::default() };
        let unit = Options {
            weights: WeightKind::Unit,
            noise: Noise::Exponential,
            seed: 1,
            ..small.clone()
        };
        let scale_free = Options {
            graph: GraphKind::ScaleFree,
            degree: 4,
            weights: WeightKind::Positive,
            noise: Noise::Gumbel,
            ..small.clone()
        };
        let standardized = Options { noise: Noise::Laplace, standardize: true, ..small.clone() };
        let unequal = Options { noise: Noise::Uniform, noise_scale: (0.5, 2.0), ..small.clone() };
        [small, unit, scale_free, standardized, unequal]
    }

    fn checksums() -> [u32; 5] {
        option_sets().map(|options| checksum(&simulate(&options).unwrap()))
    }

    #[test]
    fn every_bit_is_as_recorded() {
        assert_eq!(checksums(), RECORDED, "{:#010x?}", checksums());
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn every_bit_is_the_same_on_one_and_two_threads() {
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(checksums), RECORDED, "{threads} threads");
        }
    }

    /// x_j − Σ W_ij x_i of every node, centred.
    fn residuals(simulation: &Simulation) -> Vec<Vec<f64>> {
        let columns = simulation.table.columns();
        let residual = |j: usize| {
            let mut residual = columns[j].clone();
            for (i, weight) in simulation.truth.parents(j) {
                add_scaled(&mut residual, -weight, &columns[i]);
            }
            let mean = residual.iter().sum::<f64>() / residual.len() as f64;
            residual.into_iter().map(|x| x - mean).collect()
        };
        (0..simulation.truth.nodes()).map(residual).collect()
    }

    fn variance(centred: &[f64]) -> f64 {
        centred.iter().map(|x| x * x).sum::<f64>() / centred.len() as f64
    }

    #[test]
    fn residuals_have_the_variance_of_the_scaled_noise() -> Result<()> {
        let noise_scale = (3.0, 3.0);
        let options = Options { samples: 20_000, noise_scale, ..Options::default() };
        for residual in residuals(&simulate(&options)?) {
            // Five standard errors of a Gaussian variance of 9: 9·√(2/20 000) = 0.09.
            assert!((variance(&residual) - 9.0).abs() < 0.45);
        }
        Ok(())
    }

    #[test]
    fn unequal_noise_scales_fill_their_range() -> Result<()> {
        let options = Options { noise_scale: (0.5, 2.0), ..Options::default() };
        let scales: Vec<f64> =
            residuals(&simulate(&options)?).iter().map(|r| variance(r).sqrt()).collect();
        // Five standard errors of a standard deviation of 2: 2/√2000 = 0.045.
        assert!(scales.iter().all(|s| (0.27..2.23).contains(s)), "{scales:?}");
        assert!(scales.iter().any(|&s| s < 0.8) && scales.iter().any(|&s| s > 1.7));
        Ok(())
    }

    #[test]
    fn standardized_columns_follow_the_standardized_weights() -> Result<()> {
        let raw = Options { samples: 200, ..Options::default() };
        let scaled = simulate(&Options { standardize: true, ..raw.clone() })?;
        let raw = simulate(&raw)?;
        for column in scaled.table.columns() {
            // Rounding of sums of 200 terms of order one.
            assert!(column.iter().sum::<f64>().abs() < 1e-10);
            assert!((variance(column) - 1.0).abs() < 1e-12);
        }
        // Standardising divides the equation of node j by sd_j: its residuals stay proportional.
        for (raw, scaled) in residuals(&raw).iter().zip(residuals(&scaled)) {
            let ratio = (variance(raw) / variance(&scaled)).sqrt();
            // Columns reach a few hundred; the rest is rounding.
            assert!(raw.iter().zip(&scaled).all(|(x, y)| (x - ratio * y).abs() < 1e-9));
        }
        Ok(())
    }

    #[test]
    fn weights_do_not_depend_on_the_noise() -> Result<()> {
        let gumbel = Options { noise: Noise::Gumbel, samples: 7, ..Options::default() };
        assert_eq!(simulate(&gumbel)?.truth, simulate(&Options::default())?.truth);
        Ok(())
    }

    #[test]
    fn ten_thousand_nodes_need_no_matrix() -> Result<()> {
        for graph in [GraphKind::ErdosRenyi, GraphKind::ScaleFree] {
            let options = Options { graph, nodes: 10_000, samples: 2, ..Options::default() };
            let edges = simulate(&options)?.truth.edges().len();
            // The first two scale-free nodes have no and one older node to point to.
            assert_eq!(edges, if graph == GraphKind::ErdosRenyi { 20_000 } else { 19_997 });
        }
        Ok(())
    }

    #[test]
    fn overflow_is_an_error() {
        // A complete DAG doubles the columns from node to node.
        let complete = Options {
            nodes: 1201,
            degree: 600,
            samples: 2,
            weights: WeightKind::Unit,
            ..Options::default()
        };
        let message = simulate(&complete).unwrap_err().to_string();
        assert!(message.contains("a column overflows"), "{message}");
        // Finite values whose squares are not.
        let large =
            Options { noise_scale: (1e200, 1e200), standardize: true, ..Options::default() };
        assert!(matches!(simulate(&large), Err(Error::BadScale { .. })));
    }

    #[test]
    fn options_outside_their_range_are_named() {
        let scale_free = Options { graph: GraphKind::ScaleFree, ..Options::default() };
        let cases = [
            ("nodes", Options { nodes: 1, ..Options::default() }),
            ("degree", Options { nodes: 10, degree: 5, ..Options::default() }),
            ("degree", Options { degree: usize::MAX, ..Options::default() }),
            ("degree", Options { degree: 0, ..scale_free.clone() }),
            ("degree", Options { degree: 50, ..scale_free }),
            ("samples", Options { samples: 1, ..Options::default() }),
            ("weight-range", Options { weight_range: (0.0, 1.0), ..Options::default() }),
            ("weight-range", Options { weight_range: (2.0, 1.0), ..Options::default() }),
            ("weight-range", Options { weight_range: (f64::NAN, 1.0), ..Options::default() }),
            ("noise-scale", Options { noise_scale: (1.0, f64::INFINITY), ..Options::default() }),
        ];
        for (expected, options) in cases {
            match simulate(&options) {
                Err(Error::Option { name, .. }) => assert_eq!(name, expected),
                other => panic!("{expected}: {other:?}"),
            }
        }
        assert!(Options { nodes: 11, degree: 5, ..Options::default() }.validate().is_ok());
    }

    #[test]
    fn options_are_read_by_name() -> serde_json::Result<()> {
        let text = r#"{"graph": "scale_free", "weights": "unit", "noise": "gumbel", "seed": 3}"#;
        let options: Options = serde_json::from_str(text)?;
        let expected = Options {
            graph: GraphKind::ScaleFree,
            weights: WeightKind::Unit,
            noise: Noise::Gumbel,
            seed: 3,
            ..Options::default()
        };
        assert_eq!(options, expected);
        assert_eq!(serde_json::from_str::<Options>(&serde_json::to_string(&options)?)?, options);
        assert!(serde_json::from_str::<Options>(r#"{"sed": 3}"#).is_err());
        Ok(())
    }
}
