//! What the relaxations share: they look for a matrix first, and make a DAG of it afterwards.
//!
//! `orthant` has the solver of those with an l1 norm, `relaxed` the matrix and what becomes of it, `shared`
//! paths along which the matrix stays the same, `penalised` what methods with an l1 norm have in common, `ranges` the checks of their options.

pub mod orthant;
mod penalised;
pub mod ranges;
mod relaxed;
mod shared;
mod ties;

pub use penalised::{Penalised, Terms};
pub use relaxed::{Finish, Progress, Relaxed};
pub use shared::{LAMBDAS, Relaxing, Shared, thresholds};
