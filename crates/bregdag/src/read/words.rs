//! Words where numbers should be: what is remembered of them, column by column.
//!
//! Reader's guide. A thread notes the words of its rows in [`Words`]; a [`Survey`] adds them up over the whole
//! file, in its order, and says at the end what stands in the way or what was made of the words. Nothing in it
//! depends on where the file was cut, and no column takes more than a few words of memory.

use std::collections::BTreeMap;

use super::coding::Coding;
use super::notation::truth_value;
use crate::error::{Error, TextColumn, TextKind};
use crate::text::quoted;
use crate::warning::Warning;

/// Different words that are remembered: more are no grades.
const MOST: usize = 24;
/// As many are left to be shown where there are more.
const SHOWN: usize = 8;
/// Bytes of a word; a longer one is prose.
const LONGEST: usize = 100;
/// Different words that may stand for a missing value among numbers.
const MOST_TOKENS: usize = 5;

/// The words of the columns, by their number.
pub(super) type Noted = BTreeMap<usize, Words>;

/// The words of one column.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Words {
    /// Different words, in the order of their first appearance.
    distinct: Vec<String>,
    /// Whether there are more.
    more: bool,
    /// Cells with words that mean no number, and where the first is.
    text: u64,
    first: Option<(u64, String)>,
    /// Cells with words such as yes and no.
    truths: u64,
    /// Where the first number with separators between thousands is, and the first of which nobody knows whether
    /// it has some.
    grouped: Option<(u64, String)>,
    doubtful: Option<(u64, String)>,
}

impl Words {
    /// A word that means no number.
    pub fn text(&mut self, word: &str, line: u64) {
        self.text += 1;
        self.first.get_or_insert_with(|| (line, short(word).into()));
        self.remember(word);
    }

    /// A word that means 1 or 0.
    pub fn truth(&mut self, word: &str) {
        self.truths += 1;
        self.remember(word);
    }

    /// A number with separators between thousands.
    pub fn grouped(&mut self, word: &str, line: u64) {
        self.grouped.get_or_insert_with(|| (line, short(word).into()));
    }

    /// A number that may have separators between thousands, or a decimal mark.
    pub fn doubtful(&mut self, word: &str, line: u64) {
        self.doubtful.get_or_insert_with(|| (line, short(word).into()));
    }

    fn remember(&mut self, word: &str) {
        if self.more && self.distinct.len() >= SHOWN || self.distinct.iter().any(|w| w == word) {
            return;
        }
        self.more |= word.len() > LONGEST || self.distinct.len() >= MOST;
        self.distinct.push(short(word).into());
        if self.more {
            self.distinct.truncate(SHOWN);
        }
    }

    /// Adds those of rows further down, whose lines were counted from another one.
    fn add(&mut self, other: Words, line: u64) {
        let place = |(there, word)| (there + line, word);
        self.first = self.first.take().or(other.first.map(place));
        self.grouped = self.grouped.take().or(other.grouped.map(place));
        self.doubtful = self.doubtful.take().or(other.doubtful.map(place));
        self.text += other.text;
        self.truths += other.truths;
        other.distinct.iter().for_each(|word| self.remember(word));
        self.more |= other.more;
        if self.more {
            self.distinct.truncate(SHOWN);
        }
    }

    /// Counts the words that became numbers in these rows too.
    pub fn count(&mut self, other: &Words) {
        self.truths += other.truths;
    }

    /// How many cells have words that became numbers without being any.
    pub fn truths(&self) -> u64 {
        self.truths
    }
}

/// The words of a whole file.
#[derive(Debug)]
pub(super) struct Survey {
    /// What places in it are called: lines, or rows.
    unit: &'static str,
    columns: Vec<Seen>,
    rows: u64,
}

#[derive(Debug, Clone, Default)]
struct Seen {
    words: Words,
    /// Whether some cells hold plain numbers.
    numbers: bool,
}

impl Survey {
    pub fn new(columns: usize, unit: &'static str) -> Survey {
        Survey { unit, columns: vec![Seen::default(); columns], rows: 0 }
    }

    /// The words of further rows, whose lines were counted from this one.
    pub fn note(&mut self, words: Noted, line: u64) {
        for (column, words) in words {
            self.columns[column].words.add(words, line);
        }
    }

    /// The numbers of further rows, column by column, and how many of each were words.
    pub fn see<'a>(
        &mut self,
        rows: usize,
        columns: impl IntoIterator<Item = &'a Vec<f64>>,
        worded: impl Fn(usize) -> u64,
    ) {
        self.rows += rows as u64;
        for (j, (seen, column)) in self.columns.iter_mut().zip(columns).enumerate() {
            if seen.numbers {
                continue;
            }
            // Where there are no words, the first cells tell.
            let words = worded(j) as usize;
            seen.numbers = column.iter().filter(|x| !x.is_nan()).nth(words).is_some();
        }
    }

    /// Whether something was found that is no number.
    pub fn is_blocked(&self) -> bool {
        self.columns.iter().any(|seen| seen.words.text > 0 || seen.words.doubtful.is_some())
    }

    /// What stands in the way, if something does.
    pub fn error(&self, names: &[String], codes: &[Option<Coding>]) -> Option<Error> {
        let mut columns = vec![];
        let mut first: Option<(u64, usize, &str)> = None;
        for (j, seen) in self.columns.iter().enumerate() {
            let Some((line, word)) = &seen.words.first else { continue };
            let coding = codes[j].as_ref();
            if let Some(coding) = coding.filter(|coding| !coding.is_automatic()) {
                let (place, value) = (format!("{} {line}", self.unit), word.clone());
                let (column, levels) = (names[j].clone(), coding.values.clone());
                return Some(Error::UnknownLevel { place, column, value, levels });
            }
            if first.is_none_or(|(first, ..)| *line < first) {
                first = Some((*line, j, word));
            }
            columns.push(self.column(&names[j], seen, coding));
        }
        if let Some((line, j, word)) = first {
            let (word, name) = (quoted(word), quoted(&names[j]));
            let example = format!("{} {line} has {word} in {name}", self.unit);
            return Some(Error::TextColumns { columns, example });
        }
        self.doubt(names)
    }

    fn doubt(&self, names: &[String]) -> Option<Error> {
        let doubts = self.columns.iter().zip(names).filter_map(|(seen, name)| {
            seen.words.doubtful.as_ref().map(|(line, text)| (*line, name, text))
        });
        let (line, column, text) = doubts.min_by_key(|doubt| doubt.0)?;
        // One number with two separators tells what they are in the others.
        let sure = self.columns.iter().any(|seen| {
            let mark = |text: &String| text.chars().find(|c| matches!(c, ',' | '.'));
            let grouped = seen.words.grouped.as_ref().and_then(|(_, text)| mark(text));
            grouped.is_some() && grouped == mark(text)
        });
        let place = format!("{} {line}", self.unit);
        Some(Error::Thousands { place, column: column.clone(), text: text.clone(), sure })
    }

    fn column(&self, name: &str, seen: &Seen, coding: Option<&Coding>) -> TextColumn {
        let words = &seen.words;
        let known = coding.map_or(&[][..], |coding| &coding.values);
        let mut all = known.to_vec();
        all.extend(words.distinct.iter().filter(|word| !known.contains(word)).cloned());
        let means_nothing = |word: &&String| truth_value(word).is_none();
        let tokens = all.iter().filter(means_nothing).count();
        let few = !words.more && 2 * words.text <= self.rows;
        let kind = match seen.numbers && coding.is_none() {
            _ if all.iter().filter(means_nothing).all(|word| is_amount(word)) => TextKind::Amounts,
            _ if all.iter().all(|word| is_time(word)) => TextKind::Times,
            true if few && tokens <= MOST_TOKENS => {
                all.retain(|word| means_nothing(&word));
                TextKind::Tokens
            }
            false if !words.more && all.len() <= 2 => TextKind::TwoValues,
            _ => TextKind::Text,
        };
        let place = words.first.as_ref().map(|(line, _)| format!("{} {line}", self.unit));
        let place = place.unwrap_or_default();
        TextColumn { name: name.into(), place, words: all, more: words.more, kind }
    }

    /// What became of words and separators.
    pub fn remarks(&self, names: &[String], codes: &[Option<Coding>]) -> Vec<Warning> {
        let (mut two, mut ordered, mut grouped) = (vec![], vec![], vec![]);
        for (j, seen) in self.columns.iter().enumerate() {
            match &codes[j] {
                Some(coding) if coding.is_automatic() => two.extend(coding.pair()),
                Some(Coding { column, values, .. }) => {
                    ordered.push((column.clone(), values.clone()));
                }
                None if seen.words.truths > 0 => two.push(truths(&names[j], &seen.words.distinct)),
                None => {}
            }
            let text = seen.words.grouped.as_ref().or(seen.words.doubtful.as_ref());
            grouped.extend(text.map(|(_, text)| (names[j].clone(), text.clone())));
        }
        let mut remarks = vec![];
        remarks.extend((!two.is_empty()).then_some(Warning::TwoValues { columns: two }));
        remarks.extend((!ordered.is_empty()).then_some(Warning::Ordered { columns: ordered }));
        remarks.extend((!grouped.is_empty()).then_some(Warning::Thousands { columns: grouped }));
        remarks
    }
}

/// Which of the words that were seen became 1, and which 0.
fn truths(name: &str, words: &[String]) -> (String, String, String) {
    let of = |wanted: bool| {
        let are = words.iter().filter(|word| truth_value(word) == Some(wanted));
        are.cloned().collect::<Vec<_>>().join(", ")
    };
    (name.into(), of(false), of(true))
}

/// A number with a sign of percent or of a currency.
fn is_amount(word: &str) -> bool {
    let is_sign = |c: char| "%‰€$£¥₹".contains(c);
    let bare = word.trim_matches(|c| is_sign(c) || c == ' ' || c == '-' || c == '+');
    let is_number = |bare: &str| {
        bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.chars().all(|c| c.is_ascii_digit() || ".,' ".contains(c))
    };
    word.contains(is_sign) && is_number(bare)
}

/// A date or a time of day: digits parted by two of the same sign.
fn is_time(word: &str) -> bool {
    let of = |mark: char| word.matches(mark).count() == 2;
    let marked = of('-') || of('/') || of('.') || of(':') || word.matches(':').count() == 1;
    let is_part = |c: char| c.is_ascii_digit() || "-/.:+TZ ".contains(c);
    marked && word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_part)
}

fn short(word: &str) -> &str {
    let end =
        word.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= LONGEST);
    &word[..end.last().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_does_not_depend_on_the_cut() {
        let long = "x".repeat(300);
        for count in [1, 2, 7, 9, 23, 24, 25, 60] {
            for at_long in [None, Some(3)] {
                let word = |k: usize| match at_long == Some(k) {
                    true => long.clone(),
                    false => format!("w{}", k * 7 % count),
                };
                let all: Vec<String> = (0..3 * count).map(word).collect();
                let of = |part: &[String]| {
                    let mut words = Words::default();
                    part.iter().zip(1..).for_each(|(word, line)| words.text(word, line));
                    words
                };
                let whole = of(&all);
                for cut in 0..all.len() {
                    let mut parts = of(&all[..cut]);
                    parts.add(of(&all[cut..]), cut as u64);
                    assert_eq!(parts, whole, "{count} {cut}");
                }
                assert_eq!(whole.more, count > MOST || at_long.is_some_and(|k| k < 3 * count));
                assert!(whole.distinct.len() <= MOST);
            }
        }
    }

    #[test]
    fn times_are_seen() {
        for time in [
            "2020-01-31",
            "31.1.2020",
            "1/31/20",
            "12:30",
            "2020-01-31T12:30:00Z",
            "2020-01-31 12:30",
        ] {
            assert!(is_time(time), "{time}");
        }
        for other in ["2020", "1.5", "a-b-c", "1-2", "P1-2-3", "2020-01-31 noon"] {
            assert!(!is_time(other), "{other}");
        }
    }

    #[test]
    fn amounts_are_seen() {
        for amount in ["45%", "12.5 %", "$5", "1,234.50 €", "-£7", "0.3‰"] {
            assert!(is_amount(amount), "{amount}");
        }
        for other in ["%", "5", "a%", "100% sure", "$", "ab$3"] {
            assert!(!is_amount(other), "{other}");
        }
    }
}
