//! Who takes part.

use serde_json::{Value, json};

use crate::experiment::plan::Contender;
use crate::method::METHODS;

/// The weights λ of the paper.
const LAMBDAS: [f64; 3] = [0.0, 1e-6, 1e-4];

/// What the paper compares, with its settings; results over λ are put together, as there. NOTEARS is in its polynomial form.
/// The paper does not say which LiNGAM it had; that it is the one by independent components is our guess.
pub fn of_the_paper() -> Vec<Contender> {
    let mut all = vec![];
    for lambda in LAMBDAS {
        all.push(published("positive", "bregman+ (paper)", lambda));
        let options = json!({ "lambda": lambda, "constraint": "polynomial" });
        all.push(Contender::of("notears", "notears (paper)", options));
    }
    all.push(Contender::of("ccdr", "ccdr (released)", json!({ "as_released": true })));
    all.push(Contender::of("lingam", "lingam (ica)", json!({ "algorithm": "ica" })));
    all
}

/// The Bregman method as published, in one of its variants.
pub fn published(variant: &str, label: &str, lambda: f64) -> Contender {
    let options = json!({
        "variant": variant, "path": "fixed", "start": "random", "gamma_max": 2000.0, "threshold": { "at": 0.5 },
        "lambda": lambda, "refine": null,
    });
    Contender::of("bregman", label, options)
}

/// Every method by its default, but for `exact`, which cannot take many variables, and `empty`, whose errors are the edges.
pub fn by_default() -> Vec<Contender> {
    let names = METHODS.iter().map(|info| info.name);
    let names = names.filter(|name| !["exact", "empty"].contains(name));
    names.map(|name| Contender::of(name, name, Value::Null)).collect()
}

/// Both.
pub fn all() -> Vec<Contender> {
    by_default().into_iter().chain(of_the_paper()).collect()
}

/// These methods by their defaults.
pub fn named(names: &[&str]) -> Vec<Contender> {
    names.iter().map(|name| Contender::of(name, name, Value::Null)).collect()
}

/// The place of a label among all, so that it looks the same in every chart.
pub fn look(label: &str) -> usize {
    let labels = all();
    let mut seen: Vec<&str> = vec![];
    for contender in &labels {
        if !seen.contains(&contender.label()) {
            seen.push(contender.label());
        }
    }
    seen.iter().position(|other| *other == label).unwrap_or(seen.len())
}
