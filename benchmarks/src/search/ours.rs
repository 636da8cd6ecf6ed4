//! Our order search under the clock, on a thread pool of its own.

use bregdag::method::order::Options;
use bregdag::{Moments, Spec, Table};
use rayon::ThreadPool;

use super::answer::Answer;
use super::clock::timed;
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
    let (moments, seconds, _) = timed(|| pool.install(|| Moments::of(&table)));
    Ok(Prepared { moments: moments?, seconds, peak_megabytes: memory::peak_megabytes() })
}

/// A learned DAG, and what it cost.
pub struct Learned {
    pub answer: Answer,
    pub seconds: f64,
    pub repeats: usize,
    /// Without the table.
    pub peak_megabytes: Option<f64>,
}

/// Moments → graph.
pub fn learn(pool: &ThreadPool, moments: &Moments, options: &Options) -> anyhow::Result<Learned> {
    let (spec, data) = (Spec::Search(*options), moments.into());
    memory::reset();
    let (fit, seconds, repeats) = timed(|| pool.install(|| spec.learn(&data, &())));
    let peak_megabytes = memory::peak_megabytes();
    // Equal variances identify the DAG, free ones its class.
    let answer = Answer::ours(&fit?.answer.claim);
    Ok(Learned { answer, seconds, repeats, peak_megabytes })
}
