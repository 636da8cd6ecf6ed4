//! The flags of `bregdag compare`.

use std::path::PathBuf;

use clap::Args;

use super::{Files, Known, MODEL, OUTPUT, Prepare, SEARCH};

/// Let several methods learn from the same table, side by side
///
/// Prints one row for each method: how many edges it finds, how many of them it leaves open, its time, the
/// extended BIC of its graph, its distance to the truth if that is given, and how many pairs it shares with
/// each other method. A method that fails is a row that says why; the others go on.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    #[command(flatten)]
    pub files: Files,

    #[command(flatten)]
    pub prepare: Prepare,

    #[command(flatten)]
    pub known: Known,

    /// The methods, separated by commas, or `all`; `bregdag methods` lists them
    #[arg(long, value_name = "NAMES", help_heading = MODEL, value_delimiter = ',')]
    #[arg(default_value = "search,bregman,pc,ges,lingam")]
    pub methods: Vec<String>,

    /// Any option of one of them, as `bregdag methods NAME` lists them; may be given several times
    #[arg(long, value_name = "METHOD.KEY=VALUE", help_heading = MODEL)]
    pub set: Vec<String>,

    /// The true graph, a file as `bregdag evaluate` takes it: each method's distance to it is printed too
    #[arg(long, value_name = "FILE", help_heading = MODEL)]
    pub truth: Option<PathBuf>,

    /// Seed of whatever is random in any of them [default: 0]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub seed: Option<u64>,

    /// Stop each method after this time and take its best result so far [default: no limit]
    #[arg(long, value_name = "SECONDS", help_heading = SEARCH, allow_negative_numbers = true)]
    pub time_limit: Option<f64>,

    /// Number of threads; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub threads: Option<usize>,

    /// Write a page with all graphs drawn in one layout: one file, no network (.html or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,

    /// Print JSON: the numbers and the edges of every method
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,

    /// No progress or warnings on standard error; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  bregdag compare data.csv
  bregdag compare data.csv --methods all --report compare.html
  bregdag compare data.csv --methods search,ges,pc --set pc.alpha=0.001 --truth truth.csv
  bregdag compare data.csv --methods search,notears --time-limit 60 --json

How to read the result: methods assume different things, and none is right because it is listed. What all
of them find does not depend on what they assume; where they differ, look at the assumptions
(`bregdag methods`).

Ctrl-C ends the method that is running with its best result so far and skips the others.
Exit codes: 0 done; 1 stopped early, what was found is written; 2 could not run.";
