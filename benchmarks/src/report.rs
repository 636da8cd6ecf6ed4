//! A Markdown report with its provenance on top.

use std::fmt::Write as _;
use std::process::Command;

use anyhow::bail;

use crate::tree;

/// What is measured for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Results that are saved; what is measured must be a commit.
    Record,
    /// To try something out: nothing is saved, and any tree will do.
    Try,
}

impl Purpose {
    /// Reads what follows the name of a measurement.
    pub fn parse(words: impl Iterator<Item = String>) -> anyhow::Result<Purpose> {
        let mut purpose = Purpose::Record;
        for word in words {
            match word.as_str() {
                "--try" => purpose = Purpose::Try,
                _ => bail!("{word}? the only option is --try: print, and save nothing"),
            }
        }
        Ok(purpose)
    }
}

/// A report that is printed as it grows and saved at the end.
pub struct Report {
    name: &'static str,
    purpose: Purpose,
    text: String,
}

impl Report {
    /// Starts with where and how the numbers were made; refuses what must not be recorded.
    pub fn new(name: &'static str, title: &str, purpose: Purpose) -> anyhow::Result<Report> {
        if purpose == Purpose::Record {
            tree::require_clean()?;
        }
        let mut report = Report { name, purpose, text: String::new() };
        report.line(&format!("# {title}\n"));
        report.line(&format!("- command: `cargo run --release -p benchmarks -- {name}`"));
        report.line(&format!("- commit: {}", tree::commit()));
        report.line(&format!("- compiler: {}", compiler()));
        report.line(&format!("- machine: {}, {} threads", cpu(), rayon::current_num_threads()));
        report.line(&format!("- date: {}\n", output("date", &["-u", "+%F"])));
        Ok(report)
    }

    /// Prints and keeps one line.
    pub fn line(&mut self, line: &str) {
        println!("{line}");
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Writes a drawing of the numbers; its path begins at the root.
    pub fn draw(&self, path: &str, drawing: &str) -> anyhow::Result<()> {
        self.write(&format!("{}/../{path}", env!("CARGO_MANIFEST_DIR")), drawing)
    }

    /// Writes `benchmarks/results/NAME.md`.
    pub fn save(self) -> anyhow::Result<()> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results");
        std::fs::create_dir_all(folder)?;
        self.write(&format!("{folder}/{}.md", self.name), &self.text)
    }

    fn write(&self, path: &str, text: &str) -> anyhow::Result<()> {
        match self.purpose {
            Purpose::Record => Ok(std::fs::write(path, text)?),
            Purpose::Try => Ok(()),
        }
    }
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
