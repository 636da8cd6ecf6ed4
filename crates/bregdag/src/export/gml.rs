//! The graph as GML, for Gephi, igraph, Cytoscape, networkx and others.
//!
//! Every edge leads from source to target; whether its direction is known is its attribute `directed`,
//! 1 or 0. The format allows letters and digits alone in a key, so that `std_error` is `stdError`.

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
    writeln!(out, "graph [")?;
    writeln!(out, "  directed 1")?;
    for (i, node) in document.nodes.iter().enumerate() {
        writeln!(out, "  node [")?;
        writeln!(out, "    id {i}")?;
        writeln!(out, "    label \"{}\"", escaped(&node.name))?;
        write_numbers(attributes::of_node(node), out)?;
        writeln!(out, "  ]")?;
    }
    for (edge, (i, j)) in document.edges.iter().zip(links) {
        writeln!(out, "  edge [")?;
        writeln!(out, "    source {i}")?;
        writeln!(out, "    target {j}")?;
        writeln!(out, "    directed {}", u8::from(edge.directed))?;
        write_numbers(attributes::of_edge(edge), out)?;
        writeln!(out, "  ]")?;
    }
    writeln!(out, "]")
}

fn write_numbers(
    mut numbers: impl Iterator<Item = (&'static str, f64)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    numbers.try_for_each(|(name, x)| writeln!(out, "    {} {}", key(name), real(x)))
}

/// `std_error` as `stdError`.
fn key(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |key, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        key + &initial.to_uppercase() + rest
    })
}

/// A number with the decimal point that tells reals from integers here: 1.0e-7, not 1e-7.
fn real(x: f64) -> String {
    let digits = format!("{x:?}");
    match digits.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => {
            format!("{mantissa}.0e{exponent}")
        }
        _ => digits,
    }
}

/// A name as the inside of a string: printable ASCII but `"` and `&`, everything else by its number.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '"' => text.push_str("&quot;"),
            '&' => text.push_str("&amp;"),
            ' '..='~' => text.push(c),
            c => text.push_str(&format!("&#{};", u32::from(c))),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::attributes::samples::{HOSTILE, hostile, river, text};
    use super::*;

    #[test]
    fn a_small_fit() {
        let file = text(write, &river());
        let start = "graph [\n  directed 1\n  node [\n    id 0\n    label \"rain\"\n    \
            variance 4.0\n    noiseVariance 1.0e-7\n  ]\n  node [\n    id 1\n    label \"river\"\n    \
            variance 4.0\n    noiseVariance 1.0e-7\n    rSquared 0.25\n  ]\n";
        assert!(file.starts_with(start), "{file}");
        let end = "  edge [\n    source 0\n    target 1\n    directed 1\n    weight -0.5\n    \
            stdError 0.125\n    t -4.0\n    frequency 1.0\n    forward 0.75\n    reverse 0.0\n    \
            open 0.25\n  ]\n  edge [\n    source 1\n    target 2\n    directed 0\n    weight -1.0\n  ]\n]\n";
        assert!(file.ends_with(end), "{file}");
    }

    #[test]
    fn reals_have_a_point() {
        let shown = [2.0, -1e300, 1.5e-9, f64::MIN_POSITIVE].map(real);
        assert_eq!(shown, ["2.0", "-1.0e300", "1.5e-9", "2.2250738585072014e-308"]);
    }

    #[test]
    fn names_stay_text() {
        assert_eq!(escaped("a\"]\n&日"), "a&quot;]&#10;&amp;&#26085;");
        let file = text(write, &hostile());
        assert!(file.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)));
        // One pair of quotes per name, each on its own line.
        assert_eq!(file.matches('"').count(), 2 * HOSTILE.len());
        assert_eq!(file.lines().filter(|line| line.contains("label \"")).count(), HOSTILE.len());
    }
}
