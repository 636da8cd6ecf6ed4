//! A study as JSON: the graph, its equations, how they were found and how far they can be trusted.
//!
//! [`Document`] is what is saved, drawn, reported and converted: whatever shows a study starts here,
//! whether it was made a moment ago or comes from a file. The same study gives the same bytes.
//! `docs/fit.schema.json` describes the file; a change that a reader could stumble over raises
//! [`SCHEMA_VERSION`].

mod check;
mod diagnostics;
mod of_study;
mod parts;
mod tables;

use std::collections::HashMap;
use std::io::Write;

use serde::{Deserialize, Serialize};

pub use diagnostics::write_diagnostics;
pub use parts::{Claimed, Course, Curve, Edge, Node, Relaxation, Run, Stage, Trace, Whole};
pub use tables::TextTable;

use crate::confidence::Stability;
use crate::data::{Rules, StartKind};
use crate::diagnose::{Diagnostics, RowChecks};
use crate::error::{Content, Error, Result};
use crate::graph::{Dag, describe_cycle};
use crate::linalg::Matrix;
use crate::method::Noise;
use crate::prepare::Preparation;
use crate::read::content::content;
use crate::text::quoted;
use crate::watch::Status;

/// Version of the file's structure.
pub const SCHEMA_VERSION: u32 = 6;

/// Everything about a study. Variables go by name; [`Document::links`] has their places.
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
    /// Where the method began, if someone said.
    pub started_from: Option<StartKind>,
    /// How it ended.
    pub status: Status,
    /// Time of the fit alone.
    pub seconds: f64,
    /// Rows of the data.
    pub rows: u64,
    /// What was done to the data before.
    pub preparation: Option<Preparation>,
    /// What was known beforehand.
    pub knowledge: Option<Rules>,
    /// What is claimed of the graph.
    pub claim: Claimed,
    /// What the method took the noise to be.
    pub noise: Noise,
    /// Whether no graph scores better, up to the difference between the score and the bound.
    pub proved: bool,
    /// No graph has a lower score than this, where that is known.
    pub bound: Option<f64>,
    /// Names of the variables.
    pub variables: Vec<String>,
    /// The same, causes before effects, as far as a partial graph has no cycles.
    pub order: Vec<String>,
    /// What the standard errors are conditional on.
    pub std_errors: String,
    /// The edges.
    pub edges: Vec<Edge>,
    /// How causes act, one for each edge, where effects are curves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// The variables and their equations.
    pub nodes: Vec<Node>,
    /// How the graph was found; none for a consensus, which was counted.
    pub course: Option<Course>,
    /// How often the edges are found when the rows change a little.
    pub stability: Option<Stability>,
    /// The graph of all rows, beside a consensus.
    pub whole: Option<Whole>,
    /// What the data allow and how far the graph can be trusted.
    pub diagnostics: Option<Diagnostics>,
    /// What single rows do to the graph; none in files from before anyone looked.
    #[serde(default)]
    pub row_checks: Option<RowChecks>,
    /// What the reader should know.
    pub warnings: Vec<String>,
    /// The study in plain words.
    pub remarks: Vec<String>,
    /// Of these the few that matter most, the most important first; files of earlier programs do not tell.
    #[serde(default)]
    pub foremost: Vec<String>,
}

impl Document {
    /// Writes JSON. A number that is not finite becomes `null`.
    pub fn write(&self, out: &mut dyn Write) -> Result<()> {
        serde_json::to_writer_pretty(&mut *out, self).map_err(|e| Error::Write(e.into()))?;
        writeln!(out).map_err(Error::Write)
    }

    /// Reads JSON and checks that it is a graph with its equations, if it has any, as [`Document::write`]
    /// writes it.
    pub fn read(bytes: &[u8]) -> Result<Document> {
        Document::parse(bytes).map_err(|error| not_this(bytes).unwrap_or(error))
    }

    fn parse(bytes: &[u8]) -> Result<Document> {
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

    /// Every edge's weight in standard deviations: that of the target per one of the source; none where the
    /// graph has no equations.
    pub fn standardized_weights(&self) -> Result<Vec<Option<f64>>> {
        let deviation = |j: usize| self.nodes[j].variance.sqrt();
        let links = self.links()?;
        let weights = self.edges.iter().zip(links);
        let standardized = |(edge, (i, j)): (&Edge, (usize, usize))| {
            edge.weight.map(|weight| weight * deviation(i) / deviation(j))
        };
        Ok(weights.map(standardized).collect())
    }

    /// How strong every edge is, in standard deviations of the target: the size of its standardised weight, or how far its
    /// curve goes; none where the graph has no equations.
    pub fn strengths(&self) -> Result<Vec<Option<f64>>> {
        if self.curves.is_empty() {
            let weights = self.standardized_weights()?.into_iter();
            return Ok(weights.map(|weight| weight.map(f64::abs)).collect());
        }
        let links = self.links()?;
        let curves = self.curves.iter().zip(links);
        Ok(curves
            .map(|(curve, (_, j))| Some(curve.deviation / self.nodes[j].variance.sqrt()))
            .collect())
    }

    /// The graph, open edges as they are listed.
    pub fn dag(&self) -> Result<Dag> {
        let mut parents = vec![vec![]; self.variables.len()];
        self.links()?.into_iter().for_each(|(i, j)| parents[j].push(i));
        Dag::new(parents.clone()).map_err(|error| match error {
            Error::Cyclic { .. } => {
                Error::Cyclic { cycle: describe_cycle(&parents, &self.variables) }
            }
            other => other,
        })
    }

    /// Whether there are weights: every graph that is a DAG or stands for some has its equations.
    pub fn has_equations(&self) -> bool {
        self.claim != Claimed::Partial
    }

    /// Whether its equations, if there are any, are straight lines: else weights are average slopes, and there is no linear
    /// model.
    pub fn is_linear(&self) -> bool {
        self.noise != Noise::Additive
    }

    /// What the weights of the edges are called.
    pub fn weight_name(&self) -> &'static str {
        if self.is_linear() { "weight" } else { "average slope" }
    }

    /// W, with `W[i][j]` the weight of i → j. Without equations it is 1 at every edge, at both places of
    /// an open one.
    pub fn weights(&self) -> Result<Matrix> {
        let n = self.variables.len();
        let mut weights = Matrix::zeros(n, n);
        for (edge, (i, j)) in self.edges.iter().zip(self.links()?) {
            weights[(i, j)] = edge.weight.unwrap_or(1.0);
            if edge.weight.is_none() && !edge.directed {
                weights[(j, i)] = 1.0;
            }
        }
        Ok(weights)
    }
}

/// What the file is, where it is no fit at all.
fn not_this(bytes: &[u8]) -> Option<Error> {
    let other = content(bytes).filter(|&found| found != Content::Fit);
    other.map(|found| Error::WrongContent { found, wanted: Content::Fit })
}

fn not_a_fit(problem: String) -> Error {
    Error::Format { format: "fit", problem }
}

#[cfg(test)]
mod tests;
