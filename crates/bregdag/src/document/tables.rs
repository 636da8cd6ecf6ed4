//! Edges and diagnostics as tables of text, for any front end to lay out.

use super::{Claimed, Curve, Document, Edge};
use crate::confidence::Support;
use crate::diagnose::{Dependence, Diagnostics, Quantity, Shape};
use crate::text::significant;

/// A heading, rows of as many cells, and what the reader should know of their signs.
#[derive(Debug, Clone, PartialEq)]
pub struct TextTable {
    /// One word or two for each column.
    pub heading: Vec<&'static str>,
    /// The cells; the first ones of each row are names, which come from outside.
    pub rows: Vec<Vec<String>>,
    /// How many of the first cells are names.
    pub names: usize,
    /// A line below the table.
    pub note: Option<&'static str>,
}

impl Document {
    /// One row per edge: the most certain first, for a consensus the most frequent.
    pub fn edge_table(&self) -> TextTable {
        match self.claim {
            Claimed::Consensus => self.supported_edges(),
            Claimed::Dag | Claimed::Class | Claimed::Partial => self.certain_edges(),
        }
    }

    fn certain_edges(&self) -> TextTable {
        if !self.has_equations() {
            return self.bare_edges();
        }
        if !self.is_linear() {
            return self.bent_edges();
        }
        // By |t|, then by |weight|, largest first; where there is no t, last.
        let key = |edge: &Edge| (edge.t.map_or(-1.0, f64::abs), edge.weight.map_or(-1.0, f64::abs));
        let row = |edge: &Edge| {
            let error = edge.std_error.map_or("-".into(), |x| significant(x, 3));
            let t = edge.t.map_or("-".into(), t_value);
            [ends(edge).as_slice(), &[weight(edge), error, t]].concat()
        };
        TextTable {
            heading: vec!["source", "", "target", "weight", "std error", "t"],
            rows: self.sorted(key).into_iter().map(row).collect(),
            names: 3,
            note: self
                .note("-- may point either way: another graph that fits as well turns it round."),
        }
    }

    /// Edges that are curves, the surest first.
    fn bent_edges(&self) -> TextTable {
        let mut both: Vec<_> = self.edges.iter().zip(&self.curves).collect();
        both.sort_by(|(_, a), (_, b)| a.p.total_cmp(&b.p));
        let row = |(edge, curve): (&Edge, &Curve)| {
            let numbers = [weight(edge), significant(curve.freedom, 3), probability(curve.p)];
            [ends(edge).as_slice(), &numbers].concat()
        };
        TextTable {
            heading: vec!["source", "", "target", self.weight_name(), "freedom", "p"],
            rows: both.into_iter().map(row).collect(),
            names: 3,
            note: Some("freedom 1 is a straight line; a larger one is a curve."),
        }
    }

    /// Edges without equations, as they are listed.
    fn bare_edges(&self) -> TextTable {
        TextTable {
            heading: vec!["source", "", "target"],
            rows: self.edges.iter().map(|edge| ends(edge).to_vec()).collect(),
            names: 3,
            note: self.note("-- nothing tells which way it points."),
        }
    }

    fn supported_edges(&self) -> TextTable {
        let mut heading = vec!["source", "", "target", self.weight_name(), "mean", "spread"];
        heading.extend(["found", "this way", "reverse", "positive"]);
        if self.stability.as_ref().is_some_and(|stability| stability.tables > 0) {
            heading.extend(["true pair", "true arrow"]);
        }
        let found = |edge: &Edge| edge.stability.as_ref().map_or(0.0, |support| support.frequency);
        let key = |edge: &Edge| (found(edge), edge.t.map_or(0.0, f64::abs));
        let row = |edge: &Edge| {
            let mut cells = supported(edge);
            cells.truncate(heading.len());
            cells
        };
        TextTable {
            rows: self.sorted(key).into_iter().map(row).collect(),
            heading,
            names: 3,
            note: self.note("-- too few refits claim a direction: the edge may point either way."),
        }
    }

    /// The edges by a key, the largest first.
    fn sorted(&self, key: impl Fn(&Edge) -> (f64, f64)) -> Vec<&Edge> {
        let mut edges: Vec<&Edge> = self.edges.iter().collect();
        edges.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        edges
    }

    /// The note, if any direction is open.
    fn note(&self, note: &'static str) -> Option<&'static str> {
        self.edges.iter().any(|edge| !edge.directed).then_some(note)
    }
}

/// Cause, sign and effect.
fn ends(edge: &Edge) -> [String; 3] {
    let sign = if edge.directed { "->" } else { "--" };
    [edge.source.clone(), sign.into(), edge.target.clone()]
}

fn weight(edge: &Edge) -> String {
    edge.weight.map_or("-".into(), |weight| significant(weight, 4))
}

/// An edge, and what the refits say of it.
fn supported(edge: &Edge) -> Vec<String> {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let optional = |x: Option<f64>| x.map_or("-".into(), |x| significant(x, 3));
    let support = edge.stability.as_ref();
    let worth = support.and_then(|s| s.calibrated);
    let share = |of: fn(&Support) -> f64| support.map_or("-".into(), |s| percent(of(s)));
    let numbers = [
        weight(edge),
        optional(support.and_then(|s| s.mean)),
        optional(support.and_then(|s| s.deviation)),
        share(|s| s.frequency),
        share(|s| s.forward),
        share(|s| s.reverse),
        share(|s| s.positive),
        worth.and_then(|w| w.joined).map_or("-".into(), percent),
        worth.and_then(|w| w.forward).map_or("-".into(), percent),
    ];
    [ends(edge).as_slice(), &numbers].concat()
}

/// One decimal, in powers of ten if it is huge.
fn t_value(t: f64) -> String {
    if t.abs() < 1e6 { format!("{t:.1}") } else { format!("{t:.1e}") }
}

impl Diagnostics {
    /// The shapes of columns and residuals, and the independences that fail.
    pub fn tables(&self) -> Vec<TextTable> {
        let mut tables = vec![];
        let mut shapes = |what: &'static str, shapes: &Quantity<Vec<Shape>>| {
            tables.extend(shapes.known().map(|shapes| shape_table(what, shapes)));
        };
        shapes("column", &self.data.shapes);
        if let Some(graph) = &self.graph {
            shapes("residual of", &graph.residual_shapes);
            let found = graph.independences.known().map_or(&[][..], |found| &found.largest);
            let failing: Vec<&Dependence> = found.iter().filter(|d| d.fails).collect();
            tables.extend((!failing.is_empty()).then(|| dependence_table(&failing)));
        }
        tables
    }
}

fn shape_table(what: &'static str, shapes: &[Shape]) -> TextTable {
    let optional = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.2}"));
    let row = |shape: &Shape| {
        vec![
            shape.column.clone(),
            significant(shape.mean, 3),
            significant(shape.deviation, 3),
            optional(shape.skewness),
            optional(shape.excess_kurtosis),
            shape.p.map_or("-".into(), probability),
        ]
    };
    let heading = vec![what, "mean", "sd", "skewness", "excess kurtosis", "p Gaussian"];
    TextTable { heading, rows: shapes.iter().map(row).collect(), names: 1, note: None }
}

fn dependence_table(failing: &[&Dependence]) -> TextTable {
    let row = |d: &&Dependence| {
        let correlation = format!("{:.3}", d.partial_correlation);
        vec![d.later.clone(), d.earlier.clone(), correlation, probability(d.p)]
    };
    let heading = vec!["should be independent", "of", "partial correlation", "p"];
    TextTable { heading, rows: failing.iter().map(row).collect(), names: 2, note: None }
}

/// Two digits; below 0.0001 it hardly matters how far.
fn probability(p: f64) -> String {
    if p < 1e-4 { "<0.0001".into() } else { significant(p, 2) }
}
