//! A study: from what was read to what is shown. What every front end calls.
//!
//! [`learn`] learns one graph, [`stability`] many from rows drawn anew, [`compare`] one by each of several
//! methods, [`diagnose`] looks at a graph that is given; `words` says it in sentences. Files, flags, clocks and progress bars are up to the
//! front end.

mod compare;
mod diagnose;
mod enough;
mod evaluate;
mod first;
mod learn;
mod second_look;
mod stability;
mod units;
pub mod words;

pub(crate) use compare::letter;
pub use compare::{Agreement, Contender, Contest, Learned, Outcome, Referee, SideBySide, compare};
pub use diagnose::{Origin, diagnose};
pub use evaluate::{Comparison, Evaluation, PairsEvaluation, evaluate};
pub use learn::learn;
pub use stability::{Resampling, Together, stability};

use crate::confidence::{Consensus, Stability};
use crate::data::{Knowledge, Rules, Start};
use crate::diagnose::{Diagnostics, RowChecks};
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::graph::{Dag, Pdag};
use crate::linalg::Matrix;
use crate::method::{Parameter, Spec};
use crate::model::{Additive, Equations, Model};
use crate::prepare::{Preparation, Prepared};
use crate::select::{Criterion, Selection};
use crate::text::quoted;
use crate::warning::Warning;
use crate::watch::Status;

/// What to learn with.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// The method and its options.
    pub spec: Spec,
    /// What is known beforehand, by name.
    pub rules: Rules,
    /// By what an option is chosen, if one is.
    pub choose: Option<Choose>,
    /// Where to begin, if not where the method says.
    pub start: Option<Start>,
    /// Whether a search of few variables goes on to prove that no graph scores better, where no option is
    /// chosen from a path and rows are not drawn anew.
    pub prove: bool,
    /// Whether rows that depend on their neighbours count for as many independent ones as they are worth, where
    /// rows are not drawn anew.
    pub effective_rows: bool,
}

/// How an option is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choose {
    /// By what.
    pub by: Criterion,
    /// Which; by default the usual one of the method.
    pub over: Option<Parameter>,
}

/// Everything about a table, a graph and how it was learned.
#[derive(Debug, Clone)]
pub struct Study {
    /// What was done to the data.
    pub preparation: Preparation,
    /// What was known beforehand, by name.
    pub rules: Rules,
    /// The fit of all rows.
    pub fit: Fit,
    /// How an option of its method was chosen.
    pub selection: Option<Selection>,
    /// What refits of rows drawn anew agree on.
    pub stable: Option<Stable>,
    /// What the data allow and how far the graph can be trusted.
    pub diagnostics: Option<Diagnostics>,
    /// What single rows do to the graph.
    pub row_checks: Option<RowChecks>,
    /// How it ended.
    pub status: Status,
    /// What the reader should know.
    pub warnings: Vec<Warning>,
}

/// What refits agree on, with its own equations.
#[derive(Debug, Clone)]
pub struct Stable {
    /// What they say of every pair of variables.
    pub stability: Stability,
    /// The graph that they agree on.
    pub consensus: Consensus,
    /// Its equations on all rows.
    pub equations: Equations,
}

impl Study {
    /// The linear equations of the graph that is shown: the consensus if there is one.
    pub fn model(&self) -> Option<&Model> {
        match &self.stable {
            Some(stable) => stable.equations.linear(),
            None => self.fit.model.as_ref(),
        }
    }

    /// Its curves, where effects are curves.
    pub fn additive(&self) -> Option<&Additive> {
        match &self.stable {
            Some(stable) => stable.equations.smooth(),
            None => self.fit.additive.as_ref(),
        }
    }

    /// Total effects: entry (i, j) is that of i on j, over all directed paths. Only linear equations have them.
    pub fn total_effects(&self) -> Result<Matrix> {
        let what = "total effects";
        match (self.model(), self.additive()) {
            (Some(model), _) => Ok(model.total_effects()),
            (None, Some(_)) => Err(Error::NotLinear { what }),
            (None, None) => Err(Error::NoEquations { what }),
        }
    }

    /// The graph that is shown, if it is a DAG or has a member.
    pub fn dag(&self) -> Option<&Dag> {
        match &self.stable {
            Some(stable) => Some(stable.equations.dag()),
            None => self.fit.dag(),
        }
    }

    /// The graph that is shown, with its open edges.
    pub fn graph(&self) -> Pdag {
        match &self.stable {
            Some(stable) => stable.consensus.graph.clone(),
            None => self.fit.answer.claim.graph(),
        }
    }

    /// Whether the direction i → j of the graph that is shown is claimed.
    pub fn is_directed(&self, i: usize, j: usize) -> bool {
        match &self.stable {
            Some(stable) => stable.consensus.graph.is_directed(i, j),
            None => self.fit.answer.claim.is_directed(i, j),
        }
    }
}

impl Setup {
    /// Refuses options outside their ranges, and a path that the method does not have.
    pub fn validate(&self) -> Result<()> {
        let method = self.spec.method();
        method.validate()?;
        match self.choose.and_then(|choose| choose.over) {
            Some(over) if !method.parameters().contains(&over) => Err(Error::NoSuchParameter {
                method: method.name(),
                parameter: over.name(),
                there: method.parameters().iter().map(|parameter| parameter.name()).collect(),
            }),
            _ => Ok(()),
        }
    }

    /// The rules over the columns that are left.
    fn knowledge(&self, prepared: &Prepared) -> Result<Knowledge> {
        knowledge(&self.rules, prepared)
    }
}

/// The rules over the columns that are left.
fn knowledge(rules: &Rules, prepared: &Prepared) -> Result<Knowledge> {
    let mut named = rules.names();
    let left_out =
        |name: &String| prepared.preparation.left_out.iter().find(|gone| gone.column == *name);
    if let Some(gone) = named.find_map(left_out) {
        let (column, reason) = (quoted(&gone.column), &gone.reason);
        let problem = format!("{column} was left out of the data: {reason}");
        return Err(Error::Knowledge { problem });
    }
    rules.over(prepared.moments.names())
}

/// The variables about which tiers say nothing.
fn untiered(rules: &Rules, known: &Knowledge, names: &[String]) -> Option<Warning> {
    if rules.tiers.is_empty() {
        return None;
    }
    let out = (0..names.len()).filter(|&j| known.tier(j).is_none());
    let columns: Vec<String> = out.map(|j| names[j].clone()).collect();
    (!columns.is_empty()).then_some(Warning::Untiered { columns })
}
