//! Measures the engine end to end and writes what it measured to `benchmarks/results/`.
//!
//! `cargo run --release -p benchmarks -- accuracy`, `-- calibration`, `-- choices`, `-- methods`, `-- optimum`, `-- search` or `-- time`.
//! Data is built outside the timers, seeds are fixed, and each report begins with machine, commit and command. Files that
//! differ from the commit are refused, unless `--try` says that nothing is to be saved.

mod accuracy;
mod calibration;
mod choices;
mod contest;
mod memory;
mod methods;
mod optimum;
mod plot;
mod processor;
mod report;
mod search;
mod statistics;
mod time;
mod tree;

use report::Purpose;

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    match words.next().as_deref() {
        Some("accuracy") => accuracy::run(Purpose::parse(words)?),
        Some("calibration") => calibration::run(Purpose::parse(words)?),
        Some("choices") => choices::run(Purpose::parse(words)?),
        Some("optimum") => optimum::run(Purpose::parse(words)?),
        Some("time") => time::run(Purpose::parse(words)?),
        Some("search") => search::run(words),
        Some("methods") => methods::run(words),
        _ => anyhow::bail!(
            "usage: benchmarks accuracy|calibration|choices|optimum|time|search|methods [--try]"
        ),
    }
}
