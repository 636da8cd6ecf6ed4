//! The studies of `examples/`, run as their pages say; tables and drawings there are what comes out.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file that is not part of the repository: beside it on the machines that test everything.
fn shared(name: &str) -> Option<PathBuf> {
    let path = root().join("../shared/data").join(name);
    match path.exists() {
        true => Some(path),
        false if std::env::var_os("CI").is_some_and(|ci| ci == "true") => {
            panic!("{} is missing", path.display())
        }
        false => {
            eprintln!("skipped: {} is missing", path.display());
            None
        }
    }
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn study(name: &str, data: &[PathBuf]) {
    let results = tempfile::tempdir().unwrap();
    let examples = root().join("examples");
    succeed(
        Command::new(examples.join(name).join("run"))
            .args(data)
            .arg(results.path())
            .env("BREGDAG", env!("CARGO_BIN_EXE_bregdag")),
    );
    let fill = [examples.join("fill.py").into_os_string(), name.into(), results.path().into()];
    succeed(Command::new("python3").args(fill).arg("--check"));
    let page = std::fs::read_to_string(results.path().join("published.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.len() < 1_000_000);
}

#[test]
fn nhefs() {
    study("nhefs", &[]);
}

#[test]
fn gas_turbine() {
    if let Some(data) = shared("gas_turbine.csv") {
        study("gas_turbine", &[data]);
    }
}

#[test]
fn sachs() {
    if let Some(data) = shared("sachs_observational.csv") {
        study("sachs", &[data]);
    }
}
