//! A study in a few sentences.

use super::{Stable, Study, first};
use crate::data::same_variance;
use crate::fit::Fit;
use crate::method::{Answer, Noise, Record, Stage, VarianceChoice};
use crate::remark::{self, Remark};
use crate::score::Variances;
use crate::select::{Criterion, Selection};
pub use crate::text::{count, significant};
use crate::voice::Voice;
use crate::watch::Status;

/// Scores that differ by less are the same: far below the price of an edge.
const SAME_SCORE: f64 = 1e-6;

/// Sizes, how many edges and how many of them are open, how long it took, and whether it came to its end.
pub fn summary(study: &Study, seconds: f64) -> String {
    let graph = study.graph();
    let refits = study.stable.as_ref().map(|stable| stable.stability.finished);
    let agreed = refits.map_or(String::new(), |refits| {
        format!(" that {} agree on", count(refits as u64, "refit"))
    });
    let ended = match study.status {
        Status::Converged => String::new(),
        status => format!("; stopped early ({status})"),
    };
    format!(
        "{}: {}{agreed}{}, in {}{ended}.",
        sizes(study.fit.variables.len(), study.fit.rows),
        match graph.edge_count() {
            0 => "no edges".into(),
            edges => count(edges as u64, "edge"),
        },
        match (graph.undirected().len(), graph.edge_count()) {
            (0, _) => String::new(),
            (1, 1) => ", which is open".into(),
            (open, edges) if open == edges => ", all of them open".into(),
            (open, _) => format!(", {open} of them open"),
        },
        time(seconds),
    )
}

/// How it ended and after how many steps, for who wants to know.
pub fn ending(study: &Study) -> String {
    let answer = &study.fit.answer;
    let ended = match answer.status {
        Status::Converged => "Converged".into(),
        status => format!("Stopped early ({status})"),
    };
    let steps = count(answer.steps.done as u64, answer.steps.unit);
    let meaning = match answer.steps.unit {
        "move" => " (changes of the graph that were kept)",
        _ => "",
    };
    let whole = if study.stable.is_some() { ", on all rows," } else { "" };
    format!("{ended}{whole} after {steps}{meaning}.")
}

/// Variables and rows.
pub fn sizes(variables: usize, rows: u64) -> String {
    format!("{}, {}", count(variables as u64, "variable"), count(rows, "row"))
}

/// A time, in the unit that suits it.
pub fn time(seconds: f64) -> String {
    match seconds < 1.0 {
        true => format!("{} ms", significant(seconds * 1000.0, 2)),
        false => format!("{} s", significant(seconds, 3)),
    }
}

/// How many sentences a reader in a hurry gets, beside the advice at the end.
const FOREMOST: usize = 4;

/// What the stages found, what was assumed, and how far to trust it; how much each matters. The last says how to tell
/// what comes first, where that is worth saying.
pub fn remarks(study: &Study, voice: &dyn Voice) -> Vec<Remark> {
    let mut remarks = body(study, voice);
    remarks.extend(first::advice(study, voice).map(Remark::note));
    remarks
}

/// Of the remarks the few that matter most, the most important first, and the advice what to say of what comes first.
pub fn foremost(study: &Study, voice: &dyn Voice) -> Vec<String> {
    let body = body(study, voice);
    let first = remark::foremost(&body, FOREMOST).into_iter().map(|remark| remark.text.clone());
    first.chain(first::advice(study, voice)).collect()
}

fn body(study: &Study, voice: &dyn Voice) -> Vec<Remark> {
    let fit = &study.fit;
    let done = study.preparation.sentences();
    let mut remarks: Vec<Remark> = done.into_iter().map(Remark::note).collect();
    remarks.extend(study.selection.as_ref().map(|chosen| Remark::detail(selection(chosen))));
    match (&study.stable, fit.answer.stages.as_slice()) {
        // Scores and assumptions are those of the fit of all rows, which is not shown.
        (Some(stable), _) => remarks.extend(of_refits(stable, variances(fit, voice))),
        (None, [first, .., last]) => {
            remarks.push(Remark::detail(progress(first, last)));
            remarks.extend(free_of_charge(study).map(Remark::detail));
            remarks.extend(proof(&fit.answer).map(|said| match fit.answer.record.proved {
                Some(_) => Remark::note(said),
                None => Remark::caution(said),
            }));
            if fit.answer.record.proved.is_none() {
                remarks.extend(restarts(&fit.answer.record, voice));
            }
            remarks.extend(assumed_here(study, voice));
        }
        (None, _) => remarks.extend(assumed_here(study, voice)),
    }
    // The table of edges says so too.
    remarks.extend(errors(study).map(Remark::detail));
    remarks.extend(study.row_checks.iter().flat_map(|checks| checks.remarks(voice)));
    match &study.diagnostics {
        Some(diagnostics) => {
            remarks.extend(diagnostics.concerns(study.row_checks.as_ref(), voice));
        }
        None => {
            let verb = voice.verb("diagnose");
            let text = format!("Too many variables to diagnose in passing; see {verb}.");
            remarks.push(Remark::caution(text));
        }
    }
    remarks
}

/// What was assumed about the noise; of little interest where it is known what follows in other units.
fn assumed_here(study: &Study, voice: &dyn Voice) -> Option<Remark> {
    let graph = study.diagnostics.as_ref().and_then(|diagnostics| diagnostics.graph.as_ref());
    let is_checked = graph.is_some_and(|graph| graph.scale.known().is_some());
    let assumed = variances(&study.fit, voice)?;
    Some(if is_checked { Remark::detail(assumed.text) } else { assumed })
}

/// What refits say, with the assumption that all of them share.
fn of_refits(stable: &Stable, assumed: Option<Remark>) -> Vec<Remark> {
    let mut said = stable.stability.said();
    for remark in &mut said {
        if let Some(assumed) = assumed.as_ref().filter(|assumed| assumed.text == remark.text) {
            *remark = assumed.clone();
        }
    }
    said
}

/// What standard errors and values of p leave out.
fn errors(study: &Study) -> Option<&'static str> {
    let has_lines = study.model().is_some_and(|model| !model.edges().is_empty());
    let has_curves = study.additive().is_some_and(|additive| !additive.effects().is_empty());
    match (has_lines, has_curves) {
        (true, _) => Some(
            "Standard errors are conditional on the selected parents: they look better than they are.",
        ),
        (_, true) => Some(
            "Values of p are conditional on the selected parents: they look better than they are.",
        ),
        (false, false) => None,
    }
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

/// A score that does not charge for what was required looks better than one that does.
fn free_of_charge(study: &Study) -> Option<String> {
    let mut required = study.rules.required_edges.clone();
    required.sort();
    required.dedup();
    let required = required.len();
    (required > 0).then(|| {
        format!(
            "The score does not charge for {}: compare it only with scores under the same knowledge.",
            count(required as u64, "required edge")
        )
    })
}

/// What is proved, in a sentence or two; nothing where nobody tried.
pub fn proof(answer: &Answer) -> Option<String> {
    let score = answer.stages.last()?.score;
    let bound = answer.bound?;
    Some(match answer.record.proved {
        Some(tolerance) => format!(
            "Proved: no graph scores better (tolerance {}). The best score need not be the true graph.",
            significant(tolerance, 1)
        ),
        None => format!(
            "Not proved: no graph scores lower than {}, and this one is at {}.",
            significant(bound, 7),
            significant(score, 7)
        ),
    })
}

/// How many chains of restarts, or restarts of one, end where the best does: few of many say that others may be
/// better still.
fn restarts(record: &Record, voice: &dyn Voice) -> Option<Remark> {
    let scores = &record.restarts;
    let best = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let same = |score: f64| score - best <= SAME_SCORE;
    let reached = scores.iter().filter(|&&score| same(score)).count();
    let several = record.chains > 1;
    let tried = count(scores.len() as u64, if several { "chain" } else { "restart" });
    let tried = if several { format!("{tried} of restarts") } else { tried };
    if reached >= 2 || scores.len() < 2 {
        let said = || format!("The best score was reached by {reached} of {tried}.");
        return several.then(|| Remark::detail(said()));
    }
    Some(Remark::caution(format!(
        "The best score was reached by {reached} of {tried}: a longer search ({}) may find a better graph.",
        voice.option("restarts", Some("N")),
    )))
}

/// What was assumed about the noise, and who decided.
pub(super) fn variances(fit: &Fit, voice: &dyn Voice) -> Option<Remark> {
    if fit.edges().is_empty() {
        return None;
    }
    let text = match &fit.answer.record.variance_choice {
        Some(choice) => decided(choice, voice),
        None => assumed(fit).into(),
    };
    // Nothing follows for the reader where units do not matter.
    let matters = fit.answer.depends_on_units() || fit.answer.noise == Noise::Additive;
    Some(if matters { Remark::caution(text) } else { Remark::detail(text) })
}

/// Who decided were the data.
fn decided(choice: &VarianceChoice, voice: &dyn Voice) -> String {
    let strength = choice.strength().map_or(String::new(), |strength| format!(" ({strength})"));
    let does_without = voice.option("variances", Some("free"));
    let by_scale = format!(
        "directions come from the scale of the columns. If their units are arbitrary, {does_without} does \
         without"
    );
    match choice.chosen {
        _ if choice.same_scale => {
            "All columns have the same variance, as after standardising, so equal noise variances cannot be \
             expected: they were left free, and the units of the columns do not matter."
                .into()
        }
        Variances::Equal if choice.differ_little() => format!(
            "Noise variances differ, but so little that the graph of equal ones is the better one all the \
             same{strength}: {by_scale}."
        ),
        Variances::Equal => {
            format!("Noise variances are equal as far as the data tell{strength}: {by_scale}.")
        }
        Variances::Free => format!(
            "Noise variances differ{strength}: they were left free, and the units of the columns do not \
             matter."
        ),
    }
}

/// The method decided.
fn assumed(fit: &Fit) -> &'static str {
    match fit.answer.noise {
        Noise::Equal if same_variance(fit.column_variances.clone(), fit.rows) => {
            "Noise variances were taken to be equal, which cannot be expected where all columns have the same \
             variance, as after standardising: directions depend on that."
        }
        Noise::Equal => {
            "Noise variances were taken to be equal: directions depend on the scale of the columns."
        }
        Noise::Free if fit.answer.depends_on_units() => {
            "Noise variances were left free, but the penalty and the threshold are in the units of the \
             columns: these matter."
        }
        Noise::Free => "Noise variances were left free: the units of the columns do not matter.",
        Noise::Additive => {
            "Directions come from the shapes of the curves; where an effect is straight, nothing tells \
             its direction. A weight is an average slope."
        }
        Noise::NonGaussian => "Directions come from noise that is not Gaussian.",
        Noise::Unknown => "Nothing was assumed about the noise.",
    }
}
