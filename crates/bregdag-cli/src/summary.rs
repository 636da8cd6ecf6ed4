//! A fit in a few sentences.

use bregdag::prepare::Preparation;
use bregdag::method::order::Variances;
use bregdag::select::{Criterion, Selection};
use bregdag::{Fit, Stage, Status};

use crate::table::significant;

/// Scores that differ by less are the same: far below the price of an edge.
const SAME_SCORE: f64 = 1e-6;

/// Sizes, how it ended, and how long it took.
pub fn summary(fit: &Fit, seconds: f64) -> String {
    let ended = match fit.status {
        Status::Converged => "converged".into(),
        status => format!("stopped early ({status})"),
    };
    let steps = if fit.relaxation.is_some() { "iteration" } else { "move" };
    format!(
        "{}, {}; {ended} after {} in {}.",
        sizes(fit.model.names().len(), fit.rows),
        count(fit.model.edges().len() as u64, "edge"),
        count(fit.iterations as u64, steps),
        time(seconds),
    )
}

/// Variables and rows.
pub fn sizes(variables: usize, rows: u64) -> String {
    format!("{}, {}", count(variables as u64, "variable"), count(rows, "row"))
}

/// What the stages found, what was assumed, and how far to trust it.
pub fn remarks(fit: &Fit) -> Vec<String> {
    let mut remarks: Vec<String> = vec![];
    remarks.extend(fit.preparation.iter().flat_map(Preparation::sentences));
    remarks.extend(fit.selection.as_ref().map(selection));
    match (&fit.stability, fit.stages.as_slice()) {
        // Scores and assumptions are those of the fit of all rows, which is not shown.
        (Some(stability), _) => remarks.extend(stability.remarks.iter().cloned()),
        (None, [first, .., last]) => {
            remarks.push(progress(first, last));
            remarks.extend(restarts(&fit.restarts));
            remarks.extend(variances(fit));
        }
        (None, _) => remarks.extend(variances(fit)),
    }
    if !fit.model.edges().is_empty() {
        let errors = "Standard errors are conditional on the selected parents: they look better than \
                      they are.";
        remarks.push(errors.into());
    }
    match &fit.diagnostics {
        Some(diagnostics) => remarks.extend(diagnostics.concerns()),
        None => remarks
            .push("Too many variables to diagnose in passing; see `bregdag diagnose`.".into()),
    }
    remarks
}

/// What was chosen, by what, from what.
fn selection(selection: &Selection) -> String {
    let criterion = match selection.criterion {
        Criterion::Ebic => "the extended BIC",
        Criterion::Cv => "cross-validation",
    };
    let values = || selection.path.iter().map(|point| point.value);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let chosen = selection.chosen_point().value;
    let at_the_end = if chosen == least || chosen == most { ", the end of the path" } else { "" };
    format!(
        "{} {} was chosen by {criterion} among {} from {} to {}{at_the_end}.",
        selection.parameter.name(),
        significant(chosen, 3),
        count(selection.path.len() as u64, "value"),
        significant(least, 3),
        significant(most, 3),
    )
}

/// What the last stage made of the first.
fn progress(first: &Stage, last: &Stage) -> String {
    if first.edges == last.edges {
        let score = significant(last.score, 7);
        return format!(
            "Score {score}; {} left the edges of {} as they were.",
            last.name, first.name
        );
    }
    let has = |stage: &Stage, edge: &(usize, usize)| stage.edges.binary_search(edge).is_ok();
    let turned = last.edges.iter().filter(|&&(i, j)| has(first, &(j, i))).count();
    let kept = last.edges.iter().filter(|edge| has(first, edge)).count();
    let (added, dropped) = (last.edges.len() - kept - turned, first.edges.len() - kept - turned);
    format!(
        "Score {} after {}, {} after {} ({} kept, {turned} turned, {added} added, {dropped} dropped).",
        significant(first.score, 7),
        first.name,
        significant(last.score, 7),
        last.name,
        count(kept as u64, "edge"),
    )
}

/// How many restarts end where the best does: few of many say that others may be better still.
fn restarts(scores: &[f64]) -> Option<String> {
    let best = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let same = |score: f64| score - best <= SAME_SCORE;
    let reached = scores.iter().filter(|&&score| same(score)).count();
    let few = reached < 2 && scores.len() > 1;
    few.then(|| {
        format!(
            "The best score was reached by {reached} of {}: more (--restarts) may find a better graph.",
            count(scores.len() as u64, "restart")
        )
    })
}

/// What was assumed about the noise, and who decided.
pub fn variances(fit: &Fit) -> Option<String> {
    if fit.model.edges().is_empty() {
        return None;
    }
    let Some(choice) = fit.variance_choice else {
        let assumed = match fit.class {
            None => "taken to be equal: directions depend on the scale of the columns",
            Some(_) => "left free: the units of the columns do not matter",
        };
        return Some(format!("Noise variances were {assumed}."));
    };
    let difference = significant((choice.equal - choice.free).abs(), 3);
    Some(match choice.chosen {
        Variances::Equal => format!(
            "Noise variances are equal as far as the data tell (BIC lower by {difference}), so \
             directions come from the scale of the columns; --variances free does without."
        ),
        Variances::Free => format!(
            "Noise variances differ (BIC lower by {difference}): they were left free, and the units of \
             the columns do not matter."
        ),
    })
}

fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

pub fn time(seconds: f64) -> String {
    match seconds < 1.0 {
        true => format!("{} ms", significant(seconds * 1000.0, 2)),
        false => format!("{} s", significant(seconds, 3)),
    }
}
