//! SHD of the learned DAG to the true one, n = 50, means over seeds and noises.

use anyhow::Context;
use bregdag::graph::Metrics;
use bregdag::method::bregman::{Options, Path, Variant};
use bregdag::model::{Model, Threshold, prune};
use bregdag::simulate::{self, GraphKind, Noise, WeightKind, simulate};
use bregdag::{Bregman, Knowledge, Method, Moments};

use crate::report::{Purpose, Report};

const SEEDS: u64 = 10;
const NOISES: [Noise; 3] = [Noise::Gaussian, Noise::Exponential, Noise::Gumbel];
const THRESHOLDS: [f64; 2] = [0.3, 0.5];
const ROWS: [usize; 4] = [50, 200, 500, 1000];
const GRAPHS: [(&str, GraphKind, usize); 3] = [
    ("ER2", GraphKind::ErdosRenyi, 2),
    ("ER4", GraphKind::ErdosRenyi, 4),
    ("SF4", GraphKind::ScaleFree, 4),
];

pub fn run(purpose: Purpose) -> anyhow::Result<()> {
    let mut report = Report::new("accuracy", "Accuracy of the engine", purpose)?;
    report.line("Mean SHD over 10 seeds and Gaussian, exponential and Gumbel noise, n = 50.");
    let fixed = |variant| Options { variant, path: Path::Fixed, ..Options::default() };
    let continuation = |variant| Options { variant, ..Options::default() };
    let paper = |variant| Options { variant, ..Options::paper() };
    let positive = Variant::Positive;
    let systems = [
        ("fixed μ, positive", fixed(positive)),
        ("fixed μ, positive, paper preset", paper(positive)),
        ("continuation, positive", continuation(positive)),
        ("default (continuation, signed)", continuation(Variant::Signed)),
    ];
    section(&mut report, "Weights all +1 (the paper's claim)", WeightKind::Unit, &systems)?;
    section(&mut report, "Weights in [0.5, 2]", WeightKind::Positive, &systems)?;
    let systems = [
        ("default (continuation, signed)", continuation(Variant::Signed)),
        ("fixed μ, signed, paper preset", paper(Variant::Signed)),
        ("fixed μ, split, paper preset", paper(Variant::Split)),
        ("fixed μ, positive", fixed(positive)),
    ];
    section(&mut report, "Weights in ±[0.5, 2]", WeightKind::Signed, &systems)?;
    report.save()
}

fn section(
    report: &mut Report,
    title: &str,
    weights: WeightKind,
    systems: &[(&str, Options)],
) -> anyhow::Result<()> {
    report.line(&format!("\n## {title}\n"));
    report.line("| graph | options | threshold | m = 50 | m = 200 | m = 500 | m = 1000 |");
    report.line("|---|---|---|---|---|---|---|");
    for (graph, kind, degree) in GRAPHS {
        let data =
            simulate::Options { graph: kind, degree, weights, ..simulate::Options::default() };
        for (system, options) in systems {
            let means = ROWS
                .iter()
                .map(|&samples| mean_shd(&simulate::Options { samples, ..data.clone() }, options));
            let means = means.collect::<anyhow::Result<Vec<_>>>()?;
            for (t, threshold) in THRESHOLDS.iter().enumerate() {
                let shd: Vec<String> = means.iter().map(|m| format!("{:.1}", m[t])).collect();
                let shd = shd.join(" | ");
                report.line(&format!("| {graph} | {system} | {threshold} | {shd} |"));
            }
        }
    }
    Ok(())
}

/// The mean SHD at each threshold; one fit serves all.
fn mean_shd(data: &simulate::Options, options: &Options) -> anyhow::Result<[f64; 2]> {
    let mut totals = [0; THRESHOLDS.len()];
    for noise in NOISES {
        for seed in 0..SEEDS {
            let simulation = simulate(&simulate::Options { noise, seed, ..data.clone() })?;
            let moments = Moments::of(&simulation.table)?;
            let method = Bregman { options: Options { seed, ..*options }, refine: None };
            let answer = method.answer(&(&moments).into(), &())?;
            let relaxation = answer.record.relaxation.context("there is no matrix")?;
            let nothing = Knowledge::none(moments.variables());
            for (total, threshold) in totals.iter_mut().zip(THRESHOLDS) {
                let pruned = prune(&relaxation.raw, Threshold::At(threshold), &nothing)?;
                let dag = pruned.graph.dag();
                let (model, _) = Model::refit(&moments, dag, method.signs(), &nothing)?;
                *total += Metrics::compare(simulation.truth.dag(), model.dag())?.shd;
            }
        }
    }
    let runs = NOISES.len() as f64 * SEEDS as f64;
    Ok(totals.map(|total| total as f64 / runs))
}
