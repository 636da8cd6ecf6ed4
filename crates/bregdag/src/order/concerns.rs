//! What the data do not bear, in warnings that name the variables.

use super::problem::most_parents;
use super::regression::DEPENDENT;
use crate::data::{Knowledge, Moments};
use crate::graph::{Edge, Model};
use crate::linalg::Cholesky;
use crate::status::Warning;

/// A share of its variance that a variable must keep, given its parents, not to be called their
/// linear combination.
const PERFECT: f64 = 1e-8;

/// |t| below which an edge may as well be chance.
const WEAK: f64 = 2.0;

/// The warnings about a model. `singular`: there are more rows than variables, and yet some columns
/// are linear combinations of others.
pub fn concerns(moments: &Moments, model: &Model, singular: bool) -> Vec<Warning> {
    let (rows, variables) = (moments.rows(), moments.variables());
    let names = moments.names();
    let mut warnings = vec![];
    if rows <= variables as u64 {
        warnings.push(Warning::FewRows { rows, variables });
    }
    let mut perfect = false;
    for j in 0..variables {
        let parents = model.dag().parents(j);
        let child = names[j].clone();
        if !parents.is_empty() && 1.0 - model.r_squared()[j] < PERFECT {
            let parents = parents.iter().map(|&(i, _)| names[i].clone()).collect();
            warnings.push(Warning::PerfectFit { child, parents });
            perfect = true;
        } else if parents.len() >= most_parents(rows).min(variables - 1) && rows <= variables as u64
        {
            warnings.push(Warning::MostParents { child, parents: parents.len(), rows });
        }
    }
    // Prices or signs may have kept the search from the parents that would explain all.
    if singular && !perfect {
        warnings.extend(combinations(moments));
    }
    warnings
}

/// Required edges of which the data show little.
pub fn weak_edges(model: &Model, known: &Knowledge) -> Vec<Warning> {
    let names = model.names();
    let weak = |edge: Edge| {
        let t = edge.t().filter(|t| t.abs() < WEAK && known.requires(edge.source, edge.target))?;
        let (parent, child) = (names[edge.source].clone(), names[edge.target].clone());
        Some(Warning::WeakRequiredEdge { parent, child, t })
    };
    model.edges().into_iter().filter_map(weak).collect()
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
