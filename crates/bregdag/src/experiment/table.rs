//! Tables for a README and for a paper: one content, Markdown or LaTeX.

use super::markup::{latex_text, markdown_text};
use super::statistics::{mean, standard_error};
use crate::text;

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Alignment {
    /// At the left, as words do.
    #[default]
    Left,
    /// At the right, as numbers do.
    Right,
    /// In the middle.
    Centre,
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// What stands there; it may be anything and stays text.
    pub text: String,
    /// Set in bold: the best of its row, say.
    pub strong: bool,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell { text: text.into(), strong: false }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, strong: false }
    }
}

/// A table with a caption above and a note below; both may be empty. Rows that are too short end in empty cells.
///
/// ```
/// use bregdag::experiment::table::{Alignment, Table};
///
/// let table = Table {
///     caption: "Errors".into(),
///     header: vec!["method".into(), "SHD".into()],
///     alignment: vec![Alignment::Left, Alignment::Right],
///     rows: vec![vec!["search".into(), "1.2 ± 0.3".into()]],
///     note: String::new(),
/// };
/// assert_eq!(
///     table.markdown(),
///     "Errors\n\n| method |       SHD |\n| :----- | --------: |\n| search | 1.2 ± 0.3 |\n"
/// );
/// assert!(table.latex().contains("search & 1.2 $\\pm$ 0.3 \\\\"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// The names of the columns.
    pub header: Vec<String>,
    /// Where the text of each column stands; columns left out stand at the left.
    pub alignment: Vec<Alignment>,
    /// The cells, row by row.
    pub rows: Vec<Vec<Cell>>,
    /// What the reader should know.
    pub note: String,
}

impl Table {
    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).fold(self.header.len(), usize::max)
    }

    fn aligned(&self, column: usize) -> Alignment {
        self.alignment.get(column).copied().unwrap_or_default()
    }

    /// The header and the rows, all as long, as `write` writes a cell.
    fn lines(&self, write: fn(&Cell) -> String) -> Vec<Vec<String>> {
        let header: Vec<Cell> = self.header.iter().map(|name| name.as_str().into()).collect();
        let line = |cells: &Vec<Cell>| {
            let mut line: Vec<String> = cells.iter().map(write).collect();
            line.resize(self.columns(), String::new());
            line
        };
        std::iter::once(&header).chain(&self.rows).map(line).collect()
    }

    /// The table in the Markdown of GitHub, its columns one below the other also in the source.
    pub fn markdown(&self) -> String {
        let lines = self.lines(markdown_cell);
        let length = |text: &String| text.chars().count();
        let widest = |column: usize| lines.iter().map(|line| length(&line[column])).max();
        let widths: Vec<usize> =
            (0..self.columns()).map(|column| widest(column).unwrap_or(0).max(3)).collect();
        let mut out = String::new();
        if !self.caption.is_empty() {
            out += &format!("{}\n\n", markdown_text(&self.caption));
        }
        for (k, line) in lines.iter().enumerate() {
            let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                match self.aligned(column) {
                    Alignment::Left => format!(" {cell:<width$} |"),
                    Alignment::Right => format!(" {cell:>width$} |"),
                    Alignment::Centre => format!(" {cell:^width$} |"),
                }
            });
            out += &format!("|{}\n", cells.collect::<String>());
            if k == 0 {
                out += &format!("|{}\n", self.rule(&widths));
            }
        }
        if !self.note.is_empty() {
            out += &format!("\n{}\n", markdown_text(&self.note));
        }
        out
    }

    /// The line below the header, which says how columns are aligned.
    fn rule(&self, widths: &[usize]) -> String {
        let rule = |(column, &width): (usize, &usize)| match self.aligned(column) {
            Alignment::Left => format!(" :{} |", "-".repeat(width - 1)),
            Alignment::Right => format!(" {}: |", "-".repeat(width - 1)),
            Alignment::Centre => format!(" :{}: |", "-".repeat(width - 2)),
        };
        widths.iter().enumerate().map(rule).collect()
    }

    /// The table in LaTeX; it needs no package.
    pub fn latex(&self) -> String {
        let letter = |column| match self.aligned(column) {
            Alignment::Left => 'l',
            Alignment::Right => 'r',
            Alignment::Centre => 'c',
        };
        let letters: String = (0..self.columns()).map(letter).collect();
        let mut out = String::from("\\begin{table}\n\\centering\n");
        if !self.caption.is_empty() {
            out += &format!("\\caption{{{}}}\n", latex_text(&self.caption));
        }
        out += &format!("\\begin{{tabular}}{{{letters}}}\n\\hline\n");
        for (k, line) in self.lines(latex_cell).iter().enumerate() {
            out += &format!("{} \\\\\n", line.join(" & "));
            out += if k == 0 { "\\hline\n" } else { "" };
        }
        out += "\\hline\n\\end{tabular}\n";
        if !self.note.is_empty() {
            out += &format!("\\par\\smallskip\n{{\\footnotesize {}}}\n", latex_text(&self.note));
        }
        out + "\\end{table}\n"
    }
}

fn markdown_cell(cell: &Cell) -> String {
    let text = markdown_text(&cell.text);
    if cell.strong && !text.is_empty() { format!("**{text}**") } else { text }
}

fn latex_cell(cell: &Cell) -> String {
    let text = latex_text(&cell.text);
    if cell.strong && !text.is_empty() { format!("\\textbf{{{text}}}") } else { text }
}

/// `12.3 ± 1.4`: the error with two digits, the mean with as many decimals. Without an error three digits of the mean.
///
/// ```
/// use bregdag::experiment::table::plus_minus;
///
/// assert_eq!(plus_minus(12.3456, Some(1.35)), "12.3 ± 1.4");
/// assert_eq!(plus_minus(-0.51, Some(0.0412)), "−0.510 ± 0.041");
/// assert_eq!(plus_minus(12.3456, None), "12.3");
/// ```
pub fn plus_minus(mean: f64, error: Option<f64>) -> String {
    let error = error.filter(|error| error.is_finite());
    let written = match (mean.is_finite(), error) {
        (false, _) => return "–".into(),
        (true, None) => text::significant(mean, 3),
        (true, Some(0.0)) => format!("{} ± 0", text::significant(mean, 3)),
        (true, Some(error)) => {
            // What rounds up to the next power of ten counts as that.
            let exponent = |x: f64| {
                let written = format!("{x:.1e}");
                written.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()).unwrap_or(0)
            };
            match exponent(error) {
                e @ -5..6 if exponent(mean) < 6 => {
                    let decimals = usize::try_from(1 - e).unwrap_or(0);
                    format!("{mean:.decimals$} ± {error:.decimals$}")
                }
                _ => format!("{} ± {}", text::significant(mean, 3), text::significant(error, 2)),
            }
        }
    };
    // −0 is 0.
    let zero = written.strip_prefix('-').filter(|rest| {
        rest.split(' ').next().and_then(|first| first.parse::<f64>().ok()) == Some(0.0)
    });
    zero.unwrap_or(&written).replace('-', "−")
}

/// The mean of some values ± its standard error; `–` of none.
pub fn mean_with_error(values: &[f64]) -> String {
    mean(values).map_or("–".into(), |mean| plus_minus(mean, standard_error(values)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hostile() -> Table {
        let cells = ["a|b\nc", "<script>alert(1)</script>", "50 % & _x_ {y} ~z^ \\w $1 #2"];
        Table {
            caption: "Names | of \u{2028} any kind".into(),
            header: vec!["name".into(), "ß ± β ≥ 3 × 10 – 20".into()],
            alignment: vec![Alignment::Left, Alignment::Right, Alignment::Centre],
            rows: vec![
                cells.map(Cell::from).to_vec(),
                vec![Cell { text: "[1] --no*".into(), strong: true }],
            ],
            note: "1 < 2".into(),
        }
    }

    #[test]
    fn markdown_keeps_cells_apart() {
        let markdown = hostile().markdown();
        let lines: Vec<&str> = markdown.lines().collect();
        assert_eq!(lines[0], "Names \\| of   any kind");
        assert_eq!(lines[2..].len(), 6, "{markdown}");
        for line in &lines[2..6] {
            assert_eq!(line.replace("\\|", "").matches('|').count(), 4, "{line}");
            assert_eq!(line.chars().count(), lines[2].chars().count(), "{line}");
        }
        assert!(lines[4].contains("a\\|b c") && lines[4].contains("&lt;script&gt;"), "{markdown}");
        assert!(lines[5].contains("**\\[1\\] --no\\***"), "{markdown}");
        assert_eq!(lines[7], "1 &lt; 2");
    }

    #[test]
    fn latex_keeps_cells_apart() {
        let expected = "\\begin{table}\n\\centering\n\\caption{Names \\textbar{} of   any kind}\n\
            \\begin{tabular}{lrc}\n\\hline\n\
            name & ß $\\pm$ $\\beta$ $\\geq$ 3 $\\times$ 10 -- 20 &  \\\\\n\\hline\n\
            a\\textbar{}b c & \\textless{}script\\textgreater{}alert(1)\\textless{}/script\\textgreater{} & \
            50 \\% \\& \\_x\\_ \\{y\\} \\textasciitilde{}z\\textasciicircum{} \\textbackslash{}w \\$1 \\#2 \\\\\n\
            \\textbf{{[}1{]} -{}-no{*}} &  &  \\\\\n\\hline\n\\end{tabular}\n\
            \\par\\smallskip\n{\\footnotesize 1 \\textless{} 2}\n\\end{table}\n";
        assert_eq!(hostile().latex(), expected);
    }

    #[test]
    fn an_empty_table_is_a_table() {
        assert_eq!(Table::default().markdown(), "|\n|\n");
        assert!(Table::default().latex().contains("\\begin{tabular}{}"));
    }

    #[test]
    fn errors_have_two_digits() {
        let written = |mean, error| plus_minus(mean, Some(error));
        assert_eq!(written(1234.4, 56.7), "1234 ± 57");
        assert_eq!(written(0.123_456, 0.009_96), "0.123 ± 0.010");
        assert_eq!(written(3.0, 0.0), "3.00 ± 0");
        assert_eq!(written(-0.001, 0.5), "0.00 ± 0.50");
        assert_eq!(written(1.2e9, 3.4e7), "1.20e9 ± 3.4e7");
        assert_eq!(written(1.0, 12_345.0), "1 ± 12345");
        assert_eq!(written(1e-9, 2e-10), "1.00e−9 ± 2.0e−10");
        assert_eq!(plus_minus(f64::NAN, Some(1.0)), "–");
        assert_eq!(plus_minus(2.0, Some(f64::NAN)), "2.00");
        assert_eq!(mean_with_error(&[1.0, 3.0]), "2.0 ± 1.0");
        assert_eq!(mean_with_error(&[1.0]), "1.00");
        assert_eq!(mean_with_error(&[]), "–");
    }
}
