//! Our methods under the clock, on a thread pool of their own.

use bregdag::{Moments, Spec, Table};
use rayon::ThreadPool;

use super::answer::Answer;
use super::clock::{Time, timed};
use crate::memory;

/// The moments of a table, and what they cost.
pub struct Prepared {
    pub moments: Moments,
    pub seconds: f64,
    /// With the table in memory.
    pub peak_megabytes: Option<f64>,
}

/// Samples → moments. Takes the table, so that it is gone when the fit runs.
pub fn prepare(pool: &ThreadPool, table: Table) -> anyhow::Result<Prepared> {
    memory::reset();
    let (moments, time) = timed(|| pool.install(|| Moments::of(&table)));
    let peak_megabytes = memory::peak_megabytes();
    Ok(Prepared { moments: moments?, seconds: time.seconds, peak_megabytes })
}

/// A learned graph, and what it cost.
pub struct Learned {
    pub answer: Answer,
    pub time: Time,
    /// Without the table.
    pub peak_megabytes: Option<f64>,
}

/// Moments → graph.
pub fn learn(pool: &ThreadPool, moments: &Moments, spec: &Spec) -> anyhow::Result<Learned> {
    let data = moments.into();
    memory::reset();
    let (fit, time) = timed(|| pool.install(|| spec.learn(&data, &())));
    let peak_megabytes = memory::peak_megabytes();
    Ok(Learned { answer: Answer::ours(&fit?.answer.claim), time, peak_megabytes })
}
