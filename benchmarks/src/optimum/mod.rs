//! How often the search, which proves nothing, ends at the best graph of all, which a dynamic program proves.

mod flopsearch;
mod measured;

use anyhow::{Context, ensure};
use bregdag::method::order::Options;
use bregdag::score::Variances;
use bregdag::simulate::{self, GraphKind, simulate};
use bregdag::{Exact, Moments, Search, Spec};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::processor;
use crate::report::{Purpose, Report};
use crate::statistics::mean;

/// So many tables of each kind, from this seed on.
const RECORD: (u64, u64) = (20, 1000);
/// To try something out: other tables and fewer, so that nothing is tuned on what is reported.
const TRY: (u64, u64) = (4, 2000);

const NODES: [usize; 2] = [15, 20];
const DEGREES: [usize; 2] = [2, 4];
const ROWS: [usize; 3] = [50, 200, 1000];

/// A search misses the optimum if it ends so many points above; the proof itself knows it to 0.001.
const MISSED: f64 = 0.01;

/// The default, and so many restarts.
const RESTARTS: [Option<usize>; 2] = [None, Some(50)];

/// Of both searches.
type Both<T> = [T; RESTARTS.len()];

pub fn run(purpose: Purpose) -> anyhow::Result<()> {
    let title = "How often the search ends at the best graph";
    let mut report = Report::new("optimum", title, purpose)?;
    let ((seeds, first), others) = match purpose {
        Purpose::Record => (RECORD, flopsearch::RECORD),
        Purpose::Try => (TRY, flopsearch::TRY),
    };
    let build = if cfg!(debug_assertions) { "dev, optimised" } else { "release" };
    report.line(&format!(
        "Weights ±[0.5, 2], Gaussian noise of equal variances, extended BIC, {seeds} tables of each kind (seeds from {first} on). The optimum is \
         proved by `exact`; the search is asked for the same score and proves nothing. A miss ends more than {MISSED} points above the \
         optimum, and the shortfall is the mean over all tables, in points. Times are of the processor, one thread, profile {build}.\n"
    ));
    let bench = Bench { alone: ThreadPoolBuilder::new().num_threads(1).build()? };
    simulated(&mut report, &bench, first..first + seeds)?;
    measured::compare(&mut report, &bench)?;
    flopsearch::compare(&mut report, &bench, others)?;
    report.save()
}

/// The tables whose graphs are drawn.
fn simulated(
    report: &mut Report,
    bench: &Bench,
    seeds: std::ops::Range<u64>,
) -> anyhow::Result<()> {
    report.line("## Simulated tables\n\nMisses / shortfall / ms.\n");
    report.line("| variances | n | graph | m | default | 50 restarts |");
    report.line("|---|---|---|---|---|---|");
    let mut groups = [Group::new("all"), Group::new("m ≥ 200"), Group::new("ER4, m = 50")];
    for variances in [Variances::Free, Variances::Equal] {
        for (nodes, degree, samples) in cells() {
            let mut columns = Both::<Column>::default();
            for seed in seeds.clone() {
                let graph = GraphKind::ErdosRenyi;
                let options =
                    simulate::Options { graph, nodes, degree, samples, seed, ..Default::default() };
                let moments = Moments::of(&simulate(&options)?.table)?;
                bench.search(&moments, variances, optimum(&moments, variances)?, &mut columns)?;
            }
            let cells = columns.each_ref().map(Column::cell).join(" | ");
            let word = word(variances);
            report.line(&format!("| {word} | {nodes} | ER{degree} | {samples} | {cells} |"));
            let within = [true, samples >= 200, samples == 50 && degree == 4];
            groups.iter_mut().zip(within).filter(|(_, within)| *within).for_each(|(group, _)| {
                group.add(&columns);
            });
        }
    }
    report.line("\n| tables | default | 50 restarts |\n|---|---|---|");
    groups.iter().for_each(|group| report.line(&group.line()));
    report.line("");
    Ok(())
}

fn cells() -> impl Iterator<Item = (usize, usize, usize)> {
    let pairs = NODES.into_iter().flat_map(|n| DEGREES.map(|degree| (n, degree)));
    pairs.flat_map(|(n, degree)| ROWS.map(|m| (n, degree, m)))
}

fn word(variances: Variances) -> &'static str {
    match variances {
        Variances::Equal => "equal",
        Variances::Free => "free",
    }
}

/// What came of one search on tables of one kind.
#[derive(Default)]
struct Column {
    /// Points above the optimum.
    above: Vec<f64>,
    ms: Vec<f64>,
}

impl Column {
    fn misses(&self) -> usize {
        self.above.iter().filter(|above| **above > MISSED).count()
    }

    fn cell(&self) -> String {
        format!("{} / {:.2} / {:.1}", self.misses(), mean(&self.above), mean(&self.ms))
    }
}

/// Several kinds together.
struct Group {
    name: &'static str,
    tables: usize,
    misses: Both<usize>,
    ms: Both<f64>,
}

impl Group {
    fn new(name: &'static str) -> Group {
        Group { name, tables: 0, misses: Both::default(), ms: Both::default() }
    }

    fn add(&mut self, columns: &Both<Column>) {
        self.tables += columns[0].above.len();
        for (k, column) in columns.iter().enumerate() {
            self.misses[k] += column.misses();
            self.ms[k] += column.ms.iter().sum::<f64>();
        }
    }

    fn line(&self) -> String {
        let Group { name, tables, misses, ms } = self;
        let cell = |k: usize| {
            let (missed, seconds) = (misses[k], ms[k] / 1000.0);
            format!("{missed} of {tables} missed, {seconds:.1} s")
        };
        format!("| {name} | {} | {} |", cell(0), cell(1))
    }
}

struct Bench {
    /// Searches run here, on one thread.
    alone: ThreadPool,
}

impl Bench {
    /// How far above the optimum the searches end goes into the columns.
    fn search(
        &self,
        moments: &Moments,
        variances: Variances,
        optimum: f64,
        columns: &mut Both<Column>,
    ) -> anyhow::Result<()> {
        for (column, restarts) in columns.iter_mut().zip(RESTARTS) {
            let options = Options { variances: Some(variances), restarts, ..Default::default() };
            let before = processor::used();
            let found = self.alone.install(|| reached(&Search(options).into(), moments, false))?;
            column.ms.push(1000.0 * (processor::used() - before).as_secs_f64());
            column.above.push((found - optimum).max(0.0));
        }
        Ok(())
    }
}

/// The best score of all graphs.
fn optimum(moments: &Moments, variances: Variances) -> anyhow::Result<f64> {
    let options = Options { variances: Some(variances), ..Default::default() };
    reached(&Exact(options).into(), moments, true)
}

/// The score of the last stage, which may have to be proved.
fn reached(spec: &Spec, moments: &Moments, proved: bool) -> anyhow::Result<f64> {
    let answer = spec.method().answer(&moments.into(), &())?;
    ensure!(!proved || answer.record.proved.is_some(), "the optimum is not proved");
    Ok(answer.stages.last().context("there is no stage")?.score)
}
