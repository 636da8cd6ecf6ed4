//! The methods, behind one contract, and the one list of them.
//!
//! `contract` says what a method promises and `answer` what it gives, a folder for each keeps the promise, and `list` knows their
//! names and options: [`Spec`] is a method that can be written down and read back.

// Each uses only those above it; `tests/arrows.rs` sees to it.
mod grid;
mod variances;
mod answer;
mod contract;
pub mod order;
pub mod bregman;
pub mod pc;
mod list;

pub use answer::{Answer, Claim, Noise, Record, Relaxation, Stage, Steps};
pub use bregman::Bregman;
pub use contract::{Method, Needs, Parameter, Path, Symmetry};
pub use list::{Info, METHODS, Setting, Spec};
pub use order::Search;
pub use pc::Pc;
pub use variances::VarianceChoice;
