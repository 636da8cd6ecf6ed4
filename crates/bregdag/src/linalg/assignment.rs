//! The assignment problem: the permutation p that makes Σ_i cost[i][p_i] least.
//!
//! Shortest augmenting paths with prices u, v such that cost_ij ≥ u_i + v_j, with equality where i is assigned to j
//! (Kuhn 1955, doi:10.1002/nav.3800020109; the form of Jonker and Volgenant 1987, doi:10.1007/BF02278710): O(n³).

use super::Matrix;

/// For each row of a square matrix of finite costs its column.
pub fn assignment(cost: &Matrix) -> Vec<usize> {
    debug_assert!(cost.rows() == cost.cols() && cost.is_finite());
    let n = cost.rows();
    let mut prices = Prices { rows: vec![0.0; n], cols: vec![0.0; n] };
    let mut row_of: Vec<Option<usize>> = vec![None; n];
    for row in 0..n {
        augment(cost, row, &mut prices, &mut row_of);
    }
    let mut columns = vec![0; n];
    for (col, row) in row_of.iter().enumerate() {
        row.iter().for_each(|&row| columns[row] = col);
    }
    columns
}

struct Prices {
    rows: Vec<f64>,
    cols: Vec<f64>,
}

/// Assigns one more row along the shortest path to a free column, and corrects the prices.
fn augment(cost: &Matrix, first: usize, prices: &mut Prices, row_of: &mut [Option<usize>]) {
    let n = row_of.len();
    let (mut distance, mut from) = (vec![f64::INFINITY; n], vec![None; n]);
    let mut settled: Vec<usize> = vec![];
    let mut open: Vec<usize> = (0..n).collect();
    let (mut row, mut via, mut so_far) = (first, None, 0.0);
    let end = loop {
        for &col in &open {
            let through = so_far + cost[(row, col)] - prices.rows[row] - prices.cols[col];
            if through < distance[col] {
                (distance[col], from[col]) = (through, via);
            }
        }
        let nearer = |&a: &usize, &b: &usize| distance[open[a]].total_cmp(&distance[open[b]]);
        let Some(place) = (0..open.len()).min_by(nearer) else { return };
        let col = open.swap_remove(place);
        so_far = distance[col];
        settled.push(col);
        match row_of[col] {
            Some(next) => (row, via) = (next, Some(col)),
            None => break col,
        }
    };
    prices.rows[first] += so_far;
    for &col in &settled {
        let shift = so_far - distance[col];
        prices.cols[col] -= shift;
        if let Some(row) = row_of[col] {
            prices.rows[row] += shift;
        }
    }
    // Back along the path each column takes the row of the one before it.
    let mut col = end;
    while let Some(before) = from[col] {
        row_of[col] = row_of[before];
        col = before;
    }
    row_of[col] = Some(first);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    /// The least sum over all ways to give the rows from this one on the columns that are left.
    fn least(cost: &Matrix, row: usize, left: &[usize]) -> f64 {
        if left.is_empty() {
            return 0.0;
        }
        let with = |k: usize| {
            let rest = [&left[..k], &left[k + 1..]].concat();
            cost[(row, left[k])] + least(cost, row + 1, &rest)
        };
        (0..left.len()).map(with).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn no_permutation_costs_less() {
        let mut stream = Stream::new(1, 0);
        for case in 0..200 {
            let n = 1 + case % 7;
            let mut cost = Matrix::zeros(n, n);
            // Ties and negative costs in every other case, costs of very different size in the rest.
            cost.as_mut_slice().iter_mut().for_each(|c| {
                *c = match case % 2 {
                    0 => stream.below(5) as f64 - 2.0,
                    _ => 1.0 / stream.open_uniform(),
                }
            });
            let columns = assignment(&cost);
            let mut sorted = columns.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().copied().eq(0..n), "{columns:?}");
            let sum: f64 = columns.iter().enumerate().map(|(i, &j)| cost[(i, j)]).sum();
            let best = least(&cost, 0, &(0..n).collect::<Vec<_>>());
            // Sums in another order.
            assert!((sum - best).abs() <= 1e-12 * best.abs().max(1.0), "case {case}: {sum} {best}");
        }
    }
}
