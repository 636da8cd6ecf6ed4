//! What there is to know of every method: in words, and its options.

use serde_json::Value;

use super::Spec;
use crate::error::{Error, Result};

/// What there is to know of a method before it is tried.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// Its name.
    pub name: &'static str,
    /// How it looks for the graph.
    pub about: &'static str,
    /// What it assumes.
    pub assumes: &'static str,
    /// What it claims.
    pub claims: &'static str,
    /// To how many variables it is practical.
    pub practical: &'static str,
    /// Where it is published.
    pub paper: &'static str,
    /// Whether it leaves a matrix that is not yet a DAG, and tells its steps.
    pub relaxes: bool,
    /// Counts the changes after which it may find another graph in the same data. Kept rows of experiments are fitted again
    /// after each.
    pub revision: u32,
    /// Its options.
    pub options: &'static [Setting],
    pub(super) default: fn() -> Spec,
}

/// One option of a method.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its key, as in JSON; of an option of an option, `outer.inner`.
    pub key: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it may be.
    pub range: &'static str,
}

pub(super) const fn setting(
    key: &'static str,
    about: &'static str,
    range: &'static str,
) -> Setting {
    Setting { key, about, range }
}

/// Words that several methods share.
pub(super) const VARIANCES: &str = "noise variances; null lets the BIC decide";
pub(super) const PENALTY: &str = "price of an edge: log m + 2 log n or log m";
pub(super) const FACTOR: &str = "the price is multiplied by this";
pub(super) const RESTARTS: &str = "restarts from a perturbed order; null goes on while it helps";
pub(super) const KINDS: &str = "null, equal or free";
pub(super) const PRICES: &str = "ebic or bic";
pub(super) const FACTORS: &str = "a number from 1e-6 to 1e6";
pub(super) const WHOLE: &str = "a whole number, at least 0";
pub(super) const NULL_OR_WHOLE: &str = "null or a whole number, at least 0";
pub(super) const NOT_NEGATIVE: &str = "a finite number ≥ 0";
pub(super) const POSITIVE_NUMBER: &str = "a finite number > 0";

/// Every method, the default first.
pub const METHODS: &[Info] = &[
    super::search::SEARCH,
    super::search::EXACT,
    super::relaxations::BREGMAN,
    super::relaxations::NOTEARS,
    super::relaxations::DAGMA,
    super::relaxations::GOLEM,
    super::classes::GES,
    super::classes::CCDR,
    super::classes::PC,
    super::non_gaussian::LINGAM,
    super::additive::CAM,
    super::controls::SORT,
    super::controls::CHOW_LIU,
    super::controls::EMPTY,
];

impl Info {
    /// The method of this name.
    pub fn of(name: &str) -> Result<&'static Info> {
        METHODS.iter().find(|info| info.name == name).ok_or_else(|| Error::NoSuchMethod {
            name: name.into(),
            there: METHODS.iter().map(|info| info.name).collect(),
        })
    }

    /// The key of an option, which may be that of the search that refines; `None` if there is none.
    pub fn key_of(&self, option: &str) -> Option<&'static str> {
        let is = |key: &str| key == option || key.strip_prefix("refine.") == Some(option);
        self.options.iter().map(|setting| setting.key).find(|key| is(key))
    }

    /// What it assumes and claims, what it learns from, how many variables it can bear, and where it is
    /// published, in one line.
    pub fn line(&self) -> String {
        let widest = METHODS.iter().map(|info| info.name.len()).max().unwrap_or(0);
        format!("{:widest$}  {}\n", self.name, self.facts())
    }

    /// How it looks for the graph, and the same.
    pub fn text(&self) -> String {
        format!("{}: {}\n{}\n", self.name, self.about, self.facts())
    }

    fn facts(&self) -> String {
        let data = if self.spec().method().needs().rows { "rows" } else { "rows or moments" };
        let Info { assumes, claims, practical, paper, .. } = self;
        format!("assumes {assumes}; claims {claims}; from {data}; to about {practical}; {paper}")
    }

    /// Its options, one line each: what it is, what it may be, and its default.
    pub fn options_text(&self) -> String {
        let widest = self.options.iter().map(|setting| setting.key.len()).max().unwrap_or(0);
        let line = |Setting { key, about, range }: &Setting| {
            format!("{key:widest$}  {about} ({range}) [default: {}]\n", self.default_of(key))
        };
        self.options.iter().map(line).collect()
    }

    /// The default of an option, as one would set it.
    pub fn default_of(&self, key: &str) -> String {
        let options = self.spec().options();
        match key.split('.').fold(&options, |value, part| &value[part]) {
            // {"at": 0.3} is set as 0.3.
            Value::Object(fields) => fields.values().next().map_or(String::new(), Value::to_string),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// The method with its default options.
    pub fn spec(&self) -> Spec {
        (self.default)()
    }
}
