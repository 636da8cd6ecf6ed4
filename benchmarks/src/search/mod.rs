//! Our order search next to its rivals, on the same data, in the same minutes, on one thread each.
//!
//! For each case and seed: draw the data, fit ours, then each rival. What is in the records already is
//! not measured again, but where a rival is still missing ours runs once more, so that every
//! comparison of times is one of neighbours.

mod answer;
mod arguments;
mod cases;
mod clock;
mod ours;
mod record;
mod rivals;
mod tables;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;
use bregdag::graph::Dag;
use bregdag::method::order;
use bregdag::simulate::{self, Simulation, simulate};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tempfile::TempDir;

use crate::report::{Purpose, compiler, cpu, now};
use crate::tree;
use answer::{Answer, Distances};
use arguments::Arguments;
use cases::{Case, System};
use ours::Prepared;
use record::{Measured, Outcome, Record, Store};
use rivals::{Reply, Rivals, write_npy};

/// A rival that ran out of time on so many seeds in a row is not tried on the others.
const PATIENCE: usize = 3;

const RECORDS: &str = "search.jsonl";

/// Package → version.
type Versions = BTreeMap<String, String>;

pub fn run(arguments: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let arguments = Arguments::parse(arguments)?;
    if arguments.purpose == Purpose::Record {
        tree::require_clean()?;
    }
    std::fs::create_dir_all(&arguments.folder)?;
    if arguments.report {
        return report(&arguments);
    }
    let mut bench = Bench::new(arguments)?;
    let mut cases = cases::all();
    cases.retain(|case| case.is_chosen(&bench.arguments.cases));
    for case in &cases {
        let pool = ThreadPoolBuilder::new().num_threads(bench.threads(case)).build()?;
        for seed in 0..bench.arguments.seeds.unwrap_or(case.seeds) {
            bench.measure(case, seed, &pool)?;
        }
    }
    Ok(())
}

/// Prints the tables of the records and writes them beside these.
fn report(arguments: &Arguments) -> anyhow::Result<()> {
    let store = Store::open(&arguments.folder.join(RECORDS))?;
    let text = tables::text(store.records());
    print!("{text}");
    match arguments.purpose {
        Purpose::Record => Ok(std::fs::write(arguments.folder.join("search.md"), text)?),
        Purpose::Try => Ok(()),
    }
}

struct Bench {
    arguments: Arguments,
    store: Store,
    /// Installed when the first case needs them.
    rivals: Option<Rivals>,
    folder: TempDir,
    run: String,
    commit: String,
    machine: String,
    /// What ours was built with.
    versions: Versions,
}

impl Bench {
    fn new(arguments: Arguments) -> anyhow::Result<Bench> {
        let folder = tempfile::tempdir()?;
        let path = match arguments.purpose {
            Purpose::Record => arguments.folder.join(RECORDS),
            Purpose::Try => folder.path().join(RECORDS),
        };
        if arguments.fresh && path.exists() {
            std::fs::remove_file(&path)?;
        }
        let store = Store::open(&path)?;
        let run = format!("{} {}", now(), std::process::id());
        let versions = BTreeMap::from([("compiler".into(), compiler())]);
        let (commit, machine) = (tree::commit(), cpu());
        Ok(Bench { arguments, store, rivals: None, folder, run, commit, machine, versions })
    }

    fn threads(&self, case: &Case) -> usize {
        case.threads.unwrap_or(self.arguments.threads)
    }

    /// The systems that this case and seed still need, in their order, with ours if there are any.
    fn missing(&self, case: &Case, seed: u64) -> Vec<System> {
        let is_missing = |system: &System| {
            let name = system.name();
            self.arguments.is_chosen(&name)
                && !self.store.contains(&case.name, seed, &name)
                && !self.store.always_late(&case.name, &name, PATIENCE)
        };
        let any = case.systems.iter().any(is_missing);
        let is_needed = |system: &System| is_missing(system) || any && system.rival().is_none();
        case.systems.iter().copied().filter(is_needed).collect()
    }

    fn measure(&mut self, case: &Case, seed: u64, pool: &ThreadPool) -> anyhow::Result<()> {
        let systems = self.missing(case, seed);
        if systems.is_empty() {
            return Ok(());
        }
        let Simulation { table, truth } =
            simulate(&simulate::Options { seed, ..case.data.clone() })?;
        let file = self.folder.path().join("x.npy");
        if systems.iter().any(|system| system.rival().is_some()) {
            write_npy(&table, &file)?;
        }
        let prepared = ours::prepare(pool, table)?;
        let trial = Trial { case, seed, truth: truth.dag().clone(), file, prepared };
        for system in systems {
            let (outcome, versions) = match system {
                System::Ours { restarts } => (trial.learn(pool, restarts)?, self.versions.clone()),
                _ => self.ask(system, &trial)?,
            };
            self.keep(&trial, system, outcome, versions)?;
        }
        Ok(())
    }

    /// The fit of a rival.
    fn ask(&mut self, system: System, trial: &Trial) -> anyhow::Result<(Outcome, Versions)> {
        let limit = self.arguments.limit;
        let rivals = match &mut self.rivals {
            Some(rivals) => rivals,
            none => none.insert(Rivals::install(self.arguments.threads, limit)?),
        };
        let (rival, options) = system.rival().context("ours is no rival")?;
        let (reply, versions) = rivals.fit(rival, &options, &trial.file)?;
        let outcome = match reply {
            Reply::Timeout => Outcome::Timeout { limit_seconds: limit.as_secs_f64() },
            Reply::Error { error } => Outcome::Failed { message: error },
            Reply::Graph(graph) => {
                let answer = Answer::of_rival(trial.truth.nodes(), &graph).context(rival)?;
                Outcome::Done(Measured {
                    seconds: graph.seconds,
                    repeats: graph.repeats,
                    moments_seconds: None,
                    moments_megabytes: None,
                    fit_megabytes: None,
                    distances: Distances::new(&trial.truth, &answer)?,
                })
            }
        };
        Ok((outcome, versions))
    }

    fn keep(
        &mut self,
        trial: &Trial,
        system: System,
        outcome: Outcome,
        versions: Versions,
    ) -> anyhow::Result<()> {
        let record = Record {
            case: trial.case.name.clone(),
            seed: trial.seed,
            system: system.name(),
            run: self.run.clone(),
            commit: self.commit.clone(),
            machine: self.machine.clone(),
            threads: self.threads(trial.case),
            versions,
            outcome,
        };
        println!("{}", tables::progress(&record));
        self.store.push(record)
    }
}

/// One data set.
struct Trial<'a> {
    case: &'a Case,
    seed: u64,
    truth: Dag,
    /// The table for the rivals.
    file: PathBuf,
    prepared: Prepared,
}

impl Trial<'_> {
    /// Our fit.
    fn learn(&self, pool: &ThreadPool, restarts: usize) -> anyhow::Result<Outcome> {
        let (variances, seed) = (self.case.variances, self.seed);
        let options = order::Options {
            variances: Some(variances),
            restarts,
            seed,
            ..order::Options::default()
        };
        let learned = match ours::learn(pool, &self.prepared.moments, &options) {
            Ok(learned) => learned,
            Err(error) => return Ok(Outcome::Failed { message: format!("{error:#}") }),
        };
        Ok(Outcome::Done(Measured {
            seconds: learned.seconds,
            repeats: learned.repeats,
            moments_seconds: Some(self.prepared.seconds),
            moments_megabytes: self.prepared.peak_megabytes,
            fit_megabytes: learned.peak_megabytes,
            distances: Distances::new(&self.truth, &learned.answer)?,
        }))
    }
}
