//! Filled cells beside those of scikit-learn.

use std::time::Instant;

use bregdag::prepare::impute::{Imputed, Iterative, iterative, mean};
use bregdag::random::Stream;
use bregdag::simulate::{Options, simulate};

type Columns = Vec<Vec<f64>>;

fn rounds(columns: &mut [Vec<f64>], max_rounds: usize) -> Imputed {
    let options = Iterative { max_rounds, tolerance: 0.0, ..Iterative::default() };
    iterative(columns, &options, &mut || false).unwrap()
}

/// The data with 250 cells taken out, their rows and columns, and what belongs there.
fn holed() -> (Columns, Vec<(usize, usize)>, Columns) {
    let (_, mut columns) = crate::read("fixtures/reference/data/lin_gauss_n10_m500.csv");
    let (_, answers) = crate::read("fixtures/imputer/cells.csv");
    let cells: Vec<(usize, usize)> = answers[0]
        .iter()
        .zip(&answers[1])
        .map(|(&r, &j)| (r as usize - 1, j as usize - 1))
        .collect();
    cells.iter().for_each(|&(r, j)| columns[j][r] = f64::NAN);
    (columns, cells, answers[2..].to_vec())
}

#[test]
fn cells_are_those_of_scikit_learn_after_1_10_and_200_rounds() {
    let (holed, cells, answers) = holed();
    for (count, answers) in [1, 10, 200].into_iter().zip(answers) {
        let mut columns = holed.clone();
        assert_eq!(rounds(&mut columns, count).rounds, count);
        for (&(r, j), answer) in cells.iter().zip(answers) {
            // Both round the sums of 500 products of size 100 and divide by a thousandth of them.
            let error = (columns[j][r] - answer).abs();
            assert!(error < 1e-9, "row {r} column {j} after {count} rounds: {error:e}");
        }
        for (before, after) in holed.iter().flatten().zip(columns.iter().flatten()) {
            assert!(before.is_nan() || before == after);
        }
    }
}

#[test]
fn nhefs_as_scikit_learn_has_it_after_its_six_rounds() {
    let (_, mut columns) = crate::nhefs();
    rounds(&mut columns, 6);
    let (_, answers) = crate::read("examples/nhefs/nhefs_25_imputed.csv");
    for (cell, answer) in columns.iter().flatten().zip(answers.iter().flatten()) {
        // Printed with eight digits.
        assert!((cell - answer).abs() <= 1e-7 * answer.abs().max(1e-3), "{cell} {answer}");
    }
}

#[test]
fn by_default_rounds_end_when_nothing_moves() {
    let (mut columns, ..) = holed();
    let done = iterative(&mut columns, &Iterative::default(), &mut || false).unwrap();
    assert!(done.converged && done.largest_change <= 1e-4 && done.rounds < 100, "{done:?}");
    let mut more = columns.clone();
    let (mut once, cells, _) = holed();
    rounds(&mut once, done.rounds + 200);
    for &(r, j) in &cells {
        // A round leaves nine tenths of the distance.
        let change = (once[j][r] - columns[j][r]).abs();
        assert!(change < 1e-2, "{change}");
    }
    // Nothing is missing any more.
    assert_eq!(rounds(&mut more, 5), Imputed { rounds: 0, converged: true, largest_change: 0.0 });
    let (_, mut nhefs) = crate::nhefs();
    let done = iterative(&mut nhefs, &Iterative::default(), &mut || false).unwrap();
    assert!(done.converged && done.rounds < 30, "{done:?}");
}

#[cfg(feature = "parallel")]
#[test]
fn cells_are_the_same_to_the_bit_on_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (_, mut columns) = crate::nhefs();
        pool.install(|| rounds(&mut columns, 2));
        columns
    };
    assert!(run(1) == run(3));
}

#[test]
fn a_request_to_stop_leaves_every_cell_filled() {
    let (mut columns, ..) = holed();
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked > 25
    };
    let done = iterative(&mut columns, &Iterative::default(), &mut stop).unwrap();
    assert_eq!((done.rounds, done.converged), (2, false));
    assert!(columns.iter().flatten().all(|x| x.is_finite()));
}

#[test]
fn a_column_without_values_is_refused_by_number() {
    let mut columns = vec![vec![1.0, 2.0], vec![f64::NAN, f64::NAN]];
    for error in [
        mean(&mut columns).unwrap_err(),
        iterative(&mut columns, &Iterative::default(), &mut || false).unwrap_err(),
    ] {
        assert!(error.to_string().starts_with("column \"x2\" has no values at all"), "{error}");
    }
}

/// Rows of x, 2x and a copy of it with noise, in units far apart; some cells of each taken out.
fn uneven(units: [f64; 4]) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let mut stream = Stream::new(5, 0);
    let mut whole = vec![vec![]; 4];
    for _ in 0..400 {
        let [x, y, e, f] = [0; 4].map(|_| stream.normal());
        let row = [x, y + 0.1 * e, x - y, x + y + 0.1 * f];
        (0..4).for_each(|j| whole[j].push(units[j] * row[j]));
    }
    let mut holed = whole.clone();
    for j in 0..4 {
        (j..400).step_by(16).for_each(|r| holed[j][r] = f64::NAN);
    }
    (whole, holed)
}

#[test]
fn standardised_columns_are_filled_alike_in_any_units() {
    let options = Iterative { standardize: true, ..Iterative::default() };
    let errors = |units: [f64; 4]| {
        let (whole, mut columns) = uneven(units);
        iterative(&mut columns, &options, &mut || false).unwrap();
        (0..4).map(move |j| {
            let errors = whole[j].iter().zip(&columns[j]).map(|(a, b)| (a - b) / units[j]);
            (errors.map(|e| e * e).sum::<f64>() / 25.0).sqrt()
        })
    };
    for (same, apart) in errors([1.0; 4]).zip(errors([1e9, 1.0, 1e-4, 1e3])) {
        // Noise of 0.1 against deviations of 1 to 1.4; the rest is rounding.
        assert!(same < 0.15 && (apart - same).abs() < 1e-6, "{same} {apart}");
    }
}

#[test]
fn a_row_that_outweighs_all_others_does_not_blur_them() {
    let (whole, holed) = uneven([1.0; 4]);
    let mut columns = whole.clone();
    columns[1] = holed[1].clone();
    let mut without: Vec<Vec<f64>> = columns.clone();
    for column in &mut without {
        column.remove(1);
    }
    // The second column is missing there, so the row takes no part in its regression.
    columns[3][1] = 1e12;
    rounds(&mut columns, 1);
    rounds(&mut without, 1);
    for r in (17..400).step_by(16) {
        let difference = (columns[1][r] - without[1][r - 1]).abs();
        // The mean is taken of other rows, at 2.5e9: six digits of the last column are left.
        assert!(difference < 1e-5, "{difference}");
    }
}

#[test]
#[ignore = "a measurement"]
fn timing() {
    let (_, mut columns) = crate::nhefs();
    let start = Instant::now();
    let done = iterative(&mut columns, &Iterative::default(), &mut || false).unwrap();
    println!("NHEFS {done:?} {:?}", start.elapsed());
    let options = Options { nodes: 50, samples: 20_000, ..Options::default() };
    let mut columns = simulate(&options).unwrap().table.columns().to_vec();
    let mut stream = Stream::new(9, 0);
    let cells = columns.iter_mut().flatten();
    cells.for_each(|x| *x = if stream.uniform() < 0.05 { f64::NAN } else { *x });
    let start = Instant::now();
    let done = iterative(&mut columns, &Iterative::default(), &mut || false).unwrap();
    println!("20000 x 50 {done:?} {:?}", start.elapsed());
}
