//! The graph as elements of Cytoscape.js (`.cyjs`), which Cytoscape itself and networkx read too.
//!
//! Every edge leads from source to target; one whose direction is open has `directed: false` and the
//! class `open`, for a style such as `edge.open { target-arrow-shape: none }`.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::attributes;
use crate::document::{Document, Edge, Node};
use crate::error::{Error, Result};

#[derive(Serialize)]
struct Network<'a> {
    /// networkx asks for it.
    data: BTreeMap<&'a str, &'a str>,
    directed: bool,
    multigraph: bool,
    elements: Elements<'a>,
}

#[derive(Serialize)]
struct Elements<'a> {
    nodes: Vec<Element<NodeData<'a>>>,
    edges: Vec<Element<EdgeData>>,
}

#[derive(Serialize)]
struct Element<T> {
    data: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'static str>,
}

#[derive(Serialize)]
struct NodeData<'a> {
    id: String,
    /// What networkx takes for the id.
    value: String,
    name: &'a str,
    #[serde(flatten)]
    numbers: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
struct EdgeData {
    id: String,
    source: String,
    target: String,
    directed: bool,
    #[serde(flatten)]
    numbers: BTreeMap<&'static str, f64>,
}

/// Writes the graph with all numbers of nodes and edges.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    let nodes = document.nodes.iter().enumerate();
    let edges = document.edges.iter().zip(document.links()?).enumerate();
    let network = Network {
        data: BTreeMap::from([("name", "bregdag")]),
        directed: true,
        multigraph: false,
        elements: Elements {
            nodes: nodes.map(|(i, node)| node_element(i, node)).collect(),
            edges: edges.map(|(k, (edge, link))| edge_element(k, edge, link)).collect(),
        },
    };
    serde_json::to_writer_pretty(&mut *out, &network).map_err(|e| Error::Write(e.into()))?;
    writeln!(out).map_err(Error::Write)
}

fn node_element(i: usize, node: &Node) -> Element<NodeData<'_>> {
    let id = format!("n{i}");
    let numbers = attributes::of_node(node).collect();
    Element { data: NodeData { value: id.clone(), id, name: &node.name, numbers }, classes: None }
}

fn edge_element(k: usize, edge: &Edge, (i, j): (usize, usize)) -> Element<EdgeData> {
    let data = EdgeData {
        id: format!("e{k}"),
        source: format!("n{i}"),
        target: format!("n{j}"),
        directed: edge.directed,
        numbers: attributes::of_edge(edge).collect(),
    };
    Element { data, classes: (!edge.directed).then_some("open") }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::attributes::samples::{HOSTILE, hostile, river, text};
    use super::*;

    fn elements(document: &Document) -> Value {
        let network: Value = serde_json::from_str(&text(write, document)).unwrap();
        assert_eq!(network["directed"], true);
        network["elements"].clone()
    }

    #[test]
    fn a_small_fit() {
        let elements = elements(&river());
        let rain = json!({ "id": "n0", "value": "n0", "name": "rain", "variance": 4.0,
            "noise_variance": 1e-7 });
        assert_eq!(elements["nodes"][0], json!({ "data": rain }));
        let edges = json!([
            { "data": { "id": "e0", "source": "n0", "target": "n1", "directed": true,
                "weight": -0.5, "std_error": 0.125, "t": -4.0, "frequency": 1.0, "forward": 0.75,
                "reverse": 0.0, "open": 0.25 } },
            { "data": { "id": "e1", "source": "n1", "target": "n2", "directed": false,
                "weight": -1.0 }, "classes": "open" },
        ]);
        assert_eq!(elements["edges"], edges);
    }

    #[test]
    fn names_stay_text() {
        let elements = elements(&hostile());
        let nodes = elements["nodes"].as_array().unwrap();
        let names: Vec<&str> = nodes.iter().map(|n| n["data"]["name"].as_str().unwrap()).collect();
        assert_eq!(names, HOSTILE);
    }
}
