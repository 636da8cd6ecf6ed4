//! Tables of text: names to the left, numbers to the right.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::table::{printable, shortened};

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
            let gap = if k == 0 { "" } else { "  " };
            let space = " ".repeat(widths[k] - cell.width());
            match k < names {
                true => write!(out, "{gap}{cell}{space}")?,
                false => write!(out, "{gap}{space}{cell}")?,
            }
        }
        writeln!(out)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_left_and_numbers_right() {
        let rows = [["ab\u{7}".to_string(), "1".into()], ["変数".into(), "-2.5".into()]];
        let mut out = vec![];
        super::write(&["x", "y"], rows.into_iter(), 1, &mut out).unwrap();
        let expected = "x           y\nab\\u{7}     1\n変数     -2.5\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
