//! What stands beside the variables of a row: its weight and the label of its group.

use super::{Missing, Options};
use crate::data::Block;
use crate::error::{Error, Result};
use crate::text::quoted;

/// Refuses weights that are negative or, unless such rows go, missing. `row` is how many rows of the
/// file came before.
pub(super) fn check_weights(block: &Block, row: u64, missing: Missing) -> Result<()> {
    let bad = |w: &f64| *w < 0.0 || (w.is_nan() && missing != Missing::DropRows);
    match block.weights.iter().flatten().enumerate().find(|(_, w)| bad(w)) {
        Some((r, &weight)) => Err(Error::BadWeight { row: row as usize + r + 1, weight }),
        None => Ok(()),
    }
}

/// Refuses labels that are missing, unless such rows go, and forgets those that nobody asked for.
pub(super) fn check_groups(block: &mut Block, row: u64, options: &Options) -> Result<()> {
    let Some(column) = &options.groups else {
        block.groups = None;
        return Ok(());
    };
    let labels = block.groups.as_deref().unwrap_or_default();
    let (expected, found) = (block.columns.first().map_or(0, Vec::len), labels.len());
    if found != expected {
        let what = format!("labels of rows in {}", quoted(column));
        return Err(Error::Shape { what, expected, found });
    }
    match labels.iter().position(|label| label.is_missing()) {
        Some(r) if options.missing != Missing::DropRows => {
            Err(Error::MissingLabel { row: row + r as u64 + 1, column: column.clone() })
        }
        _ => Ok(()),
    }
}
