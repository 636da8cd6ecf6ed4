//! The flags of `bregdag moments`.

use std::path::PathBuf;

use clap::Args;

use super::OUTPUT;
use super::data::Files;

/// Reduce tables to their moments, or join moments
///
/// The moments (number of rows, means, covariances) are all that `bregdag learn` needs, and they are
/// small. Reading goes block by block, so memory does not grow with the number of rows (see below for what
/// needs them all). Parts of a table
/// can be reduced on different machines and then joined; the result is the same up to rounding.
#[derive(Args)]
#[command(after_help = MOMENTS_EXAMPLES)]
pub struct Moments {
    #[command(flatten)]
    pub files: Files,

    /// DATA are files of moments: add them up
    #[arg(long)]
    pub merge: bool,

    /// Where to write the moments, or `-` for standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, allow_hyphen_values = true)]
    pub out: PathBuf,

    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// No progress, warnings or summary on standard error; errors remain
    #[arg(long, short, help_heading = OUTPUT)]
    pub quiet: bool,
}

const MOMENTS_EXAMPLES: &str = "\
Examples:
  bregdag moments huge.csv.gz --out huge.moments
  bregdag moments part1.parquet --out 1.moments       on one machine
  bregdag moments part2.parquet --out 2.moments       on another
  bregdag moments --merge 1.moments 2.moments --out all.moments
  bregdag learn all.moments

Filling in missing values and ranks need all rows at once: with --missing mean or iterative and with
--transform rank, a part of a table is treated as if it were all of it.";
