//! What a method receives: a table of numbers, its moments, and what is known beforehand.

mod accumulator;
mod blocks;
pub mod collinear;
mod dataset;
mod facts;
mod folds;
pub mod impute;
mod knowledge;
mod label;
mod moments;
pub mod pattern;
pub mod prepare;
mod table;
mod transform;

pub use accumulator::Accumulator;
pub use blocks::{Block, Blocks};
pub use dataset::Dataset;
pub use facts::{Facts, Kind};
pub use folds::Folds;
pub use knowledge::{Knowledge, Rules};
pub use label::Label;
pub use moments::Moments;
pub use table::Table;
pub(crate) use table::check_names;
pub use transform::Transform;
