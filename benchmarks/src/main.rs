//! Measures the engine end to end and writes what it measured to `benchmarks/results/`.
//!
//! `cargo run --release -p benchmarks -- accuracy` or `-- time`. Data is built outside the timers,
//! seeds are fixed, and each report begins with machine, commit and command.

mod accuracy;
mod report;
mod time;

fn main() -> anyhow::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("accuracy") => accuracy::run(),
        Some("time") => time::run(),
        _ => anyhow::bail!("usage: benchmarks accuracy|time"),
    }
}
