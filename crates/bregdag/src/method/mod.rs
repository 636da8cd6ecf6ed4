//! The methods, behind one contract: a method is its options, and learns a [`Fit`] from moments.

mod bregman;
mod search;

pub use bregman::Bregman;
pub use search::Search;

use crate::data::Dataset;
use crate::error::Result;
use crate::fit::Fit;
use crate::observer::Observer;

/// A way to learn a graph.
pub trait Method: Sync {
    /// The name of the method.
    fn name(&self) -> &'static str;

    /// Learns a graph that agrees with what is known beforehand; a method that cannot promise that
    /// refuses. The observer sees the steps and may end the fit; the best graph so far is
    /// returned then, with a status that says so.
    fn learn(&self, data: Dataset<'_>, watch: &mut dyn Observer) -> Result<Fit>;
}
