//! Several methods on the same data, side by side.
//!
//! Every method learns by itself, and one that fails is a row that says why. What they have in common is measured
//! for all alike: the extended BIC with free variances of the least-squares refit of the DAG, or of a member of
//! the class, and the distance to the truth where it is known.

mod table;

use std::collections::BTreeSet;

use super::first::Arrows;
use crate::data::{Dataset, Environment, Knowledge, Rules};
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::graph::{Class, Dag, Pdag};
use crate::method::{Claim, Spec};
use crate::prepare::{Look, Prepared};
use crate::room;
use crate::score::{Variances, ebic};
use crate::voice::Voice;
use crate::warning::Warning;
use crate::watch::{Event, Phase, Status, Stop, Watch};

pub use table::Agreement;
pub(crate) use table::letter;

/// Watches a comparison, and has a clock.
pub trait Referee: Watch {
    /// Method `number` of `of`, counted from 0, is about to begin.
    fn begins(&self, _spec: &Spec, _number: usize, _of: usize) {}

    /// Seconds since some moment.
    fn seconds(&self) -> f64;
}

/// What is compared.
#[derive(Debug, Clone, Default)]
pub struct Contest {
    /// The methods with their options, in the order of the table.
    pub specs: Vec<Spec>,
    /// What is known beforehand, by name.
    pub rules: Rules,
    /// The true graph, if it is known, over the columns of the data.
    pub truth: Option<Dag>,
}

/// Methods side by side.
#[derive(Debug, Clone)]
pub struct SideBySide {
    /// Names of the variables.
    pub variables: Vec<String>,
    /// Rows of the data.
    pub rows: u64,
    /// What became of each method.
    pub contenders: Vec<Contender>,
    /// The true graph, if it is known.
    pub truth: Option<Dag>,
    /// What the reader should know of the data, beside what was said when they were prepared.
    pub warnings: Vec<Warning>,
    /// How to say what comes first, where that is worth saying.
    pub advice: Option<String>,
}

/// One method.
#[derive(Debug, Clone)]
pub struct Contender {
    /// The method and its options, as they were used.
    pub spec: Spec,
    /// How long it took.
    pub seconds: f64,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a method.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A graph.
    Learned(Box<Learned>),
    /// None, because …
    Failed(String),
    /// Someone stopped the comparison before.
    NotRun,
}

/// The graph of a method, measured.
#[derive(Debug, Clone)]
pub struct Learned {
    /// What it claims.
    pub graph: Pdag,
    /// Extended BIC with free variances of the least-squares refit; none where no DAG agrees with the graph.
    pub ebic: Option<f64>,
    /// Pairs missing, extra or reversed beside the truth; an open edge is right where the truth joins the two.
    pub shd: Option<usize>,
    /// The same between the classes, or to the class of the truth where the graph is none.
    pub class_shd: Option<usize>,
    /// How it ended.
    pub status: Status,
    /// What the reader should know.
    pub warnings: Vec<String>,
}

impl Contest {
    /// Refuses what no data can mend, and a truth about other variables.
    pub fn validate(&self, prepared: &Prepared) -> Result<()> {
        if self.specs.is_empty() {
            let expected = "at least one method";
            return Err(Error::Option { name: "methods", value: "none".into(), expected });
        }
        self.specs.iter().try_for_each(|spec| spec.method().validate())?;
        let (expected, nodes) = (prepared.moments.variables(), self.truth.as_ref().map(Dag::nodes));
        match nodes.filter(|&nodes| nodes != expected) {
            Some(found) => {
                Err(Error::Shape { what: "variables of the truth".into(), expected, found })
            }
            None => Ok(()),
        }
    }
}

/// Lets every method learn. What one cannot do stops no other.
pub fn compare(
    prepared: &Prepared,
    contest: &Contest,
    referee: &dyn Referee,
    voice: &dyn Voice,
) -> Result<SideBySide> {
    contest.validate(prepared)?;
    super::enough::check(prepared)?;
    let knowledge = super::knowledge(&contest.rules, prepared)?;
    referee.event(&Event::Phase(Phase::Learning));
    let rules = &contest.rules;
    let judge = Judge { prepared, knowledge, rules, truth: contest.truth.as_ref(), voice };
    let of = contest.specs.len();
    let enter = |(number, spec): (usize, &Spec)| {
        referee.begins(spec, number, of);
        let began = referee.seconds();
        let outcome = match referee.stop() {
            Some(Stop::Interrupted) => Ok((spec.clone(), Outcome::NotRun)),
            // A limit of time is each method's own.
            Some(Stop::TimeLimit) | None => judge.learned(spec, referee),
        };
        let seconds = referee.seconds() - began;
        let (spec, outcome) =
            outcome.unwrap_or_else(|error| (spec.clone(), Outcome::Failed(error.said(voice))));
        Contender { spec, seconds, outcome }
    };
    let compared = SideBySide {
        variables: prepared.moments.names().to_vec(),
        rows: prepared.moments.rows(),
        contenders: contest.specs.iter().enumerate().map(enter).collect(),
        truth: contest.truth.clone(),
        warnings: far_rows(prepared).into_iter().collect(),
        advice: None,
    };
    Ok(compared.advised(&contest.rules, voice))
}

/// Every method would have to learn again without far rows; that is left to who drops them.
fn far_rows(prepared: &Prepared) -> Option<Warning> {
    let Look::Found(far) = &prepared.look else { return None };
    let advice = far.advice.clone()?;
    Some(Warning::FarRows { rows: far.count, numbers: far.numbers.clone(), advice })
}

/// Measures what methods learn.
struct Judge<'a> {
    prepared: &'a Prepared,
    knowledge: Knowledge,
    rules: &'a Rules,
    truth: Option<&'a Dag>,
    voice: &'a dyn Voice,
}

impl Judge<'_> {
    fn learned(&self, spec: &Spec, watch: &dyn Watch) -> Result<(Spec, Outcome)> {
        let Prepared { moments, table, .. } = self.prepared;
        let (n, m) = (moments.variables(), moments.rows());
        room::check(n, m, spec.method().footprint().bytes(n, m), watch)?;
        let environment = Environment { moments, rows: table.as_ref(), targets: &[] };
        let fit = spec.learn(&Dataset::of(environment).knowing(&self.knowledge)?, watch)?;
        let learned = self.measure(&fit)?;
        Ok((fit.spec, Outcome::Learned(Box::new(learned))))
    }

    fn measure(&self, fit: &Fit) -> Result<Learned> {
        let claim = &fit.answer.claim;
        let graph = claim.graph();
        let free = |dag| ebic(&self.prepared.moments, dag, Variances::Free);
        let (names, claimed) = (self.prepared.moments.names(), graph.directed());
        let arrows = Arrows { names, rules: self.rules, claimed: &claimed };
        let warnings = fit.warnings.iter().cloned().chain(arrows.warning());
        let shd = self.truth.map(|truth| graph.mistakes(truth)).transpose()?;
        let class_shd = self.truth.map(|truth| between_classes(claim, truth)).transpose()?;
        Ok(Learned {
            ebic: fit.dag().map(free).transpose()?,
            shd,
            class_shd,
            status: fit.answer.status,
            warnings: warnings.map(|warning| warning.said(self.voice)).collect(),
            graph,
        })
    }
}

fn between_classes(claim: &Claim, truth: &Dag) -> Result<usize> {
    let truth = Class::of(truth);
    match claim {
        Claim::Dag(dag) | Claim::Class { member: dag, .. } => {
            Class::of(dag).graph().shd(truth.graph())
        }
        Claim::Partial(graph) => graph.shd(truth.graph()),
    }
}

impl Contender {
    /// The name of its method.
    pub fn name(&self) -> &'static str {
        self.spec.name()
    }

    /// Its graph, if it has one.
    pub fn graph(&self) -> Option<&Pdag> {
        self.learned().map(|learned| &learned.graph)
    }

    /// Its graph and what was measured, if there is any.
    pub fn learned(&self) -> Option<&Learned> {
        match &self.outcome {
            Outcome::Learned(learned) => Some(learned),
            Outcome::Failed(_) | Outcome::NotRun => None,
        }
    }
}

impl SideBySide {
    /// With advice about what comes first, if any method finds an edge.
    fn advised(self, rules: &Rules, voice: &dyn Voice) -> SideBySide {
        let claimed: Vec<_> = self.graphs().flat_map(Pdag::directed).collect();
        let arrows = Arrows { names: &self.variables, rules, claimed: &claimed };
        let advice = self.voices().next().and_then(|_| arrows.advice(voice));
        SideBySide { advice, ..self }
    }

    /// All graphs.
    pub fn graphs(&self) -> impl Iterator<Item = &Pdag> {
        self.contenders.iter().filter_map(Contender::graph)
    }

    /// All graphs that join any pair: one without edges would agree with nothing.
    pub fn voices(&self) -> impl Iterator<Item = &Pdag> {
        self.graphs().filter(|graph| graph.edge_count() > 0)
    }

    /// Every pair (i, j), i < j, that some method joins, or the truth.
    pub fn pairs(&self) -> BTreeSet<(usize, usize)> {
        let truth = self.truth.as_ref().map(Pdag::from);
        let graphs = self.graphs().chain(&truth);
        graphs.flat_map(joined).collect()
    }

    /// How many pairs both methods join; none where one has no graph.
    pub fn shared(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = (self.contenders[a].graph()?, self.contenders[b].graph()?);
        Some(joined(a).filter(|&(i, j)| b.is_adjacent(i, j)).count())
    }

    /// Whether someone stopped it, or one of its methods.
    pub fn was_stopped(&self) -> bool {
        self.contenders.iter().any(|contender| match &contender.outcome {
            Outcome::Learned(learned) => learned.status.was_stopped(),
            Outcome::NotRun => true,
            Outcome::Failed(_) => false,
        })
    }
}

/// Every joined pair, the smaller number first.
fn joined(graph: &Pdag) -> impl Iterator<Item = (usize, usize)> {
    let edges = graph.directed().into_iter().chain(graph.undirected());
    edges.map(|(i, j)| (i.min(j), i.max(j)))
}

#[cfg(test)]
mod tests;
