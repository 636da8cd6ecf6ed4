//! Tables that were measured, up to the widest that a proof takes.

use std::fs::File;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use bregdag::read::read_table;
use bregdag::score::Variances;
use bregdag::{Moments, Table};

use super::{Bench, Both, Column, word};
use crate::memory;
use crate::report::Report;
use crate::statistics::mean;

/// Codes of yes and no without gaps that join the 22 columns of NHEFS, two at a time.
const CODES: [&str; 6] = ["sex", "race", "qsmk", "death", "chroniccough", "headache"];

/// With more columns than this one kind of variances is proved, which takes long enough.
const BOTH_KINDS: usize = 25;

/// One table and its name.
struct Case {
    name: String,
    table: Table,
}

/// What smokers weigh, eat and earn, and the sensors of a gas turbine where its file is beside the repository
/// (examples/gas_turbine/README.md says where it comes from).
fn cases() -> anyhow::Result<Vec<Case>> {
    let (nhefs, root) = ("examples/nhefs", PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."));
    let read = |path: &str| -> anyhow::Result<Table> {
        let path = root.join(path);
        Ok(read_table(File::open(&path).with_context(|| path.display().to_string())?)?)
    };
    let base = read(&format!("{nhefs}/nhefs.csv"))?;
    let raw = std::fs::read_to_string(root.join(nhefs).join("nhefs_raw.csv"))?;
    let mut cases = vec![];
    for more in (0..=CODES.len()).step_by(2) {
        let name = format!("NHEFS, {} columns", base.names().len() + more);
        cases.push(Case { name, table: with_codes(&base, &raw, &CODES[..more])? });
    }
    let table = read(&format!("{nhefs}/nhefs_25_imputed.csv"))?;
    cases.push(Case { name: "NHEFS, 25 columns of which three are differences".into(), table });
    if let Ok(table) = read("../shared/data/gas_turbine.csv") {
        let sensors: Vec<usize> =
            (0..table.names().len()).filter(|&j| table.names()[j] != "year").collect();
        cases.push(Case { name: "gas turbine, 11 sensors".into(), table: table.select(&sensors) });
    }
    Ok(cases)
}

/// The table with columns of the raw file, whose fields have no quotes.
fn with_codes(base: &Table, raw: &str, codes: &[&str]) -> anyhow::Result<Table> {
    let mut lines = raw.lines();
    let names: Vec<&str> = lines.next().context("nhefs_raw.csv is empty")?.split(',').collect();
    let (mut all, mut columns) = (base.names().to_vec(), base.columns().to_vec());
    for code in codes {
        let k = names.iter().position(|name| name == code).with_context(|| code.to_string())?;
        let value = |line: &str| Ok(line.split(',').nth(k).context("a short line")?.parse()?);
        all.push(code.to_string());
        columns.push(lines.clone().map(value).collect::<anyhow::Result<_>>()?);
    }
    Ok(Table::new(all, columns)?)
}

/// The optimum of each, what its proof takes, and how far above it the searches end.
pub fn compare(report: &mut Report, bench: &Bench) -> anyhow::Result<()> {
    report.line(
        "## Measured tables\n\nProofs on all threads, with the search that goes before; searches: points above the optimum / ms of the processor.\n",
    );
    report.line("| table | variances | optimum | proof, s | memory, MB | default | 50 restarts |");
    report.line("|---|---|---|---|---|---|---|");
    for Case { name, table } in cases()? {
        let moments = Moments::of(&table)?;
        for variances in [Variances::Free, Variances::Equal] {
            if variances == Variances::Equal && table.names().len() > BOTH_KINDS {
                continue;
            }
            let mut columns = Both::<Column>::default();
            memory::reset();
            let started = Instant::now();
            let optimum = super::optimum(&moments, variances)?;
            let (seconds, peak) = (started.elapsed().as_secs_f64(), memory::peak_megabytes());
            bench.search(&moments, variances, optimum, &mut columns)?;
            let cell = |c: &Column| format!("{:.3} / {:.0}", mean(&c.above), mean(&c.ms));
            let cells = columns.each_ref().map(cell).join(" | ");
            let peak = peak.map_or("".into(), |peak| format!("{peak:.0}"));
            let word = word(variances);
            report.line(&format!(
                "| {name} | {word} | {optimum:.3} | {seconds:.2} | {peak} | {cells} |"
            ));
        }
    }
    report.line("");
    Ok(())
}
