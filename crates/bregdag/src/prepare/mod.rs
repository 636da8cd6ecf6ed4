//! Rows as they come → what a method receives.
//!
//! Reader's guide. [`Gather`] sees the rows block by block: it transforms, counts what is missing,
//! notes what the columns look like, adds up moments, and keeps the rows as long as that is cheap or if
//! they are needed. [`Gather::finish`] fills in missing values; what it shares with moments that were
//! computed elsewhere ([`of_moments`]) is `finish`: constant columns go, exact linear combinations are
//! named, the scale is chosen. [`Preparation`] records it all and stays with the result. [`Taking`] goes through
//! files from the start again where their content asks for it, and finds all obstacles at once.

mod again;
mod beside;
pub mod collinear;
mod combination;
mod facts;
mod far;
mod finish;
mod gather;
pub mod impute;
mod inputs;
mod intake;
mod kind;
pub mod moments_file;
mod obstacles;
pub mod outliers;
mod record;
mod rows;
mod seen;
mod transform;

use serde::{Deserialize, Serialize};

pub use facts::Facts;
pub(crate) use far::all_but as rows_without;
pub use finish::of_moments;
pub use gather::Gather;
pub use inputs::{Input, Inputs};
pub use intake::Intake;
pub use kind::Kind;
pub use obstacles::{Obstacles, Taking};
pub use outliers::{Far, Look, Outliers};
pub use record::{DroppedRows, LeftOut, MissingCells, Preparation, Transformed};
pub use seen::Sampled;
pub use transform::Transform;

use crate::data::{Moments, Table};
use crate::error::{Error, Result};
use crate::room::Footprint;
use crate::warning::Warning;
use crate::watch::{Stop, Watch};

/// Someone ended the work before there was anything to learn from. A limit of time does not: it is for
/// work that has something to show when it ends early.
fn unless_interrupted(watch: &dyn Watch, before: &'static str) -> Result<()> {
    match watch.stop() {
        Some(stop @ Stop::Interrupted) => Err(Error::Stopped { status: stop.into(), before }),
        Some(Stop::TimeLimit) | None => Ok(()),
    }
}

/// What becomes of missing values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// They are an error.
    #[default]
    Error,
    /// Rows that miss a value are left out.
    DropRows,
    /// The mean of what is there. It makes relations look weaker than they are.
    Mean,
    /// Regressions of each column on the others, in turn, until they agree.
    Iterative,
}

/// The scale on which columns are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// The units of the columns; only their means are taken off.
    #[default]
    Center,
    /// Mean 0 and variance 1.
    Standardize,
}

/// What becomes of columns that are linear combinations of others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Collinear {
    /// They are an error.
    #[default]
    Error,
    /// They are left out.
    Drop,
    /// They stay.
    Keep,
}

/// Whether the rows are kept beside their moments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Keep {
    /// Only if something else needs all of them at once.
    #[default]
    No,
    /// Unless there are too many.
    IfCheap,
    /// Whatever they cost.
    Always,
}

/// How rows become what a method receives.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Missing values; default error.
    pub missing: Missing,
    /// Transformations, in this order, of the columns that match one of the patterns (`*` and `?`).
    pub transforms: Vec<(Transform, Vec<String>)>,
    /// Scale; default the units of the columns.
    pub scale: Scale,
    /// Exact linear combinations; default error.
    pub collinear: Collinear,
    /// Whether to keep the rows; default no.
    pub keep: Keep,
    /// Name of the column of row weights; default none.
    pub weights: Option<String>,
    /// Name of the column that says which rows belong together; default none.
    pub groups: Option<String>,
    /// Into how many sets rows are dealt for cross-validation, and the seed; default none.
    pub folds: Option<(usize, u64)>,
    /// Rows that lie far from all others; default a warning. To drop them, all rows are held at once.
    pub outliers: Outliers,
    /// What the work after it takes of memory, so that what is too large for it is refused before it is read; default
    /// nothing.
    pub after: Footprint,
}

/// What a method receives, and how it came to be.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The moments.
    pub moments: Moments,
    /// The rows, where they were kept.
    pub table: Option<Table>,
    /// The group of each of these rows, where groups were asked for: 0, 1, 2, … in the order in which
    /// they appear.
    pub groups: Option<Vec<u64>>,
    /// The moments of each set of rows, for cross-validation.
    pub folds: Vec<Moments>,
    /// What was done.
    pub preparation: Preparation,
    /// What the reader should know.
    pub warnings: Vec<Warning>,
    /// Rows that lie far from all others, as far as anyone looked.
    pub look: Look,
    /// Some of the rows, where there are too many to keep: for checks, not to learn from.
    pub sampled: Option<Sampled>,
}
