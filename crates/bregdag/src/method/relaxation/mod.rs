//! What the relaxations share: they look for a matrix first, and make a DAG of it afterwards.
//!
//! `orthant` has the solver of those with an l1 norm, `relaxed` the matrix and what becomes of it, `shared`
//! paths along which the matrix stays the same, `ranges` the checks of their options.

pub mod orthant;
pub mod ranges;
mod relaxed;
mod shared;
mod ties;

pub use relaxed::{Finish, Progress, Relaxed};
pub use shared::{LAMBDAS, Relaxing, Shared, thresholds};
