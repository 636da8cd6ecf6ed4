//! What the defaults rest on: which start is best, and what to assume about the noise.

use std::time::Instant;

use anyhow::Context;
use bregdag::graph::Metrics;
use bregdag::method::Noise;
use bregdag::method::order::{FirstOrder, Options};
use bregdag::score::Variances;
use bregdag::simulate::{self, GraphKind, Simulation, simulate};
use bregdag::{Bregman, Moments, Search, Spec};

use crate::report::{Purpose, Report};
use crate::statistics::{mean, median};

const SEEDS: u64 = 20;
const NODES: usize = 50;

pub fn run(purpose: Purpose) -> anyhow::Result<()> {
    let title = "What the defaults of the order search rest on";
    let mut report = Report::new("choices", title, purpose)?;
    report.line(&format!(
        "n = {NODES}, weights ±[0.5, 2], Gaussian noise, means over {SEEDS} seeds, medians of times. Class SHD \
         compares equivalence classes, SHD the graphs themselves.\n"
    ));
    starts(&mut report, Variances::Equal)?;
    starts(&mut report, Variances::Free)?;
    noise(&mut report)?;
    report.save()
}

/// A name, and the options of a simulation.
type Data = (&'static str, simulate::Options);

fn data(name: &'static str, graph: GraphKind, degree: usize, samples: usize) -> Data {
    let options = simulate::Options { graph, nodes: NODES, degree, samples, ..Default::default() };
    (name, options)
}

fn graphs() -> Vec<Data> {
    use GraphKind::{ErdosRenyi, ScaleFree};
    vec![
        data("ER2, m = 1000", ErdosRenyi, 2, 1000),
        data("ER2, m = 200", ErdosRenyi, 2, 200),
        data("ER2, m = 50", ErdosRenyi, 2, 50),
        data("ER4, m = 1000", ErdosRenyi, 4, 1000),
        data("ER4, m = 200", ErdosRenyi, 4, 200),
        data("ER4, m = 50", ErdosRenyi, 4, 50),
        data("SF4, m = 1000", ScaleFree, 4, 1000),
        data("SF4, m = 200", ScaleFree, 4, 200),
    ]
}

/// What came of one method on one kind of data.
#[derive(Default)]
struct Column {
    shd: Vec<f64>,
    class_shd: Vec<f64>,
    seconds: Vec<f64>,
    equal: usize,
}

impl Column {
    fn add(&mut self, spec: &Spec, data: &Simulation) -> anyhow::Result<()> {
        let moments = Moments::of(&data.table)?;
        let started = Instant::now();
        let fit = spec.learn(&(&moments).into(), &())?;
        self.seconds.push(started.elapsed().as_secs_f64());
        let metrics = Metrics::compare(data.truth.dag(), fit.dag().context("there is no DAG")?)?;
        self.shd.push(metrics.shd as f64);
        self.class_shd.push(metrics.class_shd as f64);
        self.equal += usize::from(fit.answer.noise == Noise::Equal);
        Ok(())
    }
}

fn columns(data: &simulate::Options, specs: &[Spec]) -> anyhow::Result<Vec<Column>> {
    let mut columns: Vec<Column> = specs.iter().map(|_| Column::default()).collect();
    for seed in 0..SEEDS {
        let data = simulate(&simulate::Options { seed, ..data.clone() })?;
        for (column, spec) in columns.iter_mut().zip(specs) {
            column.add(spec, &data)?;
        }
    }
    Ok(columns)
}

/// Where to begin: the cheap order, a random one, what the Bregman method found, or restarts.
fn starts(report: &mut Report, variances: Variances) -> anyhow::Result<()> {
    let options = Options { variances: Some(variances), restarts: Some(0), ..Default::default() };
    let bregman = Bregman { refine: Some(options), ..Bregman::default() };
    let specs: [Spec; 4] = [
        Search(options).into(),
        Search(Options { start: FirstOrder::Random, ..options }).into(),
        bregman.into(),
        Search(Options { restarts: Options::default().restarts, ..options }).into(),
    ];
    let (title, standardize) = match variances {
        Variances::Equal => ("equal variances: SHD", false),
        Variances::Free => ("free variances, standardised columns: class SHD", true),
    };
    report.line(&format!("## Starts, {title} / ms\n"));
    report.line("| data | conditional variances | random order | Bregman | conditional variances and restarts |");
    report.line("|---|---|---|---|---|");
    for (name, data) in graphs() {
        let data = simulate::Options { standardize, ..data };
        let cell = |column: &Column| {
            let errors = match variances {
                Variances::Equal => &column.shd,
                Variances::Free => &column.class_shd,
            };
            format!("{:.2} / {:.1}", mean(errors), 1000.0 * median(&column.seconds))
        };
        let cells: Vec<String> = columns(&data, &specs)?.iter().map(cell).collect();
        report.line(&format!("| {name} | {} |", cells.join(" | ")));
    }
    report.line("");
    Ok(())
}

/// What to assume about the noise, on data where it holds and where it does not.
fn noise(report: &mut Report) -> anyhow::Result<()> {
    let with = |variances| Spec::from(Search(Options { variances, ..Default::default() }));
    let specs = [with(Some(Variances::Equal)), with(Some(Variances::Free)), with(None)];
    report.line("## Noise variances: SHD / class SHD\n");
    report.line("| data | equal | free | auto: the BIC decides | auto chose equal |");
    report.line("|---|---|---|---|---|");
    let (_, plain) = data("", GraphKind::ErdosRenyi, 2, 1000);
    let spread = |to| simulate::Options { noise_scale: (1.0, to), ..plain.clone() };
    let kinds = [
        ("ER2, m = 1000, equal noise", plain.clone()),
        ("the same, m = 200", simulate::Options { samples: 200, ..plain.clone() }),
        ("the same, m = 50", simulate::Options { samples: 50, ..plain.clone() }),
        ("m = 1000, noise sd from 1 to 1.2", spread(1.2)),
        ("m = 1000, noise sd from 1 to 1.5", spread(1.5)),
        ("m = 1000, noise sd from 1 to 3", spread(3.0)),
        (
            "m = 1000, columns standardised",
            simulate::Options { standardize: true, ..plain.clone() },
        ),
    ];
    for (name, data) in kinds {
        let columns = columns(&data, &specs)?;
        let cell =
            |column: &Column| format!("{:.2} / {:.2}", mean(&column.shd), mean(&column.class_shd));
        let cells: Vec<String> = columns.iter().map(cell).collect();
        let equal = columns.last().map_or(0, |column| column.equal);
        report.line(&format!("| {name} | {} | {equal} of {SEEDS} |", cells.join(" | ")));
    }
    Ok(())
}
