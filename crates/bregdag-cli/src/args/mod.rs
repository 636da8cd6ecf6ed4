//! What was typed. What it means is up to each verb.

mod compare;
mod convert;
mod data;
mod diagnose;
mod experiment;
mod learn;
mod model;
mod moments;
mod report;
mod shown;
mod simulate;
mod stability;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use compare::Compare;
pub use convert::Convert;
pub use data::{Files, Prepare};
pub use diagnose::Diagnose;
pub use experiment::Experiment;
pub use learn::Learn;
pub use model::{Known, Model};
pub use moments::Moments;
pub use report::Report;
pub use shown::Shown;
pub use simulate::Simulate;
pub use stability::Stability;
pub use values::Names;

/// Learns linear causal graphs from tables.
///
/// Every variable is taken to be a linear function of its causes plus noise, x = Wᵀx + e, and W to
/// be a graph without directed cycles. From a table of numbers, bregdag finds such a W: which
/// variable acts on which, and how strongly.
#[derive(Parser)]
#[command(
    name = "bregdag",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = MAIN_EXAMPLES
)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
}

const MAIN_EXAMPLES: &str = "\
Examples:
  bregdag learn data.csv                             a table of edges
  bregdag learn data.csv --out fit.json              everything there is to know
  bregdag simulate --out data.csv --truth truth.csv  data whose graph is known
  bregdag evaluate --truth truth.csv --estimate fit.json
  bregdag compare data.csv --report compare.html     several methods side by side
  bregdag diagnose data.csv --graph fit.json         how far to trust it
  bregdag report fit.json                            a page to look at it: fit.html
  bregdag stability data.csv                         how often each edge is found
  bregdag moments huge.parquet --out huge.moments    once over a large file
  bregdag convert fit.json --out graph.graphml       for other programs
  bregdag experiment plan.json --out results         many fits by a plan
  bregdag methods                                    what there is to learn with

`bregdag learn --help` explains every option.
Exit codes: 0 done; 1 stopped early, what was found is written; 2 could not run.";

#[derive(Subcommand)]
pub enum Verb {
    Learn(Box<Learn>),
    Simulate(Simulate),
    Evaluate(Evaluate),
    Compare(Box<Compare>),
    Diagnose(Diagnose),
    Moments(Moments),
    Report(Report),
    Stability(Box<Stability>),
    Convert(Convert),
    Experiment(Experiment),
    Methods(Methods),
    /// Do the fit that standard input asks for; what `experiment` starts
    #[command(name = FIT, hide = true)]
    Fit,
}

/// The verb that does one fit of an experiment.
pub const FIT: &str = "fit-of-experiment";

/// List the methods, or the options of one
///
/// Any option of any method can be given to `learn` and `stability` by --set KEY=VALUE.
#[derive(Args)]
pub struct Methods {
    /// The method whose options to list
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// Compare an estimated graph with the true one
///
/// Counts the edges that were found, reversed, missed and invented. Either file is a matrix (.csv;
/// any nonzero entry is an edge), an edge list with the columns `source` and `target`, or the JSON
/// of `bregdag learn`; the content tells which. Variables are matched by name, in any order.
#[derive(Args)]
#[command(after_help = EVALUATE_EXAMPLES)]
pub struct Evaluate {
    /// The true graph, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub truth: PathBuf,

    /// The estimated graph, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub estimate: PathBuf,

    /// Print JSON; a rate without a denominator is null, and so is a distance that takes too long
    #[arg(long)]
    pub json: bool,
}

const EVALUATE_EXAMPLES: &str = "\
Examples:
  bregdag evaluate --truth truth.csv --estimate fit.json
  bregdag learn data.csv --out - | bregdag evaluate --truth truth.csv --estimate - --json";

const MODEL: &str = "Model";
const SEARCH: &str = "Search";
const BREGMAN: &str = "The method bregman";
const DATA: &str = "Data";
const PREPARE: &str = "Preparing";
const KNOWLEDGE: &str = "Prior knowledge";
const OUTPUT: &str = "Output";
