//! A Markdown report with its provenance on top.

use std::fmt::Write as _;
use std::process::Command;

/// A report that is printed as it grows and saved at the end.
pub struct Report {
    name: &'static str,
    text: String,
}

impl Report {
    /// Starts with where and how the numbers were made.
    pub fn new(name: &'static str, title: &str) -> Report {
        let mut report = Report { name, text: String::new() };
        report.line(&format!("# {title}\n"));
        report.line(&format!("- command: `cargo run --release -p benchmarks -- {name}`"));
        report.line(&format!("- commit: {}", commit()));
        report.line(&format!("- compiler: {}", compiler()));
        report.line(&format!("- machine: {}, {} threads", cpu(), rayon::current_num_threads()));
        report.line(&format!("- date: {}\n", output("date", &["-u", "+%F"])));
        report
    }

    /// Prints and keeps one line.
    pub fn line(&mut self, line: &str) {
        println!("{line}");
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Writes `benchmarks/results/NAME.md`.
    pub fn save(self) -> anyhow::Result<()> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results");
        std::fs::create_dir_all(folder)?;
        Ok(std::fs::write(format!("{folder}/{}.md", self.name), self.text)?)
    }
}

/// The commit that is checked out, marked if files differ from it.
pub fn commit() -> String {
    output("git", &["describe", "--always", "--dirty"])
}

/// The compiler and its version.
pub fn compiler() -> String {
    output("rustc", &["--version"])
}

/// Date and time, UTC, to the second.
pub fn now() -> String {
    output("date", &["-u", "+%FT%TZ"])
}

fn output(program: &str, arguments: &[&str]) -> String {
    let answer = Command::new(program).args(arguments).output().ok();
    let said = answer.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string());
    said.filter(|text| !text.is_empty()).unwrap_or("unknown".into())
}

/// The model of the processor.
pub fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|l| l.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown processor".into(), |(_, name)| name.to_string())
}
