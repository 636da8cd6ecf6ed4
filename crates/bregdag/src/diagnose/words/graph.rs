//! What is said of the data with a graph.

use super::{gaussian, listed, percent};
use crate::diagnose::scale::Rescaling;
use crate::diagnose::{DataReport, GraphReport, Independences, Quantity, RowChecks, ScaleCheck};
use crate::remark::Remark;
use crate::text::{agreeing, count, quoted};
use crate::voice::Voice;

/// A sortability beyond this, or below one minus this, gives the order away.
const SORTED: f64 = 0.8;
/// Variances within this factor are all the same: someone has standardised the columns.
const SAME_VARIANCE: f64 = 1.05;
/// If more than this share of the edges found twice turns round, directions rest on scale.
const RESTS_ON_SCALE: f64 = 0.1;

pub(super) fn of_graph(
    data: &DataReport,
    graph: &GraphReport,
    rows: Option<&RowChecks>,
    voice: &dyn Voice,
) -> Vec<String> {
    if graph.edges == 0 {
        let no_edges = "The graph has no edges, so no direction can be doubted.";
        return vec![no_edges.into(), independences(&graph.independences)];
    }
    let residuals = match &graph.residual_shapes {
        Quantity::Known(shapes) => gaussian(shapes, "residual", "residuals", rows),
        Quantity::Unknown(reason) => format!("No test for Gaussian residuals: {reason}."),
    };
    let scale = match &graph.scale {
        Quantity::Known(check) => scale(check, voice),
        Quantity::Unknown(reason) => {
            format!("Whether directions change with the units was not checked: {reason}.")
        }
    };
    vec![
        varsortability(data, &graph.varsortability),
        r2_sortability(&graph.r2_sortability),
        independences(&graph.independences),
        residuals,
        scale,
    ]
}

fn varsortability(data: &DataReport, value: &Quantity<f64>) -> String {
    let value = match value {
        Quantity::Known(value) => *value,
        Quantity::Unknown(reason) => {
            return format!(
                "Whether variances rise along the paths (varsortability) is not known: {reason}."
            );
        }
    };
    if data.variance_ratio < SAME_VARIANCE {
        return "All columns have nearly the same variance: sorting them by variance gives no order.".into();
    }
    let meaning = if value > SORTED {
        "variances rise from causes to effects, so sorting the columns by variance gives most of \
         this order. If your units are arbitrary, so is it"
    } else if value < 1.0 - SORTED {
        "variances fall from causes to effects, the opposite of what least squares looks for"
    } else {
        "the order is not simply that of the variances"
    };
    format!("Along {} of the paths the variance rises (varsortability): {meaning}.", percent(value))
}

fn r2_sortability(value: &Quantity<f64>) -> String {
    match value {
        Quantity::Unknown(reason) => {
            format!("Whether R² rises along the paths (R²-sortability) is not known: {reason}.")
        }
        Quantity::Known(value) => {
            let meaning = if *value > SORTED {
                "effects are better predicted than their causes, a pattern that does not depend on \
                 units, and that sorting by R² would find"
            } else if *value < 1.0 - SORTED {
                "causes are better predicted than their effects"
            } else {
                "how well a column is predicted does not give the order away"
            };
            format!(
                "Along {} of the paths R² on all other columns rises (R²-sortability): {meaning}.",
                percent(*value)
            )
        }
    }
}

fn independences(found: &Quantity<Independences>) -> String {
    match found {
        Quantity::Known(found) => independences_of(found),
        Quantity::Unknown(reason) => format!("No independence was tested: {reason}."),
    }
}

pub(super) fn independences_of(found: &Independences) -> String {
    let implied = count(found.implied, "independence");
    let tested = match found.tested == found.implied {
        true => format!("Of {implied} that the graph implies"),
        false => format!(
            "Of {implied} that the graph implies, {} could be tested; of these",
            found.tested
        ),
    };
    let Some(worst) = found.largest.first().filter(|_| found.failed > 0) else {
        return format!(
            "{tested} none clearly fails. If the graph was learned from these data, that is less \
             than it seems."
        );
    };
    let given = match worst.given.is_empty() {
        true => String::new(),
        false => format!(" given {}", listed(&worst.given)),
    };
    format!(
        "{tested} {} {} at 1 % (corrected for their number): edges are missing or turned. The \
         largest partial correlation left is {:.2}, {} with {}{given}.",
        found.failed,
        agreeing(found.failed, "fails", "fail"),
        worst.partial_correlation,
        quoted(&worst.earlier),
        quoted(&worst.later),
    )
}

/// The verdict, which matters where directions rest on the units, and how it came about, which does not.
pub(super) fn of_scale(check: &ScaleCheck, voice: &dyn Voice) -> [Remark; 2] {
    let joined = check.same + check.reversed;
    let matters = joined == 0 || rests_on_scale(check);
    let mut verdict = verdict(check, voice);
    if check.rests_on.is_some() && rests_on_scale(check) {
        let free = voice.option("variances", Some("free"));
        verdict.push_str(&format!(" If your units are arbitrary, {free} does without."));
    }
    let how = format!("For that the graph was {}.", how(check));
    [if matters { Remark::caution(verdict) } else { Remark::note(verdict) }, Remark::detail(how)]
}

/// Both in one.
pub(super) fn scale(check: &ScaleCheck, voice: &dyn Voice) -> String {
    format!("{} (The graph was {}.)", verdict(check, voice), how(check))
}

fn rests_on_scale(check: &ScaleCheck) -> bool {
    check.reversed as f64 > RESTS_ON_SCALE * (check.same + check.reversed) as f64
}

fn how(check: &ScaleCheck) -> String {
    let learner = &check.learner;
    match check.units {
        Rescaling::Standardized => format!(
            "learned twice by {learner}: from the columns as they are, and with all variances one"
        ),
        Rescaling::Random => format!(
            "learned again by {learner}, each column in a random unit, since their variances were all \
             the same"
        ),
    }
}

fn verdict(check: &ScaleCheck, voice: &dyn Voice) -> String {
    let ScaleCheck { rests_on, edges, same, reversed, absent, added, .. } = check;
    let (joined, all) = (same + reversed, count(*edges, "edge"));
    if joined == 0 {
        return format!("None of {all} is found again when units change.");
    }
    let why = match rests_on {
        Some(why) if rests_on_scale(check) => format!(": they rest on {why}"),
        None if rests_on_scale(check) => {
            let free = voice.option("variances", Some("free"));
            format!(": they rest on scale; the default method with {free} does without")
        }
        _ => String::new(),
    };
    let rest = match (absent, added) {
        (0, 0) => String::new(),
        _ => format!(
            " Of {all}, {absent} {}, and {added} {}.",
            agreeing(*absent, "vanishes", "vanish"),
            agreeing(*added, "appears", "appear")
        ),
    };
    let change = agreeing(*reversed, "changes", "change");
    format!("{reversed} of {joined} directions {change} when units change{why}.{rest}")
}
