//! What the reader of a result should know.

mod rows;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use rows::which;
pub use rows::{Advice, DependentRows, RowsAndEdges};

use crate::voice::{Plain, Remedy, Voice};
use crate::watch::Status;

/// Something the reader of a result should know. Said in one sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Warning {
    /// A column that never changes.
    ConstantColumn {
        /// Its name.
        column: String,
        /// Its value.
        value: f64,
    },
    /// A column of one word.
    ConstantWord {
        /// Its name.
        column: String,
        /// The word.
        word: String,
    },
    /// The first column, which names or numbers the rows and has no name itself.
    RowNames {
        /// What stands in the header above it.
        column: String,
    },
    /// A table whose first line is a row, so that its columns got names.
    NoHeader {
        /// How many.
        columns: usize,
    },
    /// Columns of two words, which became 0 and 1.
    TwoValues {
        /// Each with what is 0 and what is 1.
        columns: Vec<(String, String, String)>,
    },
    /// Columns of words in an order, which became 1, 2, 3, …
    Ordered {
        /// Each with its words, least first.
        columns: Vec<(String, Vec<String>)>,
    },
    /// Columns of text that were left out as was asked.
    TextLeftOut {
        /// Their names.
        columns: Vec<String>,
    },
    /// Columns of numbers with separators between thousands.
    Thousands {
        /// Each with one of them.
        columns: Vec<(String, String)>,
    },
    /// Rows of weight zero, which were left out.
    ZeroWeights {
        /// How many.
        rows: u64,
    },
    /// One sheet of several.
    OneSheet {
        /// Its name.
        read: String,
        /// The names of the others.
        others: Vec<String>,
    },
    /// Columns that seem to number the rows.
    LooksLikeIdentifier {
        /// Their names.
        columns: Vec<String>,
    },
    /// Columns with few different values.
    FewValues {
        /// Columns with two values.
        binary: Vec<String>,
        /// Columns with a few more.
        codes: Vec<String>,
    },
    /// Missing values were filled in, but not until nothing changed.
    ImputationStopped {
        /// Rounds of regressions.
        rounds: usize,
    },
    /// Columns of which more than a fifth was filled in.
    MostlyFilled {
        /// Their names.
        columns: Vec<String>,
    },
    /// Columns about which tiers say nothing.
    Untiered {
        /// Their names.
        columns: Vec<String>,
    },
    /// Edges that rest on a few rows, far from all others.
    RowsMakeEdges(RowsAndEdges),
    /// Rows that are worth far fewer independent ones.
    RowsDepend(DependentRows),
    /// Rows that lie far from all others, where nobody learned again without them.
    FarRows {
        /// How many.
        rows: u64,
        /// The numbers of the first of them.
        numbers: Vec<u64>,
        /// What to do.
        advice: Advice,
    },
    /// More than a tenth of the rows left because they lie far from the others.
    ManyRowsDropped {
        /// How many left.
        rows: u64,
        /// How many there were.
        of: u64,
    },
    /// Columns that are linear combinations of others and were left out.
    CollinearDropped {
        /// The equations that hold in every row.
        combinations: Vec<String>,
        /// The columns left out.
        columns: Vec<String>,
    },
    /// Columns that are linear combinations of others, kept as was asked.
    CollinearKept {
        /// The equations that hold in every row.
        combinations: Vec<String>,
    },
    /// A parent that is a linear combination of the other parents of the same child.
    CollinearParent {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
    },
    /// A parent whose least-squares weight is negative where only positive ones are allowed.
    NegativeParent {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
    },
    /// Columns whose units differ so much that one λ cannot suit all.
    UnevenScales {
        /// The column that varies least.
        small: String,
        /// The column that varies most.
        large: String,
        /// The ratio of their variances.
        ratio: f64,
    },
    /// Two columns of one variance that depend on each other and got no edge.
    Tie {
        /// One column.
        first: String,
        /// The other.
        second: String,
        /// The correlation of their residuals.
        correlation: f64,
    },
    /// As many parents as rows: the fit is exact and says nothing about error.
    SaturatedNode {
        /// The child.
        child: String,
        /// How many parents it has.
        parents: usize,
        /// How many rows there are.
        rows: u64,
    },
    /// A variable that curves of its parents explain entirely.
    PerfectCurve {
        /// Its name.
        child: String,
        /// Its parents.
        parents: Vec<String>,
    },
    /// A variable that its parents explain entirely.
    PerfectFit {
        /// The variable.
        child: String,
        /// Its parents.
        parents: Vec<String>,
    },
    /// Arrows into variables that look as if nothing else in the table could cause them.
    ArrowsIntoFirst {
        /// The variables.
        columns: Vec<String>,
        /// How many arrows.
        arrows: usize,
    },
    /// A variable whose parents are as many as the search allows.
    MostParents {
        /// The variable.
        child: String,
        /// How many parents it has.
        parents: usize,
        /// How many rows there are.
        rows: u64,
    },
    /// No more rows than variables.
    FewRows {
        /// Rows.
        rows: u64,
        /// Variables.
        variables: usize,
    },
    /// A fold of a cross-validation that was left out.
    FoldLeftOut {
        /// Number of the fold, from 1.
        fold: usize,
        /// The column.
        column: String,
    },
    /// A path of values that was not followed to its end.
    PathCutShort {
        /// Name of the option.
        parameter: &'static str,
        /// Values compared.
        compared: usize,
        /// Values wanted.
        wanted: usize,
    },
    /// A required edge of which the data show little.
    WeakRequiredEdge {
        /// The parent.
        parent: String,
        /// The child.
        child: String,
        /// Weight / standard error.
        t: f64,
    },
    /// Variables with so many neighbours that not every move of a search was tried.
    MovesLeftOut {
        /// Their names.
        columns: Vec<String>,
    },
    /// A matrix with cycles, which were cut.
    CyclesLeft {
        /// The option that may help.
        option: &'static str,
    },
    /// A λ so large that no edge can pay for itself.
    PenaltyAboveAll {
        /// λ.
        lambda: f64,
        /// The largest |covariance| of two columns.
        largest: f64,
    },
    /// Sets too large for the rows, given which nothing was tested.
    DepthUntested {
        /// Variables in the smallest of them.
        depth: usize,
        /// How many rows there are.
        rows: u64,
    },
    /// Colliders that contradict others, or what is known.
    CollidersSkipped {
        /// How many were skipped.
        skipped: usize,
        /// How many there were.
        found: usize,
    },
    /// Noise that looks Gaussian where directions come from noise that is not.
    GaussianNoise {
        /// How many variables were tested.
        variables: usize,
    },
    /// A graph that belongs to no DAG.
    NoDag,
    /// A search for pairs that ended before it came to directions.
    Undirected {
        /// Variables in the largest sets that were tested, where pairs were not done.
        depth: Option<usize>,
    },
    /// There was not enough memory for a proof.
    NotProvedForMemory {
        /// How many variables there are.
        variables: usize,
        /// For how many there would be enough.
        fits: usize,
    },
    /// A proof that went through all sets and did not close.
    NotProved {
        /// By how much a graph might score lower.
        gap: f64,
    },
    /// The search stopped early.
    StoppedEarly {
        /// Why.
        status: Status,
    },
}

impl Warning {
    /// The sentence, what to do about it in the words of a front end.
    pub fn said(&self, voice: &dyn Voice) -> String {
        words::said(self, voice)
    }

    /// Options that would spare the warning: all of them together, ready to be given.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            Warning::LooksLikeIdentifier { columns } | Warning::MostlyFilled { columns } => {
                columns.iter().map(Remedy::drop).collect()
            }
            _ => vec![],
        }
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

/// As said by the library itself.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(&Plain))
    }
}
