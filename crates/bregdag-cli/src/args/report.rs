//! The flags of `bregdag report`.

use std::path::PathBuf;

use clap::Args;

use super::OUTPUT;

/// Make a page to look at a fit in a browser
///
/// The page is one HTML file that needs no network: the drawing, which shows what acts on a variable
/// and what it acts on, the edges, the matrix of weights, how far to trust them and where they come
/// from. It contains everything that is in the fit, names and command line too.
#[derive(Args)]
#[command(after_help = REPORT_EXAMPLES)]
pub struct Report {
    /// The JSON of `bregdag learn` or `stability`, or `-` for standard input
    #[arg(value_name = "FIT")]
    pub fit: PathBuf,

    /// Where to write the page (.html), or `-` for standard output [default: beside FIT, ending in
    /// .html]
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub out: Option<PathBuf>,

    /// Do not say what was written; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const REPORT_EXAMPLES: &str = "\
Examples:
  bregdag report fit.json                          writes fit.html
  bregdag report fit.json --out report.html
  bregdag learn data.csv --out - | bregdag report - > report.html";
