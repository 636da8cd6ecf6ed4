//! The graph as a Graphviz digraph: blue edges for positive weights, red ones for negative, black ones
//! without a number where there is no weight; dashed and without an arrow where the direction is open.

use std::collections::HashSet;
use std::io::{self, Write};

use crate::document::Document;
use crate::error::{Error, Result};

/// Writes the drawing of a study.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    let links = document.links()?;
    let lines = || links.iter().zip(&document.edges);
    let edges: Vec<_> = lines().map(|(&(i, j), edge)| (i, j, edge.weight)).collect();
    let open = lines().filter(|(_, edge)| !edge.directed).map(|(&link, _)| link);
    let open: HashSet<(usize, usize)> = open.collect();
    write_graph(&document.variables, &edges, &|i, j| open.contains(&(i, j)), out)
}

/// Writes the drawing. An edge (i, j, weight) is i → j, unless its direction is open.
pub(super) fn write_graph(
    names: &[String],
    edges: &[(usize, usize, Option<f64>)],
    is_open: &dyn Fn(usize, usize) -> bool,
    out: &mut dyn Write,
) -> Result<()> {
    let mut lines = || -> io::Result<()> {
        writeln!(out, "digraph {{")?;
        writeln!(out, "  node [shape=box, style=rounded];")?;
        for (i, name) in names.iter().enumerate() {
            writeln!(out, "  n{i} [label=\"{}\"];", escaped(name))?;
        }
        for &(i, j, weight) in edges {
            let mut style = weight.map_or(vec![], |weight| {
                let color = if weight < 0.0 { "red" } else { "blue" };
                let label = format!("label=\"{}\"", three_digits(weight));
                vec![label, format!("color={color}"), format!("fontcolor={color}")]
            });
            if is_open(i, j) {
                style.extend(["dir=none".into(), "style=dashed".into()]);
            }
            let style =
                if style.is_empty() { String::new() } else { format!(" [{}]", style.join(", ")) };
            writeln!(out, "  n{i} -> n{j}{style};")?;
        }
        writeln!(out, "}}")
    };
    lines().map_err(Error::Write)
}

/// A name as the inside of a quoted label. Graphviz replaces backslash sequences such as \N and
/// entities such as &lt; even there, so both are written out; a control character becomes �.
fn escaped(name: &str) -> String {
    let mut label = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '"' => label.push_str("\\\""),
            '\\' => label.push_str("\\\\"),
            '&' => label.push_str("&amp;"),
            '\n' => label.push_str("\\n"),
            c if c.is_control() => label.push('\u{fffd}'),
            c => label.push(c),
        }
    }
    label
}

/// The number with three significant digits, in powers of ten where zeros would pile up.
pub(crate) fn three_digits(x: f64) -> String {
    let scientific = format!("{x:.2e}");
    match scientific.parse::<f64>() {
        Ok(rounded) if (1e-3..1e5).contains(&rounded.abs()) || rounded == 0.0 => {
            rounded.to_string()
        }
        _ => scientific,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_text() {
        assert_eq!(escaped(r#"a"]; x [b\N"#), r#"a\"]; x [b\\N"#);
        assert_eq!(escaped("<b>&lt;\n\r\0"), "<b>&amp;lt;\\n\u{fffd}\u{fffd}");
    }

    #[test]
    fn weights_have_three_digits() {
        let shown = [0.123456, -1.0, 1234.5, 0.000123456, 1e9, 0.0, 99.96].map(three_digits);
        assert_eq!(shown, ["0.123", "-1", "1230", "1.23e-4", "1.00e9", "0", "100"]);
    }

    #[test]
    fn draws_a_graph() {
        let mut file = vec![];
        let (names, edges) = (["a".into(), "b".into()], [(0, 1, Some(-0.5))]);
        write_graph(&names, &edges, &|_, _| false, &mut file).unwrap();
        let expected = "digraph {\n  node [shape=box, style=rounded];\n  n0 [label=\"a\"];\n  \
            n1 [label=\"b\"];\n  n0 -> n1 [label=\"-0.5\", color=red, fontcolor=red];\n}\n";
        assert_eq!(String::from_utf8_lossy(&file), expected);

        let mut file = vec![];
        write_graph(&names, &edges, &|_, _| true, &mut file).unwrap();
        let expected = expected.replace("=red]", "=red, dir=none, style=dashed]");
        assert_eq!(String::from_utf8_lossy(&file), expected);

        let (mut file, edges) = (vec![], [(0, 1, None), (1, 0, None)]);
        write_graph(&names, &edges, &|i, _| i == 1, &mut file).unwrap();
        let bare = "  n0 -> n1;\n  n1 -> n0 [dir=none, style=dashed];\n}\n";
        assert!(String::from_utf8_lossy(&file).ends_with(bare));
    }
}
