//! What is measured: each case with its data, and each system with its options.

use bregdag::Spec;
use bregdag::method::{Info, order};
use bregdag::simulate;
use serde_json::Value;

/// One kind of data, and who is measured on it.
#[derive(Debug, Clone)]
pub struct Case {
    /// Words joined by hyphens.
    pub name: String,
    /// The data; the seed is set for each run.
    pub data: simulate::Options,
    /// The seeds are 0, 1, …
    pub seeds: u64,
    /// In the order in which they run: ours first.
    pub systems: Vec<System>,
    /// Threads of our fit, if not those of the command line.
    pub threads: Option<usize>,
    /// Runs only if its first word is asked for.
    pub by_request: bool,
}

/// Who learns the graph.
#[derive(Debug, Clone)]
pub struct System {
    /// The name in records and reports.
    pub name: String,
    pub learner: Learner,
}

/// How it does so.
#[derive(Debug, Clone)]
pub enum Learner {
    /// A method of this library by its name, with its defaults.
    Method(&'static str),
    /// The same with one option set to another value.
    Set(&'static str, &'static str, &'static str),
    /// The order search of this library; its seed is that of the data.
    Search(order::Options),
    /// A public program: the name of its worker and the options of its fit.
    Rival(&'static str, Value),
}

impl Case {
    /// Whether one of these words is part of the name, cut at its hyphens (`n50` is not part of
    /// `equal-er2-n500-m5000`); no words choose all cases but those by request.
    pub fn is_chosen(&self, words: &[String]) -> bool {
        let name = format!("-{}-", self.name);
        let named = |word: &String| name.contains(&format!("-{word}-"));
        match self.by_request {
            true => words.iter().any(|word| self.name.starts_with(word.as_str()) && named(word)),
            false => words.is_empty() || words.iter().any(named),
        }
    }
}

impl System {
    /// Whether it is of this library.
    pub fn is_ours(&self) -> bool {
        !matches!(self.learner, Learner::Rival(..))
    }
}

impl Learner {
    /// Method and options of ours; `None` for a rival.
    pub fn spec(&self, seed: u64) -> anyhow::Result<Option<Spec>> {
        Ok(match self {
            Learner::Method(name) => Some(Info::of(name)?.spec()),
            Learner::Set(name, option, value) => {
                let mut spec = Info::of(name)?.spec();
                spec.set(option, value)?;
                Some(spec)
            }
            Learner::Search(options) => Some(Spec::Search(order::Options { seed, ..*options })),
            Learner::Rival(..) => None,
        })
    }
}
