//! Learns linear causal graphs from tables.
//!
//! ```text
//! min over DAGs   −2 log likelihood + p |E|
//! min over W      (1/m)‖X − XW‖² + λ‖W‖₁ + μ Tr(I + αA)ⁿ        W[i][j] ≠ 0 means i → j
//! ```
//!
//! The first is the problem, searched directly over the orders of the nodes. The second is its
//! relaxation by Romain and d'Aspremont (2021): least squares, few edges, and a penalty that is
//! smallest exactly when the graph has no cycles.
//!
//! ```
//! use bregdag::graph::Metrics;
//! use bregdag::simulate::{self, simulate};
//! use bregdag::{Learn, Search};
//!
//! let truth = simulate(&simulate::Options { nodes: 10, degree: 1, ..Default::default() })?;
//! let fit = Search::default().learn(&truth.table)?;
//! let dag = fit.dag().ok_or("no DAG")?;
//! assert!(Metrics::compare(truth.truth.dag(), dag)?.shd <= 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules stand in the order in which data meet them, and each uses only those before it:
//!
//! * [`graph`] has DAGs, partly directed graphs, classes, and how far two of them are apart.
//! * [`data`] holds what a method receives: a [`Table`], its [`Moments`], [`Knowledge`], a [`Dataset`].
//! * [`read`] reads tables and graphs; nothing here opens a file by itself.
//! * [`prepare`] fills in, transforms and scales what was read.
//! * [`model`] makes a DAG of a matrix and fits its equations.
//! * [`score`] says how well a graph fits for its number of edges.
//! * [`method`] has the methods behind one contract, and the one list of them, [`Spec`].
//! * [`select`] compares the values of an option by extended BIC or cross-validation.
//! * [`simulate`] draws data whose graph is known, [`random`] the numbers for it.
//! * [`confidence`] refits on rows drawn anew and counts what is found again.
//! * [`diagnose`](mod@diagnose) says what the data allow and how far a graph can be trusted.
//! * [`study`] is all of that in one call, for every front end; [`remark`] says how much a sentence matters.
//! * [`document`] is a study as it is saved and read back, [`export`] writes it in other formats.
//! * [`experiment`] compares methods on many tables: a plan, its rows, statistics and charts.
//!
//! Computation runs on the caller's rayon pool (feature `parallel`, on by default) and gives the same
//! result to the last bit on any number of threads. There is no clock inside: time limits and
//! interruption come in through a [`Watch`].

// Each uses only those above it; `tests/arrows.rs` sees to it.
mod text;
mod fingerprint;
mod parallel;
mod tails;
pub mod random;
pub mod voice;
pub mod remark;
pub mod watch;
mod error;
pub mod warning;
mod ledger;
pub mod room;
pub mod linalg;
pub mod graph;
pub mod data;
pub mod read;
pub mod prepare;
mod smooth;
pub mod model;
pub mod score;
mod objective;
pub mod method;
mod fit;
pub mod select;
pub mod simulate;
pub mod confidence;
pub mod diagnose;
pub mod study;
pub mod document;
pub mod export;
pub mod experiment;

pub use data::{Dataset, Knowledge, Moments, Table};
pub use error::{Error, Result, TextColumn, TextKind};
pub use fit::{Fit, Learn};
pub use method::{
    Bregman, Cam, Ccdr, Dagma, Exact, Ges, Golem, Lingam, Method, Notears, Pc, Search, Spec,
};
pub use study::Study;
pub use warning::Warning;
pub use watch::{Event, Status, Stop, Watch};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
