//! The one list of methods. A new method adds a variant to [`Spec`], an arm to its matches and an entry to
//! [`METHODS`].

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

mod additive;
mod classes;
mod controls;
mod info;
mod non_gaussian;
mod relaxations;
mod search;

use super::answer::{Answer, Noise};
use super::bregman::{self, Bregman};
use super::cam::{self, Cam};
use super::ccdr::{self, Ccdr};
use super::contract::{Method, Parameter};
use super::controls::{ChowLiu, Empty, Sort};
use super::dagma::Dagma;
use super::exact::Exact;
use super::ges::{self, Ges};
use super::golem::{self, Golem};
use super::lingam::{self, Lingam};
use super::notears::Notears;
use super::order::{self, Search};
use super::pc::{self, Pc};
use crate::data::Moments;
use crate::error::{Error, Result};
use crate::score::Variances;

pub use info::{Info, METHODS, Setting};

/// Which method, with which options: all that a fit depends on beside its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", content = "options", rename_all = "kebab-case")]
pub enum Spec {
    /// The order search.
    Search(order::Options),
    /// The best graph of all.
    Exact(order::Options),
    /// The Bregman method.
    Bregman(Bregman),
    /// NOTEARS.
    Notears(Notears),
    /// DAGMA.
    Dagma(Dagma),
    /// GOLEM.
    Golem(Golem),
    /// Greedy equivalence search.
    Ges(ges::Options),
    /// CCDr.
    Ccdr(ccdr::Options),
    /// PC.
    Pc(pc::Options),
    /// LiNGAM.
    Lingam(lingam::Options),
    /// Causal additive models.
    Cam(cam::Options),
    /// Regression after sorting.
    Sort(Sort),
    /// The forest of Chow and Liu.
    ChowLiu(ChowLiu),
    /// No edges.
    Empty(Empty),
}

impl Default for Spec {
    fn default() -> Spec {
        METHODS[0].spec()
    }
}

/// A method that is its own variant.
macro_rules! spec_of {
    ($($name:ident),*) => {$(
        impl From<$name> for Spec {
            fn from(method: $name) -> Spec {
                Spec::$name(method)
            }
        }
    )*};
}

spec_of!(Bregman, Notears, Dagma, Golem, Sort, ChowLiu, Empty);

/// A method whose variant has its options.
macro_rules! spec_of_options {
    ($($name:ident),*) => {$(
        impl From<$name> for Spec {
            fn from(method: $name) -> Spec {
                Spec::$name(method.0)
            }
        }
    )*};
}

spec_of_options!(Search, Exact, Ges, Ccdr, Pc, Lingam, Cam);

impl Spec {
    /// The method.
    pub fn method(&self) -> Box<dyn Method> {
        match self {
            Spec::Search(options) => Box::new(Search(*options)),
            Spec::Exact(options) => Box::new(Exact(*options)),
            Spec::Bregman(bregman) => Box::new(*bregman),
            Spec::Notears(notears) => Box::new(*notears),
            Spec::Dagma(dagma) => Box::new(*dagma),
            Spec::Golem(golem) => Box::new(*golem),
            Spec::Ges(options) => Box::new(Ges(*options)),
            Spec::Ccdr(options) => Box::new(Ccdr(*options)),
            Spec::Pc(options) => Box::new(Pc(*options)),
            Spec::Lingam(options) => Box::new(Lingam(*options)),
            Spec::Cam(options) => Box::new(Cam(*options)),
            Spec::Sort(sort) => Box::new(*sort),
            Spec::ChowLiu(chow_liu) => Box::new(*chow_liu),
            Spec::Empty(empty) => Box::new(*empty),
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
        let Value::Object(fields) = options else {
            let (value, expected) = (options.to_string(), "an object of options");
            return Err(Error::Option { name: "options", value, expected });
        };
        if fields.get("refine").is_some_and(Value::is_null) {
            spec = spec.replaced("refine", Value::Null)?;
        }
        for (key, value) in flattened("", fields) {
            spec = spec.replaced(&key, value)?;
        }
        spec.method().validate()?;
        Ok(spec)
    }

    /// Sets an option by the text of its value. Dashes in the key count as underscores.
    pub fn set(&mut self, key: &str, text: &str) -> Result<()> {
        *self = self.with_all([(key, text)])?;
        Ok(())
    }

    /// Whether the data decide between equal and free noise variances: rows, where they are at hand, tell the shape
    /// of the noise.
    pub fn decides_variances(&self) -> bool {
        match self {
            Spec::Search(options) => options.variances.is_none(),
            Spec::Bregman(Bregman { refine, .. }) => {
                refine.is_some_and(|options| options.variances.is_none())
            }
            _ => false,
        }
    }

    /// The same with these options, which need to fit together only in the end.
    pub fn with_all<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Spec> {
        let mut spec = self.clone();
        for (key, text) in settings {
            let key = key.replace('-', "_");
            let value = match (key.as_str(), text) {
                ("threshold", _) => threshold_value(text),
                ("refine", "none") => Value::Null,
                ("refine", "search") => search_value(),
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
        let (name, expected) = match known(key) {
            Some(setting) => (setting.key, setting.range),
            None if key == "refine" && known("refine.seed").is_some() => {
                ("refine", "search or none")
            }
            None => {
                let there = info.options.iter().map(|setting| setting.key).collect();
                return Err(Error::NoSuchOption { method: info.name, key: key.into(), there });
            }
        };
        let mut whole = serde_json::to_value(self).unwrap_or(Value::Null);
        let shown = value.as_str().map_or_else(|| value.to_string(), Into::into);
        let mut place = &mut whole["options"];
        for part in key.split('.') {
            // The search that refines may have been left out.
            if place.is_null() {
                *place = search_value();
            }
            place = &mut place[part];
        }
        *place = value;
        serde_json::from_value(whole).map_err(|_| Error::Option { name, value: shown, expected })
    }

    /// The same with every default filled in that the data decided.
    pub(crate) fn used(&self, answer: &Answer, moments: &Moments) -> Spec {
        let decided = match answer.noise {
            Noise::Equal => Some(Variances::Equal),
            Noise::Free => Some(Variances::Free),
            Noise::NonGaussian | Noise::Additive | Noise::Unknown => None,
        };
        match self {
            Spec::Search(options) => {
                Spec::Search(order::Options { variances: decided, ..*options })
            }
            Spec::Exact(options) => Spec::Exact(order::Options { variances: decided, ..*options }),
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
            Spec::Cam(options) => Spec::Cam(options.resolved(moments.variables(), moments.rows())),
            Spec::Golem(Golem(options)) => {
                Spec::Golem(Golem(golem::Options { lambda: Some(options.weight()), ..*options }))
            }
            Spec::Ccdr(options) => {
                let lambda = options.lambda.or(answer.record.lambda);
                Spec::Ccdr(ccdr::Options { lambda, ..*options })
            }
            other => other.clone(),
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

    /// The same with a proof that no graph scores better, if it is a search of so few variables that this is done
    /// in passing. A rule in n alone: an answer must not depend on the machine.
    pub fn proving(&self, variables: usize) -> Option<Spec> {
        match self {
            Spec::Search(options) if variables <= order::PROVED_IN_PASSING => {
                Some(Spec::Exact(*options))
            }
            _ => None,
        }
    }

    /// The same with no more restarts than a refit needs: more may have been asked for only because there was a
    /// time limit.
    pub fn with_few_restarts(&self) -> Spec {
        let few = |search: &order::Options| {
            let restarts = search.restarts.map(|restarts| restarts.min(order::REFIT_RESTARTS));
            order::Options { restarts, ..*search }
        };
        match self {
            Spec::Search(options) | Spec::Exact(options) => Spec::Search(few(options)),
            Spec::Bregman(Bregman { options, refine }) => {
                Spec::Bregman(Bregman { options: *options, refine: refine.as_ref().map(few) })
            }
            other => other.clone(),
        }
    }
}

/// The search that refines, with its default options, as JSON has it.
fn search_value() -> Value {
    serde_json::to_value(order::Options::default()).unwrap_or(Value::Null)
}

/// A number, or `auto`, as JSON has it.
fn threshold_value(text: &str) -> Value {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => serde_json::json!({ "at": value }),
        _ => Value::String(text.into()),
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
mod tests;
