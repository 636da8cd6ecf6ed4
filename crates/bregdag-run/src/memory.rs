//! How much memory processes take, as Linux's `/proc` tells; elsewhere nothing is known.

/// The most that a process had so far, in MB. It may be gone already.
pub fn peak_of(process: u32) -> Option<f64> {
    peak(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// The most that this process had so far, or since it was last forgotten, in MB.
pub fn own_peak() -> Option<f64> {
    peak(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// Forgets the peak of this process, where that is allowed; otherwise it includes the past.
pub fn forget_peak() {
    // The kernel's code for it (man proc_pid_clear_refs).
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn peak(status: &str) -> Option<f64> {
    kilobytes(status, "VmHWM:").map(|kb| kb / 1024.0)
}

/// Bytes that new work may take without others giving any back.
pub fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    kilobytes(&text, "MemAvailable:").map(|kb| (kb * 1024.0) as u64)
}

/// The number after this key, which most often counts kilobytes.
pub fn kilobytes(text: &str, key: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Seconds of the processor that ended children of this process took.
pub fn children_seconds() -> Option<f64> {
    /// What `/proc` counts in, per second (man proc_pid_stat, `USER_HZ`).
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses and may hold anything; `cutime` and `cstime` are 16 and 17.
    let (_, after) = stat.rsplit_once(')')?;
    let ticks = after.split_whitespace().skip(13).take(2).map(|field| field.parse::<f64>().ok());
    Some(ticks.sum::<Option<f64>>()? / TICKS)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_proc_tells() {
        assert_eq!(peak("Name:\tx\nVmHWM:\t    2048 kB\n"), Some(2.0));
        assert!(own_peak().unwrap() > 1.0 && available().unwrap() > 1 << 20);
        assert!(children_seconds().is_some() && peak_of(0).is_none());
        let held = std::hint::black_box(vec![1_u8; 64 << 20]);
        let with = own_peak().unwrap();
        drop(held);
        forget_peak();
        assert!(own_peak().unwrap() < with - 32.0);
    }
}
