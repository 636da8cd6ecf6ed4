//! The objective, one term to a file:
//!
//!   Ψ(W) = ℓ(W) + λ‖W‖₁ + μ (Tr(I + αA)ⁿ − n),   W_jj = 0,
//!
//! with A = |W| (fixed path) or A = W∘W (continuation); required edges are left out of ‖W‖₁. The paper writes Tr(I + αA)ⁿ; we leave out
//! the constant n so that a DAG has penalty zero and small penalties keep their digits.

pub mod acyclicity;
pub mod kernel;
pub mod l1;
pub mod loss;

pub use acyclicity::{Acyclicity, ValueAndGradient, exponential, log_determinant};
pub use kernel::Kernel;
pub use l1::L1;
pub use loss::Loss;

#[cfg(test)]
mod tests;
