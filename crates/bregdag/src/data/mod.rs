//! What a method receives: a table of numbers, its moments, and what is known beforehand.

mod accumulator;
mod blocks;
mod dataset;
mod knowledge;
mod moments;
mod table;

pub use accumulator::Accumulator;
pub use blocks::{Block, Blocks};
pub use dataset::Dataset;
pub use knowledge::{Knowledge, Rules};
pub use moments::Moments;
pub use table::Table;
pub(crate) use table::check_names;
