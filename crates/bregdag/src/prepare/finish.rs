//! What moments of any origin go through before a method sees them: constant columns are left out,
//! exact linear combinations are named, and the scale is chosen.

use super::{
    Collinear, Facts, Kind, LeftOut, Missing, Options, Preparation, Prepared, Scale, collinear,
    unless_interrupted,
};
use crate::data::{Moments, Table};
use crate::error::{Error, Result};
use crate::text::{listed, quoted};
use crate::warning::Warning;
use crate::watch::Watch;

/// Prepares moments that were computed elsewhere; `preparation` is what was done there.
pub fn of_moments(
    moments: Moments,
    preparation: Preparation,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Prepared> {
    let prepared = Prepared {
        moments,
        table: None,
        groups: None,
        folds: vec![],
        preparation,
        warnings: vec![],
    };
    finish(prepared, None, options, watch)
}

/// The last steps. `facts` are those of the columns, where the rows were seen.
pub(super) fn finish(
    mut prepared: Prepared,
    facts: Option<&[Facts]>,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Prepared> {
    if let Some(facts) = facts {
        prepared.warnings.extend(suspicious(prepared.moments.names(), facts));
        prepared.warnings.extend(mostly_filled(&prepared.preparation));
    }
    // Rows of weight zero do not make a column vary.
    let constant = |j: usize| {
        let seen = facts.and_then(|facts| facts[j].constant());
        seen.or_else(|| prepared.moments.constant(j).filter(|_| !vanishes(facts, j)))
    };
    let constants: Vec<(usize, f64)> = (0..prepared.moments.variables())
        .filter_map(|j| constant(j).map(|value| (j, value)))
        .collect();
    for &(j, value) in &constants {
        let column = prepared.moments.names()[j].clone();
        let mut codes = prepared.preparation.reading.codes.iter();
        let word =
            codes.find(|coding| coding.column == column).and_then(|coding| coding.word(value));
        let reason = match word {
            Some(word) => format!("constant ({})", quoted(word)),
            None => format!("constant ({value})"),
        };
        prepared.warnings.push(match word.map(String::from) {
            Some(word) => Warning::ConstantWord { column: column.clone(), word },
            None => Warning::ConstantColumn { column: column.clone(), value },
        });
        prepared.preparation.left_out.push(LeftOut { column, reason });
    }
    let gone: Vec<usize> = constants.into_iter().map(|(j, _)| j).collect();
    let kept = all_but(&gone, prepared.moments.variables());
    let grids = facts.map(|facts| kept.iter().map(|&j| facts[j].grid()).collect::<Vec<_>>());
    keep(&mut prepared, &kept)?;
    prepared.moments = prepared.moments.checked()?;
    combinations(&mut prepared, grids.as_deref(), options.collinear, watch)?;
    if options.scale == Scale::Standardize {
        standardize(&mut prepared)?;
    }
    Ok(prepared)
}

/// Whether a column varies so little that the squares are zero.
fn vanishes(facts: Option<&[Facts]>, j: usize) -> bool {
    let range = |facts: &Facts| Some(facts.most()? - facts.least()?);
    let range = facts.and_then(|facts| range(&facts[j]));
    range.is_some_and(|range| range > 0.0 && range * range < f64::MIN_POSITIVE)
}

/// Columns that look like something no equation should be fitted to.
pub(super) fn suspicious(names: &[String], facts: &[Facts]) -> Vec<Warning> {
    let of = |wanted: fn(Kind) -> bool| -> Vec<String> {
        let found = names.iter().zip(facts).filter(|(name, facts)| wanted(facts.kind_of(name)));
        found.map(|(name, _)| name.clone()).collect()
    };
    let identifiers = of(|kind| matches!(kind, Kind::RowNumber | Kind::Identifier));
    let binary = of(|kind| matches!(kind, Kind::Binary));
    let codes = of(|kind| matches!(kind, Kind::Codes(_)));
    let mut warnings = vec![];
    if !identifiers.is_empty() {
        warnings.push(Warning::LooksLikeIdentifier { columns: identifiers });
    }
    if !binary.is_empty() || !codes.is_empty() {
        warnings.push(Warning::FewValues { binary, codes });
    }
    warnings
}

/// Columns of which much was filled in.
pub(super) fn mostly_filled(done: &Preparation) -> Option<Warning> {
    const MUCH: f64 = 0.2;
    if !matches!(done.missing, Missing::Mean | Missing::Iterative) {
        return None;
    }
    let much = done.missing_cells.iter().filter(|m| m.cells as f64 > MUCH * done.rows_read as f64);
    let columns: Vec<String> = much.map(|missing| missing.column.clone()).collect();
    (!columns.is_empty()).then_some(Warning::MostlyFilled { columns })
}

/// Names exact linear combinations, and refuses, drops or keeps them.
fn combinations(
    prepared: &mut Prepared,
    grids: Option<&[f64]>,
    treatment: Collinear,
    watch: &dyn Watch,
) -> Result<()> {
    let mut go_on = || unless_interrupted(watch, "before the columns were compared");
    let found = collinear::find(&prepared.moments, grids, &mut go_on)?;
    if found.is_empty() {
        return Ok(());
    }
    let names = prepared.moments.names();
    let described: Vec<String> = found.iter().map(|c| c.describe(names)).collect();
    let redundant = collinear::redundant(&found);
    let columns: Vec<String> = redundant.iter().map(|&j| names[j].clone()).collect();
    prepared.preparation.collinear = described.clone();
    match treatment {
        Collinear::Error => Err(Error::Collinear { combinations: described, columns }),
        Collinear::Keep => {
            prepared.warnings.push(Warning::CollinearKept { combinations: described });
            Ok(())
        }
        Collinear::Drop => {
            for (column, reason) in columns.iter().zip(&described) {
                let (column, reason) = (column.clone(), reason.clone());
                prepared.preparation.left_out.push(LeftOut { column, reason });
            }
            prepared.warnings.push(Warning::CollinearDropped { combinations: described, columns });
            let kept = all_but(&redundant, prepared.moments.variables());
            keep(prepared, &kept)
        }
    }
}

fn all_but(gone: &[usize], n: usize) -> Vec<usize> {
    (0..n).filter(|j| !gone.contains(j)).collect()
}

/// Takes all but these columns out of everything.
fn keep(prepared: &mut Prepared, kept: &[usize]) -> Result<()> {
    if kept.len() < 2 {
        let names = kept.iter().map(|&j| &prepared.moments.names()[j]);
        return Err(Error::TooFewColumns { names: listed(names, kept.len()) });
    }
    if kept.len() < prepared.moments.variables() {
        prepared.moments = prepared.moments.select(kept);
        prepared.folds.iter_mut().for_each(|fold| *fold = fold.select(kept));
        prepared.table = prepared.table.take().map(|table| table.select(kept));
    }
    Ok(())
}

/// Brings everything to mean 0 and variance 1 over all rows.
fn standardize(prepared: &mut Prepared) -> Result<()> {
    let moments = &prepared.moments;
    let deviations: Vec<f64> = moments.variances().iter().map(|v| v.sqrt()).collect();
    let means = moments.means().to_vec();
    for fold in &mut prepared.folds {
        *fold = fold.rescaled(&means, &deviations);
    }
    if let Some(table) = prepared.table.take() {
        prepared.table = Some(standardized(&table, &means, &deviations)?);
    }
    prepared.moments = moments.standardized();
    prepared.preparation.scale = Scale::Standardize;
    Ok(())
}

fn standardized(table: &Table, means: &[f64], deviations: &[f64]) -> Result<Table> {
    let column = |j: usize| {
        let unit = |x: &f64| (x - means[j]) / deviations[j];
        table.columns()[j].iter().map(unit).collect()
    };
    let columns = (0..means.len()).map(column).collect();
    let scaled = Table::new(table.names().to_vec(), columns)?;
    match table.weights() {
        Some(weights) => scaled.with_weights(weights.to_vec()),
        None => Ok(scaled),
    }
}
