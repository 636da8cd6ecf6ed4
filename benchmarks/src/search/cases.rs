//! What is measured: each case with its data, and each system with its options.

use bregdag::method::order;
use bregdag::score::Variances;
use bregdag::simulate::{self, GraphKind};
use serde_json::{Value, json};

use crate::contest::{Case, Learner, System};

/// Restarts of flopsearch where it restarts; ours run as many as by default.
const FLOPSEARCH_RESTARTS: usize = 20;
/// Up to this size there are many seeds, and flopsearch runs with restarts.
const SMALL: usize = 200;
const MANY_SEEDS: u64 = 20;
const FEW_SEEDS: u64 = 5;

/// All cases, the largest last.
pub fn all() -> Vec<Case> {
    use GraphKind::{ErdosRenyi, ScaleFree};
    use Variances::{Equal, Free};
    let mut cases = vec![
        case(Equal, (ErdosRenyi, 2), 50, 1000),
        case(Equal, (ErdosRenyi, 2), 50, 200),
        case(Equal, (ErdosRenyi, 2), 50, 50),
        case(Equal, (ErdosRenyi, 4), 50, 1000),
        case(Equal, (ErdosRenyi, 4), 50, 200),
        case(Equal, (ErdosRenyi, 4), 100, 200),
        case(Free, (ErdosRenyi, 2), 50, 1000),
        case(Free, (ErdosRenyi, 2), 100, 1000),
        case(Free, (ErdosRenyi, 2), 200, 1000),
        // Hubs with 49 to 74 parents on these seeds: a search that bounds their number shows it.
        case(Equal, (ScaleFree, 2), 200, 1000),
        case(Free, (ScaleFree, 2), 200, 1000),
        case(Equal, (ErdosRenyi, 2), 500, 5000),
        case(Free, (ErdosRenyi, 2), 500, 5000),
        case(Equal, (ErdosRenyi, 2), 1000, 5000),
        case(Equal, (ErdosRenyi, 2), 2000, 5000),
    ];
    let huge = case(Equal, (ErdosRenyi, 2), 10_000, 20_000);
    let name = format!("{HUGE}-{}", huge.name);
    // Its table alone takes 1.6 GB.
    cases.push(Case { name, seeds: 1, threads: Some(2), by_request: true, ..huge });
    cases
}

/// First word of the case that runs only when asked for.
const HUGE: &str = "huge";

fn case(
    variances: Variances,
    (graph, degree): (GraphKind, usize),
    nodes: usize,
    samples: usize,
) -> Case {
    let (setting, standardize) = match variances {
        Variances::Equal => ("equal", false),
        Variances::Free => ("free", true),
    };
    let kind = match graph {
        GraphKind::ErdosRenyi => "er",
        GraphKind::ScaleFree => "sf",
    };
    Case {
        name: format!("{setting}-{kind}{degree}-n{nodes}-m{samples}"),
        data: simulate::Options {
            graph,
            degree,
            nodes,
            samples,
            standardize,
            ..simulate::Options::default()
        },
        seeds: if nodes <= SMALL { MANY_SEEDS } else { FEW_SEEDS },
        systems: systems(variances, nodes),
        threads: None,
        by_request: false,
    }
}

/// Ours, then those rivals that finish at this size and solve this problem.
fn systems(variances: Variances, nodes: usize) -> Vec<System> {
    let mut systems = vec![ours(variances, Some(0))];
    if variances == Variances::Free && nodes <= SMALL {
        systems.push(ours(variances, order::Options::default().restarts));
    }
    if nodes <= 1000 {
        systems.push(flopsearch(0));
    }
    if nodes <= SMALL {
        systems.push(flopsearch(FLOPSEARCH_RESTARTS));
    }
    if nodes <= 100 && variances == Variances::Equal {
        // Least squares loses its way on standardised columns: no fair comparison there.
        let options = json!({"lambda1": 0.02, "w_threshold": 0.3});
        systems.push(rival("dagma", "dagma", options));
    }
    if nodes <= 100 {
        // An order search with free variances, returns a class.
        systems.push(rival("boss", "boss", json!({"score_func": "local_score_BIC_from_cov"})));
    }
    systems
}

/// The order search of this library.
fn ours(variances: Variances, restarts: Option<usize>) -> System {
    let name = match restarts {
        Some(0) => "ours".into(),
        Some(restarts) => format!("ours-{restarts}"),
        None => "ours-chains".into(),
    };
    let options = order::Options { variances: Some(variances), restarts, ..Default::default() };
    System { name, learner: Learner::Search(options) }
}

/// An order search with free variances, returns a class.
fn flopsearch(restarts: usize) -> System {
    let options = json!({"restarts": restarts, "lambda_bic": 2.0});
    rival(&format!("flopsearch-{restarts}"), "flopsearch", options)
}

fn rival(name: &str, worker: &'static str, options: Value) -> System {
    System { name: name.into(), learner: Learner::Rival(worker, options) }
}
