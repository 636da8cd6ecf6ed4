//! Which method on how many variables, and who else has it.

use bregdag::simulate;
use serde_json::{Value, json};

use crate::contest::{Case, Learner, System};

const SEEDS: u64 = 5;

/// The public program of a method: its name here, its worker, and the options of a fit.
type Public = (&'static str, &'static str, Value);

/// All cases; those whose public programs are slow come after the others.
pub fn all() -> Vec<Case> {
    let notears = || ("NOTEARS", "notears", json!({"lambda1": 0.1, "w_threshold": 0.3}));
    let dagma = || ("dagma", "dagma", json!({"lambda1": 0.02, "w_threshold": 0.3}));
    let golem = || ("gcastle", "golem", json!({"lambda_1": 0.02, "lambda_2": 5.0}));
    let ges = || ("ges", "ges", json!({"phases": ["forward", "backward"]}));
    let causal_learn_ges = || ("causal-learn", "causal-learn-ges", json!({"lambda_value": 0.5}));
    let direct = || ("lingam", "lingam", json!({}));
    let ica = || ("lingam", "lingam-ica", json!({}));
    let pc = || ("causal-learn", "pc", json!({"alpha": 0.01}));
    let mut cases = vec![
        case("pc", 50, vec![pc()]),
        case("pc", 100, vec![pc()]),
        case("dagma", 50, vec![dagma()]),
        case("dagma", 100, vec![dagma()]),
        case("notears", 50, vec![notears()]),
        case("ges", 20, vec![ges(), causal_learn_ges()]),
        case("ges", 50, vec![ges(), causal_learn_ges()]),
        case("golem", 50, vec![golem()]),
        non_gaussian(case("lingam", 20, vec![direct()])),
        non_gaussian(case("lingam", 50, vec![direct()])),
        by_components(20, vec![ica()]),
        case("ccdr", 50, vec![]),
        case("ges", 500, vec![]),
        case("pc", 1000, vec![]),
        case("sort", 50, vec![]),
        case("chow-liu", 50, vec![]),
        case("empty", 50, vec![]),
    ];
    // For context.
    cases.extend([20, 50, 100, 500].map(|nodes| case("search", nodes, vec![])));
    cases
}

/// LiNGAM by independent components.
fn by_components(nodes: usize, public: Vec<Public>) -> Case {
    let mut case = non_gaussian(case("lingam-ica", nodes, public));
    case.systems[0].learner = Learner::Set("lingam", "algorithm", "ica");
    case
}

/// The same with exponential noise.
fn non_gaussian(mut case: Case) -> Case {
    case.data.noise = simulate::Noise::Exponential;
    case
}

/// Twice as many edges as variables, weights ±[0.5, 2], Gaussian noise of deviation 1, 1000 rows.
fn case(method: &'static str, nodes: usize, public: Vec<Public>) -> Case {
    let ours = System { name: "ours".into(), learner: Learner::Method(method) };
    let rivals = public.into_iter().map(|(name, worker, options)| System {
        name: name.into(),
        learner: Learner::Rival(worker, options),
    });
    Case {
        name: format!("{method}-n{nodes}"),
        data: simulate::Options { nodes, ..simulate::Options::default() },
        seeds: SEEDS,
        systems: std::iter::once(ours).chain(rivals).collect(),
        threads: None,
        by_request: false,
    }
}
