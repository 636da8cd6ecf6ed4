//! What is wrong with a table.

use std::cmp::Reverse;

use super::{advice, text};
use crate::error::Error;
use crate::text::{agreeing, bytes, count, listed, quoted, shortened, shown};
use crate::voice::Voice;

/// Columns that are not what they should be.
pub fn columns(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::TextColumns { columns, example } => text::said(columns, example, voice),
        Error::UnknownLevel { place, column, value, levels } => format!(
            "{}, column {}: {} is in none of the places of its order: {}; give it one ({}), or say that it stands \
             for a missing value ({})",
            shown(place, 40),
            quoted(column),
            quoted(value),
            listed(levels.iter(), levels.len()),
            voice.option("ordered", None),
            voice.option("missing_tokens", None)
        ),
        Error::NoSuchColumn { pattern, columns } => {
            format!("no column is named {}; there are {}", quoted(pattern), shown(columns, 600))
        }
        Error::DuplicateName { name, first, second } => format!(
            "columns {first} and {second} are both named {}; rename one of them, or leave both out ({})",
            quoted(name),
            advice(error, voice)
        ),
        Error::EmptyName { column } => format!(
            "column {column} has no name in the header; name it, or leave a column of row numbers out \
             ({})",
            advice(error, voice)
        ),
        Error::TooManyColumns { limit } => format!(
            "more than {limit} columns; choose some of them ({}, {})",
            voice.option("columns", None),
            voice.option("drop", None)
        ),
        Error::WeightsAndGroups { column } => format!(
            "column {} cannot hold both row weights and groups; name another column for one of them",
            quoted(column)
        ),
        Error::LabelType { column, kind } => format!(
            "column {} is of type {}, which cannot say to which group a row belongs; store it as text or \
             numbers",
            quoted(column),
            shown(kind, 200)
        ),
        Error::EmptyColumn { column } => format!(
            "column {} has no values at all; leave it out by {}",
            quoted(column),
            advice(error, voice)
        ),
        Error::Collinear { combinations, columns } => format!(
            "{}. No data can tell what acts on what among them. Leave {} out: {} does (or {} with columns \
             of your choice); {} learns with all of them",
            shortened(combinations.iter().map(|c| shown(c, 400)), combinations.len(), "; "),
            agreeing(columns.len(), "one of these columns", "one column of each"),
            advice(error, voice),
            voice.option("drop", None),
            voice.option("collinear", Some("keep"))
        ),
        _ => return None,
    })
}

/// Values that are missing or cannot be used.
pub fn values(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::MissingValues { column, row, cells, rows, complete } => {
            let all: u64 = cells.iter().map(|missing| missing.1).sum();
            format!(
                "{all} {} missing: {}; the first is in row {row}, column {}. Say what should become of \
                 {}: {} (leaves {complete} of {rows} rows), mean or iterative; or leave columns out by {}",
                agreeing(all, "value is", "values are"),
                by_column(cells),
                quoted(column),
                agreeing(all, "it", "them"),
                voice.option("missing", Some("drop-rows")),
                voice.option("drop", None)
            )
        }
        Error::NoCompleteRow { cells } => format!(
            "no row is complete: missing are {}; leave columns out by {}, or fill values in by {}",
            by_column(cells),
            voice.option("drop", None),
            advice(error, voice)
        ),
        Error::MissingLabel { row, column } => format!(
            "row {row}, column {}: nothing says to which group the row belongs; fill it in, or leave such \
             rows out ({}). If the word there is the name of a group, say what stands for a missing value \
             instead ({})",
            quoted(column),
            advice(error, voice),
            voice.option("missing_tokens", None)
        ),
        Error::BadWeight { weight: 0.0, .. } => "all row weights are zero".into(),
        Error::BadWeight { row, weight } if weight.is_nan() => {
            format!(
                "row {row}: the weight is missing; {} leaves such rows out",
                advice(error, voice)
            )
        }
        Error::BadWeight { row, weight } => {
            format!("row {row}: the weight {weight} is not a finite number ≥ 0")
        }
        Error::Logarithm { row, column, value, transform, remedy } => {
            format!(
                "row {row}, column {}: there is no {transform} of {value}; {remedy}",
                quoted(column)
            )
        }
        _ => return None,
    })
}

/// Numbers of rows and columns, and how these vary.
pub fn sizes(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::Shape { what, expected, found } => {
            format!("{}: expected {expected}, found {found}", shown(what, 200))
        }
        Error::PartsDiffer { what } => format!(
            "the parts were not prepared alike: {what} differ; compute them again with the same options"
        ),
        Error::TooFewColumns { names } => {
            format!("a graph needs at least two columns that vary; here: {}", shown(names, 400))
        }
        Error::TooFewRows { rows } => format!("at least two rows are needed; here: {rows}"),
        Error::NothingToLearn { rows, columns, least, usual } => format!(
            "nothing can be learned from {} of {}: with fewer than {least}, columns that have nothing to do \
             with each other look strongly related as often as not. For {} it takes as a rule about {usual} \
             rows to tell a correlation of one half from chance",
            count(*rows, "row"),
            count(*columns as u64, "column"),
            count(*columns as u64, "column"),
        ),
        Error::TooLarge { columns, rows, needed, free } => format!(
            "there is not enough memory: {} {} about {}, and {} are free; choose some of the columns ({}, \
             {}), or give it more memory",
            count(*columns as u64, "column"),
            match rows {
                0 => "take at least".into(),
                rows => format!("of {} take", count(*rows, "row")),
            },
            bytes(*needed),
            bytes(*free),
            voice.option("columns", None),
            voice.option("drop", None)
        ),
        Error::IdenticalColumns { first, second } => format!(
            "columns {} and {} are identical; remove one of them",
            quoted(first),
            quoted(second)
        ),
        Error::BadScale { column, variance } => format!(
            "column {}: its variance is {variance:e}: its numbers are so {} that their squares are lost in double \
             precision; write it in another unit, or leave it out ({})",
            quoted(column),
            if *variance < 1.0 { "small" } else { "large" },
            voice.column("drop", column)
        ),
        _ => return None,
    })
}

/// `"a" 3, "b" 1 and 5 more`, most first.
fn by_column(cells: &[(String, u64)]) -> String {
    let mut cells: Vec<&(String, u64)> = cells.iter().collect();
    cells.sort_by_key(|missing| Reverse(missing.1));
    let words = cells.iter().map(|(column, count)| format!("{} {count}", quoted(column)));
    shortened(words, cells.len(), ", ")
}
