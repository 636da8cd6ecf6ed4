//! Learns linear causal graphs from tables.

mod error;
mod fit;
pub mod random;

pub mod bregman;
pub mod data;
pub mod graph;
pub mod io;
pub mod linalg;
pub mod objective;
pub mod simulate;

pub use data::{Moments, Table};
pub use error::{Error, Result};
pub use fit::{Fit, Status, Warning};
