//! Results as JSON lines, one per case, seed and system, that survive an interruption.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::answer::Distances;

/// One fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub case: String,
    pub seed: u64,
    pub system: String,
    /// Of all that one call of the program measured: times compare within it.
    pub run: String,
    pub commit: String,
    pub machine: String,
    pub threads: usize,
    /// How busy the machine was when the fit began: the load average, which counts what is measured
    /// itself as about 1.
    pub load: Option<f64>,
    pub versions: BTreeMap<String, String>,
    pub outcome: Outcome,
}

/// How a fit ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// With a graph.
    Done(Measured),
    /// Killed after this time of the processor.
    Timeout { limit_seconds: f64 },
    /// With an error message.
    Failed { message: String },
}

/// The numbers of a fit that ended with a graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Of the fit; the median if it was repeated. A rival's begins at the samples, ours at the
    /// moments.
    pub seconds: f64,
    /// The same in seconds of the processor.
    pub cpu_seconds: Option<f64>,
    pub repeats: usize,
    /// From samples to moments; ours only.
    pub moments_seconds: Option<f64>,
    /// Peak while the moments are computed, the table in memory; ours only.
    pub moments_megabytes: Option<f64>,
    /// Peak of the process during the fit; ours has no table any more, a rival has Python.
    pub fit_megabytes: Option<f64>,
    #[serde(flatten)]
    pub distances: Distances,
}

impl Record {
    /// The numbers, if there was a graph.
    pub fn measured(&self) -> Option<&Measured> {
        match &self.outcome {
            Outcome::Done(measured) => Some(measured),
            Outcome::Timeout { .. } | Outcome::Failed { .. } => None,
        }
    }
}

/// The file of records.
pub struct Store {
    file: File,
    records: Vec<Record>,
}

impl Store {
    /// Opens the file, which need not exist, without the half line that an interruption left.
    pub fn open(path: &Path) -> anyhow::Result<Store> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| path.display().to_string())?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let parse = |(number, line): (usize, &str)| {
            let place = || format!("{}, line {}", path.display(), number + 1);
            serde_json::from_str(line).with_context(place)
        };
        let records =
            text[..whole].lines().enumerate().map(parse).collect::<anyhow::Result<_>>()?;
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        Ok(Store { file, records })
    }

    /// Keeps a record: on the disk before the next fit begins.
    pub fn push(&mut self, record: Record) -> anyhow::Result<()> {
        let line = serde_json::to_string(&record)? + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        self.records.push(record);
        Ok(())
    }

    /// All records, oldest first.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Whether this fit was done, or given up on.
    pub fn contains(&self, case: &str, seed: u64, system: &str) -> bool {
        self.of(case, system).any(|record| record.seed == seed)
    }

    /// Whether the last fits of this system on this case, so many of them, all ran out of time.
    pub fn always_late(&self, case: &str, system: &str, count: usize) -> bool {
        let is_late = |record: &Record| matches!(record.outcome, Outcome::Timeout { .. });
        let mut last = self.of(case, system).rev().take(count).map(is_late);
        self.of(case, system).count() >= count && last.all(|late| late)
    }

    fn of(&self, case: &str, system: &str) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.iter().filter(move |record| record.case == case && record.system == system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(seed: u64) -> Record {
        Record {
            case: "equal-er2-n50-m50".into(),
            seed,
            system: "boss".into(),
            run: "now".into(),
            commit: "abc".into(),
            machine: "one".into(),
            threads: 1,
            load: Some(1.0),
            versions: BTreeMap::from([("numpy".into(), "2".into())]),
            outcome: Outcome::Timeout { limit_seconds: 600.0 },
        }
    }

    #[test]
    fn an_interruption_loses_half_a_line() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("search.jsonl");
        let mut store = Store::open(&path)?;
        store.push(record(0))?;
        store.push(record(1))?;
        let text = std::fs::read_to_string(&path)?;
        std::fs::write(&path, &text[..text.len() - 9])?;

        let mut store = Store::open(&path)?;
        assert_eq!(store.records(), [record(0)]);
        store.push(record(2))?;
        let store = Store::open(&path)?;
        assert_eq!(store.records(), [record(0), record(2)]);
        assert!(store.contains("equal-er2-n50-m50", 2, "boss"));
        assert!(!store.contains("equal-er2-n50-m50", 1, "boss"));
        assert!(store.always_late("equal-er2-n50-m50", "boss", 2));
        assert!(!store.always_late("equal-er2-n50-m50", "boss", 3));
        Ok(())
    }
}
