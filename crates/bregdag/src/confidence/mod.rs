//! How often is an edge found again when the rows change a little?
//!
//! Reader's guide. A [`Plan`] says which rows the k-th refit sees: all but a fold, as many drawn with
//! replacement, or half of them drawn without; single rows, groups of rows that belong together, or
//! blocks of consecutive ones. [`run`] refits in parallel and hands every finished [`Refit`] to a
//! [`Keeper`], so that none is ever repeated. `count` turns refits into the [`Support`] of every pair
//! of variables that any of them joins, and `consensus` makes one graph of the pairs that are joined
//! often enough. [`Stability::of`] does both. [`Calibration`] tells what a frequency is worth, from
//! tables whose graph is known. See docs/mathematics.md, section 18.
//!
//! ```
//! use bregdag::confidence::{Kind, Plan, Stability, Task, Units, run};
//! use bregdag::simulate::{self, simulate};
//! use bregdag::{Dataset, Knowledge, Spec, Watch};
//!
//! let options = simulate::Options { nodes: 6, degree: 1, samples: 200, ..Default::default() };
//! let table = simulate(&options)?.table;
//! let plan = Plan::new(Kind::Subsample, 10, 0, Units::rows(table.rows()))?;
//! let learn = |data: &Dataset<'_>, watch: &dyn Watch| Spec::default().learn(data, watch);
//! let known = Knowledge::none(6);
//! let task = Task::new(&table, &known, &plan, &learn)?;
//! let refits = run(&task, &[], &())?;
//! let (stability, graph) = Stability::of(&task, &refits, 0.5)?;
//! assert_eq!((stability.finished, graph.dag.nodes()), (10, 6));
//! # Ok::<(), bregdag::Error>(())
//! ```

mod calibration;
mod consensus;
mod count;
pub mod file;
mod plan;
mod refit;
mod run;
mod support;
mod words;

pub use calibration::{Calibration, Increasing};
pub use consensus::Consensus;
pub use plan::{Draws, Plan, Units};
pub(crate) use refit::of_rows;
pub use refit::{Arrow, Learn, Outcome, Refit, Task};
pub use run::{Keeper, run};
pub use support::{Calibrated, Kind, Pair, Stability, Support, Unit, check_frequency};
