//! The words of the command for what its user can do.

use std::path::Path;

use bregdag::voice::Voice;

use crate::input::{self, is_standard, quoted};
use crate::table::printable;

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

    fn columns(&self, option: &str, names: &[String]) -> String {
        let names: Vec<String> = names.iter().map(|name| listed(name)).collect();
        let list = quoted(&names.join(","));
        format!("--{} {}", option.replace('_', "-"), printable(&list))
    }

    fn verb(&self, verb: &str) -> String {
        format!("`bregdag {verb}`")
    }
}

/// A name in a list: in quotes where it would not be read as one.
fn listed(name: &str) -> String {
    match name.contains([',', '"', '\n', '\r']) || name.trim() != name {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.into(),
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
        assert_eq!(said, "--roots 'age,\"income, net\",\"5\"\" pipe\",\" a\"'");
        let text = said.strip_prefix("--roots '").and_then(|rest| rest.strip_suffix('\''));
        let list = bregdag::read::rules::parse_names(text.unwrap()).unwrap();
        // Blanks around a name are not kept by the reader of lists.
        assert_eq!(list[..3], names[..3]);
        assert_eq!(Flags.columns("roots", &names[..1]), "--roots age");
    }
}
