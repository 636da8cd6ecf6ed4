//! What is said of rows that lie far from the others, or that depend on each other.

use serde::{Deserialize, Serialize};

use crate::text::{agreeing, count, quoted};
use crate::voice::Voice;

/// Rows and pairs that a sentence bears.
const LISTED: usize = 5;

/// What far rows look like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Advice {
    /// An extreme value that comes again and again is probably a code for missing.
    Code {
        /// The column.
        column: String,
        /// Its codes.
        values: Vec<f64>,
    },
    /// A positive skewed column whose logarithm has hardly any far values.
    Logarithm {
        /// The column.
        column: String,
    },
    /// More than a tenth of the rows: heavy tails or a mixture.
    Many,
    /// A few rows.
    Few,
}

impl Advice {
    /// What to do, in a sentence without its full stop.
    pub fn said(&self, voice: &dyn Voice) -> String {
        match self {
            Advice::Code { column, values } => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!(
                    "{} in {} {} again and again, probably a code for missing: say so by {} and what becomes of \
                     missing values by {}",
                    values.join(" and "),
                    quoted(column),
                    agreeing(values.len(), "comes", "come"),
                    voice.option("missing_tokens", Some(&format!("usual,{}", values.join(",")))),
                    voice.option("missing", None),
                )
            }
            Advice::Logarithm { column } => format!(
                "{} is positive and skewed, and its logarithm has hardly any far values: try it, {}",
                quoted(column),
                voice.option("transform", Some("log=NAME")),
            ),
            Advice::Many => {
                "so many rows are no exceptions but heavy tails or a mixture of groups: there is \
                             nothing to drop"
                    .into()
            }
            Advice::Few => {
                let drop = voice.option("outliers", Some("drop"));
                format!("if such values are errors, {drop} leaves their rows out")
            }
        }
    }
}

/// Far rows and the edges that rest on them.
#[derive(Debug, Clone, PartialEq)]
pub struct RowsAndEdges {
    /// How many rows.
    pub rows: u64,
    /// The numbers of the first of them.
    pub numbers: Vec<u64>,
    /// Edges of the graph.
    pub edges: usize,
    /// Pairs that are joined only because of these rows.
    pub made: Vec<(String, String)>,
    /// Pairs that are not joined only because of these rows.
    pub hidden: Vec<(String, String)>,
    /// Edges of the graph that are found without them, too.
    pub left: usize,
    /// What to do.
    pub advice: Advice,
}

impl RowsAndEdges {
    /// In a sentence without its full stop.
    pub fn said(&self, voice: &dyn Voice) -> String {
        let RowsAndEdges { edges, made, hidden, left, .. } = self;
        let one = self.rows == 1;
        let (them, they) = if one { ("it", "it") } else { ("them", "they") };
        let verb = |stem: &str| if one { format!("{stem}s") } else { stem.to_string() };
        let rows = which(self.rows, &self.numbers);
        let mut said = if made.is_empty() {
            let pairs = pairs(hidden);
            format!(
                "{rows} {} {}: without {them}, {pairs}",
                verb("hide"),
                count(hidden.len(), "edge")
            )
        } else {
            let left = match left {
                0 => "none is left".into(),
                1 => "1 is left".into(),
                left => format!("{left} are left"),
            };
            let more = match hidden.len() {
                0 => String::new(),
                1 => " and 1 other appears".into(),
                more => format!(" and {more} others appear"),
            };
            format!(
                "{rows} {} {} of {edges} edges; without {them} {left}{more} ({they} {} {})",
                verb("make"),
                made.len(),
                verb("make"),
                pairs(made)
            )
        };
        said.push_str(": ");
        said.push_str(&self.advice.said(voice));
        said
    }
}

/// `row 7`, `rows 7, 9 and 12`, `30 rows (7, 9, 12, 13, 15, …)`.
pub(crate) fn which(rows: u64, numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match texts.as_slice() {
        [only] if rows == 1 => format!("row {only}"),
        [first @ .., last] if rows as usize == texts.len() && rows as usize <= LISTED => {
            format!("rows {} and {last}", first.join(", "))
        }
        [] => count(rows, "row"),
        some => {
            let shown = some.iter().take(LISTED).cloned().collect::<Vec<String>>().join(", ");
            format!("{} ({shown}, …)", count(rows, "row"))
        }
    }
}

fn pairs(pairs: &[(String, String)]) -> String {
    let shown = pairs.iter().take(LISTED).map(|(a, b)| format!("{} -- {}", quoted(a), quoted(b)));
    let more = match pairs.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.collect::<Vec<String>>().join(", ") + &more
}

/// Rows that depend on those before them.
#[derive(Debug, Clone, PartialEq)]
pub struct DependentRows {
    /// Rows.
    pub rows: u64,
    /// How many independent ones they are worth.
    pub worth: f64,
    /// The columns whose residuals depend on those of the row before.
    pub affected: Vec<String>,
    /// Columns looked at.
    pub columns: usize,
    /// Columns by which the rows are sorted.
    pub sorted_by: Vec<String>,
}

impl DependentRows {
    /// In a sentence without its full stop.
    pub fn said(&self, voice: &dyn Voice) -> String {
        let DependentRows { rows, worth, affected, columns, sorted_by } = self;
        let few = 3 * affected.len() <= *columns;
        let order = match sorted_by.as_slice() {
            [] => String::new(),
            names => format!(
                "; the rows are sorted by {}, which alone makes neighbours alike",
                names.iter().take(LISTED).map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
            ),
        };
        let (some, of) = (affected.len().max(1), count(*columns, "column"));
        let meaning = match few {
            true => format!(
                "this shows in {some} of {of}{}: if rows come in groups, {} by {} or {}",
                names(affected),
                voice.verb("stability"),
                voice.option("groups", None),
                voice.option("block", None)
            ),
            false => format!(
                "this looks like a time series ({some} of {of}), and effects of earlier rows on later ones are \
                 not looked for"
            ),
        };
        format!(
            "rows depend on their neighbours: these {rows} are worth about {worth:.0} independent ones (an \
             approximation), so errors are too small and edges too many; {meaning}{order}; {} counts the rows \
             for what they are worth",
            voice.option("effective_rows", None)
        )
    }
}

fn names(columns: &[String]) -> String {
    match columns {
        [] => String::new(),
        some => {
            let shown: Vec<String> = some.iter().take(LISTED).map(|name| quoted(name)).collect();
            let more = if some.len() > LISTED { ", …" } else { "" };
            format!(" ({}{more})", shown.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voice::Plain;
    use crate::voice::tests::Flags;

    fn found(rows: u64, made: usize, hidden: usize) -> RowsAndEdges {
        let pair = |k: usize| (format!("a{k}"), format!("b{k}"));
        RowsAndEdges {
            rows,
            numbers: (0..rows.min(10)).map(|k| 301 + k).collect(),
            edges: 1.max(made),
            made: (0..made).map(pair).collect(),
            hidden: (0..hidden).map(pair).collect(),
            left: 0,
            advice: Advice::Few,
        }
    }

    #[test]
    fn edges_of_rows_in_words() {
        let one = found(1, 1, 0);
        assert_eq!(
            one.said(&Flags),
            "row 301 makes 1 of 1 edges; without it none is left (it makes \"a0\" -- \"b0\"): if such values are \
             errors, --outliers drop leaves their rows out"
        );
        let more = found(3, 7, 2).said(&Plain);
        let start = "rows 301, 302 and 303 make 7 of 7 edges; without them none is left and 2 others appear (they make ";
        assert!(more.starts_with(start) && more.contains(" and 2 more)"), "{more}");
        let hidden = found(30, 0, 1).said(&Plain);
        let start =
            "30 rows (301, 302, 303, 304, 305, …) hide 1 edge: without them, \"a0\" -- \"b0\": ";
        assert!(hidden.starts_with(start), "{hidden}");
        assert_eq!(which(3, &[]), "3 rows");
    }

    #[test]
    fn advice_in_words() {
        let code =
            Advice::Code { column: "a\u{1b}".into(), values: vec![-999.0, -9.0] }.said(&Flags);
        assert!(code.starts_with("-999 and -9 in \"a\\u{1b}\" come again and again"), "{code}");
        assert!(code.contains("--missing-tokens usual,-999,-9 "), "{code}");
        assert!(Advice::Logarithm { column: "a".into() }.said(&Flags).contains("--transform log="));
        assert!(Advice::Many.said(&Plain).contains("nothing to drop"));
    }

    #[test]
    fn dependent_rows_in_words() {
        let rows = |affected: usize, sorted: usize| DependentRows {
            rows: 500,
            worth: 123.4,
            affected: vec!["gdp".into(); affected],
            columns: 6,
            sorted_by: vec!["year".into(); sorted],
        };
        let said = rows(2, 0).said(&Flags);
        assert!(said.contains("worth about 123 independent ones (an approximation)"), "{said}");
        assert!(said.contains("--groups or --block") && !said.contains("time series"), "{said}");
        let said = rows(3, 1).said(&Flags);
        assert!(said.contains("looks like a time series (3 of 6 columns)"), "{said}");
        assert!(said.contains("sorted by \"year\"") && said.contains("--effective-rows"), "{said}");
    }
}
