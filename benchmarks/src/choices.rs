//! What the defaults rest on: which start is best, and what to assume about the noise.

use std::time::Instant;

use anyhow::Context;
use bregdag::graph::{Dag, Metrics};
use bregdag::method::Noise;
use bregdag::method::order::{FirstOrder, Options};
use bregdag::score::Variances;
use bregdag::simulate::{self, GraphKind, Noise as Shape, Simulation, simulate};
use bregdag::{Bregman, Learn, Moments, Search, Spec, Table};

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

/// Seeds of the table that counts who is led astray.
const MORE_SEEDS: u64 = 40;
/// So many wrong edges more than the other assumption lead astray.
const ASTRAY: f64 = 2.0;

/// What one assumption gave on one table.
struct Assumed {
    /// Wrong edges.
    wrong: f64,
    equal: bool,
}

/// Pairs missing, extra or turned round in what is claimed; one that is rightly left open counts half, for who has to
/// guess is wrong half of the time.
fn assumed(table: &Table, truth: &Dag, variances: Option<Variances>) -> anyhow::Result<Assumed> {
    let fit = Search(Options { variances, ..Default::default() }).learn(table)?;
    let claim = fit.answer.claim.graph();
    let (lenient, strict) = (claim.mistakes(truth)?, claim.shd(&truth.into())?);
    let equal = fit.answer.noise == Noise::Equal;
    Ok(Assumed { wrong: (lenient + strict) as f64 / 2.0, equal })
}

/// What to assume about the noise, on data where it holds and where it does not.
fn noise(report: &mut Report) -> anyhow::Result<()> {
    report.line(&format!(
        "## Noise variances\n\nWrong edges of what is claimed, a DAG (equal variances) or a class (free ones): pairs missing, extra or \
         turned round; an edge that is rightly left open counts half. Auto learns from rows. It is led astray where it has \
         {ASTRAY} wrong edges or more beyond the other assumption. ER2, means over {MORE_SEEDS} seeds.\n"
    ));
    report.line("| data | m | equal | free | auto | auto chose equal | better by 2: equal, free | led astray |");
    report.line("|---|---|---|---|---|---|---|---|");
    let mut all = [0, 0];
    for (name, rows, data) in noises() {
        for samples in rows {
            let data = simulate::Options { samples: *samples, ..data.clone() };
            let (line, astray) = compared(&data)?;
            report.line(&format!("| {name} | {samples} | {line} |"));
            all = [all[0] + astray, all[1] + MORE_SEEDS as usize];
        }
    }
    let [astray, tables] = all;
    report.line(&format!("\nIn all, {astray} of {tables} tables were led astray."));
    Ok(())
}

/// A name, numbers of rows and the rest.
type Kind = (&'static str, &'static [usize], simulate::Options);

fn noises() -> Vec<Kind> {
    const FEW: &[usize] = &[50, 100, 200];
    const ALL: &[usize] = &[50, 100, 200, 1000];
    const WEAK: (f64, f64) = (0.1, 0.4);
    let (_, plain) = data("", GraphKind::ErdosRenyi, 2, 1000);
    let spread = |noise_scale| simulate::Options { noise_scale, ..plain.clone() };
    let exponential = simulate::Options { noise: Shape::Exponential, ..plain.clone() };
    let standardized = simulate::Options { standardize: true, ..plain.clone() };
    vec![
        ("equal noise", ALL, plain.clone()),
        ("noise sd from 0.8 to 1.25", FEW, spread((0.8, 1.25))),
        ("noise sd from 1 to 3", &[1000], spread((1.0, 3.0))),
        ("exponential noise", FEW, exponential.clone()),
        (
            "exponential noise, sd from 0.8 to 1.25",
            FEW,
            simulate::Options { noise_scale: (0.8, 1.25), ..exponential },
        ),
        ("Laplace noise", FEW, simulate::Options { noise: Shape::Laplace, ..plain.clone() }),
        ("columns standardised", ALL, standardized.clone()),
        (
            "the same, weights ±[0.1, 0.4]",
            ALL,
            simulate::Options { weight_range: WEAK, ..standardized },
        ),
    ]
}

/// One line of the table, and how many tables were led astray.
fn compared(data: &simulate::Options) -> anyhow::Result<(String, usize)> {
    let (mut wrong, mut chose, mut better, mut astray) = ([vec![], vec![], vec![]], 0, [0, 0], 0);
    for seed in 0..MORE_SEEDS {
        let Simulation { table, truth } = simulate(&simulate::Options { seed, ..data.clone() })?;
        let learn = |variances| assumed(&table, truth.dag(), variances);
        let (equal, free) = (learn(Some(Variances::Equal))?, learn(Some(Variances::Free))?);
        let auto = learn(None)?;
        chose += usize::from(auto.equal);
        better[0] += usize::from(equal.wrong + ASTRAY <= free.wrong);
        better[1] += usize::from(free.wrong + ASTRAY <= equal.wrong);
        let other = if auto.equal { &free } else { &equal };
        astray += usize::from(other.wrong + ASTRAY <= auto.wrong);
        for (all, one) in wrong.iter_mut().zip([equal, free, auto]) {
            all.push(one.wrong);
        }
    }
    let cells: Vec<String> = wrong.iter().map(|all| format!("{:.2}", mean(all))).collect();
    let line = format!(
        "{} | {chose} of {MORE_SEEDS} | {}, {} | {astray} of {MORE_SEEDS}",
        cells.join(" | "),
        better[0],
        better[1]
    );
    Ok((line, astray))
}
