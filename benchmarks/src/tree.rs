//! The tree that is measured. Results name a commit, so what was measured must be that commit.

use std::process::Command;

use anyhow::{Context as _, bail, ensure};

/// What the measurements write themselves.
const RESULTS: [&str; 2] = ["benchmarks/results/", "docs/calibration.svg"];

/// Refuses to go on if files differ from the commit, before anything is measured.
pub fn require_clean() -> anyhow::Result<()> {
    let status = git(&["status", "--porcelain", "--no-renames"])?;
    let changed = changed(&status);
    if !changed.is_empty() {
        bail!(
            "these files differ from the commit that the results would name:\n  {}\n\
             commit or stash them, or add --try, which prints and saves nothing",
            changed.join("\n  ")
        );
    }
    Ok(())
}

/// The commit that is checked out, marked if more than results differs from it.
pub fn commit() -> String {
    let mark = if require_clean().is_ok() { "" } else { "-dirty" };
    let commit = git(&["describe", "--always"]);
    commit.map_or("unknown".into(), |commit| format!("{}{mark}", commit.trim()))
}

/// The paths of `git status --porcelain` that are no results.
fn changed(status: &str) -> Vec<&str> {
    let paths = status.lines().filter_map(|line| line.get(3..));
    paths.filter(|path| !RESULTS.iter().any(|result| path.starts_with(result))).collect()
}

fn git(arguments: &[&str]) -> anyhow::Result<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let answer = Command::new("git").arg("-C").arg(root).args(arguments).output();
    let answer = answer.context("git, which says what is measured, does not start")?;
    let problem = String::from_utf8_lossy(&answer.stderr);
    ensure!(answer.status.success(), "git cannot say what is measured: {}", problem.trim());
    Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_may_differ() {
        let status = " M benchmarks/results/time.md\n?? benchmarks/results/new.md\nM  docs/calibration.svg\n";
        assert!(changed(status).is_empty());
        let status = format!("{status} M Cargo.lock\nA  benchmarks/src/a.rs\n?? \"a b.rs\"\n");
        assert_eq!(changed(&status), ["Cargo.lock", "benchmarks/src/a.rs", "\"a b.rs\""]);
    }
}
