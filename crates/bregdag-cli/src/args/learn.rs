//! The flags of `bregdag learn`.

use std::path::PathBuf;

use clap::Args;

use super::{Files, Known, MODEL, Model, OUTPUT, Prepare, SEARCH, Shown};

/// Learn a graph from a table
///
/// Reads a table, searches for the graph without directed cycles that explains it best for its
/// number of edges, and fits every variable on its causes by least squares. Prints the edges, or
/// writes them to files.
#[derive(Args)]
#[command(after_help = LEARN_EXAMPLES)]
pub struct Learn {
    #[command(flatten)]
    pub files: Files,

    #[command(flatten)]
    pub prepare: Prepare,

    #[command(flatten)]
    pub known: Known,

    #[command(flatten)]
    pub model: Model,

    /// Into how many sets rows are dealt for --select cv [default: 5]
    #[arg(long, value_name = "K", help_heading = MODEL, requires = "select")]
    pub folds: Option<usize>,

    /// Count rows that depend on their neighbours for as many independent ones as they are worth
    ///
    /// A first graph tells how far the residuals of a row go with those of the row before (r); prices and standard
    /// errors of a second are for m(1 − r²)/(1 + r²) rows. An approximation.
    #[arg(long, help_heading = MODEL)]
    pub effective_rows: bool,

    /// Stop the fit after this time and give the best result so far [default: no limit]
    #[arg(long, value_name = "SECONDS", help_heading = SEARCH, allow_negative_numbers = true)]
    pub time_limit: Option<f64>,

    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    pub threads: Option<usize>,

    /// Write the graph to a file; may be given several times
    ///
    /// The ending chooses the format: `.json` everything about the fit, `.edges.csv` one line per
    /// edge, `.csv` the matrix of weights (row = cause, column = effect), `.dot` a drawing for
    /// Graphviz, `.svg` and `.png` drawings, `.html` a page for the browser, and for other programs `.graphml`, `.gml`, `.cyjs`, `.dagitty` and `.lavaan`, which
    /// `bregdag convert --help` explains. `-` is standard output, as JSON; `-.csv`, `-.dot` and the
    /// like are standard output in the other formats. Files appear whole or not at all.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub out: Vec<PathBuf>,

    /// Write a page to look at the graph in a browser: one file, no network (.html or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,

    /// Write W as bregman, notears, dagma or golem left it, before any threshold and perhaps cyclic (.csv or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub raw_matrix: Option<PathBuf>,

    /// Write the total effects (I − W)⁻¹ over all directed paths (.csv or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub effects: Option<PathBuf>,

    /// Write one line per iteration of these: objective, penalty on cycles, support, … (.csv or -)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub trace: Option<PathBuf>,

    #[command(flatten)]
    pub shown: Shown,

    /// No progress, warnings or summary on standard error; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const LEARN_EXAMPLES: &str = "\
Examples:
  bregdag learn data.csv
  bregdag learn data.csv --out fit.json --out graph.dot
  bregdag learn data.csv --report report.html             a page to look at
  bregdag learn data.csv --out -.dot | dot -Tsvg > graph.svg
  bregdag learn data.csv --variances free                 whatever the units
  bregdag learn data.csv --restarts 1000 --time-limit 60  looks longer
  bregdag learn data.csv --method bregman --positive --threshold auto
  bregdag learn data.csv --preset paper --positive --seed 7
  bregdag learn data.csv --missing iterative --drop id,'*_code' --collinear drop
  bregdag learn data.csv --roots age,sex --forbid 'bmi->*'
  bregdag learn data.csv --tiers tiers.txt --leaves death
  bregdag learn cov.csv --covariance --rows 1629
  bregdag learn data.csv --start w.csv --path fixed       polishes a matrix

How to read the result: \"a -> b, weight 2\" says that b rises by 2 when a is raised by 1 and the
other causes of b are held fixed, if the model is right: linear, no cycles, no hidden common cause.
\"in sd\" is the same in standard deviations, and the strongest edges by it come first.
\"a -- b\" may point either way: the data cannot tell. Where noise variances are assumed equal,
directions come from comparing variances, so they depend on the scale of the columns.

Ctrl-C stops the search and gives the best result so far; pressed twice, it ends the program.
Exit codes: 0 done; 1 stopped early (iteration limit, time limit, Ctrl-C), what was found is
written; 2 could not run, nothing is written.";
