//! What can go wrong, as data: what was found, where, and which option gets past it. The words are made
//! when somebody asks, for each front end in its own ([`Voice`]). Running out of iterations or time is
//! not here: that is a [`Status`].

mod content;
mod remedies;
mod words;

#[cfg(test)]
mod tests;

pub use content::Content;

use std::collections::HashSet;
use std::fmt;
use std::io;

use crate::voice::{Plain, Voice};
use crate::watch::Status;

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a table could not be read, a model not be fitted, or a graph not be compared. Lines, rows and columns
/// are counted from 1, rows without the header.
#[derive(Debug)]
#[expect(missing_docs, reason = "the line above a variant tells of its fields")]
pub enum Error {
    /// The input could not be read.
    Read(io::Error),
    /// The output could not be written.
    Write(io::Error),
    /// Something that this build leaves out, and the feature that has it.
    NotBuiltIn { what: &'static str, feature: &'static str },

    /// Nothing to read.
    EmptyInput,
    /// A header and no row.
    NoRows,
    /// A first line of numbers, the first of them, and whether nothing can be done without names.
    NoHeader { first: String, wanted: bool },
    /// A row whose number of fields differs from the header's.
    RaggedRow { line: u64, expected: usize, found: usize },
    /// Bytes that are not UTF-8.
    NotUtf8 { line: u64 },
    /// Text of two bytes to a letter.
    Utf16,
    /// A quote that nothing closes.
    OpenQuote { line: u64 },
    /// A field that starts on this line and is longer than what is read.
    LongField { line: u64, limit: usize },
    /// A row that starts on this line and is longer than what is read.
    LongRecord { line: u64, limit: usize },
    /// A file of another kind than is wanted.
    WrongContent { found: Content, wanted: Content },
    /// A file that does not follow its format: what is wrong, and where.
    Format { format: &'static str, problem: String },

    /// Text where a number should be.
    NotANumber { line: u64, column: String, text: String },
    /// A number such as 3,14.
    DecimalComma { line: u64, column: String, text: String },
    /// A number such as 3.14 among numbers with decimal commas.
    DecimalPoint { line: u64, column: String, text: String },
    /// An empty field or a token such as NA; the place is "line 7" or "row 6".
    MissingValue { place: String, column: String },
    /// Infinity, as it is written; the place is "line 7" or "row 6".
    NotFinite { place: String, column: String, value: String },

    /// Columns that hold something else than numbers, and where, or of what type it is.
    TextColumns { columns: Vec<TextColumn>, example: String },
    /// A word in none of the places of an order that was given; the place is "line 7" or "row 6".
    UnknownLevel { place: String, column: String, value: String, levels: Vec<String> },
    /// A number such as 1,234 that may be one thousand or one and a bit, and whether another number in the
    /// file tells; the place is "line 7" or "row 6".
    Thousands { place: String, column: String, text: String, sure: bool },
    /// A name that no sheet of a workbook has, and those there are.
    NoSuchSheet { name: String, there: Vec<String> },
    /// A name or pattern that no column has, and some of the columns there are.
    NoSuchColumn { pattern: String, columns: String },
    /// Two columns of one name.
    DuplicateName { name: String, first: usize, second: usize },
    /// The number of a column without a name.
    EmptyName { column: usize },
    /// More columns than any method can handle.
    TooManyColumns { limit: usize },
    /// One column for two purposes.
    WeightsAndGroups { column: String },
    /// A column of groups whose values cannot be compared, and their type.
    LabelType { column: String, kind: String },
    /// A row that belongs to no group.
    MissingLabel { row: u64, column: String },
    /// A row weight that is negative or not finite, or 0 if the weights sum to zero.
    BadWeight { row: usize, weight: f64 },

    /// Missing values of which nobody said what should become: where the first is, how many there are in
    /// each column that has some, all rows, and those that miss nothing.
    MissingValues { column: String, row: u64, cells: Vec<(String, u64)>, rows: u64, complete: u64 },
    /// No row is left once those with a missing value are gone; how many each column misses.
    NoCompleteRow { cells: Vec<(String, u64)> },
    /// A column without a single value.
    EmptyColumn { column: String },
    /// Equations that hold in every row, and the columns that could go.
    Collinear { combinations: Vec<String>, columns: Vec<String> },
    /// Parts of a table that were prepared in different ways.
    PartsDiffer { what: &'static str },
    /// A value outside the range of a logarithm, which logarithm, and what to do instead.
    Logarithm {
        row: u64,
        column: String,
        value: f64,
        transform: &'static str,
        remedy: &'static str,
    },

    /// How many of something were expected, and how many there are.
    Shape { what: String, expected: usize, found: usize },
    /// Fewer than two columns that vary; the columns there are.
    TooFewColumns { names: String },
    /// Fewer than two rows.
    TooFewRows { rows: usize },
    /// So few rows that chance looks like a relation: how many there are, the fewest that are taken, and as many as it
    /// takes as a rule to see a correlation of a half among so many columns.
    NothingToLearn { rows: u64, columns: usize, least: u64, usual: u64 },
    /// More memory than there is: for how many columns and rows, 0 where nobody knows yet, and the bytes that these take
    /// and that there are.
    TooLarge { columns: usize, rows: u64, needed: u64, free: u64 },
    /// Two columns with the same values.
    IdenticalColumns { first: String, second: String },
    /// A column whose variance is not a usable number.
    BadScale { column: String, variance: f64 },

    /// An option outside its range.
    Option { name: &'static str, value: String, expected: &'static str },
    /// A method that nobody knows, and those there are.
    NoSuchMethod { name: String, there: Vec<&'static str> },
    /// An option that a method does not have, and those it has.
    NoSuchOption { method: &'static str, key: String, there: Vec<&'static str> },
    /// A path over an option that a method has no path of, and those with one.
    NoSuchParameter { method: &'static str, parameter: &'static str, there: Vec<&'static str> },
    /// Data that a method cannot take.
    NotForMethod { method: &'static str, what: &'static str },
    /// More variables than a proof can go through, together with those from which parents may come.
    TooManyToProve { variables: usize, most: usize },
    /// Fewer rows than a method needs.
    FewRowsForMethod { method: &'static str, rows: usize, least: usize },
    /// A column with fewer different values than a method needs.
    FewValuesForMethod { method: &'static str, column: String, values: usize, least: usize },
    /// Someone ended the work before there was anything to keep; before what, as the end of a sentence.
    Stopped { status: Status, before: &'static str },
    /// The penalty or kernel at the start is not a finite number; ‖W‖_F of the start.
    StartOverflows { norm: f64 },

    /// Moments, where rows are drawn anew.
    NoRowsToDraw,
    /// How many independent rows these are worth cannot be told, because …
    NotCounted { why: String },
    /// An option, perhaps with its value, that needs rows where there are moments.
    NeedsRows { option: &'static str, value: Option<&'static str>, what: &'static str },
    /// A file after moments, which stand alone.
    NothingToAdd { what: &'static str },
    /// Moments after a table.
    MomentsAmongTables,
    /// A table where moments are joined.
    NotMoments,
    /// Moments where a table is reduced to them.
    AlreadyMoments,
    /// More parts wanted than there are rows, groups or blocks (the unit) to deal.
    FewerUnitsThanFolds { folds: usize, unit: &'static str, found: usize },
    /// Fewer than two rows, groups or blocks (the unit) to draw from.
    TooFewUnits { unit: &'static str, found: usize },
    /// Refits that must not be counted: what differs, as the end of a sentence.
    OtherRefits { how: &'static str },
    /// No refit found a graph; why the first failed.
    NoRefit { refits: usize, reason: String },
    /// Too few folds are left for cross-validation; the column that hardly varies without the first of
    /// those left out.
    TooFewFolds { folds: usize, left_out: usize, column: String },

    /// Two things about different variables, and what only one of them has: see
    /// [`Error::variables_differ`].
    VariablesDiffer { left: String, right: String, only_left: Vec<String>, only_right: Vec<String> },
    /// i → j and j → i in what should be a DAG.
    BothDirections { a: String, b: String },
    /// i → i in what should be a DAG.
    SelfLoop { name: String },
    /// The same edge twice in a file.
    DuplicateEdge { line: u64, from: String, to: String },
    /// The same edge twice, in a graph that comes from no file.
    RepeatedEdge { from: String, to: String },
    /// A directed cycle in what should be a DAG: `a -> b -> a`.
    Cyclic { cycle: String },
    /// Directed and undirected edges that are no equivalence class.
    NoExtension,
    /// Something was asked for that only equations can give, and a graph without them.
    NoEquations { what: &'static str },
    /// Something was asked for that only linear equations can give, and a graph with curves.
    NotLinear { what: &'static str },
    /// Prior knowledge that contradicts itself or speaks of other variables.
    Knowledge { problem: String },
    /// Prior knowledge that should be an edge such as `a->b`.
    NotAnEdge { text: String },

    /// A number that no line of a drawing can show; the place is ` of "a" -> "b"`, or nothing.
    Undrawable { what: &'static str, value: f64, place: String },
    /// A graph too large for a picture: nodes that hang together, and links among them.
    TooMuchToDraw { nodes: usize, links: usize },
}

/// A column that holds something else than numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextColumn {
    /// Its name.
    pub name: String,
    /// Where its first word is, as in "line 7", or nothing where that is not known.
    pub place: String,
    /// Its different words, in the order in which they appear; a few of them, if there are many.
    pub words: Vec<String>,
    /// Whether there are more.
    pub more: bool,
    /// What it seems to be.
    pub kind: TextKind,
}

/// What a column without numbers seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// Text.
    Text,
    /// At most two different words. They could be 0 and 1.
    TwoValues,
    /// Numbers, and a few words among them that may stand for missing values.
    Tokens,
    /// Numbers with a sign of percent or of a currency.
    Amounts,
    /// Dates or times.
    Times,
    /// A type that holds no single number, such as a list.
    Other,
}

impl Error {
    /// [`Error::VariablesDiffer`] from all names of two things, each told as in "the table".
    pub fn variables_differ([left, right]: [&str; 2], [ours, theirs]: [&[String]; 2]) -> Error {
        let only = |some: &[String], others: &[String]| {
            let others: HashSet<&String> = others.iter().collect();
            some.iter().filter(|name| !others.contains(name)).cloned().collect()
        };
        let (only_left, only_right) = (only(ours, theirs), only(theirs, ours));
        Error::VariablesDiffer { left: left.into(), right: right.into(), only_left, only_right }
    }

    /// The message, what to do about it in the words of a front end.
    pub fn said(&self, voice: &dyn Voice) -> String {
        words::said(self, voice)
    }
}

/// As said by the library itself.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(&Plain))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read(error) | Error::Write(error) => Some(error),
            _ => None,
        }
    }
}
