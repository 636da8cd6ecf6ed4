//! How a search ended, and what the reader of its result should know.

use serde::{Deserialize, Serialize};

use crate::error::quoted;

/// How a search ended. None of these is an error: the best iterate is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The stopping rule was met.
    Converged,
    /// The iteration limit came first.
    IterationLimit,
    /// The observer asked to stop because time was up.
    TimeLimit,
    /// The observer asked to stop, as for Ctrl-C.
    Interrupted,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Status::Converged => "converged",
            Status::IterationLimit => "iteration limit",
            Status::TimeLimit => "time limit",
            Status::Interrupted => "interrupted",
        })
    }
}

/// Quoted names, at most so many that a sentence bears.
fn listed(names: &[String]) -> String {
    const MOST: usize = 5;
    let mut shown: Vec<String> =
        names.iter().take(MOST).map(|name| quoted(name).to_string()).collect();
    if names.len() > MOST {
        shown.push(format!("{} more", names.len() - MOST));
    }
    shown.join(", ")
}

/// Something the reader of a result should know. Displayed as one sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Warning {
    /// A column that never changes.
    #[error("column {} is constant ({value}) and was left out", quoted(.column))]
    ConstantColumn {
        /// Its name.
        column: String,
        /// Its value.
        value: f64,
    },
    /// A parent that is a linear combination of the other parents of the same child.
    #[error(
        "{parent} -> {child} was dropped: {parent} is a linear combination of the other parents of \
         {child}",
        parent = quoted(.parent), child = quoted(.child)
    )]
    CollinearParent {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
    },
    /// A parent whose least-squares weight is negative where only positive ones are allowed.
    #[error(
        "{} -> {} was dropped: by least squares its weight is negative",
        quoted(.parent), quoted(.child)
    )]
    NegativeParent {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
    },
    /// Columns whose units differ so much that one λ cannot suit all.
    #[error(
        "the variance of {} is {ratio:.0e} times that of {}: edges and directions follow the \
         units; bring the columns to similar scales",
        quoted(.large), quoted(.small)
    )]
    UnevenScales {
        /// The column that varies least.
        small: String,
        /// The column that varies most.
        large: String,
        /// The ratio of their variances.
        ratio: f64,
    },
    /// As many parents as rows: the fit is exact and says nothing about error.
    #[error(
        "{} has {parents} parents but there are only {rows} rows; no standard errors",
        quoted(.child)
    )]
    SaturatedNode {
        /// The child.
        child: String,
        /// How many parents it has.
        parents: usize,
        /// How many rows there are.
        rows: u64,
    },
    /// A variable that its parents explain entirely.
    #[error(
        "{} is a linear combination of {}, so nothing is left to tell causes from; keep one fewer \
         of these columns",
        quoted(.child), listed(.parents)
    )]
    PerfectFit {
        /// The variable.
        child: String,
        /// Its parents.
        parents: Vec<String>,
    },
    /// A variable whose parents are as many as the search allows.
    #[error(
        "{} was given {parents} parents, the most that {rows} rows allow; there may be more",
        quoted(.child)
    )]
    MostParents {
        /// The variable.
        child: String,
        /// How many parents it has.
        parents: usize,
        /// How many rows there are.
        rows: u64,
    },
    /// No more rows than variables.
    #[error(
        "{rows} rows for {variables} variables: expect errors, and collect more rows or drop \
         variables before trusting single edges"
    )]
    FewRows {
        /// Rows.
        rows: u64,
        /// Variables.
        variables: usize,
    },
    /// The search stopped early.
    #[error("stopped early ({status}); the best result so far is given")]
    StoppedEarly {
        /// Why.
        status: Status,
    },
}

impl Warning {
    /// Whether it is about the least-squares equations of a graph, so that it does not outlive
    /// that graph.
    pub(crate) fn is_about_equations(&self) -> bool {
        matches!(
            self,
            Warning::CollinearParent { .. }
                | Warning::NegativeParent { .. }
                | Warning::SaturatedNode { .. }
        )
    }
}
