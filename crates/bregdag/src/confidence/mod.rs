//! How often is an edge found again when the rows change a little?

mod support;

pub use support::{Kind, Pair, Stability, Support, Unit};
