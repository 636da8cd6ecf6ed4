//! What can go wrong. Running out of iterations or time is not here: that is a [`crate::Status`].

use crate::text::{quoted, shortened, shown};

/// Why a table could not be read, a model not be fitted, or a graph not be compared.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input could not be read.
    #[error("could not read the input: {0}")]
    Read(#[source] std::io::Error),
    /// The output could not be written.
    #[error("could not write: {0}")]
    Write(#[source] std::io::Error),

    /// Nothing to read.
    #[error(
        "the input is empty: expected a header line with the variable names, then one line per row"
    )]
    EmptyInput,
    /// A header and no row.
    #[error("there are no rows below the header")]
    NoRows,
    /// A row whose number of fields differs from the header's.
    #[error("line {line}: expected {expected} fields as in the header, found {found}")]
    RaggedRow {
        /// Line in the file, from 1.
        line: u64,
        /// Fields in the header.
        expected: usize,
        /// Fields in this row.
        found: usize,
    },
    /// Bytes that are not UTF-8.
    #[error("line {line}: not valid UTF-8 text; save the file as UTF-8")]
    NotUtf8 {
        /// Line in the file, from 1.
        line: u64,
    },
    /// Text of two bytes to a letter.
    #[error("the text is UTF-16 (\"Unicode\"); save the file as UTF-8")]
    Utf16,
    /// A quote that nothing closes.
    #[error("line {line}: the quote that opens here is never closed; close it or remove it")]
    OpenQuote {
        /// Line of the quote, from 1.
        line: u64,
    },
    /// A field that can be no number.
    #[error(
        "line {line}: a field of more than {limit} bytes; is a closing quote missing there, or is \
         this no delimited text?"
    )]
    LongField {
        /// Line on which it starts, from 1.
        line: u64,
        /// The longest field that is read.
        limit: usize,
    },
    /// A row without end.
    #[error(
        "line {line}: a row of more than {limit} bytes; are line ends missing, or is this no \
         delimited text?"
    )]
    LongRecord {
        /// Line on which it starts, from 1.
        line: u64,
        /// The longest row that is read.
        limit: usize,
    },
    /// Columns of text in a table of numbers.
    #[error(
        "text instead of numbers in {} ({}); leave such a column out (--drop {}), code it as numbers, or \
         say what stands for a missing value (--missing-tokens)",
        shown(.columns, 600), shown(.example, 200), quoted(.first)
    )]
    TextColumns {
        /// Their names.
        columns: String,
        /// Where there is text, or of what type it is.
        example: String,
        /// The first of them.
        first: String,
    },
    /// A column asked for by a name or pattern that no column has.
    #[error("no column is named {}; there are {}", quoted(.pattern), shown(.columns, 600))]
    NoSuchColumn {
        /// The name or pattern.
        pattern: String,
        /// Some of the columns there are.
        columns: String,
    },
    /// One column for two purposes.
    #[error(
        "column {} cannot hold both row weights and groups; name another column for one of them",
        quoted(.column)
    )]
    WeightsAndGroups {
        /// Its name.
        column: String,
    },
    /// A column of groups whose values cannot be compared.
    #[error(
        "column {} is of type {}, which cannot say to which group a row belongs; store it as text or \
         numbers",
        quoted(.column), shown(.kind, 200)
    )]
    LabelType {
        /// Its name.
        column: String,
        /// Its type.
        kind: String,
    },
    /// A row that belongs to no group.
    #[error(
        "row {row}, column {}: nothing says to which group the row belongs; fill it in, or leave such \
         rows out (--missing drop-rows). If the word there is the name of a group, say what stands for a \
         missing value instead (--missing-tokens)",
        quoted(.column)
    )]
    MissingLabel {
        /// Row number, from 1.
        row: u64,
        /// Name of the column.
        column: String,
    },
    /// More columns than any method can handle.
    #[error("more than {limit} columns; choose some of them (--columns, --drop)")]
    TooManyColumns {
        /// The most that are read.
        limit: usize,
    },
    /// Text where a number should be.
    #[error(
        "line {line}, column {}: {} is not a number; leave the column out or code it as numbers",
        quoted(.column), quoted(.text)
    )]
    NotANumber {
        /// Line in the file, from 1.
        line: u64,
        /// Name of the column.
        column: String,
        /// What stands there.
        text: String,
    },
    /// A number such as 3,14.
    #[error(
        "line {line}, column {}: {} has a decimal comma; say so (--decimal-comma) or write a \
         decimal point",
        quoted(.column), quoted(.text)
    )]
    DecimalComma {
        /// Line in the file, from 1.
        line: u64,
        /// Name of the column.
        column: String,
        /// What stands there.
        text: String,
    },
    /// A number such as 3.14 among numbers with decimal commas.
    #[error(
        "line {line}, column {}: {} has a decimal point, but decimal commas are asked for; leave \
         --decimal-comma out if points are the rule, or remove points between thousands",
        quoted(.column), quoted(.text)
    )]
    DecimalPoint {
        /// Line in the file, from 1.
        line: u64,
        /// Name of the column.
        column: String,
        /// What stands there.
        text: String,
    },
    /// An empty field or a token such as NA.
    #[error(
        "{place}, column {}: the value is missing; here every cell must be a number",
        quoted(.column)
    )]
    MissingValue {
        /// "line 7" or "row 6".
        place: String,
        /// Name of the column.
        column: String,
    },
    /// Missing values in a table, where nobody said what should become of them.
    #[error(
        "{} {} missing: {}; the first is in row {row}, column {}. Say what should become of \
         {}: --missing drop-rows (leaves {complete} of {rows} rows), mean or iterative; or leave \
         columns out by --drop",
        .cells.iter().map(|missing| missing.1).sum::<u64>(),
        if .cells.iter().map(|missing| missing.1).sum::<u64>() == 1 { "value is" } else { "values are" },
        missing_by_column(.cells),
        quoted(.column),
        if .cells.iter().map(|missing| missing.1).sum::<u64>() == 1 { "it" } else { "them" },
    )]
    MissingValues {
        /// The column of the first one.
        column: String,
        /// Its row, from 1, the header not counted.
        row: u64,
        /// How many there are in each column that has some.
        cells: Vec<(String, u64)>,
        /// Rows of the table.
        rows: u64,
        /// Rows without a missing value.
        complete: u64,
    },
    /// No row is left once those with a missing value are gone.
    #[error(
        "no row is complete: missing are {}; leave columns out by --drop, or fill values in by \
         --missing iterative",
        missing_by_column(.cells)
    )]
    NoCompleteRow {
        /// How many values are missing in each column that misses some.
        cells: Vec<(String, u64)>,
    },
    /// A column without a single value.
    #[error("column {name} has no values at all; leave it out by --drop {name}", name = quoted(.column))]
    EmptyColumn {
        /// Its name.
        column: String,
    },
    /// Columns that are linear combinations of others.
    #[error(
        "{}. No data can tell what acts on what among them. Leave {} out: --collinear drop does \
         (or --drop with columns of your choice); --collinear keep learns with all of them",
        shortened(.combinations.iter().cloned(), .combinations.len(), "; "),
        if .columns.len() == 1 { "one of these columns" } else { "one column of each" },
    )]
    Collinear {
        /// The equations that hold in every row.
        combinations: Vec<String>,
        /// The columns that could go.
        columns: Vec<String>,
    },
    /// Parts of a table that were prepared in different ways.
    #[error(
        "the parts were not prepared alike: {what} differ; compute them again with the same options"
    )]
    PartsDiffer {
        /// What differs.
        what: &'static str,
    },
    /// Infinity.
    #[error(
        "{place}, column {}: {} is not a finite number; if it stands for a missing value, say \
         so (--missing-tokens), or else remove such rows",
        quoted(.column), shown(.value, 40)
    )]
    NotFinite {
        /// "line 7" or "row 6".
        place: String,
        /// Name of the column.
        column: String,
        /// The value as written.
        value: String,
    },
    /// Something that this build leaves out.
    #[error("this program was built without {what}; build it with the feature {feature}")]
    NotBuiltIn {
        /// What is asked for.
        what: &'static str,
        /// The feature that has it.
        feature: &'static str,
    },
    /// A file that does not follow its format.
    #[error("not a valid {format} file: {}", shown(.problem, 400))]
    Format {
        /// Name of the format.
        format: &'static str,
        /// What is wrong, and where.
        problem: String,
    },

    /// A first line of numbers.
    #[error(
        "the first line has only numbers ({}, …): the header with the variable names is missing; \
         put a line with names above the numbers",
        shown(.first, 40)
    )]
    NoHeader {
        /// Its first field.
        first: String,
    },
    /// Two variables share a name.
    #[error("columns {first} and {second} are both named {}; names must differ", quoted(.name))]
    DuplicateName {
        /// The name.
        name: String,
        /// Column number, from 1.
        first: usize,
        /// Column number, from 1.
        second: usize,
    },
    /// A variable without a name.
    #[error(
        "column {column} has no name in the header; name it, or leave a column of row numbers out \
         (--drop \"\")"
    )]
    EmptyName {
        /// Column number, from 1.
        column: usize,
    },
    /// Columns or names of different lengths.
    #[error("{what}: expected {expected}, found {found}")]
    Shape {
        /// What was counted.
        what: String,
        /// How many were expected.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A column in which every value is missing.
    #[error("column {column} has no values at all, so none can be filled in; leave it out")]
    NothingObserved {
        /// Column number, from 1.
        column: usize,
    },
    /// Moments, where rows are drawn anew.
    #[error("moments have no rows to draw from: give the table they were made of")]
    NoRowsToDraw,
    /// Fewer than two columns that vary.
    #[error("a graph needs at least two columns that vary; here: {}", shown(.names, 400))]
    TooFewColumns {
        /// The columns there are.
        names: String,
    },
    /// Fewer than two rows.
    #[error("at least two rows are needed; here: {rows}")]
    TooFewRows {
        /// Rows there are.
        rows: usize,
    },
    /// Two columns with the same values.
    #[error("columns {} and {} are identical; remove one of them", quoted(.first), quoted(.second))]
    IdenticalColumns {
        /// Name of one.
        first: String,
        /// Name of the other.
        second: String,
    },
    /// A column whose variance is not a usable number.
    #[error(
        "column {}: its variance is {variance:e}, outside the range of double precision work; \
         change its unit",
        quoted(.column)
    )]
    BadScale {
        /// Name of the column.
        column: String,
        /// Its variance.
        variance: f64,
    },
    /// A value outside the range of a logarithm.
    #[error("row {row}, column {}: there is no {transform} of {value}; {remedy}", quoted(.column))]
    Logarithm {
        /// Row number, from 1.
        row: u64,
        /// Name of the column.
        column: String,
        /// The value.
        value: f64,
        /// Which logarithm.
        transform: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// A row weight that is negative or not finite, or weights that sum to zero.
    #[error("{}", bad_weight(*.row, *.weight))]
    BadWeight {
        /// Row number, from 1.
        row: usize,
        /// The weight.
        weight: f64,
    },

    /// An option outside its range.
    #[error("{name} = {value}: expected {expected}")]
    Option {
        /// Name of the option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The range.
        expected: &'static str,
    },
    /// A method that nobody knows.
    #[error("there is no method {}; there are {}", quoted(.name), .there.join(", "))]
    NoSuchMethod {
        /// Its name.
        name: String,
        /// The methods there are.
        there: Vec<&'static str>,
    },
    /// An option that a method does not have.
    #[error("{method} has no option {}; it has {}", quoted(.key), .there.join(", "))]
    NoSuchOption {
        /// The method.
        method: &'static str,
        /// The option.
        key: String,
        /// The options there are.
        there: Vec<&'static str>,
    },
    /// A path over an option that a method has no path of.
    #[error(
        "{parameter}: {method} has no path over it; it has {}",
        if .there.is_empty() { "none".into() } else { .there.join(", ") }
    )]
    NoSuchParameter {
        /// The method.
        method: &'static str,
        /// The option.
        parameter: &'static str,
        /// The options with a path.
        there: Vec<&'static str>,
    },
    /// Data that a method cannot take.
    #[error("the method {method} cannot take {what}")]
    NotForMethod {
        /// The method.
        method: &'static str,
        /// What it cannot take.
        what: &'static str,
    },
    /// Someone ended the work before there was anything to keep.
    #[error("stopped ({status}) {before}")]
    Stopped {
        /// Why.
        status: crate::watch::Status,
        /// Before what, as the end of a sentence.
        before: &'static str,
    },
    /// Nothing to deal or draw.
    #[error(
        "{folds} parts of the rows are wanted, but there {} {found} {unit}{}: ask for fewer",
        if *found == 1 { "is only" } else { "are only" },
        if *found == 1 { "" } else { "s" }
    )]
    FewerUnitsThanFolds {
        /// Parts wanted.
        folds: usize,
        /// What stays together: row, group or block.
        unit: &'static str,
        /// How many of these there are.
        found: usize,
    },
    /// Nothing to draw from.
    #[error("there is only {found} {unit} of rows to draw from; at least two are needed")]
    TooFewUnits {
        /// What stays together: row, group or block.
        unit: &'static str,
        /// How many of these there are.
        found: usize,
    },
    /// Refits that must not be counted.
    #[error(
        "these refits belong to another run: they are {how}; give another file or remove this one"
    )]
    OtherRefits {
        /// What differs, as the end of a sentence.
        how: &'static str,
    },
    /// No refit found a graph.
    #[error("none of {refits} refits found a graph; the first failed because: {reason}")]
    NoRefit {
        /// How many there were.
        refits: usize,
        /// Why the first failed.
        reason: String,
    },
    /// Too few folds are left for cross-validation.
    #[error(
        "cross-validation: outside of each of {left_out} of {folds} folds a column hardly varies \
         (the first: {}), so that fewer than two folds are left; leave the column out or use the \
         extended BIC",
        quoted(.column)
    )]
    TooFewFolds {
        /// Folds there are.
        folds: usize,
        /// Folds that had to be left out.
        left_out: usize,
        /// The column that hardly varies without the first of these.
        column: String,
    },
    /// The penalty or kernel at the starting matrix is not a finite number.
    #[error(
        "the penalty overflows at the start (‖W‖ = {norm:e}); start from smaller weights or use a smaller alpha"
    )]
    StartOverflows {
        /// ‖W‖_F of the start.
        norm: f64,
    },

    /// Two files about different variables.
    #[error(
        "the variables differ: {left} has {}; {right} has {}",
        shown(.only_left, 400), shown(.only_right, 400)
    )]
    VariablesDiffer {
        /// Name of the first.
        left: String,
        /// Name of the second.
        right: String,
        /// What only the first has.
        only_left: String,
        /// What only the second has.
        only_right: String,
    },
    /// i → j and j → i in what should be a DAG.
    #[error(
        "both {a} -> {b} and {b} -> {a} are present; a DAG has at most one of them",
        a = quoted(.a), b = quoted(.b)
    )]
    BothDirections {
        /// One variable.
        a: String,
        /// The other.
        b: String,
    },
    /// i → i in what should be a DAG.
    #[error("{name} -> {name} is present; in a DAG no variable causes itself", name = quoted(.name))]
    SelfLoop {
        /// The variable.
        name: String,
    },
    /// The same edge twice.
    #[error("line {line}: {} -> {} is listed a second time", quoted(.from), quoted(.to))]
    DuplicateEdge {
        /// Line in the file, from 1.
        line: u64,
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// The same edge twice, in a graph that comes from no file.
    #[error("{} -> {} is listed twice", quoted(.from), quoted(.to))]
    RepeatedEdge {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A directed cycle in what should be a DAG.
    #[error("not a DAG: {}", shown(.cycle, 400))]
    Cyclic {
        /// The cycle, `a -> b -> a`.
        cycle: String,
    },
    /// Prior knowledge that contradicts itself or speaks of other variables.
    #[error("prior knowledge: {}", shown(.problem, 600))]
    Knowledge {
        /// What is wrong.
        problem: String,
    },
    /// Directed and undirected edges that are no equivalence class.
    #[error(
        "no DAG agrees with the directed edges: however the undirected ones are directed, there is a \
         cycle or a new collider"
    )]
    NoExtension,
    /// A number that no line of a drawing can show.
    #[error(
        "the drawing: {what}{place} is {value}; expected a finite number, and a strength or \
         reliability between 0 and 1"
    )]
    Undrawable {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// ` of "a" -> "b"`, or nothing.
        place: String,
    },
    /// A graph too large for a picture.
    #[error(
        "{nodes} nodes with {links} links are too many for a drawing: the lines would hide one \
         another; show fewer of them by a higher threshold, or write .dot for other programs"
    )]
    TooMuchToDraw {
        /// Nodes that hang together.
        nodes: usize,
        /// Links among them.
        links: usize,
    },
}

fn bad_weight(row: usize, weight: f64) -> String {
    match weight {
        0.0 => "all row weights are zero".into(),
        weight if weight.is_nan() => {
            format!("row {row}: the weight is missing; --missing drop-rows leaves such rows out")
        }
        weight => format!("row {row}: the weight {weight} is not a finite number ≥ 0"),
    }
}

/// `"a" 3, "b" 1 and 5 more`, most first.
fn missing_by_column(cells: &[(String, u64)]) -> String {
    let mut cells: Vec<&(String, u64)> = cells.iter().collect();
    cells.sort_by_key(|missing| std::cmp::Reverse(missing.1));
    let words = cells.iter().map(|m| format!("{} {}", quoted(&m.0), m.1));
    shortened(words, cells.len(), ", ")
}

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;
