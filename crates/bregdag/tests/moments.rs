//! Moments: merging, accuracy far from zero, weights, and the same bits on any number of threads.

use bregdag::random::Stream;
use bregdag::{Error, Moments, Table};
use proptest::collection::vec;
use proptest::prelude::*;

fn table(columns: Vec<Vec<f64>>, weights: Option<Vec<f64>>) -> Table {
    let names = (0..columns.len()).map(|j| format!("x{j}")).collect();
    let table = Table::new(names, columns).unwrap();
    match weights {
        Some(weights) => table.with_weights(weights).unwrap(),
        None => table,
    }
}

fn random_columns(n: usize, m: usize, offset: f64, seed: u64) -> Vec<Vec<f64>> {
    let column = |j: usize| {
        let mut stream = Stream::new(seed, j as u64);
        (0..m).map(|_| offset + stream.normal()).collect()
    };
    (0..n).map(column).collect()
}

/// Σw, means and C by their definitions, centred first.
fn direct(table: &Table) -> (f64, Vec<f64>, Vec<Vec<f64>>) {
    let ones = vec![1.0; table.rows()];
    let w = table.weights().unwrap_or(&ones);
    let weight: f64 = w.iter().sum();
    let mean = |c: &Vec<f64>| c.iter().zip(w).map(|(x, w)| x * w).sum::<f64>() / weight;
    let means: Vec<f64> = table.columns().iter().map(mean).collect();
    let columns = table.columns();
    let comoment = |i: usize, j: usize| {
        (0..w.len()).map(|r| w[r] * (columns[i][r] - means[i]) * (columns[j][r] - means[j])).sum()
    };
    let n = means.len();
    let comoments = (0..n).map(|i| (0..n).map(|j| comoment(i, j)).collect()).collect();
    (weight, means, comoments)
}

/// The means to `error`·(spread and size of the column), C to `error`·√(C_ii C_jj).
fn check_close(moments: &Moments, table: &Table, error: f64) -> Result<(), TestCaseError> {
    let (weight, means, comoments) = direct(table);
    prop_assert!((moments.weight() - weight).abs() <= error * weight);
    for i in 0..means.len() {
        let size = table.columns()[i].iter().fold(0.0, |top: f64, x| top.max(x.abs()));
        prop_assert!((moments.means()[i] - means[i]).abs() <= error * size);
        for j in 0..means.len() {
            let scale = (comoments[i][i] * comoments[j][j]).sqrt();
            let difference = moments.comoments()[(i, j)] - comoments[i][j];
            prop_assert!(difference.abs() <= error * scale, "({i},{j}): {difference} of {scale}");
        }
    }
    Ok(())
}

/// Columns of random numbers whose variance is not a rounding error, and weights.
fn sample() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<f64>)> {
    (2..5usize, 4..60usize).prop_flat_map(|(n, m)| {
        let spread = |c: &Vec<f64>| {
            let (low, high) =
                c.iter().fold((f64::MAX, f64::MIN), |(a, b), &x| (a.min(x), b.max(x)));
            high - low > 1.0
        };
        let column = vec(-100.0..100.0f64, m).prop_filter("almost constant", move |c| {
            spread(c) && spread(&c[..2].to_vec()) && spread(&c[m - 2..].to_vec())
        });
        (vec(column, n), vec(0.1..5.0f64, m))
    })
}

proptest! {
    #[test]
    fn merged_halves_are_the_whole(
        (columns, weights) in sample(), weighted: bool, share in 0.0..1.0f64
    ) {
        let m = columns[0].len();
        // Two rows on either side at least: a table has no fewer.
        let cut = 2 + (share * (m - 3) as f64) as usize;
        let part = |range: std::ops::Range<usize>| {
            let columns = columns.iter().map(|c| c[range.clone()].to_vec()).collect();
            table(columns, weighted.then(|| weights[range.clone()].to_vec()))
        };
        let whole = part(0..m);
        let halves = [Moments::of(&part(0..cut)).unwrap(), Moments::of(&part(cut..m)).unwrap()];
        let [first, second] = halves;
        let merged = first.clone().merge(&second).unwrap();
        prop_assert_eq!(merged.rows(), m as u64);
        // Rounding of at most 60 rows, values up to 200 times their spread.
        check_close(&merged, &whole, 1e-11)?;
        check_close(&Moments::of(&whole).unwrap(), &whole, 1e-11)?;
        check_close(&second.merge(&first).unwrap(), &whole, 1e-11)?;
    }
}

/// Across the blocks of a pass as well: a cut anywhere, several blocks on either side.
#[test]
fn blocks_merge_like_tables() {
    let m = 5000;
    let columns = random_columns(4, m, 3.0, 1);
    let weights: Vec<f64> = (0..m).map(|r| 1.0 + (r % 7) as f64).collect();
    for weighted in [false, true] {
        let part = |range: std::ops::Range<usize>| {
            let columns = columns.iter().map(|c| c[range.clone()].to_vec()).collect();
            table(columns, weighted.then(|| weights[range.clone()].to_vec()))
        };
        let whole = part(0..m);
        for cut in [2, 1023, 1024, 1025, 2500, m - 2] {
            let [a, b] = [part(0..cut), part(cut..m)].map(|t| Moments::of(&t).unwrap());
            // Rounding of 5000 rows whose mean is three times their spread.
            check_close(&a.merge(&b).unwrap(), &whole, 1e-12).unwrap();
        }
    }
}

#[test]
fn merging_asks_for_the_same_variables() {
    let moments = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let columns = random_columns(names.len(), 5, 0.0, 2);
        Moments::of(&Table::new(names, columns).unwrap()).unwrap()
    };
    let two = moments(&["a", "b"]);
    for others in [&["a", "c"][..], &["a", "b", "c"]] {
        let others = moments(others);
        assert!(matches!(two.clone().merge(&others), Err(Error::VariablesDiffer { .. })));
        assert!(matches!(others.merge(&two), Err(Error::VariablesDiffer { .. })));
    }
}

/// Every column finds the one of its name, to the bit.
#[test]
fn merging_goes_by_name() {
    let named = |order: [usize; 3], seed| {
        let columns = random_columns(3, 40, 3.0, seed);
        let names = order.map(|j| ["a", "b", "c"][j].to_string()).to_vec();
        let columns = order.map(|j| columns[j].clone()).to_vec();
        Moments::of(&Table::new(names, columns).unwrap()).unwrap()
    };
    let first = named([0, 1, 2], 4);
    let expected = first.clone().merge(&named([0, 1, 2], 5)).unwrap();
    for order in [[1, 0, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
        assert_eq!(first.clone().merge(&named(order, 5)).unwrap(), expected, "{order:?}");
    }
}

/// Values 1e8 + N(0, 1): E[x²] − E[x]² subtracts numbers of size 1e16, whose spacing is two.
#[test]
fn variances_survive_large_offsets() {
    for m in [50, 3000] {
        let plain = table(random_columns(3, m, 0.0, 3), None);
        let shifted = table(random_columns(3, m, 1e8, 3), None);
        let (plain, far) = (Moments::of(&plain).unwrap(), Moments::of(&shifted).unwrap());
        for i in 0..3 {
            let column = &shifted.columns()[i];
            let mean = column.iter().sum::<f64>() / m as f64;
            let squares = column.iter().map(|x| x * x).sum::<f64>() / m as f64;
            let naive = squares - mean * mean;
            assert!((naive - 1.0).abs() > 0.5, "the test would not tell: {naive}");
            for j in 0..3 {
                let (a, b) = (plain.covariance()[(i, j)], far.covariance()[(i, j)]);
                // Each value was rounded to 1.5e-8 when the offset was added.
                assert!((a - b).abs() <= 1e-7, "m={m} ({i},{j}): {a} {b}");
            }
        }
    }
}

#[test]
fn a_weight_of_two_is_a_row_twice() {
    for m in [10, 2000] {
        let columns = random_columns(4, m, 1.0, 4);
        let weights: Vec<f64> = (0..m).map(|r| if r % 3 == 0 { 2.0 } else { 1.0 }).collect();
        let twice = |c: &Vec<f64>| {
            let copies = |(r, &x): (usize, &f64)| vec![x; weights[r] as usize];
            c.iter().enumerate().flat_map(copies).collect::<Vec<f64>>()
        };
        let repeated = table(columns.iter().map(twice).collect(), None);
        let moments = Moments::of(&table(columns, Some(weights))).unwrap();
        assert_eq!(moments.rows(), m as u64);
        assert_eq!(moments.weight(), repeated.rows() as f64);
        // Rounding of 3000 rows.
        check_close(&moments, &repeated, 1e-12).unwrap();
    }
}

/// Rows of weight zero count as rows but say nothing.
#[test]
fn a_weight_of_zero_is_no_row() {
    let m = 3000;
    let mut columns = random_columns(3, m, 0.0, 5);
    // A whole block of zeros, and a few elsewhere.
    let weights: Vec<f64> =
        (0..m).map(|r| if r < 1100 || r % 5 == 0 { 0.0 } else { 1.5 }).collect();
    let kept = |c: &Vec<f64>| {
        c.iter().zip(&weights).filter(|&(_, &w)| w > 0.0).map(|(&x, _)| x).collect::<Vec<f64>>()
    };
    let rest: Vec<Vec<f64>> = columns.iter().map(kept).collect();
    let rest_weights = vec![1.5; rest[0].len()];
    columns[0][0] = 1e9;
    let moments = Moments::of(&table(columns, Some(weights))).unwrap();
    // Rounding of 3000 rows.
    check_close(&moments, &table(rest, Some(rest_weights)), 1e-12).unwrap();
}

#[test]
fn the_comoments_are_symmetric_to_the_bit() {
    let moments = Moments::of(&table(random_columns(70, 2500, 5.0, 6), None)).unwrap();
    let c = moments.comoments();
    assert_eq!(*c, c.transpose());
}

#[cfg(feature = "parallel")]
#[test]
fn the_same_bits_on_any_number_of_threads() {
    // Below, at and above a block of rows, a panel of columns and a group of blocks.
    for (n, m) in [(3, 10), (5, 1024), (70, 3000), (150, 2100), (300, 5000), (2, 70_000)] {
        let table = table(random_columns(n, m, 2.0, 7), None);
        let bits = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let moments = pool.install(|| Moments::of(&table).unwrap());
            let numbers = moments.comoments().as_slice().iter().chain(moments.means());
            numbers.map(|x| x.to_bits()).collect::<Vec<u64>>()
        };
        let one = bits(1);
        assert!(bits(2) == one && bits(3) == one, "n={n} m={m}");
    }
}
