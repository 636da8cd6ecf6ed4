//! Methods on many tables: a plan of fits, what came of each, and what can be said of all.
//!
//! `plan` says what is to be fitted, `task` is one fit of it, `measure` does one and compares it with the truth, `row` is
//! what came of it, `results` keeps rows in a file. Processes, files and clocks belong to who runs it.

mod measure;
mod plan;
mod results;
mod row;
mod task;

pub use measure::{Timekeeper, blank, fit, found};
pub use plan::{Block, Case, Contender, Entry, External, Files, Plan};
pub use results::Results;
pub use row::{Ending, Errors, Row, to_csv};
pub use task::{Data, Task};
