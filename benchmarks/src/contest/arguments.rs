//! The command line of a contest.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::case::{Case, System};
use crate::report::Purpose;

const USAGE: &str = "options: [--report] [--fresh] [--try] [--cases WORD,…] [--systems NAME,…] \
    [--only ours|public] [--seeds N] [--threads N] [--limit SECONDS] [--folder FOLDER]";

/// What to measure, and how.
#[derive(Debug)]
pub struct Arguments {
    /// Write the tables from the records; measure nothing.
    pub report: bool,
    /// Forget the records first.
    pub fresh: bool,
    /// Whether anything is saved; if not, the records are neither asked nor changed.
    pub purpose: Purpose,
    /// Words that choose cases; none: all but those by request.
    pub cases: Vec<String>,
    /// Names of systems; none: all. Ours runs beside every other.
    pub systems: Vec<String>,
    /// One side alone, now; the other at another time. Default: both, side by side.
    pub only: Option<Side>,
    /// Seeds 0 to N − 1 instead of each case's own number.
    pub seeds: Option<u64>,
    /// Threads of every fit; default 1.
    pub threads: usize,
    /// A rival's fit is killed after so much time of the processor; default 10 minutes.
    pub limit: Duration,
    /// Where records and tables are; default `benchmarks/results`.
    pub folder: PathBuf,
}

/// Who is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Ours,
    Public,
}

impl Arguments {
    /// Reads what follows the name of the contest.
    pub fn parse(
        mut words: impl Iterator<Item = String>,
        cases: &[Case],
    ) -> anyhow::Result<Arguments> {
        let mut arguments = Arguments {
            report: false,
            fresh: false,
            purpose: Purpose::Record,
            cases: vec![],
            systems: vec![],
            only: None,
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
                "--only" => arguments.only = Some(Side::parse(&value()?)?),
                "--seeds" => arguments.seeds = Some(value()?.parse()?),
                "--threads" => arguments.threads = value()?.parse()?,
                "--limit" => arguments.limit = Duration::from_secs_f64(value()?.parse()?),
                "--folder" => arguments.folder = value()?.into(),
                _ => bail!("{flag}? {USAGE}\ncases: {}", names(cases)),
            }
        }
        arguments.validate(cases)?;
        Ok(arguments)
    }

    /// A misspelt case or system would silently measure nothing.
    fn validate(&self, cases: &[Case]) -> anyhow::Result<()> {
        for word in &self.cases {
            if !cases.iter().any(|case| case.is_chosen(std::slice::from_ref(word))) {
                bail!("no case matches {word}; there are {}", names(cases));
            }
        }
        let is_there = |name: &String| {
            cases.iter().flat_map(|case| &case.systems).any(|system| system.name == *name)
        };
        for name in &self.systems {
            if !is_there(name) {
                bail!("there is no system {name}");
            }
        }
        Ok(())
    }

    /// Whether this system is to be measured.
    pub fn is_chosen(&self, system: &System) -> bool {
        let side = if system.is_ours() { Side::Ours } else { Side::Public };
        self.only.is_none_or(|only| only == side)
            && (self.systems.is_empty() || self.systems.contains(&system.name))
    }
}

impl Side {
    fn parse(word: &str) -> anyhow::Result<Side> {
        match word {
            "ours" => Ok(Side::Ours),
            "public" => Ok(Side::Public),
            _ => bail!("--only {word}? it is ours or public"),
        }
    }
}

fn list(words: &str) -> Vec<String> {
    words.split(',').map(str::to_string).collect()
}

fn names(cases: &[Case]) -> String {
    cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>().join(", ")
}
