//! The one list of methods. A new method adds a variant to [`Spec`], an arm to [`Spec::method`] and an
//! entry to [`METHODS`].

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::bregman::{self, Bregman};
use super::contract::{Answer, Method, Noise, Parameter};
use super::order::{self, Search};
use crate::data::Moments;
use crate::error::{Error, Result};
use crate::score::Variances;

/// Which method, with which options: all that a fit depends on beside its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", content = "options", rename_all = "kebab-case")]
pub enum Spec {
    /// The order search.
    Search(order::Options),
    /// The Bregman method.
    Bregman(Bregman),
}

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
            format!("{key:widest$}  {about}: {range} [default: {}]\n", self.default_of(key))
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

impl Default for Spec {
    fn default() -> Spec {
        METHODS[0].spec()
    }
}

impl From<Search> for Spec {
    fn from(search: Search) -> Spec {
        Spec::Search(search.0)
    }
}

impl From<Bregman> for Spec {
    fn from(bregman: Bregman) -> Spec {
        Spec::Bregman(bregman)
    }
}

impl Spec {
    /// The method.
    pub fn method(&self) -> Box<dyn Method> {
        match self {
            Spec::Search(options) => Box::new(Search(*options)),
            Spec::Bregman(bregman) => Box::new(*bregman),
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.method().name()
    }

    /// What there is to know of it.
    pub fn info(&self) -> &'static Info {
        let name = self.name();
        METHODS.iter().find(|info| info.name == name).unwrap_or(&METHODS[0])
    }

    /// Its options as JSON.
    pub fn options(&self) -> Value {
        match serde_json::to_value(self) {
            Ok(Value::Object(mut fields)) => fields.remove("options").unwrap_or(Value::Null),
            _ => Value::Null,
        }
    }

    /// The method of this name with these options, which may lack some: those have their defaults.
    pub fn from_options(name: &str, options: &Value) -> Result<Spec> {
        let mut spec = Info::of(name)?.spec();
        if let Value::Object(fields) = options {
            if fields.get("refine").is_some_and(Value::is_null) {
                spec = spec.replaced("refine", Value::Null)?;
            }
            for (key, value) in flattened("", fields) {
                spec = spec.replaced(&key, value)?;
            }
        }
        spec.method().validate()?;
        Ok(spec)
    }

    /// Sets an option by the text of its value. Dashes in the key count as underscores.
    pub fn set(&mut self, key: &str, text: &str) -> Result<()> {
        *self = self.with_all([(key, text)])?;
        Ok(())
    }

    /// The same with these options, which need to fit together only in the end.
    pub fn with_all<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Spec> {
        let mut spec = self.clone();
        for (key, text) in settings {
            let key = key.replace('-', "_");
            let value = match key.as_str() {
                "threshold" => threshold_value(text),
                _ => serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into())),
            };
            spec = spec.replaced(&key, value)?;
        }
        spec.method().validate()?;
        Ok(spec)
    }

    /// The key of an option, which may be that of the search that refines; `None` if there is none.
    pub fn key_of(&self, option: &str) -> Option<&'static str> {
        self.info().key_of(option)
    }

    /// The same with another value of one option.
    fn replaced(&self, key: &str, value: Value) -> Result<Spec> {
        let info = self.info();
        let known = |key: &str| info.options.iter().find(|setting| setting.key == key);
        let setting =
            known(key).or_else(|| (key == "refine").then(|| known("refine.seed")).flatten());
        let Some(setting) = setting else {
            let there = info.options.iter().map(|setting| setting.key).collect();
            return Err(Error::NoSuchOption { method: info.name, key: key.into(), there });
        };
        let mut whole = serde_json::to_value(self).unwrap_or(Value::Null);
        let shown = value.as_str().map_or_else(|| value.to_string(), Into::into);
        let mut place = &mut whole["options"];
        for part in key.split('.') {
            // The search that refines may have been left out.
            if place.is_null() {
                *place = serde_json::to_value(order::Options::default()).unwrap_or(Value::Null);
            }
            place = &mut place[part];
        }
        *place = value;
        serde_json::from_value(whole).map_err(|_| Error::Option {
            name: setting.key,
            value: shown,
            expected: setting.range,
        })
    }

    /// The same with every default filled in that the data decided.
    pub fn used(&self, answer: &Answer, moments: &Moments) -> Spec {
        let decided = match answer.noise {
            Noise::Equal => Some(Variances::Equal),
            Noise::Free => Some(Variances::Free),
            Noise::NonGaussian | Noise::Unknown => None,
        };
        match self {
            Spec::Search(options) => {
                Spec::Search(order::Options { variances: decided, ..*options })
            }
            Spec::Bregman(Bregman { options, refine }) => {
                let options = options.resolved(moments.variables(), moments.rows());
                let positive = options.variant == bregman::Variant::Positive;
                let used = |search: &order::Options| order::Options {
                    variances: decided,
                    positive: positive || search.positive,
                    ..*search
                };
                // A relaxation that was stopped is not searched on from.
                let refine = refine.as_ref().map(|search| match answer.stages.is_empty() {
                    true => *search,
                    false => used(search),
                });
                Spec::Bregman(Bregman { options, refine })
            }
        }
    }

    /// The same with another value of an option that can be chosen from a path.
    pub fn with(&self, parameter: Parameter, value: f64) -> Result<Spec> {
        let key = parameter.name().replace('-', "_");
        let number = match parameter {
            Parameter::Threshold => serde_json::json!({ "at": value }),
            _ => value.into(),
        };
        self.replaced(self.key_of(&key).unwrap_or(&key), number)
    }

    /// The same with no more restarts than by default: more may have been asked for only because there
    /// was a time limit.
    pub fn with_few_restarts(&self) -> Spec {
        let few = |search: &order::Options| {
            let restarts = search.restarts.min(order::Options::default().restarts);
            order::Options { restarts, ..*search }
        };
        match self {
            Spec::Search(options) => Spec::Search(few(options)),
            Spec::Bregman(Bregman { options, refine }) => {
                Spec::Bregman(Bregman { options: *options, refine: refine.as_ref().map(few) })
            }
        }
    }
}

/// A number, or `auto`, as JSON has it.
fn threshold_value(text: &str) -> Value {
    match text.parse::<f64>() {
        Ok(value) => serde_json::json!({ "at": value }),
        Err(_) => Value::String(text.into()),
    }
}

/// The values of all keys, those inside others as `outer.inner`.
fn flattened(prefix: &str, fields: &Map<String, Value>) -> Vec<(String, Value)> {
    let mut list = vec![];
    for (key, value) in fields {
        match value {
            // {"at": 0.3} is a value.
            Value::Object(inner) if key == "refine" => list.extend(flattened("refine.", inner)),
            Value::Null if key == "refine" => {}
            _ => list.push((format!("{prefix}{key}"), value.clone())),
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_listed_and_every_listed_one_is_there() {
        for info in METHODS {
            let Value::Object(fields) = info.spec().options() else { panic!("{}", info.name) };
            let there: Vec<String> = flattened("", &fields).into_iter().map(|f| f.0).collect();
            let mut listed: Vec<&str> = info.options.iter().map(|setting| setting.key).collect();
            let mut there: Vec<&str> = there.iter().map(String::as_str).collect();
            listed.sort_unstable();
            there.sort_unstable();
            assert_eq!(listed, there, "{}", info.name);
            assert_eq!(info.spec().name(), info.name);
        }
    }

    #[test]
    fn settings_go_to_json_and_back() {
        for info in METHODS {
            let mut spec = info.spec();
            spec.set("seed", "18446744073709551615").unwrap();
            let text = serde_json::to_string(&spec).unwrap();
            assert_eq!(serde_json::from_str::<Spec>(&text).unwrap(), spec);
            assert_eq!(Spec::from_options(spec.name(), &spec.options()).unwrap(), spec);
        }
        let mut spec = Info::of("bregman").unwrap().spec();
        spec.set("threshold", "auto").unwrap();
        spec.set("refine.penalty-factor", "2.5").unwrap();
        spec.set("lambda", "0.125").unwrap();
        assert_eq!(Spec::from_options("bregman", &spec.options()).unwrap(), spec);
        let bare = Spec::Bregman(Bregman { refine: None, ..Bregman::default() });
        assert_eq!(Spec::from_options("bregman", &bare.options()).unwrap(), bare);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let mut spec = Spec::default();
        let problem = |spec: &mut Spec, key, value| spec.set(key, value).unwrap_err().to_string();
        assert!(problem(&mut spec, "lambda", "1").contains("penalty_factor"));
        assert!(problem(&mut spec, "restarts", "many").contains("whole number"));
        assert!(problem(&mut spec, "restarts", "-1").contains("whole number"));
        assert!(problem(&mut spec, "penalty-factor", "0").contains("1e-6 to 1e6"));
        assert!(problem(&mut spec, "variances", "some").contains("equal or free"));
        assert_eq!(spec, Spec::default());
        assert!(Info::of("serch").unwrap_err().to_string().contains("search"));
    }

    #[test]
    fn a_value_of_a_path_is_an_option() {
        let spec = Spec::default().with(Parameter::PenaltyFactor, 2.0).unwrap();
        assert_eq!(spec, Spec::Search(order::Options::default().with_factor(2.0)));
        assert!(spec.with(Parameter::Lambda, 1.0).is_err());
        let bregman = Info::of("bregman").unwrap().spec();
        for parameter in bregman.method().parameters() {
            let varied = bregman.with(parameter, 0.75).unwrap();
            let method = bregman.method().with(parameter, 0.75).unwrap();
            assert_eq!((varied.name(), varied != bregman), (method.name(), true));
        }
    }
}
