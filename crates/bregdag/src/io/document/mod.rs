//! A fit as JSON: the graph, its equations, how they were found and how far they can be trusted.
//!
//! [`Document`] is what is saved, drawn, reported and converted: whatever shows a fit starts here,
//! whether the fit was learned a moment ago or comes from a file. The same fit gives the same bytes.
//! `docs/fit.schema.json` describes the file; a change that a reader could stumble over raises
//! [`SCHEMA_VERSION`].

mod check;

use std::collections::HashMap;
use std::io::Write;

use serde::{Deserialize, Deserializer, Serialize};

use crate::confidence::{Stability, Support};
use crate::data::Rules;
use crate::data::prepare::Preparation;
use crate::diagnose::Diagnostics;
use crate::error::{Error, Result, quoted};
use crate::fit::Fit;
use crate::graph::{Dag, describe_cycle};
use crate::observer::Iteration;
use crate::order::VarianceChoice;
use crate::select::Selection;
use crate::status::Status;

/// Version of the file's structure.
pub const SCHEMA_VERSION: u32 = 4;

/// Everything about a fit. Variables go by name; [`Document::links`] has their places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Version of the structure.
    pub schema_version: u32,
    /// Version of the program.
    pub bregdag_version: String,
    /// The command that made it, if it was one.
    pub command: Option<String>,
    /// Name of the method.
    pub method: String,
    /// Its options, the seed among them.
    pub options: serde_json::Value,
    /// How it ended.
    pub status: Status,
    /// Iterations of the Bregman method, or nodes moved by the search.
    pub iterations: usize,
    /// Time of the fit alone.
    pub seconds: f64,
    /// Rows of the data.
    pub rows: u64,
    /// What was done to the data before.
    pub preparation: Option<Preparation>,
    /// What was known beforehand.
    pub knowledge: Option<Rules>,
    /// The matrix before it was made a DAG.
    pub relaxation: Option<Relaxation>,
    /// How the kind of noise variances was chosen.
    pub variance_choice: Option<VarianceChoice>,
    /// How an option was chosen.
    pub selection: Option<Selection>,
    /// The stages of the fit.
    pub stages: Vec<Stage>,
    /// The iterations of the Bregman method.
    pub trace: Vec<Iteration>,
    /// The score that each restart of the search ended with.
    pub restarts: Vec<f64>,
    /// Names of the variables.
    pub variables: Vec<String>,
    /// The same, causes before effects.
    pub order: Vec<String>,
    /// What the standard errors are conditional on.
    pub std_errors: String,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The equations.
    pub nodes: Vec<Node>,
    /// How often the edges are found when the rows change a little.
    pub stability: Option<Stability>,
    /// What the data allow and how far the graph can be trusted.
    pub diagnostics: Option<Diagnostics>,
    /// What the reader should know.
    pub warnings: Vec<String>,
    /// The fit in plain words.
    pub remarks: Vec<String>,
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
    /// The change of the target per unit of the source, its other parents held fixed.
    pub weight: f64,
    /// Standard error, conditional on the parents.
    pub std_error: Option<f64>,
    /// weight / standard error.
    pub t: Option<f64>,
    /// The stage that found it.
    pub found_by: Option<String>,
    /// How often it is found when the rows change a little.
    pub stability: Option<Support>,
}

/// A variable and its equation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Variance in the data.
    pub variance: f64,
    /// Variance of what the parents leave.
    pub noise_variance: f64,
    /// The share that they explain.
    #[serde(deserialize_with = "number_or_null")]
    pub r_squared: f64,
}

/// What the fit, having no clock and no command line, does not know.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Run {
    /// Time of the fit alone.
    pub seconds: f64,
    /// The command.
    pub command: Option<String>,
    /// The iterations of the Bregman method, if someone wrote them down.
    pub trace: Vec<Iteration>,
    /// The fit in plain words.
    pub remarks: Vec<String>,
}

impl Document {
    /// What is to be saved of a fit.
    pub fn of(fit: &Fit, run: Run) -> Document {
        let model = &fit.model;
        let names = model.names();
        Document {
            schema_version: SCHEMA_VERSION,
            bregdag_version: env!("CARGO_PKG_VERSION").into(),
            command: run.command,
            method: fit.method.into(),
            options: fit.options.clone(),
            status: fit.status,
            iterations: fit.iterations,
            seconds: run.seconds,
            rows: fit.rows,
            preparation: fit.preparation.clone(),
            knowledge: fit.rules.clone(),
            relaxation: fit.relaxation.as_ref().map(|relaxation| Relaxation {
                loss: relaxation.loss,
                acyclicity: relaxation.acyclicity,
                threshold: relaxation.threshold,
                backward_edges: relaxation.backward_edges,
            }),
            variance_choice: fit.variance_choice,
            selection: fit.selection.clone(),
            stages: fit.stages.iter().map(Stage::of).collect(),
            trace: run.trace,
            restarts: fit.restarts.clone(),
            variables: names.to_vec(),
            order: model.dag().order().iter().map(|&j| names[j].clone()).collect(),
            std_errors: "conditional on the selected parents".into(),
            edges: edges(fit),
            nodes: nodes(fit),
            stability: fit.stability.clone(),
            diagnostics: fit.diagnostics.clone(),
            warnings: fit.warnings.iter().map(ToString::to_string).collect(),
            remarks: run.remarks,
        }
    }

    /// Writes JSON. A number that is not finite becomes `null`.
    pub fn write(&self, out: &mut dyn Write) -> Result<()> {
        serde_json::to_writer_pretty(&mut *out, self).map_err(|e| Error::Write(e.into()))?;
        writeln!(out).map_err(Error::Write)
    }

    /// Reads JSON and checks that it is a DAG with its equations, as [`Document::write`] writes it.
    pub fn read(bytes: &[u8]) -> Result<Document> {
        #[derive(Deserialize)]
        struct Version {
            schema_version: u32,
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let found: Version = serde_json::from_slice(text).map_err(|e| not_a_fit(e.to_string()))?;
        if found.schema_version != SCHEMA_VERSION {
            return Err(not_a_fit(format!(
                "its structure has version {}, this program reads version {SCHEMA_VERSION}; learn the \
                 graph again",
                found.schema_version
            )));
        }
        let document: Document =
            serde_json::from_slice(text).map_err(|e| not_a_fit(e.to_string()))?;
        document.check()?;
        Ok(document)
    }

    /// (i, j) of every edge i → j: places in `variables`.
    pub fn links(&self) -> Result<Vec<(usize, usize)>> {
        let named = self.variables.iter().enumerate().map(|(k, name)| (name.as_str(), k));
        let places: HashMap<&str, usize> = named.collect();
        let place = |k: usize, name: &str| {
            places.get(name).copied().ok_or_else(|| {
                not_a_fit(format!("edge {}: {} is not one of the variables", k + 1, quoted(name)))
            })
        };
        let link =
            |(k, edge): (usize, &Edge)| Ok((place(k, &edge.source)?, place(k, &edge.target)?));
        self.edges.iter().enumerate().map(link).collect()
    }

    /// Every edge's weight in standard deviations: that of the target per one of the source.
    pub fn standardized_weights(&self) -> Result<Vec<f64>> {
        let deviation = |j: usize| self.nodes[j].variance.sqrt();
        let links = self.links()?;
        let weights = self.edges.iter().zip(links);
        Ok(weights.map(|(edge, (i, j))| edge.weight * deviation(i) / deviation(j)).collect())
    }

    /// The graph.
    pub fn dag(&self) -> Result<Dag> {
        let mut parents = vec![vec![]; self.variables.len()];
        for (edge, (i, j)) in self.edges.iter().zip(self.links()?) {
            parents[j].push((i, edge.weight));
        }
        let cyclic = |_| Error::Cyclic { cycle: describe_cycle(&parents, &self.variables) };
        Dag::new(parents.clone()).map_err(cyclic)
    }
}

impl Stage {
    fn of(stage: &crate::fit::Stage) -> Stage {
        Stage { name: stage.name.into(), score: stage.score, edges: stage.edges.len() }
    }
}

fn edges(fit: &Fit) -> Vec<Edge> {
    let names = fit.model.names();
    let supports = fit.stability.as_ref().map(Stability::by_edge);
    let edge = |edge: crate::graph::Edge| {
        let (source, target) = (names[edge.source].clone(), names[edge.target].clone());
        let support = supports.as_ref().and_then(|of| of.get(&(&source, &target)).cloned());
        Edge {
            directed: fit.is_directed(&edge),
            weight: edge.weight,
            std_error: edge.std_error,
            t: edge.t(),
            found_by: fit.found_by(edge.source, edge.target).map(Into::into),
            stability: support,
            source,
            target,
        }
    };
    fit.model.edges().into_iter().map(edge).collect()
}

fn nodes(fit: &Fit) -> Vec<Node> {
    let model = &fit.model;
    let node = |(j, name): (usize, &String)| Node {
        name: name.clone(),
        variance: model.variances()[j],
        noise_variance: model.noise_variances()[j],
        r_squared: model.r_squared()[j],
    };
    model.names().iter().enumerate().map(node).collect()
}

fn not_a_fit(problem: String) -> Error {
    Error::Format { format: "fit", problem }
}

/// JSON has no word for a number that is not finite.
pub(crate) fn number_or_null<'de, D: Deserializer<'de>>(
    from: D,
) -> std::result::Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bregman;
    use crate::data::{Moments, Table};
    use crate::graph::Class;
    use crate::io::graph_file::GraphFile;

    fn fit() -> Fit {
        let x = vec![-1.3, 0.4, 1.1, -0.2, 0.9, -0.6, 1.8, -1.7, 0.1, -0.5];
        let e = [0.8, -1.1, 0.3, 1.4, -0.9, 0.2, 0.6, -0.4, -1.2, 0.3];
        let y = x.iter().zip(&e).map(|(x, e)| 2.0 * x + e).collect();
        let table = Table::new(vec!["x \"1\"\n".into(), "y".into()], vec![x, y]).unwrap();
        let moments = Moments::of(&table).unwrap();
        bregman::learn(&moments, &bregman::Options::default(), &mut ()).unwrap()
    }

    fn file(document: &Document) -> Vec<u8> {
        let mut file = vec![];
        document.write(&mut file).unwrap();
        file
    }

    #[test]
    fn reads_back_as_it_was() {
        let fit = fit();
        let document = Document::of(&fit, Run { seconds: 0.5, ..Run::default() });
        let bytes = file(&document);
        assert_eq!(Document::read(&bytes).unwrap(), document);
        assert_eq!(bytes.last(), Some(&b'\n'));

        let graph = GraphFile::read(&bytes).unwrap();
        assert_eq!((graph.names.as_slice(), graph.complete), (fit.model.names(), true));
        assert_eq!(graph.edges, fit.model.dag().edges());
        assert!(graph.undirected.is_empty());

        let fit = Fit { class: Some(Class::of(fit.model.dag())), ..fit };
        let graph = GraphFile::read(&file(&Document::of(&fit, Run::default()))).unwrap();
        assert_eq!((graph.undirected, graph.edges), (vec![(0, 1)], fit.model.dag().edges()));
    }

    #[test]
    fn what_is_edited_by_hand_is_checked() {
        let document = Document::of(&fit(), Run::default());
        let broken = |break_it: &dyn Fn(&mut Document)| {
            let mut broken = document.clone();
            break_it(&mut broken);
            Document::read(&file(&broken)).unwrap_err().to_string()
        };
        assert!(broken(&|d| d.schema_version = 3).contains("version 3"));
        assert!(broken(&|d| d.edges[0].target = "z".into()).contains("\"z\" is not one of"));
        assert!(broken(&|d| d.edges[0].weight = 0.0).contains("no edge"));
        assert!(broken(&|d| d.edges[0].weight = f64::NAN).contains("invalid type: null"));
        assert!(broken(&|d| d.edges.push(d.edges[0].clone())).contains("a second time"));
        assert!(broken(&|d| d.order.reverse()).contains("order"));
        assert!(broken(&|d| d.variables.reverse()).contains("nodes and variables"));
        assert!(broken(&|d| d.nodes[0].variance = 0.0).contains("positive"));
        assert!(broken(&|d| d.variables[1] = d.variables[0].clone()).contains("x"));
        let turned = |d: &mut Document| {
            let mut back = d.edges[0].clone();
            std::mem::swap(&mut back.source, &mut back.target);
            d.edges.push(back);
        };
        assert!(broken(&turned).contains("->"));
        assert!(Document::read(b"{}").unwrap_err().to_string().contains("schema_version"));
        let typo = String::from_utf8(file(&document)).unwrap().replace("\"weight\"", "\"wieght\"");
        assert!(Document::read(typo.as_bytes()).unwrap_err().to_string().contains("wieght"));
    }

    #[test]
    fn weights_in_standard_deviations() {
        let document = Document::of(&fit(), Run::default());
        // One parent: the standardised weight is the correlation, the root of R².
        let weight = document.standardized_weights().unwrap()[0];
        assert!((weight - document.nodes[1].r_squared.sqrt()).abs() < 1e-12);
    }
}
