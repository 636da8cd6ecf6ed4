//! A directory in which the command runs.

// Each test program uses its own part.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub const RIVER: &str = include_str!("../cmd/learn.in/river.csv");

/// A directory with `river.csv` in it, where the command runs.
pub struct Workshop(TempDir);

impl Workshop {
    pub fn new() -> Workshop {
        let workshop = Workshop(TempDir::new().unwrap());
        fs::write(workshop.path("river.csv"), RIVER).unwrap();
        workshop
    }

    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bregdag"));
        command.args(line.split_whitespace()).current_dir(self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    pub fn start(&self, line: &str, input: &[u8]) -> Child {
        let mut child = self.command(line).spawn().unwrap();
        // A command that needs no input may be gone before it is written.
        let _ = child.stdin.take().unwrap().write_all(input);
        child
    }

    pub fn run_with(&self, line: &str, input: &[u8]) -> Output {
        self.start(line, input).wait_with_output().unwrap()
    }

    /// Runs what must succeed without a word on standard error.
    pub fn succeed(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!((code(&output), error(&output).as_str()), (Some(0), ""), "{line}");
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// What lies in the directory beside `river.csv`.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != "river.csv").collect();
        names.sort();
        names
    }
}

pub fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

pub fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Refuses a fit that does not follow the schema.
pub fn check_schema(fit: &Value) {
    let problems: Vec<String> = schema().iter_errors(fit).map(|e| e.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
}

pub fn schema() -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fit.schema.json");
    let schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    jsonschema::validator_for(&schema).unwrap()
}
