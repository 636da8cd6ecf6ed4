//! What the caller wants of a table, and which columns that chooses.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::coding::Coding;
use crate::data::pattern::matches;
use crate::error::{Error, Result};
use crate::text::listed;

/// A graph over more variables is out of reach: each matrix would take 8 GiB.
pub(super) const MOST_COLUMNS: usize = 1 << 15;

/// Whether the first line has the names of the columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Header {
    /// It has, unless it looks like the rows below; where that cannot be told, this is an error.
    #[default]
    Auto,
    /// It has, also where all names are numbers.
    Yes,
    /// It is a row; the columns are named x1, x2, …
    No,
}

/// What becomes of columns with more than two different words where numbers should be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Text {
    /// They are an error.
    #[default]
    Error,
    /// They are left out.
    Drop,
}

/// Which columns are read, and how their values are written.
///
/// A pattern stands for every name it matches as a whole: `*` for any characters, also none, `?` for
/// one, everything else, case included, for itself. A name also matches itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reading {
    /// Patterns of the variables' names; none (the default) means all. They come in the order of
    /// the file.
    pub columns: Vec<String>,
    /// Patterns of columns to leave out, after `columns`; by default none. What is left out is
    /// never looked at, so it may hold anything.
    pub drop: Vec<String>,
    /// Name of the column of row weights, by default none. It is not a variable.
    #[serde(skip)]
    pub weights: Option<String>,
    /// Name of the column that says which rows belong together, by default none. It is not a variable
    /// and may hold anything: text, numbers, dates. Rows whose entries are equal form a group.
    #[serde(skip)]
    pub groups: Option<String>,
    /// Names, not patterns, of columns that are left out because they hold text.
    pub left_out: Vec<String>,
    /// Whether the first line has the names; by default what it looks like.
    pub header: Header,
    /// What becomes of columns of text; by default they are an error.
    pub text: Text,
    /// Words that stand for numbers; by default none but those for true and false.
    pub codes: Vec<Coding>,
    /// The sheet of a workbook that is read; by default the first.
    pub sheet: Option<String>,
    /// Whether 1,234 is 1234 (and 1.234 with a decimal comma); by default only where nothing else is
    /// possible, as in 1,234,567.
    pub thousands: bool,
    /// Whether text has 3,14 for 3.14 (and then no comma between columns); by default not.
    pub decimal_comma: bool,
    /// What stands for a missing value, in any case, beside the empty field; by default the usual
    /// words such as NA; the token `usual` stands for all of them. A token that is a number, such as
    /// -999, is compared as a number too, in every format.
    pub missing: Option<Vec<String>>,
}

impl Reading {
    /// This, and where nothing was asked for, as it was done before; the columns of then only unless others are
    /// `chosen`.
    pub fn or(self, then: Reading, chosen: bool) -> Reading {
        let is_auto = self.header == Header::Auto;
        Reading {
            columns: if chosen { self.columns } else { then.columns },
            drop: self.drop,
            weights: self.weights.or(then.weights),
            groups: self.groups.or(then.groups),
            left_out: then.left_out,
            header: if is_auto { then.header } else { self.header },
            text: if self.text == Text::Error { then.text } else { self.text },
            codes: if self.codes.is_empty() { then.codes } else { self.codes },
            sheet: self.sheet.or(then.sheet),
            thousands: self.thousands || then.thousands,
            decimal_comma: self.decimal_comma || then.decimal_comma,
            missing: self.missing.or(then.missing),
        }
    }
}

/// What a column of the file is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    Variable,
    Weights,
    Groups,
    /// A variable that is written in words, where even digits are words.
    Words,
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
    /// Position of the labels of groups.
    pub groups: Option<usize>,
    /// How many columns the file has.
    pub width: usize,
    /// Name of the first column, if it names or numbers the rows and is left out for that.
    pub row_names: Option<String>,
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

    /// The positions in the file of all that is read, ascending, and what each is for.
    pub fn taken(&self) -> Vec<(usize, Role)> {
        let variables = self.columns.iter().map(|&column| (column, Role::Variable));
        let weights = self.weights.map(|column| (column, Role::Weights));
        let groups = self.groups.map(|column| (column, Role::Groups));
        let mut taken: Vec<_> = variables.chain(weights).chain(groups).collect();
        taken.sort_unstable_by_key(|&(column, _)| column);
        taken
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
            groups: None,
            width: 0,
            row_names: None,
        };
        let found = vec![false; reading.columns.len() + reading.drop.len()];
        Chooser { reading, found, first: vec![], chosen }
    }

    /// Passes over the first column, which names or numbers the rows; unless someone wants it.
    pub fn offer_row_names(&mut self, name: &str) -> Result<Role> {
        let Reading { columns, drop, weights, groups, .. } = self.reading;
        let named = columns.iter().any(|column| column == name)
            || [weights, groups].into_iter().any(|asked| asked.as_deref() == Some(name));
        if named || drop.iter().any(|pattern| matches(pattern, name)) {
            return self.offer(name);
        }
        self.chosen.width += 1;
        let wanted = self.found.iter_mut().zip(columns);
        wanted.for_each(|(found, pattern)| *found |= matches(pattern, name));
        self.chosen.row_names = Some(name.into());
        Ok(Role::Ignored)
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
        let Selection { weights, groups, .. } = &mut self.chosen;
        for (asked, place, role) in [
            (&self.reading.weights, weights, Role::Weights),
            (&self.reading.groups, groups, Role::Groups),
        ] {
            if asked.as_deref() == Some(name) {
                return match place.replace(position) {
                    Some(first) => Err(twice(name, first, position)),
                    None => Ok(role),
                };
            }
        }
        if unwanted || !wanted || self.reading.left_out.iter().any(|other| other == name) {
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
        if let Some(column) = reading.groups.as_ref().filter(|_| reading.groups == reading.weights)
        {
            return Err(Error::WeightsAndGroups { column: column.clone() });
        }
        let patterns = reading.columns.iter().chain(&reading.drop);
        let mut vain = patterns.zip(found).filter(|(_, found)| !found).map(|(pattern, _)| pattern);
        let weights = reading.weights.iter().find(|_| chosen.weights.is_none());
        let groups = reading.groups.iter().find(|_| chosen.groups.is_none());
        if let Some(pattern) = vain.next().or(weights).or(groups) {
            return Err(Error::NoSuchColumn {
                pattern: pattern.clone(),
                columns: listed(first.iter(), chosen.width),
            });
        }
        let known = |coding: &&Coding| {
            let place = chosen.names.iter().position(|name| *name == coding.column);
            place.is_some() || coding.is_automatic() || reading.left_out.contains(&coding.column)
        };
        if let Some(coding) = reading.codes.iter().find(|coding| !known(coding)) {
            return Err(Error::NoSuchColumn {
                pattern: coding.column.clone(),
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
        assert_eq!(chosen.taken(), [(0, Role::Variable), (1, Role::Weights), (2, Role::Variable)]);
        let twice = Selection::of(["a", "w", "b", "w"].into_iter(), &reading).unwrap_err();
        assert!(twice.to_string().contains("columns 2 and 4 are both named \"w\""));
    }

    #[test]
    fn groups_are_no_variable() {
        let own = |name: &str| Some(name.to_string());
        let reading = |weights, groups| Reading { weights, groups, ..Reading::default() };
        let select = |names: &[&str], reading: Reading| {
            Selection::of(names.iter().copied(), &reading).map_err(|error| error.to_string())
        };
        let names = ["g", "a", "w", "b"];
        let chosen = select(&names, reading(own("w"), own("g"))).unwrap();
        assert_eq!(
            (&chosen.columns, chosen.weights, chosen.groups),
            (&vec![1, 3], Some(2), Some(0))
        );
        let (v, w, g) = (Role::Variable, Role::Weights, Role::Groups);
        assert_eq!(chosen.taken(), [(0, g), (1, v), (2, w), (3, v)]);
        // Who drops the column as a variable may still group by it.
        let dropped = Reading { drop: vec!["g".into()], ..reading(None, own("g")) };
        assert_eq!(select(&names, dropped).unwrap().groups, Some(0));
        let problem =
            |names: &[&str], weights, groups| select(names, reading(weights, groups)).unwrap_err();
        let shown = problem(&names, None, own("G"));
        assert!(shown.contains("no column is named \"G\"; there are \"g\""), "{shown}");
        let shown = problem(&names, own("w"), own("w"));
        assert!(shown.contains("\"w\" cannot hold both row weights and groups"), "{shown}");
        let shown = problem(&["g", "a", "g", "b"], None, own("g"));
        assert!(shown.contains("columns 1 and 3 are both named \"g\""), "{shown}");
    }

    #[test]
    fn too_many_columns_are_refused_early() {
        let names = std::iter::repeat_n("a", usize::MAX);
        let error = Selection::of(names, &Reading::default()).unwrap_err();
        assert!(matches!(error, Error::TooManyColumns { .. }), "{error}");
    }
}
