//! Values of flags and the words about their defaults.
//!
//! Defaults that the help mentions are asked of the library, so they cannot go stale; choices are
//! parsed by the names the library itself gives them.

use bregdag::method::bregman::{Options, Path};
use bregdag::method::{Info, METHODS};
use bregdag::model::Threshold;
use bregdag::prepare::Transform;
use bregdag::simulate::Options as Simulation;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::de::DeserializeOwned;

/// Parses one of the names, each with its explanation, into the library's type of that name.
pub(super) fn choice<T>(
    names: &[(&'static str, &'static str)],
) -> impl TypedValueParser<Value = T> + use<T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    one_of(names).try_map(|name| serde_json::from_value::<T>(name.into()))
}

/// One of the names, each with its explanation.
pub(super) fn one_of(names: &[(&'static str, &'static str)]) -> PossibleValuesParser {
    let value = |&(name, help): &(&'static str, &'static str)| PossibleValue::new(name).help(help);
    PossibleValuesParser::new(names.iter().map(value))
}

/// Every method of the library, with what it does.
pub(super) fn methods() -> PossibleValuesParser {
    let value = |info: &Info| PossibleValue::new(info.name).help(info.about);
    PossibleValuesParser::new(METHODS.iter().map(value))
}

pub(super) fn restarts() -> String {
    "Throw a variable to a random place so many times, and search again [default: while it helps]"
        .into()
}

pub(super) fn threshold(text: &str) -> Result<String, String> {
    match text == "auto" || text.parse::<f64>().is_ok() {
        true => Ok(text.into()),
        false => Err("expected a number or auto".into()),
    }
}

/// `HOW=NAMES`.
pub(super) fn transform(text: &str) -> Result<(Transform, Vec<String>), String> {
    let expected = "expected log=NAMES, log1p=NAMES or rank=NAMES";
    let (how, names) = text.split_once('=').ok_or(expected)?;
    let how = serde_json::from_value(how.into()).map_err(|_| expected)?;
    match names.is_empty() {
        true => Err(expected.into()),
        false => Ok((how, names.split(',').map(String::from).collect())),
    }
}

/// `A,B`, or `S` for `S,S`.
pub(super) fn range(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse().map_err(|_| "expected numbers A,B".to_string());
    let (least, greatest) = text.split_once(',').unwrap_or((text, text));
    Ok((number(least)?, number(greatest)?))
}

/// The help of an option whose default depends on the path; `unit` is for n variables.
pub(super) fn by_path(about: &str, unit: &str, value: impl Fn(Options) -> Option<f64>) -> String {
    let default = |path| {
        let one_variable = Options { path, ..Options::default() }.resolved(1, 1);
        value(one_variable).map_or("none".into(), |x| number(x) + unit)
    };
    let (continuation, fixed) = (default(Path::Continuation), default(Path::Fixed));
    format!("{about} [default: {continuation} on the continuation path, {fixed} on the fixed one]")
}

/// The help of an option with one default, and perhaps another in the preset of the paper.
pub(super) fn by_preset(about: &str, value: impl Fn(Options) -> String) -> String {
    let (default, paper) = (value(Options::default()), value(Options::paper()));
    match default == paper {
        true => format!("{about} [default: {default}]"),
        false => format!("{about} [default: {default}; preset paper: {paper}]"),
    }
}

pub(super) fn simulated(about: &str, value: impl Fn(Simulation) -> usize) -> String {
    format!("{about} [default: {}]", value(Simulation::default()))
}

/// 0.05, 500, 1e6.
pub(super) fn number(x: f64) -> String {
    if (1e-3..1e5).contains(&x.abs()) { x.to_string() } else { format!("{x:e}") }
}

pub(super) fn threshold_text(threshold: Threshold) -> String {
    match threshold {
        Threshold::At(value) => number(value),
        Threshold::Auto => "auto".into(),
    }
}
