//! Learns linear causal graphs from tables.
//!
//! ```text
//! min over DAGs   −2 log likelihood + p |E|
//! min over W      (1/m)‖X − XW‖² + λ‖W‖₁ + μ Tr(I + αA)ⁿ        W[i][j] ≠ 0 means i → j
//! ```
//!
//! The first is the problem, searched directly over the orders of the nodes. The second is its
//! relaxation by Romain and d'Aspremont (2021): least squares, few edges, and a penalty that is
//! smallest exactly when the graph has no cycles. The modules stand in the order in which data meet
//! them:
//!
//! * [`io`] reads tables and graphs and writes results; nothing here opens a file by itself.
//! * [`data`] holds what a method receives: a [`Table`], or its [`Moments`].
//! * [`linalg`] has the matrices, products and factors.
//! * [`objective`] has the loss, the penalties and the kernel, one formula to a file.
//! * [`bregman`] is the relaxation: the step, the descent, the path.
//! * [`order`] is the search over orders: scores, parents, best insertions, restarts.
//! * [`method`] puts both behind one contract, [`Method`].
//! * [`select`] compares the values of an option by extended BIC or cross-validation.
//! * [`graph`] makes a DAG of a matrix, fits its equations and compares graphs.
//! * [`confidence`] refits on rows drawn anew and counts what is found again.
//! * [`diagnose`](mod@diagnose) says what the data allow and how far a graph can be trusted.
//! * [`report`] draws a graph in layers, as SVG or PNG, and shows a fit as a page for the browser.
//! * [`simulate`] draws data whose graph is known, [`random`] the numbers for it.
//!
//! ```
//! use bregdag::graph::Metrics;
//! use bregdag::simulate::{self, simulate};
//! use bregdag::{Method, Moments, Search};
//!
//! let truth = simulate(&simulate::Options { nodes: 10, degree: 1, ..Default::default() })?;
//! let fit = Search::default().learn((&Moments::of(&truth.table)?).into(), &mut ())?;
//! assert!(Metrics::compare(&truth.truth, fit.model.dag())?.shd <= 2);
//! # Ok::<(), bregdag::Error>(())
//! ```
//!
//! Computation runs on the caller's rayon pool (feature `parallel`, on by default) and gives the same
//! result to the last bit on any number of threads. There is no clock inside: time limits and
//! interruption come in through the [`Observer`].

mod error;
mod fingerprint;
mod fit;
mod observer;
pub mod random;
mod status;

pub mod bregman;
pub mod confidence;
pub mod data;
pub mod diagnose;
pub mod graph;
pub mod io;
pub mod linalg;
pub mod method;
pub mod objective;
pub mod order;
pub mod report;
pub mod select;
pub mod simulate;

pub use data::{Dataset, Knowledge, Moments, Table};
pub use error::{Error, Result};
pub use fit::{Fit, Relaxation, Stage};
pub use method::{Bregman, Method, Search};
pub use observer::{Iteration, Observer, Progress, Stop};
pub use status::{Status, Warning};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
