//! Graphs: a DAG, a partly directed graph, an equivalence class, and how far two graphs are apart.

mod class;
mod dag;
mod distance;
mod extension;
mod metrics;
mod orient;
mod pdag;

pub use class::Class;
pub use dag::Dag;
pub(crate) use dag::{causal_order, describe_cycle};
pub use distance::{Adjustment, Distance, Distances, Links, aid, sid};
pub use metrics::Metrics;
pub use pdag::Pdag;
