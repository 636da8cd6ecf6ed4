//! The words of the command for what its user can do.

use bregdag::voice::Voice;

use crate::{input, names};

/// `--missing iterative`, `bregdag diagnose`.
pub struct Flags;

/// Letters of a name that are shown.
const LONGEST: usize = 40;

/// The flag of an option.
pub fn flag(option: &str) -> String {
    format!("--{}", option.replace('_', "-"))
}

impl Voice for Flags {
    fn option(&self, name: &str, value: Option<&str>) -> String {
        match value {
            Some(value) => format!("{} {value}", flag(name)),
            None => flag(name),
        }
    }

    /// Ready to be copied, unless it is cut for being long.
    fn column(&self, option: &str, name: &str) -> String {
        let shown: String = name.chars().take(LONGEST).collect();
        let more = if shown.len() < name.len() { "…" } else { "" };
        let is_plain = |c: char| c.is_alphanumeric() || " _.-+()[]#:;/%*?".contains(c);
        let value = match shown.chars().all(is_plain) {
            true => format!("\"{shown}\""),
            false => input::quoted(&names::written(&[shown])),
        };
        self.option(option, Some(&(value + more)))
    }

    fn verb(&self, verb: &str) -> String {
        format!("`bregdag {verb}`")
    }
}
