//! Measures the engine end to end and writes what it measured to `benchmarks/results/`.
//!
//! `cargo run --release -p benchmarks -- accuracy`, `-- calibration`, `-- time`, `-- search` or `-- choices`. Data is built outside
//! the timers, seeds are fixed, and each report begins with machine, commit and command.

mod accuracy;
mod calibration;
mod choices;
mod memory;
mod plot;
mod report;
mod search;
mod statistics;
mod time;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("accuracy") => accuracy::run(),
        Some("calibration") => calibration::run(),
        Some("choices") => choices::run(),
        Some("time") => time::run(),
        Some("search") => search::run(std::env::args().skip(2)),
        _ => anyhow::bail!("usage: benchmarks accuracy|calibration|choices|time|search"),
    }
}
