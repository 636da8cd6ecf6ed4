//! What a method learns from.

use super::{Knowledge, Moments};

/// The moments of a table, and what is known beforehand about the graph.
#[derive(Debug, Clone, Copy)]
pub struct Dataset<'a> {
    /// The moments.
    pub moments: &'a Moments,
    /// Required and forbidden edges among the same variables, if any.
    pub knowledge: Option<&'a Knowledge>,
}

/// Nothing is known beforehand.
impl<'a> From<&'a Moments> for Dataset<'a> {
    fn from(moments: &'a Moments) -> Dataset<'a> {
        Dataset { moments, knowledge: None }
    }
}
