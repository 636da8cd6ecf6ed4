//! The fixed tables of `fixtures/reference`.

use bregdag::Table;
use bregdag::linalg::Matrix;
use bregdag::method::lingam::Algorithm;
use bregdag::read::read_table;

use super::{fixture, learn, weights};

const SETS: [&str; 6] = [
    "nonlin_n8_m500",
    "lin_gauss_n10_m500",
    "lin_exp_n10_m1000",
    "lin_gauss_unequal_n15_m1000",
    "lin_gauss_n20_m1000",
    "lin_gauss_n50_m200",
];

fn table(name: &str) -> Table {
    read_table(&fixture(&format!("reference/{name}.csv"))[..]).unwrap()
}

/// The largest difference of W to that of the public program, and whether both have the same edges.
fn compared(set: &str, algorithm: Algorithm, name: &str) -> (f64, bool) {
    let ours = weights(&learn(&table(&format!("data/{set}")), algorithm));
    let theirs = table(&format!("lingam/{set}_{name}_W"));
    let columns = theirs.columns();
    let theirs = Matrix::from_fn(columns.len(), columns.len(), |i, j| columns[j][i]);
    let pairs = || ours.as_slice().iter().zip(theirs.as_slice());
    let largest = pairs().map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    (largest, pairs().all(|(&a, &b)| (a == 0.0) == (b == 0.0)))
}

#[test]
fn direct() {
    for set in SETS {
        // Both end with least squares; what is left is rounding and the digits of the file.
        let (difference, same) = compared(set, Algorithm::Direct, "direct");
        assert!(same && difference <= 1e-6, "{set}: {difference}, {same}");
    }
}

#[test]
fn ica() {
    // The one set on which five seeds of the public program agree and the noise is not Gaussian.
    let (difference, same) = compared("lin_exp_n10_m1000", Algorithm::Ica, "ica");
    assert!(same && difference <= 1e-3, "{difference}, {same}");
}
