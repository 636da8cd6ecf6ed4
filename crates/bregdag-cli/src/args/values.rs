//! Values of flags and the words about their defaults.
//!
//! Defaults that the help mentions are asked of the library, so they cannot go stale; choices are
//! parsed by the names the library itself gives them.

use bregdag::method::bregman::{Options, Path};
use bregdag::method::{Info, METHODS};
use bregdag::model::Threshold;
use bregdag::prepare::Transform;
use bregdag::read::Coding;
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

/// Names separated by commas, as a record of CSV.
#[derive(Debug, Clone)]
pub struct Names(pub Vec<String>);

pub(super) fn names(text: &str) -> Result<Names, String> {
    crate::names::parse(text).map(Names)
}

/// `COLUMN=A<B<C`; in double quotes nothing parts.
pub(super) fn ordered(text: &str) -> Result<Coding, String> {
    let (mut parts, mut in_quotes) = (vec![(String::new(), '=')], false);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let part = parts.len();
        match c {
            '"' if in_quotes && letters.next_if_eq(&'"').is_some() => parts[part - 1].0.push('"'),
            '"' => in_quotes = !in_quotes,
            '=' if !in_quotes && part == 1 => parts.push((String::new(), '<')),
            '<' if !in_quotes && part > 1 => parts.push((String::new(), '<')),
            c => parts[part - 1].0.push(c),
        }
    }
    let mut words = parts.into_iter().map(|(word, _)| word.trim().to_string());
    let column = words.next().unwrap_or_default();
    let values: Vec<String> = words.collect();
    let twice = (1..values.len()).any(|k| values[..k].contains(&values[k]));
    match values.len() < 2 || twice || in_quotes || values.contains(&String::new()) {
        true => Err("expected COLUMN=A<B<C with different words, least first".into()),
        false => Ok(Coding::ordered(column, values)),
    }
}

/// `HOW=NAMES`.
pub(super) fn transform(text: &str) -> Result<(Transform, Vec<String>), String> {
    let expected = "expected log=NAMES, log1p=NAMES or rank=NAMES";
    let (how, names) = text.split_once('=').ok_or(expected)?;
    let how = serde_json::from_value(how.into()).map_err(|_| expected)?;
    match names.is_empty() {
        true => Err(expected.into()),
        false => Ok((how, crate::names::parse(names)?)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_parsed() {
        let parsed = |text: &str| ordered(text).map(|coding| (coding.column, coding.values));
        let own = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        assert_eq!(parsed("stage=I<II<III"), Ok(("stage".into(), own(&["I", "II", "III"]))));
        assert_eq!(
            parsed(r#""a=b"="<5" < ">=5" <"say ""x""""#),
            Ok(("a=b".into(), own(&["<5", ">=5", "say \"x\""])))
        );
        assert_eq!(parsed("x=a=b<c"), Ok(("x".into(), own(&["a=b", "c"]))));
        for bad in ["", "a", "a=b", "a=b<b", "a=b<", "a=\"b<c"] {
            assert!(parsed(bad).is_err(), "{bad}");
        }
    }
}
