//! Where columns are nearly combinations of others, rows are few, prices small and tables long.

use super::*;
use crate::graph::Dag;
use crate::method::exact::learn::learn;
use crate::score::of_graph;

fn of_columns(columns: Vec<Vec<f64>>) -> Moments {
    let names = (0..columns.len()).map(|j| format!("v{j}")).collect();
    Moments::of(&Table::new(names, columns).unwrap()).unwrap()
}

fn noise(stream: &mut Stream, rows: usize) -> Vec<f64> {
    (0..rows).map(|_| stream.normal()).collect()
}

/// a x + b y.
fn mixed(a: f64, x: &[f64], b: f64, y: &[f64]) -> Vec<f64> {
    x.iter().zip(y).map(|(x, y)| a * x + b * y).collect()
}

/// x, x + a e, e + b f, their child and two more: what the second and third leave of the first is about a² b².
fn chain(a: f64, b: f64) -> (Moments, Rules) {
    let mut stream = Stream::new(5, 0);
    let mut next = || noise(&mut stream, 200);
    let (x, e, f, y, z) = (next(), next(), next(), next(), next());
    let (second, third) = (mixed(1.0, &x, a, &e), mixed(1.0, &e, b, &f));
    let child = mixed(1.0, &mixed(0.3, &x, 0.5, &third), 1.0, &y);
    let last = mixed(0.7, &child, 1.0, &z);
    let moments = of_columns(vec![x, second, third, child, last, f]);
    let required_edges = (0..3).map(|i| (format!("v{i}"), "v3".to_string())).collect();
    (moments, Rules { required_edges, ..Rules::default() })
}

/// Required parents stay although none of their sets would otherwise be admissible.
#[test]
fn required_parents_that_nearly_depend() {
    let (moments, rules) = chain(0.01, 0.02);
    for kind in KINDS {
        let score = Score::new(kind, Penalty::Bic, 1.0, moments.rows(), 6);
        for positive in [false, true] {
            check(&moments, &rules, score, positive);
        }
    }
}

#[test]
fn required_parents_that_nearly_depend_are_proved() {
    let (moments, rules) = chain(0.01, 0.001);
    let known = rules.over(moments.names()).unwrap();
    let data = Dataset::from(&moments).knowing(&known).unwrap();
    for kind in KINDS {
        let options = Options { variances: Some(kind), ..Options::default() };
        let score = options.score(&moments, kind);
        let answer = learn(&data, &options, &()).unwrap();
        let problem = Problem::new(&data, kind, false, &()).unwrap();
        let (best, bound) = (textbook(&problem, score), answer.bound.unwrap());
        assert!(bound <= best + 1e-9 && answer.record.proved.is_some(), "{bound} {best}");
        let dag = answer.claim.member().unwrap();
        assert!((0..3).all(|i| dag.has_edge(i, 3)));
        // Both round what 10⁻¹⁰ leaves.
        let reached = of_graph(&data, dag, &score).unwrap();
        assert!((reached - best).abs() < 1e-3, "{reached} {best}");
    }
}

/// A graph need not have what is required to have a score, and does not pay for what it has.
#[test]
fn graphs_without_required_edges_have_scores() {
    let (moments, rules) = chain(0.01, 0.001);
    let known = rules.over(moments.names()).unwrap();
    let data = Dataset::from(&moments).knowing(&known).unwrap();
    let score = Options::default().score(&moments, Variances::Free);
    let without = of_graph(&data, &Dag::empty(6), &score).unwrap();
    assert_eq!(without, of_graph(&(&moments).into(), &Dag::empty(6), &score).unwrap());
    let mut parents = vec![vec![]; 6];
    parents[3] = vec![0];
    let one = Dag::new(parents).unwrap();
    let priced = of_graph(&(&moments).into(), &one, &score).unwrap();
    let free = of_graph(&data, &one, &score).unwrap();
    assert!((priced - free - score.price()).abs() < 1e-9);
}

/// More parents are required than the rows would allow, and all other nodes have as many as they may.
#[test]
fn more_required_than_rows_allow() {
    let moments = moments(8, 6, 3, 0);
    let required_edges = (0..4).map(|i| (format!("v{i}"), "v7".to_string())).collect();
    let rules = Rules { required_edges, ..Rules::default() };
    for kind in KINDS {
        for factor in [1e-3, 0.1, 1.0] {
            let score = Score::new(kind, Penalty::Bic, factor, moments.rows(), 8);
            check(&moments, &rules, score, false);
        }
    }
}

/// x, x + 2.5e-4 e, y = e + noise, and 13 copies of x: the second tells e together with the first, but the two are no parents.
#[test]
fn many_copies() {
    let mut stream = Stream::new(1, 0);
    let mut next = || noise(&mut stream, 200);
    let (x, e, y) = (next(), next(), next());
    let mut columns = vec![x.clone(), mixed(1.0, &x, 2.5e-4, &e), mixed(1.0, &e, 1.0, &y)];
    columns.extend(vec![x; 13]);
    let moments = of_columns(columns);
    for kind in KINDS {
        let score = Score::new(kind, Penalty::Bic, 1.0, moments.rows(), 16);
        check(&moments, &Rules::default(), score, false);
    }
}

/// A child of which others leave less than parents must leave of each other.
#[test]
fn nearly_perfect_fits() {
    for (seed, size) in [(1, 3e-5), (2, 2e-5), (3, 1e-4), (4, 5e-5), (5, 1e-3)] {
        let mut stream = Stream::new(seed, 0);
        let mut next = || noise(&mut stream, 50);
        let (x, y, z, e) = (next(), next(), next(), next());
        let sum = mixed(1.0, &mixed(1.0, &x, 1.0, &y), size, &e);
        let other = mixed(1.0, &sum, 1.0, &z);
        let moments = of_columns(vec![other, x, sum, y, z]);
        for kind in KINDS {
            // So many rows that rounding shows.
            let score = Score::new(kind, Penalty::Bic, 1.0, 1_000_000, 5);
            let data = Dataset::from(&moments);
            let problem = Problem::new(&data, kind, false, &()).unwrap();
            let proof = prove(&problem, &score, vec![vec![]; 5], &());
            let (bound, best) = (proof.bound.unwrap(), textbook(&problem, score));
            // Doubles of 10⁸ are 10⁻⁸ apart.
            assert!(bound <= best + 1e-6, "{seed} {kind:?}: {bound} {best}, {}", bound - best);
        }
    }
}

/// Few are ordered and many may be their parents: more than a block of sets.
#[test]
fn many_outer_variables() {
    let n = 14;
    let moments = moments(n, 100, 9, 0);
    let name = |j: &usize| format!("v{j}");
    let tier = |nodes: &[usize]| nodes.iter().map(name).collect::<Vec<_>>();
    let order: Vec<usize> = (0..n).collect();
    for (first, second) in [(1, 2), (0, 13), (6, 13)] {
        let tiers = [&order[..first], &order[first..second], &order[second..]];
        let tiers = tiers.into_iter().filter(|t| !t.is_empty()).map(tier).collect();
        let rules = Rules { tiers, ..Rules::default() };
        for kind in KINDS {
            let score = Score::new(kind, Penalty::Bic, 1.0, moments.rows(), n);
            check(&moments, &rules, score, false);
        }
    }
}

/// Where edges cost next to nothing the bound is nearer, too.
#[test]
fn small_prices() {
    for seed in 0..12 {
        let moments = moments(7, 100, seed, 0);
        let data = Dataset::from(&moments);
        for (kind, penalty_factor) in KINDS.into_iter().flat_map(|k| [(k, 1e-4), (k, 1e-5)]) {
            let options = Options { variances: Some(kind), penalty_factor, ..Options::default() };
            let answer = learn(&data, &options, &()).unwrap();
            let said = &answer.warnings;
            assert!(answer.record.proved.is_some(), "{seed} {kind:?} {penalty_factor}: {said:?}");
        }
    }
}
