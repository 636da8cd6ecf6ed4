//! Rows as they come out of a file, a block at a time, so that a table need not fit into memory.

use super::Label;
use crate::error::Result;
use crate::warning::Warning;

/// Some consecutive rows, column by column. NaN is a missing value; nothing else is not finite.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Block {
    /// The columns, of equal length, in the order of [`Blocks::names`].
    pub columns: Vec<Vec<f64>>,
    /// The column of row weights, if one was asked for. It may have missing values too.
    pub weights: Option<Vec<f64>>,
    /// The labels of the rows' groups, if they were asked for. Some may be missing.
    pub groups: Option<Vec<Label>>,
}

/// A table that is read from top to bottom.
pub trait Blocks {
    /// The names of the columns: unique and not empty.
    fn names(&self) -> &[String];

    /// The next rows, at least one, or nothing after the last. Where blocks end depends on the file
    /// alone, not on the number of threads.
    fn next_block(&mut self) -> Result<Option<Block>>;

    /// What the reader should know of how the file was read; complete after the last block.
    fn remarks(&self) -> Vec<Warning> {
        vec![]
    }
}
