//! The words of the command for what its user can do.

use std::path::Path;

use bregdag::voice::Voice;

use crate::input::{self, is_standard, quoted};
use crate::names;

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
            false => quoted(&names::written(&[shown])),
        };
        self.option(option, Some(&(value + more)))
    }

    fn columns(&self, option: &str, names: &[String]) -> String {
        self.option(option, Some(&quoted(&names::written(names))))
    }

    fn verb(&self, verb: &str) -> String {
        format!("`bregdag {verb}`")
    }
}

/// The same about a file.
pub struct About<'a>(pub &'a Path);

impl Voice for About<'_> {
    fn option(&self, name: &str, value: Option<&str>) -> String {
        Flags.option(name, value)
    }

    fn columns(&self, option: &str, names: &[String]) -> String {
        Flags.columns(option, names)
    }

    fn verb(&self, verb: &str) -> String {
        Flags.verb(verb)
    }

    fn on_this(&self, verb: &str) -> String {
        let file = if is_standard(self.0) { "FILE".into() } else { quoted(&input::name(self.0)) };
        match verb {
            "learn" => format!("`bregdag learn {file} --out fit.json`"),
            _ => format!("`bregdag {verb} {file}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names_can_be_copied() {
        let names = ["age", "income, net", "5\" pipe", " a"].map(String::from);
        let said = Flags.columns("roots", &names);
        let text = said.strip_prefix("--roots '").and_then(|rest| rest.strip_suffix('\''));
        assert_eq!(names::parse(text.unwrap()).unwrap(), names);
        assert_eq!(Flags.columns("roots", &names[..1]), "--roots age");
    }
}
