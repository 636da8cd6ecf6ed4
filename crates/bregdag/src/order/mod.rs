//! The problem that the paper relaxes, attacked directly: a graph whose score
//!
//! ```text
//! m n log(Σ_j v_j / n) + p |E|   (equal noise variances)   or   m Σ_j log v_j + p |E|   (free)
//! ```
//!
//! is small, by a local search over the orders of the nodes (docs/mathematics.md, section 15).
//!
//! [`score`] has the two scores, `parents` selects the parents of a node among those before it by `regression`,
//! `start` and `problem` make a first order, `precedence` brings it into agreement with what is known, `search` moves nodes to their best places, `restart` leaves local
//! minima, `learn` puts it together. It is a local search on the exact objective, not a proof of optimality.

mod concerns;
mod learn;
mod options;
mod parents;
mod precedence;
mod problem;
mod regression;
mod restart;
mod score;
mod search;
mod start;
mod state;
mod variances;

pub use learn::{learn, score};
pub use options::{Options, Penalty, Start, Variances};
pub(crate) use regression::PERFECT;
pub use variances::{VarianceChoice, ebic};
