//! Ours and public programs on the same tables, on one thread each, with results that survive an
//! interruption.
//!
//! For each case and seed: draw the data, fit ours, then each rival. What is in the records already is
//! not measured again, but where a rival is still missing ours runs once more, so that a comparison of
//! times is one of neighbours. One side can also be measured alone.

mod answer;
mod arguments;
mod bench;
mod case;
mod clock;
mod ours;
mod record;
pub mod rivals;
pub mod words;

use crate::report::Purpose;
use crate::tree;
use arguments::Arguments;
use bench::Bench;

pub use answer::Distances;
pub use bench::PATIENCE;
pub use case::{Case, Learner, System};
pub use record::{Measured, Outcome, Record, Store};

/// What is compared, and how that is reported.
pub struct Contest {
    /// Of the records, NAME.jsonl, and the report, NAME.md.
    pub name: &'static str,
    /// In the order in which they run.
    pub cases: Vec<Case>,
    /// From records to Markdown.
    pub text: fn(&[Case], &[Record]) -> String,
}

impl Contest {
    /// Does what the command line asks for.
    pub fn run(self, words: impl Iterator<Item = String>) -> anyhow::Result<()> {
        let arguments = Arguments::parse(words, &self.cases)?;
        if arguments.purpose == Purpose::Record {
            tree::require_clean()?;
        }
        std::fs::create_dir_all(&arguments.folder)?;
        match arguments.report {
            true => self.report(&arguments),
            false => Bench::new(self.name, arguments)?.measure_all(&self.cases),
        }
    }

    /// Prints the tables of the records and writes them beside these.
    fn report(&self, arguments: &Arguments) -> anyhow::Result<()> {
        let store = Store::open(&arguments.folder.join(format!("{}.jsonl", self.name)))?;
        let text = (self.text)(&self.cases, store.records());
        print!("{text}");
        match arguments.purpose {
            Purpose::Record => {
                Ok(std::fs::write(arguments.folder.join(format!("{}.md", self.name)), text)?)
            }
            Purpose::Try => Ok(()),
        }
    }
}
