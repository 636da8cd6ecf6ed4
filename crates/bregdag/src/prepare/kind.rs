//! What kind of column one seems to be, by its facts and by its name.

use super::Facts;

/// Fewer rows do not tell an identifier from a measurement in whole numbers.
const IDENTIFIER_ROWS: u64 = 20;
/// Fewer rows may count up by chance, such as doses in the order of the trial.
const NUMBERED_ROWS: u64 = 10;
/// Numbers of rows lie within so many times their count.
const DENSE: f64 = 2.0;
/// What a year is.
const YEARS: std::ops::RangeInclusive<f64> = 1500.0..=2200.0;
/// Parts of names that say when, in several languages.
const TIMES: [&str; 25] = [
    "year", "years", "yr", "jahr", "jahre", "année", "annee", "ano", "año", "anno", "date",
    "datum", "fecha", "time", "zeit", "month", "monat", "mois", "quarter", "quartal", "week",
    "woche", "day", "tag", "t",
];
/// Parts of names that say who.
const IDENTIFIERS: [&str; 19] = [
    "id",
    "ids",
    "identifier",
    "idx",
    "index",
    "nr",
    "row",
    "rowname",
    "rownames",
    "rownumber",
    "key",
    "uid",
    "uuid",
    "pid",
    "seq",
    "seqn",
    "serial",
    "caseid",
    "patient",
];

/// What kind of column it seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers, each one more than the one above it.
    RowNumber,
    /// Whole numbers that never repeat and lie close together, or whose name says so: a number that names the
    /// row.
    Identifier,
    /// Whole numbers that never repeat and say when: years, or what a name such as `day` says.
    Time,
    /// Two values.
    Binary,
    /// A few whole numbers, so many of them: grades or categories.
    Codes(usize),
    /// Anything else.
    Quantity,
}

impl Facts {
    /// What kind of column it seems to be, its name unheard.
    pub fn kind(&self) -> Kind {
        self.kind_of("")
    }

    /// What kind of column of this name it seems to be.
    pub fn kind_of(&self, name: &str) -> Kind {
        let observed = self.observed();
        if let Some(kind) = self.numbering(name) {
            return kind;
        }
        match self.distinct() {
            Some(2) => Kind::Binary,
            Some(codes @ 3..=10) if self.is_whole() && observed >= 10 * codes as u64 => {
                Kind::Codes(codes)
            }
            _ => Kind::Quantity,
        }
    }

    /// Whether it numbers the rows: whole numbers that never repeat. Counts of people do not repeat either, but lie
    /// far apart.
    fn numbering(&self, name: &str) -> Option<Kind> {
        let numbered = self.is_numbered() && self.rows() >= NUMBERED_ROWS;
        let unrepeated =
            self.is_unrepeated() && self.missing() == 0 && self.rows() >= IDENTIFIER_ROWS;
        if !(numbered || unrepeated) {
            return None;
        }
        let years = YEARS.contains(&self.least) && YEARS.contains(&self.most) && self.is_sorted();
        let dense = self.most - self.least < DENSE * self.rows() as f64;
        match (has_word(name, &TIMES), has_word(name, &IDENTIFIERS)) {
            (true, false) => Some(Kind::Time),
            (_, false) if years && dense => Some(Kind::Time),
            _ if numbered => Some(Kind::RowNumber),
            (_, named) => (named || dense).then_some(Kind::Identifier),
        }
    }
}

/// Whether one of the words is part of a name such as `patient_id` or `birthYear`.
fn has_word(name: &str, words: &[&str]) -> bool {
    let mut parted = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() || !c.is_alphanumeric() {
            parted.push(' ');
        }
        if c.is_alphanumeric() {
            parted.extend(c.to_lowercase());
        }
        before = c;
    }
    parted.split_whitespace().any(|part| words.contains(&part))
}
