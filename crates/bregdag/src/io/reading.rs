//! What the caller wants of a table, and which columns that chooses.

use std::collections::HashMap;

use crate::data::pattern::matches;
use crate::error::{Error, Result, listed};

/// A graph over more variables is out of reach: each matrix would take 8 GiB.
pub(super) const MOST_COLUMNS: usize = 1 << 15;

/// Which columns are read, and how their values are written.
///
/// A pattern stands for every name it matches as a whole: `*` for any characters, also none, `?` for
/// one, everything else, case included, for itself. A name also matches itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// Patterns of the variables' names; none (the default) means all. They come in the order of
    /// the file.
    pub columns: Vec<String>,
    /// Patterns of columns to leave out, after `columns`; by default none. What is left out is
    /// never looked at, so it may hold anything.
    pub drop: Vec<String>,
    /// Name of the column of row weights, by default none. It is not a variable.
    pub weights: Option<String>,
    /// Whether text has 3,14 for 3.14 (and then no comma between columns); by default not.
    pub decimal_comma: bool,
    /// What stands for a missing value, in any case, beside the empty field; by default the usual
    /// words such as NA. A token that is a number, such as -999, is compared as a number too, in
    /// every format.
    pub missing: Option<Vec<String>>,
}

/// What a column of the file is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    Variable,
    Weights,
    Ignored,
}

/// The columns that are read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Selection {
    /// Names of the variables.
    pub names: Vec<String>,
    /// Their positions in the file, ascending.
    pub columns: Vec<usize>,
    /// Position of the row weights.
    pub weights: Option<usize>,
    /// Their name.
    pub weights_name: String,
    /// How many columns the file has.
    pub width: usize,
}

impl Selection {
    /// Chooses among names that are all there.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>, reading: &Reading) -> Result<Selection> {
        let mut chooser = Chooser::new(reading);
        for name in names {
            chooser.offer(name)?;
        }
        chooser.finish()
    }

    /// The positions in the file of all that is read, ascending, and which of them, if any, has the
    /// row weights.
    pub fn taken(&self) -> (Vec<usize>, Option<usize>) {
        let mut taken = self.columns.clone();
        let place = self.weights.map(|weights| taken.partition_point(|&column| column < weights));
        if let (Some(place), Some(weights)) = (place, self.weights) {
            taken.insert(place, weights);
        }
        (taken, place)
    }
}

/// Chooses columns one name at a time, so that names nobody wants are never held.
pub(super) struct Chooser<'a> {
    reading: &'a Reading,
    /// Whether a column was found for each pattern of `columns`, then of `drop`.
    found: Vec<bool>,
    /// The first names, for messages.
    first: Vec<String>,
    chosen: Selection,
}

impl<'a> Chooser<'a> {
    pub fn new(reading: &'a Reading) -> Chooser<'a> {
        let chosen = Selection {
            names: vec![],
            columns: vec![],
            weights: None,
            weights_name: reading.weights.clone().unwrap_or_default(),
            width: 0,
        };
        let found = vec![false; reading.columns.len() + reading.drop.len()];
        Chooser { reading, found, first: vec![], chosen }
    }

    /// The role of the next column of the file.
    pub fn offer(&mut self, name: &str) -> Result<Role> {
        let position = self.chosen.width;
        self.chosen.width += 1;
        if self.first.len() < 8 {
            self.first.push(name.into());
        }
        let (wanted, unwanted) = self.found.split_at_mut(self.reading.columns.len());
        let wanted = mark(&self.reading.columns, wanted, name) || self.reading.columns.is_empty();
        let unwanted = mark(&self.reading.drop, unwanted, name);
        if self.reading.weights.as_deref() == Some(name) {
            if let Some(first) = self.chosen.weights.replace(position) {
                return Err(twice(name, first, position));
            }
            return Ok(Role::Weights);
        }
        if unwanted || !wanted {
            return Ok(Role::Ignored);
        }
        if name.trim().is_empty() {
            return Err(Error::EmptyName { column: position + 1 });
        }
        if self.chosen.names.len() == MOST_COLUMNS {
            return Err(Error::TooManyColumns { limit: MOST_COLUMNS });
        }
        self.chosen.names.push(name.into());
        self.chosen.columns.push(position);
        Ok(Role::Variable)
    }

    /// The choice, after the last name.
    pub fn finish(self) -> Result<Selection> {
        let Chooser { reading, found, first, chosen } = self;
        let patterns = reading.columns.iter().chain(&reading.drop);
        let mut vain = patterns.zip(found).filter(|(_, found)| !found).map(|(pattern, _)| pattern);
        let weights = reading.weights.iter().find(|_| chosen.weights.is_none());
        if let Some(pattern) = vain.next().or(weights) {
            return Err(Error::NoSuchColumn {
                pattern: pattern.clone(),
                columns: listed(first.iter(), chosen.width),
            });
        }
        let mut seen = HashMap::with_capacity(chosen.names.len());
        for (name, &position) in chosen.names.iter().zip(&chosen.columns) {
            if let Some(first) = seen.insert(name.as_str(), position) {
                return Err(twice(name, first, position));
            }
        }
        if chosen.names.len() < 2 {
            let names = listed(chosen.names.iter(), chosen.names.len());
            return Err(Error::TooFewColumns { names });
        }
        Ok(chosen)
    }
}

/// Whether one of the patterns matches the name; notes which do.
fn mark(patterns: &[String], found: &mut [bool], name: &str) -> bool {
    let mut any = false;
    for (pattern, found) in patterns.iter().zip(found) {
        let matched = matches(pattern, name);
        *found |= matched;
        any |= matched;
    }
    any
}

fn twice(name: &str, first: usize, second: usize) -> Error {
    Error::DuplicateName { name: name.into(), first: first + 1, second: second + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn select(names: &[&str], columns: &[&str], drop: &[&str]) -> Result<Selection> {
        let own = |patterns: &[&str]| patterns.iter().map(|p| p.to_string()).collect();
        let reading = Reading { columns: own(columns), drop: own(drop), ..Reading::default() };
        Selection::of(names.iter().copied(), &reading)
    }

    #[test]
    fn the_order_is_the_file_s() {
        let names = ["x1", "id", "x2", "y", "x10"];
        let chosen = select(&names, &["y", "x*"], &["x1?"]).unwrap();
        assert_eq!(
            (chosen.names, chosen.columns),
            (vec!["x1".into(), "x2".into(), "y".into()], vec![0, 2, 3])
        );
        assert_eq!(chosen.width, 5);
    }

    #[test]
    fn only_chosen_names_must_be_good() {
        let names = ["", "a", "a", "b", "c", ""];
        assert_eq!(select(&names, &["b", "c"], &[]).unwrap().columns, [3, 4]);
        assert_eq!(select(&names, &[], &["", "a"]).unwrap().columns, [3, 4]);
        let problem = |columns, drop| select(&names, columns, drop).unwrap_err().to_string();
        assert!(problem(&["a", "b"], &[]).contains("columns 2 and 3 are both named \"a\""));
        assert!(problem(&[], &["a"]).contains("column 1 has no name"));
        assert!(problem(&["b"], &[]).contains("at least two columns that vary; here: \"b\""));
        assert!(problem(&[], &["*"]).contains("at least two columns that vary; here: none"));
    }

    #[test]
    fn what_matches_nothing_is_said() {
        let names: Vec<String> = (0..12).map(|k| format!("v{k}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let shown = select(&names, &["v1", "w*"], &[]).unwrap_err().to_string();
        assert!(shown.contains("\"w*\"") && shown.contains("\"v7\" and 4 more"), "{shown}");
        assert!(select(&names, &[], &["V1"]).unwrap_err().to_string().contains("\"V1\""));
        let reading = Reading { weights: Some("v*".into()), ..Reading::default() };
        let shown = Selection::of(names.iter().copied(), &reading).unwrap_err().to_string();
        assert!(shown.contains("\"v*\""), "weights are named exactly: {shown}");
    }

    #[test]
    fn weights_are_no_variable() {
        let reading =
            Reading { columns: vec!["*".into()], weights: Some("w".into()), ..Reading::default() };
        let chosen = Selection::of(["a", "w", "b"].into_iter(), &reading).unwrap();
        assert_eq!((&chosen.columns, chosen.weights), (&vec![0, 2], Some(1)));
        assert_eq!(chosen.taken(), (vec![0, 1, 2], Some(1)));
        let twice = Selection::of(["a", "w", "b", "w"].into_iter(), &reading).unwrap_err();
        assert!(twice.to_string().contains("columns 2 and 4 are both named \"w\""));
    }

    #[test]
    fn too_many_columns_are_refused_early() {
        let names = std::iter::repeat_n("a", usize::MAX);
        let error = Selection::of(names, &Reading::default()).unwrap_err();
        assert!(matches!(error, Error::TooManyColumns { .. }), "{error}");
    }
}
