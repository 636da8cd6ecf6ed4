//! What a minimum must be, from the rows: no matrix of products is formed here.

use bregdag::method::ccdr::{Options, Point};
use bregdag::simulate::{self, simulate};
use bregdag::{Knowledge, Status, Table};

use super::{SETS, ours, table};

/// Columns of mean zero and length one.
fn columns(table: &Table) -> Vec<Vec<f64>> {
    let unit = |column: &Vec<f64>| {
        let mean = column.iter().sum::<f64>() / column.len() as f64;
        let centred: Vec<f64> = column.iter().map(|x| x - mean).collect();
        let length = centred.iter().map(|x| x * x).sum::<f64>().sqrt();
        centred.iter().map(|x| x / length).collect()
    };
    table.columns().iter().map(unit).collect()
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The penalty and its slope, for b ≥ 0.
fn penalty(b: f64, lambda: f64, gamma: f64) -> (f64, f64) {
    match b < gamma * lambda {
        true => (lambda * b - b * b / (2.0 * gamma), lambda - b / gamma),
        false => (gamma * lambda * lambda / 2.0, 0.0),
    }
}

/// Whether one node comes before another.
fn leads(point: &Point, from: usize, to: usize) -> bool {
    let parents = point.dag.parents(to);
    parents.contains(&from) || parents.iter().any(|&k| leads(point, from, k))
}

/// Every ρ and every φ that is there has slope zero, no zero can leave zero alone without a cycle, and the
/// objective is what it is said to be.
pub fn check(what: &str, point: &Point, table: &Table, options: &Options, known: &Knowledge) {
    let (x, m, n) = (columns(table), table.rows() as f64, table.names().len());
    // A last pass moved nothing by more than the tolerance times √m; a slope is the sum of as many moves
    // as there are parents.
    let near = 10.0 * options.tolerance * m.sqrt() * n as f64;
    let mut objective = 0.0;
    for j in 0..n {
        let rho = point.rho[j];
        let mut residual: Vec<f64> = x[j].iter().map(|x| rho * x).collect();
        for i in 0..n {
            let step = x[i].iter().map(|x| point.phi[(i, j)] * x);
            residual.iter_mut().zip(step).for_each(|(r, x)| *r -= x);
        }
        objective += 0.5 * product(&residual, &residual) - m * rho.ln();
        let slope = product(&x[j], &residual) - m / rho;
        assert!(slope.abs() <= near, "{what}: ρ of {j}, slope {slope}");
        for i in (0..n).filter(|&i| i != j) {
            let (phi, slope) = (point.phi[(i, j)], product(&x[i], &residual));
            let (value, bend) = penalty(phi.abs(), point.lambda, options.gamma);
            let there = point.dag.has_edge(i, j);
            assert!(there || phi == 0.0, "{what}: {i} -> {j}");
            if known.requires(i, j) {
                assert!(there && slope.abs() <= near, "{what}: {i} -> {j} is required, {slope}");
                continue;
            }
            objective += value;
            if there {
                let gap = slope - phi.signum() * bend;
                assert!(phi != 0.0 && gap.abs() <= near, "{what}: {i} -> {j}, {phi}, gap {gap}");
                assert!(known.allows(i, j), "{what}: {i} -> {j} is forbidden");
            } else if known.allows(i, j) && !leads(point, j, i) && !point.dag.has_edge(j, i) {
                assert!(slope.abs() <= point.lambda + near, "{what}: {i} -> {j} gains, {slope}");
            }
        }
    }
    assert_eq!(point.status, Status::Converged, "{what}");
    // Rounding of sums of 50 000 terms.
    let gap = (point.objective - objective).abs();
    assert!(gap <= 1e-9 * objective.abs(), "{what}: {} {objective}", point.objective);
}

#[test]
fn on_the_reference_sets() {
    for set in SETS {
        let (table, options) = (table(set), Options::default());
        let known = Knowledge::none(table.names().len());
        for point in ours(&table, &options) {
            check(&format!("{set}, λ = {}", point.lambda), &point, &table, &options, &known);
        }
    }
}

#[test]
fn with_other_gammas_and_few_rows() {
    for (seed, gamma, samples) in [(1, 1.2, 200), (2, 5.0, 200), (3, 2.0, 30), (4, 100.0, 60)] {
        let options = simulate::Options { nodes: 12, samples, seed, ..Default::default() };
        let table = simulate(&options).unwrap().table;
        let options = Options { gamma, lambdas: 8, ..Options::default() };
        let known = Knowledge::none(12);
        for point in ours(&table, &options) {
            check(&format!("γ = {gamma}, λ = {}", point.lambda), &point, &table, &options, &known);
        }
    }
}
