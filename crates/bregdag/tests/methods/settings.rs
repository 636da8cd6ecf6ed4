//! The methods in several settings, from what is known of their options.

use bregdag::Spec;
use bregdag::method::{Info, METHODS};

/// A method in one setting.
pub struct Case {
    /// Its name and what is not by default.
    pub label: String,
    /// The method.
    pub spec: Spec,
}

/// Settings beside the choices that the options name, tried where a method has all of these options.
/// `refine` is the whole of the options `refine.…`.
const MORE: &[&[(&str, &str)]] = &[
    &[("seed", "7")],
    &[("restarts", "0")],
    &[("restarts", "5"), ("start", "random"), ("seed", "3")],
    &[("variances", "equal"), ("positive", "true")],
    &[("variances", "free"), ("positive", "true")],
    &[("max_iterations", "3")],
    &[("max_iterations", "18446744073709551615")],
    &[("alpha", "0.3")],
    &[("threshold", "0")],
    &[("refine", "null")],
    &[("refine", "null"), ("variant", "positive")],
    &[("refine", "null"), ("path", "fixed"), ("start", "random"), ("seed", "5")],
    &[("path", "fixed"), ("variant", "split")],
];

/// Every method with its defaults, with every choice of every option, and with `MORE`.
pub fn cases() -> Vec<Case> {
    METHODS.iter().flat_map(of_method).collect()
}

fn of_method(info: &Info) -> Vec<Case> {
    let mut cases = vec![Case { label: info.name.into(), spec: info.spec() }];
    let together = MORE.iter().filter(|settings| settings.iter().all(|(key, _)| has(info, key)));
    let settings = choices(info).chain(together.map(|settings| settings.to_vec()));
    for settings in settings {
        let mut case = Case { label: info.name.into(), spec: info.spec() };
        // Some choices are refused without another one, and those are in `MORE`.
        let taken = settings.iter().all(|(key, value)| {
            case.label += &format!(" {key}={value}");
            case.spec.set(key, value).is_ok()
        });
        if taken && cases.iter().all(|other| other.spec != case.spec) {
            cases.push(case);
        }
    }
    cases
}

fn has(info: &Info, key: &str) -> bool {
    let of_key = |option: &str| option == key || option.starts_with(&format!("{key}."));
    info.options.iter().any(|setting| of_key(setting.key))
}

/// The words in the ranges of the options: `a, b or c`. Those that are none (`at least 0`) are refused.
fn choices(info: &Info) -> impl Iterator<Item = Vec<(&'static str, &'static str)>> {
    info.options.iter().flat_map(|setting| {
        let words = setting.range.split(',').flat_map(|part| part.split("or "));
        let words = words.map(str::trim).filter(|word| !word.is_empty());
        words.map(|word| vec![(setting.key, word)])
    })
}

#[test]
fn the_settings_are_found() {
    let labels: Vec<String> = cases().into_iter().map(|case| case.label).collect();
    for info in METHODS {
        assert!(labels.iter().any(|label| label == info.name), "{labels:?}");
    }
    for expected in [
        "search variances=equal",
        "search variances=free",
        "search positive=true",
        "search start=random",
        "bregman variant=positive",
        "bregman threshold=auto",
        "bregman refine.variances=free",
        "bregman refine=null",
        "bregman path=fixed variant=split",
    ] {
        assert!(labels.iter().any(|label| label == expected), "{expected}: {labels:?}");
    }
}
