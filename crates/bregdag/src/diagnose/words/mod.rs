//! The reports in plain sentences, for people who know their data better than statistics.

mod data;
mod graph;
mod rows;

use self::data::{collinear, of_data};
use self::graph::{independences_of, of_graph, of_scale};
use super::{Diagnostics, Quantity, RowChecks, Shape};
use crate::remark::Remark;
use crate::text::quoted;
use crate::voice::Voice;

/// Names listed before "and 7 more".
const LISTED: usize = 5;

const UNSEEN: &str = "Hidden common causes and selection of the rows are not seen by any of this: \
    a graph can pass every check here and still be wrong.";

impl Diagnostics {
    /// What the reports say, one sentence or two to an item. The last is always about what cannot
    /// be seen.
    pub fn sentences(&self, voice: &dyn Voice) -> Vec<String> {
        let mut said = of_data(&self.data);
        if let Some(graph) = &self.graph {
            said.extend(of_graph(&self.data, graph, self.row_checks.as_ref(), voice));
        }
        said.extend(self.row_checks.iter().flat_map(|checks| checks.sentences(voice)));
        said.push(UNSEEN.into());
        said
    }

    /// Of these, what the reader of a graph must not miss, and how much each matters. `rows` is what single rows do to
    /// the graph, where that is known: without it, nobody can say that weights are valid.
    pub fn concerns(&self, rows: Option<&RowChecks>, voice: &dyn Voice) -> Vec<Remark> {
        let mut said = vec![];
        if let Quantity::Known(found) = &self.data.collinearity {
            said.extend(collinear(found).into_iter().map(Remark::caution));
        }
        let graph = self.graph.as_ref().filter(|graph| graph.edges > 0);
        if let Some(found) = graph.and_then(|graph| graph.independences.known()) {
            said.extend((found.failed > 0).then(|| Remark::alarm(independences_of(found))));
        }
        if let Some(shapes) = graph.and_then(|graph| graph.residual_shapes.known()) {
            let odd = shapes.iter().any(|shape| shape.not_gaussian);
            said.extend(odd.then(|| Remark::note(gaussian(shapes, "residual", "residuals", rows))));
        }
        if let Some(check) = graph.and_then(|graph| graph.scale.known()) {
            said.extend(of_scale(check, voice));
        }
        // The answer rests on there being none of that.
        said.push(Remark::caution(UNSEEN));
        said
    }
}

fn gaussian(shapes: &[Shape], one: &str, many: &str, rows: Option<&RowChecks>) -> String {
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
        // A few rows can do anything to weights.
        "residual" if !rows.is_some_and(RowChecks::none_is_far) => {
            " In quantities that are measured, not counted or chosen from a few, the shape of such noise can tell \
             directions: the method lingam looks at it."
        }
        "residual" => {
            " Weights stay valid; in quantities that are measured, not counted or chosen from a few, the shape of such \
             noise can tell directions: the method lingam looks at it."
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
    use super::graph::scale;
    use super::*;
    use crate::data::{Moments, Table};
    use crate::diagnose::ScaleCheck;
    use crate::diagnose::diagnose;
    use crate::diagnose::scale::Rescaling;
    use crate::diagnose::tests::{moments, normal_columns, table};
    use crate::graph::Dag;
    use crate::voice::Plain;

    fn check(edges: usize, reversed: usize, absent: usize) -> ScaleCheck {
        let same = edges - reversed - absent;
        let (learner, units) = ("it".into(), Rescaling::Standardized);
        ScaleCheck { learner, units, rests_on: None, edges, same, reversed, absent, added: 0 }
    }

    #[test]
    fn scale_is_said_plainly() {
        let said = scale(&check(44, 31, 4), &Plain);
        let expected = "31 of 40 directions change when units change: they rest on scale; the \
                        default method with `variances = free` does without. Of 44 edges, 4 vanish, \
                        and 0 appear. (The graph was learned twice by it: from the columns as they \
                        are, and with all variances one.)";
        assert_eq!(said, expected);
        assert!(!scale(&check(40, 2, 0), &Plain).contains("free"));
        assert!(scale(&check(3, 0, 3), &Plain).starts_with("None of 3 edges is found again"));
    }

    /// What the data chose is no reproach.
    #[test]
    fn directions_that_the_data_support_rest_on_something() {
        let why = "equal noise variances, for which there is strong evidence, BIC lower by 48";
        let supported = ScaleCheck { rests_on: Some(why.into()), ..check(109, 75, 0) };
        let said = scale(&supported, &Plain);
        let start = format!("75 of 109 directions change when units change: they rest on {why}. (");
        assert!(said.starts_with(&start) && !said.contains("free"), "{said}");
        let said = scale(&ScaleCheck { units: Rescaling::Random, ..check(40, 20, 0) }, &Plain);
        assert!(said.contains("random unit") && said.contains("free"), "{said}");
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
        assert!(
            said.iter()
                .any(|s| s.starts_with("Along 100 % of the paths the variance rises (varsort"))
        );
        assert!(
            said.iter().any(|s| s.starts_with("Of 1 independence that the graph implies none")),
            "{said:?}"
        );
        let unit = moments(&x).standardized();
        let said = diagnose(&unit, None, Some(&chain), &()).unwrap().sentences(&Plain);
        assert!(said.iter().any(|s| s.contains("nearly the same variance")), "{said:?}");
    }
}
