//! From records to Markdown.

use crate::contest::words::{endings, figures, latest, provenance, spread};
use crate::contest::{Case, Measured, Outcome, PATIENCE, Record, System};
use crate::statistics::{mean, median};

/// Above this load average something else of weight ran: the fit itself counts as about 1.
const ALONE: f64 = 1.5;

/// What `methods.md` says.
pub fn text(cases: &[Case], records: &[Record]) -> String {
    let mut text = String::from("# Our methods and public programs of the same name\n\n");
    text += &provenance("methods", records);
    text += &method();
    text += &loads(records);
    // They ran in another order.
    let mut cases = cases.to_vec();
    let method = |case: &Case| case.name.rsplit_once('-').map(|(name, _)| name.to_string());
    cases.sort_by_key(|case| (method(case), case.data.nodes));
    text += "\n## Each system\n\n";
    text += &systems_table(&cases, records);
    text += "\n## Public against ours\n\n";
    text += &pairs_table(&cases, records);
    text
}

fn method() -> String {
    format!(
        "\nEach table has twice as many edges as variables (ER2), 1000 rows, Gaussian noise of standard deviation 1 and
weights ±[0.5, 2], for LiNGAM exponential noise of the same deviation; `n50` has 50 variables, and all systems learn the same five tables of a size. Options: NOTEARS λ₁ = 0.1; dagma
λ₁ = 0.02; GOLEM of gcastle its defaults (equal variances); all three threshold 0.3. ges: forward and backward phases;
causal-learn: GES with its BIC, PC with α = 0.01 and Fisher's z; lingam: DirectLiNGAM and, as `lingam-ica`, ICALiNGAM with their
defaults. Ours has its defaults; `search` is there for context.

Seconds are those of the fit alone, the table in memory, median and range over the tables; a fit under 50 ms counts with the
median of nine. Ours begins at the moments, whose time stands beside it, LiNGAM also has the rows; public programs begin at the table. A public fit is
stopped after its limit in seconds of the processor and counts with it (≥); one that was stopped on {PATIENCE} tables in a row was
not tried on the others. Memory is the peak of the process: of public programs with Python and the table.

SHD: to the true DAG; an undirected edge is right if the truth has it. Class SHD: to the true class. Mean ± standard error.
The raw numbers are in `methods.jsonl`.\n"
    )
}

/// Whether anything else ran beside the fits.
fn loads(records: &[Record]) -> String {
    let loads: Vec<f64> = records.iter().filter_map(|r| r.load).collect();
    let (Some(least), Some(greatest)) =
        (loads.iter().copied().reduce(f64::min), loads.iter().copied().reduce(f64::max))
    else {
        return String::new();
    };
    let busy = loads.iter().filter(|&&load| load > ALONE).count();
    let verdict = match busy {
        0 => "nothing else of weight ran beside the fits".into(),
        _ => format!(
            "it was above {ALONE} before {busy} of {} fits, so other programs ran beside them: \
             compare seconds of the processor",
            loads.len()
        ),
    };
    format!("\nLoad average before a fit: {least:.1} to {greatest:.1}; {verdict}.\n")
}

/// Time and accuracy of each system on each case.
fn systems_table(cases: &[Case], records: &[Record]) -> String {
    let mut text = String::from(
        "| case | system | fits | fit, s | fit, s of the processor | moments, s | peak memory, MB \
         | SHD | class SHD | edges, of true | without answer |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for case in cases {
        for system in &case.systems {
            text += &system_row(case, system, records);
        }
    }
    text
}

fn system_row(case: &Case, system: &System, records: &[Record]) -> String {
    let latest = latest(records, &case.name, &system.name);
    if latest.is_empty() {
        return String::new();
    }
    let done: Vec<&Measured> = latest.values().filter_map(|r| r.measured()).collect();
    let column = |of: &dyn Fn(&Measured) -> Option<f64>| -> Vec<f64> {
        done.iter().filter_map(|measured| of(measured)).collect()
    };
    let times = |of: Clock| -> String {
        range(&latest.values().filter_map(|record| Seconds::of(record, of)).collect::<Vec<_>>())
    };
    let average = |of: fn(&Measured) -> usize| mean(&column(&|m| Some(of(m) as f64)));
    let edges = [average(|m| m.distances.edges), average(|m| m.distances.true_edges)];
    let peak = column(&|m| m.fit_megabytes).into_iter().reduce(f64::max);
    let cells = [
        case.name.clone(),
        system.name.clone(),
        done.len().to_string(),
        times(Clock::Wall),
        times(Clock::Processor),
        figures(median(&column(&|m| m.moments_seconds))),
        peak.map_or(String::new(), |mb| format!("{mb:.0}")),
        spread(&column(&|m| Some(m.distances.shd as f64))),
        spread(&column(&|m| m.distances.class_shd.map(|shd| shd as f64))),
        match done.is_empty() {
            true => String::new(),
            false => format!("{:.1} of {:.1}", edges[0], edges[1]),
        },
        endings(latest.values().copied()),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// Which time.
#[derive(Clone, Copy)]
enum Clock {
    Wall,
    Processor,
}

/// The time of a fit, or what it would have exceeded.
#[derive(Clone, Copy)]
struct Seconds {
    value: f64,
    is_bound: bool,
}

impl Seconds {
    /// `None` of a fit that failed.
    fn of(record: &Record, clock: Clock) -> Option<Seconds> {
        match (&record.outcome, clock) {
            (Outcome::Done(m), Clock::Wall) => Some(Seconds { value: m.seconds, is_bound: false }),
            (Outcome::Done(m), Clock::Processor) => {
                m.cpu_seconds.map(|value| Seconds { value, is_bound: false })
            }
            (Outcome::Timeout { limit_seconds: value }, _) => {
                Some(Seconds { value: *value, is_bound: true })
            }
            (Outcome::Failed { .. }, _) => None,
        }
    }
}

/// "1.20 (1.10 to 1.50)": median, least and greatest; ≥ if a fit was stopped.
fn range(seconds: &[Seconds]) -> String {
    let values: Vec<f64> = seconds.iter().map(|s| s.value).collect();
    let least = values.iter().copied().reduce(f64::min).map(figures);
    let greatest = values.iter().copied().reduce(f64::max).map(figures);
    let bound = if seconds.iter().any(|s| s.is_bound) { "≥ " } else { "" };
    match (least, greatest) {
        (Some(least), Some(greatest)) => {
            format!("{bound}{} ({least} to {greatest})", figures(median(&values)))
        }
        _ => String::new(),
    }
}

/// Public programs against ours, table by table.
fn pairs_table(cases: &[Case], records: &[Record]) -> String {
    let mut text = String::from(
        "Time: median of the ratios public / ours, table by table; ≥ if a fit was stopped. Distances: mean of the \
         differences public − ours ± standard error; positive is in our favour.\n\n\
         | case | public | tables | time | time of the processor | time / our moments and fit | SHD | class SHD |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for case in cases {
        for public in case.systems.iter().filter(|system| !system.is_ours()) {
            text += &pair_row(case, public, records);
        }
    }
    text
}

fn pair_row(case: &Case, public: &System, records: &[Record]) -> String {
    let theirs = latest(records, &case.name, &public.name);
    let ours = latest(records, &case.name, "ours");
    let pairs: Vec<(&Record, &Measured)> = theirs
        .iter()
        .filter_map(|(seed, record)| Some((*record, ours.get(seed)?.measured()?)))
        .collect();
    if pairs.is_empty() {
        return String::new();
    }
    let ratio = |clock: Clock, of: &dyn Fn(&Measured) -> Option<f64>| {
        let ratios: Vec<Seconds> = pairs
            .iter()
            .filter_map(|(record, our)| {
                let Seconds { value, is_bound } = Seconds::of(record, clock)?;
                Some(Seconds { value: value / of(our)?, is_bound })
            })
            .collect();
        range(&ratios)
    };
    let difference = |of: &dyn Fn(&Measured) -> Option<usize>| {
        let differences: Vec<f64> = pairs
            .iter()
            .filter_map(|(record, our)| Some(of(record.measured()?)? as f64 - of(our)? as f64))
            .collect();
        spread(&differences)
    };
    let cells = [
        case.name.clone(),
        public.name.clone(),
        pairs.len().to_string(),
        ratio(Clock::Wall, &|our| Some(our.seconds)),
        ratio(Clock::Processor, &|our| our.cpu_seconds),
        ratio(Clock::Wall, &|our| Some(our.seconds + our.moments_seconds?)),
        difference(&|m| Some(m.distances.shd)),
        difference(&|m| m.distances.class_shd),
    ];
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Distances;
    use crate::methods::cases;

    fn record(system: &str, seed: u64, load: f64, outcome: Outcome) -> Record {
        Record {
            case: "notears-n50".into(),
            seed,
            system: system.into(),
            run: "2026-11-16T00:00:00Z 1".into(),
            commit: "abc".into(),
            machine: "one".into(),
            threads: 1,
            load: Some(load),
            versions: Default::default(),
            outcome,
        }
    }

    fn done(seconds: f64, shd: usize) -> Outcome {
        let distances = Distances {
            true_edges: 100,
            edges: 100,
            shd,
            class_shd: Some(shd),
            hub: 5,
            hub_found: 5,
        };
        Outcome::Done(Measured {
            seconds,
            cpu_seconds: Some(seconds / 2.0),
            repeats: 1,
            moments_seconds: Some(seconds),
            moments_megabytes: None,
            fit_megabytes: Some(10.0),
            distances,
        })
    }

    #[test]
    fn a_stopped_fit_counts_with_its_limit() {
        let records = [
            record("NOTEARS", 0, 1.0, done(40.0, 9)),
            record("NOTEARS", 1, 1.0, Outcome::Timeout { limit_seconds: 600.0 }),
            // Of another run, and measured twice: the later one counts.
            record("ours", 0, 1.0, done(1.0, 8)),
            record("ours", 0, 1.0, done(2.0, 4)),
            record("ours", 1, 1.0, done(2.0, 4)),
        ];
        let text = text(&cases::all(), &records);
        let row = "| notears-n50 | NOTEARS | 2 | ≥ 160 (20.0 to 300) | ≥ 310 (20.0 to 600) \
                   | ≥ 80.0 (10.0 to 150) | 5.0 | 5.0 |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("nothing else of weight ran"), "{text}");
    }

    #[test]
    fn a_busy_machine_is_owned_up_to() {
        let records = [record("ours", 0, 3.0, done(1.0, 0)), record("ours", 1, 1.0, done(1.0, 0))];
        let text = text(&cases::all(), &records);
        assert!(text.contains("above 1.5 before 1 of 2 fits"), "{text}");
        assert!(!text.contains("nothing else of weight ran"), "{text}");
    }
}
