//! Each stage of the path beside the released program.

use serde_json::Value;

use super::*;
use crate::data::Moments;
use crate::linalg::Matrix;
use crate::objective::log_determinant;
use crate::simulate::{self, simulate};
use path::{Problem, Stage};

/// μ(½ℓ + λ‖W‖₁) + h_s at the end of each stage is no larger than theirs, each from its own last W; in one
/// stage of a hundred the paths part, and the other minimum is lower by less than a part in ten thousand.
#[test]
fn no_stage_ends_worse_than_the_released_program() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rivals/relaxations.json");
    let cases: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let options = Options::default();
    let (mut stages, mut worse) = (0, vec![]);
    for (k, case) in cases["cases"].as_array().unwrap().iter().enumerate() {
        let simulated: simulate::Options =
            serde_json::from_value(case["simulate"].clone()).unwrap();
        let moments = Moments::of(&simulate(&simulated).unwrap().table).unwrap();
        let data = Dataset::from(&moments);
        let problem = Problem::new(&data, &options);
        let mut w = Matrix::zeros(moments.variables(), moments.variables());
        for stage in case["dagma"]["stages"].as_array().unwrap() {
            let number = |key: &str| stage[key].as_f64().unwrap();
            let (mu, s) = (number("mu"), number("s"));
            w = problem.descend(&w, Stage { mu, s, steps: 30_000 }, &()).at;
            let h = log_determinant(&w.map(|x| x * x), s).expect("inside").value;
            let (ours, theirs) = (mu * problem.objective(&w) + h, number("objective"));
            stages += 1;
            // As far as the released program looks.
            if ours > theirs * (1.0 + 1e-6) {
                worse.push((k, mu, ours / theirs - 1.0));
            }
        }
    }
    assert_eq!(stages, 150);
    assert!(worse.len() <= 4 && worse.iter().all(|w| w.2 < 1e-4), "{worse:?}");
}
