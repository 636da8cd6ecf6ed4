//! What the data do not bear, in warnings that name the variables.

use crate::data::Moments;
use crate::linalg::Cholesky;
use crate::score::{DEPENDENT, Problem, most_parents};
use crate::warning::Warning;

/// A share of its variance that a variable must keep, given its parents, not to be called their
/// linear combination.
const PERFECT: f64 = 1e-8;

/// The warnings about where a search has arrived: the parents of each node, and what they leave of its
/// variance.
pub fn concerns<'a>(
    moments: &Moments,
    problem: &Problem<'_>,
    families: impl Iterator<Item = (&'a [usize], f64)>,
) -> Vec<Warning> {
    let (rows, variables) = (moments.rows(), moments.variables());
    let names = moments.names();
    let mut warnings = vec![];
    if rows <= variables as u64 {
        warnings.push(Warning::FewRows { rows, variables });
    }
    let mut perfect = false;
    for (j, (parents, variance)) in families.enumerate() {
        let (child, count) = (names[j].clone(), parents.len());
        if count > 0 && variance < PERFECT * problem.variances[j] {
            let mut parents = parents.to_vec();
            parents.sort_unstable();
            let parents = parents.iter().map(|&i| names[i].clone()).collect();
            warnings.push(Warning::PerfectFit { child, parents });
            perfect = true;
        } else if count >= most_parents(rows).min(variables - 1) && rows <= variables as u64 {
            warnings.push(Warning::MostParents { child, parents: count, rows });
        }
    }
    // There are more rows than variables, and yet some columns are linear combinations of others; but
    // prices or signs may have kept the search from the parents that would explain all.
    if problem.singular && !perfect {
        warnings.extend(combinations(moments));
    }
    warnings
}

/// Every column that is a linear combination of columns before it.
fn combinations(moments: &Moments) -> Vec<Warning> {
    let (c, names) = (moments.comoments(), moments.names());
    let mut factor = Cholesky::with_capacity(moments.variables());
    let (mut kept, mut warnings): (Vec<usize>, _) = (vec![], vec![]);
    for j in 0..moments.variables() {
        if factor.push(|k| c[(kept[k], j)], c[(j, j)], DEPENDENT).is_ok() {
            kept.push(j);
            continue;
        }
        let mut weights: Vec<f64> = kept.iter().map(|&i| c[(i, j)]).collect();
        factor.solve(&mut weights);
        let takes_part = |(&i, w): (&usize, &f64)| {
            (w * w * c[(i, i)] > PERFECT * c[(j, j)]).then(|| names[i].clone())
        };
        let parents = kept.iter().zip(&weights).filter_map(takes_part).collect();
        warnings.push(Warning::PerfectFit { child: names[j].clone(), parents });
    }
    warnings
}
