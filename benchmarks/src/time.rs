//! Seconds of the fit alone (moments in, model out), next to one matrix product of the same size by
//! the same library on the same threads, alternating with the fits.

use std::time::Instant;

use anyhow::Context;
use bregdag::graph::Metrics;
use bregdag::linalg::{Matrix, product};
use bregdag::method::bregman::{Options, Path, Variant};
use bregdag::simulate::{self, WeightKind, simulate};
use bregdag::{Bregman, Moments, Spec};

use crate::memory;
use crate::report::{Purpose, Report};
use crate::statistics::median;

struct Case {
    label: &'static str,
    nodes: usize,
    rows: usize,
    seeds: u64,
    positive: bool,
}

pub fn run(purpose: Purpose) -> anyhow::Result<()> {
    let mut report = Report::new("time", "Time of the fit", purpose)?;
    report.line(
        "ER2, Gaussian noise; positive: weights +1, fixed μ, lasso start; signed: ±[0.5, 2],",
    );
    report.line("default preset. Median seconds over the seeds; the product is n × n by n × n.\n");
    report.line("| case | n | m | seeds | fit, s | product, s | fit / product | iterations | mean SHD | peak memory so far, MB |");
    report.line("|---|---|---|---|---|---|---|---|---|---|");
    let sizes = [(25, 1000, 10), (50, 1000, 10), (100, 1000, 10), (200, 1000, 10), (400, 2000, 3)];
    let mut growth = vec![];
    for (label, positive) in [("signed", false), ("positive", true)] {
        let mut times = vec![];
        for (nodes, rows, seeds) in sizes.into_iter().chain(positive.then_some((1000, 2000, 3))) {
            let case = Case { label, nodes, rows, seeds, positive };
            times.push((nodes as f64, measure(&mut report, &case)?));
        }
        growth.push(format!("{label}: {}", exponents(&times)));
    }
    report.line("\nGrowth of the fit time, as the exponent of n from one size to the next:\n");
    growth.iter().for_each(|line| report.line(&format!("- {line}")));
    report.save()
}

/// One line of the table; returns the median time of the fit.
fn measure(report: &mut Report, case: &Case) -> anyhow::Result<f64> {
    let (weights, options) = match case.positive {
        true => {
            let fixed = Options { path: Path::Fixed, ..Options::default() };
            (WeightKind::Unit, Options { variant: Variant::Positive, ..fixed })
        }
        false => (WeightKind::Signed, Options::default()),
    };
    let spec = Spec::from(Bregman { options, refine: None });
    let (mut fits, mut products, mut shd, mut iterations) = (vec![], vec![], 0, 0);
    for seed in 0..case.seeds {
        let (nodes, samples) = (case.nodes, case.rows);
        let data = simulate::Options { nodes, samples, weights, seed, ..Default::default() };
        let (moments, truth) = {
            let simulation = simulate(&data)?;
            (Moments::of(&simulation.table)?, simulation.truth)
        };
        let start = Instant::now();
        let fit = spec.learn(&(&moments).into(), &())?;
        fits.push(start.elapsed().as_secs_f64());
        products.push(product_seconds(nodes));
        shd += Metrics::compare(truth.dag(), fit.dag().context("there is no DAG")?)?.shd;
        iterations += fit.answer.steps.done;
    }
    let (fit, product) = (median(&fits), median(&products));
    let (count, seeds) = (case.seeds as f64, case.seeds);
    report.line(&format!(
        "| {} | {} | {} | {seeds} | {fit:.4} | {product:.6} | {:.0} | {:.0} | {:.1} | {} |",
        case.label,
        case.nodes,
        case.rows,
        fit / product,
        iterations as f64 / count,
        shd as f64 / count,
        memory::peak_megabytes().map_or("unknown".into(), |mb| format!("{mb:.0}")),
    ));
    Ok(fit)
}

/// "n^2.1 (25 to 50), n^2.6 (50 to 100), …".
fn exponents(times: &[(f64, f64)]) -> String {
    let step = |pair: &[(f64, f64)]| {
        let ((n, t), (larger, longer)) = (pair[0], pair[1]);
        format!("n^{:.1} ({n} to {larger})", (longer / t).ln() / (larger / n).ln())
    };
    times.windows(2).map(step).collect::<Vec<_>>().join(", ")
}

/// The fastest of five: what the machine can do.
fn product_seconds(n: usize) -> f64 {
    let a = Matrix::from_fn(n, n, |i, j| ((i * 7 + j * 13) % 11) as f64 - 5.0);
    let once = || {
        let start = Instant::now();
        std::hint::black_box(product(&a, &a));
        start.elapsed().as_secs_f64()
    };
    (0..5).map(|_| once()).fold(f64::INFINITY, f64::min)
}
