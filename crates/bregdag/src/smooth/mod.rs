//! Smooth functions of one variable and sums of them, fitted by penalised least squares:
//!
//! ```text
//! min over f_1, …, f_p   Σ_r (y_r − Σ_i f_i(x_ri))² + Σ_i λ_i ∫ f_i''²,        λ by generalised cross-validation
//! ```
//!
//! `rows` has what a row counts, `kernel` the sums over |x − t|³, `leading` the eigenvectors that matter, `basis` the functions of
//! one variable, `space` those of all variables with their products, `additive` the regression, `significance` the test of
//! one of its terms; `pspline` and `boosting` choose variables beforehand. See docs/mathematics.md, "Causal
//! additive models".

mod additive;
mod basis;
mod boosting;
mod kernel;
mod leading;
mod pairs;
mod pspline;
mod rows;
mod significance;
mod space;

#[cfg(test)]
mod tests;

pub use additive::Smoothed;
pub use basis::{Basis, LEAST_VALUES, distinct_values};
pub use boosting::{Learners, STEPS};
pub use rows::Rows;
pub use space::{Space, Spaces};
