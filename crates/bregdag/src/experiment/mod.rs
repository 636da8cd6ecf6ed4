//! Methods on many tables: a plan of fits, what came of each, and what can be said of all.
//!
//! `plan` says what is to be fitted, `task` is one fit of it, `measure` does one and compares it with the truth, `row` is
//! what came of it, `tidy` a table of rows, `results` keeps rows in a file. Processes, files and clocks belong to who runs it.
//!
//! * [`statistics`] sums up many runs in a few numbers that say how sure they are.
//! * [`chart`] draws them as SVG, panel beside panel.
//! * [`table`] writes them for a README or for a paper.
//! * [`catalog`] has the experiments that have names.

mod plan;
mod task;
mod row;
mod tidy;
mod measure;
mod results;
pub mod statistics;
pub mod chart;
mod markup;
pub mod table;
pub mod catalog;

#[cfg(test)]
mod tests;

pub use measure::{Timekeeper, blank, fit, found};
pub use plan::{Block, Case, Contender, Entry, External, Files, Plan};
pub use results::Results;
pub use row::{Ending, Errors, Row};
pub use task::{Data, Task};
pub use tidy::{from_csv, to_csv};
