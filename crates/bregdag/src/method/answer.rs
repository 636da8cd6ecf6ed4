//! What a method found: its claim, under which noise, and how it came there.

use serde::{Deserialize, Serialize};

use super::variances::VarianceChoice;
use crate::data::Knowledge;
use crate::graph::{Class, Dag, Pdag};
use crate::linalg::Matrix;
use crate::warning::Warning;
use crate::watch::Status;

/// What a method says of the graph.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// This DAG, every direction of it.
    Dag(Dag),
    /// The DAGs that fit as well as this one and agree with what is known.
    Class {
        /// i → j where all of them have that edge.
        graph: Pdag,
        /// One of them.
        member: Dag,
    },
    /// This graph, which need not belong to any DAG.
    Partial(Pdag),
}

impl Claim {
    /// All that is claimed under this noise of a DAG: with free variances its class, as far as it agrees
    /// with what is known.
    pub fn of(dag: Dag, noise: Noise, known: &Knowledge) -> Claim {
        match noise {
            Noise::Equal | Noise::NonGaussian | Noise::Additive => Claim::Dag(dag),
            Noise::Free | Noise::Unknown => {
                let graph = Class::of(&dag).agreeing(&dag, |i, j| known.settles(i, j));
                Claim::Class { graph, member: dag }
            }
        }
    }

    /// The same claim of another DAG, which has some of its edges.
    pub fn of_part(&self, dag: Dag, noise: Noise, known: &Knowledge) -> Claim {
        match self {
            Claim::Dag(_) => Claim::Dag(dag),
            Claim::Class { .. } | Claim::Partial(_) => Claim::of(dag, noise, known),
        }
    }

    /// A DAG that the claim allows, if there is one.
    pub fn member(&self) -> Option<&Dag> {
        match self {
            Claim::Dag(dag) | Claim::Class { member: dag, .. } => Some(dag),
            Claim::Partial(_) => None,
        }
    }

    /// Whether i → j is claimed, for two that are joined.
    pub fn is_directed(&self, i: usize, j: usize) -> bool {
        match self {
            Claim::Dag(dag) => dag.has_edge(i, j),
            Claim::Class { graph, .. } | Claim::Partial(graph) => graph.is_directed(i, j),
        }
    }

    /// The same with edges directed and not.
    pub fn graph(&self) -> Pdag {
        match self {
            Claim::Dag(dag) => dag.into(),
            Claim::Class { graph, .. } | Claim::Partial(graph) => graph.clone(),
        }
    }
}

/// What a method takes the noise of the variables to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Noise {
    /// Of one variance for all: then scale tells directions.
    Equal,
    /// Gaussian, each with a variance of its own: units do not matter, and the DAG is known up to its
    /// class.
    Free,
    /// Not Gaussian: then shape tells directions.
    NonGaussian,
    /// Gaussian, added to smooth functions of the causes: then the shapes of the functions tell directions.
    Additive,
    /// Nothing is assumed.
    Unknown,
}

/// What a method found, and how.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What it says of the graph.
    pub claim: Claim,
    /// What it took the noise to be.
    pub noise: Noise,
    /// The stages, in their order, where scores were computed.
    pub stages: Vec<Stage>,
    /// No graph has a lower score than this, where that is known.
    pub bound: Option<f64>,
    /// What is particular to the method.
    pub record: Record,
    /// How it ended.
    pub status: Status,
    /// How far it went.
    pub steps: Steps,
    /// What the reader should know.
    pub warnings: Vec<Warning>,
}

impl Answer {
    /// Whether other units of the columns may lead to another graph: where variances are equal, where the
    /// graph is that of a matrix whose penalty and threshold are in these units, and where a method says so.
    pub fn depends_on_units(&self) -> bool {
        let as_relaxed = self.record.relaxation.is_some() && self.stages.is_empty();
        self.noise == Noise::Equal || as_relaxed || self.record.by_units
    }
}

/// What is particular to a method.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// What a relaxation left.
    pub relaxation: Option<Relaxation>,
    /// How the data decided between equal and free noise variances, where they were asked.
    pub variance_choice: Option<VarianceChoice>,
    /// The score that each restart ended with; where their number was left open, the best of each chain of
    /// them. The lowest is kept.
    pub restarts: Vec<f64>,
    /// In how many chains they ran.
    pub chains: usize,
    /// The weights as the method itself estimated them, where these are not those of least squares.
    pub weights: Option<Matrix>,
    /// λ where the method chose it by itself.
    pub lambda: Option<f64>,
    /// No graph scores lower by more than this, where that was proved.
    pub proved: Option<f64>,
    /// Whether other units of the columns may lead to another graph, whatever the noise.
    pub by_units: bool,
}

/// How many steps of what kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    /// How many.
    pub done: usize,
    /// One of them, as a word.
    pub unit: &'static str,
}

/// The matrix that a relaxed problem ended with, before it was made a DAG.
#[derive(Debug, Clone)]
pub struct Relaxation {
    /// W as the optimiser left it: not thresholded, perhaps cyclic.
    pub raw: Matrix,
    /// (1/m)‖X(I − W)‖².
    pub loss: f64,
    /// The method's penalty on cycles, without its weight: zero on a DAG. Cycles lighter than rounding do not
    /// show.
    pub acyclicity: f64,
    /// Entries below this were dropped (and those equal to it, if automatic).
    pub threshold: f64,
    /// How many entries that passed the threshold were dropped because they pointed backwards in
    /// the order of the nodes; none if what passed was acyclic.
    pub backward_edges: usize,
}

/// The graph after one stage of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// What ran.
    pub name: &'static str,
    /// −2 log likelihood plus the price of the edges that were not required beforehand.
    pub score: f64,
    /// The edges (i, j), i → j, sorted.
    pub edges: Vec<(usize, usize)>,
}

impl Stage {
    /// The stage that found the edge i → j: it was there from then on. `None` if it is not in the last
    /// one.
    pub fn that_found(stages: &[Stage], source: usize, target: usize) -> Option<&'static str> {
        let has = |stage: &&Stage| stage.edges.binary_search(&(source, target)).is_ok();
        stages.iter().rev().take_while(has).last().map(|stage| stage.name)
    }
}
