//! Times the methods and the pieces that are public. `cargo bench -p bregdag`; sizes are in the ids.
#![allow(missing_docs)] // The macros below make public functions.

use bregdag::linalg::{Matrix, product};
use bregdag::method::bregman::{Options, Path, Variant};
use bregdag::method::order;
use bregdag::score::{Problem, Variances, of_graph};
use bregdag::simulate::{self, Simulation, WeightKind, simulate};
use bregdag::{Bregman, Dataset, Moments, Search, Spec};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn draw(nodes: usize, samples: usize, weights: WeightKind) -> Simulation {
    let options = simulate::Options { nodes, samples, weights, ..Default::default() };
    simulate(&options).expect("valid options")
}

fn moments_of(nodes: usize, samples: usize, weights: WeightKind) -> Moments {
    Moments::of(&draw(nodes, samples, weights).table).expect("data in range")
}

fn products(c: &mut Criterion) {
    let mut group = c.benchmark_group("product");
    for n in [50, 200, 1000] {
        let a = Matrix::from_fn(n, n, |i, j| ((i * 7 + j * 13) % 11) as f64 - 5.0);
        group.sample_size(10).bench_function(BenchmarkId::from_parameter(format!("n{n}")), |b| {
            b.iter(|| product(&a, &a));
        });
    }
}

fn simulation(c: &mut Criterion) {
    let id = "simulate/n50-m10000";
    c.bench_function(id, |b| b.iter(|| draw(50, 10_000, WeightKind::Signed)));
}

fn moments(c: &mut Criterion) {
    let data = draw(50, 100_000, WeightKind::Signed).table;
    c.bench_function("moments/n50-m100000", |b| b.iter(|| Moments::of(&data)));
}

/// What scores are computed from, and the score of one graph.
fn scores(c: &mut Criterion) {
    let Simulation { table, truth } = draw(200, 1000, WeightKind::Signed);
    let moments = Moments::of(&table).expect("data in range");
    let data = Dataset::from(&moments);
    for variances in [Variances::Equal, Variances::Free] {
        let (score, name) =
            (order::Options::default().score(&moments, variances), variances.name());
        let mut group = c.benchmark_group("score");
        group.bench_function(BenchmarkId::new("problem", format!("{name}-n200-m1000")), |b| {
            b.iter(|| Problem::new(&data, variances, false, &()).map(|problem| problem.least));
        });
        group.bench_function(BenchmarkId::new("graph", format!("{name}-n200-m1000")), |b| {
            b.iter(|| of_graph(&data, truth.dag(), &score));
        });
    }
}

fn learn(c: &mut Criterion) {
    let mut group = c.benchmark_group("learn");
    let bregman = |options| Spec::from(Bregman { options, refine: None });
    let search = |variances| {
        let variances = Some(variances);
        Spec::from(Search(order::Options { variances, ..Default::default() }))
    };
    let fixed = Options { path: Path::Fixed, variant: Variant::Positive, ..Options::default() };
    let cases = [
        ("positive", WeightKind::Unit, bregman(fixed)),
        ("signed", WeightKind::Signed, bregman(Options::default())),
        ("search-equal", WeightKind::Signed, search(Variances::Equal)),
        ("search-free", WeightKind::Signed, search(Variances::Free)),
    ];
    for (name, weights, spec) in cases {
        let moments = moments_of(50, 1000, weights);
        let data = Dataset::from(&moments);
        let id = BenchmarkId::from_parameter(format!("{name}-n50-m1000"));
        group.sample_size(20).bench_function(id, |b| b.iter(|| spec.learn(&data, &())));
    }
}

criterion_group!(benches, products, simulation, moments, scores, learn);
criterion_main!(benches);
