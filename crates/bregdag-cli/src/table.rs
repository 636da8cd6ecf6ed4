//! Tables of text: names to the left, numbers to the right.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write, stdout};

use bregdag::document::{Document, TextTable};
use unicode_width::UnicodeWidthStr;

pub use bregdag::study::words::significant;

/// Edges that are shown on a terminal where nobody says how many.
const ON_A_TERMINAL: usize = 20;
/// Names longer than this are cut: a table that wraps cannot be read.
const WIDEST_NAME: usize = 40;

/// Writes a heading and rows; the first `names` cells of a row come from outside and stand left.
pub fn write(
    heading: &[&str],
    rows: impl Iterator<Item = impl Into<Vec<String>>>,
    names: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shown = |row: Vec<String>| {
        let cell = |(k, cell): (usize, String)| match k < names {
            true => shortened(&printable(&cell)),
            false => cell,
        };
        row.into_iter().enumerate().map(cell).collect()
    };
    let first = heading.iter().map(ToString::to_string).collect();
    let lines: Vec<Vec<String>> =
        [first].into_iter().chain(rows.map(|row| shown(row.into()))).collect();
    let width = |k: usize| lines.iter().filter_map(|line| line.get(k)).map(|c| c.width()).max();
    let widths: Vec<usize> = (0..heading.len()).map(|k| width(k).unwrap_or(0)).collect();
    lines.iter().try_for_each(|line| {
        for (k, cell) in line.iter().enumerate() {
            // An arrow stands close to the names beside it.
            let gap = match k {
                0 => "",
                1 | 2 if heading[1].is_empty() => " ",
                _ => "  ",
            };
            let space = " ".repeat(widths[k] - cell.width());
            match k < names {
                true if k + 1 == line.len() => write!(out, "{gap}{cell}")?,
                true => write!(out, "{gap}{cell}{space}")?,
                false => write!(out, "{gap}{space}{cell}")?,
            }
        }
        writeln!(out)
    })
}

/// Writes the strongest edges, as many as are asked for, and what the words in the table mean.
pub fn write_edges(document: &Document, top: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let TextTable { heading, mut rows, names, note } = document.edge_table();
    if rows.is_empty() {
        return writeln!(out, "no edges");
    }
    // Who reads a pipe has scrolled to nothing yet.
    let most = top.unwrap_or(if stdout().is_terminal() { ON_A_TERMINAL } else { usize::MAX });
    let more = rows.len().saturating_sub(most);
    rows.truncate(most);
    write(&heading, rows.into_iter(), names, out)?;
    if more > 0 {
        writeln!(out, "… {more} more; --out or --report for all")?;
    }
    note.map_or(Ok(()), |note| write!(out, "\n{note}\n"))
}

/// Writes sentences below a table.
pub fn write_lines(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    lines.iter().try_for_each(|line| writeln!(out, "{}", printable(line)))
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
fn shortened(name: &str) -> String {
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
    use super::*;

    #[test]
    fn names_left_and_numbers_right() {
        let rows = [["ab\u{7}".to_string(), "1".into()], ["変数".into(), "-2.5".into()]];
        let mut out = vec![];
        write(&["x", "y"], rows.into_iter(), 1, &mut out).unwrap();
        let expected = "x           y\nab\\u{7}     1\n変数     -2.5\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn arrows_stand_between_names() {
        let row = |sign: &str| ["x", sign, "long name", "1.5"].map(String::from);
        let mut out = vec![];
        let heading = ["source", "", "target", "weight"];
        write(&heading, [row("->"), row("--")].into_iter(), 3, &mut out).unwrap();
        let expected = "source    target     weight\nx      -> long name     1.5\n\
                        x      -- long name     1.5\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
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
