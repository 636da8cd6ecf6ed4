//! What the reader of a result should know.

use crate::text::quoted;
use crate::voice::Voice;
use crate::watch::Status;

fn listed(names: &[String]) -> String {
    crate::text::listed(names.iter(), names.len())
}

fn shortened(equations: &[String]) -> String {
    crate::text::shortened(equations.iter().cloned(), equations.len(), "; ")
}

/// `"a", "b" have two values and "c" a few`.
fn few_values(binary: &[String], codes: &[String]) -> String {
    let has = |names: &[String]| if names.len() == 1 { "has" } else { "have" };
    match (binary, codes) {
        (binary, []) => format!("{} {} two values", listed(binary), has(binary)),
        ([], codes) => format!("{} {} only a few values", listed(codes), has(codes)),
        (binary, codes) => {
            format!("{} {} two values, {} only a few", listed(binary), has(binary), listed(codes))
        }
    }
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
    /// Columns that seem to number the rows.
    #[error(
        "{} {}: numbers of rows or people are no measurements; leave {} out by --drop",
        listed(.columns),
        if .columns.len() == 1 { "looks like an identifier" } else { "look like identifiers" },
        if .columns.len() == 1 { "it" } else { "them" },
    )]
    LooksLikeIdentifier {
        /// Their names.
        columns: Vec<String>,
    },
    /// Columns with few different values.
    #[error(
        "{}: equations take such columns for measurements; that is rough for yes or no, and wrong for \
         codes without an order",
        few_values(.binary, .codes)
    )]
    FewValues {
        /// Columns with two values.
        binary: Vec<String>,
        /// Columns with a few more.
        codes: Vec<String>,
    },
    /// Missing values were filled in, but not until nothing changed.
    #[error(
        "filling in missing values was stopped after {rounds} rounds, before nothing changed any more"
    )]
    ImputationStopped {
        /// Rounds of regressions.
        rounds: usize,
    },
    /// Columns of which more than a fifth was filled in.
    #[error(
        "more than a fifth of the values of {} was filled in: edges at such columns are partly made \
         by that; leave them out by --drop, or compare with --missing drop-rows",
        listed(.columns)
    )]
    MostlyFilled {
        /// Their names.
        columns: Vec<String>,
    },
    /// Columns about which tiers say nothing.
    #[error(
        "{} in no tier: nothing is ruled about {}; a line with * puts all others into one",
        match .columns.len() {
            1 => format!("{} is", listed(.columns)),
            _ => format!("{} are", listed(.columns)),
        },
        if .columns.len() == 1 { "it" } else { "them" },
    )]
    Untiered {
        /// Their names.
        columns: Vec<String>,
    },
    /// Columns that are linear combinations of others and were left out.
    #[error("{} left out: {}", listed(.columns), shortened(.combinations))]
    CollinearDropped {
        /// The equations that hold in every row.
        combinations: Vec<String>,
        /// The columns left out.
        columns: Vec<String>,
    },
    /// Columns that are linear combinations of others, kept as was asked.
    #[error("{}: which of these columns acts on which cannot be told", shortened(.combinations))]
    CollinearKept {
        /// The equations that hold in every row.
        combinations: Vec<String>,
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
    /// Two columns of one variance that depend on each other and got no edge.
    #[error(
        "{} and {} have the same variance and, their parents held fixed, a correlation of \
         {correlation:.2}, yet neither direction won and there is no edge; the order search \
         decides by more than variances",
        quoted(.first), quoted(.second)
    )]
    Tie {
        /// One column.
        first: String,
        /// The other.
        second: String,
        /// The correlation of their residuals.
        correlation: f64,
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
    /// A fold of a cross-validation that was left out.
    #[error(
        "fold {fold} was left out of the cross-validation: without its rows column {} hardly \
         varies; use more folds or leave the column out",
        quoted(.column)
    )]
    FoldLeftOut {
        /// Number of the fold, from 1.
        fold: usize,
        /// The column.
        column: String,
    },
    /// A path of values that was not followed to its end.
    #[error("only {compared} of {wanted} values of {parameter} were compared before the stop")]
    PathCutShort {
        /// Name of the option.
        parameter: &'static str,
        /// Values compared.
        compared: usize,
        /// Values wanted.
        wanted: usize,
    },
    /// A required edge of which the data show little.
    #[error(
        "{} -> {} is required, but the data show little of it (t = {t:.1})",
        quoted(.parent), quoted(.child)
    )]
    WeakRequiredEdge {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
        /// Weight / standard error.
        t: f64,
    },
    /// The search stopped early.
    #[error("stopped early ({status}); the best result so far is given")]
    StoppedEarly {
        /// Why.
        status: Status,
    },
}

impl Warning {
    /// The sentence in the words of a front end.
    pub fn said(&self, _voice: &dyn Voice) -> String {
        self.to_string()
    }

    /// Whether it is about the least-squares equations of a graph, so that it does not outlive
    /// that graph.
    pub fn is_about_equations(&self) -> bool {
        matches!(
            self,
            Warning::CollinearParent { .. }
                | Warning::NegativeParent { .. }
                | Warning::Tie { .. }
                | Warning::SaturatedNode { .. }
                | Warning::WeakRequiredEdge { .. }
        )
    }
}
