//! The graph in the language of dagitty: `dag { rain -> river }`.
//!
//! Where directions are open it is a `pdag` with `river -- harvest`. The attribute `beta` of an arrow is
//! its weight in standard deviations, as dagitty's simulations expect it.
//!
//! A name that is not a plain word stands in quotes, as it is in the data. What dagitty cannot write at
//! all becomes `_`: control characters and a backslash at the end; and it cannot cope with some words.
//! The language has no comments to say so in.

use std::io::{self, Write};

use super::identifiers::distinct;
use crate::document::Document;
use crate::error::{Error, Result};

/// Names of its own, and those of the members that every JavaScript object has, which it takes for
/// variables that it already knows.
const RESERVED: [&str; 14] = [
    "graph",
    "node",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
];

/// Writes the graph.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    let links = document.links()?;
    let mut betas = document.standardized_weights()?;
    // Simulations take them for the coefficients of a linear model.
    if !document.is_linear() {
        betas.fill(None);
    }
    write_graph(document, &links, &betas, out).map_err(Error::Write)
}

fn write_graph(
    document: &Document,
    links: &[(usize, usize)],
    betas: &[Option<f64>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = distinct(&document.variables, expressible);
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    // A partial graph may have cycles, which a dag may not.
    let is_open = !document.has_equations() || document.edges.iter().any(|edge| !edge.directed);
    writeln!(out, "{} {{", if is_open { "pdag" } else { "dag" })?;
    names.iter().try_for_each(|name| writeln!(out, "{name}"))?;
    for ((edge, &(i, j)), beta) in document.edges.iter().zip(links).zip(betas) {
        let (source, target) = (&names[i], &names[j]);
        match (edge.directed, beta.filter(|beta| beta.is_finite())) {
            (true, Some(beta)) => writeln!(out, "{source} -> {target} [beta=\"{beta}\"]")?,
            (true, None) => writeln!(out, "{source} -> {target}")?,
            (false, _) => writeln!(out, "{source} -- {target}")?,
        }
    }
    writeln!(out, "}}")
}

/// The nearest name that can be written.
fn expressible(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if c.is_control() { '_' } else { c }).collect();
    // A quote behind it would be part of the name.
    if text.ends_with('\\') {
        text.pop();
        text.push('_');
    }
    if RESERVED.contains(&text.as_str()) {
        text.push('_');
    }
    text
}

/// In quotes unless it is a plain word. A backslash that stands before a quote escapes that alone.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    match name.chars().all(is_plain) {
        true => name.into(),
        false => format!("\"{}\"", name.replace('"', "\\\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::attributes::samples::{HOSTILE, fit, hostile, river, text};
    use super::*;

    #[test]
    fn a_small_fit() {
        let mut river = river();
        river.nodes[1].variance = 16.0;
        let expected = "pdag {\nrain\nriver\nharvest\nrain -> river [beta=\"-0.25\"]\n\
            river -- harvest\n}\n";
        assert_eq!(text(write, &river), expected);
        let directed = fit(&["wet", "a b"], &[(0, 1, true)]);
        let expected = "dag {\nwet\n\"a b\"\nwet -> \"a b\" [beta=\"-0.5\"]\n}\n";
        assert_eq!(text(write, &directed), expected);
    }

    #[test]
    fn names_stay_names() {
        let shown = |name: &str| quoted(&expressible(name));
        assert_eq!(shown("a\" -> \"b"), r#""a\" -> \"b""#);
        assert_eq!(shown("a\n}\u{7f}"), "\"a_}_\"");
        assert_eq!(shown("a\\"), "a_");
        assert_eq!(shown("a\\\""), r#""a\\"""#);
        assert_eq!(shown("node"), "node_");
        let names = distinct(&["graph".into(), "graph_".into()], expressible);
        assert_eq!(names, ["graph_.1", "graph_"]);
        let file = text(write, &hostile());
        assert_eq!(file.lines().count(), 2 * HOSTILE.len() + 1);
        assert!(file.chars().all(|c| c == '\n' || !c.is_control()));
    }
}
