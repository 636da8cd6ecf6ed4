//! The reports in plain sentences, for people who know their data better than statistics.

use super::{
    Collinearity, DataReport, Diagnostics, GraphReport, Group, Independences, Quantity, ScaleCheck,
    Shape,
};
use crate::text::{agreeing, count, quoted};
use crate::voice::Voice;

/// Names listed before "and 7 more".
const LISTED: usize = 5;
/// From here on, weights of the columns involved are shaky: condition index 30 (Belsley, Kuh and
/// Welsch 1980, doi:10.1002/0471725153), squared because ours is of R and not of X.
const ILL_CONDITIONED: f64 = 900.0;
/// A sortability beyond this, or below one minus this, gives the order away.
const SORTED: f64 = 0.8;
/// Variances within this factor are all the same: someone has standardised the columns.
const SAME_VARIANCE: f64 = 1.05;
/// If more than this share of the edges found twice turns round, directions rest on scale.
const RESTS_ON_SCALE: f64 = 0.1;

const UNSEEN: &str = "Hidden common causes and selection of the rows are not seen by any of this: \
    a graph can pass every check here and still be wrong.";

impl Diagnostics {
    /// What the reports say, one sentence or two to an item. The last is always about what cannot
    /// be seen.
    pub fn sentences(&self, voice: &dyn Voice) -> Vec<String> {
        let mut said = of_data(&self.data);
        if let Some(graph) = &self.graph {
            said.extend(of_graph(&self.data, graph, voice));
        }
        said.push(UNSEEN.into());
        said
    }

    /// Of these, what the reader of a graph must not miss.
    pub fn concerns(&self, voice: &dyn Voice) -> Vec<String> {
        let mut said = vec![];
        if let Quantity::Known(found) = &self.data.collinearity {
            said.extend(collinear(found));
        }
        let graph = self.graph.as_ref().filter(|graph| graph.edges > 0);
        if let Some(found) = graph.and_then(|graph| graph.independences.known()) {
            said.extend((found.failed > 0).then(|| independences_of(found)));
        }
        if let Some(shapes) = graph.and_then(|graph| graph.residual_shapes.known()) {
            let odd = shapes.iter().any(|shape| shape.not_gaussian);
            said.extend(odd.then(|| gaussian(shapes, "residual", "residuals")));
        }
        if let Some(check) = graph.and_then(|graph| graph.scale.known()) {
            said.push(scale(check, voice));
        }
        said.push(UNSEEN.into());
        said
    }
}

fn of_data(data: &DataReport) -> Vec<String> {
    let mut said = vec![size(data)];
    said.push(match &data.condition_number {
        Quantity::Known(number) => condition(*number),
        Quantity::Unknown(reason) => format!("No condition number: {reason}."),
    });
    if let Quantity::Known(found) = &data.collinearity {
        said.extend(collinear(found));
    }
    if let Quantity::Known(r_squared) = &data.r_squared {
        said.extend(spread(r_squared));
    }
    said.push(match &data.shapes {
        Quantity::Known(shapes) => gaussian(shapes, "column", "columns"),
        Quantity::Unknown(reason) => format!("No test for Gaussian columns: {reason}."),
    });
    said
}

fn of_graph(data: &DataReport, graph: &GraphReport, voice: &dyn Voice) -> Vec<String> {
    if graph.edges == 0 {
        let no_edges = "The graph has no edges, so no direction can be doubted.";
        return vec![no_edges.into(), independences(&graph.independences)];
    }
    let residuals = match &graph.residual_shapes {
        Quantity::Known(shapes) => gaussian(shapes, "residual", "residuals"),
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

fn size(data: &DataReport) -> String {
    let worth = match (data.effective_rows - data.rows as f64).abs() < 0.5 {
        true => String::new(),
        false => format!(" (with their weights worth {:.0})", data.effective_rows),
    };
    let (rows, columns) = (count(data.rows, "row"), count(data.columns as u64, "column"));
    format!("{rows}{worth}, {columns}.")
}

fn condition(number: f64) -> String {
    let number_text = rounded(number);
    match number < ILL_CONDITIONED {
        true => {
            format!("The condition number of the correlations is {number_text}: unproblematic.")
        }
        false => format!(
            "The condition number of the correlations is {number_text}, which is large: weights \
             between nearly dependent columns are shaky."
        ),
    }
}

fn collinear(found: &Collinearity) -> Vec<String> {
    let group = |group: &Group| {
        let names = listed(&group.columns);
        match r_squared_text(group.r_squared) {
            None => format!(
                "{names} are linearly dependent: each follows from the others, so no data can tell \
                 their parts; leave one out."
            ),
            Some(r_squared) => format!(
                "{names} are nearly linearly dependent (R² = {r_squared}): their parts are hard to \
                 tell; consider leaving one out."
            ),
        }
    };
    let mut said: Vec<String> = found.groups.iter().take(LISTED).map(group).collect();
    if let more @ 1.. = found.groups.len().saturating_sub(LISTED) {
        let (groups, are) = (count(more, "more group"), agreeing(more, "is", "are"));
        said.push(format!("{groups} of columns {are} nearly linearly dependent."));
    }
    if !found.diffuse.is_empty() {
        let verb = agreeing(found.diffuse.len(), "is", "are each");
        let names = listed(&found.diffuse);
        said.push(format!("{names} {verb} nearly a combination of more than ten other columns."));
    }
    said
}

fn spread(r_squared: &[f64]) -> Option<String> {
    let mut sorted = r_squared.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (least, most) = (sorted.first()?, sorted.last()?);
    let median = sorted[sorted.len() / 2];
    Some(format!(
        "All other columns together explain from {} to {} of a column, {} in the middle (R²).",
        percent(*least),
        percent(*most),
        percent(median)
    ))
}

fn gaussian(shapes: &[Shape], one: &str, many: &str) -> String {
    let tested = shapes.iter().filter(|shape| shape.p.is_some()).count();
    let untested = match shapes.len() - tested {
        0 => String::new(),
        rest => format!(" {rest} could not be tested."),
    };
    if tested == 0 {
        return format!(
            "No test for Gaussian {many}: it takes twenty rows beyond the parameters, and some noise."
        );
    }
    let mut odd: Vec<&Shape> = shapes.iter().filter(|shape| shape.not_gaussian).collect();
    odd.sort_by(|a, b| a.p.unwrap_or(1.0).total_cmp(&b.p.unwrap_or(1.0)));
    let kurtosis = |shape: &&Shape| shape.excess_kurtosis.unwrap_or(0.0).abs();
    let worst = odd.iter().copied().reduce(|a, b| if kurtosis(&b) > kurtosis(&a) { b } else { a });
    let Some(worst) = worst else {
        return format!("No {one} is clearly not Gaussian.{untested}");
    };
    let meaning = match one {
        "residual" => {
            " Weights stay valid; directions may be in the data that a method for non-Gaussian \
             noise could find."
        }
        _ => "",
    };
    format!(
        "{} of {tested} {many} are clearly not Gaussian, {} the most (skewness {:.1}, excess \
         kurtosis {:.1}).{meaning}{untested}",
        odd.len(),
        quoted(&worst.column),
        worst.skewness.unwrap_or(0.0),
        worst.excess_kurtosis.unwrap_or(0.0),
    )
}

fn varsortability(data: &DataReport, value: &Quantity<f64>) -> String {
    let value = match value {
        Quantity::Known(value) => *value,
        Quantity::Unknown(reason) => return format!("No varsortability: {reason}."),
    };
    if data.variance_ratio < SAME_VARIANCE {
        return "All columns have nearly the same variance: no direction can be read off the units."
            .into();
    }
    let meaning = if value > SORTED {
        "variances rise from causes to effects, so sorting the columns by variance gives most of \
         this order. If your units are arbitrary, so is it"
    } else if value < 1.0 - SORTED {
        "variances fall from causes to effects, the opposite of what least squares looks for"
    } else {
        "the order is not simply that of the variances"
    };
    format!("Varsortability is {value:.2}: {meaning}.")
}

fn r2_sortability(value: &Quantity<f64>) -> String {
    match value {
        Quantity::Unknown(reason) => format!("No R²-sortability: {reason}."),
        Quantity::Known(value) => {
            let meaning = if *value > SORTED {
                "effects are better predicted than their causes, a pattern that does not depend on \
                 units, and that sorting by R² would find"
            } else if *value < 1.0 - SORTED {
                "causes are better predicted than their effects"
            } else {
                "how well a column is predicted does not give the order away"
            };
            format!("R²-sortability is {value:.2}: {meaning}.")
        }
    }
}

fn independences(found: &Quantity<Independences>) -> String {
    match found {
        Quantity::Known(found) => independences_of(found),
        Quantity::Unknown(reason) => format!("No independence was tested: {reason}."),
    }
}

fn independences_of(found: &Independences) -> String {
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
        "{tested} {} fail at 1 % (corrected for their number): edges are missing or turned. The \
         largest partial correlation left is {:.2}, {} with {}{given}.",
        found.failed,
        worst.partial_correlation,
        quoted(&worst.earlier),
        quoted(&worst.later),
    )
}

fn scale(check: &ScaleCheck, voice: &dyn Voice) -> String {
    let ScaleCheck { learner, edges, same, reversed, absent, added } = check;
    let how = format!(
        "learned twice by {learner}: from the columns as they are, and with all variances one"
    );
    let joined = same + reversed;
    if joined == 0 {
        let edges = count(*edges, "edge");
        return format!("None of {edges} is found again when units change ({how}).");
    }
    let verdict = match *reversed as f64 > RESTS_ON_SCALE * joined as f64 {
        true => {
            let free = voice.option("variances", Some("free"));
            format!(": they rest on scale; use {free}")
        }
        false => String::new(),
    };
    let rest = match (absent, added) {
        (0, 0) => String::new(),
        _ => format!(" Of {}, {absent} vanish, and {added} appear.", count(*edges, "edge")),
    };
    format!("{reversed} of {joined} directions change when units change{verdict} ({how}).{rest}")
}

/// `"a", "b" and "c"`, or `"a", … and 7 more`.
fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    match shown.as_slice() {
        [] => "none".into(),
        [one] => one.clone(),
        [first @ .., last] if shown.len() <= LISTED + 1 => {
            format!("{} and {last}", first.join(", "))
        }
        _ => format!("{} and {} more", shown[..LISTED].join(", "), shown.len() - LISTED),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Two digits, or a power of ten where there would be many.
fn rounded(x: f64) -> String {
    match x {
        ..10.0 => format!("{x:.1}"),
        ..1e5 => format!("{x:.0}"),
        _ => format!("{x:.0e}"),
    }
}

/// Six digits, or nothing if they are all nines.
fn r_squared_text(r_squared: f64) -> Option<String> {
    (1.0 - r_squared > 5e-7).then(|| format!("{r_squared:.6}").trim_end_matches('0').to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Moments, Table};
    use crate::diagnose::diagnose;
    use crate::diagnose::tests::{moments, normal_columns, table};
    use crate::graph::Dag;
    use crate::voice::Plain;

    fn check(edges: usize, reversed: usize, absent: usize) -> ScaleCheck {
        let same = edges - reversed - absent;
        ScaleCheck { learner: "it".into(), edges, same, reversed, absent, added: 0 }
    }

    #[test]
    fn scale_is_said_plainly() {
        let said = scale(&check(44, 31, 4), &Plain);
        let start = "31 of 40 directions change when units change: they rest on scale; use \
                     `variances = free` (learned twice by it: ";
        assert!(said.starts_with(start), "{said}");
        assert!(said.ends_with("Of 44 edges, 4 vanish, and 0 appear."), "{said}");
        assert!(!scale(&check(40, 2, 0), &Plain).contains("free"));
        assert!(scale(&check(3, 0, 3), &Plain).starts_with("None of 3 edges is found again"));
    }

    #[test]
    fn the_last_word_is_what_cannot_be_seen() {
        let data = diagnose(&moments(&normal_columns(3, 40, 1)), None, None, &()).unwrap();
        assert_eq!(data.sentences(&Plain).last().unwrap(), UNSEEN);
    }

    #[test]
    fn names_are_quoted_and_cannot_harm() {
        let mut x = normal_columns(3, 40, 1);
        x[2] = x[0].iter().map(|x| 2.0 * x).collect();
        let names = vec!["wt\u{1b}[31m71".to_string(), "age".into(), "wt82".into()];
        let table = Table::new(names, x).unwrap();
        let said = diagnose(&Moments::of(&table).unwrap(), Some(&table), None, &())
            .unwrap()
            .sentences(&Plain);
        let group = said.iter().find(|s| s.contains("linearly dependent")).unwrap();
        assert!(group.starts_with("\"wt\\u{1b}[31m71\" and \"wt82\" are linearly"), "{group}");
        assert!(said.iter().any(|s| s.contains("infinite")), "{said:?}");
    }

    #[test]
    fn lists_end() {
        let names: Vec<String> = (1..=9).map(|k| k.to_string()).collect();
        assert_eq!(listed(&names[..3]), "\"1\", \"2\" and \"3\"");
        assert_eq!(listed(&names), "\"1\", \"2\", \"3\", \"4\", \"5\" and 4 more");
    }

    #[test]
    fn an_order_by_variance_is_said() {
        let mut x = normal_columns(3, 400, 1);
        for r in 0..400 {
            x[1][r] += 2.0 * x[0][r];
            x[2][r] += 2.0 * x[1][r];
        }
        let chain = Dag::new(vec![vec![], vec![0], vec![1]]).unwrap();
        let said =
            diagnose(&moments(&x), Some(&table(&x)), Some(&chain), &()).unwrap().sentences(&Plain);
        assert!(said.iter().any(|s| s.starts_with("Varsortability is 1.00: variances rise")));
        assert!(
            said.iter().any(|s| s.starts_with("Of 1 independence that the graph implies none")),
            "{said:?}"
        );
        let unit = moments(&x).standardized();
        let said = diagnose(&unit, None, Some(&chain), &()).unwrap().sentences(&Plain);
        assert!(said.iter().any(|s| s.contains("nearly the same variance")), "{said:?}");
    }
}
