//! What is measured: each case with its data, and each system with its options.

use bregdag::method::order;
use bregdag::score::Variances;
use bregdag::simulate::{self, GraphKind};
use serde_json::{Value, json};

/// Restarts of flopsearch where it restarts; ours run as many as by default.
const FLOPSEARCH_RESTARTS: usize = 20;
/// Up to this size there are many seeds, and flopsearch runs with restarts.
const SMALL: usize = 200;
const MANY_SEEDS: u64 = 20;
const FEW_SEEDS: u64 = 5;

/// Who learns the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// The order search of this library.
    Ours { restarts: usize },
    /// flopsearch: order search with free variances, returns a class.
    Flopsearch { restarts: usize },
    /// DAGMA: continuous optimisation of least squares, equal variances.
    Dagma,
    /// BOSS of causal-learn: order search with free variances, returns a class.
    Boss,
}

impl System {
    /// The name in records and reports.
    pub fn name(self) -> String {
        match self {
            System::Ours { restarts: 0 } => "ours".into(),
            System::Ours { restarts } => format!("ours-{restarts}"),
            System::Flopsearch { restarts } => format!("flopsearch-{restarts}"),
            System::Dagma => "dagma".into(),
            System::Boss => "boss".into(),
        }
    }

    /// The name of the rival's worker and the options of its fit; `None` for ours.
    pub fn rival(self) -> Option<(&'static str, Value)> {
        match self {
            System::Ours { .. } => None,
            System::Flopsearch { restarts } => {
                Some(("flopsearch", json!({"restarts": restarts, "lambda_bic": 2.0})))
            }
            System::Dagma => Some(("dagma", json!({"lambda1": 0.02, "w_threshold": 0.3}))),
            System::Boss => Some(("boss", json!({"score_func": "local_score_BIC_from_cov"}))),
        }
    }
}

/// One kind of data, and who is measured on it.
#[derive(Debug, Clone)]
pub struct Case {
    /// Setting, graph, nodes and rows: `equal-er2-n50-m1000`.
    pub name: String,
    /// The data; the seed is set for each run.
    pub data: simulate::Options,
    /// What our search assumes.
    pub variances: Variances,
    /// The seeds are 0, 1, …
    pub seeds: u64,
    /// In the order in which they run: ours first.
    pub systems: Vec<System>,
    /// Threads of our fit, if not those of the command line.
    pub threads: Option<usize>,
}

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
    cases.push(Case { name, seeds: 1, threads: Some(2), ..huge });
    cases
}

/// First word of the case that runs only when asked for: its table alone takes 1.6 GB.
const HUGE: &str = "huge";

impl Case {
    /// Whether one of these words is part of the name, cut at its hyphens (`n50` is not part of
    /// `equal-er2-n500-m5000`); no words choose all cases but the huge one.
    pub fn is_chosen(&self, words: &[String]) -> bool {
        let name = format!("-{}-", self.name);
        let named = |word: &String| name.contains(&format!("-{word}-"));
        match self.name.starts_with(HUGE) {
            true => words.iter().any(|word| word.starts_with(HUGE) && named(word)),
            false => words.is_empty() || words.iter().any(named),
        }
    }
}

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
        variances,
        seeds: if nodes <= SMALL { MANY_SEEDS } else { FEW_SEEDS },
        systems: systems(variances, nodes),
        threads: None,
    }
}

/// Ours, then those rivals that finish at this size and solve this problem.
fn systems(variances: Variances, nodes: usize) -> Vec<System> {
    let mut systems = vec![System::Ours { restarts: 0 }];
    if variances == Variances::Free && nodes <= SMALL {
        systems.push(System::Ours { restarts: order::Options::default().restarts });
    }
    if nodes <= 1000 {
        systems.push(System::Flopsearch { restarts: 0 });
    }
    if nodes <= SMALL {
        systems.push(System::Flopsearch { restarts: FLOPSEARCH_RESTARTS });
    }
    if nodes <= 100 && variances == Variances::Equal {
        // Least squares loses its way on standardised columns: no fair comparison there.
        systems.push(System::Dagma);
    }
    if nodes <= 100 {
        systems.push(System::Boss);
    }
    systems
}
