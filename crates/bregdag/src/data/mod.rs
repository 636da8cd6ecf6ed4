//! What a method receives: a table of numbers, its moments, and what is known beforehand.

mod accumulator;
mod blocks;
mod dataset;
mod folds;
mod knowledge;
mod label;
mod moments;
mod origins;
pub mod pattern;
mod rules;
mod table;

pub use accumulator::Accumulator;
pub(crate) use accumulator::BLOCK_ROWS;
pub use blocks::{Block, Blocks};
pub use dataset::{Dataset, Environment, Start, StartKind};
pub use folds::Folds;
pub use knowledge::Knowledge;
pub use label::Label;
pub use moments::Moments;
pub(crate) use moments::same_variance;
pub use origins::looks_first;
pub use rules::Rules;
pub use table::Table;
pub(crate) use table::{check_names, differ};
