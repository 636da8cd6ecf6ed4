//! The paths of the released program, as it is, and with every λ repeated 400 times.

use bregdag::method::Ccdr;
use bregdag::method::ccdr::{Options, Point};
use bregdag::{Learn, Spec};
use serde_json::Value;

use super::{SETS, ours, table, theirs};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn points(reference: &Value) -> &Vec<Value> {
    reference["path"].as_array().unwrap()
}

/// φ as the file has it.
fn phi(point: &Value, n: usize) -> Vec<f64> {
    let mut phi = vec![0.0; n * n];
    for edge in point["edges"].as_array().unwrap() {
        let node = |key: &str| edge[key].as_str().unwrap()[1..].parse::<usize>().unwrap() - 1;
        phi[node("source") + n * node("target")] = number(&edge["phi"]);
    }
    phi
}

/// Their numbers have 15 digits; what is left over is rounding along up to 21 sweeps.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-8 * b.abs().max(1.0)
}

#[test]
fn as_released_every_number_is_theirs() {
    let options = Options { as_released: true, ..Options::default() };
    for set in SETS {
        let (reference, table) = (theirs(set, "path"), table(set));
        let (n, mine) = (table.names().len(), ours(&table, &options));
        assert_eq!(mine.len(), points(&reference).len(), "{set}");
        for (k, (point, theirs)) in mine.iter().zip(points(&reference)).enumerate() {
            let what = format!("{set}, point {k}");
            assert!(near(point.lambda, number(&theirs["lambda"])), "{what}");
            assert_eq!(point.dag.edge_count() as f64, number(&theirs["nedge"]), "{what}");
            let same = point.phi.as_slice().iter().zip(phi(theirs, n)).all(|(a, b)| near(*a, b));
            assert!(same, "{what}: φ");
            let rho = theirs["rho"].as_array().unwrap().iter().map(number);
            assert!(point.rho.iter().zip(rho).all(|(a, b)| near(*a, b)), "{what}: ρ");
            assert!(near(point.objective, number(&theirs["objective"])), "{what}: objective");
        }
    }
}

#[test]
fn as_released_the_choice_is_theirs() {
    let options = Options { as_released: true, ..Options::default() };
    for set in SETS {
        let reference = theirs(set, "path");
        let chosen = number(&reference["select_parameter_index"]) as usize - 1;
        let fit = Ccdr(options).learn(&table(set)).unwrap();
        let Spec::Ccdr(used) = fit.spec else { panic!("{set}") };
        let expected = number(&points(&reference)[chosen]["lambda"]);
        assert!(near(used.lambda.unwrap(), expected), "{set}: {used:?}, {expected}");
    }
}

/// At every λ the objective is no larger than where the released program ends when it may go on.
#[test]
fn no_point_is_worse_than_theirs() {
    let (mut compared, mut worse) = (0, vec![]);
    for set in SETS {
        let (reference, mine) =
            (theirs(set, "path_repeated"), ours(&table(set), &Options::default()));
        assert_eq!(mine.len(), points(&reference).len(), "{set}");
        for (k, (point, theirs)) in mine.iter().zip(points(&reference)).enumerate() {
            let objective = number(&theirs["objective"]);
            compared += 1;
            // Theirs is where sweeps no longer move it by 1e-4, not the minimum.
            if point.objective > objective + 1e-6 * objective.abs() {
                worse.push((set, k, point.objective - objective));
            }
        }
    }
    assert_eq!((compared, worse), (113, vec![]));
}

/// One λ alone has the answer that it has on the path, and the weights are those of the point.
#[test]
fn a_lambda_alone_is_a_point_of_the_path() {
    let table = table("lin_gauss_n10_m500");
    for as_released in [false, true] {
        let options = Options { as_released, ..Options::default() };
        let whole: Vec<Point> = ours(&table, &options);
        for point in whole.iter().step_by(6) {
            let alone = Options { lambda: Some(point.lambda), ..options };
            let fit = Ccdr(alone).learn(&table).unwrap();
            assert_eq!(fit.dag(), Some(&point.dag));
            let weights = fit.answer.record.weights.unwrap();
            for (i, j) in point.dag.edges() {
                let units = (fit.column_variances[j] / fit.column_variances[i]).sqrt();
                let expected = point.standardized()[(i, j)] * units;
                assert!(near(weights[(i, j)], expected), "{i} -> {j}");
            }
        }
    }
}
