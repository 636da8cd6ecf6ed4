//! The methods, behind one contract, and the one list of them.
//!
//! `contract` says what a method promises, a folder for each keeps the promise, and `list` knows their
//! names and options: [`Spec`] is a method that can be written down and read back.

// Each uses only those above it; `tests/arrows.rs` sees to it.
mod grid;
mod variances;
mod contract;
pub mod order;
pub mod bregman;
mod list;

pub use bregman::Bregman;
pub use contract::{
    Answer, Claim, Method, Needs, Noise, Parameter, Path, Record, Relaxation, Stage, Steps,
    Symmetry,
};
pub use list::{Info, METHODS, Setting, Spec};
pub use order::Search;
pub use variances::VarianceChoice;
