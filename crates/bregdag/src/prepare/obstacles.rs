//! Files → what a method receives, or all that stands in the way of it at once.
//!
//! Files are taken in from the start as often as it takes. What the data settle by themselves (two words are 0 and
//! 1, text goes if that was asked) is settled in silence. Where an error has a remedy ([`Error::remedies`]), the
//! remedy is tried and the next error comes to light, until none is left or one has no remedy: so the options that
//! are advised have been tried together.

use super::inputs::{Input, Inputs, Shelf};
use super::{Collinear, Intake, Keep, Missing, Options, Preparation, Prepared};
use crate::data::{Moments, pattern};
use crate::error::{Error, Result, TextColumn, TextKind};
use crate::read::{Coding, Header, Reading, Text};
use crate::text::quoted;
use crate::voice::Remedy;
use crate::warning::Warning;
use crate::watch::Watch;

/// Obstacles that are looked for: more than there are kinds of them.
const MOST: usize = 24;
/// How often files are taken in anew for what they settle themselves.
const MOST_SETTLED: usize = 64;

/// What stands in the way of a table.
#[derive(Debug)]
pub struct Obstacles {
    /// The errors, at least one, each with the number of its file, from 0, if it is about one.
    pub errors: Vec<(Option<usize>, Error)>,
    /// Options that get past all of them, tried together; none if nothing does.
    pub remedies: Option<Vec<Remedy>>,
}

/// What is taken in, and how.
pub struct Taking<'a> {
    /// Which columns are read.
    pub reading: Reading,
    /// What becomes of them.
    pub options: Options,
    /// Of all this, what was asked for in so many words; nothing means all of it ([`Intake::asked`]).
    pub asked: Option<(Reading, Options)>,
    /// Whether only files of moments are taken, which are joined.
    pub joins: bool,
    /// The observer.
    pub watch: &'a dyn Watch,
}

type Failed = (Option<usize>, Error);

impl Taking<'_> {
    /// What a method receives.
    pub fn prepared(&self, inputs: &mut dyn Inputs) -> std::result::Result<Prepared, Obstacles> {
        self.take(inputs, |intake| intake.finish(self.watch))
    }

    /// The moments as they are, to be stored.
    pub fn moments(
        &self,
        inputs: &mut dyn Inputs,
    ) -> std::result::Result<(Moments, Preparation, Vec<Warning>), Obstacles> {
        self.take(inputs, |intake| intake.moments(self.watch))
    }

    fn take<T>(
        &self,
        inputs: &mut dyn Inputs,
        end: impl Fn(Intake) -> Result<T>,
    ) -> std::result::Result<T, Obstacles> {
        let mut shelf = Shelf::new(inputs);
        let mut wanted = (self.reading.clone(), self.options.clone());
        self.attempt(&mut shelf, &mut wanted, &end)
            .map_err(|failed| self.survey(&mut shelf, wanted, failed, &end))
    }

    /// Takes all files in, anew as often as they settle something.
    fn attempt<T>(
        &self,
        shelf: &mut Shelf,
        wanted: &mut (Reading, Options),
        end: &impl Fn(Intake) -> Result<T>,
    ) -> std::result::Result<T, Failed> {
        for _ in 0..MOST_SETTLED {
            match self.once(shelf, wanted, end) {
                Err((_, error)) if shelf.can_be_read_again() && settle(&mut wanted.0, &error) => {}
                ended => return ended,
            }
        }
        self.once(shelf, wanted, end)
    }

    fn once<T>(
        &self,
        shelf: &mut Shelf,
        (reading, options): &(Reading, Options),
        end: &impl Fn(Intake) -> Result<T>,
    ) -> std::result::Result<T, Failed> {
        let (reading, options) = (reading.clone(), options.clone());
        let mut intake = match self.joins {
            true => Intake::joining(reading, options),
            false => Intake::new(reading, options),
        };
        if let Some((reading, options)) = &self.asked {
            intake = intake.asked(reading.clone(), options.clone());
        }
        for file in 0..shelf.count() {
            let added = match shelf.open(file) {
                Ok(Input::Rows(source)) => intake.add(source, self.watch),
                Ok(Input::Covariances(bytes, rows)) => intake.add_covariances(&bytes, rows),
                Err(error) => Err(error),
            };
            added.map_err(|error| (Some(file), error))?;
        }
        shelf.all_read();
        let only = (shelf.count() == 1).then_some(0);
        end(intake).map_err(|error| (only, error))
    }

    /// Tries the remedies of one error after the other.
    fn survey<T>(
        &self,
        shelf: &mut Shelf,
        mut wanted: (Reading, Options),
        first: Failed,
        end: &impl Fn(Intake) -> Result<T>,
    ) -> Obstacles {
        let mut errors = vec![first];
        let mut remedies: Vec<Remedy> = vec![];
        // All that is asked is whether it goes through.
        wanted.1.keep = Keep::No;
        while errors.len() < MOST && shelf.can_be_read_again() && self.watch.stop().is_none() {
            let Some((_, error)) = errors.last() else { break };
            let more = error.remedies();
            if more.is_empty() || !more.iter().all(|remedy| apply(remedy, &mut wanted)) {
                break;
            }
            merge(&mut remedies, more);
            match self.attempt(shelf, &mut wanted, end) {
                Ok(_) => return Obstacles { errors: one_by_one(errors), remedies: Some(remedies) },
                // The same again: the remedy is none.
                Err((_, again))
                    if errors.iter().any(|(_, e)| e.to_string() == again.to_string()) =>
                {
                    break;
                }
                Err(failed) => errors.push(failed),
            }
        }
        Obstacles { errors: one_by_one(errors), remedies: None }
    }
}

/// Columns without numbers by what they seem to be: each kind is an obstacle of its own.
fn one_by_one(errors: Vec<Failed>) -> Vec<Failed> {
    let mut all = vec![];
    for (file, error) in errors {
        let Error::TextColumns { mut columns, example } = error else {
            all.push((file, error));
            continue;
        };
        while let Some(first) = columns.first() {
            let kind = first.kind;
            let (same, others): (Vec<_>, Vec<_>) =
                columns.into_iter().partition(|column| column.kind == kind);
            columns = others;
            let is_of = |column: &TextColumn| example.contains(&quoted(&column.name));
            let example = match same.iter().any(is_of) {
                true => example.clone(),
                false => example_of(&same[0]),
            };
            all.push((file, Error::TextColumns { columns: same, example }));
        }
    }
    all
}

/// Where a column has a word, if that is known.
fn example_of(TextColumn { name, place, words, .. }: &TextColumn) -> String {
    match words.first() {
        Some(word) if !place.is_empty() => {
            format!("{place} has {} in {}", quoted(word), quoted(name))
        }
        _ => String::new(),
    }
}

/// Takes what the data settle themselves into the reading; false if they settle nothing.
fn settle(reading: &mut Reading, error: &Error) -> bool {
    match error {
        Error::Thousands { sure: true, .. } if !reading.thousands => {
            reading.thousands = true;
            true
        }
        Error::TextColumns { columns, .. } => {
            let before = reading.clone();
            for column in columns {
                match column.kind {
                    TextKind::TwoValues => {
                        reading.codes.retain(|coding| coding.column != column.name);
                        reading.codes.push(Coding::of_two(&column.name, &column.words));
                    }
                    TextKind::Text if reading.text == Text::Drop => {
                        reading.codes.retain(|coding| coding.column != column.name);
                        reading.left_out.push(column.name.clone());
                    }
                    _ => {}
                }
            }
            *reading != before
        }
        _ => false,
    }
}

/// Applies a remedy; false if it says nothing about how files are taken in.
fn apply(remedy: &Remedy, (reading, options): &mut (Reading, Options)) -> bool {
    let value = remedy.value.clone().unwrap_or_default();
    match (remedy.option, value.as_str()) {
        ("drop", name) => reading.drop.push(pattern::exactly(name)),
        ("missing_tokens", _) => {
            let tokens = reading.missing.get_or_insert_default();
            if !tokens.contains(&value) {
                tokens.push(value);
            }
        }
        ("missing", "drop-rows") => options.missing = Missing::DropRows,
        ("missing", "iterative") => options.missing = Missing::Iterative,
        ("collinear", "drop") => options.collinear = Collinear::Drop,
        ("text", "drop") => reading.text = Text::Drop,
        ("header", "no") => reading.header = Header::No,
        ("thousands", _) => reading.thousands = true,
        ("decimal_comma", _) => reading.decimal_comma = true,
        _ => return false,
    }
    true
}

/// Adds remedies: lists grow, and of other options the last value counts.
fn merge(all: &mut Vec<Remedy>, more: Vec<Remedy>) {
    for remedy in more {
        all.retain(|old| old.option != remedy.option || remedy.is_listed() && *old != remedy);
        all.push(remedy);
    }
}
