//! The independences that a graph implies, and those that the data contradict.
//!
//! In a DAG, j is independent of every i before it in the order, given its parents P, unless i is
//! one of them. For each such pair the partial correlation and Fisher's z,
//!
//!   ρ = (C_ij − C_iP w) / √(v_i v_j),   w = C_PP⁻¹ C_Pj,   v_x = C_xx − C_xP C_PP⁻¹ C_Px,
//!   z = atanh(ρ) √(m − |P| − 3),   p = erfc(|z|/√2)
//!
//! (Fisher 1924; docs/mathematics.md, section 14). Which of them fail is decided after Holm's
//! correction for all pairs.

use serde::{Deserialize, Serialize};

use super::Quantity;
use super::significance::holm;
use crate::data::Moments;
use crate::graph::Dag;
use crate::linalg::{COLLINEAR, Cholesky, dot};
use crate::parallel::parallel_map;
use crate::tails::normal_tails;

/// Multiplications; above this, every second, third, … pair is taken.
const MOST_WORK: u64 = 1 << 27;
/// A correlation of one has no finite z.
const NEARLY_ONE: f64 = 1.0 - 1e-15;

/// How many of the largest partial correlations are listed.
const LISTED: usize = 10;

/// How the independences that a graph implies fare.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Independences {
    /// Pairs of variables that the graph does not join: each implies one independence.
    pub implied: usize,
    /// Of these, tested. The others are left out because one side follows exactly from the parents,
    /// because there are too few rows, or to save time.
    pub tested: usize,
    /// Of these, contradicted by the data at 1 % after Holm's correction.
    pub failed: usize,
    /// The largest partial correlations, at most ten.
    pub largest: Vec<Dependence>,
}

/// One implied independence and what the data say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dependence {
    /// The variable that comes first in the graph's order.
    pub earlier: String,
    /// The one that comes later.
    pub later: String,
    /// The parents of the later one, given which the two should be independent.
    pub given: Vec<String>,
    /// ρ.
    pub partial_correlation: f64,
    /// z, standard normal if the independence holds.
    pub z: f64,
    /// p of z.
    pub p: f64,
    /// Whether it fails at 1 % after Holm's correction.
    pub fails: bool,
}

/// Pair (i, j) with ρ and z.
#[derive(Clone, Copy)]
struct Tested {
    i: usize,
    j: usize,
    correlation: f64,
    z: f64,
}

/// Tests what the graph implies; `rows` is what the rows are worth.
pub(super) fn check(moments: &Moments, dag: &Dag, rows: f64) -> Quantity<Independences> {
    let n = dag.nodes();
    let edges = dag.edge_count();
    let implied = n * n.saturating_sub(1) / 2 - edges;
    if implied == 0 {
        return Quantity::Unknown("the graph joins every pair, so it implies nothing".into());
    }
    let stride = work(dag).div_ceil(MOST_WORK).max(1) as usize;
    let tested: Vec<Tested> =
        parallel_map(n, |place| of_node(moments, dag, rows, (place, stride))).concat();
    if tested.is_empty() {
        return Quantity::Unknown(
            "there are too few rows for the number of parents, or everything follows exactly from \
             the parents"
                .into(),
        );
    }
    Quantity::Known(summary(moments.names(), dag, implied, &tested))
}

fn summary(names: &[String], dag: &Dag, implied: usize, tested: &[Tested]) -> Independences {
    let p: Vec<f64> = tested.iter().map(|t| normal_tails(t.z)).collect();
    let fails = holm(&p);
    let mut order: Vec<usize> = (0..tested.len()).collect();
    order.sort_by(|&a, &b| tested[b].correlation.abs().total_cmp(&tested[a].correlation.abs()));
    let dependence = |&k: &usize| {
        let Tested { i, j, correlation, z } = tested[k];
        Dependence {
            earlier: names[i].clone(),
            later: names[j].clone(),
            given: dag.parents(j).iter().map(|&i| names[i].clone()).collect(),
            partial_correlation: correlation,
            z,
            p: p[k],
            fails: fails[k],
        }
    };
    Independences {
        implied,
        tested: tested.len(),
        failed: fails.iter().filter(|&&fails| fails).count(),
        largest: order.iter().take(LISTED).map(dependence).collect(),
    }
}

/// Multiplications that testing all pairs takes.
fn work(dag: &Dag) -> u64 {
    let of_node = |(place, &j): (usize, &usize)| {
        (place as u64).saturating_mul((dag.parents(j).len() as u64 + 1).pow(2))
    };
    dag.order().iter().enumerate().map(of_node).fold(0, u64::saturating_add)
}

/// The tests of the node at this place of the order against those before it, one in `stride`.
fn of_node(
    moments: &Moments,
    dag: &Dag,
    rows: f64,
    (place, stride): (usize, usize),
) -> Vec<Tested> {
    let (c, j) = (moments.comoments(), dag.order()[place]);
    let mut given: Vec<usize> = vec![];
    let mut factor = Cholesky::with_capacity(dag.parents(j).len());
    for &p in dag.parents(j) {
        // A parent that follows from the others changes nothing.
        if factor.push(|k| c[(given[k], p)], c[(p, p)], COLLINEAR).is_ok() {
            given.push(p);
        }
    }
    let root_freedom = (rows - given.len() as f64 - 3.0).sqrt();
    // Of (the solution of C_PP s = C_Px, what P leaves of x), for one x.
    let regress = |x: usize| {
        let mut slopes: Vec<f64> = given.iter().map(|&p| c[(p, x)]).collect();
        let covariances = slopes.clone();
        factor.solve(&mut slopes);
        let left = c[(x, x)] - dot(&covariances, &slopes);
        (covariances, slopes, left)
    };
    let (_, slopes, left_of_j) = regress(j);
    // Written so that NaN fails: rows may be fewer than the parameters.
    if !(root_freedom > 0.0 && left_of_j > COLLINEAR * c[(j, j)]) {
        return vec![];
    }
    let others = dag.order()[..place].iter().copied().filter(|&i| !dag.has_edge(i, j));
    let chosen = others.enumerate().filter(|(k, _)| (k + place) % stride == 0).map(|(_, i)| i);
    let test = |i: usize| {
        let (covariances, _, left) = regress(i);
        let covariance = c[(i, j)] - dot(&covariances, &slopes);
        let correlation = covariance / (left.sqrt() * left_of_j.sqrt());
        (left > COLLINEAR * c[(i, i)] && correlation.is_finite()).then(|| {
            let correlation = correlation.clamp(-NEARLY_ONE, NEARLY_ONE);
            Tested { i, j, correlation, z: correlation.atanh() * root_freedom }
        })
    };
    chosen.filter_map(test).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::tests::{moments, normal_columns};
    use crate::linalg::Matrix;

    fn known(columns: &[Vec<f64>], dag: &Dag) -> Independences {
        let rows = columns[0].len() as f64;
        check(&moments(columns), dag, rows).known().unwrap().clone()
    }

    /// −K_ij/√(K_ii K_jj), K the inverse of the moments of i, j and the given.
    fn by_inverse(c: &Matrix, i: usize, j: usize, given: &[usize]) -> f64 {
        let all: Vec<usize> = [i, j].iter().chain(given).copied().collect();
        let factor = Cholesky::of(all.len(), |a, b| c[(all[a], all[b])]).unwrap();
        let column = |k: usize| {
            let mut unit: Vec<f64> = (0..all.len()).map(|a| f64::from(a == k)).collect();
            factor.solve(&mut unit);
            unit
        };
        -column(0)[1] / (column(0)[0] * column(1)[1]).sqrt()
    }

    #[test]
    fn partial_correlations_are_those_of_the_inverse() {
        let mut x = normal_columns(6, 60, 11);
        for r in 0..60 {
            x[3][r] += x[0][r] - x[1][r];
            x[5][r] += 0.5 * x[3][r] + x[4][r];
        }
        let edges = [(0, 3), (1, 3), (3, 5), (2, 5), (5, 4)];
        let (dag, m) = (Dag::from_edges(6, &edges).unwrap(), moments(&x));
        let found = check(&m, &dag, 60.0);
        let found = found.known().unwrap();
        assert_eq!((found.implied, found.tested, found.largest.len()), (10, 10, 10));
        let place = |name: &String| m.names().iter().position(|other| other == name).unwrap();
        for d in &found.largest {
            let given: Vec<usize> = d.given.iter().map(place).collect();
            let rho = by_inverse(m.comoments(), place(&d.earlier), place(&d.later), &given);
            // Rounding times a small condition number.
            assert!((rho - d.partial_correlation).abs() < 1e-12, "{d:?} {rho}");
            let z = rho.atanh() * (60.0 - given.len() as f64 - 3.0).sqrt();
            assert!((z - d.z).abs() < 1e-10);
        }
        let by_size =
            |w: &[Dependence]| w[0].partial_correlation.abs() >= w[1].partial_correlation.abs();
        assert!(found.largest.windows(2).all(by_size));
    }

    #[test]
    fn a_missing_edge_fails_and_the_rest_holds() {
        let mut x = normal_columns(5, 500, 2);
        for r in 0..500 {
            x[1][r] += x[0][r];
            x[2][r] += x[1][r] + x[0][r];
        }
        let chain = Dag::new(vec![vec![], vec![0], vec![1], vec![], vec![]]).unwrap();
        let found = known(&x, &chain);
        assert_eq!((found.implied, found.tested, found.failed), (8, 8, 1));
        let worst = &found.largest[0];
        assert_eq!((worst.earlier.as_str(), worst.later.as_str(), worst.fails), ("x1", "x3", true));
        assert_eq!(worst.given, ["x2"]);
    }

    #[test]
    fn what_follows_exactly_is_left_out() {
        let mut x = normal_columns(4, 50, 3);
        x[3] = x[2].iter().map(|x| 2.0 * x).collect();
        // 2 → 3 exactly; then 0 and 1 against 3 cannot be tested, 3 itself explains 2's part of 1.
        let dag = Dag::new(vec![vec![], vec![], vec![], vec![2]]).unwrap();
        assert_eq!((known(&x, &dag).implied, known(&x, &dag).tested), (5, 3));
        let complete = Dag::new((0..4).map(|j| (0..j).collect()).collect());
        assert!(check(&moments(&x), &complete.unwrap(), 50.0).unknown().is_some());
    }

    #[test]
    fn few_rows_are_said() {
        let x = normal_columns(4, 3, 3);
        let empty = Dag::new(vec![vec![]; 4]).unwrap();
        assert!(check(&moments(&x), &empty, 3.0).unknown().unwrap().contains("too few rows"));
    }
}
