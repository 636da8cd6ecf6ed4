//! Finished refits, one line of JSON each below a line that says what they are refits of. [`read`] tells how far the file
//! is whole; what is after that was being written when something happened.

use std::fs::File;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Draws, Plan, Refit};
use crate::data::{Rules, Table};
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::ledger::{self, Ledger};

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

const KIND: ledger::Kind = ledger::Kind { format: "refits", start: b"{\"refits_version\":" };

/// The refits of a file, and how many of its bytes are whole lines. The file must belong to a run with
/// this header; one without a whole first line holds nothing yet.
pub fn read(bytes: &[u8], header: &Header) -> Result<(Vec<Refit>, usize)> {
    let ours = |found: &Header| {
        if found.refits_version != VERSION {
            return Err(Error::OtherRefits { how: "written by another version of the program" });
        }
        header.difference(found).map_or(Ok(()), |how| Err(Error::OtherRefits { how }))
    };
    let about = |refit: &Refit| match refit.is_about(header.variables) {
        true => Ok(()),
        false => Err("columns that are not in the table, or act on themselves"),
    };
    ledger::read(KIND, bytes, ours, about)
}

/// A file that grows by whole lines while refits are done.
#[derive(Debug)]
pub struct Kept(Ledger);

impl Kept {
    /// The refits that are there already, and the file to take more, wound to the end of what is whole.
    /// Nobody else may be keeping refits there.
    pub fn open(file: File, header: &Header) -> Result<(Kept, Vec<Refit>)> {
        let busy = "another run is keeping its refits here; give another file";
        let (mut ledger, bytes) = Ledger::open(file, busy)?;
        let (refits, whole) = read(&bytes, header)?;
        ledger.begin(whole, header)?;
        Ok((Kept(ledger), refits))
    }

    /// Adds a refit.
    pub fn add(&mut self, refit: &Refit) -> Result<()> {
        self.0.add(refit)
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
        ledger::write_line(header, &mut file).unwrap();
        refits.iter().for_each(|refit| ledger::write_line(refit, &mut file).unwrap());
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
