//! The clock of one fit, and what it weighs.

use std::time::Instant;

use bregdag::Watch;
use bregdag::experiment::Timekeeper;

use crate::memory;

/// Since when.
pub struct Clock(Instant);

impl Clock {
    pub fn start() -> Clock {
        Clock(Instant::now())
    }
}

impl Watch for Clock {}

impl Timekeeper for Clock {
    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    #[cfg(unix)]
    fn cpu_seconds(&self) -> Option<f64> {
        use rustix::time::{ClockId, clock_gettime};
        let used = clock_gettime(ClockId::ProcessCPUTime);
        Some(used.tv_sec as f64 + used.tv_nsec as f64 / 1e9)
    }

    #[cfg(not(unix))]
    fn cpu_seconds(&self) -> Option<f64> {
        None
    }

    fn forget_peak(&self) {
        memory::forget_peak();
    }

    fn peak_mb(&self) -> Option<f64> {
        memory::own_peak()
    }
}
