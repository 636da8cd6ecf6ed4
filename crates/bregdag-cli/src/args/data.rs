//! The flags that say how a table is read and prepared, the same for every verb.

use std::path::PathBuf;

use bregdag::prepare::Transform;
use bregdag::prepare::{Collinear, Missing, Outliers, Scale};
use clap::Args;

use super::values::{choice, transform};
use super::{DATA, PREPARE};

/// Which files, and which of their columns.
#[derive(Args)]
pub struct Files {
    /// One or more tables with the same columns, or `-` for standard input
    ///
    /// CSV with the names of the variables in the first line (comma, semicolon or tab), gzip of it,
    /// NumPy (.npy), Parquet or Arrow; the content tells which. Every column is numbers or true and
    /// false. Rows are read in blocks, so a file may be larger than memory, unless ranks or values to be
    /// filled in need all rows at once.
    #[arg(value_name = "DATA", required = true)]
    pub data: Vec<PathBuf>,

    /// Only these columns: names separated by commas, `*` for any characters, `?` for any one
    #[arg(long, value_name = "NAMES", help_heading = DATA, value_delimiter = ',')]
    pub columns: Vec<String>,

    /// All columns but these
    #[arg(long, value_name = "NAMES", help_heading = DATA, value_delimiter = ',')]
    pub drop: Vec<String>,

    /// The column that says how much each row counts, relative to the others; not a variable
    ///
    /// Weights change means and covariances; the number of rows, and with it standard errors, stays what
    /// it is. Filling in missing values does not look at them.
    #[arg(long, value_name = "NAME", help_heading = DATA)]
    pub weights_column: Option<String>,

    /// Numbers are written with a decimal comma: 3,14
    #[arg(long, help_heading = DATA)]
    pub decimal_comma: bool,

    /// What stands where a value is missing, instead of NA, NaN, null, ., ? and the like; an empty cell
    /// always does
    #[arg(long, value_name = "TOKENS", help_heading = DATA, value_delimiter = ',')]
    #[arg(allow_hyphen_values = true)]
    pub missing_tokens: Option<Vec<String>>,

    /// What becomes of missing values [default: error]
    #[arg(long, value_name = "NAME", help_heading = DATA, value_parser = choice::<Missing>(&[
        ("error", "say where they are, and stop"),
        ("drop-rows", "leave out rows that miss a value"),
        ("mean", "the mean of the column: relations look weaker than they are"),
        ("iterative", "regress each column on the others, in turn, until nothing changes: relations \
         look stronger than they are"),
    ]))]
    pub missing: Option<Missing>,

    /// Transform columns first; may be given several times
    ///
    /// `log=NAMES`, `log1p=NAMES` (log(1 + x)) or `rank=NAMES` (1 for the smallest value, ties share),
    /// names as for --columns: `--transform log='*'`.
    #[arg(long, value_name = "HOW=NAMES", help_heading = DATA, value_parser = transform)]
    pub transform: Vec<(Transform, Vec<String>)>,
}

/// What happens to the moments before a method sees them.
#[derive(Args)]
pub struct Prepare {
    /// The scale on which columns are compared [default: center]
    #[arg(long, value_name = "NAME", help_heading = PREPARE, value_parser = choice::<Scale>(&[
        ("center", "their own units"),
        ("standardize", "variance one: weights are in standard deviations, and equal noise variances \
         cannot be expected any more"),
    ]))]
    pub scale: Option<Scale>,

    /// What becomes of columns that are linear combinations of others [default: error]
    #[arg(long, value_name = "NAME", help_heading = PREPARE, value_parser = choice::<Collinear>(&[
        ("error", "name them, and stop"),
        ("drop", "leave out the last column of each combination"),
        ("keep", "learn with all of them"),
    ]))]
    pub collinear: Option<Collinear>,

    /// What becomes of rows that lie far from all others [default: warn]
    ///
    /// Far is more than six robust deviations from the middle of a column, or, with five rows for each column,
    /// too far for all columns together (BACON). To drop such rows, all rows are held in memory.
    #[arg(long, value_name = "NAME", help_heading = PREPARE, value_parser = choice::<Outliers>(&[
        ("warn", "learn with them, and say whether edges rest on them"),
        ("drop", "leave them out before anything is learned"),
        ("keep", "learn with them, and do not look"),
    ]))]
    pub outliers: Option<Outliers>,

    /// DATA is a matrix of covariances (denominator m − 1) or correlations with names; needs --rows
    #[arg(long, help_heading = PREPARE, requires = "rows")]
    pub covariance: bool,

    /// The number of rows m that the covariances were computed from
    #[arg(long, value_name = "M", help_heading = PREPARE, requires = "covariance")]
    pub rows: Option<u64>,
}
