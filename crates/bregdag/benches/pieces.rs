//! Times the pieces of the engine. `cargo bench -p bregdag`; sizes are in the ids.
#![allow(missing_docs)] // The macros below make public functions.

use bregdag::linalg::{Matrix, product};
use bregdag::method::bregman::{self, Options, Path, Point, Step, Variant};
use bregdag::objective::{Acyclicity, Kernel, Loss};
use bregdag::random::Stream;
use bregdag::simulate::{self, WeightKind, simulate};
use bregdag::{Moments, Table};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

fn table(nodes: usize, samples: usize, weights: WeightKind) -> Table {
    let options = simulate::Options { nodes, samples, weights, ..Default::default() };
    simulate(&options).expect("valid options").table
}

/// Nearly upper triangular, as in the middle of a search, about `density` of the entries present.
fn nearly_acyclic(n: usize, density: f64) -> Matrix {
    let mut stream = Stream::new(1, 0);
    let mut a = Matrix::zeros(n, n);
    for j in 0..n {
        for i in (0..n).filter(|&i| i != j) {
            let share = if i < j { 1.9 * density } else { 0.1 * density };
            if stream.uniform() < share {
                a[(i, j)] = stream.uniform() / (1.0 + density * n as f64);
            }
        }
    }
    a
}

fn acyclicity(c: &mut Criterion) {
    let mut group = c.benchmark_group("acyclicity");
    for n in [50, 200] {
        for density in [0.01, 0.05, 0.1, 0.2] {
            let a = nearly_acyclic(n, density);
            let f = Acyclicity { mu: 100.0, alpha: 0.1 / n as f64 };
            let id = BenchmarkId::from_parameter(format!("n{n}-density{density}"));
            group.bench_function(id, |b| b.iter(|| f.evaluate(&a)));
        }
    }
}

fn products(c: &mut Criterion) {
    let mut group = c.benchmark_group("product");
    for n in [50, 200, 1000] {
        let a = nearly_acyclic(n, 0.5);
        group.sample_size(10).bench_function(BenchmarkId::from_parameter(format!("n{n}")), |b| {
            b.iter(|| product(&a, &a));
        });
    }
}

fn moments(c: &mut Criterion) {
    let data = table(50, 100_000, WeightKind::Signed);
    c.bench_function("moments/n50-m100000", |b| b.iter(|| Moments::of(&data)));
}

fn step(c: &mut Criterion) {
    let n = 50;
    let moments = Moments::of(&table(n, 1000, WeightKind::Unit)).expect("data in range");
    let loss = Loss::new(moments.covariance());
    let (variant, knowledge, tolerance) = (Variant::Positive, None, 1e-6);
    let lasso = bregman::start::Lasso { loss: &loss, variant, knowledge, tolerance };
    let from = Point::new(lasso.solve(&mut ()).0);
    let f = Acyclicity { mu: 100.0, alpha: 0.1 / n as f64 };
    let threshold = f.evaluate(&from.gross).gradient.map(|g| 1e-6 + g);
    let step = Step {
        variant,
        loss: &loss,
        kernel: Kernel::new(f.mu, f.alpha, n),
        threshold: &threshold,
        knowledge,
        from: &from,
        gamma: 500.0,
        tolerance,
    };
    c.bench_function("step/n50-m1000", |b| b.iter(|| step.solve(None)));
}

fn learn(c: &mut Criterion) {
    let mut group = c.benchmark_group("learn");
    let fixed = Options { path: Path::Fixed, variant: Variant::Positive, ..Options::default() };
    let cases =
        [("positive", WeightKind::Unit, fixed), ("signed", WeightKind::Signed, Options::default())];
    for (name, weights, options) in cases {
        let moments = Moments::of(&table(50, 1000, weights)).expect("data in range");
        let id = BenchmarkId::from_parameter(format!("{name}-n50-m1000"));
        group.sample_size(20).bench_function(id, |b| {
            b.iter(|| bregman::learn(&moments, &options, &mut ()));
        });
    }
}

criterion_group!(benches, acyclicity, products, moments, step, learn);
criterion_main!(benches);
