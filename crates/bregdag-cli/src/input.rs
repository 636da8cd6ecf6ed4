//! What is read, and how messages name it.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use bregdag::read::Source;

use crate::args::{Files, Known, Model};
use crate::setup;
use crate::table::printable;
use crate::voice::About;

/// Whether a path stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file to be read, as messages name it.
pub fn name(path: &Path) -> String {
    if is_standard(path) {
        return "standard input".into();
    }
    printable(&path.to_string_lossy()).into_owned()
}

/// All files that a verb that learns reads.
pub fn all<'a>(
    files: &'a Files,
    known: &'a Known,
    model: &'a Model,
) -> impl Iterator<Item = &'a Path> {
    let more = [setup::start_file(model), known.tiers.as_deref(), known.knowledge.as_deref()];
    files.data.iter().map(PathBuf::as_path).chain(more.into_iter().flatten())
}

/// Opens a file, or standard input for `-`.
pub fn open(path: &Path) -> anyhow::Result<Source> {
    if is_standard(path) {
        return Ok(Source::Stream(Box::new(stdin())));
    }
    let failed = |error| anyhow!("{}: could not open the file: {error}", name(path));
    File::open(path).map(Source::File).map_err(failed)
}

/// All bytes of a file, or of standard input.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = vec![];
    let read = match open(path)? {
        Source::Stream(mut input) => input.read_to_end(&mut bytes),
        Source::File(mut file) => file.read_to_end(&mut bytes),
    };
    read.map_err(bregdag::Error::Read).map_err(about(path))?;
    Ok(bytes)
}

/// Puts the name of the file in front of an error of the library, which does not know it.
pub fn about(path: &Path) -> impl Fn(bregdag::Error) -> anyhow::Error + '_ {
    move |error| anyhow!("{}: {}", name(path), error.said(&About(path)))
}

/// The command line, as a shell would read it.
pub fn command() -> String {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    command_of(&words)
}

/// The command line of these words behind the name of the program.
pub fn command_of(words: &[String]) -> String {
    let words = words.iter().map(|word| quoted(word));
    std::iter::once("bregdag".into()).chain(words).collect::<Vec<String>>().join(" ")
}

/// In quotes where a shell would see more than a word, and nothing in it that moves a terminal.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=+:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    if !word.chars().any(char::is_control) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let escaped = word.chars().map(|c| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if c.is_control() => {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\x{byte:02x}")).collect()
        }
        c => c.into(),
    });
    format!("$'{}'", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_sees_words() {
        assert_eq!(
            ["a.csv", "--seed=7", "", "a b", "it's", "$x"].map(quoted),
            ["a.csv", "--seed=7", "''", "'a b'", r"'it'\''s'", "'$x'"]
        );
        assert_eq!(quoted("a\nit's \u{1b}[1m\u{9b}"), r"$'a\x0ait\'s \x1b[1m\xc2\x9b'");
    }
}
