//! What stands in the way of a table, and the command line that gets past it.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::anyhow;
use bregdag::data::pattern;
use bregdag::prepare::Obstacles;
use bregdag::voice::Remedy;

use crate::names;
use crate::voice::flag;
use crate::{input, say};

/// All obstacles in one message: of each what and where, then one command line.
pub fn said(obstacles: Obstacles, paths: &[impl AsRef<Path>]) -> anyhow::Error {
    let Obstacles { errors, remedies } = obstacles;
    let line = remedies.map(|remedies| {
        let words: Vec<String> = std::env::args_os().skip(1).map(|word| lossy(&word)).collect();
        input::command_of(&with(words, &remedies))
    });
    let said = errors.into_iter().map(|(file, error)| {
        let path = file.and_then(|file| paths.get(file));
        let said = match path {
            Some(path) => input::about(path.as_ref())(error),
            None => say(error),
        };
        said.to_string()
    });
    let mut said: Vec<String> = said.collect();
    // What comes to light behind the others and has no way past it.
    let left = if line.is_none() && said.len() > 1 { said.pop() } else { None };
    let several = said.len() > 1;
    let mut message = match several {
        true => format!("there are several obstacles:\n  - {}", said.join("\n  - ")),
        false => said.concat(),
    };
    match (line, left) {
        (Some(line), _) if several => {
            message += &format!("\nThis gets past all of them:\n  {line}");
        }
        (Some(line), _) => message += &format!("\nThis gets past it:\n  {line}"),
        (None, Some(left)) => {
            let past = if several { "them" } else { "it" };
            message +=
                &format!("\nNo option gets past {past} to a graph; what is left then:\n  {left}");
        }
        (None, None) => {}
    }
    anyhow!(message)
}

/// The words of a command line with these options added.
fn with(mut words: Vec<String>, remedies: &[Remedy]) -> Vec<String> {
    let mut options: Vec<&'static str> = vec![];
    for remedy in remedies {
        if !options.contains(&remedy.option) {
            options.push(remedy.option);
        }
    }
    for option in options {
        let of: Vec<&Remedy> = remedies.iter().filter(|remedy| remedy.option == option).collect();
        let name = flag(option);
        let given = take(&mut words, &name, of[0].value.is_some());
        let value = match of[0].is_listed() {
            true => {
                let more = of.iter().filter_map(|remedy| remedy.value.as_deref());
                let more = more.map(|value| match option {
                    "drop" => pattern::exactly(value),
                    _ => value.into(),
                });
                let mut all: Vec<String> =
                    given.iter().flat_map(|list| names::parse(list)).flatten().collect();
                // Who names the words for a missing value does not ask for the usual ones.
                let more = more.filter(|value| given.is_empty() || value != "usual");
                all.extend(more.collect::<Vec<_>>());
                let mut seen = std::collections::HashSet::new();
                all.retain(|value| seen.insert(value.clone()));
                Some(names::written(&all))
            }
            false => of.last().and_then(|remedy| remedy.value.clone()),
        };
        let added = match value {
            None => vec![name],
            // What begins like a flag would be taken for one.
            Some(value) if value.starts_with('-') => vec![format!("{name}={value}")],
            Some(value) => vec![name, value],
        };
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, added);
    }
    words
}

/// Takes a flag out; the values that it had.
fn take(words: &mut Vec<String>, name: &str, has_value: bool) -> Vec<String> {
    let mut values = vec![];
    let mut at = 0;
    while at < words.len() && words[at] != "--" {
        if let Some(value) = words[at].strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
            values.push(value.into());
            words.remove(at);
        } else if words[at] == name {
            words.remove(at);
            if has_value && at < words.len() {
                values.push(words.remove(at));
            }
        } else {
            at += 1;
        }
    }
    values
}

fn lossy(word: &OsStr) -> String {
    word.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remedy(option: &'static str, value: Option<&str>) -> Remedy {
        Remedy { option, value: value.map(String::from) }
    }

    #[test]
    fn flags_that_were_given_stay_and_lists_grow() {
        let with = |words: &str, remedies: &[Remedy]| {
            let words = words.split_whitespace().map(String::from).collect();
            with(words, remedies).join(" ")
        };
        let drop = |name| remedy("drop", Some(name));
        assert_eq!(
            with(
                "learn a.csv --seed 3",
                &[drop("id"), remedy("missing", Some("iterative")), drop("a,b")]
            ),
            "learn a.csv --seed 3 --drop id,\"a,b\" --missing iterative"
        );
        assert_eq!(
            with("learn --drop x* a.csv --drop=y --quiet", &[drop("z*")]),
            r"learn a.csv --quiet --drop x*,y,z\*"
        );
        assert_eq!(
            with("learn --missing error -- -a.csv", &[remedy("missing", Some("drop-rows"))]),
            "learn --missing drop-rows -- -a.csv"
        );
        assert_eq!(
            with("learn a.csv", &[drop("-x"), remedy("decimal_comma", None)]),
            "learn a.csv --drop=-x --decimal-comma"
        );
        let token = |word| remedy("missing_tokens", Some(word));
        assert_eq!(
            with("learn a.csv", &[token("usual"), token("?!")]),
            "learn a.csv --missing-tokens usual,?!"
        );
        assert_eq!(
            with("learn a.csv --missing-tokens NA", &[token("usual"), token("?!")]),
            "learn a.csv --missing-tokens NA,?!"
        );
        assert_eq!(with("learn a.csv", &[drop("")]), "learn a.csv --drop \"\"");
    }
}
