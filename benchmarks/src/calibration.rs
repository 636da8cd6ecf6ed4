//! Of the edges that refits find in nine of ten cases, how many are true?

use anyhow::Context;
use bregdag::confidence::{Calibration, Kind, Pair, Plan, Stability, Task, Units, run as refit};
use bregdag::simulate::{self, Noise, Simulation, simulate};
use bregdag::{Dataset, Knowledge, Learn, Spec, Watch};

use crate::plot::{Curve, Panel, plot};
use crate::report::{Purpose, Report};

/// Graphs of each kind.
const SEEDS: u64 = 10;
const NODES: usize = 20;
const REFITS: usize = 50;
/// Tables drawn for the correction.
const TABLES: usize = 4;
/// Shares are sorted into bins of this width.
const BINS: usize = 10;

pub fn run(purpose: Purpose) -> anyhow::Result<()> {
    let mut report = Report::new("calibration", "What frequencies are worth", purpose)?;
    report.line(&format!(
        "n = {NODES}, two edges a variable, {SEEDS} graphs of each kind, {REFITS} refits (or 5 folds) of each, the \
         default search. Of the pairs that so many refits join, and of the directions that so many claim, the share \
         that is true (and how many there are). `corrected`: the same by the share that `--calibrate {TABLES}` \
         promises. Plot: docs/calibration.svg."
    ));
    let mut all: Vec<Vec<Seen>> = vec![vec![]; DRAWS.len()];
    for (name, options) in cases() {
        report.line(&format!("\n## {name}\n"));
        heading(&mut report);
        for (d, draw) in DRAWS.iter().enumerate() {
            let seen = measure(&options, draw)?;
            rows(&mut report, draw.name, &seen);
            all[d].extend(seen);
        }
    }
    report.line("\n## All together\n");
    heading(&mut report);
    DRAWS.iter().zip(&all).for_each(|(draw, seen)| rows(&mut report, draw.name, seen));
    report.draw("docs/calibration.svg", &drawing(&all))?;
    report.save()
}

/// How rows are drawn, and what is done with the refits.
struct Draw {
    name: &'static str,
    kind: Kind,
    refits: usize,
    /// Whether rows that are drawn twice count twice.
    twice: bool,
    corrected: bool,
}

const DRAWS: [Draw; 5] = [
    Draw { name: "folds", kind: Kind::Folds, refits: 5, twice: false, corrected: false },
    Draw {
        name: "bootstrap, rows counted as drawn",
        kind: Kind::Bootstrap,
        refits: REFITS,
        twice: true,
        corrected: false,
    },
    Draw {
        name: "bootstrap",
        kind: Kind::Bootstrap,
        refits: REFITS,
        twice: false,
        corrected: false,
    },
    Draw {
        name: "subsample",
        kind: Kind::Subsample,
        refits: REFITS,
        twice: false,
        corrected: false,
    },
    Draw {
        name: "subsample, corrected",
        kind: Kind::Subsample,
        refits: REFITS,
        twice: false,
        corrected: true,
    },
];

fn cases() -> Vec<(&'static str, simulate::Options)> {
    use simulate::Options;
    let few = Options { nodes: NODES, degree: 2, samples: 60, ..Options::default() };
    let light = Options { weight_range: (0.1, 0.6), samples: 200, ..few.clone() };
    let free = |options: &Options| Options {
        noise_scale: (1.0, 3.0),
        standardize: true,
        ..options.clone()
    };
    let many = Options { samples: 1000, ..light.clone() };
    let skewed = Options { noise: Noise::Exponential, ..light.clone() };
    vec![
        ("equal variances, weights ±[0.5, 2], 60 rows", few.clone()),
        ("equal variances, weights ±[0.1, 0.6], 200 rows", light.clone()),
        ("free variances, weights ±[0.5, 2], 60 rows", free(&few)),
        ("free variances, weights ±[0.1, 0.6], 200 rows", free(&light)),
        ("free variances, weights ±[0.1, 0.6], 1000 rows", free(&many)),
        ("free variances, weights ±[0.1, 0.6], 200 rows, exponential noise", free(&skewed)),
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
        let simulated = simulate(&simulate::Options { seed, ..options.clone() })?;
        let Simulation { table, truth, .. } = &simulated;
        let plan = Plan::new(draw.kind, draw.refits, seed, Units::rows(table.rows()))?;
        let (spec, rows) = (Spec::default(), table.rows() as u64);
        let learn = |data: &Dataset<'_>, watch: &dyn Watch| match draw.twice {
            false => spec.learn(data, watch),
            true => {
                let moments = data.moments().clone().counting_as(rows);
                spec.learn(&data.with_moments(&moments)?, watch)
            }
        };
        let known = Knowledge::none(table.names().len());
        let task = Task::new(table, &known, &plan, &learn)?;
        let (mut stability, _) = Stability::of(&task, &refit(&task, &[], &())?, 0.5)?;
        if draw.corrected {
            let model = Learn::learn(&spec, table)?.model.context("there are no equations")?;
            let mut refits = vec![];
            for number in 0..TABLES {
                let drawn = task.draw_table(&model, number)?;
                refits.push(refit(&task.of_drawn(&drawn, number)?, &[], &())?);
            }
            stability.calibrate(&Calibration::of(&model, &refits), TABLES);
        }
        let place = |name: &String| table.names().iter().position(|other| other == name);
        for Pair { source, target, support } in &stability.pairs {
            let (Some(i), Some(j)) = (place(source), place(target)) else { continue };
            let there = truth.dag().has_edge(i, j);
            let (joined, claimed) = match support.calibrated {
                None => (support.frequency, support.forward),
                Some(worth) => (worth.joined.unwrap_or(0.0), worth.forward.unwrap_or(0.0)),
            };
            let joined = (joined, there || truth.dag().has_edge(j, i));
            seen.push(Seen { joined, claimed: (claimed, there) });
        }
    }
    Ok(seen)
}

/// Of the shares in (b/10, (b + 1)/10]: their mean, how many are true, and how many there are.
fn bin(seen: &[Seen], of: fn(&Seen) -> (f64, bool), b: usize) -> Option<(f64, f64, usize)> {
    let number = |share: f64| ((share * BINS as f64 - 1e-9).ceil() as usize).max(1) - 1;
    let inside: Vec<(f64, bool)> =
        seen.iter().map(of).filter(|&(share, _)| share > 0.0 && number(share) == b).collect();
    let count = inside.len();
    let mean = |sum: f64| sum / count as f64;
    let truths = inside.iter().filter(|(_, truth)| *truth).count();
    (count > 0).then(|| (mean(inside.iter().map(|s| s.0).sum()), mean(truths as f64), count))
}

fn heading(report: &mut Report) {
    let bins: Vec<String> =
        (0..BINS).map(|b| format!("≤ {:.1}", (b + 1) as f64 / BINS as f64)).collect();
    report.line(&format!("| draw | | {} |", bins.join(" | ")));
    report.line(&format!("|---|---|{}", "---|".repeat(BINS)));
}

fn rows(report: &mut Report, name: &str, seen: &[Seen]) {
    let cells = |of: fn(&Seen) -> (f64, bool)| {
        let cell = |b: usize| match bin(seen, of, b) {
            Some((_, share, count)) => format!("{share:.2} ({count})"),
            None => String::new(),
        };
        (0..BINS).map(cell).collect::<Vec<String>>().join(" | ")
    };
    report.line(&format!("| {name} | pair | {} |", cells(|seen| seen.joined)));
    report.line(&format!("| | direction | {} |", cells(|seen| seen.claimed)));
}

fn drawing(all: &[Vec<Seen>]) -> String {
    let panel = |title: &'static str, of: fn(&Seen) -> (f64, bool)| {
        let curve = |(draw, seen): (&Draw, &Vec<Seen>)| Curve {
            name: draw.name,
            points: (0..BINS).filter_map(|b| bin(seen, of, b)).collect(),
        };
        Panel { title, curves: DRAWS.iter().zip(all).map(curve).collect() }
    };
    let pairs = panel("pairs: joined in this share of refits", |seen| seen.joined);
    let directions = panel("directions: claimed by this share of refits", |seen| seen.claimed);
    plot(&[pairs, directions], "share that is true")
}
