//! Why work could not be done.

use crate::error::Error;
use crate::text::{agreeing, count, quoted, shown};
use crate::voice::Voice;

/// Methods and their options.
pub fn methods(error: &Error, _: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::Option { name, value, expected } => {
            format!("{name} = {}: expected {expected}", shown(value, 200))
        }
        Error::NoSuchMethod { name, there } => {
            format!("there is no method {}; there are {}", quoted(name), there.join(", "))
        }
        Error::NoSuchOption { method, key, there } => {
            let there = if there.is_empty() { "none".into() } else { there.join(", ") };
            format!("{method} has no option {}; it has {there}", quoted(key))
        }
        Error::NoSuchParameter { method, parameter, there } => {
            let there = if there.is_empty() { "none".into() } else { there.join(", ") };
            format!("{parameter}: {method} has no path over it; it has {there}")
        }
        Error::NotForMethod { method, what } => {
            format!(
                "the method {method} cannot take {what}; give it other data or options, or take another method"
            )
        }
        Error::TooManyToProve { variables, most } => format!(
            "the method exact goes through all sets of variables, of which there may be {most}; here: {variables}. \
             Take the method search, leave columns out, or say more of what comes first (tiers divide the work)"
        ),
        Error::FewRowsForMethod { method, rows, least } => format!(
            "the method {method} needs at least {} for the functions of a variable; here: {rows}; take \
             another method",
            count(*least, "row")
        ),
        Error::FewValuesForMethod { method, column, values, least } => format!(
            "column {} has only {} that can be told apart; the method {method} needs at least {least} to draw a \
             curve through: take out a value that lies far from all others, leave the column out, or take \
             another method",
            quoted(column),
            count(*values, "value")
        ),
        Error::Stopped { status, before } => format!("stopped ({status}) {before}"),
        Error::StartOverflows { norm } => format!(
            "the penalty overflows at the start (‖W‖ = {norm:e}); start from smaller weights or use a \
             smaller alpha"
        ),
        _ => return None,
    })
}

/// Rows that are dealt or drawn.
pub fn refits(error: &Error, _: &dyn Voice) -> Option<String> {
    Some(match error {
        Error::NoRowsToDraw => {
            "moments have no rows to draw from: give the table they were made of".into()
        }
        Error::FewerUnitsThanFolds { folds, unit, found } => format!(
            "{folds} parts of the rows are wanted, but there {} only {}: ask for fewer",
            agreeing(*found, "is", "are"),
            count(*found, unit)
        ),
        Error::TooFewUnits { unit, found } => format!(
            "there is only {} of rows to draw from; at least two are needed",
            count(*found, unit)
        ),
        Error::OtherRefits { how } => format!(
            "these refits belong to another run: they are {how}; give another file or remove this one"
        ),
        Error::NoRefit { refits, reason } => format!(
            "none of {} found a graph; the first failed because: {}",
            count(*refits, "refit"),
            shown(reason, 1000)
        ),
        Error::TooFewFolds { folds, left_out, column } => format!(
            "cross-validation: outside of each of {left_out} of {} a column hardly varies (the first: \
             {}), so that fewer than two folds are left; leave the column out or use the extended BIC",
            count(*folds, "fold"),
            quoted(column)
        ),
        _ => return None,
    })
}
