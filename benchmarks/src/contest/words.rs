//! What all reports of contests have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::record::{Measured, Outcome, Record};
use crate::statistics::{mean, standard_error};

/// One line for the reader who waits.
pub fn progress(record: &Record) -> String {
    let Record { case, seed, system, outcome, .. } = record;
    let what = match outcome {
        Outcome::Done(Measured { seconds, distances, .. }) => {
            let class = distances.class_shd.map_or("cyclic".into(), |shd| shd.to_string());
            format!("{} s, SHD {}, class SHD {class}", figures(*seconds), distances.shd)
        }
        Outcome::Timeout { limit_seconds } => format!("killed after {limit_seconds} s"),
        Outcome::Failed { message } => format!("failed: {message}"),
    };
    format!("{case} seed {seed} {system}: {what}")
}

/// Where the numbers come from: all that the records name.
pub fn provenance(name: &str, records: &[Record]) -> String {
    let distinct = |of: &dyn Fn(&Record) -> String| {
        let values: BTreeSet<String> = records.iter().map(of).collect();
        values.into_iter().collect::<Vec<_>>().join(", ")
    };
    let versions: BTreeSet<String> = records
        .iter()
        .flat_map(|r| r.versions.iter().map(|(package, version)| format!("{package} {version}")))
        .collect();
    let date = |r: &Record| r.run.split('T').next().unwrap_or_default().to_string();
    let mut text = format!(
        "- command: `cargo run --release -p benchmarks -- {name}`, then `-- {name} --report`\n"
    );
    let _ = writeln!(text, "- commit: {}", distinct(&|r| r.commit.clone()));
    let _ = writeln!(text, "- machine: {}", distinct(&|r| r.machine.clone()));
    let _ = writeln!(text, "- threads of a fit: {}", distinct(&|r| r.threads.to_string()));
    let versions = versions.into_iter().collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "- versions: {versions}");
    let _ = writeln!(text, "- date: {}", distinct(&date));
    text
}

/// The records of a system on a case, one for each seed: a later one replaces an earlier one.
pub fn latest<'a>(records: &'a [Record], case: &str, system: &str) -> BTreeMap<u64, &'a Record> {
    let here = records.iter().filter(|r| r.case == case && r.system == system);
    here.map(|r| (r.seed, r)).collect()
}

/// "2 killed, 1 failed", or nothing.
pub fn endings<'a>(records: impl Iterator<Item = &'a Record>) -> String {
    let (mut killed, mut failed) = (0, 0);
    for record in records {
        match record.outcome {
            Outcome::Done(_) => {}
            Outcome::Timeout { .. } => killed += 1,
            Outcome::Failed { .. } => failed += 1,
        }
    }
    let shown = [(killed, "killed"), (failed, "failed")].into_iter().filter(|&(n, _)| n > 0);
    shown.map(|(n, word)| format!("{n} {word}")).collect::<Vec<_>>().join(", ")
}

/// "12.3 ± 0.4": mean and standard error.
pub fn spread(values: &[f64]) -> String {
    match (values.is_empty(), standard_error(values)) {
        (true, _) => String::new(),
        (_, None) => format!("{:.1}", mean(values)),
        (_, Some(error)) => format!("{:.2} ± {error:.2}", mean(values)),
    }
}

/// Three significant figures, without an exponent; nothing of NaN.
pub fn figures(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let decimals = 2 - value.abs().max(1e-9).log10().floor() as i32;
    format!("{value:.*}", decimals.max(0) as usize)
}
