//! What the flags ask for: the method, what is known, and where to begin.

use std::path::Path;

use anyhow::{anyhow, bail};
use bregdag::data::{Rules, Start, StartKind};
use bregdag::method::{Bregman, Info, METHODS, Spec};
use bregdag::read::graphs::GraphFile;
use bregdag::read::{matrix, rules};
use bregdag::study::{Choose, Setup};

use crate::args::{Known, Model};
use crate::input::{self, about};
use crate::say;

/// The values of `--start` that are no file.
const STARTS: [&str; 3] = ["variance", "lasso", "random"];

/// A flag that was given, the option that it sets, and to what.
type Given = (&'static str, &'static str, String);

/// What the flags ask for, but for a start that is read from a file: that needs the names of the
/// variables. `outputs` are flags given that only a method with a relaxation can answer.
pub fn setup(model: &Model, known: &Known, outputs: &[&'static str]) -> anyhow::Result<Setup> {
    let spec = spec(model, outputs)?;
    let choose = model.select.map(|by| Choose { by, over: model.select_over });
    // Who names the search wants the search.
    let prove = model.method.is_none();
    let setup = Setup {
        spec,
        rules: known_rules(known)?,
        choose,
        start: None,
        prove,
        effective_rows: false,
    };
    setup.validate().map_err(say)?;
    Ok(setup)
}

/// How messages speak of a method.
fn called(info: &Info) -> String {
    if info.name == "search" { "the search".into() } else { info.name.into() }
}

/// The method and its options. Without `--method`, options that only another method has ask for it.
fn spec(args: &Model, outputs: &[&'static str]) -> anyhow::Result<Spec> {
    let info = match &args.method {
        Some(name) => Info::of(name).map_err(say)?,
        None => implied(args, outputs)?,
    };
    let alien = |flag: &str, home: &Info| {
        anyhow!("{flag} belongs to --method {}; {} has no such option", home.name, called(info))
    };
    if let Some(flag) = outputs.first().filter(|_| !info.relaxes) {
        let all = METHODS.iter().filter(|info| info.relaxes).map(|info| info.name);
        let all = all.collect::<Vec<_>>().join(", ");
        bail!("{flag} is for methods that begin with a matrix ({all}); {} has none", called(info));
    }
    // Both have an option of this name, and they have nothing in common.
    if args.alpha.is_some() && info.key_of("mu").is_none() && info.key_of("alpha").is_some() {
        bail!("--alpha is the α of bregman's penalty; for {} say --set alpha=VALUE", called(info));
    }
    if let Some(flag) = for_the_paper(args).filter(|_| info.name != of_the_paper().name) {
        return Err(alien(flag, of_the_paper()));
    }
    let base = base(info, args);
    let mut settings: Vec<(String, String)> = vec![];
    for (flag, option, value) in given(args, info)? {
        let Some(key) = info.key_of(option) else {
            let home = METHODS.iter().find(|other| other.key_of(option).is_some());
            return Err(alien(flag, home.unwrap_or(info)));
        };
        if key.starts_with("refine.") && !has_search(&base) {
            bail!("{flag} is for the order search; add --refine search to run it");
        }
        let range = info.options.iter().find(|setting| setting.key == key);
        if value == "null" && range.is_some_and(|setting| !setting.range.contains("null")) {
            bail!("{flag} auto: {} cannot try both; say equal or free", called(info));
        }
        // One seed for all that is random.
        if option == "seed" && has_search(&base) {
            settings.push(("refine.seed".into(), value.clone()));
        }
        settings.push((key.into(), value));
    }
    for text in &args.set {
        let Some((key, value)) = text.split_once('=') else {
            bail!("--set {text}: expected KEY=VALUE, see `bregdag methods {}`", info.name);
        };
        settings.push((key.trim().into(), value.trim().into()));
    }
    base.with_all(settings.iter().map(|(key, value)| (key.as_str(), value.as_str()))).map_err(say)
}

/// Whether an order search goes on from the graph of the method.
fn has_search(spec: &Spec) -> bool {
    spec.options().get("refine").is_some_and(|refine| !refine.is_null())
}

/// The method of the paper: the first that is a relaxation.
fn of_the_paper() -> &'static Info {
    METHODS.iter().find(|info| info.relaxes).unwrap_or(&METHODS[0])
}

/// The first flag given that only the method of the paper understands, beside its options.
fn for_the_paper(args: &Model) -> Option<&'static str> {
    let flags = [
        ("--preset", args.preset == "paper"),
        ("--refine", args.refine.is_some()),
        ("--start lasso", args.start.as_deref() == Some("lasso")),
    ];
    flags.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
}

/// The default method, or that of the paper where one of its options is given.
fn implied(args: &Model, outputs: &[&'static str]) -> anyhow::Result<&'static Info> {
    let default = &METHODS[0];
    let alien = given(args, default)?.iter().any(|(_, option, _)| default.key_of(option).is_none());
    let paper = alien || !outputs.is_empty() || for_the_paper(args).is_some();
    Ok(if paper { of_the_paper() } else { default })
}

/// The method before any option is set: its defaults, or the preset, with or without the search.
fn base(info: &Info, args: &Model) -> Spec {
    let paper = args.preset == "paper";
    let Spec::Bregman(default) = info.spec() else { return info.spec() };
    // Who chooses which entries of W become edges does not want another choice.
    let by_default = if paper || args.threshold.is_some() { "none" } else { "search" };
    let refine = default.refine.filter(|_| args.refine.as_deref().unwrap_or(by_default) != "none");
    let preset = if paper { Bregman::paper() } else { default };
    Spec::Bregman(Bregman { refine, ..preset })
}

/// The flags that were given, as this method understands them.
fn given(args: &Model, info: &Info) -> anyhow::Result<Vec<Given>> {
    let number = |x: Option<f64>| x.map(|x| x.to_string());
    let whole = |x: Option<usize>| x.map(|x| x.to_string());
    let variances = |kind: &String| if kind == "auto" { "null".into() } else { kind.clone() };
    let (mut variant, mut positive) = (args.variant.clone(), None);
    let has_variants = info.key_of("variant").is_some();
    match (args.positive, variant.as_deref(), has_variants) {
        (true, None | Some("positive"), true) => variant = Some("positive".into()),
        (true, None, false) => positive = Some("true".into()),
        // Without variants: this one belongs to the method that has some.
        (true, Some("positive"), false) => {}
        (true, _, _) => bail!("--positive contradicts --variant; give one of them"),
        (false, _, _) => {}
    }
    let implied = variant.as_deref().filter(|variant| *variant == "split").map(|_| "fixed".into());
    let start = args.start.clone().filter(|start| STARTS.contains(&start.as_str()));
    if has_variants && start.as_deref() == Some("variance") {
        bail!("--start variance belongs to --method search; bregman has lasso and random");
    }
    let all = [
        ("--variant", "variant", variant),
        ("--path", "path", args.path.clone().or(implied)),
        ("--lambda", "lambda", number(args.lambda)),
        ("--mu", "mu", number(args.mu)),
        ("--alpha", "alpha", number(args.alpha)),
        ("--threshold", "threshold", args.threshold.clone()),
        ("--gamma", "gamma", number(args.gamma)),
        ("--gamma-max", "gamma_max", number(args.gamma_max)),
        ("--tolerance", "tolerance", number(args.tolerance)),
        ("--step-tolerance", "step_tolerance", number(args.step_tolerance)),
        ("--max-iterations", "max_iterations", whole(args.max_iterations)),
        ("--variances", "variances", args.variances.as_ref().map(variances)),
        ("--penalty", "penalty", args.penalty.clone()),
        ("--penalty-factor", "penalty_factor", number(args.penalty_factor)),
        ("--restarts", "restarts", whole(args.restarts)),
        ("--positive", "positive", positive),
        ("--start", "start", start),
        ("--seed", "seed", args.seed.map(|seed| seed.to_string())),
    ];
    Ok(all.into_iter().filter_map(|(flag, key, value)| Some((flag, key, value?))).collect())
}

/// What the flags and files of prior knowledge say, about names.
pub fn known_rules(known: &Known) -> anyhow::Result<Rules> {
    let edges = |texts: &[String]| {
        texts.iter().map(|text| rules::parse_edge(text).map_err(say)).collect::<Result<_, _>>()
    };
    let mut all = Rules {
        required_edges: edges(&known.require)?,
        forbidden_edges: edges(&known.forbid)?,
        ..Rules::default()
    };
    if let Some(path) = &known.tiers {
        all.tiers = rules::read_tiers(&input::read(path)?).map_err(about(path))?;
    }
    if let Some(path) = &known.knowledge {
        all = all.and(rules::read(&input::read(path)?).map_err(about(path))?).map_err(say)?;
    }
    Ok(all)
}

/// The file to start from.
pub fn start_file(args: &Model) -> Option<&Path> {
    args.start.as_ref().filter(|start| !STARTS.contains(&start.as_str())).map(Path::new)
}

/// The start in a file: a graph or a matrix, as the method can take it.
pub fn start(args: &Model, spec: &Spec, names: &[String]) -> anyhow::Result<Option<Start>> {
    let Some(path) = start_file(args) else { return Ok(None) };
    let bytes = input::read(path)?;
    let graph = || GraphFile::read(&bytes).and_then(|graph| graph.over_columns(names));
    let read = match spec.method().needs().starts.contains(&StartKind::Graph) {
        true => graph().map(Start::Graph),
        false => matrix::read_over(&bytes, names).map(Start::Weights),
    };
    read.map(Some).map_err(about(path))
}
