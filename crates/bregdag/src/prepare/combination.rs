//! A column as a linear combination of others, in numbers and in words.

use crate::text::{count, quoted};

/// Terms that a sentence bears.
const SHOWN_TERMS: usize = 6;

/// One column as a combination of columns before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination {
    /// The column.
    pub column: usize,
    /// The columns that make it up and their coefficients, in the units of the data.
    pub terms: Vec<(usize, f64)>,
    /// c, what is added to them.
    pub constant: f64,
    /// Whether it holds to the last digits, and not only up to the rounding of the columns.
    pub exact: bool,
    /// The share of the variance of the column that is left.
    pub unexplained: f64,
}

/// To so many significant digits, by way of their text, which is the nearest such number.
pub(super) fn rounded(b: f64, digits: usize) -> f64 {
    format!("{b:.*e}", digits - 1).parse().unwrap_or(b)
}

/// A name as it is, or in quotes if it has characters that could mislead.
fn plain(name: &str) -> String {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    match name.chars().all(simple) && name.len() <= 40 {
        true => name.into(),
        false => quoted(name),
    }
}

impl Combination {
    /// `wt82_71 = wt82 − wt71`.
    pub fn describe(&self, names: &[String]) -> String {
        let name = |i: usize| names.get(i).map_or("?".into(), |name| plain(name));
        let mut text = format!("{} =", name(self.column));
        let mut add = |b: f64, what: &str| {
            let first = text.ends_with('=');
            text.push_str(match (first, b < 0.0) {
                (true, true) => " −",
                (true, false) => " ",
                (false, true) => " − ",
                (false, false) => " + ",
            });
            text.push_str(what);
        };
        for &(i, b) in self.terms.iter().take(SHOWN_TERMS) {
            let size = b.abs();
            match size == 1.0 {
                true => add(b, &name(i)),
                false => add(b, &format!("{} {}", rounded(size, 4), name(i))),
            }
        }
        if self.terms.len() > SHOWN_TERMS {
            add(1.0, &count(self.terms.len() - SHOWN_TERMS, "more term"));
        }
        if self.constant != 0.0 || self.terms.is_empty() {
            add(self.constant, &rounded(self.constant.abs(), 4).to_string());
        }
        text
    }
}
