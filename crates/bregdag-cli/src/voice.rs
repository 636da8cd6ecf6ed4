//! The words of the command for what its user can do.

use bregdag::voice::Voice;

/// `--missing iterative`, `bregdag diagnose`.
pub struct Flags;

impl Voice for Flags {
    fn option(&self, name: &str, value: Option<&str>) -> String {
        let name = name.replace('_', "-");
        match value {
            Some(value) => format!("--{name} {value}"),
            None => format!("--{name}"),
        }
    }

    fn verb(&self, verb: &str) -> String {
        format!("`bregdag {verb}`")
    }
}
