//! Which columns are nearly linear combinations of which others.
//!
//! A column with R² ≥ 0.999 on all others, a variance inflation factor 1/(1 − R²) of 1000, is traced
//! back to the few columns that explain it: forward selection on the correlations, each time the
//! column that takes most of what is left, then backward whatever is not needed. Groups that share
//! half of the smaller one are one group.

use serde::{Deserialize, Serialize};

use super::Quantity;
use super::spectrum::Spectrum;
use crate::linalg::{Cholesky, Matrix};

/// From here on a standard error is thirty times what it would be on its own. Causes that act
/// strongly bring their effects to 0.99 without harm; copies, sums and differences lie above 0.999.
const NEARLY: f64 = 0.999;
/// A dependence of more columns than this cannot be grasped, so it is not named.
const MOST_MEMBERS: usize = 10;
/// What rounding leaves of an exact dependence.
const EXACT: f64 = 1e-8;
/// A pivot smaller than this is rounding.
const PIVOT: f64 = 1e-10;

/// Columns of which each nearly follows from the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Their names, in the order of the table.
    pub columns: Vec<String>,
    /// R² of the most dependent of them on the others of the group.
    pub r_squared: f64,
}

/// Near dependences among the columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Collinearity {
    /// Those of a few columns.
    pub groups: Vec<Group>,
    /// Columns that only many others together explain.
    pub diffuse: Vec<String>,
}

pub(super) fn find(names: &[String], spectrum: &Spectrum) -> Quantity<Collinearity> {
    let r_squared = match &spectrum.r_squared {
        Quantity::Known(r_squared) => r_squared,
        Quantity::Unknown(reason) => return Quantity::Unknown(reason.clone()),
    };
    let mut suspects: Vec<usize> = (0..names.len()).filter(|&j| r_squared[j] >= NEARLY).collect();
    suspects.sort_by(|&a, &b| r_squared[b].total_cmp(&r_squared[a]));
    let (mut groups, mut diffuse): (Vec<(Vec<usize>, f64)>, _) = (vec![], vec![]);
    for j in suspects {
        if groups.iter().any(|(members, _)| members.contains(&j)) {
            continue;
        }
        match explain(&spectrum.correlations, j, 1.0 - r_squared[j]) {
            None => diffuse.push(names[j].clone()),
            Some((mut members, unexplained)) => {
                members.push(j);
                join(&mut groups, members, 1.0 - unexplained);
            }
        }
    }
    groups.sort_by(|a, b| b.1.total_cmp(&a.1));
    let named = |(mut members, r_squared): (Vec<usize>, f64)| {
        members.sort_unstable();
        Group { columns: members.iter().map(|&j| names[j].clone()).collect(), r_squared }
    };
    Quantity::Known(Collinearity { groups: groups.into_iter().map(named).collect(), diffuse })
}

/// Adds the group, or merges it into one with which it shares half of the smaller of the two.
fn join(groups: &mut Vec<(Vec<usize>, f64)>, members: Vec<usize>, r_squared: f64) {
    let shared = |group: &[usize]| members.iter().filter(|j| group.contains(j)).count();
    let same = |group: &[usize]| 2 * shared(group) >= group.len().min(members.len());
    match groups.iter_mut().find(|(group, _)| same(group)) {
        None => groups.push((members, r_squared)),
        Some((group, best)) => {
            let new: Vec<usize> = members.into_iter().filter(|j| !group.contains(j)).collect();
            group.extend(new);
            *best = best.max(r_squared);
        }
    }
}

/// The few columns that explain column j nearly as well as all do, and the share they leave.
fn explain(correlations: &Matrix, j: usize, left_by_all: f64) -> Option<(Vec<usize>, f64)> {
    let target = (2.0 * left_by_all).clamp(EXACT, 1.0 - NEARLY);
    let mut members = forward(correlations, j, target)?;
    let mut k = 0;
    while k < members.len() {
        let without: Vec<usize> = members.iter().copied().filter(|&i| i != members[k]).collect();
        match left(correlations, j, &without) <= target {
            true => members = without,
            false => k += 1,
        }
    }
    let left = left(correlations, j, &members);
    Some((members, left))
}

/// Columns chosen one by one until they leave at most `target` of column j; if that takes too many,
/// those that first left a thousandth, if any did.
fn forward(correlations: &Matrix, j: usize, target: f64) -> Option<Vec<usize>> {
    let n = correlations.cols();
    let mut members = vec![];
    // Columns of the Cholesky factor of the chosen ones, continued over all n rows; what is left.
    let mut factor: Vec<Vec<f64>> = vec![];
    let mut left = vec![1.0; n];
    let mut enough = None;
    while members.len() < MOST_MEMBERS && left[j] > target {
        let covariance = |i: usize, with: usize| {
            correlations[(i, with)] - factor.iter().map(|l| l[i] * l[with]).sum::<f64>()
        };
        let gain = |i: usize| covariance(i, j).powi(2) / left[i];
        let candidates = (0..n).filter(|&i| i != j && left[i] > PIVOT);
        let best = candidates.map(|i| (i, gain(i))).max_by(|a, b| a.1.total_cmp(&b.1))?.0;
        let root = left[best].sqrt();
        let column: Vec<f64> = (0..n).map(|i| covariance(i, best) / root).collect();
        left.iter_mut().zip(&column).for_each(|(left, l)| *left -= l * l);
        left[best] = 0.0;
        factor.push(column);
        members.push(best);
        if enough.is_none() && left[j] <= 1.0 - NEARLY {
            enough = Some(members.clone());
        }
    }
    if left[j] <= target { Some(members) } else { enough }
}

/// The share of column j that these columns leave.
fn left(correlations: &Matrix, j: usize, members: &[usize]) -> f64 {
    let mut factor = Cholesky::with_capacity(members.len());
    let mut kept: Vec<usize> = vec![];
    for &i in members {
        if factor.push(|k| correlations[(kept[k], i)], 1.0, PIVOT).is_ok() {
            kept.push(i);
        }
    }
    let mut weights: Vec<f64> = kept.iter().map(|&i| correlations[(i, j)]).collect();
    factor.solve(&mut weights);
    let explained: f64 = kept.iter().zip(&weights).map(|(&i, w)| correlations[(i, j)] * w).sum();
    (1.0 - explained).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::tests::{moments, normal_columns};

    fn groups(columns: &[Vec<f64>]) -> Vec<String> {
        let moments = moments(columns);
        let found = find(moments.names(), &Spectrum::of(&moments, &()));
        let found = found.known().unwrap();
        assert!(found.diffuse.is_empty(), "{found:?}");
        found.groups.iter().map(|group| group.columns.join(" ")).collect()
    }

    fn combined(columns: &[Vec<f64>], weights: &[(usize, f64)]) -> Vec<f64> {
        let row = |r: usize| weights.iter().map(|&(j, w)| w * columns[j][r]).sum();
        (0..columns[0].len()).map(row).collect()
    }

    #[test]
    fn independent_columns_form_no_group() {
        assert!(groups(&normal_columns(6, 100, 5)).is_empty());
    }

    #[test]
    fn a_difference_is_found_with_its_terms() {
        let mut x = normal_columns(6, 200, 7);
        x[4] = combined(&x, &[(1, 1.0), (3, -1.0)]);
        assert_eq!(groups(&x), ["x2 x4 x5"]);
    }

    #[test]
    fn exact_dependences_that_share_nothing_stay_apart() {
        let mut x = normal_columns(7, 200, 8);
        x[2] = combined(&x, &[(0, 1.0), (1, 0.1)]);
        x[6] = combined(&x, &[(3, -4.0)]);
        let mut found = groups(&x);
        found.sort();
        assert_eq!(found, ["x1 x2 x3", "x4 x7"]);
    }

    #[test]
    fn copies_with_small_errors_are_one_group() {
        let mut x = normal_columns(6, 300, 9);
        for j in 1..5 {
            x[j] = combined(&x, &[(0, 1.0), (j, 0.01)]);
        }
        assert_eq!(groups(&x), ["x1 x2 x3 x4 x5"]);
    }

    #[test]
    fn a_sum_of_many_is_not_named() {
        let mut x = normal_columns(16, 400, 10);
        x[15] = combined(&x, &(0..15).map(|j| (j, 1.0)).collect::<Vec<_>>());
        let moments = moments(&x);
        let found = find(moments.names(), &Spectrum::of(&moments, &()));
        let found = found.known().unwrap();
        assert!(found.groups.is_empty() && found.diffuse.len() == 16, "{found:?}");
    }
}
