//! The measurements of one call of the program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;
use bregdag::Spec;
use bregdag::graph::Dag;
use bregdag::simulate::{self, Simulation, simulate};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde_json::Value;
use tempfile::TempDir;

use super::answer::{Answer, Distances};
use super::arguments::Arguments;
use super::case::{Case, Learner, System};
use super::ours::{self, Prepared};
use super::record::{Measured, Outcome, Record, Store};
use super::rivals::{Reply, Rivals, write_npy};
use super::words;
use crate::report::{Purpose, compiler, cpu, now};
use crate::{processor, tree};

/// A rival that ran out of time on so many seeds in a row is not tried on the others.
pub const PATIENCE: usize = 3;

/// Package → version.
type Versions = BTreeMap<String, String>;

pub struct Bench {
    arguments: Arguments,
    store: Store,
    rivals: Rivals,
    folder: TempDir,
    run: String,
    commit: String,
    machine: String,
    /// What ours was built with.
    versions: Versions,
}

impl Bench {
    /// With the records of NAME.jsonl so far.
    pub fn new(name: &str, arguments: Arguments) -> anyhow::Result<Bench> {
        let folder = tempfile::tempdir()?;
        let kept = match arguments.purpose {
            Purpose::Record => arguments.folder.as_path(),
            Purpose::Try => folder.path(),
        };
        let path = kept.join(format!("{name}.jsonl"));
        if arguments.fresh && path.exists() {
            std::fs::remove_file(&path)?;
        }
        Ok(Bench {
            store: Store::open(&path)?,
            rivals: Rivals::new(arguments.threads, arguments.limit),
            folder,
            run: format!("{} {}", now(), std::process::id()),
            commit: tree::commit(),
            machine: cpu(),
            versions: BTreeMap::from([("compiler".into(), compiler())]),
            arguments,
        })
    }

    /// Whatever is chosen and not in the records yet.
    pub fn measure_all(&mut self, cases: &[Case]) -> anyhow::Result<()> {
        let words = self.arguments.cases.clone();
        for case in cases.iter().filter(|case| case.is_chosen(&words)) {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads(case)).build()?;
            for seed in 0..self.arguments.seeds.unwrap_or(case.seeds) {
                self.measure(case, seed, &pool)?;
            }
        }
        Ok(())
    }

    fn threads(&self, case: &Case) -> usize {
        case.threads.unwrap_or(self.arguments.threads)
    }

    /// The systems that this case and seed still need, in their order, with ours if there are any.
    fn missing<'a>(&self, case: &'a Case, seed: u64) -> Vec<&'a System> {
        let is_missing = |system: &System| {
            self.arguments.is_chosen(system)
                && !self.store.contains(&case.name, seed, &system.name)
                && !self.store.always_late(&case.name, &system.name, PATIENCE)
        };
        let beside = self.arguments.only.is_none() && case.systems.iter().any(is_missing);
        let is_needed = |system: &&System| is_missing(system) || beside && system.is_ours();
        case.systems.iter().filter(is_needed).collect()
    }

    fn measure(&mut self, case: &Case, seed: u64, pool: &ThreadPool) -> anyhow::Result<()> {
        let systems = self.missing(case, seed);
        if systems.is_empty() {
            return Ok(());
        }
        let Simulation { table, truth } =
            simulate(&simulate::Options { seed, ..case.data.clone() })?;
        let file = self.folder.path().join("x.npy");
        if systems.iter().any(|system| !system.is_ours()) {
            write_npy(&table, &file)?;
        }
        let prepared = ours::prepare(pool, table, needs_rows(case)?)?;
        let trial = Trial { case, seed, truth: truth.dag().clone(), file, prepared };
        for system in systems {
            self.fit(&trial, system, pool)?;
        }
        Ok(())
    }

    /// Measures one system and keeps what came out.
    fn fit(&mut self, trial: &Trial, system: &System, pool: &ThreadPool) -> anyhow::Result<()> {
        if let Learner::Rival(rival, _) = system.learner {
            // To install and to start it is no part of the fit.
            self.rivals.wake(rival)?;
        }
        let load = processor::load();
        let (outcome, versions) = match &system.learner {
            Learner::Rival(rival, options) => self.ask(rival, options, trial)?,
            ours => {
                let spec = ours.spec(trial.seed)?.context("ours has options")?;
                (trial.learn(pool, &spec)?, self.versions.clone())
            }
        };
        let record = Record {
            case: trial.case.name.clone(),
            seed: trial.seed,
            system: system.name.clone(),
            run: self.run.clone(),
            commit: self.commit.clone(),
            machine: self.machine.clone(),
            threads: self.threads(trial.case),
            load,
            versions,
            outcome,
        };
        println!("{}", words::progress(&record));
        self.store.push(record)
    }

    /// The fit of a rival.
    fn ask(
        &mut self,
        rival: &'static str,
        options: &Value,
        trial: &Trial,
    ) -> anyhow::Result<(Outcome, Versions)> {
        let (reply, versions) = self.rivals.fit(rival, options, &trial.file)?;
        let outcome = match reply {
            Reply::Timeout => {
                Outcome::Timeout { limit_seconds: self.arguments.limit.as_secs_f64() }
            }
            Reply::Error { error } => Outcome::Failed { message: error },
            Reply::Fit(fit) => {
                let answer = Answer::of_rival(trial.truth.nodes(), &fit.graph).context(rival)?;
                Outcome::Done(Measured {
                    seconds: fit.seconds,
                    cpu_seconds: Some(fit.cpu_seconds),
                    repeats: fit.repeats,
                    moments_seconds: None,
                    moments_megabytes: None,
                    fit_megabytes: fit.megabytes,
                    distances: Distances::new(&trial.truth, &answer)?,
                })
            }
        };
        Ok((outcome, versions))
    }
}

/// Whether moments will not do for one of ours.
fn needs_rows(case: &Case) -> anyhow::Result<bool> {
    let specs = case.systems.iter().map(|system| system.learner.spec(0));
    let specs = specs.collect::<anyhow::Result<Vec<_>>>()?;
    Ok(specs.iter().flatten().any(|spec| spec.method().needs().rows))
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
    fn learn(&self, pool: &ThreadPool, spec: &Spec) -> anyhow::Result<Outcome> {
        let learned = match ours::learn(pool, &self.prepared, spec) {
            Ok(learned) => learned,
            Err(error) => return Ok(Outcome::Failed { message: format!("{error:#}") }),
        };
        Ok(Outcome::Done(Measured {
            seconds: learned.time.seconds,
            cpu_seconds: Some(learned.time.cpu_seconds),
            repeats: learned.time.repeats,
            moments_seconds: Some(self.prepared.seconds),
            moments_megabytes: self.prepared.peak_megabytes,
            fit_megabytes: learned.peak_megabytes,
            distances: Distances::new(&self.truth, &learned.answer)?,
        }))
    }
}
