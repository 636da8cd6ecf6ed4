//! Graphs to be compared: JSON here, a square matrix or an edge list in `edge_list`, told apart by
//! their content.
//!
//! Reader's guide. JSON starts with `{` and is what a fit is saved as; an edge list is delimited text
//! whose header has `source` and `target`; everything else is taken for a matrix. JSON and edge lists
//! may say of an edge that its direction is open (`directed` is false): then the file stands for an
//! equivalence class. Whatever comes out of [`GraphFile::read`] is a DAG, one of the class if it is
//! one, but for a fit that claims a graph which no DAG agrees with; [`into_dags`] then matches two of
//! them by variable name, [`into_graphs`] if one is no DAG.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::content::content;
use super::edge_list;
use crate::data::check_names;
use crate::error::{Content, Error, Result};
use crate::graph::{Class, Dag, Pdag, describe_cycle};
use crate::text::quoted;

/// A DAG as a file gives it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphFile {
    /// Names of the variables.
    pub names: Vec<String>,
    /// (i, j, weight) of every edge i → j; i and j are positions in `names`.
    pub edges: Vec<(usize, usize, f64)>,
    /// (i, j) of those edges whose direction the file leaves open: `edges` has them as they are in
    /// one DAG of the class.
    pub undirected: Vec<(usize, usize)>,
    /// Whether `names` are all variables; an edge list does not know those without edges.
    pub complete: bool,
    /// Whether no DAG has these edges and directions.
    pub is_partial: bool,
}

/// How the edges that a file lists hang together.
#[derive(PartialEq)]
enum Kind {
    /// A DAG, or a class of them.
    Class,
    /// What many refits agree on need not be a class. If it is none, its edges count as listed.
    Consensus,
    /// A graph that need not belong to any DAG.
    Partial,
}

impl GraphFile {
    /// Reads a graph and checks that it is a DAG, or that it stands for some.
    ///
    /// ```
    /// let graph = bregdag::read::graphs::GraphFile::read(b"source,target\nsmoking,tar\n")?;
    /// assert_eq!((graph.edges, graph.complete), (vec![(0, 1, 1.0)], false));
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<GraphFile> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (mut graph, kind) = match text.trim_ascii_start().first() {
            Some(b'{') => read_json(text).map_err(|error| unless_other(text, error))?,
            _ => {
                let read = edge_list::read(text).map_err(|error| unless_other(text, error));
                (read?, Kind::Class)
            }
        };
        if kind == Kind::Partial {
            // Anything wrong with it but this is said.
            match graph.direct_as_member(None) {
                Err(Error::NoExtension) => graph.is_partial = true,
                other => other?,
            }
            return Ok(graph);
        }
        match to_dag(&graph.names, graph.edges.iter().map(|&(i, j, _)| (i, j))) {
            Ok(_) if graph.undirected.is_empty() => {}
            Ok(dag) if kind == Kind::Consensus => {
                if graph.direct_as_member(Some(&dag)).is_err() {
                    graph.undirected.clear();
                }
            }
            Ok(dag) => graph.direct_as_member(Some(&dag))?,
            Err(Error::Cyclic { .. }) if !graph.undirected.is_empty() => {
                graph.direct_as_member(None)?;
            }
            Err(error) => return Err(error),
        }
        Ok(graph)
    }

    /// Makes the open edges point as in one DAG of the class. If they do so as `listed`, all stays.
    fn direct_as_member(&mut self, listed: Option<&Dag>) -> Result<()> {
        let open: HashSet<_> = self.undirected.iter().copied().collect();
        let member = self.graph()?.extension()?;
        if listed.is_some_and(|dag| Class::of(dag) == Class::of(&member)) {
            return Ok(());
        }
        let turned = |i: usize, j: usize| open.contains(&(i, j)) && member.has_edge(j, i);
        for (i, j, _) in self.edges.iter_mut().filter(|(i, j, _)| turned(*i, *j)) {
            std::mem::swap(i, j);
        }
        for (i, j) in self.undirected.iter_mut().filter(|(i, j)| turned(*i, *j)) {
            std::mem::swap(i, j);
        }
        Ok(())
    }

    /// With its open edges.
    fn graph(&self) -> Result<Pdag> {
        let open: HashSet<_> = self.undirected.iter().copied().collect();
        let pairs = self.edges.iter().map(|&(i, j, _)| (i, j));
        let directed: Vec<_> = pairs.filter(|pair| !open.contains(pair)).collect();
        Pdag::new(self.names.len(), &directed, &self.undirected)
    }

    /// The DAG over these variables, which must be all of this graph's and may be more.
    pub fn align(&self, names: &[String]) -> Result<Dag> {
        if self.is_partial {
            return Err(Error::NoExtension);
        }
        let unknown = not_among(names, &self.names);
        if !unknown.is_empty() {
            let both = ["the graph", "the list of variables"];
            return Err(Error::variables_differ(both, [&self.names, names]));
        }
        let position = positions(names);
        let at = |k: usize| position[self.names[k].as_str()];
        to_dag(names, self.edges.iter().map(|&(i, j, _)| (at(i), at(j))))
    }

    /// The same with its open edges as they are.
    pub fn pdag_over(&self, columns: &[String]) -> Result<Pdag> {
        // Says what is wrong with the variables.
        self.over_columns(columns)?;
        let position = positions(columns);
        let moved = |edges: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
            let at = |k: usize| position[self.names[k].as_str()];
            edges.into_iter().map(|(i, j)| (at(i), at(j))).collect()
        };
        let graph = self.graph()?;
        Pdag::new(columns.len(), &moved(graph.directed()), &moved(graph.undirected()))
    }

    /// The DAG over the columns of a table: the same variables, in any order; only an edge list may
    /// lack some.
    pub fn over_columns(&self, columns: &[String]) -> Result<Dag> {
        let unknown = not_among(columns, &self.names);
        let lacking = not_among(&self.names, columns);
        if !unknown.is_empty() || self.complete && !lacking.is_empty() {
            return Err(Error::variables_differ(["the graph", "the data"], [&self.names, columns]));
        }
        self.align(columns)
    }
}

/// The variables of both graphs, and both as DAGs over them. An edge list may lack variables that
/// the other graph has; apart from that the variables must be the same, in any order.
pub fn into_dags(truth: GraphFile, estimate: GraphFile) -> Result<(Vec<String>, Dag, Dag)> {
    let names = common(&truth, &estimate)?;
    let dags = (truth.align(&names)?, estimate.align(&names)?);
    Ok((names, dags.0, dags.1))
}

/// The same with each as its class, or as it is if no DAG agrees with it.
pub fn into_graphs(truth: &GraphFile, estimate: &GraphFile) -> Result<(Pdag, Pdag)> {
    let names = common(truth, estimate)?;
    let position = positions(&names);
    let graph = |file: &GraphFile| {
        if !file.is_partial {
            return Ok(Class::of(&file.align(&names)?).graph().clone());
        }
        let at = |k: usize| position[file.names[k].as_str()];
        let moved = |edges: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
            edges.into_iter().map(|(i, j)| (at(i), at(j))).collect()
        };
        let graph = file.graph()?;
        Pdag::new(names.len(), &moved(graph.directed()), &moved(graph.undirected()))
    };
    Ok((graph(truth)?, graph(estimate)?))
}

/// The variables of two graphs, if they can be compared.
fn common(truth: &GraphFile, estimate: &GraphFile) -> Result<Vec<String>> {
    let only_truth = not_among(&estimate.names, &truth.names);
    let only_estimate = not_among(&truth.names, &estimate.names);
    if estimate.complete && !only_truth.is_empty() || truth.complete && !only_estimate.is_empty() {
        let both = ["the truth", "the estimate"];
        return Err(Error::variables_differ(both, [&truth.names, &estimate.names]));
    }
    Ok(match (truth.complete, estimate.complete) {
        (false, true) => estimate.names.clone(),
        _ => truth.names.iter().chain(only_estimate).cloned().collect(),
    })
}

/// The names that are not known.
fn not_among<'a>(known: &[String], names: &'a [String]) -> Vec<&'a String> {
    let known = positions(known);
    names.iter().filter(|name| !known.contains_key(name.as_str())).collect()
}

fn positions(names: &[String]) -> HashMap<&str, usize> {
    names.iter().enumerate().map(|(k, name)| (name.as_str(), k)).collect()
}

/// The DAG of these edges, or why it is none, in the names of the variables.
fn to_dag(names: &[String], edges: impl Iterator<Item = (usize, usize)>) -> Result<Dag> {
    let mut parents = vec![vec![]; names.len()];
    let mut seen = HashSet::new();
    for (i, j) in edges {
        if i == j {
            return Err(Error::SelfLoop { name: names[i].clone() });
        }
        if seen.contains(&(j, i)) {
            return Err(Error::BothDirections { a: names[j].clone(), b: names[i].clone() });
        }
        seen.insert((i, j));
        parents[j].push(i);
    }
    Dag::new(parents.clone()).map_err(|error| match error {
        Error::Cyclic { .. } => Error::Cyclic { cycle: describe_cycle(&parents, names) },
        other => other,
    })
}

/// The error, or that the file is of another kind altogether.
fn unless_other(text: &[u8], error: Error) -> Error {
    let about_other = |found: Content| match found {
        // Said as they are: what is wrong with a graph.
        Content::Graph | Content::Fit => false,
        // A matrix with a row too many or too few is a table too.
        Content::Table => !edge_list::may_be_matrix(text),
        _ => true,
    };
    match content(text).filter(|&found| about_other(found)) {
        Some(found) => Error::WrongContent { found, wanted: Content::Graph },
        None => error,
    }
}

#[derive(Deserialize)]
struct JsonGraph {
    variables: Vec<String>,
    edges: Vec<JsonEdge>,
    claim: Option<String>,
}

#[derive(Deserialize)]
struct JsonEdge {
    source: String,
    target: String,
    weight: Option<f64>,
    #[serde(default = "is_directed")]
    directed: bool,
}

fn is_directed() -> bool {
    true
}

/// The graph, and what it claims to be. An edge without a weight counts as one.
fn read_json(text: &[u8]) -> Result<(GraphFile, Kind)> {
    let invalid = |problem| Error::Format { format: "JSON graph", problem };
    let graph: JsonGraph = serde_json::from_slice(text).map_err(|e| invalid(e.to_string()))?;
    check_names(&graph.variables)?;
    let position = positions(&graph.variables);
    let mut seen = HashSet::new();
    let (mut edges, mut undirected) = (vec![], vec![]);
    for (k, edge) in graph.edges.iter().enumerate() {
        let place = |name: &String| {
            position.get(name.as_str()).copied().ok_or_else(|| {
                invalid(format!("edge {}: {} is not one of the variables", k + 1, quoted(name)))
            })
        };
        let (i, j) = (place(&edge.source)?, place(&edge.target)?);
        if !seen.insert((i, j)) {
            let (from, to) = (quoted(&edge.source), quoted(&edge.target));
            return Err(invalid(format!("edge {}: {from} -> {to} is listed a second time", k + 1)));
        }
        edges.push((i, j, edge.weight.unwrap_or(1.0)));
        undirected.extend((!edge.directed).then_some((i, j)));
    }
    let kind = match graph.claim.as_deref() {
        Some("consensus") => Kind::Consensus,
        Some("partial") => Kind::Partial,
        _ => Kind::Class,
    };
    let (names, complete, is_partial) = (graph.variables, true, false);
    Ok((GraphFile { names, edges, undirected, complete, is_partial }, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GraphFile {
        GraphFile::read(text.as_bytes()).unwrap()
    }

    fn problem(text: &str) -> String {
        GraphFile::read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_consensus_that_is_no_class_is_read_as_listed() {
        let edge = |(i, j): (&str, &str)| {
            format!(r#"{{"source": "{i}", "target": "{j}", "weight": 1, "directed": false}}"#)
        };
        let edges = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")].map(edge);
        let file = |more: &str| {
            let edges = edges.join(", ");
            format!(r#"{{"variables": ["a", "b", "c", "d"], "edges": [{edges}]{more}}}"#)
        };
        // A square of open edges has no chord, so every way to direct it makes a collider.
        assert!(GraphFile::read(file("").as_bytes()).is_err());
        let graph = GraphFile::read(file(r#", "claim": "consensus""#).as_bytes()).unwrap();
        assert_eq!((graph.edges.len(), graph.undirected.len()), (4, 0));
    }

    #[test]
    fn three_formats_give_the_same_graph() {
        let json = read(
            r#"{"format": 1, "variables": ["a", "b", "c"],
                "edges": [{"source": "a", "target": "c", "weight": 2.5, "t": 9}]}"#,
        );
        let matrix = read("a,b,c\n0,0,2.5\n0,0,0\n0,0,0\n");
        let list = read("Source;Target;weight\na;c;2.5\nb;a;0\n");
        assert_eq!(json, matrix);
        assert_eq!(list.names, ["a", "c", "b"]);
        let (names, truth, estimate) = into_dags(list, json).unwrap();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(truth, estimate);
    }

    #[test]
    fn variables_may_be_named_source_and_target() {
        let graph = read("source,target\n0,2\n0,0\n");
        assert_eq!(
            (graph.names.join(" "), graph.edges),
            ("source target".into(), vec![(0, 1, 2.0)])
        );
        assert!(graph.complete);
        let graph = read("source,target,weight\n0,1,0\n0,0,0\n0,-3,0\n");
        assert_eq!(graph.edges, [(0, 1, 1.0), (2, 1, -3.0)]);
        // Variables named by numbers are still an edge list.
        assert_eq!(read("source,target\n1,2\n2,3\n").names, ["1", "2", "3"]);
        assert_eq!(read("source,target\n0,1\n5,0\n").names, ["0", "1", "5"]);
    }

    #[test]
    fn an_edge_of_weight_zero_is_read_back() {
        let list = read("source,target,weight,std_error,t,directed\na,b,0,1,0,true\n");
        assert_eq!(list.edges, [(0, 1, 0.0)]);
    }

    #[test]
    fn open_edges_point_as_in_a_member_of_the_class() {
        let json = r#"{"variables": ["a", "b", "c"], "edges": [
            {"source": "a", "target": "b", "directed": false},
            {"source": "b", "target": "c", "directed": false, "weight": 2}]}"#;
        let list = "source,target,directed,weight\na,b,false,1\nb,c,0,2\n";
        for graph in [read(json), read(list)] {
            assert_eq!(graph.edges, [(0, 1, 1.0), (1, 2, 2.0)]);
            assert_eq!(graph.undirected, [(0, 1), (1, 2)]);
        }
        // As listed a collider, which would be another class; as listed a cycle.
        for list in ["a,b,false\nc,b,false\n", "a,b,false\nb,c,false\nc,a,false\n"] {
            let graph = read(&format!("source,target,directed\n{list}"));
            let dag = graph.align(&graph.names).unwrap();
            assert_eq!(Class::of(&dag).graph().undirected().len(), graph.undirected.len());
            assert!(graph.undirected.iter().all(|&(i, j)| graph.edges.contains(&(i, j, 1.0))));
        }
        for (list, expected) in [
            ("a,b,false\nb,c,false\nc,d,false\nd,a,false\n", "no DAG agrees"),
            ("a,b,perhaps\n", "line 2: \"perhaps\" is neither true nor false"),
            ("a,b,false\nb,a,false\n", "both \"a\" -> \"b\" and"),
        ] {
            let found = problem(&format!("source,target,directed\n{list}"));
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn what_is_not_a_dag_is_refused_by_name() {
        for (text, expected) in [
            ("source,target\na,b\nb,c\nc,a\n", "not a DAG: "),
            ("source,target\na,b\nb,a\n", "both \"a\" -> \"b\" and \"b\" -> \"a\""),
            ("source,target\na,a\n", "\"a\" -> \"a\" is present"),
            ("a,b\n0,0\n0,3\n", "\"b\" -> \"b\" is present"),
            ("source,target\na,b\n\na,b\n", "line 4: \"a\" -> \"b\" is listed a second time"),
            ("source,target\na,\n", "line 2: a variable has no name"),
            ("source,target,weight\na,b,x\n", "line 2, column \"weight\": \"x\" is not a number"),
            (
                "{\"variables\": [\"a\"], \"edges\": [{\"source\": \"a\", \"target\": \"z\"}]}",
                "edge 1: \"z\"",
            ),
            ("{\"variables\": [\"a\", \"a\"], \"edges\": []}", "both named \"a\""),
            ("{\"variables\": 3}", "JSON graph"),
            ("{", "JSON graph"),
            ("", "the input is empty"),
        ] {
            assert!(problem(text).contains(expected), "{}", problem(text));
        }
        let cycle = problem("source,target\na,b\nb,c\nc,a\n");
        assert!(
            ["a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c"]
                .iter()
                .any(|c| cycle.ends_with(c))
        );
    }

    #[test]
    fn variables_are_matched_by_name() {
        let square = |names: &str| {
            let n = names.split(',').count();
            let row = vec!["0"; n].join(",") + "\n";
            read(&format!("{names}\n{}", row.repeat(n)))
        };
        let error = into_dags(square("a,b,c,d,e,f,g,z"), square("z,y")).unwrap_err().to_string();
        let expected = "the truth has \"a\", \"b\", \"c\", \"d\", \"e\" and 2 more of its own; the \
                        estimate has \"y\" of its own";
        assert!(error.ends_with(expected), "{error}");

        let list = || read("source,target\nc,a\n");
        assert_eq!(into_dags(square("a,b,c"), list()).unwrap().2.edges(), [(2, 0)]);
        let error = into_dags(list(), square("a,b")).unwrap_err().to_string();
        assert!(error.contains("the truth has \"c\" of its own"), "{error}");

        let columns = ["b", "a", "c"].map(String::from);
        assert_eq!(list().over_columns(&columns).unwrap().edges(), [(2, 1)]);
        let error = square("a,b").over_columns(&columns).unwrap_err().to_string();
        assert!(error.ends_with("the graph has none of its own; the data has \"c\" of its own"));

        let both = into_dags(list(), read("source,target\na,d\n")).unwrap();
        assert_eq!((both.0.join(""), both.2.edges()), ("cad".into(), vec![(1, 2)]));
    }
}
