//! Graphs: from a matrix to a DAG, its equations and effects, and how far two graphs are apart.

mod dag;
mod metrics;
mod prune;
mod refit;

pub use dag::Dag;
pub(crate) use dag::describe_cycle;
pub use metrics::Metrics;
pub use prune::{Pruned, Threshold, prune};
pub use refit::{Edge, Model, Signs};
