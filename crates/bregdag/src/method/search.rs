//! The order search.

use super::Method;
use crate::data::Dataset;
use crate::error::Result;
use crate::fit::Fit;
use crate::observer::Observer;
use crate::order;

/// The order search: see [`crate::order`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Search(pub order::Options);

impl Method for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn learn(&self, data: Dataset<'_>, watch: &mut dyn Observer) -> Result<Fit> {
        order::learn(data, &self.0, watch)
    }
}
