//! Which rows the k-th refit sees. It depends on the seed and k alone, so refits may be done in any
//! order, on any thread, and more of them later.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::refit::Refit;
use super::support::{Kind, Unit};
use crate::data::Folds;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::random::{Purpose, Stream};

/// More would be a slip of the keyboard.
const MOST: usize = 1_000_000;

/// What is drawn: units of rows that stay together.
#[derive(Debug, Clone, PartialEq)]
pub struct Units {
    unit: Unit,
    rows: usize,
    /// Consecutive rows in a block, 1 for single rows.
    length: usize,
    /// The rows of each group.
    groups: Vec<Vec<usize>>,
}

impl Units {
    /// Single rows.
    pub fn rows(rows: usize) -> Units {
        Units { unit: Unit::Rows, rows, length: 1, groups: vec![] }
    }

    /// Rows with the same label.
    pub fn groups(labels: &[u64]) -> Units {
        let mut by_label: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (row, &label) in labels.iter().enumerate() {
            by_label.entry(label).or_default().push(row);
        }
        let groups = by_label.into_values().collect();
        Units { unit: Unit::Groups, rows: labels.len(), length: 1, groups }
    }

    /// Blocks of `length` consecutive rows, the last one perhaps shorter.
    pub fn blocks(rows: usize, length: usize) -> Result<Units> {
        if length == 0 || length > rows / 2 {
            let (value, expected) = (length.to_string(), "at least 1 row, and two blocks or more");
            return Err(Error::Option { name: "block", value, expected });
        }
        Ok(Units { unit: Unit::Blocks, rows, length, groups: vec![] })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self.unit {
            Unit::Groups => self.groups.len(),
            Unit::Rows | Unit::Blocks => self.rows.div_ceil(self.length),
        }
    }

    /// Equal for equal units.
    fn fingerprint(&self) -> u64 {
        let mut fingerprint = Fingerprint::default();
        [self.rows, self.length].iter().for_each(|&number| fingerprint.add_word(number as u64));
        for rows in &self.groups {
            fingerprint.add_word(rows.len() as u64);
            rows.iter().for_each(|&row| fingerprint.add_word(row as u64));
        }
        fingerprint.code()
    }

    /// The rows of unit u.
    fn push(&self, u: usize, rows: &mut Vec<usize>) {
        match self.unit {
            Unit::Groups => rows.extend(&self.groups[u]),
            Unit::Rows | Unit::Blocks => {
                rows.extend(u * self.length..((u + 1) * self.length).min(self.rows));
            }
        }
    }

    /// The rows of these units.
    fn of(&self, units: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut rows = vec![];
        units.into_iter().for_each(|u| self.push(u, &mut rows));
        rows
    }
}

/// How many refits, and of which rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    kind: Kind,
    refits: usize,
    seed: u64,
    units: Units,
}

/// What two runs must have in common to share refits; how many they want does not matter, except that
/// it decides what a fold is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draws {
    kind: Kind,
    unit: Unit,
    units: usize,
    seed: u64,
    folds: Option<usize>,
    /// Which rows are in which unit, in short.
    partition: u64,
}

impl Plan {
    /// That many refits (or folds, which are as many).
    pub fn new(kind: Kind, refits: usize, seed: u64, units: Units) -> Result<Plan> {
        let wrong =
            |name, expected| Err(Error::Option { name, value: refits.to_string(), expected });
        match kind {
            Kind::Folds if Folds::new(refits, seed).is_err() => {
                wrong("folds", "a number from 2 to 1000")
            }
            Kind::Folds if refits > units.count() => {
                let (folds, found) = (refits, units.count());
                Err(Error::FewerUnitsThanFolds { folds, unit: units.unit.name(), found })
            }
            Kind::Bootstrap if !(1..=MOST).contains(&refits) => {
                wrong("bootstrap", "at least 1 refit and at most 1000000")
            }
            Kind::Subsample if !(1..=MOST).contains(&refits) => {
                wrong("subsample", "at least 1 refit and at most 1000000")
            }
            _ if units.count() < 2 => {
                Err(Error::TooFewUnits { unit: units.unit.name(), found: units.count() })
            }
            _ => Ok(Plan { kind, refits, seed, units }),
        }
    }

    /// How rows are changed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many refits are wanted.
    pub fn refits(&self) -> usize {
        self.refits
    }

    /// The seed of the draws.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// What is drawn.
    pub fn unit(&self) -> Unit {
        self.units.unit
    }

    /// How many of them there are.
    pub fn units(&self) -> usize {
        self.units.count()
    }

    /// Of how many rows.
    pub fn rows(&self) -> usize {
        self.units.rows
    }

    /// Whether a refit, perhaps of one of so many drawn tables, is one of those planned.
    pub fn wants(&self, refit: &Refit, tables: usize) -> bool {
        let (table, k) = refit.place();
        table <= tables as u64 && k < self.refits as u64
    }

    /// What another run must have in common.
    pub fn draws(&self) -> Draws {
        Draws {
            kind: self.kind,
            unit: self.units.unit,
            units: self.units.count(),
            seed: self.seed,
            folds: (self.kind == Kind::Folds).then_some(self.refits),
            partition: self.units.fingerprint(),
        }
    }

    /// The rows of refit k, from 0; a row may be there several times.
    pub fn draw(&self, k: usize) -> Result<Vec<usize>> {
        let units = self.units.count();
        Ok(match self.kind {
            Kind::Folds => {
                let mut folds = Folds::new(self.refits, self.seed)?;
                self.units.of((0..units).filter(|&u| folds.of(u as u64) != k))
            }
            Kind::Bootstrap => self.with_replacement(&mut self.stream(k)),
            // Refits 2j and 2j + 1 see the two halves of one permutation (complementary pairs: Shah
            // and Samworth 2013, doi:10.1111/j.1467-9868.2011.01034.x).
            Kind::Subsample => {
                let order = self.stream(k / 2).permutation(units);
                let (first, second) = order.split_at(units / 2);
                let mut half =
                    if k.is_multiple_of(2) { first } else { &second[..units / 2] }.to_vec();
                half.sort_unstable();
                self.units.of(half)
            }
        })
    }

    fn stream(&self, k: usize) -> Stream {
        Stream::of(self.seed, Purpose::Rows(k))
    }

    /// As many units as there are. Blocks may begin anywhere (Künsch 1989, doi:10.1214/aos/1176347265)
    /// and the last one is cut, so that there are as many rows.
    fn with_replacement(&self, stream: &mut Stream) -> Vec<usize> {
        let Units { unit, rows, length, .. } = self.units;
        let count = self.units.count();
        if unit != Unit::Blocks {
            let mut drawn: Vec<usize> = (0..count).map(|_| stream.below(count)).collect();
            drawn.sort_unstable();
            return self.units.of(drawn);
        }
        let mut left = rows;
        let mut block = || {
            let first = stream.below(rows - length + 1);
            let taken = length.min(left);
            left -= taken;
            first..first + taken
        };
        let mut blocks: Vec<std::ops::Range<usize>> = (0..count).map(|_| block()).collect();
        blocks.sort_unstable_by_key(|block| block.start);
        blocks.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(kind: Kind, refits: usize, units: Units) -> Plan {
        Plan::new(kind, refits, 7, units).unwrap()
    }

    #[test]
    fn every_row_is_left_out_of_one_fold() {
        for units in [Units::rows(23), Units::blocks(23, 4).unwrap()] {
            let plan = plan(Kind::Folds, 5, units);
            let mut seen = [0; 23];
            (0..5).for_each(|k| plan.draw(k).unwrap().iter().for_each(|&row| seen[row] += 1));
            assert_eq!(seen, [4; 23]);
        }
    }

    #[test]
    fn groups_stay_together() {
        let labels = [0, 1, 1, 2, 0, 2, 2, 3];
        for kind in [Kind::Folds, Kind::Bootstrap, Kind::Subsample] {
            let plan = plan(kind, 4, Units::groups(&labels));
            for k in 0..4 {
                let rows = plan.draw(k).unwrap();
                let count = |row| rows.iter().filter(|&&r| r == row).count();
                for (row, label) in labels.iter().enumerate() {
                    let first = labels.iter().position(|other| other == label).unwrap();
                    assert_eq!(count(row), count(first), "{kind:?} {k}");
                }
            }
        }
    }

    #[test]
    fn halves_are_complementary_and_draws_repeat() {
        let plan = plan(Kind::Subsample, 4, Units::rows(10));
        let mut both = [plan.draw(2).unwrap(), plan.draw(3).unwrap()].concat();
        both.sort_unstable();
        assert!(both.into_iter().eq(0..10));
        assert_eq!(plan.draw(1).unwrap(), plan.draw(1).unwrap());
        assert_ne!(plan.draw(0).unwrap(), plan.draw(2).unwrap());
        assert_eq!(plan.draw(0).unwrap().len(), 5);
    }

    #[test]
    fn a_bootstrap_draws_as_many_rows() {
        let drawn = |units| plan(Kind::Bootstrap, 1, units).draw(0).unwrap();
        assert_eq!(drawn(Units::rows(50)).len(), 50);
        let rows = drawn(Units::blocks(50, 7).unwrap());
        assert_eq!(rows.len(), 50);
        // Eight blocks: at most seven times a row is not followed by the next one.
        assert!(rows.windows(2).filter(|pair| pair[1] != pair[0] + 1).count() <= 7);
        assert!(rows.iter().all(|&row| row < 50));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let refuse =
            |kind, refits, units| Plan::new(kind, refits, 0, units).unwrap_err().to_string();
        assert!(refuse(Kind::Bootstrap, 0, Units::rows(9)).contains("bootstrap"));
        assert!(refuse(Kind::Subsample, 0, Units::rows(9)).contains("subsample"));
        assert!(refuse(Kind::Folds, 1, Units::rows(9)).contains("folds"));
        assert!(refuse(Kind::Folds, 10, Units::rows(9)).contains("9 rows"));
        assert!(refuse(Kind::Folds, 3, Units::groups(&[0, 1, 1])).contains("2 groups"));
        assert!(refuse(Kind::Bootstrap, 5, Units::groups(&[0, 0, 0])).contains("1 group"));
        assert!(Units::blocks(10, 6).is_err() && Units::blocks(10, 0).is_err());
    }
}
