//! The paper's method: dynamic NoLips on least squares + l1 + a penalty on cycles, and the order search
//! that finishes what it found.
//!
//! `step` solves the Bregman step as n elastic nets (`column`, `penalty`, `ridge`), `descent` repeats
//! it, `path` follows a growing penalty instead, `start` has the first matrices, `learn` puts it
//! together, `setup` adds the search.

mod column;
mod descent;
mod iteration;
mod learn;
mod options;
mod path;
mod penalty;
mod ridge;
mod setup;
mod start;
mod step;

pub use options::{FirstMatrix, Options, Path, Variant, Weights};
pub use setup::Bregman;

#[cfg(test)]
mod tests;
