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

mod options;
mod graphs;
mod noise;
mod weights;
mod onion;
mod units;

#[cfg(test)]
mod tests;

pub(crate) use options::validate_units;
pub use options::{GraphKind, Noise, Options, WeightKind};

use crate::data::Table;
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::linalg::add_scaled;
use crate::model::WeightedDag;
use crate::parallel::parallel_map;
use crate::random::{Purpose, Stream};

/// Data and where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// The samples of the variables x1, …, xn.
    pub table: Table,
    /// The graph, weighted in the units of the table: if column j was multiplied by c_j, or by 1/sd_j
    /// to standardise it, its weights are W_ij·c_j/c_i, so that X = XW + E holds for the table as given.
    pub truth: WeightedDag,
}

/// W, and what the standard noise of each node is multiplied by.
struct Model {
    truth: WeightedDag,
    scales: Vec<f64>,
}

/// Draws a graph, its weights and samples. See the [module](self) for an example.
pub fn simulate(options: &Options) -> Result<Simulation> {
    options.validate()?;
    let Model { mut truth, scales } = draw_model(options)?;
    let mut columns = draw_noise(options, &scales);
    propagate(&truth, &mut columns);
    if !columns.iter().flatten().all(|x| x.is_finite()) {
        return Err(overflow(options));
    }
    let names: Vec<String> = (1..=options.nodes).map(|j| format!("x{j}")).collect();
    if options.standardize {
        truth = units::standardize(&names, &mut columns, &truth)?;
    }
    if let Some(range) = options.rescale {
        truth = units::rescale(range, options.seed, &mut columns, &truth)?;
    }
    Ok(Simulation { table: Table::new(names, columns)?, truth })
}

/// A table that was not drawn, its columns of variance 1, or each multiplied by a random factor between two numbers.
pub fn in_other_units(
    table: Table,
    standardize: bool,
    rescale: Option<(f64, f64)>,
    seed: u64,
) -> Result<Table> {
    validate_units(standardize, rescale)?;
    let (names, mut columns) = (table.names().to_vec(), table.columns().to_vec());
    let no_edges = WeightedDag::new(vec![vec![]; names.len()])?;
    if standardize {
        units::standardize(&names, &mut columns, &no_edges)?;
    }
    if let Some(range) = rescale {
        units::rescale(range, seed, &mut columns, &no_edges)?;
    }
    Table::new(names, columns)
}

/// Too many paths, too large weights or too much noise.
fn overflow(options: &Options) -> Error {
    let expected = "fewer edges, smaller weights or less noise: a column overflows";
    let (name, value) = match options.edges {
        Some(edges) => ("edges", edges),
        None => ("degree", options.degree),
    };
    Error::Option { name, value: value.to_string(), expected }
}

/// The DAG of W and the scales of the noise.
fn draw_model(options: &Options) -> Result<Model> {
    let stream = |purpose| Stream::of(options.seed, purpose);
    let edges = graphs::draw(options, &mut stream(Purpose::Graph));
    let weight = match options.weights {
        WeightKind::Signed => weights::signed_in,
        WeightKind::Positive => weights::uniform_in,
        WeightKind::Unit => |_, _: &mut Stream| 1.0,
        WeightKind::Onion => {
            let dag = Dag::from_edges(options.nodes, &edges)?;
            return onion::draw(&dag, options.noise, &mut stream(Purpose::Weights));
        }
    };
    let (mut of_weights, mut of_scales) = (stream(Purpose::Weights), stream(Purpose::Scales));
    let mut parents = vec![vec![]; options.nodes];
    for (i, j) in edges {
        parents[j].push((i, weight(options.weight_range, &mut of_weights)));
    }
    let scale = |_| weights::uniform_in(options.noise_scale, &mut of_scales);
    let scales = (0..options.nodes).map(scale).collect();
    Ok(Model { truth: WeightedDag::new(parents)?, scales })
}

/// The columns of E.
fn draw_noise(options: &Options, scales: &[f64]) -> Vec<Vec<f64>> {
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
