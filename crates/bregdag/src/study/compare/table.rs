//! The comparison as a table, as notes below it, and as JSON.

use serde_json::{Value, json};

use super::{Contender, Outcome, SideBySide};
use crate::study::words;
use crate::text::significant;
use crate::watch::Status;

/// Where there is nothing to say.
const NOTHING: &str = "–";

impl SideBySide {
    /// The headings of the table. The last columns are the methods again, by the letters of their rows: pairs
    /// that both join.
    pub fn heading(&self) -> Vec<String> {
        let truth = if self.truth.is_some() { &["SHD", "class SHD"][..] } else { &[] };
        let fixed = ["", "method", "edges", "open", "time", "EBIC"].iter().chain(truth);
        let letters = (0..self.contenders.len()).map(letter);
        fixed.map(ToString::to_string).chain(letters).collect()
    }

    /// A row for each method.
    pub fn table(&self) -> Vec<Vec<String>> {
        (0..self.contenders.len()).map(|k| self.row(k)).collect()
    }

    fn row(&self, k: usize) -> Vec<String> {
        let contender = &self.contenders[k];
        let learned = contender.learned();
        let text = |number: Option<String>| number.unwrap_or_else(|| NOTHING.into());
        let count = |number: Option<usize>| text(number.map(|number| number.to_string()));
        let time = match contender.outcome {
            Outcome::NotRun => NOTHING.into(),
            _ => words::time(contender.seconds),
        };
        let mut row = vec![
            letter(k),
            contender.name().into(),
            count(learned.map(|l| l.graph.edge_count())),
            count(learned.map(|l| l.graph.undirected().len())),
            time,
            text(learned.and_then(|l| l.ebic).map(|ebic| format!("{ebic:.1}"))),
        ];
        if self.truth.is_some() {
            row.push(count(learned.and_then(|l| l.shd)));
            row.push(count(learned.and_then(|l| l.class_shd)));
        }
        row.extend((0..self.contenders.len()).map(|other| count(self.shared(k, other))));
        row
    }

    /// What the table does not say: what its columns mean, and what became of the methods.
    pub fn notes(&self) -> Vec<String> {
        let voices = self.voices().count();
        let mut notes: Vec<String> = vec![
            "open: edges whose direction the method leaves open. Letters: pairs that both methods join.".into(),
            "EBIC, the extended BIC: how badly the graph fits, every variable with a noise variance of its own, and what \
             its edges cost; of a member where directions are open. Lower is better, but a method that seeks something \
             else is not worse for it."
                .into(),
        ];
        if self.truth.is_some() {
            notes.push(
                "SHD, the structural Hamming distance: pairs missing, extra or reversed; an open edge is right where the truth joins the two. \
                 class SHD: the same between the equivalence classes, which are the graphs that fit as well."
                    .into(),
            );
        }
        if voices > 1 {
            let found: Vec<_> = self.found().map(|pair| self.agreed(pair)).collect();
            let (some, all) = (found.len(), found.iter().filter(|agreed| agreed.joined).count());
            let opposed = found.iter().filter(|agreed| agreed.joined && agreed.opposed).count();
            notes.push(format!(
                "Of {some} pairs that any of the {voices} methods with edges joins, all join {all}; in {opposed} of these \
                 some point one way and some the other."
            ));
        }
        notes.extend(self.contenders.iter().filter_map(remark));
        notes.extend(self.advice.clone());
        notes
    }

    /// The pairs that some method joins.
    fn found(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs().into_iter().filter(|&(i, j)| self.graphs().any(|g| g.is_adjacent(i, j)))
    }

    /// What the methods that join any pair agree on about this one.
    pub fn agreed(&self, (i, j): (usize, usize)) -> Agreement {
        let (mut joined, mut forwards, mut backwards) = (true, false, false);
        for graph in self.voices() {
            joined &= graph.is_adjacent(i, j);
            forwards |= graph.is_directed(i, j);
            backwards |= graph.is_directed(j, i);
        }
        Agreement { joined, opposed: forwards && backwards }
    }

    /// Everything, as JSON. Variables go by name.
    pub fn json(&self) -> Value {
        let methods: Vec<Value> = (0..self.contenders.len()).map(|k| self.entry(k)).collect();
        let warnings: Vec<String> = self.warnings.iter().map(ToString::to_string).collect();
        let mut all = json!({
            "variables": self.variables, "rows": self.rows, "methods": methods, "warnings": warnings
        });
        if let Some(advice) = &self.advice {
            all["advice"] = advice.clone().into();
        }
        all
    }

    fn entry(&self, k: usize) -> Value {
        let contender = &self.contenders[k];
        let (method, options) = (contender.name(), contender.spec.options());
        let mut entry =
            json!({ "method": method, "options": options, "seconds": contender.seconds });
        match &contender.outcome {
            Outcome::NotRun => entry["not_run"] = true.into(),
            Outcome::Failed(why) => entry["failed"] = why.clone().into(),
            Outcome::Learned(learned) => {
                let named = |edges: Vec<(usize, usize)>| -> Vec<[&str; 2]> {
                    let name = |i: usize| self.variables[i].as_str();
                    edges.into_iter().map(|(i, j)| [name(i), name(j)]).collect()
                };
                let others = (0..self.contenders.len()).map(|other| self.shared(k, other));
                entry["status"] = json!(learned.status);
                entry["edges"] = learned.graph.edge_count().into();
                entry["directed"] = json!(named(learned.graph.directed()));
                entry["undirected"] = json!(named(learned.graph.undirected()));
                entry["ebic"] = json!(learned.ebic);
                entry["shd"] = json!(learned.shd);
                entry["class_shd"] = json!(learned.class_shd);
                entry["pairs_shared"] = json!(others.collect::<Vec<_>>());
                entry["warnings"] = json!(learned.warnings);
            }
        }
        entry
    }
}

/// What the methods agree on about a pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreement {
    /// All join it.
    pub joined: bool,
    /// Some direct it one way and some the other.
    pub opposed: bool,
}

impl Agreement {
    /// All join it, and no two point opposite ways.
    pub fn whole(self) -> bool {
        self.joined && !self.opposed
    }
}

/// a, b, …, z, a1, …
pub(crate) fn letter(k: usize) -> String {
    let letter = (b'a' + (k % 26) as u8) as char;
    if k < 26 { letter.to_string() } else { format!("{letter}{}", k / 26) }
}

/// What is to be said of one method beside its row.
fn remark(contender: &Contender) -> Option<String> {
    let name = contender.name();
    match &contender.outcome {
        Outcome::Failed(why) => Some(format!("{name} could not learn: {why}")),
        Outcome::NotRun => {
            Some(format!("{name} was not run: someone stopped the comparison before."))
        }
        Outcome::Learned(learned) => match learned.status {
            Status::Converged => None,
            status => {
                let after = significant(contender.seconds, 2);
                Some(format!("{name} stopped early ({status}) after {after} s."))
            }
        },
    }
}
