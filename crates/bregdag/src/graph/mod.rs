//! Graphs: from a matrix to a DAG, its equations and effects, its equivalence class, and how far two
//! graphs are apart.

mod class;
mod dag;
mod distance;
mod extension;
mod metrics;
mod orient;
mod prune;
mod refit;

pub use class::Class;
pub use dag::Dag;
pub(crate) use dag::{causal_order, describe_cycle};
pub use distance::{Adjustment, Distance, Distances, Links, aid, sid};
pub use metrics::Metrics;
pub use prune::{PRESENT, Pruned, Threshold, prune};
pub use refit::{Edge, Model, Signs};
