//! Warnings in plain sentences.

mod reading;

use super::Warning;
use crate::text::{agreeing, count, quoted, shown};
use crate::voice::Voice;

/// The sentence in the words of a front end. Every warning has one below; a test sees to it.
pub fn said(warning: &Warning, voice: &dyn Voice) -> String {
    let said = reading::said(warning, voice)
        .or_else(|| of_columns(warning, voice))
        .or_else(|| of_equations(warning));
    said.or_else(|| of_work(warning)).unwrap_or_else(|| shown(&format!("{warning:?}"), 400))
}

fn of_columns(warning: &Warning, voice: &dyn Voice) -> Option<String> {
    Some(match warning {
        Warning::ConstantColumn { column, value } => {
            format!("column {} is constant ({value}) and was left out", quoted(column))
        }
        Warning::LooksLikeIdentifier { columns } => format!(
            "{} {}: numbers of rows or people are no measurements; leave {} out by {}",
            listed(columns),
            agreeing(columns.len(), "looks like an identifier", "look like identifiers"),
            agreeing(columns.len(), "it", "them"),
            voice.option("drop", None)
        ),
        Warning::FewValues { binary, codes } => format!(
            "{}: equations take such columns for measurements; that is rough for yes or no, and wrong for \
             codes without an order",
            few_values(binary, codes)
        ),
        Warning::MostlyFilled { columns } => format!(
            "more than a fifth of the values of {} was filled in: edges at such columns are partly made \
             by that; leave them out by {}, or compare with {}",
            listed(columns),
            voice.option("drop", None),
            voice.option("missing", Some("drop-rows"))
        ),
        Warning::Untiered { columns } => format!(
            "{} {} in no tier: nothing is ruled about {}; a line with * puts all others into one",
            listed(columns),
            agreeing(columns.len(), "is", "are"),
            agreeing(columns.len(), "it", "them")
        ),
        Warning::CollinearDropped { combinations, columns } => {
            format!("{} left out: {}", listed(columns), equations(combinations))
        }
        Warning::CollinearKept { combinations } => format!(
            "{}: which of these columns acts on which cannot be told",
            equations(combinations)
        ),
        Warning::UnevenScales { small, large, ratio } => format!(
            "the variance of {} is {ratio:.0e} times that of {}: edges and directions follow the units; \
             bring the columns to similar scales",
            quoted(large),
            quoted(small)
        ),
        _ => return None,
    })
}

fn of_equations(warning: &Warning) -> Option<String> {
    Some(match warning {
        Warning::CollinearParent { parent, child } => {
            let (parent, child) = (quoted(parent), quoted(child));
            format!(
                "{parent} -> {child} was dropped: {parent} is a linear combination of the other parents of \
                 {child}"
            )
        }
        Warning::NegativeParent { parent, child } => format!(
            "{} -> {} was dropped: by least squares its weight is negative",
            quoted(parent),
            quoted(child)
        ),
        Warning::Tie { first, second, correlation } => format!(
            "{} and {} have the same variance and, their parents held fixed, a correlation of \
             {correlation:.2}, yet neither direction won and there is no edge; the default method decides by \
             more than variances",
            quoted(first),
            quoted(second)
        ),
        Warning::SaturatedNode { child, parents, rows } => format!(
            "{} has {} but there {} only {}; no standard errors",
            quoted(child),
            count(*parents, "parent"),
            agreeing(*rows, "is", "are"),
            count(*rows, "row")
        ),
        Warning::PerfectCurve { child, parents } => format!(
            "{} is a function of {}, so nothing is left to tell causes from; keep one fewer of these columns",
            quoted(child),
            listed(parents)
        ),
        Warning::PerfectFit { child, parents } => format!(
            "{} is a linear combination of {}, so nothing is left to tell causes from; keep one fewer of \
             these columns",
            quoted(child),
            listed(parents)
        ),
        Warning::MostParents { child, parents, rows } => format!(
            "{} was given {}, the most that {} allow; there may be more",
            quoted(child),
            count(*parents, "parent"),
            count(*rows, "row")
        ),
        Warning::WeakRequiredEdge { parent, child, t } => format!(
            "{} -> {} is required, but the data show little of it (t = {t:.1})",
            quoted(parent),
            quoted(child)
        ),
        _ => return None,
    })
}

fn of_work(warning: &Warning) -> Option<String> {
    Some(match warning {
        Warning::ImputationStopped { rounds } => format!(
            "filling in missing values was stopped after {}, before nothing changed any more",
            count(*rounds, "round")
        ),
        Warning::FewRows { rows, variables } => format!(
            "{} for {}: expect errors, and collect more rows or drop variables before trusting single \
             edges",
            count(*rows, "row"),
            count(*variables, "variable")
        ),
        Warning::FoldLeftOut { fold, column } => format!(
            "fold {fold} was left out of the cross-validation: without its rows column {} hardly varies; \
             use more folds or leave the column out",
            quoted(column)
        ),
        Warning::PathCutShort { parameter, compared, wanted } => format!(
            "only {compared} of {} of {parameter} were compared before the stop",
            count(*wanted, "value")
        ),
        Warning::MovesLeftOut { columns } => format!(
            "{} {} so many neighbours joined to one another that not every move was tried; a higher price of \
             an edge makes the graph sparser",
            listed(columns),
            agreeing(columns.len(), "has", "have")
        ),
        Warning::CyclesLeft { option } => format!(
            "the matrix that was found is not that of a DAG, and what was cut from it may matter; \
             standardize the columns, or try another value of {option}"
        ),
        Warning::PenaltyAboveAll { lambda, largest } => format!(
            "no edge can be worth its weight: lambda is {lambda}, and no covariance of two columns is larger \
             than {largest:.3e}; standardize the columns, or take a smaller lambda"
        ),
        Warning::DepthUntested { depth, rows } => format!(
            "nothing was tested given sets of {} or more: {} are too few for that; edges that such tests \
             would remove are still there",
            count(*depth, "variable"),
            count(*rows, "row")
        ),
        Warning::CollidersSkipped { skipped, found } => format!(
            "{skipped} of {} (a -> b <- c) {} directions that stood before and {} skipped: the tests \
             contradict each other or what is known, as they do where rows are few or causes are hidden",
            count(*found, "collider"),
            agreeing(*skipped, "contradicts", "contradict"),
            agreeing(*skipped, "was", "were")
        ),
        Warning::GaussianNoise { variables } => format!(
            "the noise of none of {} departs from the Gaussian by its skewness or tails: directions come from \
             such departures, and without them they are chance",
            count(*variables, "variable")
        ),
        Warning::NoDag => "the tests contradict each other: no DAG has these edges and directions. The \
                           graph is given as the tests say, without equations; do not read effects from it"
            .into(),
        Warning::Undirected { depth: Some(depth) } => {
            let tested = match depth {
                0 => "correlations were".into(),
                _ => format!("sets of up to {} had been", count(*depth, "variable")),
            };
            format!(
                "stopped when only {tested} tested: pairs that larger sets would part are still joined, \
                 and nothing was asked about directions"
            )
        }
        Warning::Undirected { depth: None } => {
            "stopped before anything was asked about directions".into()
        }
        Warning::NotProvedForMemory { variables, fits } => format!(
            "whether this is the best graph was not proved: the sets of {} take more memory than there is; there \
             is enough for {fits}",
            count(*variables, "variable")
        ),
        Warning::NotProved { gap } => format!(
            "whether this is the best graph was not proved: another may score lower by up to {gap:.3}; columns that are \
             nearly combinations of others make scores uncertain"
        ),
        Warning::StoppedEarly { status } => {
            format!("stopped early ({status}); the best result so far is given")
        }
        _ => return None,
    })
}

/// `"a", "b" have two values and "c" a few`.
fn few_values(binary: &[String], codes: &[String]) -> String {
    let has = |names: &[String]| agreeing(names.len(), "has", "have");
    match (binary, codes) {
        (binary, []) => format!("{} {} two values", listed(binary), has(binary)),
        ([], codes) => format!("{} {} only a few values", listed(codes), has(codes)),
        (binary, codes) => {
            format!("{} {} two values, {} only a few", listed(binary), has(binary), listed(codes))
        }
    }
}

fn listed(names: &[String]) -> String {
    crate::text::listed(names.iter(), names.len())
}

fn equations(combinations: &[String]) -> String {
    let shown = combinations.iter().map(|equation| shown(equation, 400));
    crate::text::shortened(shown, combinations.len(), "; ")
}
