//! Data that bear little: an answer with a warning, no panic, no NaN.

use super::{BOTH, assert_stages_fall, dag, learn, normals, numbers, of, residual_variance, table};
use bregdag::method::order::Options;
use bregdag::random::Stream;
use bregdag::score::Variances;
use bregdag::{Error, Fit, Moments, Table, Warning};

/// Learns with every kind of variances and sign; all numbers are finite.
fn answers(what: &str, table: &Table) -> Vec<Fit> {
    let kinds = [None, Some(Variances::Equal), Some(Variances::Free)];
    let options = kinds.into_iter().flat_map(|variances| {
        [false, true].map(|positive| Options {
            variances,
            positive,
            restarts: Some(5),
            ..Options::default()
        })
    });
    options
        .map(|options| {
            let fit = learn(table, &options);
            let bad = numbers(&fit).into_iter().find(|x| !x.is_finite());
            assert!(bad.is_none(), "{what}: {bad:?} with {options:?}");
            assert!(!options.positive || fit.edges().iter().all(|e| e.weight > 0.0), "{what}");
            fit
        })
        .collect()
}

/// The variables named in warnings of dependence.
fn names(fit: &Fit) -> Vec<&str> {
    let mut names: Vec<&str> = vec![];
    for warning in &fit.warnings {
        if let Warning::PerfectFit { child, parents } = warning {
            names.extend(parents.iter().chain([child]).map(String::as_str));
        }
    }
    names.sort_unstable();
    names
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

#[test]
fn fewer_rows_than_variables() {
    for (n, m) in [(30, 20), (60, 5), (12, 3), (10, 2), (3, 2), (2, 2)] {
        let mut stream = Stream::new(n as u64, m as u64);
        let mut columns: Vec<Vec<f64>> = (0..n).map(|_| normals(&mut stream, m)).collect();
        columns[1] = sum(&columns[0], &columns[1]);
        for fit in answers("few rows", &table(columns)) {
            let few = Warning::FewRows { rows: m as u64, variables: n };
            assert!(fit.warnings.contains(&few), "{:?}", fit.warnings);
            let most = (0..n).map(|j| dag(&fit).parents(j).len()).max().unwrap();
            assert!(most <= (m / 2).saturating_sub(1).max(1), "{most} parents with {m} rows");
        }
    }
}

#[test]
fn a_sum_of_two_columns_is_named() {
    let mut stream = Stream::new(4, 0);
    let mut columns: Vec<Vec<f64>> = (0..6).map(|_| normals(&mut stream, 200)).collect();
    columns[2] = sum(&columns[0], &columns[1]);
    columns[5] = sum(&columns[2], &columns[5]);
    for fit in answers("sum", &table(columns)) {
        assert_eq!(names(&fit), ["x1", "x2", "x3"], "{:?} {:?}", fit.spec, fit.warnings);
    }
}

#[test]
fn a_copy_of_a_column_is_named() {
    let mut stream = Stream::new(5, 0);
    let mut columns: Vec<Vec<f64>> = (0..5).map(|_| normals(&mut stream, 100)).collect();
    columns[3] = columns[1].clone();
    columns[4] = sum(&columns[1], &columns[4]);
    for fit in answers("copy", &table(columns.clone())) {
        assert_eq!(names(&fit), ["x2", "x4"], "{:?}", fit.warnings);
        // One of the two is enough of a parent.
        assert!(dag(&fit).parents(4).len() <= 1);
    }
    columns[3].iter_mut().for_each(|x| *x *= -2.0);
    for fit in answers("turned copy", &table(columns)) {
        assert_eq!(names(&fit), ["x2", "x4"], "{:?}", fit.warnings);
    }
}

/// Few columns determine the others, to rounding and beyond: those that follow are named.
#[test]
fn matrices_of_low_rank() {
    for (n, rank, m) in [(8, 2, 100), (20, 5, 50), (6, 1, 40), (40, 10, 60)] {
        let mut stream = Stream::new(6, n as u64);
        let factors: Vec<Vec<f64>> = (0..rank).map(|_| normals(&mut stream, m)).collect();
        for noise in [0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3] {
            let columns = (0..n).map(|_| {
                let weights = normals(&mut stream, rank);
                let mixed = |r: usize| weights.iter().zip(&factors).map(|(w, f)| w * f[r]).sum();
                let column: Vec<f64> = (0..m).map(mixed).collect();
                let errors = normals(&mut stream, m);
                column.iter().zip(errors).map(|(x, e)| x + noise * e).collect()
            });
            let table = table(columns.collect());
            for fit in answers("low rank", &table) {
                let regular = noise > 1e-6;
                assert!(regular || !names(&fit).is_empty(), "{n} {noise}: {:?}", fit.warnings);
            }
        }
    }
}

#[test]
fn independent_columns_have_no_edges() {
    for (n, m) in [(2, 100), (20, 200), (60, 1000)] {
        let mut stream = Stream::new(7, n as u64);
        let columns = (0..n).map(|_| normals(&mut stream, m)).collect();
        for fit in answers("independent", &table(columns)) {
            let edges = fit.edges().len();
            // By chance one pair in some thousand is correlated more than an edge costs.
            assert!(edges <= 1, "n = {n}, m = {m}: {edges}");
        }
    }
}

/// Variances from 1e-138 to 1e138 in one table are within what moments accept; beyond is an error
/// that names the column.
#[test]
fn extreme_units() {
    let mut stream = Stream::new(8, 0);
    let mut plain: Vec<Vec<f64>> = (0..6).map(|_| normals(&mut stream, 100)).collect();
    plain[2] = sum(&plain[0], &plain[1])
        .iter()
        .zip(normals(&mut stream, 100))
        .map(|(x, e)| x + e)
        .collect();
    plain[4] = sum(&plain[2], &plain[4]);
    for exponents in [[-69; 6], [69; 6], [-69, 69, 0, 69, -69, 0], [0, 0, 0, 69, 69, 0]] {
        let scaled =
            |(column, e): (&Vec<f64>, i32)| column.iter().map(|x| x * 10f64.powi(e)).collect();
        let table = table(plain.iter().zip(exponents).map(scaled).collect());
        answers("extreme units", &table);
        let free = learn(&table, &of(Variances::Free));
        // Two causes of x3 and one effect of it, whatever the units.
        assert_eq!(free.edges().len(), 3, "{exponents:?}");
    }
    for factor in [1e-150, 1e150] {
        let mut columns = plain.clone();
        columns[3].iter_mut().for_each(|x| *x *= factor);
        let error = Moments::of(&table(columns)).unwrap_err();
        assert!(matches!(&error, Error::BadScale { column, .. } if column == "x4"), "{error}");
    }
}

/// Ranks, noises and units at random: columns that are nearly or exactly combinations of others.
#[test]
fn nearly_dependent_columns_at_random() {
    for seed in 0..100 {
        let mut stream = Stream::new(seed, 77);
        let (n, m) = (3 + stream.below(25), 2 + stream.below(200));
        let (rank, noise) = (1 + stream.below(n), 10f64.powf(-14.0 * stream.uniform()));
        let factors: Vec<Vec<f64>> = (0..rank).map(|_| normals(&mut stream, m)).collect();
        let mut column = || {
            let mut whole =
                || if stream.uniform() < 0.5 { (3.0 * stream.normal()).round() } else { 0.0 };
            let weights: Vec<f64> = (0..rank).map(|_| whole()).collect();
            let mixed = |r: usize| weights.iter().zip(&factors).map(|(w, f)| w * f[r]).sum::<f64>();
            let unit = 10f64.powf(6.0 * stream.uniform() - 3.0);
            (0..m).map(|r| unit * (mixed(r) + noise * stream.normal())).collect()
        };
        for fit in answers("at random", &table((0..n).map(|_| column()).collect())) {
            assert_stages_fall(&fit, "at random");
        }
    }
}

/// The share of its variance that a parent keeps given the others (docs/mathematics.md, section 15); less than the search asks
/// for by what the elimination here rounds off.
const INDEPENDENT: f64 = 0.99e-7;

/// Three of these 25 columns are differences of others, so that chains meet many sets of parents of which one member
/// is a combination of the rest. In every family each parent keeps a share of its variance given the others.
#[test]
fn parents_in_nhefs_are_admissible() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/nhefs/nhefs_25_imputed.csv");
    let table = bregdag::read::read_table(std::fs::File::open(path).unwrap()).unwrap();
    let mut families = 0;
    for variances in BOTH {
        for seed in 0..3 {
            let fit = learn(&table, &Options { seed, ..of(variances) });
            let dag = dag(&fit);
            for j in 0..table.columns().len() {
                let parents = dag.parents(j);
                assert!(parents.len() < table.rows() / 2);
                for &i in parents {
                    let others: Vec<usize> = parents.iter().copied().filter(|&p| p != i).collect();
                    let (left, whole) =
                        (residual_variance(&table, i, &others), residual_variance(&table, i, &[]));
                    assert!(left > INDEPENDENT * whole, "{j} of {parents:?}: {i} keeps {left}");
                    families += 1;
                }
            }
        }
    }
    assert!(families > 200, "{families}");
}
