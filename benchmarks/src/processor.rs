//! Seconds of the processor, which other programs on the machine hardly change, and how busy it is.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What `/proc` counts in, per second (man proc_pid_stat, `USER_HZ`).
const TICKS: f64 = 100.0;

/// What this process has used so far, all threads together.
pub fn used() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// What another process has used so far; `None` where `/proc` does not tell.
pub fn used_by(process: u32) -> Option<Duration> {
    ticks(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// The load average of the last minute; `None` where `/proc` does not tell.
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// User and system time, fields 14 and 15 of the line. The second field is the program's name in
/// parentheses and may hold anything.
fn ticks(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some(Duration::from_secs_f64((next()? + next()?) / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_times_are_found_behind_any_name() {
        let stat = "7 (a ) b 1) R 1 2 3 4 5 6 7 8 9 10 150 25 0 0 20";
        assert_eq!(ticks(stat), Some(Duration::from_millis(1750)));
        assert_eq!(ticks("7 (a) R 1"), None);
    }

    #[test]
    fn work_is_counted_by_both() {
        let (own, other) = (used(), used_by(std::process::id()));
        while used() < own + Duration::from_millis(50) {
            std::hint::black_box(std::iter::repeat_n(1.0, 1000).sum::<f64>());
        }
        // Ten milliseconds are the unit of the second.
        if let (Some(before), Some(after)) = (other, used_by(std::process::id())) {
            assert!(after >= before + Duration::from_millis(30));
        }
    }
}
