//! Penalties on cycles: three functions of A ≥ 0 that are zero on DAGs and positive elsewhere.

mod exponential;
mod log_determinant;
mod power;
mod series;

use crate::linalg::Matrix;

pub use exponential::exponential;
pub use log_determinant::log_determinant;
pub use power::Acyclicity;

/// A penalty and its gradient, every entry of which is ≥ 0.
#[derive(Debug, Clone)]
pub struct ValueAndGradient {
    /// The penalty.
    pub value: f64,
    /// Its derivative by each entry of A.
    pub gradient: Matrix,
}

#[cfg(test)]
mod tests;
