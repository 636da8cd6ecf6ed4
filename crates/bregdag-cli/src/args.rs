//! What was typed. What it means is up to each verb.
//!
//! Defaults that the help mentions are asked of the library, so they cannot go stale; the choices
//! of an option are parsed by the names the library itself gives them.

use std::path::PathBuf;

use bregdag::bregman::{Options, Path, Variant};
use bregdag::graph::Threshold;
use bregdag::simulate::{GraphKind, Noise, Options as Simulation, WeightKind};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use serde::de::DeserializeOwned;

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

`bregdag learn --help` explains every option.
Exit codes: 0 done; 1 stopped early, what was found is written; 2 could not run.";

#[derive(Subcommand)]
pub enum Verb {
    Learn(Box<Learn>),
    Simulate(Simulate),
    Evaluate(Evaluate),
}

/// Learn a graph from a table
///
/// Reads a table, searches for the matrix W that explains it with few and light edges and no
/// cycles, cuts that down to a graph without directed cycles, and refits every variable on its
/// causes by least squares. Prints the edges, or writes them to files.
#[derive(Args)]
#[command(after_help = LEARN_EXAMPLES)]
pub struct Learn {
    /// The table, or `-` for standard input
    ///
    /// CSV with the variable names in the first line, separated by comma, semicolon or tab, with a
    /// decimal point; or a two-dimensional NumPy array (.npy). Every cell is a finite number. A
    /// constant column is left out with a warning.
    #[arg(value_name = "DATA")]
    pub data: PathBuf,

    /// Method of the search; there is one so far
    #[arg(long, value_name = "NAME", help_heading = MODEL, default_value = METHOD)]
    #[arg(value_parser = [METHOD], hide_possible_values = true)]
    pub method: String,

    /// Where all options start from; those given beside it win
    #[arg(long, value_name = "NAME", help_heading = MODEL, default_value = "default")]
    #[arg(value_parser = presets(), hide_default_value = true)]
    pub preset: Preset,

    /// Signs of the weights
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = choice::<Variant>(&[
        ("signed", "any sign; the default"),
        ("split", "any sign, positive and negative parts apart as in the paper; implies --path fixed"),
        ("positive", "no negative weights"),
    ]))]
    pub variant: Option<Variant>,

    /// Short for --variant positive
    #[arg(long, help_heading = MODEL)]
    pub positive: bool,

    /// How the weight μ of the penalty on cycles is chosen
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = choice::<Path>(&[
        ("continuation", "μ grows step by step until no cycle is left; the default"),
        ("fixed", "one μ, as in the paper; what --variant split needs"),
    ]))]
    pub path: Option<Path>,

    #[arg(long, value_name = "X", help_heading = MODEL, allow_negative_numbers = true)]
    #[arg(help = by_path("Weight λ ≥ 0 of the sum of all |weights|: more of it leaves fewer edges", "", |o| o.lambda))]
    pub lambda: Option<f64>,

    #[arg(long, value_name = "X", help_heading = MODEL, allow_negative_numbers = true)]
    #[arg(help = by_path("Weight μ > 0 of the penalty on cycles, on a path its first value", "", |o| o.mu))]
    pub mu: Option<f64>,

    #[arg(long, value_name = "X", help_heading = MODEL, allow_negative_numbers = true)]
    #[arg(help = by_path("α > 0 in the penalty μ Tr(I + αA)ⁿ, for n variables", "/n", |o| o.alpha))]
    pub alpha: Option<f64>,

    #[arg(long, value_name = "X|auto", help_heading = MODEL, allow_negative_numbers = true)]
    #[arg(value_parser = threshold)]
    #[arg(help = by_preset("Which entries of W become edges", |o| threshold_text(o.threshold)))]
    #[arg(long_help = by_preset(THRESHOLD, |o| threshold_text(o.threshold)))]
    pub threshold: Option<Threshold>,

    /// Where the search begins: `lasso`, `random` or a matrix file
    ///
    /// `lasso`, the default, regresses every variable on all others; `random` draws from --seed; a
    /// FILE is a matrix as --raw-matrix writes it, its variables in any order.
    #[arg(long, value_name = "lasso|random|FILE", help_heading = SEARCH, value_parser = start)]
    pub start: Option<Start>,

    #[arg(long, value_name = "X", help_heading = SEARCH, allow_negative_numbers = true)]
    #[arg(help = by_preset("First step size γ > 0 of the fixed path", |o| number(o.gamma)))]
    pub gamma: Option<f64>,

    #[arg(long, value_name = "X", help_heading = SEARCH, allow_negative_numbers = true)]
    #[arg(help = by_preset("Largest step size of the fixed path", |o| number(o.gamma_max)))]
    pub gamma_max: Option<f64>,

    #[arg(long, value_name = "X", help_heading = SEARCH, allow_negative_numbers = true)]
    #[arg(help = by_preset("The fixed path ends when the loss changes by at most this share, ≥ 0", |o| number(o.tolerance)))]
    pub tolerance: Option<f64>,

    #[arg(long, value_name = "X", help_heading = SEARCH, allow_negative_numbers = true)]
    #[arg(help = by_preset("Relative accuracy of each step, above 0 and at most 0.01", |o| number(o.step_tolerance)))]
    pub step_tolerance: Option<f64>,

    #[arg(long, value_name = "N", help_heading = SEARCH, allow_negative_numbers = true)]
    #[arg(help = by_preset("Most iterations, at least 1", |o| o.max_iterations.to_string()))]
    pub max_iterations: Option<usize>,

    /// Stop the fit after this time and give the best result so far [default: no limit]
    #[arg(long, value_name = "SECONDS", help_heading = SEARCH, allow_negative_numbers = true)]
    pub time_limit: Option<f64>,

    /// Seed of the random start: the same seed gives the same result [default: 0]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub seed: Option<u64>,

    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub threads: Option<usize>,

    /// Write the graph to a file; may be given several times
    ///
    /// The ending chooses the format: `.json` everything about the fit, `.edges.csv` one line per
    /// edge, `.csv` the matrix of weights (row = cause, column = effect), `.dot` a drawing for
    /// Graphviz. `-` is standard output, as JSON; `-.csv`, `-.edges.csv` and `-.dot` are standard
    /// output in the other formats. Files appear whole or not at all.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub out: Vec<PathBuf>,

    /// Write W as the search left it, before any threshold and perhaps with cycles (.csv or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub raw_matrix: Option<PathBuf>,

    /// Write the total effects (I − W)⁻¹ over all directed paths (.csv or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub effects: Option<PathBuf>,

    /// Write one line per iteration: loss, penalty, step size, support, … (.csv or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub trace: Option<PathBuf>,

    /// No progress, warnings or summary on standard error; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const THRESHOLD: &str = "\
Which entries of W become edges

With a number X ≥ 0, those of absolute value X or more, in the units of the data (change of the \
effect per unit of the cause); where these close cycles, the lightest are dropped until none does. With \
`auto`, those above the smallest value that leaves no cycle.";

const LEARN_EXAMPLES: &str = "\
Examples:
  bregdag learn data.csv
  bregdag learn data.csv --out fit.json --out graph.dot
  bregdag learn data.csv --out -.dot | dot -Tsvg > graph.svg
  bregdag learn data.csv --positive --threshold auto
  bregdag learn data.csv --preset paper --positive --seed 7
  bregdag learn big.npy --time-limit 60 --raw-matrix w.csv --trace trace.csv
  bregdag learn big.npy --start w.csv                     goes on from there

How to read the result: \"a -> b, weight 2\" says that b rises by 2 when a is raised by 1 and the
other causes of b are held fixed, if the model is right: linear, no cycles, no hidden common cause.
Least squares finds directions by comparing variances, so they depend on the scale of the columns:
give them in units in which their noise is of similar size.

Ctrl-C stops the search and gives the best result so far; pressed twice, it ends the program.
Exit codes: 0 done; 1 stopped early (iteration limit, time limit, Ctrl-C), what was found is
written; 2 could not run, nothing is written.";

/// Simulate a table whose graph is known
///
/// Draws a random graph without directed cycles, weights for its edges, and rows from the linear
/// model x = Wᵀx + e. The same options give the same bytes on every machine.
#[derive(Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub struct Simulate {
    /// Kind of graph [default: er]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = graph_kinds())]
    pub graph: Option<GraphKind>,

    #[arg(long, value_name = "N", help_heading = MODEL)]
    #[arg(help = simulated("Number of variables, at least 2", |o| o.nodes))]
    pub nodes: Option<usize>,

    #[arg(long, value_name = "K", help_heading = MODEL)]
    #[arg(help = simulated("Edges per variable", |o| o.degree))]
    pub degree: Option<usize>,

    /// Weights of the edges [default: signed]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = choice::<WeightKind>(&[
        ("signed", "uniform on [-B, -A] and [A, B]"),
        ("positive", "uniform on [A, B]"),
        ("unit", "all +1"),
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
    ]))]
    pub noise: Option<Noise>,

    /// Factor of the noise; with A,B one per variable, uniform in between [default: 1]
    #[arg(long, value_name = "S|A,B", help_heading = DATA, value_parser = range)]
    #[arg(allow_hyphen_values = true)]
    pub noise_scale: Option<(f64, f64)>,

    /// Bring every column to mean 0 and variance 1; the true weights are rescaled with it
    #[arg(long, help_heading = DATA)]
    pub standardize: bool,

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
  bregdag simulate | bregdag learn -";

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

    /// Print JSON; a rate without a denominator is null
    #[arg(long)]
    pub json: bool,
}

const EVALUATE_EXAMPLES: &str = "\
Examples:
  bregdag evaluate --truth truth.csv --estimate fit.json
  bregdag learn data.csv --out - | bregdag evaluate --truth truth.csv --estimate - --json";

/// The one method there is.
pub const METHOD: &str = "bregman";

const MODEL: &str = "Model";
const SEARCH: &str = "Search";
const DATA: &str = "Data";
const OUTPUT: &str = "Output";

/// Where all options start from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    Default,
    Paper,
}

/// Where the search begins.
#[derive(Clone)]
pub enum Start {
    Lasso,
    Random,
    File(PathBuf),
}

/// Parses one of the names, each with its explanation, into the library's type of that name.
fn choice<T>(names: &[(&'static str, &'static str)]) -> impl TypedValueParser<Value = T> + use<T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    named(names).try_map(|name| serde_json::from_value::<T>(name.into()))
}

fn named(names: &[(&'static str, &'static str)]) -> PossibleValuesParser {
    let value = |&(name, help): &(&'static str, &'static str)| PossibleValue::new(name).help(help);
    PossibleValuesParser::new(names.iter().map(value))
}

fn presets() -> impl TypedValueParser<Value = Preset> {
    let names = [
        ("default", "what we measured to be best over positive and signed data"),
        ("paper", "the paper's: fixed path, random start, its threshold and largest step"),
    ];
    named(&names).map(|name| if name == "paper" { Preset::Paper } else { Preset::Default })
}

fn graph_kinds() -> impl TypedValueParser<Value = GraphKind> {
    let names = [
        ("er", "Erdős–Rényi: K edges per variable, uniform among all pairs"),
        ("sf", "scale-free: each new variable points to K older ones, so hubs collect causes"),
    ];
    named(&names).map(|name| match name.as_str() {
        "sf" => GraphKind::ScaleFree,
        _ => GraphKind::ErdosRenyi,
    })
}

fn start(text: &str) -> Result<Start, String> {
    Ok(match text {
        "lasso" => Start::Lasso,
        "random" => Start::Random,
        "" => return Err("expected lasso, random or the name of a matrix file".into()),
        file => Start::File(file.into()),
    })
}

fn threshold(text: &str) -> Result<Threshold, String> {
    match text {
        "auto" => Ok(Threshold::Auto),
        _ => text.parse().map(Threshold::At).map_err(|_| "expected a number or auto".into()),
    }
}

/// `A,B`, or `S` for `S,S`.
fn range(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse().map_err(|_| "expected numbers A,B".to_string());
    let (least, greatest) = text.split_once(',').unwrap_or((text, text));
    Ok((number(least)?, number(greatest)?))
}

/// The help of an option whose default depends on the path; `unit` is for n variables.
fn by_path(about: &str, unit: &str, value: impl Fn(Options) -> Option<f64>) -> String {
    let default = |path| {
        let one_variable = Options { path, ..Options::default() }.resolved(1);
        value(one_variable).map_or("none".into(), |x| number(x) + unit)
    };
    let (continuation, fixed) = (default(Path::Continuation), default(Path::Fixed));
    format!("{about} [default: {continuation} on the continuation path, {fixed} on the fixed one]")
}

/// The help of an option with one default, and perhaps another in the preset of the paper.
fn by_preset(about: &str, value: impl Fn(Options) -> String) -> String {
    let (default, paper) = (value(Options::default()), value(Options::paper()));
    match default == paper {
        true => format!("{about} [default: {default}]"),
        false => format!("{about} [default: {default}; preset paper: {paper}]"),
    }
}

fn simulated(about: &str, value: impl Fn(Simulation) -> usize) -> String {
    format!("{about} [default: {}]", value(Simulation::default()))
}

/// 0.05, 500, 1e6.
fn number(x: f64) -> String {
    if (1e-3..1e5).contains(&x.abs()) { x.to_string() } else { format!("{x:e}") }
}

fn threshold_text(threshold: Threshold) -> String {
    match threshold {
        Threshold::At(value) => number(value),
        Threshold::Auto => "auto".into(),
    }
}
