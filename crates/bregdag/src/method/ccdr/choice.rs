//! Which point of a path.
//!
//! By the objective's own likelihood a denser graph is always better, so each graph is refitted by least squares.
//! Then either the extended BIC is least, or, as the released package has it (Fu and Zhou 2013,
//! doi:10.1080/01621459.2012.754359, section 3.4), the last λ counts whose new edges still gain: with
//! ℓ_k = −(m/2) Σ_j log RSS_j and e_k edges,
//!
//! ```text
//! max { k : r_k ≥ 0.1 max r },      r_k = (ℓ_k − ℓ_{k−1})/(e_k − e_{k−1}).
//! ```

use super::point::Point;
use crate::data::Moments;
use crate::error::Result;
use crate::graph::Dag;
use crate::linalg::Cholesky;
use crate::score::{DEPENDENT, PERFECT, Variances, ebic};

/// The share of the largest ratio that counts.
const SHARE: f64 = 0.1;

/// The point of least extended BIC; of equal ones that of the largest λ.
pub fn by_ebic(points: &[Point], moments: &Moments) -> Result<usize> {
    let mut best = (0, f64::INFINITY);
    for (k, point) in points.iter().enumerate() {
        // Most neighbours on a path have one graph.
        if k > 0 && points[k - 1].dag == point.dag {
            continue;
        }
        let value = ebic(moments, &point.dag, Variances::Free)?;
        if value < best.1 {
            best = (k, value);
        }
    }
    Ok(best.0)
}

/// The point that the released package recommends; where no number of edges changes, the first.
pub fn as_released(points: &[Point], moments: &Moments) -> usize {
    let fits: Vec<f64> = points.iter().map(|point| log_likelihood(&point.dag, moments)).collect();
    let edges: Vec<f64> = points.iter().map(|point| point.dag.edge_count() as f64).collect();
    let ratio = |k: usize| (fits[k] - fits[k - 1]) / (edges[k] - edges[k - 1]);
    let steps = || (1..points.len()).filter(|&k| edges[k] != edges[k - 1]);
    let most = steps().map(ratio).fold(f64::NEG_INFINITY, f64::max);
    steps().rfind(|&k| ratio(k) >= SHARE * most).unwrap_or(0)
}

/// −(m/2) Σ_j log RSS_j up to a constant. The package neither centres the columns nor fits an intercept.
fn log_likelihood(dag: &Dag, moments: &Moments) -> f64 {
    let (c, means, weight) = (moments.comoments(), moments.means(), moments.weight());
    let product = |i: usize, j: usize| c[(i, j)] + weight * means[i] * means[j];
    let residual = |j: usize| {
        let mut factor = Cholesky::with_capacity(dag.parents(j).len());
        let mut taken: Vec<usize> = vec![];
        for &i in dag.parents(j) {
            if factor.push(|k| product(taken[k], i), product(i, i), DEPENDENT).is_ok() {
                taken.push(i);
            }
        }
        let mut weights: Vec<f64> = taken.iter().map(|&i| product(i, j)).collect();
        factor.solve(&mut weights);
        let explained: f64 = taken.iter().zip(&weights).map(|(&i, w)| w * product(i, j)).sum();
        // What rounding leaves of a column that is explained wholly.
        (product(j, j) - explained).max(PERFECT * product(j, j))
    };
    let logs: f64 = (0..dag.nodes()).map(|j| residual(j).ln()).sum();
    -0.5 * moments.rows() as f64 * logs
}
