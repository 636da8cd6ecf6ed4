//! How a fit is written: the ending of the file says.

use std::io::Write;

use bregdag::io::document::{Document, Edge};
use bregdag::io::edges::EdgeRow;
use bregdag::io::{dot, edges, matrix};
use bregdag::report::page;

/// What is in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Edges,
    Matrix,
    Dot,
    Page,
}

/// Endings and what they mean; the first that fits counts.
pub const ENDINGS: [(&str, Format); 5] = [
    (".json", Format::Json),
    (".edges.csv", Format::Edges),
    (".csv", Format::Matrix),
    (".dot", Format::Dot),
    (".html", Format::Page),
];

/// Whatever a fit can be written as; the first is what `-` means.
pub const ALL: [Format; 5] =
    [Format::Json, Format::Edges, Format::Matrix, Format::Dot, Format::Page];

/// Writes a fit.
pub fn write(format: Format, document: &Document, out: &mut dyn Write) -> bregdag::Result<()> {
    let names = &document.variables;
    match format {
        Format::Json => document.write(out),
        Format::Matrix => matrix::write(names, &document.dag()?.to_matrix(), out),
        Format::Edges => edges::write(document.edges.iter().map(row), out),
        Format::Dot => dot::write_document(document, out),
        Format::Page => page::write(document, out),
    }
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
