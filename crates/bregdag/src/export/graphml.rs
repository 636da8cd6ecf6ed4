//! The graph as GraphML, for yEd, Gephi, Cytoscape, igraph, networkx and others.
//!
//! Every edge leads from source to target. Whether its direction is known is its attribute `directed`:
//! GraphML itself could say so of a single edge, but readers such as networkx refuse a graph in which
//! some edges are directed and some are not.

use std::io::{self, Write};

use super::attributes;
use crate::document::Document;
use crate::error::{Error, Result};

/// Writes the graph with all numbers of nodes and edges.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    let links = document.links()?;
    write_graph(document, &links, out).map_err(Error::Write)
}

fn write_graph(
    document: &Document,
    links: &[(usize, usize)],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    write_key("node", "label", "string", out)?;
    attributes::node_names(document).try_for_each(|name| write_key("node", name, "double", out))?;
    write_key("edge", "directed", "boolean", out)?;
    attributes::edge_names(document).try_for_each(|name| write_key("edge", name, "double", out))?;
    writeln!(out, "  <graph id=\"G\" edgedefault=\"directed\">")?;
    for (i, node) in document.nodes.iter().enumerate() {
        writeln!(out, "    <node id=\"n{i}\">")?;
        writeln!(out, "      <data key=\"label\">{}</data>", escaped(&node.name))?;
        write_numbers(attributes::of_node(node), out)?;
        writeln!(out, "    </node>")?;
    }
    for (k, (edge, (i, j))) in document.edges.iter().zip(links).enumerate() {
        writeln!(out, "    <edge id=\"e{k}\" source=\"n{i}\" target=\"n{j}\">")?;
        writeln!(out, "      <data key=\"directed\">{}</data>", edge.directed)?;
        write_numbers(attributes::of_edge(edge), out)?;
        writeln!(out, "    </edge>")?;
    }
    writeln!(out, "  </graph>")?;
    writeln!(out, "</graphml>")
}

fn write_key(of: &str, name: &str, kind: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>")
}

fn write_numbers(
    mut numbers: impl Iterator<Item = (&'static str, f64)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    numbers.try_for_each(|(name, x)| writeln!(out, "      <data key=\"{name}\">{x:?}</data>"))
}

/// A name as the text of an element. XML has no way at all to write most control characters: they
/// become �. Blanks other than a space are written by number, lest a reader tidy them up.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '\t' | '\n' | '\r' => text.push_str(&format!("&#{};", u32::from(c))),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::attributes::samples::{HOSTILE, fit, hostile, river, text};
    use super::*;

    #[test]
    fn a_small_fit() {
        let file = text(write, &river());
        let expected = r#"  <key id="open" for="edge" attr.name="open" attr.type="double"/>
  <graph id="G" edgedefault="directed">
    <node id="n0">
      <data key="label">rain</data>
      <data key="variance">4.0</data>
      <data key="noise_variance">1e-7</data>
    </node>
    <node id="n1">
      <data key="label">river</data>
      <data key="variance">4.0</data>
      <data key="noise_variance">1e-7</data>
      <data key="r_squared">0.25</data>
    </node>
"#;
        assert!(file.contains(expected), "{file}");
        let expected = r#"    <edge id="e0" source="n0" target="n1">
      <data key="directed">true</data>
      <data key="weight">-0.5</data>
      <data key="std_error">0.125</data>
      <data key="t">-4.0</data>
      <data key="frequency">1.0</data>
      <data key="forward">0.75</data>
      <data key="reverse">0.0</data>
      <data key="open">0.25</data>
    </edge>
    <edge id="e1" source="n1" target="n2">
      <data key="directed">false</data>
      <data key="weight">-1.0</data>
    </edge>
  </graph>
</graphml>
"#;
        assert!(file.ends_with(expected), "{file}");
        // What no edge has is not declared.
        assert!(!text(write, &fit(&["a"], &[])).contains("frequency"));
    }

    #[test]
    fn names_stay_text() {
        assert_eq!(escaped("<b>&lt;]]>\"'"), "&lt;b&gt;&amp;lt;]]&gt;\"'");
        assert_eq!(escaped("\r\n\t\0\u{1b}\u{ffff}日"), "&#13;&#10;&#9;\u{fffd}\u{fffd}\u{fffd}日");
        // As many marks as a file with plain names has.
        let marks = |document: &Document| text(write, document).matches(['<', '>']).count();
        let plain: Vec<String> = (0..HOSTILE.len()).map(|k| format!("x{k}")).collect();
        let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
        let links: Vec<_> = (1..plain.len()).map(|j| (j - 1, j, true)).collect();
        assert_eq!(marks(&hostile()), marks(&fit(&plain, &links)));
    }
}
