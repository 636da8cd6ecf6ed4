//! What is to be fitted: tables × contenders × seeds, in blocks, as JSON.
//!
//! ```json
//! {"plan_version": 1, "name": "small", "timed": false, "blocks": [{
//!   "cases": [{"simulate": {"nodes": 10, "degree": 2, "samples": 200}},
//!             {"table": {"name": "mine", "data": "data.csv", "truth": "truth.csv", "standardize": true}}],
//!   "contenders": [{"method": {"name": "search"}},
//!                  {"method": {"name": "pc", "label": "pc, α = 0.001", "options": {"alpha": 0.001}}},
//!                  {"external": {"label": "theirs", "command": ["python3", "theirs.py"]}}],
//!   "seeds": [0, 1, 2]}]}
//! ```

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::task::Task;
use crate::error::{Error, Result};
use crate::fingerprint::Fingerprint;
use crate::method::Spec;
use crate::simulate;

/// Version of the structure.
pub const VERSION: u32 = 1;

/// What is to be fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Version of the structure.
    pub plan_version: u32,
    /// What it is called.
    pub name: String,
    /// Whether times are what it is about: then fits run one at a time.
    #[serde(default)]
    pub timed: bool,
    /// Parts of the grid.
    pub blocks: Vec<Block>,
}

/// Every contender learns from every case with every seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Where tables come from.
    pub cases: Vec<Case>,
    /// Who learns.
    pub contenders: Vec<Contender>,
    /// Seeds of what is drawn.
    pub seeds: Vec<u64>,
}

/// Where a table comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Case {
    /// It is drawn; the seed of the options is that of the task.
    Simulate(simulate::Options),
    /// It is read.
    Table(Files),
}

/// A table and its graph in files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Files {
    /// What it is called.
    pub name: String,
    /// The table, as `learn` reads it.
    pub data: String,
    /// The true graph, as `evaluate` reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<String>,
    /// Brings the columns to variance 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standardize: bool,
    /// Multiplies every column by a random factor between these; the seed is that of the task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rescale: Option<(f64, f64)>,
    /// A code of what the files hold, so that other contents are another case. Who runs the plan fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

impl Files {
    /// A code of what the files hold.
    pub fn code_of<'a>(contents: impl IntoIterator<Item = &'a [u8]>) -> String {
        let mut fingerprint = Fingerprint::default();
        for bytes in contents {
            fingerprint.add(bytes);
            // Where one file ends and the next begins.
            fingerprint.add_word(bytes.len() as u64);
        }
        hexadecimal(fingerprint)
    }
}

/// Who learns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contender {
    /// One of our methods.
    Method(Entry),
    /// Another program.
    External(External),
}

/// One of our methods with its options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name in the list of methods.
    pub name: String,
    /// What it is called in tables; by default its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Options; those that are left out have their defaults.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub options: Value,
}

/// Another program. It is called with two more words, a table to read (CSV) and a file to write (an edge list with the
/// columns `source` and `target`, and `directed` where edges may be open). A line `seconds: 1.5` that it prints is taken
/// for the time of the fit alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct External {
    /// What it is called in tables.
    pub label: String,
    /// The program and its first words.
    pub command: Vec<String>,
    /// Another revision runs again.
    #[serde(default)]
    pub revision: u32,
}

impl Plan {
    /// An empty plan of this name.
    pub fn new(name: &str) -> Plan {
        Plan { plan_version: VERSION, name: name.into(), timed: false, blocks: vec![] }
    }

    /// Reads a plan and checks all of it.
    pub fn read(bytes: &[u8]) -> Result<Plan> {
        let plan: Plan = serde_json::from_slice(bytes).map_err(|error| refused(&error))?;
        if plan.plan_version != VERSION {
            let found = plan.plan_version;
            return Err(refused(&format!("plan_version {found}; this program knows {VERSION}")));
        }
        if plan.tasks()?.is_empty() {
            return Err(refused(&"no block has a case, a contender and a seed"));
        }
        Ok(plan)
    }

    /// The plan as a file.
    pub fn to_json(&self) -> Result<String> {
        let text = serde_json::to_string_pretty(self).map_err(|e| Error::Write(e.into()))?;
        Ok(text + "\n")
    }

    /// All that is to be fitted, each once, in the order of the plan; refuses what no fit can mend.
    pub fn tasks(&self) -> Result<Vec<Task>> {
        let mut tasks: Vec<Task> = vec![];
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (number, block) in self.blocks.iter().enumerate() {
            let inside = |error: Error| refused(&format!("block {}: {error}", number + 1));
            block.cases.iter().try_for_each(Case::validate).map_err(inside)?;
            block.contenders.iter().try_for_each(Contender::validate).map_err(inside)?;
            for case in &block.cases {
                for &seed in &block.seeds {
                    for contender in &block.contenders {
                        let task = Task::new(&self.name, case, contender, seed);
                        let first = *seen.entry(task.identity()).or_insert(tasks.len());
                        match tasks.get(first).map(|task| task.contender.label()) {
                            None => tasks.push(task),
                            Some(label) if label == contender.label() => {}
                            Some(label) => {
                                let names = (label, contender.label());
                                return Err(refused(&format!("{names:?} are the same fit")));
                            }
                        }
                    }
                }
            }
        }
        Ok(tasks)
    }

    /// All cases of all blocks.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.blocks.iter().flat_map(|block| &block.cases)
    }

    /// The plan with a code of the contents of every file.
    pub fn with_contents(mut self, code: impl Fn(&Files) -> Result<String>) -> Result<Plan> {
        for case in self.blocks.iter_mut().flat_map(|block| &mut block.cases) {
            if let Case::Table(files) = case {
                files.content = Some(code(files)?);
            }
        }
        Ok(self)
    }

    /// A code of all that it says.
    pub fn code(&self) -> String {
        code_of(self)
    }
}

fn refused(problem: &dyn std::fmt::Display) -> Error {
    Error::Format { format: "plan", problem: problem.to_string() }
}

/// A code of a value's JSON, sixteen letters.
pub(super) fn code_of(value: &impl Serialize) -> String {
    let mut fingerprint = Fingerprint::default();
    // All that is asked here has a JSON; two that had none would count as the same.
    fingerprint.add(&serde_json::to_vec(value).unwrap_or_default());
    hexadecimal(fingerprint)
}

fn hexadecimal(fingerprint: Fingerprint) -> String {
    format!("{:016x}", fingerprint.code())
}

impl Case {
    fn validate(&self) -> Result<()> {
        match self {
            Case::Simulate(options) if options.seed != 0 => Err(Error::Option {
                name: "seed",
                value: options.seed.to_string(),
                expected: "none here: seeds belong to the block",
            }),
            Case::Simulate(options) => options.validate(),
            Case::Table(files) => simulate::validate_units(files.standardize, files.rescale),
        }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Case::Table(files) => files.name.clone() + &in_units(files.standardize, files.rescale),
            Case::Simulate(options) => described(options),
        }
    }
}

/// What became of the units of the columns, behind a comma; nothing where they are as they were.
fn in_units(standardize: bool, rescale: Option<(f64, f64)>) -> String {
    match (standardize, rescale) {
        (true, _) => ", standardized".into(),
        (_, Some((least, greatest))) => format!(", rescaled from {least} to {greatest}"),
        (false, None) => String::new(),
    }
}

/// How a table is drawn, with all that is not usual.
fn described(options: &simulate::Options) -> String {
    let kind = match options.graph {
        simulate::GraphKind::ErdosRenyi => "ER",
        simulate::GraphKind::ScaleFree => "SF",
    };
    let mut parts = vec![match options.edges {
        Some(edges) => format!("{kind}, {edges} edges"),
        None => format!("{kind}{}", options.degree),
    }];
    parts.push(format!("n = {}, m = {}", options.nodes, options.samples));
    let usual = simulate::Options::default();
    if options.noise != usual.noise {
        parts.push(format!("{} noise", drawn_word(&options.noise)));
    }
    if options.noise_scale != usual.noise_scale {
        let (least, greatest) = options.noise_scale;
        parts.push(format!("noise from {least} to {greatest}"));
    }
    if options.weights != usual.weights {
        parts.push(format!("{} weights", drawn_word(&options.weights)));
    }
    if options.weight_range != usual.weight_range {
        let (least, greatest) = options.weight_range;
        parts.push(format!("weights from {least} to {greatest}"));
    }
    parts.join(", ") + &in_units(options.standardize, options.rescale)
}

/// The word that JSON has for it.
pub(super) fn drawn_word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

impl Contender {
    /// One of our methods with these options.
    pub fn of(name: &str, label: &str, options: Value) -> Contender {
        Contender::Method(Entry { name: name.into(), label: Some(label.into()), options })
    }

    fn validate(&self) -> Result<()> {
        match self {
            Contender::Method(entry) => entry.spec().map(drop),
            Contender::External(External { label, command, .. }) => match command.is_empty() {
                true => Err(Error::Option {
                    name: "command",
                    value: label.clone(),
                    expected: "a program and its first words",
                }),
                false => Ok(()),
            },
        }
    }

    /// What it is called in tables.
    pub fn label(&self) -> &str {
        match self {
            Contender::Method(Entry { name, label, .. }) => label.as_ref().unwrap_or(name),
            Contender::External(external) => &external.label,
        }
    }
}

impl Entry {
    /// The method with all its options.
    pub fn spec(&self) -> Result<Spec> {
        let none = Value::Object(Default::default());
        let options = if self.options.is_null() { &none } else { &self.options };
        Spec::from_options(&self.name, options)
    }
}
