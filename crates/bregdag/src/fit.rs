//! What a method returns: a DAG with its equations, and how it was found.

use crate::confidence::Stability;
use crate::data::Rules;
use crate::data::prepare::Preparation;
use crate::diagnose::Diagnostics;
use crate::graph::{Class, Edge, Model};
use crate::linalg::Matrix;
use crate::order::VarianceChoice;
use crate::select::Selection;
use crate::status::{Status, Warning};

/// One learned model.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The DAG and its least-squares equations.
    pub model: Model,
    /// The equivalence class of the DAG if the method identifies no more than that (free noise
    /// variances), of it the DAGs that agree with what is known; `None` if it claims every direction.
    pub class: Option<Class>,
    /// What the relaxation left, for a method that has one.
    pub relaxation: Option<Relaxation>,
    /// How the data decided between equal and free noise variances, where they were asked.
    pub variance_choice: Option<VarianceChoice>,
    /// How an option of the method was chosen, where a path of its values was compared.
    pub selection: Option<Selection>,
    /// The stages of the fit, in their order, where scores were computed.
    pub stages: Vec<Stage>,
    /// The score that each restart of the order search ended with; the lowest is kept.
    pub restarts: Vec<f64>,
    /// How the search ended.
    pub status: Status,
    /// Iterations of the Bregman method, or nodes moved by the order search.
    pub iterations: usize,
    /// Rows of the data, m.
    pub rows: u64,
    /// Name of the method.
    pub method: &'static str,
    /// The options of the method, with every default filled in.
    pub options: serde_json::Value,
    /// What was done to the data before, where someone kept the record.
    pub preparation: Option<Preparation>,
    /// The prior knowledge that the graph agrees with, by name.
    pub rules: Option<Rules>,
    /// How often edges are found when the rows change a little, where someone tried.
    pub stability: Option<Stability>,
    /// What the data allow and how far the graph can be trusted, where someone looked.
    pub diagnostics: Option<Diagnostics>,
    /// What the reader should know.
    pub warnings: Vec<Warning>,
}

/// The matrix that a relaxed problem ended with, before it was made a DAG.
#[derive(Debug, Clone)]
pub struct Relaxation {
    /// W as the optimiser left it: not thresholded, perhaps cyclic.
    pub raw: Matrix,
    /// (1/m)‖X(I − W)‖².
    pub loss: f64,
    /// Tr(I + αA)ⁿ − n: zero on a DAG. Cycles lighter than rounding do not show.
    pub acyclicity: f64,
    /// Entries below this were dropped (and those equal to it, if automatic).
    pub threshold: f64,
    /// How many entries that passed the threshold were dropped because they pointed backwards in
    /// the order of the nodes; none if what passed was acyclic.
    pub backward_edges: usize,
}

/// The graph after one stage of a fit.
#[derive(Debug, Clone)]
pub struct Stage {
    /// What ran.
    pub name: &'static str,
    /// The score of the order search: −2 log likelihood plus the price of the edges that were not
    /// required beforehand.
    pub score: f64,
    /// The edges (i, j), i → j, sorted.
    pub edges: Vec<(usize, usize)>,
}

impl Fit {
    /// The stage that found the edge i → j: it was there from then on. `None` if there are no
    /// stages.
    pub fn found_by(&self, source: usize, target: usize) -> Option<&'static str> {
        let has = |stage: &&Stage| stage.edges.binary_search(&(source, target)).is_ok();
        self.stages.iter().rev().take_while(has).last().map(|stage| stage.name)
    }

    /// Whether the method claims the direction of this edge; if not, another DAG that fits as well
    /// turns it round.
    pub fn is_directed(&self, edge: &Edge) -> bool {
        self.class.as_ref().is_none_or(|class| class.is_directed(edge.source, edge.target))
    }
}
