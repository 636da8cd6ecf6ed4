//! Who takes part.

use serde_json::{Value, json};

use crate::experiment::plan::{Contender, External};
use crate::method::METHODS;

/// The weights λ of the paper, which puts their results together.
pub const LAMBDAS: [f64; 3] = [0.0, 1e-6, 1e-4];
/// One of them, where each table is one point.
pub const ONE_LAMBDA: [f64; 1] = [1e-6];

/// Public programs: what a command knows them by, and what tables call them. The first three search orders or classes and are
/// newer than the paper; the last is the one that the paper's time is compared with.
const RIVALS: [(&str, &str); 4] =
    [("flopsearch", "flopsearch"), ("boss", "BOSS"), ("grasp", "GRaSP"), NOTEARS];
const NOTEARS: (&str, &str) = ("notears", "NOTEARS (public)");

/// What the paper compares, with its settings and each of these λ. NOTEARS is in its polynomial form.
/// Its LiNGAM came through the Causal Discovery Toolbox, which calls the one by independent components.
pub fn of_the_paper(lambdas: &[f64]) -> Vec<Contender> {
    let mut all = vec![];
    for &lambda in lambdas {
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
pub fn all(lambdas: &[f64]) -> Vec<Contender> {
    by_default().into_iter().chain(of_the_paper(lambdas)).collect()
}

/// These methods by their defaults.
pub fn named(names: &[&str]) -> Vec<Contender> {
    names.iter().map(|name| Contender::of(name, name, Value::Null)).collect()
}

const ONE_DESCENT: &str = "search (one descent)";

/// The search by one descent where all noises are known to have one variance: what ten thousand variables can bear.
pub fn one_descent() -> Contender {
    let options = json!({ "variances": "equal", "restarts": 0 });
    Contender::of("search", ONE_DESCENT, options)
}

/// The strongest public programs; `command` is told which of them to be.
pub fn strongest(command: &[String]) -> Vec<Contender> {
    let strongest = RIVALS.into_iter().filter(|&rival| rival != NOTEARS);
    strongest.map(|rival| public(command, rival)).collect()
}

/// The public NOTEARS.
pub fn public_notears(command: &[String]) -> Contender {
    public(command, NOTEARS)
}

/// The public flopsearch.
pub fn flopsearch(command: &[String]) -> Contender {
    public(command, RIVALS[0])
}

fn public(command: &[String], (name, label): (&str, &str)) -> Contender {
    let command = command.iter().cloned().chain([name.to_string()]).collect();
    Contender::External(External { label: label.into(), command, revision: 0 })
}

/// There are as many looks as labels but for these, which have the look of one that is in no chart with them.
const BORROWED: [(&str, &str); 4] = [
    (ONE_DESCENT, "notears (paper)"),
    ("bregman, positive (paper)", "bregman+ (paper)"),
    ("bregman, split (paper)", "ccdr (released)"),
    ("bregman, signed (paper)", "lingam (ica)"),
];

/// The place of a label among all, so that it looks the same in every chart.
pub fn look(label: &str) -> usize {
    let lender = BORROWED.iter().find(|(borrower, _)| *borrower == label);
    let label = lender.map_or(label, |(_, lender)| lender);
    let ours = all(&LAMBDAS);
    let public = RIVALS.map(|(_, label)| label);
    let mut seen: Vec<&str> = vec![];
    for label in ours.iter().map(Contender::label).chain(public) {
        if !seen.contains(&label) {
            seen.push(label);
        }
    }
    seen.iter().position(|other| *other == label).unwrap_or(seen.len())
}
