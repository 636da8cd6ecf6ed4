//! A study as a document.

use super::parts::{Claimed, Course, Edge, Node, Run, Trace, Whole};
use super::{Document, SCHEMA_VERSION};
use crate::confidence::{Stability, Support};
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::method::{Claim, Stage};
use crate::model::{self, Model};
use crate::study::{Study, words};
use crate::voice::Voice;

impl Document {
    /// What is to be saved of a study, in the words of a front end.
    pub fn of(study: &Study, run: Run, voice: &dyn Voice) -> Result<Document> {
        let fit = &study.fit;
        let model = study.model().ok_or(Error::NoExtension)?;
        let (claim, edges) = match &study.stable {
            Some(stable) => (Claimed::Consensus, consensus_edges(study, &stable.stability, model)),
            None => (claimed(fit), edges(fit, model)),
        };
        let course = course(study, &run);
        let (course, whole) = match &study.stable {
            None => (Some(course), None),
            Some(_) => {
                let of_all = fit.model.as_ref().map_or(vec![], |model| self::edges(fit, model));
                (None, Some(Whole { claim: claimed(fit), edges: of_all, course }))
            }
        };
        let names = &fit.variables;
        Ok(Document {
            schema_version: SCHEMA_VERSION,
            bregdag_version: env!("CARGO_PKG_VERSION").into(),
            command: run.command,
            method: fit.spec.name().into(),
            options: fit.spec.options(),
            started_from: fit.start,
            status: study.status,
            seconds: run.seconds,
            rows: fit.rows,
            preparation: Some(study.preparation.clone()),
            knowledge: Some(study.rules.clone()).filter(|rules| !rules.is_empty()),
            claim,
            noise: fit.answer.noise,
            variables: names.clone(),
            order: model.dag().order().iter().map(|&j| names[j].clone()).collect(),
            std_errors: "conditional on the selected parents".into(),
            edges,
            nodes: nodes(model),
            course,
            stability: study.stable.as_ref().map(|stable| stable.stability.clone()),
            whole,
            diagnostics: study.diagnostics.clone(),
            warnings: study.warnings.iter().map(|warning| warning.said(voice)).collect(),
            remarks: words::remarks(study, voice),
        })
    }
}

fn claimed(fit: &Fit) -> Claimed {
    match fit.answer.claim {
        Claim::Dag(_) => Claimed::Dag,
        Claim::Class { .. } => Claimed::Class,
        Claim::Partial(_) => Claimed::Partial,
    }
}

fn course(study: &Study, run: &Run) -> Course {
    let answer = &study.fit.answer;
    let record = &answer.record;
    Course {
        steps: answer.steps.done,
        unit: answer.steps.unit.into(),
        bound: answer.bound,
        relaxation: record.relaxation.as_ref().map(Into::into),
        variance_choice: record.variance_choice,
        selection: study.selection.clone(),
        stages: answer.stages.iter().map(Into::into).collect(),
        restarts: record.restarts.clone(),
        trace: Trace::of(&run.trace),
    }
}

/// The edges of a fit, and which stage found them.
fn edges(fit: &Fit, model: &Model) -> Vec<Edge> {
    let edge = |edge: model::Edge| {
        let found_by = Stage::that_found(&fit.answer.stages, edge.source, edge.target);
        let directed = fit.answer.claim.is_directed(edge.source, edge.target);
        named(&edge, model.names(), directed, found_by.map(Into::into), None)
    };
    model.edges().into_iter().map(edge).collect()
}

/// The edges of a consensus, and how often they are found.
fn consensus_edges(study: &Study, stability: &Stability, model: &Model) -> Vec<Edge> {
    let (names, supports) = (model.names(), stability.by_edge());
    let edge = |edge: model::Edge| {
        let support = supports.get(&(&names[edge.source], &names[edge.target])).cloned();
        named(&edge, names, study.is_directed(edge.source, edge.target), None, support)
    };
    model.edges().into_iter().map(edge).collect()
}

fn named(
    edge: &model::Edge,
    names: &[String],
    directed: bool,
    found_by: Option<String>,
    stability: Option<Support>,
) -> Edge {
    Edge {
        source: names[edge.source].clone(),
        target: names[edge.target].clone(),
        directed,
        weight: edge.weight,
        std_error: edge.std_error,
        t: edge.t(),
        found_by,
        stability,
    }
}

fn nodes(model: &Model) -> Vec<Node> {
    let node = |(j, name): (usize, &String)| Node {
        name: name.clone(),
        variance: model.variances()[j],
        noise_variance: model.noise_variances()[j],
        r_squared: model.r_squared()[j],
    };
    model.names().iter().enumerate().map(node).collect()
}
