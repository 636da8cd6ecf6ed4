//! The flags of `bregdag simulate`.

use std::path::PathBuf;

use bregdag::simulate::{GraphKind, Noise, WeightKind};
use clap::Args;

use super::values::{choice, range, simulated};
use super::{DATA, MODEL, OUTPUT};

/// Simulate a table whose graph is known
///
/// Draws a random graph without directed cycles, weights for its edges, and rows from the linear
/// model x = Wᵀx + e. The same options give the same bytes on every machine.
#[derive(Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub struct Simulate {
    /// Kind of graph [default: er]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = choice::<GraphKind>(&[
        ("er", "Erdős–Rényi: K edges per variable, uniform among all pairs"),
        ("sf", "scale-free: each new variable points to K older ones, so hubs collect causes"),
    ]))]
    pub graph: Option<GraphKind>,

    #[arg(long, value_name = "N", help_heading = MODEL)]
    #[arg(help = simulated("Number of variables, at least 2", |o| o.nodes))]
    pub nodes: Option<usize>,

    #[arg(long, value_name = "K", help_heading = MODEL)]
    #[arg(help = simulated("Edges per variable", |o| o.degree))]
    pub degree: Option<usize>,

    /// Number of edges of a graph of kind er, instead of K per variable
    #[arg(long, value_name = "N", help_heading = MODEL, conflicts_with = "degree")]
    pub edges: Option<usize>,

    /// Weights of the edges [default: signed]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = choice::<WeightKind>(&[
        ("signed", "uniform on [-B, -A] and [A, B]"),
        ("positive", "uniform on [A, B]"),
        ("unit", "all +1"),
        ("onion", "from random correlations that fit the graph; every variable has variance 1"),
    ]))]
    pub weights: Option<WeightKind>,

    /// Least and greatest absolute weight [default: 0.5,2]
    #[arg(long, value_name = "A,B", help_heading = MODEL, value_parser = range)]
    #[arg(allow_hyphen_values = true)]
    pub weight_range: Option<(f64, f64)>,

    #[arg(long, value_name = "M", help_heading = DATA)]
    #[arg(help = simulated("Number of rows, at least 2", |o| o.samples))]
    pub samples: Option<usize>,

    /// Distribution of the noise, centred [default: gaussian]
    #[arg(long, value_name = "NAME", help_heading = DATA, value_parser = choice::<Noise>(&[
        ("gaussian", "variance 1"),
        ("exponential", "rate 1, variance 1"),
        ("gumbel", "scale 1, variance 1.645"),
        ("uniform", "on [-1, 1], variance 1/3"),
        ("laplace", "scale 1, variance 2"),
        ("t3", "Student's t with 3 degrees of freedom, variance 3"),
    ]))]
    pub noise: Option<Noise>,

    /// Factor of the noise; with A,B one per variable, uniform in between [default: 1]
    #[arg(long, value_name = "S|A,B", help_heading = DATA, value_parser = range)]
    #[arg(allow_hyphen_values = true)]
    pub noise_scale: Option<(f64, f64)>,

    /// Bring every column to mean 0 and variance 1; the true weights are rescaled with it
    #[arg(long, help_heading = DATA)]
    pub standardize: bool,

    /// Multiply every column by a factor of its own, log-uniform between A and B, so that variances
    /// tell less of the order; the true weights are rescaled with it
    #[arg(long, value_name = "A,B", help_heading = DATA, value_parser = range)]
    #[arg(allow_hyphen_values = true, conflicts_with = "standardize")]
    pub rescale: Option<(f64, f64)>,

    /// Seed of all random numbers [default: 0]
    #[arg(long, value_name = "N", help_heading = DATA)]
    pub seed: Option<u64>,

    /// Where the table goes: a .csv file, or `-` for standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, default_value = "-")]
    pub out: PathBuf,

    /// Where the true graph goes: .csv (matrix), .edges.csv or .dot
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub truth: Option<PathBuf>,
}

const SIMULATE_EXAMPLES: &str = "\
Examples:
  bregdag simulate --nodes 20 --degree 2 --samples 500 --out data.csv --truth truth.csv
  bregdag simulate --graph sf --degree 4 --weights unit --noise gumbel --seed 1 --out data.csv
  bregdag simulate --edges 50 --weights onion --noise t3 --rescale 0.1,10 --out data.csv
  bregdag simulate | bregdag learn -";
