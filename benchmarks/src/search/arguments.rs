//! The command line of `search`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::cases::all;
use crate::report::Purpose;

const USAGE: &str = "usage: benchmarks search [--report] [--fresh] [--try] [--cases WORD,…] \
    [--systems NAME,…] [--seeds N] [--threads N] [--limit SECONDS] [--folder FOLDER]";

/// What to measure, and how.
#[derive(Debug)]
pub struct Arguments {
    /// Write the tables from the records; measure nothing.
    pub report: bool,
    /// Forget the records first.
    pub fresh: bool,
    /// Whether anything is saved; if not, the records are neither asked nor changed.
    pub purpose: Purpose,
    /// Words that choose cases; none: all but the huge one.
    pub cases: Vec<String>,
    /// Names of systems; none: all. Ours runs beside every other.
    pub systems: Vec<String>,
    /// Seeds 0 to N − 1 instead of each case's own number.
    pub seeds: Option<u64>,
    /// Threads of every fit; default 1.
    pub threads: usize,
    /// A rival's fit is killed after this time; default 10 minutes.
    pub limit: Duration,
    /// Where records and tables are; default `benchmarks/results`.
    pub folder: PathBuf,
}

impl Arguments {
    /// Reads what follows `search`.
    pub fn parse(mut words: impl Iterator<Item = String>) -> anyhow::Result<Arguments> {
        let mut arguments = Arguments {
            report: false,
            fresh: false,
            purpose: Purpose::Record,
            cases: vec![],
            systems: vec![],
            seeds: None,
            threads: 1,
            limit: Duration::from_secs(600),
            folder: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/results")),
        };
        while let Some(flag) = words.next() {
            let mut value = || words.next().with_context(|| format!("{flag} needs a value"));
            match flag.as_str() {
                "--report" => arguments.report = true,
                "--fresh" => arguments.fresh = true,
                "--try" => arguments.purpose = Purpose::Try,
                "--cases" => arguments.cases = list(&value()?),
                "--systems" => arguments.systems = list(&value()?),
                "--seeds" => arguments.seeds = Some(value()?.parse()?),
                "--threads" => arguments.threads = value()?.parse()?,
                "--limit" => arguments.limit = Duration::from_secs_f64(value()?.parse()?),
                "--folder" => arguments.folder = value()?.into(),
                _ => bail!("{flag}? {USAGE}\ncases: {}", names().join(", ")),
            }
        }
        arguments.validate()?;
        Ok(arguments)
    }

    /// A misspelt case or system would silently measure nothing.
    fn validate(&self) -> anyhow::Result<()> {
        let cases = all();
        for word in &self.cases {
            if !cases.iter().any(|case| case.is_chosen(std::slice::from_ref(word))) {
                bail!("no case matches {word}; there are {}", names().join(", "));
            }
        }
        let systems: Vec<String> =
            cases.iter().flat_map(|case| case.systems.iter().map(|s| s.name())).collect();
        for name in &self.systems {
            if !systems.contains(name) {
                bail!("there is no system {name}");
            }
        }
        Ok(())
    }

    /// Whether this system is to be measured.
    pub fn is_chosen(&self, system: &str) -> bool {
        self.systems.is_empty() || self.systems.iter().any(|name| name == system)
    }
}

fn list(words: &str) -> Vec<String> {
    words.split(',').map(str::to_string).collect()
}

fn names() -> Vec<String> {
    all().into_iter().map(|case| case.name).collect()
}
