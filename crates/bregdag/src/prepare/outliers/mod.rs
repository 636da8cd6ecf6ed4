//! Rows that lie far from all others: one of them can make an edge, and so can five in a hundred.
//!
//! Reader's guide. `Rule` learns from the rows what is far: `scale` has a middle and a width for both sides of every
//! column, and a row with any |z| > 6 is far; `bacon` looks at the rest together, for rows that are far although each of
//! their values is not. [`Far`] are the rows that were found, with what they look like (`advice`). Whether any edge
//! rests on them is for a study to find out. Formulas: docs/mathematics.md, section 28.

mod advice;
mod bacon;
mod scale;

use serde::{Deserialize, Serialize};

use self::bacon::{Ellipsoid, Units};
use self::scale::Sides;
use crate::data::Moments;
use crate::parallel::parallel_map;
use crate::warning::Advice;

/// A row with a larger |z| is far: of normal values, two in a thousand millions.
const FAR: f64 = 6.0;
/// With fewer rows no scale is to be trusted.
pub const FEWEST_ROWS: usize = 20;
/// Rows that are looked at as one piece of work.
const CHUNK: usize = 1 << 12;

/// What becomes of rows that lie far from all others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outliers {
    /// They stay, and it is said whether edges rest on them.
    #[default]
    Warn,
    /// They leave before anything is learned.
    Drop,
    /// They stay, and nobody looks.
    Keep,
}

/// What is far, as the rows themselves tell.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    /// Of every column that is no code.
    sides: Vec<Option<Sides>>,
    /// Those columns.
    measured: Vec<usize>,
    /// What is near for all of them together, where that was looked at.
    near: Option<Ellipsoid>,
}

/// Rows that lie far from all others.
#[derive(Debug, Clone, PartialEq)]
pub struct Far {
    /// Rows that were looked at.
    pub looked_at: u64,
    /// Whether these are a sample, because there are too many to keep.
    pub sampled: bool,
    /// Whether columns were also looked at together.
    pub together: bool,
    /// Far rows.
    pub count: u64,
    /// Of these, how many are far only if columns are looked at together.
    pub by_distance: u64,
    /// The first of them: their numbers, from 1, over all files; fewer where nobody counted.
    pub numbers: Vec<u64>,
    /// Their places among the rows that are kept.
    pub(crate) places: Vec<usize>,
    /// The moments of all other rows, where those are not kept.
    pub(crate) others: Option<Moments>,
    /// What they look like.
    pub advice: Option<Advice>,
}

/// What is known of far rows.
#[derive(Debug, Clone, PartialEq)]
pub enum Look {
    /// Nobody looked, because …
    Unknown(String),
    /// They have left.
    Dropped,
    /// These.
    Found(Box<Far>),
}

impl Default for Look {
    fn default() -> Look {
        Look::Unknown("nobody looked".into())
    }
}

/// Numbers of rows that are named in messages.
pub(super) const NAMED: usize = 10;

impl Rule {
    /// From the values of these rows, at least twenty; `rows` are the places of those that count.
    pub fn of(columns: &[&[f64]], go_on: &mut dyn FnMut() -> bool) -> Rule {
        let sides = parallel_map(columns.len(), |j| Sides::of(columns[j]));
        let measured: Vec<usize> = (0..sides.len()).filter(|&j| sides[j].is_some()).collect();
        let mut rule = Rule { sides, measured, near: None };
        let rows = columns.first().map_or(0, |column| column.len());
        let extremes = rule.extremes(columns);
        let mut rest: Vec<usize> = (0..rows).filter(|&r| extremes[r] <= FAR).collect();
        if bacon::suits(rest.len(), rule.measured.len()) {
            rest.sort_by(|&a, &b| extremes[a].total_cmp(&extremes[b]));
            let columns: Vec<&[f64]> = rule.measured.iter().map(|&j| columns[j]).collect();
            let sides: Vec<Sides> = rule.sides.iter().flatten().copied().collect();
            rule.near = bacon::ellipsoid(&Units { columns: &columns, sides: &sides }, &rest, go_on);
        }
        rule
    }

    /// The places of the rows that are far, and how many of them only if columns are looked at together.
    pub fn far(&self, columns: &[&[f64]]) -> (Vec<usize>, u64) {
        let extremes = self.extremes(columns);
        let (rest, mut far): (Vec<usize>, Vec<usize>) =
            (0..extremes.len()).partition(|&r| extremes[r] <= FAR);
        let alone = far.len();
        if let Some(near) = &self.near {
            let columns: Vec<&[f64]> = self.measured.iter().map(|&j| columns[j]).collect();
            let sides: Vec<Sides> = self.sides.iter().flatten().copied().collect();
            let inside = near.inside(&Units { columns: &columns, sides: &sides }, &rest);
            let mut is_inside = vec![false; extremes.len()];
            inside.into_iter().for_each(|r| is_inside[r] = true);
            far.extend(rest.into_iter().filter(|&r| !is_inside[r]));
            far.sort_unstable();
        }
        let by_distance = (far.len() - alone) as u64;
        (far, by_distance)
    }

    /// Whether a value of a column is far by itself.
    pub fn is_far(&self, j: usize, x: f64) -> bool {
        self.sides[j].is_some_and(|sides| sides.z(x).abs() > FAR)
    }

    /// Whether columns are looked at together.
    pub fn looks_together(&self) -> bool {
        self.near.is_some()
    }

    /// The largest |z| of every row.
    fn extremes(&self, columns: &[&[f64]]) -> Vec<f64> {
        let rows = columns.first().map_or(0, |column| column.len());
        let pieces = parallel_map(rows.div_ceil(CHUNK), |k| {
            let piece = k * CHUNK..((k + 1) * CHUNK).min(rows);
            let mut extremes = vec![0.0_f64; piece.len()];
            for (column, sides) in columns.iter().zip(&self.sides) {
                let Some(sides) = sides else { continue };
                for (most, &x) in extremes.iter_mut().zip(&column[piece.clone()]) {
                    *most = most.max(sides.z(x).abs());
                }
            }
            extremes
        });
        pieces.concat()
    }
}

/// Looks for far rows among these; nothing where someone stopped it.
pub(super) fn look(
    names: &[String],
    columns: &[&[f64]],
    go_on: &mut dyn FnMut() -> bool,
) -> (Rule, Far) {
    let rule = Rule::of(columns, go_on);
    let (places, by_distance) = rule.far(columns);
    let advice = advice::of(names, columns, &rule.sides, &places);
    let far = Far {
        looked_at: columns.first().map_or(0, |column| column.len()) as u64,
        sampled: false,
        together: rule.looks_together(),
        count: places.len() as u64,
        by_distance,
        numbers: vec![],
        places,
        others: None,
        advice,
    };
    (rule, far)
}

#[cfg(test)]
mod tests;
