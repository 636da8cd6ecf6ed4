//! How far an estimated graph is from the true one, in numbers and as text.

use std::fmt::Write;

use serde::Serialize;

use crate::error::Result;
use crate::graph::{Class, Dag, Distance, Distances, Metrics, Pdag};
use crate::read::graphs::{GraphFile, into_dags, into_graphs};
use crate::text::count;

/// Distances that may take more steps are left out: this many are at worst a minute, mostly a second.
const MOST_STEPS: u64 = 2_000_000_000;
/// What the names of the distances mean.
const MEANINGS: &str = "
SHD, the structural Hamming distance, counts pairs that must change. SID and AID, the
structural and adjustment intervention distances, count the pairs (cause, effect) whose
effect would come out wrong if one held fixed what the estimate names: the parents of the
cause, all its ancestors, or the set that leaves the least error (Oset). Graphs in one
equivalence class imply the same independences.
";
/// Of the labels, so that the numbers stand below one another.
const WIDTH: usize = "false discovery rate = (reversed + extra) / estimated".len();

/// All there is to say about two graphs. A distance that would take too long is `None`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// Edge by edge.
    #[serde(flatten)]
    pub edges: Metrics,
    /// Edges of the truth whose direction its file leaves open.
    pub undirected_true_edges: usize,
    /// The same of the estimate.
    pub undirected_estimated_edges: usize,
    /// Structural intervention distance.
    pub sid: Option<Distance>,
    /// Wrong effects.
    #[serde(flatten)]
    pub dags: Distances,
    /// The same between the equivalence classes.
    pub classes: Distances,
}

/// What can be counted where a graph belongs to no DAG: pairs and their relations. The other graph
/// counts as its class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PairsEvaluation {
    /// Pairs joined in the truth.
    pub true_edges: usize,
    /// Pairs joined in the estimate.
    pub estimated_edges: usize,
    /// Pairs joined in both.
    pub joined: usize,
    /// Pairs joined in the truth only.
    pub missing: usize,
    /// Pairs joined in the estimate only.
    pub extra: usize,
    /// Pairs whose relation (none, →, ←, —) differs.
    pub class_shd: usize,
}

/// What two graphs allow to be said of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Comparison {
    /// Both are DAGs or stand for some.
    Dags(Box<Evaluation>),
    /// One of them belongs to no DAG.
    Pairs(PairsEvaluation),
}

/// Compares two graphs, their variables matched by name.
pub fn evaluate(truth: GraphFile, estimate: GraphFile) -> Result<Comparison> {
    if truth.is_partial || estimate.is_partial {
        let (truth, estimate) = into_graphs(&truth, &estimate)?;
        return Ok(Comparison::Pairs(PairsEvaluation::of(&truth, &estimate)?));
    }
    let undirected = [&truth, &estimate].map(|graph| graph.undirected.len());
    let (_, truth, estimate) = into_dags(truth, estimate)?;
    Ok(Comparison::Dags(Box::new(Evaluation::of(&truth, &estimate, undirected)?)))
}

impl Comparison {
    /// Labels to the left, numbers to the right, and what the numbers do not say themselves.
    pub fn text(&self) -> String {
        match self {
            Comparison::Dags(evaluation) => evaluation.text(),
            Comparison::Pairs(pairs) => pairs.text(),
        }
    }
}

impl PairsEvaluation {
    fn of(truth: &Pdag, estimate: &Pdag) -> Result<PairsEvaluation> {
        let pairs = estimate.directed().into_iter().chain(estimate.undirected());
        let joined = pairs.filter(|&(i, j)| truth.is_adjacent(i, j)).count();
        let (true_edges, estimated_edges) = (truth.edge_count(), estimate.edge_count());
        Ok(PairsEvaluation {
            true_edges,
            estimated_edges,
            joined,
            missing: true_edges - joined,
            extra: estimated_edges - joined,
            class_shd: truth.shd(estimate)?,
        })
    }

    fn text(&self) -> String {
        let lines = [
            ("true edges", self.true_edges.to_string()),
            ("estimated edges", self.estimated_edges.to_string()),
            ("joined in both, whichever way", self.joined.to_string()),
            ("missing", self.missing.to_string()),
            ("extra", self.extra.to_string()),
            ("SHD, the other graph as its class", self.class_shd.to_string()),
        ];
        aligned(&lines)
            + "\nNo DAG has all edges and directions of one of these graphs: effects cannot be\ncompared.\n"
    }
}

impl Evaluation {
    fn of(truth: &Dag, estimate: &Dag, undirected: [usize; 2]) -> Result<Evaluation> {
        let dags = Distances::within(MOST_STEPS, truth, estimate)?;
        let (true_class, estimated_class) = (Class::of(truth), Class::of(estimate));
        Ok(Evaluation {
            edges: Metrics::compare(truth, estimate)?,
            undirected_true_edges: undirected[0],
            undirected_estimated_edges: undirected[1],
            // Between DAGs the two are the same.
            sid: dags.parent_aid,
            dags,
            classes: Distances::within(MOST_STEPS, &true_class, &estimated_class)?,
        })
    }

    fn text(&self) -> String {
        let parts = [self.counts(), self.rates(), self.effects(), self.between_classes()];
        let mut text = parts.map(|lines| aligned(&lines)).join("\n");
        text.push_str(MEANINGS);
        self.notes().iter().for_each(|note| {
            text.push('\n');
            text.push_str(note);
        });
        text
    }

    fn counts(&self) -> Vec<(&'static str, String)> {
        let found = &self.edges;
        vec![
            ("true edges", found.true_edges.to_string()),
            ("estimated edges", found.estimated_edges.to_string()),
            ("found", found.true_positive.to_string()),
            ("reversed", found.reversed.to_string()),
            ("missing", found.missing.to_string()),
            ("extra", found.extra.to_string()),
            ("SHD = reversed + missing + extra", found.shd.to_string()),
        ]
    }

    fn rates(&self) -> Vec<(&'static str, String)> {
        let rate = |rate: Option<f64>| rate.map_or("-".into(), |rate| format!("{rate:.3}"));
        let found = &self.edges;
        vec![
            ("TPR = recall = found / true", rate(found.tpr)),
            ("precision = found / estimated", rate(found.precision)),
            ("F1 = 2 found / (true + estimated)", rate(found.f1)),
            ("FDR of the paper = (reversed + extra) / true", rate(found.fdr)),
            (
                "false discovery rate = (reversed + extra) / estimated",
                rate(found.false_discovery_rate),
            ),
        ]
    }

    fn effects(&self) -> Vec<(&'static str, String)> {
        vec![
            ("wrong effects: their number, and as a share of all pairs", String::new()),
            ("  SID = parent-AID", wrong(self.sid)),
            ("  ancestor-AID", wrong(self.dags.ancestor_aid)),
            ("  Oset-AID", wrong(self.dags.oset_aid)),
        ]
    }

    fn between_classes(&self) -> Vec<(&'static str, String)> {
        vec![
            ("between the equivalence classes", String::new()),
            ("  SHD", self.edges.class_shd.to_string()),
            ("  parent-AID", wrong(self.classes.parent_aid)),
            ("  ancestor-AID", wrong(self.classes.ancestor_aid)),
            ("  Oset-AID", wrong(self.classes.oset_aid)),
        ]
    }

    fn notes(&self) -> Vec<String> {
        let open =
            [("truth", self.undirected_true_edges), ("estimate", self.undirected_estimated_edges)];
        let note = |(which, open): (&str, usize)| {
            let edges = count(open as u64, "edge");
            format!(
                "The {which} leaves the direction of {edges} open: compare the\nclasses. The other \
                 numbers are those of one DAG of its class.\n"
            )
        };
        let mut notes: Vec<String> = open.into_iter().filter(|open| open.1 > 0).map(note).collect();
        let Distances { parent_aid, ancestor_aid, oset_aid } = self.dags;
        let of_classes = &self.classes;
        let all = [parent_aid, ancestor_aid, oset_aid, of_classes.parent_aid, of_classes.oset_aid];
        if all.iter().any(Option::is_none) {
            notes.push("skipped: would take too long on graphs of this size.\n".into());
        }
        notes
    }
}

/// Number and share of the wrong effects.
fn wrong(distance: Option<Distance>) -> String {
    distance.map_or("skipped".into(), |distance| {
        format!("{:>6}  {:.3}", distance.mistakes, distance.normalised)
    })
}

fn aligned(lines: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (what, number) in lines {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}", format!("{what:WIDTH$}  {number:>6}").trim_end());
    }
    text
}
