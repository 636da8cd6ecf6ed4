//! Which options get past an error.

use super::{Error, TextColumn, TextKind};
use crate::voice::Remedy;

/// The part of the rows that may go for a few missing values: beyond a twentieth, filling them in keeps more.
const FEW_ROWS: u64 = 20;

impl Error {
    /// One way past it: all of these options together, ready to be given. None where only the user knows
    /// what to do.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            Error::TextColumns { columns, .. } => of_text(columns),
            Error::Thousands { .. } => vec![Remedy::switch("thousands")],
            Error::NoHeader { wanted: false, .. } => vec![Remedy::set("header", "no")],
            Error::EmptyColumn { column } => vec![Remedy::drop(column)],
            Error::EmptyName { .. } => vec![Remedy::drop("")],
            Error::DuplicateName { name, .. } => vec![Remedy::drop(name)],
            Error::NotFinite { column, .. }
            | Error::Logarithm { column, .. }
            | Error::BadScale { column, .. } => vec![Remedy::drop(column)],
            Error::IdenticalColumns { second, .. } => vec![Remedy::drop(second)],
            Error::DecimalComma { .. } => vec![Remedy::switch("decimal_comma")],
            Error::MissingLabel { .. } => vec![Remedy::set("missing", "drop-rows")],
            Error::BadWeight { weight, .. } if weight.is_nan() => {
                vec![Remedy::set("missing", "drop-rows")]
            }
            Error::MissingValues { cells, rows, complete, .. } => {
                of_missing(cells, *rows, *complete)
            }
            Error::NoCompleteRow { .. } => vec![Remedy::set("missing", "iterative")],
            Error::Collinear { .. } => vec![Remedy::set("collinear", "drop")],
            Error::TooFewFolds { .. } => vec![Remedy::set("select", "ebic")],
            _ => vec![],
        }
    }
}

/// Text goes, words among numbers are missing values, and what could be a number but is none goes by its name.
fn of_text(columns: &[TextColumn]) -> Vec<Remedy> {
    let mut remedies = vec![];
    if columns.iter().any(|column| column.kind == TextKind::Text) {
        remedies.push(Remedy::set("text", "drop"));
    }
    let mut tokens: Vec<&String> = vec![];
    for TextColumn { name, words, kind, .. } in columns {
        match kind {
            TextKind::Tokens => tokens.extend(words),
            TextKind::Amounts | TextKind::Times | TextKind::Other => {
                remedies.push(Remedy::drop(name))
            }
            TextKind::Text | TextKind::TwoValues => {}
        }
    }
    tokens.sort();
    tokens.dedup();
    if !tokens.is_empty() {
        remedies.push(Remedy::token("usual"));
        remedies.extend(tokens.into_iter().map(Remedy::token));
    }
    remedies
}

/// Columns that are mostly missing go: what would be filled in would be most of them. Then rows go if that costs
/// hardly any, since nothing need be made up; or else values are filled in.
fn of_missing(cells: &[(String, u64)], rows: u64, complete: u64) -> Vec<Remedy> {
    let mostly = cells.iter().filter(|(_, missing)| 2 * missing > rows);
    let mut remedies: Vec<Remedy> = mostly.map(|(column, _)| Remedy::drop(column)).collect();
    if remedies.len() == cells.len() {
        return remedies;
    }
    let few = remedies.is_empty() && complete >= 2 && FEW_ROWS * (rows - complete) <= rows;
    remedies.push(Remedy::set("missing", if few { "drop-rows" } else { "iterative" }));
    remedies
}
