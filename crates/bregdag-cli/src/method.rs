//! The method that the flags of `bregdag learn` ask for.

use std::path::Path;

use anyhow::bail;
use bregdag::method::bregman::{self, Path as MuPath, Variant};
use bregdag::graph::{Dag, Signs};
use bregdag::read::graphs::GraphFile;
use bregdag::read::matrix;
use bregdag::linalg::Matrix;
use bregdag::method::order;
use bregdag::select::{Candidates, Parameter};
use bregdag::{Bregman, Error, Method, Moments, Search};
use serde_json::{Value, json};

use crate::args::{MethodName, Model, Preset, Refine, Start, VarianceFlag};
use crate::input;

/// What to run, but for a start that is read from a file: that needs the names of the variables.
pub enum Chosen {
    Search(order::Options),
    Bregman(bregman::Options, Option<order::Options>),
}

impl Chosen {
    /// What the flags mean. Without `--method`, options of the Bregman method ask for it; `outputs` are
    /// flags given that only it can answer.
    pub fn new(args: &Model, outputs: &[&'static str]) -> anyhow::Result<Chosen> {
        let of_bregman = [bregman_flags(args), outputs.to_vec()].concat();
        let method = args.method.unwrap_or(match of_bregman.is_empty() {
            true => MethodName::Search,
            false => MethodName::Bregman,
        });
        let search = search_options(args);
        search.validate()?;
        match method {
            MethodName::Search => match of_bregman.first() {
                None if args.select_over.is_some_and(|over| over != Parameter::PenaltyFactor) => {
                    bail!(args.select_over.map_or_else(String::new, no_such_option))
                }
                Some(flag) => {
                    bail!("{flag} belongs to --method bregman; the search has no such option")
                }
                None => Ok(Chosen::Search(search)),
            },
            MethodName::Bregman => {
                if matches!(args.start, Some(Start::Variance)) {
                    bail!(
                        "--start variance belongs to --method search; bregman has lasso and random"
                    );
                }
                let options = bregman_options(args)?;
                Ok(Chosen::Bregman(options, refine(args, search)?))
            }
        }
    }

    /// The file that the search starts from.
    pub fn start_file(args: &Model) -> Option<&Path> {
        match &args.start {
            Some(Start::File(path)) => Some(path),
            _ => None,
        }
    }

    /// The learner, once the variables are known.
    pub fn over(self, start: Option<&Path>, names: &[String]) -> anyhow::Result<Learner> {
        Ok(match (self, start) {
            (Chosen::Search(options), None) => Learner::Search(Search(options)),
            (Chosen::Search(options), Some(path)) => {
                let start = order::Start::Graph(read_graph(path, names)?);
                Learner::Search(Search(order::Options { start, ..options }))
            }
            (Chosen::Bregman(options, refine), None) => {
                Learner::Bregman(Bregman { options, refine })
            }
            (Chosen::Bregman(options, refine), Some(path)) => {
                let start = bregman::Start::Given(read_matrix(path, names)?);
                let options = bregman::Options { start, ..options };
                Learner::Bregman(Bregman { options, refine })
            }
        })
    }
}

/// A method that is ready to learn.
pub enum Learner {
    Search(Search),
    Bregman(Bregman),
}

impl Learner {
    pub fn method(&self) -> &dyn Method {
        match self {
            Learner::Search(search) => search,
            Learner::Bregman(bregman) => bregman,
        }
    }

    /// The method and its options as they were asked for, and what is chosen among if anything is.
    pub fn settings(&self, select: Option<Option<Parameter>>) -> Value {
        let select = select.map(|over| over.map_or("default", Parameter::name));
        match self {
            Learner::Search(Search(options)) => {
                let start = match &options.start {
                    order::Start::Graph(dag) => dag.edges(),
                    _ => vec![],
                };
                json!({"search": options, "start": start, "select": select})
            }
            Learner::Bregman(Bregman { options, refine }) => {
                let start = match &options.start {
                    bregman::Start::Given(matrix) => matrix.as_slice(),
                    _ => &[],
                };
                json!({"bregman": options, "refine": refine, "start": start, "select": select})
            }
        }
    }

    /// What signs its equations may have.
    pub fn signs(&self) -> Signs {
        let positive = match self {
            Learner::Search(search) => search.0.positive,
            Learner::Bregman(bregman) => bregman.options.variant == Variant::Positive,
        };
        if positive { Signs::NonNegative } else { Signs::Any }
    }

    /// The values of one of its options to choose from.
    pub fn candidates(
        &self,
        over: Option<Parameter>,
        moments: &Moments,
    ) -> Result<Candidates, Error> {
        Ok(match (self, over) {
            // `Chosen` has refused any other option of it.
            (Learner::Search(search), _) => Candidates::of_search(&search.0)?,
            (Learner::Bregman(bregman), Some(Parameter::Threshold)) => {
                Candidates::of_threshold(bregman)?
            }
            (Learner::Bregman(bregman), Some(Parameter::Lambda)) => {
                Candidates::of_lambda(bregman, moments)?
            }
            (Learner::Bregman(bregman), None) if bregman.refine.is_none() => {
                Candidates::of_lambda(bregman, moments)?
            }
            (Learner::Bregman(bregman), None | Some(Parameter::PenaltyFactor)) => {
                Candidates::of_refinement(bregman)?
            }
        })
    }
}

fn no_such_option(over: Parameter) -> String {
    let name = over.name();
    format!(
        "--select-over {name}: the search has no such option; it has penalty-factor, and --method \
         bregman has {name}"
    )
}

/// The method of an earlier fit, from its name and options; `None` if these cannot be read back, as
/// where a matrix, a graph or an order to start from was given.
pub fn again(method: &str, mut options: Value) -> Option<Box<dyn Method>> {
    match method {
        "bregman" => {}
        "search" => {
            let options = serde_json::from_value(options).ok()?;
            return Some(Box::new(Search(with_few_restarts(options))));
        }
        _ => return None,
    }
    let mut refine = options.as_object_mut()?.remove("refine").unwrap_or_default();
    if let Some(search) = refine.as_object_mut() {
        // The search that refines starts where the relaxation ends.
        search.remove("start");
    }
    let refine: Option<order::Options> = serde_json::from_value(refine).ok()?;
    let refine = refine.map(with_few_restarts);
    Some(Box::new(Bregman { options: serde_json::from_value(options).ok()?, refine }))
}

/// No more restarts than by default: more may have been asked for only because there was a time limit.
fn with_few_restarts(options: order::Options) -> order::Options {
    let restarts = options.restarts.min(order::Options::default().restarts);
    order::Options { restarts, ..options }
}

/// The method of this name with its default options.
pub fn default(method: &str) -> Box<dyn Method> {
    match method {
        "bregman" => Box::new(Bregman::default()),
        _ => Box::new(Search::default()),
    }
}

/// The flags given that only the Bregman method understands.
fn bregman_flags(args: &Model) -> Vec<&'static str> {
    let given = [
        ("--preset", args.preset == Preset::Paper),
        ("--variant", args.variant.is_some()),
        ("--path", args.path.is_some()),
        ("--lambda", args.lambda.is_some()),
        ("--mu", args.mu.is_some()),
        ("--alpha", args.alpha.is_some()),
        ("--threshold", args.threshold.is_some()),
        ("--gamma", args.gamma.is_some()),
        ("--gamma-max", args.gamma_max.is_some()),
        ("--tolerance", args.tolerance.is_some()),
        ("--step-tolerance", args.step_tolerance.is_some()),
        ("--max-iterations", args.max_iterations.is_some()),
        ("--refine", args.refine.is_some()),
        ("--start lasso", matches!(args.start, Some(Start::Lasso))),
    ];
    given.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag).collect()
}

fn search_options(args: &Model) -> order::Options {
    let default = order::Options::default();
    order::Options {
        variances: match args.variances {
            None | Some(VarianceFlag::Auto) => None,
            Some(VarianceFlag::Equal) => Some(order::Variances::Equal),
            Some(VarianceFlag::Free) => Some(order::Variances::Free),
        },
        penalty: args.penalty.unwrap_or(default.penalty),
        penalty_factor: args.penalty_factor.unwrap_or(default.penalty_factor),
        positive: args.positive,
        start: match &args.start {
            Some(Start::Random) => order::Start::Random,
            _ => default.start,
        },
        restarts: args.restarts.unwrap_or(default.restarts),
        seed: args.seed.unwrap_or(default.seed),
    }
}

/// The search that finishes the Bregman method: on by default, but not in the paper.
fn refine(args: &Model, search: order::Options) -> anyhow::Result<Option<order::Options>> {
    // Who chooses which entries of W become edges does not want another choice.
    let by_default = match args.preset == Preset::Paper || args.threshold.is_some() {
        true => Refine::None,
        false => Refine::Search,
    };
    if args.refine.unwrap_or(by_default) == Refine::Search {
        return Ok(Some(search));
    }
    let given = [
        ("--variances", args.variances.is_some()),
        ("--penalty", args.penalty.is_some()),
        ("--penalty-factor", args.penalty_factor.is_some()),
        ("--restarts", args.restarts.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((flag, _)) => bail!("{flag} is for the order search; add --refine search to run it"),
        None => Ok(None),
    }
}

/// The preset, overlaid by what was given.
fn bregman_options(args: &Model) -> anyhow::Result<bregman::Options> {
    let preset = match args.preset {
        Preset::Default => bregman::Options::default(),
        Preset::Paper => bregman::Options::paper(),
    };
    let variant = match (args.positive, args.variant) {
        (true, None | Some(Variant::Positive)) => Variant::Positive,
        (true, Some(_)) => bail!("--positive contradicts --variant; give one of them"),
        (false, variant) => variant.unwrap_or(preset.variant),
    };
    let implied = if variant == Variant::Split { MuPath::Fixed } else { preset.path };
    let options = bregman::Options {
        variant,
        path: args.path.unwrap_or(implied),
        start: match &args.start {
            Some(Start::Lasso) => bregman::Start::Lasso,
            Some(Start::Random) => bregman::Start::Random,
            // A file has to wait for the names of the variables.
            Some(Start::File(_) | Start::Variance) | None => preset.start,
        },
        lambda: args.lambda.or(preset.lambda),
        mu: args.mu.or(preset.mu),
        alpha: args.alpha.or(preset.alpha),
        gamma: args.gamma.unwrap_or(preset.gamma),
        gamma_max: args.gamma_max.unwrap_or(preset.gamma_max),
        tolerance: args.tolerance.unwrap_or(preset.tolerance),
        step_tolerance: args.step_tolerance.unwrap_or(preset.step_tolerance),
        max_iterations: args.max_iterations.unwrap_or(preset.max_iterations),
        threshold: args.threshold.unwrap_or(preset.threshold),
        seed: args.seed.unwrap_or(preset.seed),
    };
    options.validate()?;
    Ok(options)
}

/// A graph over the columns of the data.
fn read_graph(path: &Path, names: &[String]) -> anyhow::Result<Dag> {
    let bytes = input::read(path)?;
    let graph = GraphFile::read(&bytes).and_then(|graph| graph.over_columns(names));
    graph.map_err(input::about(path))
}

/// The starting matrix, its variables brought into the order of the data.
fn read_matrix(path: &Path, names: &[String]) -> anyhow::Result<Matrix> {
    let bytes = input::read(path)?;
    let (theirs, weights) = matrix::read(&bytes).map_err(input::about(path))?;
    let only_in = |some: &[String], others: &[String]| {
        let missing = some.iter().filter(|name| !others.contains(name));
        let missing: Vec<String> = missing.map(|name| format!("{name:?}")).collect();
        match missing.is_empty() {
            true => "none of its own".to_string(),
            false => format!("{} of its own", missing.join(", ")),
        }
    };
    let place = |name: &String| theirs.iter().position(|other| other == name);
    let places: Option<Vec<usize>> = names.iter().map(place).collect();
    match places.filter(|places| places.len() == theirs.len()) {
        Some(at) => Ok(Matrix::from_fn(at.len(), at.len(), |i, j| weights[(at[i], at[j])])),
        None => Err(input::about(path)(Error::VariablesDiffer {
            left: "the starting matrix".into(),
            right: "the data".into(),
            only_left: only_in(&theirs, names),
            only_right: only_in(names, &theirs),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_comes_back_from_its_options() {
        let read = |method: &str, options: &str| {
            again(method, serde_json::from_str(options).unwrap()).map(|method| method.name())
        };
        assert_eq!(read("search", r#"{"variances": "free"}"#), Some("search"));
        assert_eq!(read("search", r#"{"start": "graph"}"#), None);
        assert_eq!(read("bregman", "{}"), Some("bregman"));
        let refined = r#"{"lambda": 0.2, "refine": {"variances": "free", "start": "graph"}}"#;
        assert_eq!(read("bregman", refined), Some("bregman"));
        assert_eq!(read("bregman", r#"{"start": "matrix"}"#), None);
    }
}
