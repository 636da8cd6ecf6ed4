//! From a matrix to a DAG, from a DAG to its equations, linear or smooth, from these to effects.

mod additive;
mod equations;
mod fitted;
mod prune;
mod refit;
mod weighted;

pub use additive::{Additive, Effect};
pub use equations::{Edge, Model};
pub use fitted::{Effects, Equations};
pub use prune::{Pruned, Threshold, prune};
pub use refit::Signs;
pub use weighted::WeightedDag;
