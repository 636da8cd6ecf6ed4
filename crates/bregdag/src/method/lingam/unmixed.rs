//! From independent components to an order of the causes (Shimizu et al. 2006).
//!
//! x = Bx + e makes e = (I − B)x, so the rows of I − B are the components in another order and in other scales. Each
//! component goes to a variable such that Σ 1/|own entry| is least, its row is divided by that entry, and B is what
//! is left of I. Then the smallest entries of B are set to zero, as few as make it acyclic. Both compare entries of
//! different columns, so both follow the units.

use crate::linalg::{Matrix, assignment};

/// An entry that is zero costs as much as this share of the largest one.
const LEAST: f64 = 1e-100;

/// An order of the causes, first to last, from components (rows of `unmixing`) of variables (columns).
pub fn causal_order(unmixing: &Matrix) -> Vec<usize> {
    let n = unmixing.rows();
    let effects = effects(unmixing);
    let mut entries: Vec<(usize, usize)> =
        (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j).collect();
    let size = |&(i, j): &(usize, usize)| effects[(i, j)].abs();
    // Largest first.
    entries.sort_by(|a, b| size(b).total_cmp(&size(a)));
    // An acyclic matrix has no more entries than half; with fewer it stays acyclic.
    let (mut few, mut many) = (0, n * (n - 1) / 2 + 1);
    let mut order: Vec<usize> = (0..n).collect();
    while few < many {
        let middle = few.midpoint(many);
        match order_of(n, &entries[..middle]) {
            Some(found) => (order, few) = (found, middle + 1),
            None => many = middle,
        }
    }
    order
}

/// B: entry (i, j) is the effect of j on i.
fn effects(unmixing: &Matrix) -> Matrix {
    let n = unmixing.rows();
    let most = unmixing.as_slice().iter().fold(0.0, |most: f64, w| most.max(w.abs()));
    let sizes = unmixing.map(|w| w.abs().max(LEAST * most));
    let variables = assignment(&sizes.map(|size| 1.0 / size));
    let mut effects = Matrix::zeros(n, n);
    for (component, &i) in variables.iter().enumerate() {
        let own = sizes[(component, i)].copysign(unmixing[(component, i)]);
        for j in (0..n).filter(|&j| j != i) {
            effects[(i, j)] = -unmixing[(component, j)] / own;
        }
    }
    effects
}

/// The order in which everyone comes after all that act on it, of several the first; `None` if there is a cycle.
fn order_of(n: usize, entries: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut causes = vec![0; n];
    let mut children = vec![vec![]; n];
    for &(i, j) in entries {
        causes[i] += 1;
        children[j].push(i);
    }
    let (mut order, mut placed) = (vec![], vec![false; n]);
    while let Some(next) = (0..n).find(|&i| !placed[i] && causes[i] == 0) {
        placed[next] = true;
        order.push(next);
        children[next].iter().for_each(|&i| causes[i] -= 1);
    }
    (order.len() == n).then_some(order)
}
