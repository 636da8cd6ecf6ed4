//! A fit as JSON: the graph, its equations, and how they were found.
//!
//! The same fit gives the same bytes. `docs/fit.schema.json` describes the file; a change that a
//! reader could stumble over raises [`SCHEMA_VERSION`]. [`super::graph_file`] reads it back.

use std::io::Write;

use serde::Serialize;

use crate::data::Rules;
use crate::data::prepare::Preparation;
use crate::diagnose::Diagnostics;
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::order::VarianceChoice;
use crate::select::Selection;
use crate::status::Status;

/// Version of the file's structure.
pub const SCHEMA_VERSION: u32 = 3;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    bregdag_version: &'static str,
    method: &'a str,
    options: &'a serde_json::Value,
    status: Status,
    iterations: usize,
    seconds: f64,
    rows: u64,
    preparation: Option<&'a Preparation>,
    knowledge: Option<&'a Rules>,
    relaxation: Option<Relaxation>,
    variance_choice: Option<VarianceChoice>,
    selection: Option<&'a Selection>,
    stages: Vec<Stage>,
    variables: &'a [String],
    order: Vec<&'a str>,
    std_errors: &'static str,
    edges: Vec<Edge<'a>>,
    nodes: Vec<Node<'a>>,
    diagnostics: Option<&'a Diagnostics>,
    warnings: Vec<String>,
}

/// The matrix before it was made a DAG.
#[derive(Serialize)]
struct Relaxation {
    loss: f64,
    acyclicity: f64,
    threshold: f64,
    backward_edges: usize,
}

#[derive(Serialize)]
struct Stage {
    name: &'static str,
    score: f64,
    edges: usize,
}

#[derive(Serialize)]
struct Edge<'a> {
    source: &'a str,
    target: &'a str,
    directed: bool,
    weight: f64,
    std_error: Option<f64>,
    t: Option<f64>,
    /// The stage that found it.
    found_by: Option<&'static str>,
}

#[derive(Serialize)]
struct Node<'a> {
    name: &'a str,
    noise_variance: f64,
    r_squared: f64,
}

/// Writes the fit and how many seconds it took, which the fit, having no clock, does not know. A
/// number that is not finite becomes `null`.
pub fn write(fit: &Fit, seconds: f64, out: &mut dyn Write) -> Result<()> {
    let document = document(fit, seconds);
    serde_json::to_writer_pretty(&mut *out, &document).map_err(|e| Error::Write(e.into()))?;
    writeln!(out).map_err(Error::Write)
}

fn document(fit: &Fit, seconds: f64) -> Document<'_> {
    let model = &fit.model;
    let names = model.names();
    let edge = |e: crate::graph::Edge| Edge {
        source: &names[e.source],
        target: &names[e.target],
        directed: fit.is_directed(&e),
        weight: e.weight,
        std_error: e.std_error,
        t: e.t(),
        found_by: fit.found_by(e.source, e.target),
    };
    let stage = |stage: &crate::fit::Stage| Stage {
        name: stage.name,
        score: stage.score,
        edges: stage.edges.len(),
    };
    let equations = model.noise_variances().iter().zip(model.r_squared());
    let node = |(name, (&noise_variance, &r_squared))| Node { name, noise_variance, r_squared };
    Document {
        schema_version: SCHEMA_VERSION,
        bregdag_version: env!("CARGO_PKG_VERSION"),
        method: fit.method,
        options: &fit.options,
        status: fit.status,
        iterations: fit.iterations,
        seconds,
        rows: fit.rows,
        preparation: fit.preparation.as_ref(),
        knowledge: fit.rules.as_ref(),
        relaxation: fit.relaxation.as_ref().map(|relaxation| Relaxation {
            loss: relaxation.loss,
            acyclicity: relaxation.acyclicity,
            threshold: relaxation.threshold,
            backward_edges: relaxation.backward_edges,
        }),
        variance_choice: fit.variance_choice,
        selection: fit.selection.as_ref(),
        stages: fit.stages.iter().map(stage).collect(),
        variables: names,
        order: model.dag().order().iter().map(|&j| names[j].as_str()).collect(),
        std_errors: "conditional on the selected parents",
        edges: model.edges().into_iter().map(edge).collect(),
        nodes: names.iter().map(String::as_str).zip(equations).map(node).collect(),
        diagnostics: fit.diagnostics.as_ref(),
        warnings: fit.warnings.iter().map(ToString::to_string).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bregman;
    use crate::data::{Moments, Table};
    use crate::graph::Class;
    use crate::io::graph_file::GraphFile;

    #[test]
    fn reads_back_as_the_same_graph() {
        let x = vec![-1.3, 0.4, 1.1, -0.2, 0.9, -0.6, 1.8, -1.7, 0.1, -0.5];
        let e = [0.8, -1.1, 0.3, 1.4, -0.9, 0.2, 0.6, -0.4, -1.2, 0.3];
        let y = x.iter().zip(&e).map(|(x, e)| 2.0 * x + e).collect();
        let table = Table::new(vec!["x \"1\"\n".into(), "y".into()], vec![x, y]).unwrap();
        let moments = Moments::of(&table).unwrap();
        let fit = bregman::learn(&moments, &bregman::Options::default(), &mut ()).unwrap();
        let mut file = vec![];
        write(&fit, 0.5, &mut file).unwrap();

        let graph = GraphFile::read(&file).unwrap();
        assert_eq!((graph.names.as_slice(), graph.complete), (table.names(), true));
        assert_eq!(graph.edges, fit.model.dag().edges());
        assert_eq!(file.last(), Some(&b'\n'));
        assert!(graph.undirected.is_empty());

        let fit = Fit { class: Some(Class::of(fit.model.dag())), ..fit };
        file.clear();
        write(&fit, 0.5, &mut file).unwrap();
        let graph = GraphFile::read(&file).unwrap();
        assert_eq!((graph.undirected, graph.edges), (vec![(0, 1)], fit.model.dag().edges()));
    }
}
