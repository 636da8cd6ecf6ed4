//! The flags that say what is known and how to learn, the same for every verb that learns.

use std::path::PathBuf;

use bregdag::method::Parameter;
use bregdag::select::Criterion;
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::values::{
    by_path, by_preset, choice, methods, number, one_of, restarts, threshold, threshold_text,
};
use super::{BREGMAN, KNOWLEDGE, MODEL, SEARCH};

/// What is known beforehand.
#[derive(Args)]
pub struct Known {
    /// An edge that must be there, 'a->b', whatever its weight; may be given several times
    #[arg(long, value_name = "A->B", help_heading = KNOWLEDGE)]
    pub require: Vec<String>,

    /// An edge that must not be there, 'a->b'; may be given several times
    ///
    /// Each end may be a pattern, `*` for any characters and `?` for any one: '*->age' says that nothing here
    /// causes age.
    #[arg(long, value_name = "A->B", help_heading = KNOWLEDGE)]
    pub forbid: Vec<String>,

    /// Variables that nothing here can cause, such as age,sex: no edge leads into them; may be given several times
    ///
    /// Names or patterns separated by commas; a name with a comma in it in double quotes.
    #[arg(long, value_name = "NAMES", help_heading = KNOWLEDGE)]
    pub roots: Vec<String>,

    /// Variables that cause nothing here, such as death: no edge leads out of them; may be given several times
    #[arg(long, value_name = "NAMES", help_heading = KNOWLEDGE)]
    pub leaves: Vec<String>,

    /// Tiers, the earliest first: no edge leads from a later one into an earlier one
    ///
    /// One line per tier, names separated by commas, `*` for all that are not named; or JSON, a list of
    /// lists. Nothing is ruled about variables in no tier.
    #[arg(long, value_name = "FILE", help_heading = KNOWLEDGE)]
    pub tiers: Option<PathBuf>,

    /// JSON with `required_edges`, `forbidden_edges` (lists of pairs), `tiers` (list of lists), `roots` and
    /// `leaves` (lists)
    ///
    /// The first three are the keys of benchpress. Any name can be written here, also one with `->` or quotes in it.
    #[arg(long, value_name = "FILE", help_heading = KNOWLEDGE)]
    pub knowledge: Option<PathBuf>,
}

/// The method and its options.
#[derive(Args)]
pub struct Model {
    /// Choose the penalty or threshold among several, by this criterion
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = choice::<Criterion>(&[
        ("ebic", "the extended BIC of the graph"),
        ("cv", "cross-validation: the sparsest graph that predicts about as well as the best; needs rows"),
    ]))]
    pub select: Option<Criterion>,

    /// What --select varies [default: penalty-factor; lambda with --refine none]
    #[arg(long, value_name = "NAME", help_heading = MODEL, requires = "select")]
    #[arg(value_parser = choice::<Parameter>(&[
        ("penalty-factor", "the price of an edge"),
        ("lambda", "λ of bregman, notears, dagma or golem"),
        ("threshold", "the threshold of these"),
    ]))]
    pub select_over: Option<Parameter>,

    /// How to look for the graph; `bregdag methods` says what each assumes [default: search, with a proof up to 22 variables; bregman where one of
    /// its options is given]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = methods())]
    pub method: Option<String>,

    /// Any option of any method, as `bregdag methods NAME` lists them; it wins over other flags, and the last
    /// over earlier ones
    #[arg(long, value_name = "KEY=VALUE", help_heading = MODEL)]
    pub set: Vec<String>,

    /// What to assume about the noise of the variables [default: auto]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = one_of(&[
        ("auto", "try both and let the BIC decide"),
        ("equal", "the same for all: then variances tell directions, and units matter"),
        ("free", "each its own: units do not matter, some edges may point either way"),
    ]))]
    pub variances: Option<String>,

    /// No negative weights, but of required edges
    #[arg(long, help_heading = MODEL)]
    pub positive: bool,

    /// What an edge must be worth [default: ebic]
    #[arg(long, value_name = "NAME", help_heading = MODEL, value_parser = one_of(&[
        ("ebic", "log m + 2 log n, for m rows of n variables: the extended BIC"),
        ("bic", "log m: more edges"),
    ]))]
    pub penalty: Option<String>,

    /// Multiply that by X, from 1e-6 to 1e6: more leaves fewer edges [default: 1]
    #[arg(long, value_name = "X", help_heading = MODEL, allow_negative_numbers = true)]
    pub penalty_factor: Option<f64>,

    #[arg(long, value_name = "N", help_heading = SEARCH, help = restarts())]
    pub restarts: Option<usize>,

    /// Where all these options start from; those given beside it win
    #[arg(long, value_name = "NAME", help_heading = BREGMAN, default_value = "default")]
    #[arg(hide_default_value = true, value_parser = one_of(&[
        ("default", "what we measured to be best over positive and signed data"),
        ("paper", "the paper's: fixed path, random start, its threshold and largest step"),
    ]))]
    pub preset: String,

    /// What goes on from the graph found [default: search; none with --preset paper or --threshold]
    #[arg(long, value_name = "NAME", help_heading = BREGMAN, value_parser = one_of(&[
        ("search", "the order search goes on from there"),
        ("none", "the graph as the relaxation left it"),
    ]))]
    pub refine: Option<String>,

    /// Signs of the weights
    #[arg(long, value_name = "NAME", help_heading = BREGMAN, value_parser = one_of(&[
        ("signed", "any sign; the default"),
        ("split", "any sign, both parts apart as in the paper; implies --path fixed"),
        ("positive", "no negative weights; --positive is short for it"),
    ]))]
    pub variant: Option<String>,

    /// How the weight μ of the penalty on cycles is chosen
    #[arg(long, value_name = "NAME", help_heading = BREGMAN, value_parser = one_of(&[
        ("continuation", "μ grows step by step until no cycle is left; the default"),
        ("fixed", "one μ, as in the paper; what --variant split needs"),
    ]))]
    pub path: Option<String>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_path(LAMBDA, "", |o| o.lambda))]
    pub lambda: Option<f64>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_path(MU, "", |o| o.mu))]
    pub mu: Option<f64>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_path(ALPHA, "/n", |o| o.alpha))]
    pub alpha: Option<f64>,

    #[arg(long, value_name = "X|auto", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(value_parser = threshold)]
    #[arg(help = by_preset("Which entries of W become edges", |o| threshold_text(o.threshold)))]
    #[arg(long_help = by_preset(THRESHOLD, |o| threshold_text(o.threshold)))]
    pub threshold: Option<String>,

    /// Where the search begins: `variance`, `lasso`, `random` or a file
    ///
    /// `variance`, the default of --method search, orders the variables by their conditional
    /// variances; `lasso`, the default of --method bregman, regresses every variable on all others;
    /// `random` draws from --seed. A FILE is, for the search, any graph that `bregdag evaluate`
    /// reads; for bregman, a matrix as --raw-matrix writes it, its variables in any order.
    #[arg(long, value_name = "NAME|FILE", help_heading = SEARCH, value_parser = NonEmptyStringValueParser::new())]
    pub start: Option<String>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_preset("First step size γ > 0 of the fixed path", |o| number(o.gamma)))]
    pub gamma: Option<f64>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_preset("Largest step size of the fixed path", |o| number(o.gamma_max)))]
    pub gamma_max: Option<f64>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_preset(TOLERANCE, |o| number(o.tolerance)))]
    pub tolerance: Option<f64>,

    #[arg(long, value_name = "X", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_preset(STEP_TOLERANCE, |o| number(o.step_tolerance)))]
    pub step_tolerance: Option<f64>,

    #[arg(long, value_name = "N", help_heading = BREGMAN, allow_negative_numbers = true)]
    #[arg(help = by_preset("Most iterations, at least 1", |o| o.max_iterations.to_string()))]
    pub max_iterations: Option<usize>,

    /// Seed of restarts and random starts: the same seed gives the same result [default: 0]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub seed: Option<u64>,
}

const LAMBDA: &str = "Weight λ ≥ 0 of the sum of all |weights|: more of it leaves fewer edges; on \
    the continuation path √(ln n / m) for n variables and m rows where that is more";
const MU: &str = "Weight μ > 0 of the penalty on cycles, on a path its first value";
const ALPHA: &str = "α > 0 in the penalty μ Tr(I + αA)ⁿ, for n variables";
const TOLERANCE: &str = "The fixed path ends when the loss changes by at most this share, ≥ 0";
const STEP_TOLERANCE: &str = "Relative accuracy of each step, from 1e-10 to 0.01";
const THRESHOLD: &str = "\
Which entries of W become edges

With a number X ≥ 0, those of absolute value X or more, in the units of the data (change of the \
effect per unit of the cause); where these close cycles, light ones are dropped until none does. \
With `auto`, those above the smallest value that leaves no cycle.";
