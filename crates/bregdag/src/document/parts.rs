//! The pieces of a document.

use serde::{Deserialize, Serialize};

use crate::confidence::Support;
use crate::method::{self, VarianceChoice};
use crate::select::Selection;
use crate::text::number_or_null;
use crate::watch::Step;

/// What is claimed of the graph that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claimed {
    /// A DAG, every direction of it.
    Dag,
    /// The DAGs that fit as well; open edges differ between them.
    Class,
    /// A graph that need not belong to any DAG, without equations.
    Partial,
    /// What refits agree on; open edges are those whose direction too few of them claim.
    Consensus,
}

/// How a graph was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Steps done.
    pub steps: usize,
    /// One of them, as a word.
    pub unit: String,
    /// The matrix before it was made a DAG.
    pub relaxation: Option<Relaxation>,
    /// How the kind of noise variances was chosen.
    pub variance_choice: Option<VarianceChoice>,
    /// How an option was chosen.
    pub selection: Option<Selection>,
    /// The stages.
    pub stages: Vec<Stage>,
    /// The score that each restart ended with.
    pub restarts: Vec<f64>,
    /// The steps of the method, if it tells them.
    pub trace: Trace,
}

/// The steps of a method, one row each.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// What the numbers are. The first counts the steps.
    pub columns: Vec<String>,
    /// The numbers of every step; null where there is none.
    pub rows: Vec<Vec<Option<f64>>>,
}

impl Trace {
    /// From what was seen.
    pub fn of(steps: &[Step]) -> Trace {
        let columns = steps.first().map_or(&[][..], |step| step.columns);
        Trace {
            columns: columns.iter().map(ToString::to_string).collect(),
            rows: steps.iter().map(|step| step.values.clone()).collect(),
        }
    }
}

/// The graph of all rows, beside the consensus of refits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whole {
    /// What its method claims.
    pub claim: Claimed,
    /// Its edges.
    pub edges: Vec<Edge>,
    /// How it was found.
    pub course: Course,
}

/// What became of the relaxed problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relaxation {
    /// Loss.
    #[serde(deserialize_with = "number_or_null")]
    pub loss: f64,
    /// Zero on a DAG.
    #[serde(deserialize_with = "number_or_null")]
    pub acyclicity: f64,
    /// Lighter entries were dropped.
    pub threshold: f64,
    /// Dropped because they pointed backwards.
    pub backward_edges: usize,
}

impl From<&method::Relaxation> for Relaxation {
    fn from(relaxation: &method::Relaxation) -> Relaxation {
        Relaxation {
            loss: relaxation.loss,
            acyclicity: relaxation.acyclicity,
            threshold: relaxation.threshold,
            backward_edges: relaxation.backward_edges,
        }
    }
}

/// One stage of a fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// What ran.
    pub name: String,
    /// The score it ended with.
    #[serde(deserialize_with = "number_or_null")]
    pub score: f64,
    /// How many edges it ended with.
    pub edges: usize,
}

impl From<&method::Stage> for Stage {
    fn from(stage: &method::Stage) -> Stage {
        Stage { name: stage.name.into(), score: stage.score, edges: stage.edges.len() }
    }
}

/// An edge, source → target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// The cause.
    pub source: String,
    /// The effect.
    pub target: String,
    /// Whether cause and effect are told apart; if not, the edge may point the other way.
    pub directed: bool,
    /// The change of the target per unit of the source, its other parents held fixed, on average where effects are
    /// curves; none where the graph has no equations.
    pub weight: Option<f64>,
    /// The same in standard deviations: that of the target per one of the source. Files of earlier programs lack it.
    #[serde(default)]
    pub standardized: Option<f64>,
    /// Standard error, conditional on the parents.
    pub std_error: Option<f64>,
    /// weight / standard error.
    pub t: Option<f64>,
    /// The stage that found it.
    pub found_by: Option<String>,
    /// How often it is found when the rows change a little.
    pub stability: Option<Support>,
}

/// How one variable acts on another, where effects are curves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The cause.
    pub source: String,
    /// The effect.
    pub target: String,
    /// P(a curve that differs as much from zero | it is zero), conditional on the parents.
    pub p: f64,
    /// Effective degrees of freedom: 1 is a straight line.
    pub freedom: f64,
    /// Its standard deviation over the rows: how much of the effect it moves.
    pub deviation: f64,
    /// (x, y) from the least value of the cause to the largest: what it adds to the effect, zero on average.
    pub curve: Vec<(f64, f64)>,
    /// (x, y) of some rows: what its other causes leave of the effect.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// Whether every number is one.
    pub(super) fn is_finite(&self) -> bool {
        let pairs = self.curve.iter().chain(&self.points);
        let mut numbers =
            pairs.flat_map(|&(x, y)| [x, y]).chain([self.p, self.freedom, self.deviation]);
        numbers.all(f64::is_finite)
    }
}

/// A variable and its equation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Variance in the data.
    pub variance: f64,
    /// Variance of what the parents leave; none where there are no equations.
    pub noise_variance: Option<f64>,
    /// The share that they explain, where that is a number.
    pub r_squared: Option<f64>,
}

/// What a study, having no clock and no command line, does not know.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Run {
    /// Time of the fit alone.
    pub seconds: f64,
    /// The command.
    pub command: Option<String>,
    /// The steps of the method, if someone wrote them down.
    pub trace: Vec<Step>,
}
