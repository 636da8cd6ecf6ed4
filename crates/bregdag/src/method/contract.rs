//! What every method promises: [`Method`], what it [`Needs`], and its [`Answer`].

use serde::{Deserialize, Serialize};

use super::variances::VarianceChoice;
use crate::data::{Dataset, Knowledge, Moments, StartKind};
use crate::error::{Error, Result};
use crate::graph::{Class, Dag, Pdag};
use crate::linalg::Matrix;
use crate::model::Signs;
use crate::warning::Warning;
use crate::watch::{Status, Watch};

/// A way to learn a graph. A method is its options.
pub trait Method: Send + Sync {
    /// The name of the method.
    fn name(&self) -> &'static str;

    /// What it needs of the data, and what it makes of the rest.
    fn needs(&self) -> Needs;

    /// Refuses options outside their ranges.
    fn validate(&self) -> Result<()>;

    /// What signs its weights may have.
    fn signs(&self) -> Signs {
        Signs::Any
    }

    /// Learns a graph that agrees with what is known beforehand. The watch sees the steps and may end
    /// the work; the best graph so far is the answer then, with a status that says so.
    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer>;

    /// The options that may be chosen from a path of values, the usual one first.
    fn parameters(&self) -> Vec<Parameter> {
        vec![]
    }

    /// The usual values of one of these options for these data, increasing, and the one to begin with.
    fn values(&self, parameter: Parameter, _moments: &Moments) -> Result<(f64, Vec<f64>)> {
        Err(refused_parameter(self.name(), &self.parameters(), parameter))
    }

    /// The same method with another value of one of these options.
    fn with(&self, parameter: Parameter, _value: f64) -> Result<Box<dyn Method>> {
        Err(refused_parameter(self.name(), &self.parameters(), parameter))
    }

    /// The answers for all these values. By default each is learned anew; a method that can share work
    /// between them, or warm-start one by another, does better.
    fn path<'a>(
        &self,
        parameter: Parameter,
        values: &[f64],
        data: &'a Dataset<'a>,
    ) -> Result<Box<dyn Path + 'a>> {
        let methods =
            values.iter().map(|&value| self.with(parameter, value)).collect::<Result<_>>()?;
        Ok(Box::new(OneByOne { methods, data }))
    }
}

/// What to say of an option that a method has no path of.
pub(super) fn no_such_parameter(method: &dyn Method, parameter: Parameter) -> Error {
    refused_parameter(method.name(), &method.parameters(), parameter)
}

fn refused_parameter(method: &'static str, there: &[Parameter], parameter: Parameter) -> Error {
    let there = there.iter().map(|parameter| parameter.name()).collect();
    Error::NoSuchParameter { method, parameter: parameter.name(), there }
}

/// The answers of one method along the values of one option, in any order.
pub trait Path {
    /// The answer for value k.
    fn answer(&mut self, k: usize, watch: &dyn Watch) -> Result<Answer>;
}

struct OneByOne<'a> {
    methods: Vec<Box<dyn Method>>,
    data: &'a Dataset<'a>,
}

impl Path for OneByOne<'_> {
    fn answer(&mut self, k: usize, watch: &dyn Watch) -> Result<Answer> {
        self.methods[k].answer(self.data, watch)
    }
}

/// An option that varies along a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// The factor of the price of an edge.
    PenaltyFactor,
    /// λ, the weight of ‖W‖₁.
    Lambda,
    /// The threshold of entries of W.
    Threshold,
}

impl Parameter {
    /// The name of the option.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::PenaltyFactor => "penalty-factor",
            Parameter::Lambda => "lambda",
            Parameter::Threshold => "threshold",
        }
    }
}

/// What a method needs of the data, and what it honours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Whether moments will not do.
    pub rows: bool,
    /// Whether it can learn from several environments at once.
    pub environments: bool,
    /// Whether its graph agrees with required and forbidden edges and with tiers.
    pub knowledge: bool,
    /// The starts that it can begin from.
    pub starts: &'static [StartKind],
    /// What renumbering the variables keeps.
    pub symmetry: Symmetry,
}

/// What a method keeps when the columns of a table are put in another order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// The same graph.
    Graph,
    /// The score, to 1e-6 of it: ties and random numbers may lead to another graph as good.
    Score,
    /// Nothing, because …
    Nothing(&'static str),
}

impl Needs {
    /// Refuses data that lack what the method needs, or have what it cannot take.
    pub fn check(&self, method: &'static str, data: &Dataset<'_>) -> Result<()> {
        let refuse = |what| Err(Error::NotForMethod { method, what });
        if self.rows && data.environments().iter().any(|e| e.rows.is_none()) {
            return refuse("moments without the rows of the table");
        }
        if !self.environments && data.environments().len() > 1 {
            return refuse("several environments");
        }
        if !self.environments && data.environments().iter().any(|e| !e.targets.is_empty()) {
            return refuse("variables that someone set");
        }
        if !self.knowledge && !data.knowledge().is_none() {
            return refuse("prior knowledge");
        }
        match data.start().map(|start| start.kind()) {
            Some(kind) if !self.starts.contains(&kind) => refuse(match kind {
                StartKind::Order => "an order to start from",
                StartKind::Graph => "a graph to start from",
                StartKind::Weights => "a matrix to start from",
            }),
            _ => Ok(()),
        }
    }
}

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
            Noise::Equal | Noise::NonGaussian => Claim::Dag(dag),
            Noise::Free | Noise::Unknown => {
                let graph = Class::of(&dag).agreeing(&dag, |i, j| known.settles(i, j));
                Claim::Class { graph, member: dag }
            }
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

/// What is particular to a method.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// What a relaxation left.
    pub relaxation: Option<Relaxation>,
    /// How the data decided between equal and free noise variances, where they were asked.
    pub variance_choice: Option<VarianceChoice>,
    /// The score that each restart ended with; the lowest is kept.
    pub restarts: Vec<f64>,
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
    /// Tr(I + αA)ⁿ − n: zero on a DAG. Cycles lighter than rounding do not show.
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
