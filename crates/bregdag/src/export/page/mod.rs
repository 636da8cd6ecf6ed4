//! A fit as one HTML file that needs no network: the drawing, the edges, the matrix of weights, what
//! there is to say about trust, and where it all comes from. The scripts beside this file let the
//! reader ask it questions; the same document gives the same bytes.

mod curves;
mod template;
mod tiers;

use std::io::Write;

use serde::Serialize;
use serde_json::Value;

use self::template::{Parts, fill};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::export::lettering::escaped;
use crate::export::svg::fragment;
use crate::export::{Sketch, dot};
use crate::text::count;

/// What the scripts cannot take from the document.
#[derive(Serialize)]
struct Extra {
    /// The graph for Graphviz.
    dot: String,
    /// Names and values of the options, as text: a script would round a large seed.
    options: Vec<(String, String)>,
    /// Tiers to edit.
    tiers: String,
}

/// Writes the page.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    let mut graph = vec![];
    dot::write(document, &mut graph)?;
    let mut options = vec![];
    list_options("", &document.options, &mut options);
    let dot = String::from_utf8_lossy(&graph).into_owned();
    let extra = Extra { dot, options, tiers: tiers::text(document) };
    let parts = Parts {
        title: title(document),
        drawing: drawing(document)?,
        curves: curves::section(document),
        curves_link: curves::link(document),
        document: json(document)?,
        extra: json(&extra)?,
    };
    fill(&parts, out).map_err(Error::Write)
}

fn title(document: &Document) -> String {
    format!("Causal graph of {}", count(document.variables.len(), "variable"))
}

/// The drawing, or why there is none: the rest of the page does without.
fn drawing(document: &Document) -> Result<String> {
    let sketch = Sketch::of(document)?;
    let mut svg = vec![];
    Ok(match fragment(&sketch, &mut svg) {
        Ok(()) => String::from_utf8_lossy(&svg).into_owned(),
        Err(error) => {
            let why = escaped(&error.to_string());
            format!("<p class=\"note\">There is no drawing of this graph: {why}</p>")
        }
    })
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Write(error.into()))
}

/// One line per option; those inside others have both names.
fn list_options(prefix: &str, value: &Value, list: &mut Vec<(String, String)>) {
    let Value::Object(fields) = value else {
        let text = value.as_str().map_or_else(|| value.to_string(), Into::into);
        list.push((prefix.into(), text));
        return;
    };
    for (name, value) in fields {
        let name = if prefix.is_empty() { name.clone() } else { format!("{prefix} {name}") };
        list_options(&name, value, list);
    }
}

#[cfg(test)]
mod tests;
