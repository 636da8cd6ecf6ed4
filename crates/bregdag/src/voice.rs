//! How a front end speaks: the same advice is `--missing iterative` in a shell and `missing="iterative"` in
//! Python.

use crate::text::quoted;

/// The words of a front end for what its user can do.
pub trait Voice {
    /// An option, perhaps with a value: a word such as `iterative`, nothing from outside.
    fn option(&self, name: &str, value: Option<&str>) -> String;

    /// An option whose value is the name of a column, which may hold any characters.
    fn column(&self, option: &str, name: &str) -> String {
        self.option(option, Some(&quoted(name)))
    }

    /// An option whose value is a list of names or patterns of columns.
    fn columns(&self, option: &str, names: &[String]) -> String {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        self.option(option, Some(&names.join(", ")))
    }

    /// Something to do, such as `diagnose`.
    fn verb(&self, verb: &str) -> String;

    /// The same with the file that is spoken of, where the front end knows its name.
    fn on_this(&self, verb: &str) -> String {
        self.verb(verb)
    }
}

/// The words of the library itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plain;

impl Voice for Plain {
    fn option(&self, name: &str, value: Option<&str>) -> String {
        match value {
            Some(value) => format!("`{name} = {value}`"),
            None => format!("`{name}`"),
        }
    }

    fn verb(&self, verb: &str) -> String {
        format!("`{verb}`")
    }
}

/// The option whose value is the name of a column.
const DROP: &str = "drop";
/// The option whose value is a word that stands for a missing value.
const TOKENS: &str = "missing_tokens";

/// An option that helps, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    /// Its name, as in `missing`.
    pub option: &'static str,
    /// Its value, unless it has none; a column by its name, unquoted and in full.
    pub value: Option<String>,
}

impl Remedy {
    /// A column is left out.
    pub(crate) fn drop(column: impl Into<String>) -> Remedy {
        Remedy { option: DROP, value: Some(column.into()) }
    }

    /// A word stands for a missing value.
    pub(crate) fn token(word: impl Into<String>) -> Remedy {
        Remedy { option: TOKENS, value: Some(word.into()) }
    }

    /// Whether the option takes a list, so that several of these become one.
    pub fn is_listed(&self) -> bool {
        matches!(self.option, DROP | TOKENS)
    }

    /// An option with one of its words.
    pub(crate) fn set(option: &'static str, value: &str) -> Remedy {
        Remedy { option, value: Some(value.into()) }
    }

    /// An option without a value.
    pub(crate) fn switch(option: &'static str) -> Remedy {
        Remedy { option, value: None }
    }

    /// In the words of a front end.
    pub fn said(&self, voice: &dyn Voice) -> String {
        match (self.option, &self.value) {
            (option @ (DROP | TOKENS), Some(value)) => voice.column(option, value),
            (option, value) => voice.option(option, value.as_deref()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The voice of a command.
    pub(crate) struct Flags;

    impl Voice for Flags {
        fn option(&self, name: &str, value: Option<&str>) -> String {
            let name = name.replace('_', "-");
            let value = value.map_or(String::new(), |value| format!(" {value}"));
            format!("--{name}{value}")
        }

        fn verb(&self, verb: &str) -> String {
            format!("`program {verb}`")
        }

        fn on_this(&self, verb: &str) -> String {
            format!("`program {verb} --out FILE`")
        }
    }

    /// What nobody should see on a terminal as it is.
    pub(crate) const HOSTILE: &str = "a\u{1b}[31m\r\n\t\0\u{7f}\u{9b}b";

    /// Whether a flag of a command is in the text.
    pub(crate) fn has_flag(text: &str) -> bool {
        let letter = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
        text.match_indices("--").any(|(at, dashes)| letter(&text[at + dashes.len()..]))
    }

    /// The names of the variants of an enum, from its source.
    pub(crate) fn variants(source: &str) -> Vec<&str> {
        let lines = source.lines().skip_while(|line| !line.starts_with("pub enum "));
        let names = lines.take_while(|line| *line != "}").filter_map(|line| {
            let name = line.strip_prefix("    ")?;
            let end = name.find(|c: char| !c.is_ascii_alphanumeric())?;
            name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(&name[..end])
        });
        names.collect()
    }

    /// The name of the variant of a value.
    pub(crate) fn variant(value: &impl std::fmt::Debug) -> String {
        let text = format!("{value:?}");
        text.chars().take_while(char::is_ascii_alphanumeric).collect()
    }

    #[test]
    fn a_remedy_is_said_in_each_voice() {
        let said = |remedy: Remedy| [remedy.said(&Plain), remedy.said(&Flags)];
        assert_eq!(said(Remedy::switch("drop")), ["`drop`", "--drop"]);
        let missing = ["`missing = drop-rows`", "--missing drop-rows"];
        assert_eq!(said(Remedy::set("missing", "drop-rows")), missing);
        assert_eq!(said(Remedy::drop("a b")), ["`drop = \"a b\"`", "--drop \"a b\""]);
        assert_eq!(said(Remedy::drop(""))[1], "--drop \"\"");
    }

    #[test]
    fn no_source_names_a_flag() {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut seen = 0;
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                match path.file_name().and_then(|name| name.to_str()).unwrap() {
                    "tests" | "tests.rs" => {}
                    _ if path.is_dir() => folders.push(path),
                    name if name.ends_with(".rs") => {
                        let text = fs::read_to_string(&path).unwrap();
                        let code = text.split("mod tests {").next().unwrap();
                        let lines = code.lines().filter(|line| !line.trim().starts_with("//"));
                        for line in lines {
                            assert!(!has_flag(line), "{}: {line}", path.display());
                        }
                        seen += 1;
                    }
                    _ => {}
                }
            }
        }
        assert!(seen > 50, "{seen}");
    }
}
