//! SHD of the learned DAG to the true one, n = 50, means over seeds and noises.

use bregdag::Moments;
use bregdag::bregman::{self, Options, Path, Start, Variant};
use bregdag::graph::{Metrics, Threshold};
use bregdag::simulate::{self, GraphKind, Noise, WeightKind, simulate};

use crate::report::Report;

const SEEDS: u64 = 10;
const NOISES: [Noise; 3] = [Noise::Gaussian, Noise::Exponential, Noise::Gumbel];
const ROWS: [usize; 4] = [50, 200, 500, 1000];
const GRAPHS: [(&str, GraphKind, usize); 3] = [
    ("ER2", GraphKind::ErdosRenyi, 2),
    ("ER4", GraphKind::ErdosRenyi, 4),
    ("SF4", GraphKind::ScaleFree, 4),
];

pub fn run() -> anyhow::Result<()> {
    let mut report = Report::new("accuracy", "Accuracy of the engine");
    report.line("Mean SHD over 10 seeds and Gaussian, exponential and Gumbel noise, n = 50.");
    let fixed = |variant| Options { variant, path: Path::Fixed, ..Options::default() };
    let continuation = |variant| Options { variant, ..Options::default() };
    let paper = |variant| Options { variant, start: Start::Random, ..Options::paper() };
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
        ("fixed μ, signed", fixed(Variant::Signed)),
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
            for threshold in [0.3, 0.5] {
                let options = Options { threshold: Threshold::At(threshold), ..options.clone() };
                let shd = ROWS.iter().map(|&samples| {
                    let data = simulate::Options { samples, ..data.clone() };
                    Ok(format!("{:.1}", mean_shd(&data, &options)?))
                });
                let shd = shd.collect::<anyhow::Result<Vec<_>>>()?.join(" | ");
                report.line(&format!("| {graph} | {system} | {threshold} | {shd} |"));
            }
        }
    }
    Ok(())
}

fn mean_shd(data: &simulate::Options, options: &Options) -> anyhow::Result<f64> {
    let mut total = 0;
    for noise in NOISES {
        for seed in 0..SEEDS {
            let simulation = simulate(&simulate::Options { noise, seed, ..data.clone() })?;
            let moments = Moments::of(&simulation.table)?;
            let options = Options { seed, ..options.clone() };
            let fit = bregman::learn(&moments, &options, &mut ())?;
            total += Metrics::compare(&simulation.truth, fit.model.dag())?.shd;
        }
    }
    Ok(total as f64 / (NOISES.len() as u64 * SEEDS) as f64)
}
