//! How a fit is written: the ending of the file says.

use std::io::Write;

use bregdag::io::document::{Document, Edge};
use bregdag::io::edges::EdgeRow;
use bregdag::io::{cytoscape, dagitty, dot, edges, gml, graphml, lavaan, matrix};
use bregdag::report::{self, Sketch, page};

/// What is in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Edges,
    Matrix,
    Dot,
    Svg,
    Png,
    Page,
    Graphml,
    Gml,
    Cytoscape,
    Dagitty,
    Lavaan,
}

/// Endings and what they mean; the first that fits counts.
pub const ENDINGS: &[(&str, Format)] = &[
    (".json", Format::Json),
    (".edges.csv", Format::Edges),
    (".csv", Format::Matrix),
    (".dot", Format::Dot),
    (".svg", Format::Svg),
    (".png", Format::Png),
    (".html", Format::Page),
    (".graphml", Format::Graphml),
    (".gml", Format::Gml),
    (".cyjs", Format::Cytoscape),
    (".dagitty", Format::Dagitty),
    (".lavaan", Format::Lavaan),
];

const NO_PNG: &str = "this build cannot draw PNG; save the graph as .svg";

/// Every format of a graph; the first is that of `-`.
pub fn all() -> Vec<Format> {
    ENDINGS.iter().map(|ending| ending.1).collect()
}

/// Why this build cannot write a format, if it cannot.
pub fn unavailable(format: Format) -> Option<&'static str> {
    (format == Format::Png && !cfg!(feature = "png")).then_some(NO_PNG)
}

/// Writes a fit.
pub fn write(format: Format, document: &Document, out: &mut dyn Write) -> bregdag::Result<()> {
    let names = &document.variables;
    match format {
        Format::Json => document.write(out),
        Format::Matrix => matrix::write(names, &document.dag()?.to_matrix(), out),
        Format::Edges => edges::write(document.edges.iter().map(row), out),
        Format::Dot => dot::write_document(document, out),
        Format::Svg => report::svg(&Sketch::of(document)?, out),
        Format::Png => png(document, out),
        Format::Page => page::write(document, out),
        Format::Graphml => graphml::write(document, out),
        Format::Gml => gml::write(document, out),
        Format::Cytoscape => cytoscape::write(document, out),
        Format::Dagitty => dagitty::write(document, out),
        Format::Lavaan => lavaan::write(document, out),
    }
}

#[cfg(feature = "png")]
fn png(document: &Document, out: &mut dyn Write) -> bregdag::Result<()> {
    report::png(&Sketch::of(document)?, out)
}

#[cfg(not(feature = "png"))]
fn png(_: &Document, _: &mut dyn Write) -> bregdag::Result<()> {
    Err(bregdag::Error::Write(std::io::Error::other(NO_PNG)))
}

fn row(edge: &Edge) -> EdgeRow<'_> {
    EdgeRow {
        source: &edge.source,
        target: &edge.target,
        directed: edge.directed,
        weight: edge.weight,
        std_error: edge.std_error,
        t: edge.t,
    }
}
