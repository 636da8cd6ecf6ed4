//! Seconds of a call, by the same rule for us and for the rivals.

use std::time::{Duration, Instant};

use crate::statistics::median;

/// What takes less than this is repeated.
pub const REPEAT_BELOW: Duration = Duration::from_millis(50);
/// How often it then runs in all; the median counts.
pub const REPEATS: usize = 9;

/// What a call returned the first time, and how long it takes.
pub fn timed<T>(mut call: impl FnMut() -> T) -> (T, f64, usize) {
    let mut once = || {
        let start = Instant::now();
        let answer = call();
        (answer, start.elapsed().as_secs_f64())
    };
    let (answer, first) = once();
    let mut seconds = vec![first];
    if first < REPEAT_BELOW.as_secs_f64() {
        seconds.extend((1..REPEATS).map(|_| once().1));
    }
    (answer, median(&seconds), seconds.len())
}
