//! What was counted, in plain sentences.

use super::Consensus;
use super::refit::{Outcome, Refit, Task};
use super::support::{Kind, Unit};
use crate::text::{agreeing, count, listed};

/// What no refit sees.
pub const LIMITS: &str = "Frequencies tell what other rows of the same kind would give. They do not see hidden common \
                          causes, and a wrong assumption is wrong in every refit.";

impl Unit {
    /// One of them.
    pub(super) fn name(self) -> &'static str {
        match self {
            Unit::Rows => "row",
            Unit::Groups => "group",
            Unit::Blocks => "block",
        }
    }
}

/// What the reader should know.
pub fn remarks(task: &Task<'_>, refits: &[Refit], found: &Consensus) -> Vec<String> {
    let mut said = vec![how(task, refits.len())];
    said.extend(constant(task, refits));
    said.extend(failed(refits));
    let names = task.names();
    for &(i, j) in &found.dropped {
        let (cause, effect) = (&names[i], &names[j]);
        said.push(format!(
            "{cause:?} -> {effect:?} is claimed often enough, but would close a cycle with edges that \
             are claimed more often; it was left out."
        ));
    }
    said.push(LIMITS.into());
    said
}

fn how(task: &Task<'_>, finished: usize) -> String {
    let plan = task.plan;
    let units = count(plan.units() as u64, plan.unit().name());
    let of = match plan.unit() {
        Unit::Rows => units,
        Unit::Groups => format!("{units} ({})", count(plan.rows() as u64, "row")),
        Unit::Blocks => {
            format!("{units} of consecutive rows ({})", count(plan.rows() as u64, "row"))
        }
    };
    let drawn = match plan.kind() {
        Kind::Folds => format!("each without one of {} folds of {of}", plan.refits()),
        Kind::Bootstrap => format!("each from {of} drawn with replacement"),
        Kind::Subsample => format!("each from half of {of}"),
    };
    let done = match finished == plan.refits() {
        true => count(finished as u64, "refit"),
        false => format!("{finished} of {}", count(plan.refits() as u64, "refit")),
    };
    format!("{done}, {drawn}; seed {}.", plan.seed())
}

fn constant(task: &Task<'_>, refits: &[Refit]) -> Option<String> {
    let mut columns: Vec<usize> = refits.iter().flat_map(|r| r.left_out.clone()).collect();
    columns.sort_unstable();
    columns.dedup();
    // A file may say anything.
    columns.retain(|&j| j < task.names().len());
    let without = refits.iter().filter(|refit| !refit.left_out.is_empty()).count();
    let names = listed(columns.iter().map(|&j| &task.names()[j]), columns.len());
    (!columns.is_empty()).then(|| {
        format!(
            "{names} did not vary in {}: these say nothing about such a column, and its shares are of \
             the others.",
            count(without as u64, "refit")
        )
    })
}

fn failed(refits: &[Refit]) -> Option<String> {
    let reasons: Vec<&String> = refits
        .iter()
        .filter_map(|refit| match &refit.outcome {
            Outcome::Failed(reason) => Some(reason),
            Outcome::Found(_) => None,
        })
        .collect();
    let first = reasons.first()?;
    let are = agreeing(reasons.len(), "is", "are");
    Some(format!(
        "{} found no graph and {are} not counted; the first: {first}.",
        count(reasons.len() as u64, "refit")
    ))
}
