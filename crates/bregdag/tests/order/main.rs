//! The order search against computations that share nothing with it, and against other software.

mod degenerate;
mod exhaustive;
mod interruption;
mod recovery;
mod reference;
mod refinement;
mod repeatable;
mod scores;
mod symmetry;

use bregdag::data::Start;
use bregdag::graph::Dag;
use bregdag::method::order::Options;
use bregdag::random::Stream;
use bregdag::score::{Variances, of_graph};
use bregdag::{Dataset, Fit, Moments, Spec, Table};

const BOTH: [Variances; 2] = [Variances::Equal, Variances::Free];

fn of(variances: Variances) -> Options {
    Options { variances: Some(variances), ..Options::default() }
}

fn learn(table: &Table, options: &Options) -> Fit {
    let moments = Moments::of(table).unwrap();
    Spec::Search(*options).learn(&(&moments).into(), &()).unwrap()
}

fn learn_from(start: &Start, table: &Table, options: &Options) -> Fit {
    let moments = Moments::of(table).unwrap();
    let data = Dataset::from(&moments).starting(start).unwrap();
    Spec::Search(*options).learn(&data, &()).unwrap()
}

/// The score of a graph with the prices of these options.
fn score(moments: &Moments, dag: &Dag, variances: Variances, options: &Options) -> f64 {
    of_graph(&moments.into(), dag, &options.score(moments, variances)).unwrap()
}

fn table(columns: Vec<Vec<f64>>) -> Table {
    let names = (1..=columns.len()).map(|j| format!("x{j}")).collect();
    Table::new(names, columns).unwrap()
}

/// A random linear model: each pair joined with probability `density`, weights ±[0.5, 2], in a random
/// order, noises with standard deviation 1 or, if `uneven`, in [0.5, 2].
struct Model {
    n: usize,
    density: f64,
    rows: usize,
    uneven: bool,
}

impl Model {
    fn draw(&self, seed: u64) -> Table {
        let mut stream = Stream::new(seed, 7);
        let order = stream.permutation(self.n);
        let mut columns = vec![vec![]; self.n];
        for (k, &j) in order.iter().enumerate() {
            let deviation = if self.uneven { 0.5 + 1.5 * stream.uniform() } else { 1.0 };
            let mut column: Vec<f64> =
                (0..self.rows).map(|_| deviation * stream.normal()).collect();
            for &i in &order[..k] {
                let (joined, size) =
                    (stream.uniform() < self.density, 0.5 + 1.5 * stream.uniform());
                let weight = if stream.uniform() < 0.5 { size } else { -size };
                if joined {
                    column
                        .iter_mut()
                        .zip(&columns[i])
                        .for_each(|(y, x): (_, &f64)| *y += weight * x);
                }
            }
            columns[j] = column;
        }
        table(columns)
    }
}

fn normals(stream: &mut Stream, rows: usize) -> Vec<f64> {
    (0..rows).map(|_| stream.normal()).collect()
}

/// The mean square that a regression of column j on columns P and a constant leaves: normal equations
/// of the centred rows, by elimination with row pivoting.
fn residual_variance(table: &Table, j: usize, parents: &[usize]) -> f64 {
    let m = table.rows() as f64;
    let centred = |i: usize| {
        let column = &table.columns()[i];
        let mean = column.iter().sum::<f64>() / m;
        column.iter().map(|x| x - mean).collect::<Vec<f64>>()
    };
    let (y, x): (_, Vec<_>) = (centred(j), parents.iter().map(|&p| centred(p)).collect());
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let row = |a: &Vec<f64>| x.iter().map(|b| product(a, b)).chain([product(a, &y)]).collect();
    let coefficients = eliminate(x.iter().map(row).collect());
    let left = |r: usize| y[r] - x.iter().zip(&coefficients).map(|(x, c)| c * x[r]).sum::<f64>();
    (0..table.rows()).map(|r| left(r).powi(2)).sum::<f64>() / m
}

/// Solves A x = b, given the rows (A, b).
fn eliminate(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let k = rows.len();
    for p in 0..k {
        let pivot = (p..k).max_by(|&a, &b| rows[a][p].abs().total_cmp(&rows[b][p].abs())).unwrap();
        rows.swap(p, pivot);
        let head = rows[p].clone();
        for r in (0..k).filter(|&r| r != p) {
            let factor = rows[r][p] / head[p];
            rows[r].iter_mut().zip(&head).for_each(|(x, y)| *x -= factor * y);
        }
    }
    (0..k).map(|p| rows[p][k] / rows[p][p]).collect()
}

/// The graph, which the equations are of.
fn dag(fit: &Fit) -> &Dag {
    let dag = fit.dag().unwrap();
    assert_eq!(dag, fit.model.as_ref().unwrap().dag());
    dag
}

fn last_score(fit: &Fit) -> f64 {
    fit.answer.stages.last().unwrap().score
}

/// Every number of a fit.
fn numbers(fit: &Fit) -> Vec<f64> {
    let (model, edges) = (fit.model.as_ref().unwrap(), fit.edges());
    let mut numbers: Vec<f64> =
        edges.iter().flat_map(|e| [e.weight].into_iter().chain(e.std_error).chain(e.t())).collect();
    numbers.extend(model.noise_variances());
    numbers.extend(model.r_squared());
    numbers.extend(model.total_effects().as_slice());
    numbers.extend(fit.answer.stages.iter().map(|stage| stage.score));
    numbers.extend(fit.answer.record.restarts.iter());
    let choice = fit.answer.record.variance_choice;
    numbers.extend(choice.iter().flat_map(|c| {
        let numbers = [c.equal, Some(c.free), c.kurtosis, c.differ, c.graphs];
        numbers.into_iter().flatten()
    }));
    numbers
}

/// Scores of stages must not rise by more than their rounding: some thousand terms, 1e-16 each, of
/// numbers of this size.
fn assert_stages_fall(fit: &Fit, what: &str) {
    for pair in fit.answer.stages.windows(2) {
        let (before, after) = (pair[0].score, pair[1].score);
        let rounding = 1e-9 * (1.0 + before.abs());
        assert!(after <= before + rounding, "{what}: {} {before} {after}", pair[1].name);
    }
}
