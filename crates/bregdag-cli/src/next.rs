//! The command to try next.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use bregdag::read::content::MOMENTS;
use bregdag::select::Criterion;

use crate::args::{Learn, Stability};
use crate::input::{self, is_standard, quoted};
use crate::table::printable;

/// Flags with a value that `learn` alone has, or that say where its results go and when it must end.
const WITH_VALUE: [&str; 8] = [
    "--out",
    "--report",
    "--raw-matrix",
    "--effects",
    "--trace",
    "--folds",
    "--top",
    "--time-limit",
];
/// The same without a value.
const SWITCHES: [&str; 5] = ["--quiet", "-q", "--verbose", "-v", "--effective-rows"];

/// After a graph was learned.
pub fn after_learn(args: &Learn) -> Option<String> {
    let by_cv = args.model.select == Some(Criterion::Cv);
    let again =
        !by_cv && !args.prepare.covariance && args.files.data.iter().all(|path| has_rows(path));
    let stability = again.then(|| {
        let command = printable(&stability(std::env::args_os().skip(1))).into_owned();
        format!("`{command}` says how often each edge comes back from half of the rows")
    });
    said(stability, page(&args.out, args.report.is_some()))
}

/// After many.
pub fn after_stability(args: &Stability) -> Option<String> {
    said(None, page(&args.out, args.report.is_some()))
}

fn said(first: Option<String>, second: Option<String>) -> Option<String> {
    let both: Vec<String> = first.into_iter().chain(second).collect();
    (!both.is_empty()).then(|| format!("Next: {}.", both.join("; ")))
}

/// How to get a page, unless there is one.
fn page(out: &[PathBuf], is_there: bool) -> Option<String> {
    let ends = |path: &Path, ending| path.extension().is_some_and(|end| end == ending);
    if is_there || out.iter().any(|path| ends(path, "html")) {
        return None;
    }
    Some(match out.iter().find(|path| ends(path, "json")) {
        Some(fit) => {
            let fit = quoted(&input::name(fit));
            format!("`bregdag report {fit}` makes a page to look at it")
        }
        None => "--report page.html makes a page to look at it".into(),
    })
}

/// Whether a file can be read again, and has rows to draw from.
fn has_rows(path: &Path) -> bool {
    let mut start = [0; MOMENTS.len()];
    let read = |mut file: File| file.read_exact(&mut start).is_ok() && start == *MOMENTS;
    let is_moments = path.is_file() && File::open(path).is_ok_and(read);
    !is_standard(path) && !is_moments
}

/// The command line of `learn` as one of `stability`.
fn stability(words: impl Iterator<Item = OsString>) -> String {
    let mut command = vec!["bregdag".to_string()];
    let mut words = words.map(|word| word.to_string_lossy().into_owned());
    let mut is_verb = true;
    while let Some(word) = words.next() {
        let flag = word.split_once('=').map_or(word.as_str(), |(flag, _)| flag);
        if WITH_VALUE.contains(&flag) {
            if flag.len() == word.len() {
                words.next();
            }
        } else if !SWITCHES.contains(&word.as_str()) {
            let verb = std::mem::take(&mut is_verb) && word == "learn";
            command.push(if verb { "stability".into() } else { quoted(&word) });
        }
    }
    command.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_learning_has_is_left_out() {
        let again = |line: &str| stability(line.split(' ').map(OsString::from));
        assert_eq!(again("learn a.csv"), "bregdag stability a.csv");
        let line = "learn learn --out=fit.json --drop id -q --top 3 --effective-rows --report - --missing mean";
        assert_eq!(again(line), "bregdag stability learn --drop id --missing mean");
    }
}
