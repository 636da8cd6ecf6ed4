//! The paper's method: dynamic NoLips on least squares + l1 + a penalty on cycles.

mod column;
mod descent;
mod learn;
mod options;
mod path;
mod penalty;
mod portions;
mod ridge;
pub mod start;
mod step;
mod ties;

pub use descent::{Descent, Outcome};
pub use learn::{Relaxed, learn, relax};
pub use options::{Options, Path, Start, Variant};
pub use path::Continuation;
pub use step::{Point, Solution, Step};
