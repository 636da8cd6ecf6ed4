//! What is wrong with a file.

use super::advice;
use crate::error::Error;
use crate::text::{agreeing, count, listed, quoted, shown};
use crate::voice::Voice;

/// Text in which no table can be seen.
pub fn text(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::EmptyInput => {
            "the input is empty: expected a header line with the variable names, then \
                              one line per row"
                .into()
        }
        Error::NoRows => "there are no rows below the header".into(),
        Error::NoHeader { first, wanted: true } => format!(
            "the first line has only numbers ({}, …): the header with the variable names is missing; \
             put a line with names above the numbers",
            shown(first, 40)
        ),
        Error::NoHeader { first, wanted: false } => format!(
            "the first line looks like a row, not like names of columns ({}, …): say whether it has the names ({}) or \
             not ({}; they are then x1, x2, …)",
            shown(first, 40),
            voice.option("header", Some("yes")),
            advice(error, voice)
        ),
        Error::RaggedRow { line, expected, found } => {
            let fields = count(*expected, "field");
            format!("line {line}: expected {fields} as in the header, found {found}")
        }
        Error::NotUtf8 { line } => {
            format!("line {line}: not valid UTF-8 text; save the file as UTF-8")
        }
        Error::Utf16 => "the text is UTF-16 (\"Unicode\"); save the file as UTF-8".into(),
        Error::OpenQuote { line } => {
            format!("line {line}: the quote that opens here is never closed; close it or remove it")
        }
        Error::LongField { line, limit } => format!(
            "line {line}: a field of more than {limit} bytes; is a closing quote missing there, or is \
             this no delimited text?"
        ),
        Error::LongRecord { line, limit } => format!(
            "line {line}: a row of more than {limit} bytes; are line ends missing, or is this no \
             delimited text?"
        ),
        _ => return None,
    })
}

/// Files that cannot be read or written.
pub fn formats(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::Read(why) => format!("could not read the input: {}", shown(&why.to_string(), 400)),
        Error::Write(why) => format!("could not write: {}", shown(&why.to_string(), 400)),
        Error::NoSuchSheet { name, there } => format!(
            "no sheet is named {}; there {} {}",
            quoted(name),
            agreeing(there.len(), "is", "are"),
            shown(&listed(there.iter(), there.len()), 400)
        ),
        Error::NotBuiltIn { what, feature } => {
            format!("this program was built without {what}; build it with the feature {feature}")
        }
        Error::WrongContent { found, wanted } => found.instead_of(*wanted, voice),
        Error::Format { format, problem } => {
            format!("not a valid {format} file: {}", shown(problem, 400))
        }
        _ => return None,
    })
}

/// Cells that are no numbers.
pub fn cells(error: &Error, voice: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::NotANumber { line, column, text } => format!(
            "line {line}, column {}: {} is not a number; leave the column out or code it as numbers",
            quoted(column),
            quoted(text)
        ),
        Error::DecimalComma { line, column, text } => format!(
            "line {line}, column {}: {} has a decimal comma; say so ({}) or write a decimal point",
            quoted(column),
            quoted(text),
            advice(error, voice)
        ),
        Error::DecimalPoint { line, column, text } => format!(
            "line {line}, column {}: {} has a decimal point, but decimal commas are asked for; leave {} \
             out if points are the rule, or remove points between thousands",
            quoted(column),
            quoted(text),
            voice.option("decimal_comma", None)
        ),
        Error::Thousands { place, column, text, .. } => format!(
            "{}, column {}: {} may have a separator of thousands ({}) or a decimal mark ({}); say which",
            shown(place, 40),
            quoted(column),
            quoted(text),
            voice.option("thousands", None),
            match text.contains(',') {
                true => voice.option("decimal_comma", None),
                false => format!("no {}", voice.option("decimal_comma", None)),
            }
        ),
        Error::MissingValue { place, column } => format!(
            "{}, column {}: the value is missing; here every cell must be a number",
            shown(place, 40),
            quoted(column)
        ),
        Error::NotFinite { place, column, value } => format!(
            "{}, column {}: {} is not a finite number; if it stands for a missing value, say so ({}), or \
             else remove such rows",
            shown(place, 40),
            quoted(column),
            shown(value, 40),
            voice.option("missing_tokens", None)
        ),
        _ => return None,
    })
}

/// Moments where there should be rows, and the other way round.
pub fn moments(error: &Error, voice: &dyn Voice) -> Option<String> {
    let join = || format!("{} with {}", voice.verb("moments"), voice.option("merge", None));
    Some(match error {
        Error::NeedsRows { option, value, what } => {
            let option = voice.option(option, *value);
            format!("{option} needs the rows of a table, and {what} has none")
        }
        Error::NotCounted { why } => format!(
            "{} needs to know how far rows depend on each other, and that cannot be told: {}",
            voice.option("effective_rows", None),
            shown(why, 200)
        ),
        Error::NothingToAdd { what } => {
            format!("nothing can be added to {what}; files of moments are joined by {}", join())
        }
        Error::MomentsAmongTables => format!(
            "a file of moments among tables; reduce the tables by {}, then join all by {}",
            voice.verb("moments"),
            join()
        ),
        Error::NotMoments => "not a file of moments; only such files can be joined".into(),
        Error::AlreadyMoments => {
            format!("these are moments already; several are joined by {}", join())
        }
        _ => return None,
    })
}
