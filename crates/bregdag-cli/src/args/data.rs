//! The flags that say how a table is read and prepared, the same for every verb.

use std::path::PathBuf;

use bregdag::prepare::Transform;
use bregdag::prepare::{Collinear, Missing, Outliers, Scale};
use bregdag::read::{Coding, Header, Text};
use clap::Args;

use super::values::{Names, choice, names, ordered, transform};
use super::{DATA, PREPARE};

/// Which files, and which of their columns.
#[derive(Args)]
pub struct Files {
    /// One or more tables with the same columns, or `-` for standard input
    ///
    /// CSV with the names of the variables in the first line (comma, semicolon, tab, bar or blanks; comments
    /// above it start with #), gzip of it, Excel (.xlsx), NumPy (.npy), Parquet or Arrow; the content tells
    /// which. Columns are numbers, or two words such as yes and no, which become 1 and 0; a first column
    /// without a name that names or numbers the rows is left out. Rows are read in blocks, so a file may be
    /// larger than memory, unless ranks or values to be filled in need all rows at once; a file with words
    /// is read twice.
    #[arg(value_name = "DATA", required = true)]
    pub data: Vec<PathBuf>,

    /// Only these columns: names separated by commas, `*` for any characters, `?` for any one
    ///
    /// Written as a line of CSV: a name with a comma goes into double quotes, `--columns 'id,"a, b"'`. A
    /// backslash takes its meaning from `*` and `?`.
    #[arg(long, value_name = "NAMES", help_heading = DATA, value_parser = names)]
    pub columns: Vec<Names>,

    /// All columns but these
    #[arg(long, value_name = "NAMES", help_heading = DATA, value_parser = names)]
    pub drop: Vec<Names>,

    /// Whether the first line has the names of the columns [default: what it looks like]
    #[arg(long, value_name = "WHETHER", help_heading = DATA, value_parser = choice::<Header>(&[
        ("auto", "what it looks like; where that cannot be told, say so and stop"),
        ("yes", "it has, also where they are numbers"),
        ("no", "it is a row; the columns are named x1, x2, …"),
    ]))]
    pub header: Option<Header>,

    /// What becomes of columns of text with more than two different values [default: error]
    #[arg(long, value_name = "NAME", help_heading = DATA, value_parser = choice::<Text>(&[
        ("error", "name them, and stop"),
        ("drop", "leave them out"),
    ]))]
    pub text: Option<Text>,

    /// Words in an order become 1, 2, 3, …; may be given several times
    ///
    /// `--ordered 'stage=I<II<III'`. A name or word with `=`, `<` or blanks at its ends goes into double quotes.
    #[arg(long, value_name = "COLUMN=A<B<C", help_heading = DATA, value_parser = ordered)]
    pub ordered: Vec<Coding>,

    /// The sheet of a workbook [default: the first]
    #[arg(long, value_name = "NAME", help_heading = DATA)]
    pub sheet: Option<String>,

    /// The column that says how much each row counts, relative to the others; not a variable
    ///
    /// Weights change means and covariances; the number of rows, and with it standard errors, stays what
    /// it is. Filling in missing values does not look at them. Rows of weight zero are not counted.
    #[arg(long, value_name = "NAME", help_heading = DATA)]
    pub weights_column: Option<String>,

    /// Numbers are written with a decimal comma: 3,14
    #[arg(long, help_heading = DATA)]
    pub decimal_comma: bool,

    /// Numbers have separators between thousands: 1,234 (or 1.234 with a decimal comma) is 1234
    ///
    /// Without this flag they are read where nothing else is possible: 1,234,567 or 1'234.
    #[arg(long, help_heading = DATA)]
    pub thousands: bool,

    /// What stands where a value is missing, instead of NA, NaN, null, ., ? and the like, which `usual`
    /// stands for; an empty cell always does
    #[arg(long, value_name = "TOKENS", help_heading = DATA, value_parser = names)]
    #[arg(allow_hyphen_values = true)]
    pub missing_tokens: Option<Names>,

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
