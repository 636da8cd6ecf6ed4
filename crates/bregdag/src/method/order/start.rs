//! First orders by conditional variance.
//!
//! With equal noise variances the node to which those already taken leave least variance can come
//! next: given its parents a node has variance σ², given less it has more (Ghoshal & Honorio 2018,
//! PMLR 84; Chen, Drton & Wang 2019, doi:10.1093/biomet/asz049). With more rows than variables the
//! variances given *all* nodes taken so far come out of one elimination. With fewer, these say
//! nothing, and each remaining node keeps a selected regression on the nodes taken.

use std::sync::Arc;

use super::parents::{Candidates, Selector};
use crate::linalg::Pivot;
use crate::score::{Family, Problem, Score, first_pivot};
use crate::watch::{Stop, Watch};

/// Takes node after node by the variance that its selected regression on those taken leaves.
///
/// The price of a parent is relative to the variance that is left, even where noise variances are
/// equal: a node whose parents have not been taken yet has much more than σ² left, and an absolute
/// price would let everything in. A node waits for the parents that it must have.
pub fn sparse(problem: &Problem<'_>, score: &Score, watch: &dyn Watch) -> Result<Vec<usize>, Stop> {
    let mut selector = Selector::new(problem);
    let relative = score.with_free_variances();
    let mut families: Vec<Arc<Family>> = (0..problem.nodes())
        .map(|j| Arc::new(selector.select(&relative, j, &[], Candidates::all(&[]))))
        .collect();
    let (mut order, mut open) = (vec![], (0..problem.nodes()).collect::<Vec<_>>());
    let mut taken = vec![false; problem.nodes()];
    let pivot = first_pivot(score.variances());
    let ready = |j: usize, taken: &[bool]| problem.required(j).iter().all(|&p| taken[p]);
    while let Some(next) = next(&open, &families, pivot, |j| ready(j, &taken)) {
        watch.go_on()?;
        let x = open.remove(next);
        taken[x] = true;
        order.push(x);
        let column = problem.covariance.col(x);
        for &y in &open {
            let family = &families[y];
            let r = family.residual_covariance(y, column);
            let candidates = Candidates::all(&order);
            if let Some(better) = selector.with(&relative, (x, y), r, family, candidates) {
                families[y] = better;
            }
        }
    }
    Ok(order)
}

fn next(
    open: &[usize],
    families: &[Arc<Family>],
    pivot: Pivot,
    ready: impl Fn(usize) -> bool,
) -> Option<usize> {
    let value = |i: usize| match pivot {
        Pivot::Smallest => families[open[i]].variance,
        Pivot::Largest => -families[open[i]].variance,
    };
    (0..open.len()).filter(|&i| ready(open[i])).min_by(|&a, &b| value(a).total_cmp(&value(b)))
}
