//! Finished refits, one line of JSON each below a line that says what they are refits of.
//!
//! The file only grows, and a line counts once its end is there: whatever happens to the program,
//! what was finished stays. [`read`] tells how far the file is whole; what is after that was being
//! written when something happened.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Draws, Plan, Refit};
use crate::data::{Rules, Table};
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;

/// Version of the file's structure.
const VERSION: u32 = 1;

/// What the refits of a file have in common. Those of another run must not be counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the structure.
    refits_version: u32,
    bregdag_version: String,
    /// A fingerprint of names, values and row weights.
    data: u64,
    draws: Draws,
    /// The method and its options, as they were asked for.
    learner: Value,
    knowledge: Option<Rules>,
    /// How many columns there are; the fingerprint knows.
    #[serde(skip)]
    variables: usize,
}

impl Header {
    /// Of refits of this table by this learner: its name and options, in whatever form.
    pub fn new(table: &Table, plan: &Plan, learner: Value, rules: Option<&Rules>) -> Header {
        Header {
            refits_version: VERSION,
            bregdag_version: env!("CARGO_PKG_VERSION").into(),
            data: fingerprint(table),
            draws: plan.draws(),
            learner,
            knowledge: rules.cloned(),
            variables: table.names().len(),
        }
    }

    /// What differs, as the end of a sentence.
    fn difference(&self, other: &Header) -> Option<&'static str> {
        let differs = [
            (
                "written by another version of the program",
                self.bregdag_version != other.bregdag_version,
            ),
            ("of other data, or of data prepared in another way", self.data != other.data),
            ("of rows drawn in another way or with another seed", self.draws != other.draws),
            ("by another method or with other options", self.learner != other.learner),
            ("with other prior knowledge", self.knowledge != other.knowledge),
        ];
        differs.iter().find(|(_, differs)| *differs).map(|(how, _)| *how)
    }
}

/// Writes the first line.
fn write_header(header: &Header, out: &mut dyn Write) -> Result<()> {
    write_line(header, out)
}

/// Writes one refit as one line, in one piece.
fn write_refit(refit: &Refit, out: &mut dyn Write) -> Result<()> {
    write_line(refit, out)
}

fn write_line(value: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    let mut line = serde_json::to_vec(value).map_err(|e| Error::Write(e.into()))?;
    line.push(b'\n');
    out.write_all(&line).map_err(Error::Write)
}

/// The refits of a file, and how many of its bytes are whole lines. The file must belong to a run with
/// this header; one without a whole first line holds nothing yet.
pub fn read(bytes: &[u8], header: &Header) -> Result<(Vec<Refit>, usize)> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..whole].split(|&byte| byte == b'\n').enumerate();
    let invalid = |line: usize, problem: &dyn Display| Error::Format {
        format: "refits",
        problem: format!("line {}: {problem}", line + 1),
    };
    let first = lines.next().map_or(&[][..], |(_, line)| line);
    if whole == 0 {
        // The end of the first line may be missing, but nothing else may stand here.
        return match header_start(bytes) {
            true => Ok((vec![], 0)),
            false => Err(Error::Format {
                format: "refits",
                problem: "its first line is not that of one; give another file".into(),
            }),
        };
    }
    let found: Header = serde_json::from_slice(first).map_err(|error| invalid(0, &error))?;
    if found.refits_version != VERSION {
        return Err(Error::OtherRefits { how: "written by another version of the program" });
    }
    if let Some(how) = header.difference(&found) {
        return Err(Error::OtherRefits { how });
    }
    let mut refits = vec![];
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let refit: Refit = serde_json::from_slice(line).map_err(|error| invalid(number, &error))?;
        if !refit.is_about(header.variables) {
            return Err(invalid(
                number,
                &"columns that are not in the table, or act on themselves",
            ));
        }
        refits.push(refit);
    }
    Ok((refits, whole))
}

/// Whether these bytes are the start of a first line.
fn header_start(bytes: &[u8]) -> bool {
    const START: &[u8] = b"{\"refits_version\":";
    let common = bytes.len().min(START.len());
    bytes[..common] == START[..common]
}

/// A file that grows by whole lines while refits are done.
#[derive(Debug)]
pub struct Kept {
    file: File,
    /// How many of its bytes are whole lines.
    whole: u64,
}

impl Kept {
    /// The refits that are there already, and the file to take more, wound to the end of what is whole.
    /// Nobody else may be keeping refits there.
    pub fn open(mut file: File, header: &Header) -> Result<(Kept, Vec<Refit>)> {
        // Where files cannot be locked, nobody else may be asked.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let busy = "another run is keeping its refits here; give another file";
            return Err(Error::Write(io::Error::other(busy)));
        }
        let mut bytes = vec![];
        file.read_to_end(&mut bytes).map_err(Error::Read)?;
        let (refits, whole) = read(&bytes, header)?;
        file.set_len(whole as u64).map_err(Error::Write)?;
        file.seek(SeekFrom::End(0)).map_err(Error::Write)?;
        let mut kept = Kept { file, whole: whole as u64 };
        if whole == 0 {
            kept.add_line(|file| write_header(header, file))?;
        }
        Ok((kept, refits))
    }

    /// Adds a refit.
    pub fn add(&mut self, refit: &Refit) -> Result<()> {
        self.add_line(|file| write_refit(refit, file))
    }

    /// Adds a line. If only a part of it can be written, that is cut off again: the line of another
    /// thread must not stand behind it.
    fn add_line(&mut self, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
        match write(&mut self.file) {
            Ok(()) => {
                self.whole = self.file.stream_position().map_err(Error::Write)?;
                Ok(())
            }
            Err(error) => {
                let _ = self.file.set_len(self.whole);
                let _ = self.file.seek(SeekFrom::Start(self.whole));
                Err(error)
            }
        }
    }
}

/// A code of names, values and weights.
fn fingerprint(table: &Table) -> u64 {
    let mut fingerprint = Fingerprint::default();
    for name in table.names() {
        fingerprint.add_word(name.len() as u64);
        fingerprint.add(name.as_bytes());
    }
    let values = table.columns().iter().flatten().chain(table.weights().into_iter().flatten());
    values.for_each(|x| fingerprint.add_word(x.to_bits()));
    fingerprint.code()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::{Kind, Outcome, Units};

    fn table(last: f64) -> Table {
        let (x, y) = (vec![1.0, -1.0, 0.5, 2.0, -0.7, 0.1], vec![2.0, -1.0, 0.0, 1.0, 0.3, last]);
        Table::new(vec!["x".into(), "y".into()], vec![x, y]).unwrap()
    }

    fn header(last: f64, seed: u64) -> Header {
        let table = table(last);
        let plan = Plan::new(Kind::Bootstrap, 3, seed, Units::rows(6)).unwrap();
        Header::new(&table, &plan, "search".into(), None)
    }

    fn file(header: &Header, refits: &[Refit]) -> Vec<u8> {
        let mut file = vec![];
        write_header(header, &mut file).unwrap();
        refits.iter().for_each(|refit| write_refit(refit, &mut file).unwrap());
        file
    }

    fn refits() -> Vec<Refit> {
        let found = Outcome::Found(vec![(0, 1, Some(0.1 + 0.2), true)]);
        let failed = Outcome::Failed("a\nb".into());
        [(0, found), (2, failed)]
            .map(|(number, outcome)| Refit { number, left_out: vec![1], outcome })
            .to_vec()
    }

    #[test]
    fn whatever_is_cut_off_the_whole_lines_stay() {
        let (header, refits) = (header(1.0, 0), refits());
        let bytes = file(&header, &refits);
        assert_eq!(read(&bytes, &header).unwrap(), (refits.clone(), bytes.len()));
        let mut most = 0;
        for end in 0..bytes.len() {
            let (found, whole) = read(&bytes[..end], &header).unwrap();
            assert!(found.len() < 2 && whole <= end && found == refits[..found.len()]);
            assert!(found.len() >= most);
            most = found.len();
        }
        assert_eq!(most, 1);
    }

    #[test]
    fn another_run_is_refused() {
        let ours = header(1.0, 0);
        let problem = |bytes: &[u8]| read(bytes, &ours).unwrap_err().to_string();
        assert!(problem(&file(&header(1.5, 0), &[])).contains("other data"));
        assert!(problem(&file(&header(1.0, 1), &[])).contains("another seed"));
        let other = Header { bregdag_version: "0.0.1".into(), ..ours.clone() };
        assert!(problem(&file(&other, &[])).contains("another version"));
        assert!(problem(b"a,b\n1,2\n").contains("line 1"));
        assert!(problem(b"a,b").contains("first line"));
        let mut edited = file(&ours, &refits());
        edited.extend(b"{\"number\": \"three\"}\n");
        assert!(problem(&edited).contains("line 4"));
        for (left_out, arrow) in
            [(1, (0, 2, None, false)), (0, (1, 1, Some(1.0), true)), (2, (0, 1, None, true))]
        {
            let outcome = Outcome::Found(vec![arrow]);
            let refit = Refit { number: 0, left_out: vec![left_out], outcome };
            assert!(problem(&file(&ours, &[refit])).contains("line 2: columns"));
        }
    }
}
