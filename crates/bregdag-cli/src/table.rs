//! The edges as a table for people.

use std::borrow::Cow;
use std::io::{self, Write};

use bregdag::Fit;
use bregdag::graph::{Edge, Model};
use unicode_width::UnicodeWidthStr;

/// Names longer than this are cut: a table that wraps cannot be read.
const WIDEST_NAME: usize = 40;
const HEADINGS: [&str; 5] = ["source", "target", "weight", "std error", "t"];

/// Writes one line per edge, the most certain first, and what the signs between the names mean if
/// that is not plain.
pub fn write(fit: &Fit, out: &mut dyn Write) -> io::Result<()> {
    let model = &fit.model;
    let edges = by_certainty(model);
    if edges.is_empty() {
        return writeln!(out, "no edges");
    }
    let rows: Vec<[String; 5]> = edges.iter().map(|edge| cells(model, edge)).collect();
    let width = |k: usize| {
        let cells = rows.iter().map(|row| row[k].width());
        cells.chain([HEADINGS[k].width()]).max().unwrap_or(0)
    };
    let widths: [usize; 5] = std::array::from_fn(width);
    write_line(out, HEADINGS, "  ", widths)?;
    for (row, edge) in rows.iter().zip(&edges) {
        let sign = if fit.is_directed(edge) { "->" } else { "--" };
        write_line(out, row.each_ref().map(String::as_str), sign, widths)?;
    }
    if edges.iter().any(|edge| !fit.is_directed(edge)) {
        writeln!(out)?;
        writeln!(out, "-- may point either way: another graph that fits as well turns it round.")?;
    }
    Ok(())
}

/// By |t|, then by |weight|, largest first; where there is no t, last.
fn by_certainty(model: &Model) -> Vec<Edge> {
    let mut edges = model.edges();
    let key = |e: &Edge| (e.t().map_or(-1.0, f64::abs), e.weight.abs());
    edges.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    edges
}

fn cells(model: &Model, edge: &Edge) -> [String; 5] {
    let name = |j: usize| shortened(&printable(&model.names()[j]));
    let optional = |x: Option<String>| x.unwrap_or_else(|| "-".into());
    [
        name(edge.source),
        name(edge.target),
        significant(edge.weight, 4),
        optional(edge.std_error.map(|x| significant(x, 3))),
        optional(edge.t().map(t_value)),
    ]
}

/// Names to the left, numbers to the right.
fn write_line(
    out: &mut dyn Write,
    cells: [&str; 5],
    arrow: &str,
    widths: [usize; 5],
) -> io::Result<()> {
    let space = |k: usize| " ".repeat(widths[k].saturating_sub(cells[k].width()));
    write!(out, "{}{} {arrow} {}{}", cells[0], space(0), cells[1], space(1))?;
    for k in 2..cells.len() {
        write!(out, "  {}{}", space(k), cells[k])?;
    }
    writeln!(out)
}

/// The number with so many significant digits, in powers of ten where zeros would pile up.
pub fn significant(x: f64, digits: usize) -> String {
    let scientific = format!("{x:.*e}", digits - 1);
    let exponent = scientific.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok());
    match exponent {
        Some(exponent @ -4..6) => {
            let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
            format!("{x:.decimals$}")
        }
        _ => scientific,
    }
}

/// One decimal, in powers of ten if it is huge.
fn t_value(t: f64) -> String {
    if t.abs() < 1e6 { format!("{t:.1}") } else { format!("{t:.1e}") }
}

/// A text from outside that cannot harm a terminal: what controls it is escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    // Beside control characters: those that turn the direction of text or break its lines.
    let harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2066}'..='\u{2069}')
    };
    if !text.contains(harmful) {
        return text.into();
    }
    let mut shown = String::new();
    for c in text.chars() {
        if harmful(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown.into()
}

/// The name, cut to what a table can bear.
pub fn shortened(name: &str) -> String {
    if name.width() <= WIDEST_NAME {
        return name.into();
    }
    let mut short = String::new();
    for c in name.chars() {
        short.push(c);
        if short.width() >= WIDEST_NAME {
            short.pop();
            break;
        }
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use bregdag::graph::Class;

    use super::*;

    #[test]
    fn edges_that_may_point_either_way_are_marked() {
        let columns = vec![vec![0.0, 1.0, 2.0, 3.0], vec![0.1, 2.3, 3.9, 6.2]];
        let table = bregdag::Table::new(vec!["x".into(), "y".into()], columns).unwrap();
        let moments = bregdag::Moments::of(&table).unwrap();
        let variances = Some(bregdag::method::order::Variances::Equal);
        let options = bregdag::method::order::Options { variances, ..Default::default() };
        let mut fit = bregdag::method::order::learn(&moments, &options, &mut ()).unwrap();
        let shown = |fit: &Fit| {
            let mut out = vec![];
            write(fit, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(shown(&fit).contains("\nx      -> y ") && !shown(&fit).contains("--"));
        fit.class = Some(Class::of(fit.model.dag()));
        assert!(shown(&fit).contains("\nx      -- y "));
        assert!(shown(&fit).ends_with("turns it round.\n"));
    }

    #[test]
    fn numbers_have_significant_digits() {
        let shown = [0.0, 1.0, -0.123_456, 1234.56, 99_999.6, 12_345_678.0, 0.000_012_345]
            .map(|x| significant(x, 4));
        let expected = ["0.000", "1.000", "-0.1235", "1235", "100000", "1.235e7", "1.234e-5"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn names_cannot_harm_a_terminal() {
        assert_eq!(printable("mother's \"age\""), "mother's \"age\"");
        assert_eq!(printable("a\u{1b}[31m\n\u{202e}b"), "a\\u{1b}[31m\\n\\u{202e}b");
    }

    #[test]
    fn long_names_are_cut_to_their_width() {
        assert_eq!(shortened("kurz"), "kurz");
        assert_eq!(shortened(&"x".repeat(1000)).width(), WIDEST_NAME);
        assert!(shortened(&"変".repeat(1000)).width() <= WIDEST_NAME);
    }
}
