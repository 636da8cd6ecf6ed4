//! What there is to know of every method: in words, and its options.

use serde_json::Value;

use super::Spec;
use crate::error::{Error, Result};
use crate::method::bregman::Bregman;
use crate::method::order;

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
    /// Its options.
    pub options: &'static [Setting],
    default: fn() -> Spec,
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

const fn setting(key: &'static str, about: &'static str, range: &'static str) -> Setting {
    Setting { key, about, range }
}

const VARIANCES: &str = "noise variances; null lets the BIC decide";
const PENALTY: &str = "price of an edge: log m + 2 log n or log m";
const FACTOR: &str = "the price is multiplied by this";
const RESTARTS: &str = "restarts from a perturbed order";
const KINDS: &str = "null, equal or free";
const PRICES: &str = "ebic or bic";
const FACTORS: &str = "a number from 1e-6 to 1e6";
const WHOLE: &str = "a whole number, at least 0";
const NOT_NEGATIVE: &str = "a finite number ≥ 0";
const POSITIVE_NUMBER: &str = "a finite number > 0";

/// Every method, the default first.
pub const METHODS: &[Info] = &[
    Info {
        name: "search",
        about: "local search over the orders of the variables, on the score itself",
        assumes: "linear equations, Gaussian noise",
        claims: "a DAG if noise variances are equal, otherwise its class",
        practical: "10 000 variables",
        paper: "this program; docs/mathematics.md, section 15",
        relaxes: false,
        options: &[
            setting("variances", VARIANCES, KINDS),
            setting("penalty", PENALTY, PRICES),
            setting("penalty_factor", FACTOR, FACTORS),
            setting("positive", "no negative weights, but of required edges", "true or false"),
            setting(
                "start",
                "first order: by conditional variances, or random",
                "variance or random",
            ),
            setting("restarts", RESTARTS, WHOLE),
            setting("seed", "of the restarts and of a random start", WHOLE),
        ],
        default: || Spec::Search(order::Options::default()),
    },
    Info {
        name: "bregman",
        about: "the paper's relaxation, then the search from what it found",
        assumes: "linear equations, noise of one variance",
        claims: "a DAG; with free variances in the search, its class",
        practical: "1 000 variables",
        paper: "Romain and d'Aspremont 2021, arXiv:2011.02764",
        relaxes: true,
        options: &[
            setting("variant", "signs of the weights", "signed, split or positive"),
            setting(
                "path",
                "one weight of the penalty on cycles, or a growing one",
                "continuation or fixed",
            ),
            setting("start", "first matrix", "lasso or random"),
            setting(
                "lambda",
                "weight of the sum of all |weights|; null suits path, n and m",
                NOT_NEGATIVE,
            ),
            setting("mu", "weight of the penalty on cycles; null suits the path", POSITIVE_NUMBER),
            setting("alpha", "inside of that penalty; null suits path and n", POSITIVE_NUMBER),
            setting("gamma", "first step size of the fixed path", POSITIVE_NUMBER),
            setting("gamma_max", "largest step size", POSITIVE_NUMBER),
            setting(
                "tolerance",
                "relative change of the loss that ends the fixed path",
                NOT_NEGATIVE,
            ),
            setting(
                "step_tolerance",
                "relative accuracy of each step",
                "a number from 1e-10 to 0.01",
            ),
            setting("max_iterations", "most iterations", "at least 1"),
            setting(
                "threshold",
                "entries of W that become edges: at least this",
                "a finite number ≥ 0, or auto",
            ),
            setting("seed", "of a random start", WHOLE),
            setting("refine.variances", VARIANCES, KINDS),
            setting("refine.penalty", PENALTY, PRICES),
            setting("refine.penalty_factor", FACTOR, FACTORS),
            setting("refine.positive", "no negative weights in the search", "true or false"),
            setting(
                "refine.start",
                "not used: the search begins with the graph found",
                "variance or random",
            ),
            setting("refine.restarts", RESTARTS, WHOLE),
            setting("refine.seed", "of the restarts", WHOLE),
        ],
        default: || Spec::Bregman(Bregman::default()),
    },
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

    /// What it does and what it is for, in three lines.
    pub fn text(&self) -> String {
        let data = if self.spec().method().needs().rows { "rows" } else { "rows or moments" };
        let Info { name, about, assumes, claims, practical, paper, .. } = self;
        format!(
            "{name}: {about}\n  assumes {assumes}; claims {claims}\n  from {data}, to about \
             {practical}; {paper}\n"
        )
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
