//! The largest resident size of this process, from Linux's `/proc`.

/// The peak since the start or the last [`reset`], in MB; `None` where `/proc` does not tell.
pub fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}

/// Forgets the peak so far, where that is allowed.
pub fn reset() {
    // The kernel's code for it (man proc_pid_clear_refs). Without it, the peak includes the past.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
