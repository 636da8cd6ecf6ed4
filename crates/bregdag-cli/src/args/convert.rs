//! The flags of `bregdag convert`.

use std::path::PathBuf;

use clap::Args;

use super::OUTPUT;

/// Write a fit in the formats of other programs
///
/// Reads the JSON that `bregdag learn --out fit.json` wrote and checks it. Nothing is learned anew.
#[derive(Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub struct Convert {
    /// The JSON of a fit, or `-` for standard input
    #[arg(value_name = "FIT")]
    pub fit: PathBuf,

    /// Where to write the graph; may be given several times
    ///
    /// The ending chooses the format: `.graphml` and `.gml` for Gephi, yEd, igraph or networkx,
    /// `.cyjs` for Cytoscape and Cytoscape.js, `.dagitty` for dagitty, `.lavaan` the equations for
    /// lavaan, `.dot` for Graphviz; also `.svg`, `.png`, `.html`, `.json`,
    /// `.edges.csv` and `.csv` as in `bregdag learn`. `-` is standard output, as JSON; `-.gml` and the
    /// like are standard output in the other formats.
    /// Files appear whole or not at all.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    #[arg(required = true)]
    pub out: Vec<PathBuf>,

    /// Do not say what was written; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  bregdag convert fit.json --out graph.graphml
  bregdag convert fit.json --out graph.dagitty --out model.lavaan
  bregdag learn data.csv --out - | bregdag convert - --out -.gml

Where a direction is open, the edge has the attribute `directed` = false (0 in GML), or is `a -- b`
for dagitty. Names that dagitty or lavaan cannot take are changed; the file for lavaan says how.";
