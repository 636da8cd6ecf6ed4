//! LiNGAM against other software, and on data that bear little.

mod hard;
mod reference;
mod rivals;

use bregdag::linalg::Matrix;
use bregdag::method::lingam::{Algorithm, Options};
use bregdag::{Fit, Learn, Lingam, Table};

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn learn(table: &Table, algorithm: Algorithm) -> Fit {
    Lingam(Options { algorithm, ..Options::default() }).learn(table).unwrap()
}

/// W of a fit.
fn weights(fit: &Fit) -> Matrix {
    let n = fit.variables.len();
    let mut w = Matrix::zeros(n, n);
    fit.edges().iter().for_each(|edge| w[(edge.source, edge.target)] = edge.weight);
    w
}
