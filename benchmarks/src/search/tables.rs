//! From records to Markdown.

use std::fmt::Write as _;

use crate::contest::words::{endings, figures, latest, provenance, spread};
use crate::contest::{Case, Distances, Measured, Outcome, PATIENCE, Record, System};
use crate::statistics::{mean, median};

/// What `search.md` says.
pub fn text(cases: &[Case], records: &[Record]) -> String {
    let mut text = String::from("# Order search and its rivals\n\n");
    text += &provenance("search", records);
    text += &method();
    for (setting, title) in [
        ("equal", "Equal variances, original scale"),
        ("free", "Free variances, standardised columns"),
        ("huge", "Ten thousand variables"),
    ] {
        let is_here = |case: &Case| {
            case.name.starts_with(setting) && records.iter().any(|r| r.case == case.name)
        };
        let cases: Vec<&Case> = cases.iter().filter(|case| is_here(case)).collect();
        if !cases.is_empty() {
            let _ = write!(text, "\n## {title}\n\n{}", systems_table(&cases, records));
            text += &pairs_table(&cases, records);
        }
    }
    text
}

fn method() -> String {
    format!(
        "\nEach graph is learned by ours and then by each rival, one after the other on the same data; the raw
numbers are in `search.jsonl`. Weights ±[0.5, 2], Gaussian noise of standard deviation 1; ER and SF with the
number of edges per variable. `-20` is with 20 restarts; flopsearch has lambda_bic 2, dagma λ₁ = 0.02 and
threshold 0.3, BOSS is causal-learn's with its BIC. flopsearch and BOSS always assume free variances.

SHD: to the true DAG; an undirected edge is right if the truth has it, and of free variances our answer is the
class. Class SHD: to the true class. Mean ± standard error. Seconds: median over the seeds; a fit under 50 ms
counts with the median of nine. Ours begins at the moments, whose time stands beside it; rivals begin at the
samples. A rival that was killed on {PATIENCE} seeds in a row was not tried on the others.\n"
    )
}

/// Accuracy and time of each system on each case.
fn systems_table(cases: &[&Case], records: &[Record]) -> String {
    let mut text = String::from(
        "| case | system | fits | SHD | class SHD | edges, of true | parents of the largest hub found \
         | fit, s | moments, s | peak memory of moments / fit, MB | without answer |\n\
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
    // "99.6 of 100.0": two means.
    let counts = |found: fn(&Distances) -> usize, whole: fn(&Distances) -> usize| {
        let average =
            |of: fn(&Distances) -> usize| mean(&column(&|m| Some(of(&m.distances) as f64)));
        (!done.is_empty()).then(|| format!("{:.1} of {:.1}", average(found), average(whole)))
    };
    let peaks = [column(&|m| m.moments_megabytes), column(&|m| m.fit_megabytes)];
    let peaks = peaks.map(|mb| mb.into_iter().reduce(f64::max).map(|mb| format!("{mb:.0}")));
    let cells = [
        case.name.clone(),
        system.name.clone(),
        done.len().to_string(),
        spread(&column(&|m| Some(m.distances.shd as f64))),
        spread(&column(&|m| m.distances.class_shd.map(|shd| shd as f64))),
        counts(|d| d.edges, |d| d.true_edges).unwrap_or_default(),
        counts(|d| d.hub_found, |d| d.hub).unwrap_or_default(),
        figures(median(&column(&|m| Some(m.seconds)))),
        figures(median(&column(&|m| m.moments_seconds))),
        peaks.into_iter().flatten().collect::<Vec<_>>().join(" / "),
        endings(latest.values().copied()),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// Rival against ours, seed by seed within one run.
fn pairs_table(cases: &[&Case], records: &[Record]) -> String {
    let mut rows = String::new();
    for case in cases {
        let (ours, rivals): (Vec<&System>, Vec<&System>) =
            case.systems.iter().partition(|system| system.is_ours());
        for rival in rivals {
            for ours in &ours {
                rows += &pair_row(case, &rival.name, &ours.name, records);
            }
        }
    }
    if rows.is_empty() {
        return rows;
    }
    "\nTime: median of the ratios rival / ours, pair by pair; ≥ if a killed fit counts with its limit. \
     Distances: mean of the differences rival − ours ± standard error; positive is in our favour.\n\n\
     | case | rival | against | pairs | time / our fit | time / our moments and fit | SHD | class SHD |\n\
     |---|---|---|---|---|---|---|---|\n"
        .to_string()
        + &rows
}

fn pair_row(case: &Case, rival: &str, ours: &str, records: &[Record]) -> String {
    let here = |r: &&Record| r.case == case.name;
    let same = |a: &Record, b: &Record| (a.seed, &a.run) == (b.seed, &b.run);
    let (mut to_fit, mut to_all, mut shd, mut class_shd) = (vec![], vec![], vec![], vec![]);
    let mut bound = "";
    for record in records.iter().filter(here).filter(|r| r.system == rival) {
        let partner = records.iter().filter(here).find(|r| r.system == ours && same(r, record));
        let Some(our) = partner.and_then(Record::measured) else { continue };
        let seconds = match &record.outcome {
            Outcome::Done(measured) => measured.seconds,
            Outcome::Timeout { limit_seconds } => {
                bound = "≥ ";
                *limit_seconds
            }
            Outcome::Failed { .. } => continue,
        };
        to_fit.push(seconds / our.seconds);
        to_all.push(seconds / (our.seconds + our.moments_seconds.unwrap_or_default()));
        if let Some(found) = record.measured().map(|m| &m.distances) {
            let mine = &our.distances;
            shd.push(found.shd as f64 - mine.shd as f64);
            let pair = found.class_shd.zip(mine.class_shd);
            class_shd.extend(pair.map(|(found, mine)| found as f64 - mine as f64));
        }
    }
    if to_fit.is_empty() {
        return String::new();
    }
    format!(
        "| {} | {rival} | {ours} | {} | {bound}{} | {bound}{} | {} | {} |\n",
        case.name,
        to_fit.len(),
        figures(median(&to_fit)),
        figures(median(&to_all)),
        spread(&shd),
        spread(&class_shd),
    )
}
