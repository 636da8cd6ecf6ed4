//! A study out: pictures, a page, and files for other programs.
//!
//! [`Format::of`] finds the writer by the ending of a file name; every writer takes a [`Document`] and
//! anything that implements `Write`. A new format adds a file and a line to [`FORMATS`].
//!
//! A drawing begins as a [`Sketch`], which says what is to be seen; `layout` finds the places, and `svg`
//! and `png` (feature `png`) write them. `page` puts it all into one file for the browser. The same
//! document gives the same bytes on every machine (a PNG only if its font, which comes along, has every
//! letter of the names).

mod attributes;
mod cytoscape;
mod dagitty;
pub(crate) mod delimited;
mod dot;
pub(crate) mod drawing;
mod edges;
mod gml;
mod graphml;
mod identifiers;
mod lavaan;
mod layout;
mod legend;
pub(crate) mod lettering;
pub mod matrix;
mod page;
#[cfg(feature = "png")]
pub(crate) mod png;
mod side_by_side;
mod simulation;
mod sketch;
mod sketched;
mod svg;
pub mod table;
pub mod trace;

use std::io::Write;

pub use side_by_side::write as write_side_by_side;
pub use simulation::{TRUTH_FORMATS, write_truth};
pub use sketch::{Legend, Link, Sketch, Tone};

use crate::document::Document;
use crate::error::{Error, Result};

/// How a document is written.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// What the name of a file ends in.
    pub ending: &'static str,
    /// What is in the file.
    pub about: &'static str,
    write: fn(&Document, &mut dyn Write) -> Result<()>,
}

const fn format(
    ending: &'static str,
    about: &'static str,
    write: fn(&Document, &mut dyn Write) -> Result<()>,
) -> Format {
    Format { ending, about, write }
}

/// Every format. Of endings that fit a name the first counts.
pub const FORMATS: &[Format] = &[
    format(".json", "everything about the fit", Document::write),
    format(".edges.csv", "one line per edge", edges::write),
    format(".csv", "the matrix of weights (row = cause, column = effect)", |document, out| {
        matrix::write(&document.variables, &document.weights()?, out)
    }),
    format(".dot", "a drawing for Graphviz", dot::write),
    format(".svg", "a drawing", |document, out| svg::svg(&Sketch::of(document)?, out)),
    format(".png", "a drawing", write_png),
    format(".html", "a page for the browser", page::write),
    format(".graphml", "for Gephi, yEd, igraph or networkx", graphml::write),
    format(".gml", "for Gephi, yEd, igraph or networkx", gml::write),
    format(".cyjs", "for Cytoscape and Cytoscape.js", cytoscape::write),
    format(".dagitty", "for dagitty", dagitty::write),
    format(".lavaan", "the equations for lavaan", lavaan::write),
];

impl Format {
    /// The format that a file name asks for.
    pub fn of(name: &str) -> Option<&'static Format> {
        let name = name.to_lowercase();
        FORMATS.iter().find(|format| name.ends_with(format.ending))
    }

    /// Refuses a format that this build leaves out.
    pub fn available(&self) -> Result<()> {
        match self.ending == ".png" && !cfg!(feature = "png") {
            true => Err(Error::NotBuiltIn { what: "PNG", feature: "png" }),
            false => Ok(()),
        }
    }

    /// Writes a document.
    pub fn write(&self, document: &Document, out: &mut dyn Write) -> Result<()> {
        (self.write)(document, out)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.ending == other.ending
    }
}

#[cfg(feature = "png")]
fn write_png(document: &Document, out: &mut dyn Write) -> Result<()> {
    png::png(&Sketch::of(document)?, out)
}

#[cfg(not(feature = "png"))]
fn write_png(_: &Document, _: &mut dyn Write) -> Result<()> {
    Err(Error::NotBuiltIn { what: "PNG", feature: "png" })
}

#[cfg(test)]
mod tests;
