//! Tables of text: names to the left, numbers to the right.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::table::{printable, shortened};

/// Writes a heading and rows; the first `names` cells of a row come from outside and stand left.
pub fn write<const N: usize>(
    heading: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
    names: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shown = |mut row: [String; N]| {
        row.iter_mut().take(names).for_each(|name| *name = shortened(&printable(name)));
        row
    };
    let lines: Vec<[String; N]> =
        [heading.map(String::from)].into_iter().chain(rows.map(shown)).collect();
    let widths: [usize; N] =
        std::array::from_fn(|k| lines.iter().map(|line| line[k].width()).max().unwrap_or(0));
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
        super::write(["x", "y"], rows.into_iter(), 1, &mut out).unwrap();
        let expected = "x           y\nab\\u{7}     1\n変数     -2.5\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
