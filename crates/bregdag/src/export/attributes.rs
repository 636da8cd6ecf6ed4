//! What graph formats that know attributes say of nodes and edges, under the same names in all of them.

use crate::confidence::Support;
use crate::document::{Document, Edge, Node};

/// A number of a node or an edge; there may be none.
pub(super) type Attribute<T> = (&'static str, fn(&T) -> Option<f64>);

const NODE: [Attribute<Node>; 3] = [
    ("variance", |node| Some(node.variance)),
    ("noise_variance", |node| node.noise_variance),
    ("r_squared", |node| node.r_squared),
];

const EDGE: [Attribute<Edge>; 7] = [
    ("weight", |edge| edge.weight),
    ("std_error", |edge| edge.std_error),
    ("t", |edge| edge.t),
    ("frequency", |edge| share(edge, |support| support.frequency)),
    ("forward", |edge| share(edge, |support| support.forward)),
    ("reverse", |edge| share(edge, |support| support.reverse)),
    ("open", |edge| share(edge, |support| support.open)),
];

fn share(edge: &Edge, of: fn(&Support) -> f64) -> Option<f64> {
    edge.stability.as_ref().map(of)
}

/// The numbers of a node. Few formats have a word for one that is not finite: it is left out.
pub(super) fn of_node(node: &Node) -> impl Iterator<Item = (&'static str, f64)> {
    NODE.iter().filter_map(|(name, number)| Some((*name, finite(number(node))?)))
}

/// The numbers of an edge that are there and finite.
pub(super) fn of_edge(edge: &Edge) -> impl Iterator<Item = (&'static str, f64)> {
    EDGE.iter().filter_map(|(name, number)| Some((*name, finite(number(edge))?)))
}

/// The names of the numbers that any node has.
pub(super) fn node_names(document: &Document) -> impl Iterator<Item = &'static str> {
    let is_there = |number: fn(&Node) -> Option<f64>| {
        document.nodes.iter().any(|node| finite(number(node)).is_some())
    };
    NODE.iter().filter(move |attribute| is_there(attribute.1)).map(|attribute| attribute.0)
}

/// The names of the numbers that any edge has.
pub(super) fn edge_names(document: &Document) -> impl Iterator<Item = &'static str> {
    let is_there = |number: fn(&Edge) -> Option<f64>| {
        document.edges.iter().any(|edge| finite(number(edge)).is_some())
    };
    EDGE.iter().filter(move |attribute| is_there(attribute.1)).map(|attribute| attribute.0)
}

fn finite(x: Option<f64>) -> Option<f64> {
    x.filter(|x| x.is_finite())
}

/// Fits for the tests of all formats.
#[cfg(test)]
pub(super) mod samples {
    use serde_json::{Value, json};

    use super::Document;
    use crate::error::Result;

    /// Names that break out of one format or another, or that a reader has its own idea of.
    pub const HOSTILE: [&str; 24] = [
        "a\"b",
        "<script>",
        "]]>",
        "new\nline",
        "tab\there",
        "nul\0",
        "日本",
        "🙂",
        "a->b",
        "x ~ y",
        "#",
        "__proto__",
        "NA",
        "if",
        "a\\",
        "a\\\"",
        "&amp;",
        "graph",
        "graph_",
        "1a",
        "a b",
        "a.b",
        "\r\u{2028}#; y ~ x\u{85}",
        "constructor",
    ];

    fn node(name: &str, r_squared: Value) -> Value {
        json!({ "name": name, "variance": 4.0, "noise_variance": 1e-7, "r_squared": r_squared })
    }

    /// A fit over the names with the edges (i, j, directed).
    pub fn fit(names: &[&str], edges: &[(usize, usize, bool)]) -> Document {
        let edges: Vec<Value> = (1..)
            .zip(edges)
            .map(|(k, &(i, j, directed))| {
                json!({
                    "source": names[i], "target": names[j], "directed": directed,
                    "weight": -0.5 * f64::from(k), "std_error": 0.125, "t": -4.0 * f64::from(k),
                    "found_by": null, "stability": null,
                })
            })
            .collect();
        let is_class = edges.iter().any(|edge| edge["directed"] == json!(false));
        let document = json!({
            "schema_version": crate::document::SCHEMA_VERSION, "bregdag_version": "0",
            "method": "search", "options": {}, "status": "converged", "seconds": 0.0, "rows": 10,
            "claim": if is_class { "class" } else { "dag" }, "noise": "free",
            "proved": false,
            "variables": names, "order": names, "std_errors": "", "edges": edges,
            "nodes": names.iter().map(|name| node(name, json!(0.25))).collect::<Vec<_>>(),
            "course": {
                "steps": 1, "unit": "move", "stages": [], "restarts": [],
                "trace": { "columns": [], "rows": [] },
            },
            "warnings": [], "remarks": [],
        });
        Document::read(document.to_string().as_bytes()).unwrap()
    }

    /// rain → river -- harvest; one number is not there, and one edge was tried by refits.
    pub fn river() -> Document {
        let mut river = fit(&["rain", "river", "harvest"], &[(0, 1, true), (1, 2, false)]);
        river.nodes[0].r_squared = None;
        river.edges[1].std_error = None;
        river.edges[1].t = None;
        river.edges[0].stability = Some(crate::confidence::Support {
            frequency: 1.0,
            forward: 0.75,
            reverse: 0.0,
            open: 0.25,
            mean: None,
            deviation: None,
            positive: 0.0,
            negative: 1.0,
            calibrated: None,
        });
        river
    }

    /// a → b → c → a and a -- d, without equations.
    pub fn circle() -> Document {
        let mut circle = fit(&["a", "b", "c", "d"], &[(0, 1, true), (0, 3, false), (1, 2, true)]);
        let mut back = circle.edges[0].clone();
        (back.source, back.target) = ("c".into(), "a".into());
        circle.edges.push(back);
        circle.claim = crate::document::Claimed::Partial;
        for edge in &mut circle.edges {
            (edge.weight, edge.std_error, edge.t) = (None, None, None);
        }
        for node in &mut circle.nodes {
            (node.noise_variance, node.r_squared) = (None, None);
        }
        circle
    }

    /// A chain over all hostile names, every second direction open.
    pub fn hostile() -> Document {
        let links: Vec<_> = (1..HOSTILE.len()).map(|j| (j - 1, j, j % 2 == 1)).collect();
        fit(&HOSTILE, &links)
    }

    pub fn text(
        write: fn(&Document, &mut dyn std::io::Write) -> Result<()>,
        document: &Document,
    ) -> String {
        let mut file = vec![];
        write(document, &mut file).unwrap();
        String::from_utf8(file).unwrap()
    }
}
