//! NOTEARS and DAGMA beside the public programs, on tables with their answers.

mod reference;
mod rivals;

use bregdag::linalg::Matrix;
use bregdag::method::Relaxation;
use bregdag::{Dataset, Moments, Spec, Table};

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn json(name: &str) -> serde_json::Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

/// The matrix that a method ends with.
fn relaxed(spec: &Spec, table: &Table) -> Relaxation {
    let moments = Moments::of(table).unwrap();
    let fit = spec.learn(&Dataset::from(&moments), &()).unwrap();
    fit.answer.record.relaxation.unwrap()
}

/// ‖X − XW‖²/(2m) + λ‖W‖₁.
fn objective(relaxed: &Relaxation, lambda: f64) -> f64 {
    0.5 * relaxed.loss + lambda * relaxed.raw.sum_abs()
}

fn largest_difference(a: &Matrix, b: &Matrix) -> f64 {
    a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
