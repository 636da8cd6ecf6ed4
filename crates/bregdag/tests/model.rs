//! From a matrix to a DAG and its equations, against computations that share nothing with them.

use bregdag::graph::Dag;
use bregdag::linalg::{Matrix, product};
use bregdag::model::{Model, Signs, Threshold, WeightedDag, prune};
use bregdag::random::Stream;
use bregdag::simulate::{Options, simulate};
use bregdag::{Knowledge, Moments, Table, Warning};

/// Solves A x = b for each column of b, by Gauss–Jordan elimination with row pivoting.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let k = a.len();
    for p in 0..k {
        let pivot = (p..k).max_by(|&x, &y| a[x][p].abs().total_cmp(&a[y][p].abs())).unwrap();
        a.swap(p, pivot);
        b.swap(p, pivot);
        let (row_a, row_b, head) = (a[p].clone(), b[p].clone(), a[p][p]);
        for r in 0..k {
            let factor = if r == p { 1.0 - 1.0 / head } else { a[r][p] / head };
            a[r].iter_mut().zip(&row_a).for_each(|(x, y)| *x -= factor * y);
            b[r].iter_mut().zip(&row_b).for_each(|(x, y)| *x -= factor * y);
        }
    }
    b
}

/// An ordinary regression with intercept on the raw rows.
struct Regression {
    weights: Vec<f64>,
    std_errors: Vec<f64>,
    noise_variance: f64,
    r_squared: f64,
}

fn regression(table: &Table, j: usize, parents: &[usize]) -> Regression {
    let m = table.rows();
    let y = &table.columns()[j];
    // The rows (1, x_P).
    let row = |r: usize| -> Vec<f64> {
        std::iter::once(1.0).chain(parents.iter().map(|&p| table.columns()[p][r])).collect()
    };
    let k = parents.len() + 1;
    let (mut normal, mut right) = (vec![vec![0.0; k]; k], vec![vec![0.0; k + 1]; k]);
    for r in 0..m {
        let x = row(r);
        for a in 0..k {
            (0..k).for_each(|b| normal[a][b] += x[a] * x[b]);
            right[a][k] += x[a] * y[r];
        }
    }
    // The inverse and the solution at once.
    (0..k).for_each(|a| right[a][a] = 1.0);
    let solved = solve(normal, right);
    let coefficients: Vec<f64> = solved.iter().map(|row| row[k]).collect();
    let residual =
        |r: usize| y[r] - row(r).iter().zip(&coefficients).map(|(x, c)| x * c).sum::<f64>();
    let unexplained: f64 = (0..m).map(|r| residual(r).powi(2)).sum();
    let mean = y.iter().sum::<f64>() / m as f64;
    let total: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
    let noise_variance = unexplained / (m - k) as f64;
    Regression {
        weights: coefficients[1..].to_vec(),
        std_errors: (1..k).map(|a| (noise_variance * solved[a][a]).sqrt()).collect(),
        noise_variance,
        r_squared: 1.0 - unexplained / total,
    }
}

/// Simulated data whose columns are moved away from zero, so that an intercept is needed.
fn data(nodes: usize, samples: usize, seed: u64) -> (Table, WeightedDag) {
    let options = Options { nodes, degree: 2, samples, seed, ..Options::default() };
    let simulation = simulate(&options).unwrap();
    let shift = |(j, c): (usize, &Vec<f64>)| c.iter().map(|x| x + j as f64).collect();
    let columns = simulation.table.columns().iter().enumerate().map(shift).collect();
    (Table::new(simulation.table.names().to_vec(), columns).unwrap(), simulation.truth)
}

fn refit(table: &Table, dag: &Dag, signs: Signs) -> (Model, Vec<Warning>) {
    let moments = Moments::of(table).unwrap();
    Model::refit(&moments, dag, signs, &Knowledge::none(dag.nodes())).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    // Normal equations on raw rows lose the square of their condition number, some 1e3 here.
    (a - b).abs() <= 1e-8 * (1.0 + b.abs())
}

#[test]
fn the_refit_is_an_ordinary_regression() {
    for (n, m, seed) in [(5, 30, 1), (12, 100, 2), (20, 1500, 3)] {
        let (table, truth) = data(n, m, seed);
        let (model, warnings) = refit(&table, truth.dag(), Signs::Any);
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(model.names(), table.names());
        for j in 0..n {
            let parents = truth.dag().parents(j);
            let expected = regression(&table, j, parents);
            assert!(close(model.noise_variances()[j], expected.noise_variance), "{j}");
            assert!(close(model.r_squared()[j], expected.r_squared), "{j}");
            for (p, &source) in parents.iter().enumerate() {
                let edges = model.edges();
                let edge = edges.iter().find(|e| (e.source, e.target) == (source, j)).unwrap();
                assert!(close(edge.weight, expected.weights[p]));
                assert!(close(edge.std_error.unwrap(), expected.std_errors[p]));
                let t = expected.weights[p] / expected.std_errors[p];
                assert!((edge.t().unwrap() / t - 1.0).abs() <= 1e-8, "t of {source} -> {j}");
                assert_eq!(model.dag().parents(j)[p], source);
                assert_eq!(model.weighted().parents(j).nth(p), Some((source, edge.weight)));
            }
        }
    }
}

/// Over repeated samples the weights scatter about the truth as their standard errors say.
#[test]
fn standard_errors_say_how_weights_scatter() {
    let (mut squares, mut count) = (0.0, 0);
    for seed in 0..40 {
        let (table, truth) = data(10, 100, seed);
        let (model, _) = refit(&table, truth.dag(), Signs::Any);
        for edge in model.edges() {
            let error = edge.weight - truth.to_matrix()[(edge.source, edge.target)];
            squares += (error / edge.std_error.unwrap()).powi(2);
            count += 1;
        }
    }
    // 800 squares of t variables with some 95 degrees of freedom: mean 1.02, standard error 0.05.
    let mean = squares / f64::from(count);
    assert!((mean - 1.02).abs() < 0.25, "mean square {mean}");
}

#[test]
fn total_effects_are_the_sum_over_all_paths() {
    for (n, seed) in [(2, 1), (6, 2), (15, 3), (40, 4)] {
        let (table, _) = data(n.max(5), 200, seed);
        let n = n.max(5);
        // A dense random DAG in a random order.
        let mut stream = Stream::new(seed, 1);
        let order = stream.permutation(n);
        let mut w = Matrix::zeros(n, n);
        for a in 0..n {
            for b in a + 1..n {
                if stream.uniform() < 0.3 {
                    w[(order[a], order[b])] = stream.normal();
                }
            }
        }
        let (model, _) = refit(&table, &Dag::of_pattern(&w).unwrap(), Signs::Any);
        let weights = model.weighted().to_matrix();
        // I + W + W² + …, which ends because W is nilpotent.
        let (mut sum, mut power) = (Matrix::identity(n), Matrix::identity(n));
        for _ in 0..n {
            power = product(&power, &weights);
            let both = sum.as_slice().iter().zip(power.as_slice()).map(|(a, b)| a + b).collect();
            let both: Vec<f64> = both;
            sum.as_mut_slice().copy_from_slice(&both);
        }
        assert_eq!(power.support(), 0);
        let effects = model.total_effects();
        let largest = sum.as_slice().iter().fold(1.0, |top: f64, x| top.max(x.abs()));
        for (a, b) in effects.as_slice().iter().zip(sum.as_slice()) {
            // Rounding of sums over paths that may cancel.
            assert!((a - b).abs() <= 1e-12 * largest * n as f64, "n={n}: {a} {b}");
        }
    }
}

#[test]
fn a_positive_refit_has_no_negative_edge() {
    for seed in 0..5 {
        let (table, truth) = data(12, 200, seed);
        let (model, _) = refit(&table, truth.dag(), Signs::NonNegative);
        let edges = model.edges();
        assert!(edges.iter().all(|e| e.weight >= 0.0));
        assert!(edges.len() < truth.edges().len(), "signed truth has negative edges");
        // What is left is a regression on what is left, and a subset of what was there.
        for j in 0..12 {
            let parents = model.dag().parents(j);
            assert!(parents.iter().all(|&i| truth.dag().has_edge(i, j)));
            let expected = regression(&table, j, parents);
            assert!(close(model.noise_variances()[j], expected.noise_variance));
            for (p, (_, w)) in model.weighted().parents(j).enumerate() {
                assert!(close(w, expected.weights[p]));
            }
        }
    }
}

/// x, y, x + y and a child of all three.
#[test]
fn collinear_parents_are_dropped_by_name() {
    let mut stream = Stream::new(5, 0);
    let mut draw = || (0..50).map(|_| stream.normal()).collect::<Vec<f64>>();
    let (x, y, noise) = (draw(), draw(), draw());
    let sum: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x + y).collect();
    let child: Vec<f64> = (0..50).map(|r| 2.0 * x[r] - y[r] + 0.1 * noise[r]).collect();
    let names = ["x", "y", "sum", "child"].map(String::from).to_vec();
    let table = Table::new(names, vec![x, y, sum, child]).unwrap();
    let parents = vec![vec![], vec![], vec![], vec![0, 1, 2]];
    let (model, warnings) = refit(&table, &Dag::new(parents).unwrap(), Signs::Any);
    let expected = Warning::CollinearParent { parent: "sum".into(), child: "child".into() };
    assert_eq!(warnings, [expected]);
    let message = warnings[0].to_string();
    assert!(message.contains("\"sum\"") && message.contains("\"child\""), "{message}");
    let independent = regression(&table, 3, &[0, 1]);
    let kept: Vec<f64> = model.weighted().parents(3).map(|(_, w)| w).collect();
    assert!(kept.iter().zip(&independent.weights).all(|(&a, &b)| close(a, b)), "{kept:?}");
    assert_eq!(kept.len(), 2);
}

/// Four rows fit three parents and a mean exactly: a warning, no standard errors, no NaN.
#[test]
fn a_saturated_node_has_no_standard_errors() {
    let mut stream = Stream::new(6, 0);
    for (parents, saturated) in [(2, false), (3, true)] {
        let columns = (0..parents + 1).map(|_| (0..4).map(|_| stream.normal()).collect()).collect();
        let names = (0..parents + 1).map(|j| format!("x{j}")).collect();
        let table = Table::new(names, columns).unwrap();
        let mut lists = vec![vec![]; parents];
        lists.push((0..parents).collect());
        let (model, warnings) = refit(&table, &Dag::new(lists).unwrap(), Signs::Any);
        let child = format!("x{parents}");
        let expected = Warning::SaturatedNode { child, parents, rows: 4 };
        assert_eq!(warnings.contains(&expected), saturated);
        assert!(model.edges().iter().all(|e| e.std_error.is_some() != saturated));
        assert!(model.edges().iter().all(|e| e.weight.is_finite() && e.t().is_some() != saturated));
        assert!(model.noise_variances().iter().all(|v| v.is_finite() && *v >= 0.0));
        if saturated {
            // An exact fit, to rounding.
            assert!((model.r_squared()[parents] - 1.0).abs() <= 1e-12);
            assert!(model.noise_variances()[parents] <= 1e-12);
        }
    }
}

/// Dense matrices full of cycles: what comes out has an order that every edge follows.
#[test]
fn a_dag_from_any_matrix() {
    for case in 0..60 {
        let mut stream = Stream::new(7, case);
        let n = 2 + stream.below(59);
        let density = [0.1, 0.5, 1.0][case as usize % 3];
        let mut w = Matrix::zeros(n, n);
        for x in w.as_mut_slice() {
            // Some equal weights too: ties must not matter.
            if stream.uniform() < density {
                *x = if case % 4 == 0 { 1.0 } else { stream.normal() };
            }
        }
        (0..n).for_each(|i| w[(i, i)] = 0.0);
        for threshold in [Threshold::At(0.0), Threshold::At(0.5), Threshold::Auto] {
            let pruned = prune(&w, threshold, &Knowledge::none(w.rows())).unwrap();
            let mut rank = vec![0; n];
            pruned.graph.dag().order().iter().enumerate().for_each(|(k, &v)| rank[v] = k);
            let edges = pruned.graph.edges();
            assert!(edges.iter().all(|&(i, j, x)| rank[i] < rank[j] && w[(i, j)] == x));
            // Sorting by weight difference leaves less backwards than forwards (Eades, Lin & Smyth).
            let weight = |edges: &[(usize, usize, f64)]| -> f64 {
                edges.iter().map(|&(_, _, x)| x.abs()).sum()
            };
            assert!(weight(&pruned.backward) <= weight(&edges), "case {case} {threshold:?}");
            if threshold == Threshold::Auto {
                assert!(pruned.backward.is_empty());
            }
        }
    }
}

/// Whatever is on the diagonal, no variable causes itself.
#[test]
fn a_diagonal_entry_is_never_an_edge() {
    let w = Matrix::from_fn(4, 4, |i, j| if i <= j { 1.0 } else { 0.0 });
    for threshold in [Threshold::At(0.0), Threshold::At(0.5), Threshold::Auto] {
        let pruned = prune(&w, threshold, &Knowledge::none(w.rows())).unwrap();
        assert!(pruned.graph.edges().iter().all(|&(i, j, _)| i < j));
    }
}
