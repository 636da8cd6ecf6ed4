//! What was done to the data before a method saw them.

use serde::{Deserialize, Serialize};

use super::Transform;
use super::{Missing, Options, Scale};
use crate::error::{Error, Result};
use crate::read::{Coding, Reading};
use crate::text::{count, listed};
use crate::warning::Warning;

/// What was done to the data. Stored with every result and with moments.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Preparation {
    /// Rows read.
    pub rows_read: u64,
    /// Rows left out because a value was missing.
    pub rows_dropped: u64,
    /// How the files were read: which columns, what stands for a missing value, which words became numbers.
    pub reading: Reading,
    /// The column of row weights, if there was one.
    pub weights: Option<String>,
    /// The column that says which rows belong together, if there was one.
    pub groups: Option<String>,
    /// What became of missing values.
    pub missing: Missing,
    /// Where there were any.
    pub missing_cells: Vec<MissingCells>,
    /// Rounds of regressions, if values were filled in that way.
    pub rounds: Option<usize>,
    /// Transformations.
    pub transforms: Vec<Transformed>,
    /// The scale.
    pub scale: Scale,
    /// Columns that no method saw, and why.
    pub left_out: Vec<LeftOut>,
    /// Exact linear combinations, as `c = a + b`.
    pub collinear: Vec<String>,
    /// Rows left out because they lie far from all others, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outliers: Option<DroppedRows>,
}

/// Rows that were left out because they lie far from all others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedRows {
    /// How many.
    pub rows: u64,
    /// Of these, how many are far only if columns are looked at together.
    pub by_distance: u64,
    /// Whether columns were looked at together, and not only each by itself.
    pub together: bool,
}

/// How many values of a column were missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingCells {
    /// Its name.
    pub column: String,
    /// How many.
    pub cells: u64,
}

/// A transformation of some columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transformed {
    /// Which.
    pub transform: Transform,
    /// Of which columns.
    pub columns: Vec<String>,
}

/// A column that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its name.
    pub column: String,
    /// Why, as the end of a sentence.
    pub reason: String,
}

impl LeftOut {
    fn because(column: &str, reason: &str) -> LeftOut {
        LeftOut { column: column.into(), reason: reason.into() }
    }

    /// What a remark says of a column that was left out.
    pub(super) fn of(remark: &Warning) -> Option<LeftOut> {
        match remark {
            Warning::RowNames { column } => Some(LeftOut::because(column, "names of the rows")),
            _ => None,
        }
    }
}

/// Whether no word has one number here and another there. One part may lack words that the other has.
fn alike(ours: &[Coding], theirs: &[Coding]) -> bool {
    let within = |some: &Coding, all: &Coding| {
        some.values.iter().all(|word| all.number(word) == some.number(word))
    };
    ours.iter().all(|our| {
        let mut same = theirs.iter().filter(|their| their.column == our.column);
        same.all(|their| within(our, their) || within(their, our))
    })
}

impl Preparation {
    /// The record of options, before any row.
    pub(super) fn of(options: &Options) -> Preparation {
        let (weights, groups) = (options.weights.clone(), options.groups.clone());
        Preparation { missing: options.missing, weights, groups, ..Preparation::default() }
    }

    /// Records how files are read, and says which columns are left out for that.
    pub(super) fn as_read(&mut self, reading: &Reading) -> Option<Warning> {
        self.reading = reading.clone();
        let columns = reading.left_out.clone();
        let left_out = columns.iter().map(|column| LeftOut::because(column, "text"));
        self.left_out.extend(left_out);
        (!columns.is_empty()).then_some(Warning::TextLeftOut { columns })
    }

    /// The record of both parts of a table. They must have been treated alike.
    pub fn merge(mut self, other: &Preparation) -> Result<Preparation> {
        let differs = [
            ("what became of missing values", self.missing != other.missing),
            ("the numbers of words", !alike(&self.reading.codes, &other.reading.codes)),
            ("transformations", self.transforms != other.transforms),
            ("row weights", self.weights != other.weights),
            ("groups of rows", self.groups != other.groups),
        ];
        if let Some((what, _)) = differs.into_iter().find(|(_, differs)| *differs) {
            return Err(Error::PartsDiffer { what });
        }
        self.rows_read += other.rows_read;
        self.rows_dropped += other.rows_dropped;
        self.rounds = self.rounds.max(other.rounds);
        for theirs in &other.missing_cells {
            match self.missing_cells.iter_mut().find(|ours| ours.column == theirs.column) {
                Some(ours) => ours.cells += theirs.cells,
                None => self.missing_cells.push(theirs.clone()),
            }
        }
        Ok(self)
    }

    /// What was done, in plain words. Columns left out have warnings of their own.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![];
        sentences.extend(self.about_missing());
        for Transformed { transform, columns } in &self.transforms {
            let columns = listed(columns.iter(), columns.len());
            sentences.push(format!("Transformed by {}: {columns}.", transform.name()));
        }
        sentences.extend(self.outliers.as_ref().map(|dropped| dropped.sentence()));
        if self.scale == Scale::Standardize {
            let words = "Columns were standardised: weights are in standard deviations.";
            sentences.push(words.into());
        }
        sentences
    }

    fn about_missing(&self) -> Option<String> {
        let cells: u64 = self.missing_cells.iter().map(|missing| missing.cells).sum();
        let columns = count(self.missing_cells.len() as u64, "column");
        let missing = format!("{} in {columns}", count(cells, "missing value"));
        (cells > 0).then(|| match self.missing {
            Missing::Error => format!("{missing}."),
            Missing::DropRows => format!(
                "{missing}: {} of {} left out.",
                count(self.rows_dropped, "row"),
                self.rows_read
            ),
            Missing::Mean => format!("{missing}, filled in by the means of the columns."),
            Missing::Iterative => format!(
                "{missing}, filled in by regressions on the other columns ({}).",
                count(self.rounds.unwrap_or(0) as u64, "round")
            ),
        })
    }
}

impl DroppedRows {
    fn sentence(&self) -> String {
        let DroppedRows { rows, by_distance, together } = *self;
        let rule = match together {
            true => {
                "more than six robust deviations out in a column, or too far in all columns together (BACON)"
            }
            false => {
                "more than six robust deviations out in a column; columns were not looked at together"
            }
        };
        let together = match by_distance {
            0 => String::new(),
            some => format!(", {some} of them only with all columns together"),
        };
        match rows {
            0 => format!("No row lies far from all others ({rule}): none was left out."),
            1 => format!("1 row that lies far from all others was left out{together}: {rule}."),
            _ => {
                format!("{rows} rows that lie far from all others were left out{together}: {rule}.")
            }
        }
    }
}
