//! A study as a document.

use super::parts::{Claimed, Course, Curve, Edge, Node, Run, Trace, Whole};
use super::{Document, SCHEMA_VERSION};
use crate::confidence::Support;
use crate::error::Result;
use crate::fit::Fit;
use crate::method::{Claim, Stage};
use crate::model::{self, Additive, Effect};
use crate::study::{Stable, Study, words};
use crate::voice::Voice;

impl Document {
    /// What is to be saved of a study, in the words of a front end.
    pub fn of(study: &Study, run: Run, voice: &dyn Voice) -> Result<Document> {
        let fit = &study.fit;
        let (claim, edges) = match &study.stable {
            Some(stable) => (
                Claimed::Consensus,
                consensus_edges(stable, (&fit.variables, &fit.column_variances)),
            ),
            None => (claimed(fit), edges(fit)),
        };
        let course = course(study, &run);
        let (course, whole) = match &study.stable {
            None => (Some(course), None),
            Some(_) => (None, Some(Whole { claim: claimed(fit), edges: self::edges(fit), course })),
        };
        // What is proved is proved of the graph of all rows.
        let shown = Some(&fit.answer).filter(|_| study.stable.is_none());
        let names = &fit.variables;
        let order = match study.dag() {
            Some(dag) => dag.order().to_vec(),
            None => fit.answer.claim.graph().order(),
        };
        let remarks = words::remarks(study, voice);
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
            proved: shown.is_some_and(|answer| answer.record.proved.is_some()),
            bound: shown.and_then(|answer| answer.bound),
            variables: names.clone(),
            order: order.into_iter().map(|j| names[j].clone()).collect(),
            std_errors: "conditional on the selected parents".into(),
            edges,
            curves: study.additive().map_or(vec![], curves),
            nodes: nodes(study),
            course,
            stability: study.stable.as_ref().map(|stable| stable.stability.clone()),
            whole,
            diagnostics: study.diagnostics.clone(),
            row_checks: study.row_checks.clone(),
            warnings: study.warnings.iter().map(|warning| warning.said(voice)).collect(),
            remarks: remarks.into_iter().map(|remark| remark.text).collect(),
            foremost: words::foremost(study, voice),
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
        relaxation: record.relaxation.as_ref().map(Into::into),
        variance_choice: record.variance_choice,
        selection: study.selection.clone(),
        stages: answer.stages.iter().map(Into::into).collect(),
        restarts: record.restarts.clone(),
        trace: Trace::of(&run.trace),
    }
}

/// The edges of a fit, and which stage found them.
fn edges(fit: &Fit) -> Vec<Edge> {
    if !fit.has_equations() {
        return edges_alone(fit);
    }
    let columns = (fit.variables.as_slice(), fit.column_variances.as_slice());
    let edge = |edge: model::Edge| {
        let found_by = Stage::that_found(&fit.answer.stages, edge.source, edge.target);
        let directed = fit.answer.claim.is_directed(edge.source, edge.target);
        named(&edge, columns, directed, found_by.map(Into::into), None)
    };
    fit.edges().into_iter().map(edge).collect()
}

/// The edges of a graph without equations, the open ones along its order.
fn edges_alone(fit: &Fit) -> Vec<Edge> {
    let graph = fit.answer.claim.graph();
    let mut place = vec![0; graph.nodes()];
    graph.order().into_iter().enumerate().for_each(|(k, j)| place[j] = k);
    let along = |(i, j)| if place[i] < place[j] { (i, j, false) } else { (j, i, false) };
    let directed = graph.directed().into_iter().map(|(i, j)| (i, j, true));
    let mut links: Vec<_> = directed.chain(graph.undirected().into_iter().map(along)).collect();
    links.sort_unstable();
    let edge = |(i, j, directed): (usize, usize, bool)| Edge {
        source: fit.variables[i].clone(),
        target: fit.variables[j].clone(),
        directed,
        weight: None,
        standardized: None,
        std_error: None,
        t: None,
        found_by: None,
        stability: None,
    };
    links.into_iter().map(edge).collect()
}

/// The edges of a consensus, and how often they are found.
fn consensus_edges(stable: &Stable, columns: (&[String], &[f64])) -> Vec<Edge> {
    let names = columns.0;
    let Stable { stability, consensus, equations } = stable;
    let supports = stability.by_edge();
    let edge = |edge: model::Edge| {
        let support = supports.get(&(&names[edge.source], &names[edge.target])).cloned();
        let directed = consensus.graph.is_directed(edge.source, edge.target);
        named(&edge, columns, directed, None, support)
    };
    equations.edges().into_iter().map(edge).collect()
}

fn named(
    edge: &model::Edge,
    (names, variances): (&[String], &[f64]),
    directed: bool,
    found_by: Option<String>,
    stability: Option<Support>,
) -> Edge {
    Edge {
        source: names[edge.source].clone(),
        target: names[edge.target].clone(),
        directed,
        weight: Some(edge.weight),
        standardized: Some(edge.weight * (variances[edge.source] / variances[edge.target]).sqrt()),
        std_error: edge.std_error,
        t: edge.t(),
        found_by,
        stability,
    }
}

/// Curves, and the rows beside them.
fn curves(additive: &Additive) -> Vec<Curve> {
    let curve = |effect: &Effect| Curve {
        source: additive.names()[effect.source].clone(),
        target: additive.names()[effect.target].clone(),
        p: effect.p_value,
        freedom: effect.freedom,
        deviation: effect.deviation,
        curve: effect.curve.clone(),
        points: effect.points.clone(),
    };
    additive.effects().iter().map(curve).collect()
}

fn nodes(study: &Study) -> Vec<Node> {
    let fit = &study.fit;
    let (noise, shares) = match (study.model(), study.additive()) {
        (Some(model), _) => (Some(model.noise_variances()), model.r_squared()),
        (None, Some(curves)) => (Some(curves.noise_variances()), curves.r_squared()),
        (None, None) => (None, &[][..]),
    };
    let node = |(j, name): (usize, &String)| Node {
        name: name.clone(),
        variance: fit.column_variances[j],
        noise_variance: noise.map(|noise| noise[j]),
        r_squared: shares.get(j).copied().filter(|share| share.is_finite()),
    };
    fit.variables.iter().enumerate().map(node).collect()
}
