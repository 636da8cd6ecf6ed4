//! The rows that cross-validation learns from, and those it keeps back.

use super::Rule;
use crate::data::Moments;
use crate::error::{Error, Result};
use crate::warning::Warning;

/// All rows but those of one fold, and those of the fold.
pub struct Split<'a> {
    pub training: Moments,
    pub fold: &'a Moments,
}

/// The splits of a cross-validation, none for the extended BIC, and warnings about folds left out.
pub fn splits<'a>(all: &Moments, rule: Rule<'a>) -> Result<(Vec<Split<'a>>, Vec<Warning>)> {
    let Rule::Cv(folds) = rule else { return Ok((vec![], vec![])) };
    check(all, folds)?;
    let (mut splits, mut warnings) = (vec![], vec![]);
    let mut first = None;
    for (k, fold) in folds.iter().enumerate() {
        // Rows without weight say nothing.
        if fold.weight() <= 0.0 {
            continue;
        }
        let training = without(folds, k)?;
        match training.hardly_varying(all).first() {
            None => splits.push(Split { training, fold }),
            Some(&j) => {
                let column = all.names()[j].clone();
                first.get_or_insert_with(|| column.clone());
                warnings.push(Warning::FoldLeftOut { fold: k + 1, column });
            }
        }
    }
    match first {
        _ if splits.len() >= 2 => Ok((splits, warnings)),
        Some(column) => {
            Err(Error::TooFewFolds { folds: folds.len(), left_out: warnings.len(), column })
        }
        None => Err(too_few(splits.len())),
    }
}

/// Folds are at least two, of the same variables, and together all rows.
fn check(all: &Moments, folds: &[Moments]) -> Result<()> {
    if folds.len() < 2 {
        return Err(too_few(folds.len()));
    }
    if let Some(other) = folds.iter().find(|fold| fold.names() != all.names()) {
        let both = ["the table", "a fold"];
        return Err(Error::variables_differ(both, [all.names(), other.names()]));
    }
    let (expected, found) = (all.rows() as usize, folds.iter().map(|f| f.rows() as usize).sum());
    match expected == found {
        true => Ok(()),
        false => Err(Error::Shape { what: "rows of all folds".into(), expected, found }),
    }
}

fn too_few(folds: usize) -> Error {
    let expected = "at least 2, with rows of weight above zero";
    Error::Option { name: "folds", value: folds.to_string(), expected }
}

/// The moments of all folds but one.
fn without(folds: &[Moments], left_out: usize) -> Result<Moments> {
    let mut others = folds.iter().enumerate().filter(|&(k, _)| k != left_out).map(|(_, f)| f);
    let first = others.next().cloned().ok_or(Error::NoRows)?;
    others.try_fold(first, |sum, fold| sum.merge(fold))
}
