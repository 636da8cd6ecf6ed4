//! What single rows do to a graph.

mod dependence;
mod outliers;
mod tables;
