//! A random correlation matrix R that fits a DAG, and the linear model it belongs to: the onion
//! method of Andrews and Kummerfeld (2024, doi:10.48550/arXiv.2405.13100) on DAGs.
//!
//! The nodes come one by one, those without parents first, so that R grows by layers. Node number
//! t = 0, …, n − 1 with k parents P gets a point w of the unit ball of Rᵏ with density
//! ∝ (1 − ‖w‖²)^((n−1−t)/2), and with R_PP = L Lᵀ
//!
//!   weights β = L⁻ᵀ w,   correlations with all before r = R_·P β (so r_P = L w),   noise 1 − ‖w‖².
//!
//! Its variance is βᵀ R_PP β + 1 − ‖w‖² = 1, and R² on its parents ‖w‖² ~ Beta(k/2, (n − t + 1)/2).
//! In the complete DAG each r = L w has the density det(R_PP)^(−1/2) (1 − ‖w‖²)^((n−1−t)/2) and
//! det R = Π (1 − ‖w_t‖²), so all powers cancel and R is uniform among all correlation matrices
//! (Ghosh and Henderson 2003, doi:10.1145/937332.937336).

use super::{Model, Noise};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::linalg::{Cholesky, Matrix, add_scaled};
use crate::model::WeightedDag;
use crate::random::Stream;

/// Weights and scales of the noise for this graph.
pub(super) fn draw(dag: &Dag, noise: Noise, stream: &mut Stream) -> Result<Model> {
    let n = dag.nodes();
    let order = sources_first(dag)?;
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(t, &j)| place[j] = t);
    // By places in the order.
    let mut correlations = Matrix::zeros(n, n);
    let (mut parents, mut scales) = (vec![vec![]; n], vec![0.0; n]);
    for (t, &j) in order.iter().enumerate() {
        // A pivot of R_PP is then at least the variance of that parent's noise, hence positive.
        let mut before: Vec<usize> = dag.parents(j).iter().map(|&i| place[i]).collect();
        before.sort_unstable();
        let (mut weights, leftover) = point(before.len(), n - t + 1, stream);
        factor(&before, &correlations)?.solve_upper(&mut weights);
        let mut row = vec![0.0; t];
        for (&s, &weight) in before.iter().zip(&weights) {
            add_scaled(&mut row, weight, correlations.col(s));
        }
        for (s, r) in row.into_iter().enumerate() {
            (correlations[(s, t)], correlations[(t, s)]) = (r, r);
        }
        correlations[(t, t)] = 1.0;
        scales[j] = (leftover / noise.variance()).sqrt();
        parents[j] = before.iter().map(|&s| order[s]).zip(weights).collect();
    }
    Ok(Model { truth: WeightedDag::new(parents)?, scales })
}

/// The nodes, every one after its parents: those without parents first, then always the one with the
/// lowest number. The law of the weights depends on the order; this is the one of the authors.
fn sources_first(dag: &Dag) -> Result<Vec<usize>> {
    let is_source = |i: usize| dag.parents(i).is_empty();
    let others = |j: usize| dag.parents(j).iter().copied().filter(|&i| !is_source(i)).collect();
    let rest = Dag::new((0..dag.nodes()).map(others).collect())?;
    let mut order: Vec<usize> = (0..dag.nodes()).filter(|&j| is_source(j)).collect();
    order.extend(rest.order().iter().copied().filter(|&j| !is_source(j)));
    Ok(order)
}

/// w and 1 − ‖w‖²: the first k coordinates of a random point on the sphere in R^(k + degrees), whose
/// density is ∝ (1 − ‖w‖²)^(degrees/2 − 1), from normals y and a χ² in place of the squares of the rest.
fn point(k: usize, degrees: usize, stream: &mut Stream) -> (Vec<f64>, f64) {
    if k == 0 {
        return (vec![], 1.0);
    }
    let mut w: Vec<f64> = (0..k).map(|_| stream.normal()).collect();
    let rest = stream.chi_square(degrees);
    let total = w.iter().map(|y| y * y).sum::<f64>() + rest;
    w.iter_mut().for_each(|y| *y /= total.sqrt());
    (w, rest / total)
}

/// L of the correlations of the parents. Row by row, since the blocked factorisation may round
/// differently from one machine to another.
fn factor(places: &[usize], correlations: &Matrix) -> Result<Cholesky> {
    let mut factor = Cholesky::with_capacity(places.len());
    for &t in places {
        factor.push(|i| correlations[(places[i], t)], 1.0, 0.0).map_err(|_| Error::Option {
            name: "weights",
            value: "onion".into(),
            expected: "fewer edges or another seed: some parents are collinear",
        })?;
    }
    Ok(factor)
}

#[cfg(test)]
mod tests {
    use super::super::propagate;
    use super::*;
    use crate::linalg::dot;

    const NOISE: Noise = Noise::Laplace;

    fn model(dag: &Dag, seed: u64) -> Model {
        draw(dag, NOISE, &mut Stream::new(seed, 0)).unwrap()
    }

    /// Cov(X) from X = E (I − W)⁻¹.
    fn covariance(model: &Model) -> Matrix {
        let n = model.scales.len();
        let deviation = |j: usize| model.scales[j] * NOISE.variance().sqrt();
        // Column j: how much of each noise there is in X_j.
        let mut columns = vec![vec![0.0; n]; n];
        (0..n).for_each(|j| columns[j][j] = deviation(j));
        propagate(&model.truth, &mut columns);
        Matrix::from_fn(n, n, |i, j| dot(&columns[i], &columns[j]))
    }

    fn complete(n: usize) -> Dag {
        // Against the numbers, so that order and numbers differ.
        let edges: Vec<_> = (0..n).flat_map(|j| (0..j).map(move |i| (j, i))).collect();
        Dag::from_edges(n, &edges).unwrap()
    }

    /// P(x ≤ sin² θ) of Beta(3/2, 3/2), by integration of (8/π) √(x(1 − x)).
    fn beta_three_halves(x: f64) -> f64 {
        let angle = x.clamp(0.0, 1.0).sqrt().asin();
        (2.0 * angle - (4.0 * angle).sin() / 2.0) / std::f64::consts::PI
    }

    /// Kolmogorov's √N sup |F_N − F|; above 1.95 one time in a thousand.
    fn distance(mut sample: Vec<f64>, distribution: impl Fn(f64) -> f64) -> f64 {
        sample.sort_unstable_by(f64::total_cmp);
        let count = sample.len() as f64;
        let gap = |(at, &x): (usize, &f64)| {
            let expected = distribution(x);
            (expected - at as f64 / count).abs().max((expected - (at + 1) as f64 / count).abs())
        };
        count.sqrt() * sample.iter().enumerate().map(gap).fold(0.0, f64::max)
    }

    #[test]
    fn every_variable_has_variance_one() {
        let sparse: Vec<_> = (0..60).flat_map(|j| [(j, j + 1), (j / 2, j + 1)]).collect();
        let mut sparse: Vec<_> = sparse.into_iter().filter(|(i, j)| i != j).collect();
        sparse.sort_unstable();
        sparse.dedup();
        for dag in [complete(40), Dag::from_edges(61, &sparse).unwrap()] {
            let covariance = covariance(&model(&dag, 1));
            for j in 0..dag.nodes() {
                assert!((covariance[(j, j)] - 1.0).abs() < 1e-10, "{}", covariance[(j, j)]);
            }
        }
    }

    #[test]
    fn r_squared_follows_its_beta_distribution() {
        // n = 5. Node 3 is t = 3 with k = 3: Beta(3/2, 3/2). Node 4 is t = 4 with k = 1: Beta(1/2, 1).
        let dag = Dag::from_edges(5, &[(0, 3), (1, 3), (2, 3), (3, 4)]).unwrap();
        let explained = |j: usize| -> Vec<f64> {
            let of = |seed| 1.0 - model(&dag, seed).scales[j].powi(2) * NOISE.variance();
            (0..4000).map(of).collect()
        };
        let (third, fourth) = (explained(3), explained(4));
        assert!(distance(third, beta_three_halves) < 1.95);
        assert!(distance(fourth, |x| x.max(0.0).sqrt()) < 1.95);
    }

    #[test]
    fn complete_graphs_have_uniform_correlations() {
        // Uniform among all matrices of order n, each (r + 1)/2 is Beta(n/2, n/2); here n = 3. That
        // no pair differs from the others shows that the order leaves no trace.
        let dag = complete(3);
        let drawn: Vec<Matrix> = (0..4000).map(|seed| covariance(&model(&dag, seed))).collect();
        for pair in [(0, 1), (0, 2), (1, 2)] {
            let sample = drawn.iter().map(|r| (r[pair] + 1.0) / 2.0).collect();
            let distance = distance(sample, beta_three_halves);
            assert!(distance < 1.95, "{pair:?}: {distance}");
        }
    }

    #[test]
    fn what_the_graph_separates_is_uncorrelated() {
        // 0 → 2 ← 1 and 2 → 3: 0 and 1 are independent, and r_03 = r_02 r_23.
        let dag = Dag::from_edges(4, &[(0, 2), (1, 2), (2, 3)]).unwrap();
        let r = covariance(&model(&dag, 5));
        assert_eq!(r[(0, 1)], 0.0);
        assert!((r[(0, 3)] - r[(0, 2)] * r[(2, 3)]).abs() < 1e-15);
    }

    #[test]
    fn nodes_without_parents_come_first() {
        let dag = Dag::from_edges(6, &[(4, 3), (5, 1), (3, 0), (1, 0)]).unwrap();
        assert_eq!(sources_first(&dag).unwrap(), [2, 4, 5, 1, 3, 0]);
    }
}
