//! The equations as a model of lavaan: `river ~ rain + snow`.
//!
//! The estimates stand in comments above their equation; lavaan finds its own. A variable without any
//! edge has `x ~~ x`, so that it is part of the model.
//!
//! Names are made what R's `make.names(unique = TRUE)` makes of them, so that they are the columns of the
//! same table read by R's `read.csv`; comments tell which name became which.

use std::io::{self, Write};

use super::identifiers::distinct;
use crate::document::{Document, Edge};
use crate::error::{Error, Result};

/// Words that R keeps for itself.
const RESERVED: [&str; 20] = [
    "NULL",
    "NA",
    "TRUE",
    "FALSE",
    "Inf",
    "NaN",
    "NA_integer_",
    "NA_real_",
    "NA_character_",
    "NA_complex_",
    "function",
    "while",
    "repeat",
    "for",
    "if",
    "in",
    "else",
    "next",
    "break",
    "...",
];

/// R takes no longer symbol than 10 000 bytes; four for each of these characters are well within.
const LONGEST: usize = 2000;

/// Writes the model.
pub fn write(document: &Document, out: &mut dyn Write) -> Result<()> {
    if !document.has_equations() {
        return Err(Error::NoEquations { what: "a model of lavaan" });
    }
    if !document.is_linear() {
        return Err(Error::NotLinear { what: "a model of lavaan" });
    }
    let links = document.links()?;
    write_model(document, &links, out).map_err(Error::Write)
}

fn write_model(
    document: &Document,
    links: &[(usize, usize)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = distinct(&document.variables, syntactic);
    write_head(document, out)?;
    for (name, original) in names.iter().zip(&document.variables) {
        if name != original {
            writeln!(out, "# {name} = {}", in_comment(original))?;
        }
    }
    let mut parents: Vec<Vec<(usize, &Edge)>> = vec![vec![]; names.len()];
    let mut is_cause = vec![false; names.len()];
    for (edge, &(i, j)) in document.edges.iter().zip(links) {
        parents[j].push((i, edge));
        is_cause[i] = true;
    }
    for (j, parents) in parents.iter().enumerate() {
        let target = &names[j];
        if !parents.is_empty() {
            write_equation(target, parents, &names, out)?;
        } else if !is_cause[j] {
            writeln!(out, "\n{target} ~~ {target}")?;
        }
    }
    Ok(())
}

fn write_head(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# fit <- lavaan::lavaan(model, data, auto.var = TRUE)")?;
    writeln!(out, "# (sem() would let noises covary, which this graph does not.)")?;
    if document.edges.iter().any(|edge| !edge.directed) {
        writeln!(
            out,
            "# Some directions are one choice of several that fit as well: those marked"
        )?;
        writeln!(out, "# \"may point either way\".")?;
    }
    Ok(())
}

/// Comments come first: a reader that drops the last line break may not know one at the end.
fn write_equation(
    target: &str,
    parents: &[(usize, &Edge)],
    names: &[String],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out)?;
    for (i, edge) in parents {
        let weight = edge.weight.map_or("?".into(), |weight| weight.to_string());
        write!(out, "#   {weight} * {}", names[*i])?;
        if let Some(std_error) = edge.std_error {
            write!(out, ", std error {std_error}")?;
        }
        writeln!(out, "{}", if edge.directed { "" } else { ", may point either way" })?;
    }
    let sources: Vec<&str> = parents.iter().map(|(i, _)| names[*i].as_str()).collect();
    writeln!(out, "{target} ~ {}", sources.join(" + "))
}

/// The name that R would give a column: letters, digits, `.` and `_`, a letter or `.` first.
fn syntactic(name: &str) -> String {
    let is_letter = |c: &char| c.is_alphabetic();
    let mut start = name.chars();
    let is_good_start = match (start.next(), start.next()) {
        (Some('.'), second) => !second.is_some_and(|c| c.is_ascii_digit()),
        (first, _) => first.as_ref().is_some_and(is_letter),
    };
    let is_allowed = |c: &char| is_letter(c) || c.is_ascii_digit() || *c == '.' || *c == '_';
    let allowed = name.chars().map(|c| if is_allowed(&c) { c } else { '.' });
    let prefix = if is_good_start { "" } else { "X" };
    let mut text: String = prefix.chars().chain(allowed).take(LONGEST).collect();
    if RESERVED.contains(&text.as_str()) || is_argument(&text) {
        text.push('.');
    }
    text
}

/// ..1, ..2 and so on are arguments in R.
fn is_argument(text: &str) -> bool {
    let digits = text.strip_prefix("..").unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A name as JSON, on one line whatever a reader takes for the end of one, or of a formula.
fn in_comment(name: &str) -> String {
    let mut text = String::from("\"");
    for c in name.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            ';' | '\u{2028}' | '\u{2029}' => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c if c.is_control() => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::super::attributes::samples::{HOSTILE, fit, hostile, river, text};
    use super::*;

    #[test]
    fn a_small_fit() {
        let file = text(write, &river());
        let (head, model) = file.split_once("\n\n").unwrap();
        assert!(head.contains("auto.var = TRUE") && head.contains("may point either way"));
        let expected = "#   -0.5 * rain, std error 0.125\nriver ~ rain\n\n\
            #   -1 * river, may point either way\nharvest ~ river\n";
        assert_eq!(model, expected);
        let names = ["a", "b c", "d", "e"];
        let file = text(write, &fit(&names, &[(0, 2, true), (1, 2, true)]));
        let (head, model) = file.split_once("\n\n").unwrap();
        assert!(head.ends_with("\n# b.c = \"b c\"") && !head.contains("either way"), "{head}");
        let expected = "#   -0.5 * a, std error 0.125\n#   -1 * b.c, std error 0.125\nd ~ a + b.c\n\n\
            e ~~ e\n";
        assert_eq!(model, expected);
    }

    #[test]
    fn names_are_those_of_r() {
        let names =
            ["ok", "a b", "1a", ".1a", ".a", "_a", "if", "NA", "...", "..1", "日本", "🙂", "<x>"];
        let expected = [
            "ok", "a.b", "X1a", "X.1a", ".a", "X_a", "if.", "NA.", "....", "..1.", "日本", "X.",
            "X.x.",
        ];
        assert_eq!(names.map(syntactic), expected);
        assert_eq!(syntactic(&"x".repeat(1_000_000)).len(), LONGEST);
    }

    #[test]
    fn names_stay_names() {
        assert_eq!(in_comment("\"\n;\u{2028}\\"), r#""\"\u000a\u003b\u2028\\""#);
        let file = text(write, &hostile());
        let ends_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        assert!(file.lines().all(|line| !line.contains(ends_line)));
        let of_model = |line: &&str| !line.is_empty() && !line.starts_with('#');
        assert_eq!(file.lines().filter(of_model).count(), HOSTILE.len() - 1);
        assert!(!file.lines().last().unwrap().starts_with('#'));
    }
}
