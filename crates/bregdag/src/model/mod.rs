//! Linear models: from a matrix to a DAG, from a DAG to its equations, from these to effects.

mod equations;
mod prune;
mod refit;
mod weighted;

pub use equations::{Edge, Model};
pub use prune::{Pruned, Threshold, prune};
pub use refit::Signs;
pub use weighted::WeightedDag;
