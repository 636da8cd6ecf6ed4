//! What can go wrong. Running out of iterations or time is not here: that is a [`crate::Status`].

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
        "line {line}, column {}: {} has a decimal comma; write numbers with a decimal point",
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
    /// An empty field or a token such as NA.
    #[error(
        "line {line}, column {}: the value is missing; filling in missing values is not \
         available yet: remove such rows or fill them in first",
        quoted(.column)
    )]
    MissingValue {
        /// Line in the file, from 1.
        line: u64,
        /// Name of the column.
        column: String,
    },
    /// Infinity, or NaN in a binary file.
    #[error(
        "{place}, column {}: {} is not a finite number; if it stands for a missing value, remove \
         such rows or fill them in first: that is not available here yet",
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
        "column {column} has no name in the header; name it, or leave a column of row numbers out"
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
    /// A row weight that is negative or not finite, or weights that sum to zero.
    #[error("row {row}: the weight {weight} is not a finite number ≥ 0 (and not all may be zero)")]
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
}

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// A name or text from outside, as messages show it: in quotes, short, nothing unprintable.
pub(crate) fn quoted(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// The first `limit` characters of a text, control characters escaped.
fn shown(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    for (count, c) in text.chars().enumerate() {
        match c {
            _ if count == limit => {
                shown.push('…');
                break;
            }
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}
