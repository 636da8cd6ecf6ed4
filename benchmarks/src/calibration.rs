//! Of the edges that refits find in nine of ten cases, how many are true?

use bregdag::confidence::{Kind, Plan, Stability, Task, Units, run as refit};
use bregdag::simulate::{self, Noise, Simulation, simulate};
use bregdag::{Dataset, Method, Observer, Search};

use crate::report::Report;

/// Graphs of each kind.
const SEEDS: u64 = 20;
const NODES: usize = 20;
const REFITS: usize = 100;
/// Shares are sorted into bins of this width.
const BINS: usize = 10;

pub fn run() -> anyhow::Result<()> {
    let mut report = Report::new("calibration", "What frequencies are worth");
    report.line(&format!(
        "n = {NODES}, two edges a variable, {SEEDS} graphs of each kind, {REFITS} refits (or 5 folds) of each, the default \
         search. Of the pairs (directions) that refits join (claim) so often, the share that is true.\n"
    ));
    let mut all: Vec<Vec<Seen>> = vec![vec![]; DRAWS.len()];
    for (name, options) in cases() {
        report.line(&format!("\n## {name}\n"));
        heading(&mut report);
        for (d, draw) in DRAWS.iter().enumerate() {
            let seen = measure(&options, draw)?;
            row(&mut report, draw.name, &seen);
            all[d].extend(seen);
        }
    }
    report.line("\n## All together\n");
    heading(&mut report);
    for (draw, seen) in DRAWS.iter().zip(&all) {
        row(&mut report, draw.name, seen);
    }
    report.save()
}

/// How rows are drawn, and whether rows that are drawn twice count twice.
struct Draw {
    name: &'static str,
    kind: Kind,
    refits: usize,
    twice: bool,
}

const DRAWS: [Draw; 4] = [
    Draw { name: "folds", kind: Kind::Folds, refits: 5, twice: false },
    Draw {
        name: "bootstrap, rows count as drawn",
        kind: Kind::Bootstrap,
        refits: REFITS,
        twice: true,
    },
    Draw { name: "bootstrap", kind: Kind::Bootstrap, refits: REFITS, twice: false },
    Draw { name: "subsample", kind: Kind::Subsample, refits: REFITS, twice: false },
];

fn cases() -> Vec<(&'static str, simulate::Options)> {
    let base = simulate::Options { nodes: NODES, degree: 2, ..Default::default() };
    let light = simulate::Options { weight_range: (0.1, 0.6), samples: 200, ..base.clone() };
    let free = |options: &simulate::Options| simulate::Options {
        noise_scale: (1.0, 3.0),
        standardize: true,
        ..options.clone()
    };
    let few = simulate::Options { samples: 60, ..base.clone() };
    vec![
        ("equal variances, weights ±[0.5, 2], 60 rows", few.clone()),
        ("equal variances, weights ±[0.1, 0.6], 200 rows", light.clone()),
        ("free variances, weights ±[0.5, 2], 60 rows", free(&few)),
        ("free variances, weights ±[0.1, 0.6], 200 rows", free(&light)),
        (
            "free variances, weights ±[0.1, 0.6], 1000 rows",
            free(&simulate::Options { samples: 1000, ..light.clone() }),
        ),
        (
            "free variances, exponential noise, 200 rows",
            free(&simulate::Options { noise: Noise::Exponential, ..light }),
        ),
    ]
}

/// A share, and whether what it is the share of is true: of a pair, and of its direction.
#[derive(Clone, Copy)]
struct Seen {
    joined: (f64, bool),
    claimed: (f64, bool),
}

fn measure(options: &simulate::Options, draw: &Draw) -> anyhow::Result<Vec<Seen>> {
    let mut seen = vec![];
    for seed in 0..SEEDS {
        let Simulation { table, truth, .. } =
            simulate(&simulate::Options { seed, ..options.clone() })?;
        let plan = Plan::new(draw.kind, draw.refits, seed, Units::rows(table.rows()))?;
        let (search, rows) = (Search::default(), table.rows() as u64);
        let learn = |data: Dataset<'_>, watch: &mut dyn Observer| match draw.twice {
            false => search.learn(data, watch),
            true => {
                let moments = data.moments.clone().counting_as(rows);
                search.learn(Dataset { moments: &moments, ..data }, watch)
            }
        };
        let task = Task::new(&table, None, &plan, &learn)?;
        let (stability, _) = Stability::of(&task, &refit(&task, &[], &())?, 0.5)?;
        let place =
            |name: &String| table.names().iter().position(|other| other == name).unwrap_or(0);
        for pair in &stability.pairs {
            let (i, j) = (place(&pair.source), place(&pair.target));
            let there = truth.has_edge(i, j);
            seen.push(Seen {
                joined: (pair.support.frequency, there || truth.has_edge(j, i)),
                claimed: (pair.support.forward, there),
            });
        }
    }
    Ok(seen)
}

fn heading(report: &mut Report) {
    let bins: Vec<String> =
        (0..BINS).map(|b| format!("≤ {:.1}", (b + 1) as f64 / BINS as f64)).collect();
    report.line(&format!("| draw | | {} | 1 |", bins.join(" | ")));
    report.line(&format!("|---|---|{}", "---|".repeat(BINS + 1)));
}

fn row(report: &mut Report, name: &str, seen: &[Seen]) {
    let cells = |of: fn(&Seen) -> (f64, bool)| {
        let bin = |b: usize| {
            let inside = seen.iter().map(of).filter(|&(share, _)| match b == BINS {
                true => share >= 1.0,
                false => {
                    share < 1.0
                        && share > 0.0
                        && ((share * BINS as f64).ceil() as usize).clamp(1, BINS) == b + 1
                }
            });
            let truths: Vec<bool> = inside.map(|(_, truth)| truth).collect();
            let share = truths.iter().filter(|&&t| t).count() as f64 / truths.len().max(1) as f64;
            if truths.is_empty() { "".into() } else { format!("{share:.2} ({})", truths.len()) }
        };
        (0..=BINS).map(bin).collect::<Vec<String>>().join(" | ")
    };
    report.line(&format!("| {name} | joined | {} |", cells(|seen| seen.joined)));
    report.line(&format!("| | direction | {} |", cells(|seen| seen.claimed)));
}
