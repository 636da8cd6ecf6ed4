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

/// What the weights in standard deviations are.
const IN_SD: &str =
    "in sd: standard deviations of the target per standard deviation of the source.";

impl Document {
    /// One row per edge, the strongest first: by the weight in standard deviations, and where there is none as they
    /// are listed.
    pub fn edge_table(&self) -> TextTable {
        let table = match (self.claim, self.has_equations(), self.is_linear()) {
            (Claimed::Consensus, ..) => self.supported_edges(),
            (_, false, _) => self.bare_edges(),
            (_, true, false) => self.bent_edges(),
            (_, true, true) => self.certain_edges(),
        };
        TextTable { rows: self.strongest_first(table.rows), ..table }
    }

    /// Rows in the order of the edges, by how strong these are.
    fn strongest_first(&self, rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
        let strengths = self.strengths().unwrap_or_default();
        let strength = |k: usize| strengths.get(k).copied().flatten().unwrap_or(-1.0);
        let mut ranked: Vec<_> = rows.into_iter().enumerate().collect();
        // Stable: edges that are as strong stay as they are listed.
        ranked.sort_by(|(a, _), (b, _)| strength(*b).total_cmp(&strength(*a)));
        ranked.into_iter().map(|(_, row)| row).collect()
    }

    fn certain_edges(&self) -> TextTable {
        let row = |(edge, sd): (&Edge, Option<f64>)| {
            let error = edge.std_error.map_or("-".into(), |x| significant(x, 3));
            let t = edge.t.map_or("-".into(), t_value);
            [ends(edge).as_slice(), &[deviations(sd), weight(edge), error, t, claimed(edge)]]
                .concat()
        };
        TextTable {
            heading: vec!["source", "", "target", "in sd", "weight", "std error", "t", "direction"],
            rows: self.with_deviations().map(row).collect(),
            names: 3,
            note: self.note(
                "in sd: standard deviations of the target per standard deviation of the source.\nstd error, t: \
                 given these causes, so they look better than they are.\nopen: may point either way; another graph \
                 that fits as well turns it round.",
                "in sd: standard deviations of the target per standard deviation of the source.\nstd error, t: \
                 given these causes, so they look better than they are.",
            ),
        }
    }

    /// Edges that are curves.
    fn bent_edges(&self) -> TextTable {
        let row = |((edge, sd), curve): ((&Edge, Option<f64>), &Curve)| {
            let numbers = [significant(curve.freedom, 3), probability(curve.p), claimed(edge)];
            [ends(edge).as_slice(), &[deviations(sd), weight(edge)], &numbers].concat()
        };
        let slope = self.weight_name();
        TextTable {
            heading: vec!["source", "", "target", "in sd", slope, "freedom", "p", "direction"],
            rows: self.with_deviations().zip(&self.curves).map(row).collect(),
            names: 3,
            note: Some(
                "in sd: the average slope in standard deviations. freedom: 1 is a straight line, a larger one a \
                 curve. p: how likely such a curve is by chance.",
            ),
        }
    }

    /// Edges without equations.
    fn bare_edges(&self) -> TextTable {
        let row = |edge: &Edge| [ends(edge).as_slice(), &[claimed(edge)]].concat();
        TextTable {
            heading: vec!["source", "", "target", "direction"],
            rows: self.edges.iter().map(row).collect(),
            names: 3,
            note: self.note_of_open("open: nothing tells which way it points."),
        }
    }

    fn supported_edges(&self) -> TextTable {
        let calibrated = self.stability.as_ref().is_some_and(|stability| stability.tables > 0);
        let mut heading = vec!["source", "", "target", "in sd", self.weight_name(), "spread"];
        heading.extend(["found", "this way", "reverse", "positive"]);
        heading.extend(calibrated.then_some(["true pair", "true arrow"]).into_iter().flatten());
        heading.push("direction");
        let row = |(edge, sd): (&Edge, Option<f64>)| {
            let worth = if calibrated { calibration(edge) } else { vec![] };
            let numbers = supported(edge);
            [&ends(edge), &[deviations(sd), weight(edge)][..], &numbers, &worth, &[claimed(edge)]]
                .concat()
        };
        TextTable {
            rows: self.with_deviations().map(row).collect(),
            heading,
            names: 3,
            note: self.note(
                "in sd: standard deviations of the target per standard deviation of the source.\nopen: may \
                 point either way; too few refits claim a direction.",
                IN_SD,
            ),
        }
    }

    /// Every edge with its weight in standard deviations.
    fn with_deviations(&self) -> impl Iterator<Item = (&Edge, Option<f64>)> {
        let standardized = self.standardized_weights().unwrap_or_default();
        self.edges.iter().zip(standardized.into_iter().chain(std::iter::repeat(None)))
    }

    /// One note if any direction is open, the other if none is.
    fn note(&self, open: &'static str, none: &'static str) -> Option<&'static str> {
        self.note_of_open(open).or(Some(none))
    }

    /// The note, if any direction is open.
    fn note_of_open(&self, note: &'static str) -> Option<&'static str> {
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

/// A weight in standard deviations.
fn deviations(standardized: Option<f64>) -> String {
    standardized.map_or("-".into(), |weight| format!("{weight:.2}"))
}

/// What is claimed of the direction, in a word.
fn claimed(edge: &Edge) -> String {
    if edge.directed { "claimed".into() } else { "open".into() }
}

/// What the refits say of an edge.
fn supported(edge: &Edge) -> Vec<String> {
    let support = edge.stability.as_ref();
    let share = |of: fn(&Support) -> f64| support.map_or("-".into(), |s| percent(of(s)));
    let spread = support.and_then(|s| s.deviation).map_or("-".into(), |x| significant(x, 3));
    vec![
        spread,
        share(|s| s.frequency),
        share(|s| s.forward),
        share(|s| s.reverse),
        share(|s| s.positive),
    ]
}

/// The shares of true pairs and true arrows among those found as often.
fn calibration(edge: &Edge) -> Vec<String> {
    let worth = edge.stability.as_ref().and_then(|support| support.calibrated);
    let share = |share: Option<f64>| share.map_or("-".into(), percent);
    vec![share(worth.and_then(|w| w.joined)), share(worth.and_then(|w| w.forward))]
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
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
