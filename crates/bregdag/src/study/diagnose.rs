//! A graph that is given: what the data say of it.

use serde::Deserialize;
use serde_json::Value;

use super::second_look::{self, Subject};
use super::{enough, units};
use crate::data::{Dataset, Environment, Rules};
use crate::diagnose::{self, Diagnostics, Quantity, RowChecks, ScaleCheck};
use crate::error::Result;
use crate::graph::{Dag, Pdag};
use crate::method::{Info, Spec};
use crate::model::Effects;
use crate::prepare::{Preparation, Prepared};
use crate::room::{self, Footprint};
use crate::watch::{Event, Phase, Watch};

/// Eigenvalues and what the graph implies, measured at n = 1000.
const FOOTPRINT: Footprint =
    Footprint { wide: 3.0, long: 7.0, tables: 0.0, per_column: 2500, base: 0 };

/// Why a graph is not learned again.
const NEEDS_ROWS: &str = "its method learns from rows, and only their moments are here";

/// How a graph came to be, as far as its file tells, so that it can be learned again.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// The method and its options.
    pub spec: Spec,
    /// What was known beforehand.
    pub rules: Rules,
    /// How to speak of it.
    pub words: String,
    /// Whether its file says that no graph scores better.
    pub proved: bool,
    /// What was done to its data, and its variables.
    pub prepared: Option<(Preparation, Vec<String>)>,
}

impl Origin {
    /// As the JSON of a fit tells; the default method for any other file.
    pub fn read(bytes: &[u8]) -> Origin {
        #[derive(Deserialize)]
        struct Fit {
            method: String,
            options: Value,
            knowledge: Option<Rules>,
            /// Where it began, if someone said: then it cannot be learned again as it was.
            started_from: Option<Value>,
            #[serde(default)]
            proved: bool,
            preparation: Option<Value>,
            variables: Option<Vec<String>>,
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let Ok(fit) = serde_json::from_slice::<Fit>(bytes) else {
            let words = "the default method, as the graph's file does not tell its own".into();
            let (spec, rules) = (Spec::default(), Rules::default());
            return Origin { spec, rules, words, proved: false, prepared: None };
        };
        let as_it_was = match fit.started_from {
            None => Spec::from_options(&fit.method, &fit.options).ok(),
            Some(_) => None,
        };
        let which = match as_it_was {
            Some(_) => "the options of the graph's file",
            None => "its default options",
        };
        let default = || Info::of(&fit.method).map_or(Spec::default(), Info::spec);
        let spec = as_it_was.unwrap_or_else(default);
        let words = format!("{} with {which}", spec.name());
        let record = fit.preparation.and_then(|record| serde_json::from_value(record).ok());
        let prepared = record.zip(fit.variables);
        let rules = fit.knowledge.unwrap_or_default();
        Origin { spec, rules, words, proved: fit.proved, prepared }
    }

    /// What its file says of its data and of the best graph, if anything.
    pub fn said(&self) -> Vec<String> {
        let proved = "According to its file, this graph was proved to be the best: none scores better on the data that \
                      it was learned from. The best score need not be the true graph.";
        let again = |(record, variables): &(Preparation, Vec<String>)| record.said_again(variables);
        let proved = self.proved.then(|| proved.to_string());
        self.prepared.as_ref().map(again).into_iter().chain(proved).collect()
    }
}

/// What the data allow and, with a graph, how far that can be trusted. To tell whether its directions
/// rest on the units, it is learned twice more.
pub fn diagnose(
    prepared: &Prepared,
    graph: Option<(&Dag, &Origin)>,
    watch: &dyn Watch,
) -> Result<Diagnostics> {
    // Columns may be described whatever their number of rows.
    graph.map_or(Ok(()), |_| enough::check(prepared))?;
    let Prepared { moments, table, .. } = prepared;
    let (n, m) = (moments.variables(), moments.rows());
    room::check(n, m, FOOTPRINT.bytes(n, m), watch)?;
    watch.event(&Event::Phase(Phase::Diagnosing));
    let dag = graph.map(|(dag, _)| dag);
    let mut diagnostics = diagnose::diagnose(moments, table.as_ref(), dag, watch)?;
    if let (Some(report), Some((_, origin))) = (&mut diagnostics.graph, graph) {
        report.scale = rests_on_scale(origin, prepared, watch)?;
        if origin.spec.method().effects() != Effects::Linear {
            diagnostics.of_curves();
        }
    }
    diagnostics.row_checks = Some(row_checks(prepared, graph, watch)?);
    Ok(diagnostics)
}

/// What single rows do, to the graph if there is one.
fn row_checks(
    prepared: &Prepared,
    graph: Option<(&Dag, &Origin)>,
    watch: &dyn Watch,
) -> Result<RowChecks> {
    let n = prepared.moments.variables();
    let (empty, none) = (Dag::new(vec![vec![]; n])?, Origin::read(&[]));
    let (dag, origin) = graph.unwrap_or((&empty, &none));
    let known = origin.rules.over(prepared.moments.names())?;
    let cannot = origin.spec.method().needs().rows && prepared.table.is_none();
    let alone = match graph {
        None => Some("there is no graph"),
        Some(_) if cannot => Some(NEEDS_ROWS),
        Some(_) => None,
    };
    let pairs = Pdag::from(dag);
    let subject =
        Subject { graph: &pairs, dag: Some(dag), spec: &origin.spec, known: &known, alone };
    second_look::look(prepared, &subject, watch)
}

/// What becomes of the directions in other units.
fn rests_on_scale(
    origin: &Origin,
    prepared: &Prepared,
    watch: &dyn Watch,
) -> Result<Quantity<ScaleCheck>> {
    let Prepared { moments, table, .. } = prepared;
    if origin.spec.method().needs().rows && table.is_none() {
        return Ok(Quantity::Unknown(NEEDS_ROWS.into()));
    }
    let known = origin.rules.over(moments.names())?;
    let environment = Environment { moments, rows: table.as_ref(), targets: &[] };
    let spec = origin.spec.with_few_restarts();
    let original = spec.learn(&Dataset::of(environment).knowing(&known)?, watch)?.answer;
    if original.status.was_stopped() {
        let why = format!("learning again was stopped ({})", original.status);
        return Ok(Quantity::Unknown(why));
    }
    match units::needless(&original) {
        Some(why) => Ok(Quantity::Unknown(why.into())),
        None => units::check(&origin.words, &original, (&spec, &known), prepared, watch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_is_learned_again_as_it_was() {
        let words = |file: &str| Origin::read(file.as_bytes()).words;
        assert!(words("source,target\na,b\n").starts_with("the default method"));
        assert!(words("{\"variables\": [], \"edges\": []}").starts_with("the default method"));
        let same = "search with the options of the graph's file";
        let free = r#"{"method": "search", "options": {"variances": "free"}}"#;
        assert_eq!(words(free), same);
        assert_eq!(words(&format!("\u{feff}{free}")), same);
        let refined = r#"{"method": "bregman", "options": {"lambda": 0.2,
            "refine": {"variances": "free", "start": "variance"}}}"#;
        assert_eq!(words(refined), "bregman with the options of the graph's file");
        let given = r#"{"method": "search", "options": {}, "started_from": "graph"}"#;
        assert_eq!(words(given), "search with its default options");
        let damaged = r#"{"method": "search", "options": "x"}"#;
        assert_eq!(words(damaged), "search with its default options");
        let unknown = r#"{"method": "search", "options": {"start": "order"}}"#;
        assert_eq!(words(unknown), "search with its default options");
    }
}
