//! How long a call takes, by the same rule for us and for the rivals.

use std::time::{Duration, Instant};

use crate::processor;
use crate::statistics::median;

/// What takes less than this is repeated.
pub const REPEAT_BELOW: Duration = Duration::from_millis(50);
/// How often it then runs in all; the median counts.
pub const REPEATS: usize = 9;

/// The time of a call.
pub struct Time {
    /// By the clock on the wall.
    pub seconds: f64,
    /// Of the processor.
    pub cpu_seconds: f64,
    /// How often it ran.
    pub repeats: usize,
}

/// What a call returned the first time, and how long it takes.
pub fn timed<T>(mut call: impl FnMut() -> T) -> (T, Time) {
    let mut once = || {
        let (start, used) = (Instant::now(), processor::used());
        let answer = call();
        (answer, start.elapsed().as_secs_f64(), (processor::used() - used).as_secs_f64())
    };
    let (answer, first, first_cpu) = once();
    let (mut seconds, mut cpu_seconds) = (vec![first], vec![first_cpu]);
    if first < REPEAT_BELOW.as_secs_f64() {
        for _ in 1..REPEATS {
            let (_, wall, cpu) = once();
            seconds.push(wall);
            cpu_seconds.push(cpu);
        }
    }
    let repeats = seconds.len();
    (answer, Time { seconds: median(&seconds), cpu_seconds: median(&cpu_seconds), repeats })
}
