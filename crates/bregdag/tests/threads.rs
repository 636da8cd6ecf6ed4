//! The same bits on any number of threads.
#![cfg(feature = "parallel")]

use bregdag::method::bregman::{Options, Path, Variant};
use bregdag::simulate::{Options as Simulated, simulate};
use bregdag::{Bregman, Fit, Learn};

/// Everything numeric about a fit, as bits.
fn bits(fit: &Fit) -> Vec<u64> {
    let model = fit.model.as_ref().unwrap();
    let edges = model.edges();
    let found = fit.answer.record.relaxation.as_ref().unwrap();
    let mut numbers: Vec<f64> = found.raw.as_slice().to_vec();
    numbers.extend(edges.iter().flat_map(|e| [e.weight, e.std_error.unwrap_or(f64::NAN)]));
    numbers.extend(model.noise_variances());
    numbers.extend(model.r_squared());
    numbers.extend([found.loss, found.acyclicity, found.threshold]);
    let places = edges.iter().flat_map(|e| [e.source as u64, e.target as u64]);
    let steps = fit.answer.steps.done as u64;
    numbers.iter().map(|x| x.to_bits()).chain(places).chain([steps]).collect()
}

fn same_on_any_number_of_threads(name: &str, options: &Options) {
    SIZES.into_iter().for_each(|(nodes, samples)| same_at_size(name, options, nodes, samples));
}

fn same_at_size(name: &str, options: &Options, nodes: usize, samples: usize) {
    let simulated = Simulated { nodes, degree: 2, samples, seed: 3, ..Simulated::default() };
    let table = simulate(&simulated).unwrap().table;
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bits(&Bregman { options: *options, refine: None }.learn(&table).unwrap()))
    };
    let one = run(1);
    for threads in [2, 3] {
        assert!(run(threads) == one, "{name}: n = {nodes} differs on {threads} threads");
    }
}

fn fixed(variant: Variant) -> Options {
    Options { variant, path: Path::Fixed, max_iterations: 6, ..Options::default() }
}

/// 150 columns are three panels of a product and five groups of walkers, 3000 rows three blocks.
const SIZES: [(usize, usize); 2] = [(30, 200), (150, 3000)];

#[test]
fn default() {
    same_on_any_number_of_threads("default", &Options::default());
}

#[test]
fn positive() {
    same_on_any_number_of_threads("positive", &fixed(Variant::Positive));
}

#[test]
fn split() {
    same_on_any_number_of_threads("split", &fixed(Variant::Split));
}

/// Dense from the start, so that powers are squared rather than walked.
#[test]
fn random_start() {
    let options = Options { max_iterations: 5, ..Options::paper() };
    same_on_any_number_of_threads("paper", &options);
}
