//! What a method returns: a DAG with its equations, and how it was found.

use crate::graph::Model;
use crate::linalg::Matrix;
use crate::status::{Status, Warning};

/// One learned model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The DAG and its least-squares equations.
    pub model: Model,
    /// The matrix as the optimiser left it: not thresholded, perhaps cyclic.
    pub raw: Matrix,
    /// How the search ended.
    pub status: Status,
    /// Outer iterations done.
    pub iterations: usize,
    /// (1/m)‖X(I − W)‖² of the raw matrix.
    pub loss: f64,
    /// Tr(I + αA)ⁿ − n of the raw matrix: zero on a DAG. Cycles lighter than rounding do not show.
    pub acyclicity: f64,
    /// Entries of the raw matrix below this were dropped (and those equal to it, if automatic).
    pub threshold: f64,
    /// How many entries that passed the threshold were dropped because they pointed backwards in
    /// the order of the nodes; none if what passed was acyclic.
    pub backward_edges: usize,
    /// Rows of the data, m.
    pub rows: u64,
    /// Name of the method.
    pub method: &'static str,
    /// The options of the method, with every default filled in.
    pub options: serde_json::Value,
    /// What the reader should know.
    pub warnings: Vec<Warning>,
}
