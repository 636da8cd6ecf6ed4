//! The smoother against mgcv's numbers, and against dense computations of another kind.

use super::*;
use crate::data::{Moments, Table};
use crate::linalg::{Matrix, dot, inverse, product};
use crate::random::Stream;

fn reference(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reference/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

fn table(set: &str) -> Table {
    crate::read::read_table(reference(&format!("data/{set}.csv")).as_bytes()).unwrap()
}

fn space(table: &Table) -> Space {
    let rows = Rows::of(table, &Moments::of(table).unwrap());
    Space::new(table, &rows, 10, &()).unwrap().unwrap()
}

fn fits() -> serde_json::Value {
    serde_json::from_str(&reference("cam/nonlin_n8_m500_SEMGAM_fits.json")).unwrap()
}

fn place(name: &serde_json::Value) -> usize {
    name.as_str().unwrap()[1..].parse::<usize>().unwrap() - 1
}

fn numbers(list: &serde_json::Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn one_term_as_mgcv_has_it() {
    let table = table("nonlin_n8_m500");
    let (space, variances) = (space(&table), Moments::of(&table).unwrap().variances());
    for fit in fits()["single_parent_fits"].as_array().unwrap() {
        let (i, j) = (place(&fit["parent"]), place(&fit["target"]));
        let found = space.regression(j, &[i]).fit().unwrap();
        let variance = found.leftover * variances[j] * 500.0 / 499.0;
        let theirs = fit["residual_variance"].as_f64().unwrap();
        // mgcv stops where its criterion changes by 1e-7 of itself.
        assert!((variance / theirs - 1.0).abs() < 1e-5, "{i} -> {j}: {variance} {theirs}");
        let edf = fit["edf"].as_f64().unwrap();
        assert!((found.freedom - edf).abs() < 1e-3, "{i} -> {j}: {} {edf}", found.freedom);
    }
}

#[test]
fn many_terms_as_mgcv_has_them() {
    let table = table("nonlin_n8_m500");
    let (space, variances) = (space(&table), Moments::of(&table).unwrap().variances());
    for fit in fits()["pruning_fits"].as_array().unwrap() {
        let j = place(&fit["target"]);
        let parents: Vec<usize> = fit["parents"].as_array().unwrap().iter().map(place).collect();
        let found = space.regression(j, &parents).fit().unwrap();
        let variance = found.leftover * variances[j] * 500.0 / 499.0;
        let theirs = fit["residual_variance"].as_f64().unwrap();
        // The criterion has several lowest points, and for x7 ours is another one than mgcv's.
        assert!((variance / theirs - 1.0).abs() < 1e-3, "{j}: {variance} {theirs}");
        let gcv = 500.0 * found.leftover * variances[j] * 500.0 / (500.0 - found.freedom).powi(2);
        assert!(gcv / fit["gcv"].as_f64().unwrap() < 1.0 + 1e-4, "{j}: {gcv} {}", fit["gcv"]);
        for (p, theirs) in found.p_values.iter().zip(numbers(&fit["p_values"])) {
            // mgcv's reference distribution has the same two first moments as F.
            assert!((p - theirs).abs() < 0.03, "{j}: {p} {theirs}");
            assert_eq!(*p < 0.001, theirs < 0.001, "{j}");
        }
    }
}

/// ∫f''² from differences of f: f'' is linear between knots, and Simpson's rule is exact for its square.
#[test]
fn the_functions_are_orthonormal_and_their_roughness_is_that() {
    let mut stream = Stream::new(3, 0);
    let column: Vec<f64> = (0..150).map(|_| stream.normal()).collect();
    let other: Vec<f64> = (0..150).map(|_| stream.normal()).collect();
    let names = vec!["a".into(), "b".into()];
    let table = Table::new(names, vec![column.clone(), other]).unwrap();
    let space = space(&table);
    let basis = space.basis(0);
    let identity = product(&basis.values().transpose(), basis.values());
    let knots = super::basis::distinct(&column);
    let moments = Moments::of(&table).unwrap();
    let deviation = moments.variances()[0].sqrt();
    for a in 0..9 {
        let unit: Vec<f64> = (0..9).map(|k| f64::from(k == a)).collect();
        let curve = basis.curve(&unit);
        // Second derivatives at the knots, from differences: exact for cubics but for rounding.
        let bend = |x: f64| {
            let h = 1e-3;
            (curve.at(x + h) - 2.0 * curve.at(x) + curve.at(x - h)) / (h * h)
        };
        let pieces = knots.windows(2).map(|ends| {
            let at = |share: f64| bend(ends[0] + share * (ends[1] - ends[0]));
            (ends[1] - ends[0]) / 6.0 * (at(0.0).powi(2) + 4.0 * at(0.5).powi(2) + at(1.0).powi(2))
        });
        // In standard units.
        let roughness = pieces.sum::<f64>() * deviation.powi(3);
        let (ours, most) = (basis.roughness()[a], basis.roughness()[8]);
        // Differences smear corners of f'' over 1e-3.
        assert!((roughness - ours).abs() < 0.02 * ours + 1e-6 * most, "{a}: {roughness} {ours}");
        for b in 0..9 {
            // Rounding of 150 terms, with what small eigenvalues make of it.
            assert!((identity[(a, b)] - f64::from(a == b)).abs() < 1e-9);
        }
    }
}

/// The fit from products over the rows is the least squares of the rows.
#[test]
fn a_fit_is_that_of_the_rows() {
    let table = table("nonlin_n8_m500");
    let space = space(&table);
    let (j, parents) = (3, [0, 1, 4]);
    let found = space.regression(j, &parents).fit().unwrap();
    let y = space.basis(j).values().col(0);
    let mut fitted = vec![0.0; 500];
    for (k, &i) in parents.iter().enumerate() {
        let beta = &found.coefficients[found.terms[k].clone()];
        for (c, beta) in beta.iter().enumerate() {
            let values = space.basis(i).values().col(c);
            fitted.iter_mut().zip(values).for_each(|(f, v)| *f += beta * v);
        }
        // The curve is the same function.
        let (values, slopes) = space.basis(i).curve(beta).in_rows();
        let x = &table.columns()[i];
        for row in [0, 17, 499] {
            let curve = space.basis(i).curve(beta);
            assert!((values[row] - curve.at(x[row])).abs() < 1e-9);
            let h = 1e-5;
            let slope = (curve.at(x[row] + h) - curve.at(x[row] - h)) / (2.0 * h);
            // The third derivative times h².
            assert!((slopes[row] - slope).abs() < 1e-6, "{} {slope}", slopes[row]);
        }
    }
    let left: Vec<f64> = y.iter().zip(&fitted).map(|(y, f)| y - f).collect();
    assert!((dot(&left, &left) - found.leftover).abs() < 1e-9);
}

/// m R/(m − τ)² of one term and R, at a λ.
fn alone(space: &Space, (i, j): (usize, usize), lambda: f64) -> (f64, f64) {
    let (basis, y) = (space.basis(i), space.basis(j).values().col(0));
    let (mut left, mut freedom) = (1.0, 1.0);
    for (c, d) in basis.roughness().iter().enumerate() {
        let h = 1.0 / (1.0 + lambda * d);
        left -= dot(basis.values().col(c), y).powi(2) * h * (2.0 - h);
        freedom += h;
    }
    (500.0 * left / (500.0_f64 - freedom).powi(2), left)
}

/// Of one term λ is the best of a fine grid, and no worse than mgcv's: the criterion may have several lowest points, and mgcv
/// goes to the one near its start. What it left of the variance tells its λ.
#[test]
fn lambda_is_the_best() {
    let table = table("lin_gauss_n10_m500");
    let space = space(&table);
    let gains = reference("cam/lin_gauss_n10_m500_SEMGAM_initial_gain.csv");
    let gains: Vec<Vec<f64>> = gains
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
        .collect();
    for (i, j) in (0..10).flat_map(|i| (0..10).map(move |j| (i, j))).filter(|(i, j)| i != j) {
        let found = space.regression(j, &[i]).fit().unwrap();
        let ours = 500.0 * found.leftover / (500.0 - found.freedom).powi(2);
        let at = |log: f64| alone(&space, (i, j), log.exp());
        let best = (-200..200).map(|k| at(0.1 * f64::from(k)).0).fold(1.0, f64::min);
        let (mut low, mut high) = (-40.0, 40.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if at(middle).1 < (-gains[i][j]).exp() { low = middle } else { high = middle }
        }
        let theirs = at(low).0;
        // A grid of tenths is coarser than Newton's method, and mgcv stops where it changes by 1e-7.
        assert!(ours <= best * (1.0 + 1e-6), "{i} -> {j}: {ours} {best}");
        assert!(ours <= theirs * (1.0 + 1e-6), "{i} -> {j}: {ours}, mgcv {theirs}");
    }
}

#[test]
fn weights_of_rows_are_repetitions() {
    let mut stream = Stream::new(5, 0);
    let x: Vec<f64> = (0..80).map(|_| stream.normal()).collect();
    let y: Vec<f64> = x.iter().map(|x| x.sin() + 0.3 * stream.normal()).collect();
    let names = || vec!["x".into(), "y".into()];
    let twice = |column: &[f64]| [column, &column[..40]].concat();
    let repeated = Table::new(names(), vec![twice(&x), twice(&y)]).unwrap();
    let weights = (0..80).map(|row| if row < 40 { 2.0 } else { 1.0 }).collect();
    let weighted = Table::new(names(), vec![x, y]).unwrap().with_weights(weights).unwrap();
    let rows = |table: &Table| {
        let moments = Moments::of(table).unwrap().counting_as(60);
        Rows::of(table, &moments)
    };
    let left = |table: &Table| {
        let space = Space::new(table, &rows(table), 10, &()).unwrap().unwrap();
        space.regression(1, &[0]).leftover().unwrap()
    };
    // The same sums in another order.
    assert!((left(&repeated) - left(&weighted)).abs() < 1e-9);
}

#[test]
fn a_dense_solution_agrees() {
    let table = table("nonlin_n8_m500");
    let space = space(&table);
    let regression = space.regression(5, &[0, 3]);
    let found = regression.fit().unwrap();
    // At the λ that the coefficients belong to, (A + S)β = b: S follows from any coefficient of each term.
    let a = &regression.gram;
    let left: Vec<f64> =
        (0..18).map(|r| regression.cross[r] - dot(a.col(r), &found.coefficients)).collect();
    let mut s = [0.0; 18];
    for term in &regression.terms {
        let c = term.start + 1;
        let lambda = left[c] / found.coefficients[c] / regression.roughness[c];
        term.clone().for_each(|c| s[c] = lambda * regression.roughness[c]);
    }
    let system = Matrix::from_fn(18, 18, |r, c| a[(r, c)] + if r == c { s[r] } else { 0.0 });
    let (inverse, _) = inverse(&system).unwrap();
    for c in 0..18 {
        let beta: f64 = (0..18).map(|r| inverse[(c, r)] * regression.cross[r]).sum();
        assert!((beta - found.coefficients[c]).abs() < 1e-8, "{c}");
    }
    let trace = 1.0 + product(&inverse, a).as_slice().iter().step_by(19).sum::<f64>();
    assert!((trace - found.freedom).abs() < 1e-6, "{trace} {}", found.freedom);
}
