//! The flags of `bregdag stability`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::{Files, Known, Model, OUTPUT, Prepare, SEARCH, Shown};

const ROWS: &str = "Rows drawn anew";

/// Learn a graph many times from rows drawn anew, and say how often each edge is found
///
/// Every edge gets its frequency, the frequency of its reverse, mean and spread of its weight and the
/// share of each sign. What enough refits agree on becomes one graph without cycles, the consensus, its
/// equations fitted to all rows. Missing values are filled in, and columns scaled, once and before.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("draw").args(["folds", "bootstrap", "subsample"]))]
#[command(group = ArgGroup::new("unit").args(["groups", "block"]))]
pub struct Stability {
    #[command(flatten)]
    pub files: Files,

    /// Deal the rows into K sets, and learn K times, each time without one set
    #[arg(long, value_name = "K", help_heading = ROWS)]
    pub folds: Option<usize>,

    /// Learn B times from as many rows as there are, drawn with replacement
    ///
    /// Rows that are drawn twice say less than two: each refit counts as (Σc)²/Σc² rows, where c is how
    /// often a row was drawn, about half of them.
    #[arg(long, value_name = "B", help_heading = ROWS)]
    pub bootstrap: Option<usize>,

    /// Learn B times from half of the rows, drawn without replacement, in complementary pairs [default: 100]
    #[arg(long, value_name = "B", help_heading = ROWS)]
    pub subsample: Option<usize>,

    /// Rows with the same value in this column stay together: repeated measurements; not a variable
    #[arg(long, value_name = "NAME", help_heading = ROWS)]
    pub groups: Option<String>,

    /// Blocks of L consecutive rows stay together: time series
    #[arg(long, value_name = "L", help_heading = ROWS)]
    pub block: Option<usize>,

    /// The consensus has the pairs that at least this share of refits joins, above 0 to 1
    ///
    /// A direction is claimed if as many more refits claim it than claim its reverse, and open otherwise.
    #[arg(long, value_name = "X", help_heading = ROWS, default_value_t = 0.5)]
    #[arg(allow_negative_numbers = true)]
    pub frequency: f64,

    /// Say what frequencies are worth: repeat all refits on R tables drawn from the learned equations
    ///
    /// There the true graph is known, so the share of true edges among those found as often can be
    /// counted. Frequencies are cautious: an edge found in half of the refits is usually true.
    #[arg(long, value_name = "R", help_heading = ROWS, default_value_t = 0, hide_default_value = true)]
    pub calibrate: usize,

    #[command(flatten)]
    pub prepare: Prepare,

    #[command(flatten)]
    pub known: Known,

    #[command(flatten)]
    pub model: Model,

    /// Stop after this time and count the refits that are done [default: no limit]
    #[arg(long, value_name = "SECONDS", help_heading = SEARCH, allow_negative_numbers = true)]
    pub time_limit: Option<f64>,

    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub threads: Option<usize>,

    /// Keep finished refits in this file, and go on from those that are there
    ///
    /// A run that is killed and given again does not repeat them; nor does one that asks for more of
    /// them. By default the file is beside the first --out, `.refits` added to its name, and removed at
    /// the end; without --out there is none.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub refits: Option<PathBuf>,

    /// Write the consensus to a file; may be given several times
    ///
    /// As for `bregdag learn`: the ending chooses the format.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub out: Vec<PathBuf>,

    /// Write a page to look at the graph in a browser: one file, no network (.html or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,

    #[command(flatten)]
    pub shown: Shown,

    /// No progress, warnings or summary on standard error; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
What is printed, the strongest edges first: the weight on all rows, in standard deviations (in sd) and in the
units of the columns; its spread over the refits that have this arrow; the share of refits in which the two
are joined (found), point this way, point the other way (reverse), and of these weights the share that is
positive; whether the direction is claimed or open. With --calibrate, also the shares of true pairs and of
true arrows among those found as often.

Examples:
  bregdag stability data.csv                              100 halves of the rows
  bregdag stability data.csv --folds 5 --out stable.json --out stable.svg
  bregdag stability data.csv --bootstrap 1000 --frequency 0.8 --out stable.json
  bregdag stability visits.csv --bootstrap 200 --groups patient
  bregdag stability hourly.csv --subsample 100 --block 168 --preset paper --positive

Ctrl-C counts the refits that are done; given again, the command goes on where it stopped.
Exit codes: 0 done; 1 stopped early, what was found is written; 2 could not run.";
