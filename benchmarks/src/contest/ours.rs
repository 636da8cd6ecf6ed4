//! Our methods under the clock, on a thread pool of their own.

use bregdag::data::Environment;
use bregdag::{Dataset, Moments, Spec, Table};
use rayon::ThreadPool;

use super::answer::Answer;
use super::clock::{Time, timed};
use crate::memory;

/// The moments of a table, and what they cost.
pub struct Prepared {
    pub moments: Moments,
    /// The table, where a method needs its rows.
    pub table: Option<Table>,
    pub seconds: f64,
    /// With the table in memory.
    pub peak_megabytes: Option<f64>,
}

/// Samples → moments. Takes the table, so that it is gone when the fit runs, unless `rows` are needed.
pub fn prepare(pool: &ThreadPool, table: Table, rows: bool) -> anyhow::Result<Prepared> {
    memory::reset();
    let (moments, time) = timed(|| pool.install(|| Moments::of(&table)));
    let peak_megabytes = memory::peak_megabytes();
    let table = rows.then_some(table);
    Ok(Prepared { moments: moments?, table, seconds: time.seconds, peak_megabytes })
}

/// A learned graph, and what it cost.
pub struct Learned {
    pub answer: Answer,
    pub time: Time,
    /// Without the table, unless its rows are needed.
    pub peak_megabytes: Option<f64>,
}

/// Moments, or rows where they are needed → graph.
pub fn learn(pool: &ThreadPool, prepared: &Prepared, spec: &Spec) -> anyhow::Result<Learned> {
    let Prepared { moments, table, .. } = prepared;
    let data = Dataset::of(Environment { moments, rows: table.as_ref(), targets: &[] });
    memory::reset();
    let (fit, time) = timed(|| pool.install(|| spec.learn(&data, &())));
    let peak_megabytes = memory::peak_megabytes();
    Ok(Learned { answer: Answer::ours(&fit?.answer.claim), time, peak_megabytes })
}
