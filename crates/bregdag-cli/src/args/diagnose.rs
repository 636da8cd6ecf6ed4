//! The flags of `bregdag diagnose`.

use std::path::PathBuf;

use clap::Args;

use super::{Files, OUTPUT, Prepare};

/// Say what the data allow and how far a graph can be trusted
///
/// Looks for columns that nearly follow from others and for columns that are not Gaussian. With a
/// graph, also whether its directions rest on the units of the columns, which of the independences
/// that it implies fail, and whether its residuals are Gaussian; for the units, the graph is learned
/// anew twice: from the columns as they are and with variance one.
#[derive(Args)]
#[command(after_help = DIAGNOSE_EXAMPLES)]
pub struct Diagnose {
    #[command(flatten)]
    pub files: Files,

    #[command(flatten)]
    pub prepare: Prepare,

    /// A graph over the columns: a matrix, an edge list or the JSON of `bregdag learn`
    ///
    /// From the JSON, method and options are taken when the graph is learned anew; other files do
    /// not tell them, and the default method stands in. Where the file leaves directions open, one
    /// graph of its class is taken.
    #[arg(long, value_name = "FILE")]
    pub graph: Option<PathBuf>,

    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Write all numbers as JSON (.json), or `-` for standard output instead of the text
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub out: Option<PathBuf>,
}

const DIAGNOSE_EXAMPLES: &str = "\
Examples:
  bregdag diagnose data.csv
  bregdag diagnose data.csv --graph fit.json
  bregdag diagnose data.csv --graph fit.json --out diagnostics.json

Tests fail at 1 %, corrected for their number (Holm). Hidden common causes and selection of the rows
are not seen by any of this.";
