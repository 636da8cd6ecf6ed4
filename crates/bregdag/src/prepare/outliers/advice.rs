//! What far rows look like, and so what to do about them. In this order: one extreme value again and again is a code
//! for missing; a positive skewed column wants its logarithm; more than a tenth of all rows are heavy tails or a
//! mixture; anything else may be dropped.

use super::FAR;
use super::scale::Sides;
use crate::warning::Advice;

/// More than this share of the rows are no exceptions.
const MANY: f64 = 0.1;
/// So many different codes for missing a column may have.
const MOST_CODES: usize = 3;
/// A side this much wider than the other is skewed.
const SKEWED: f64 = 1.5;
/// A column takes part in what makes a row far from here on.
const TAKES_PART: f64 = 3.0;

/// Of the rows at these places; nothing where there are none.
pub(super) fn of(
    names: &[String],
    columns: &[&[f64]],
    sides: &[Option<Sides>],
    places: &[usize],
) -> Option<Advice> {
    let rows = columns.first().map_or(0, |column| column.len());
    if places.is_empty() {
        return None;
    }
    let measured = || (0..columns.len()).filter_map(|j| Some((j, sides[j]?)));
    let most = |found: Vec<(usize, usize)>| {
        // Of as many, the first.
        found.into_iter().rev().max_by_key(|&(count, _)| count).map(|(_, j)| j)
    };
    let coded = measured().filter_map(|(j, s)| Some((codes(columns[j], s, places)?.1, j)));
    if let Some(j) = most(coded.collect()) {
        let values = sides[j].and_then(|s| codes(columns[j], s, places)).map_or(vec![], |c| c.0);
        return Some(Advice::Code { column: names[j].clone(), values });
    }
    let skewed = measured().filter_map(|(j, s)| Some((tamed(columns[j], s, places)?, j)));
    if let Some(j) = most(skewed.collect()) {
        return Some(Advice::Logarithm { column: names[j].clone() });
    }
    Some(if places.len() as f64 > MANY * rows as f64 { Advice::Many } else { Advice::Few })
}

/// The values on one side that are far, if they are few and each comes again, and how many rows have one.
fn codes(column: &[f64], sides: Sides, places: &[usize]) -> Option<(Vec<f64>, usize)> {
    let of_side = |sign: f64| {
        let mut found: Vec<f64> =
            places.iter().map(|&r| column[r]).filter(|&x| sign * sides.z(x) > FAR).collect();
        found.sort_by(f64::total_cmp);
        let runs: Vec<&[f64]> = found.chunk_by(|a, b| a == b).collect();
        let again = !runs.is_empty() && runs.iter().all(|run| run.len() >= 2);
        let values = runs.iter().map(|run| run[0]).collect();
        (again && runs.len() <= MOST_CODES).then_some((values, found.len()))
    };
    let both = [of_side(-1.0), of_side(1.0)];
    both.into_iter().flatten().max_by_key(|(_, rows)| *rows)
}

/// In how many of the far rows a positive skewed column lies far out, where its logarithm does so in at most half of
/// them; nothing unless that explains half of the far rows.
fn tamed(column: &[f64], sides: Sides, places: &[usize]) -> Option<usize> {
    if sides.above < SKEWED * sides.below || column.iter().any(|&x| x <= 0.0) {
        return None;
    }
    let logarithms: Vec<f64> = column.iter().map(|x| x.ln()).collect();
    let of_logarithms = Sides::of(&logarithms)?;
    let out = places.iter().filter(|&&r| sides.z(column[r]).abs() > TAKES_PART).count();
    let still =
        places.iter().filter(|&&r| of_logarithms.z(logarithms[r]).abs() > TAKES_PART).count();
    (2 * out >= places.len() && 2 * still <= out).then_some(out)
}
