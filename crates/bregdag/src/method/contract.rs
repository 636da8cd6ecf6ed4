//! What every method promises: [`Method`], what it [`Needs`], and the paths it can walk.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use crate::data::{Dataset, Moments, StartKind};
use crate::error::{Error, Result};
use crate::model::{Effects, Signs};
use crate::room::Footprint;
use crate::watch::Watch;

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

    /// How it takes causes to act: which equations its graph gets.
    fn effects(&self) -> Effects {
        Effects::Linear
    }

    /// The fewest rows that it can learn from.
    fn least_rows(&self) -> usize {
        2
    }

    /// The most variables that it can learn from, where there is a limit; parts that prior knowledge keeps apart count
    /// for themselves.
    fn most_variables(&self) -> Option<usize> {
        None
    }

    /// What it takes of memory.
    fn footprint(&self) -> Footprint;

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
