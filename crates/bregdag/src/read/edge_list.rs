//! Graphs as delimited text: an edge list, or a square matrix with a row and a column for every
//! variable.

use std::collections::{HashMap, HashSet};

use super::graphs::GraphFile;
use super::matrix;
use super::records::Records;
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::text::quoted;

/// Reads either: an edge list has columns `source` and `target`.
pub(super) fn read(text: &[u8]) -> Result<GraphFile> {
    let mut records = Records::new(text);
    let header = records.header()?;
    let column = |name: &str| header.iter().position(|field| field.eq_ignore_ascii_case(name));
    match (column("source"), column("target")) {
        (Some(source), Some(target)) if !is_matrix(text) => {
            let (weight, directed) = (column("weight"), column("directed"));
            read_edges(records, header.len(), EdgeColumns { source, target, weight, directed })
        }
        _ => {
            let (names, weights) = matrix::read_rows(records, header)?;
            let entries = (0..names.len()).flat_map(|i| (0..names.len()).map(move |j| (i, j)));
            let edges = entries.map(|(i, j)| (i, j, weights[(i, j)])).filter(|edge| edge.2 != 0.0);
            let (edges, undirected, complete) = (edges.collect(), vec![], true);
            Ok(GraphFile { names, edges, undirected, complete, is_partial: false })
        }
    }
}

/// Whether a table with the columns `source` and `target` is a matrix over variables of these names:
/// square, of numbers, and a DAG. As an edge list it would have loops or cycles, for its diagonal is
/// zero.
fn is_matrix(text: &[u8]) -> bool {
    matrix::read(text).is_ok_and(|(_, weights)| Dag::of_pattern(&weights).is_ok())
}

/// Whether text that cannot be read as a graph may have been meant as one: it has the columns of an edge list, or
/// nearly as many rows as columns.
pub(super) fn may_be_matrix(text: &[u8]) -> bool {
    let mut records = Records::new(text);
    let Ok(header) = records.header() else { return false };
    let is_end =
        |field: &String| ["source", "target"].iter().any(|end| field.eq_ignore_ascii_case(end));
    if header.iter().filter(|field| is_end(field)).count() == 2 {
        return true;
    }
    let most = header.len() + 1;
    let mut rows = 0;
    while rows <= most && records.advance().is_ok_and(|any| any) {
        rows += 1;
    }
    rows + 1 >= header.len() && rows <= most
}

/// Which columns of an edge list hold what.
struct EdgeColumns {
    source: usize,
    target: usize,
    weight: Option<usize>,
    directed: Option<usize>,
}

/// Reads the rows of an edge list. Where it says which edges are directed, as ours do, every row is an
/// edge; where it does not, a weight of zero mentions two variables and is none.
fn read_edges(mut records: Records, width: usize, at: EdgeColumns) -> Result<GraphFile> {
    let mut position: HashMap<String, usize> = HashMap::new();
    let mut graph = GraphFile::default();
    let mut seen = HashSet::new();
    while records.advance()? {
        records.expect_fields(width)?;
        let mut ends = [0; 2];
        for (end, k) in ends.iter_mut().zip([at.source, at.target]) {
            let name = records.text(records.field(k))?;
            if name.is_empty() {
                let problem = format!("line {}: a variable has no name", records.line());
                return Err(Error::Format { format: "edge list", problem });
            }
            *end = *position.entry(name).or_insert_with_key(|name| {
                graph.names.push(name.clone());
                graph.names.len() - 1
            });
        }
        let [i, j] = ends;
        if !seen.insert((i, j)) {
            let (from, to) = (graph.names[i].clone(), graph.names[j].clone());
            return Err(Error::DuplicateEdge { line: records.line(), from, to });
        }
        let weight = match at.weight.map(|k| records.field(k)) {
            // Ours have none where a graph has no equations.
            Some([]) if at.directed.is_some() => 1.0,
            Some(field) => records.number(field, "weight")?,
            None => 1.0,
        };
        let directed = at.directed.map_or(Ok(true), |k| truth_value(&records, k))?;
        if weight != 0.0 || at.directed.is_some() {
            graph.edges.push((i, j, weight));
            graph.undirected.extend((!directed).then_some((i, j)));
        }
    }
    Ok(graph)
}

/// Field k as true or false, as we and others write it.
fn truth_value(records: &Records, k: usize) -> Result<bool> {
    let text = records.text(records.field(k))?;
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => {
            let line = records.line();
            let problem = format!("line {line}: {} is neither true nor false", quoted(&text));
            Err(Error::Format { format: "edge list", problem })
        }
    }
}
