//! What is said of single rows.

use crate::diagnose::rows::LEFT;
use crate::diagnose::{FarRows, Quantity, RowChecks, RowDependence};
use crate::remark::Remark;
use crate::text::{agreeing, count, significant};
use crate::voice::Voice;
use crate::warning::which;

impl RowChecks {
    /// What the reader of a graph should know, beside the warnings.
    pub fn remarks(&self, voice: &dyn Voice) -> Vec<Remark> {
        let mut said: Vec<Remark> = self.not_warned(voice).into_iter().map(Remark::note).collect();
        said.extend(self.counted_as.map(counted));
        said.extend(self.repeated().map(Remark::note));
        said
    }

    fn not_warned(&self, voice: &dyn Voice) -> Vec<String> {
        let mut said = vec![];
        match (&self.outliers, &self.dependence) {
            (Quantity::Unknown(why), Quantity::Unknown(other)) if why != LEFT => {
                let first = if why == other { String::new() } else { format!(" ({why})") };
                said.push(format!(
                    "Not checked: whether edges rest on single rows{first}, and whether rows depend on each \
                     other ({other})."
                ));
            }
            (outliers, dependence) => {
                said.extend(match outliers {
                    Quantity::Known(far) => far_rows(far, voice),
                    Quantity::Unknown(why) if why == LEFT => None,
                    Quantity::Unknown(why) => {
                        Some(format!("Whether edges rest on single rows was not checked: {why}."))
                    }
                });
                said.extend(match dependence {
                    Quantity::Known(found) => dependent(self, found, voice),
                    Quantity::Unknown(why) => {
                        Some(format!("Whether rows depend on each other was not checked: {why}."))
                    }
                });
            }
        }
        said
    }

    fn repeated(&self) -> Option<String> {
        let same = self.identical.known().copied().filter(|&same| same > 0)?;
        let repeat = agreeing(same, "repeats", "repeat");
        Some(format!("{} {repeat} an earlier one exactly.", count(same, "row")))
    }

    /// Everything, warnings among it.
    pub fn sentences(&self, voice: &dyn Voice) -> Vec<String> {
        let warnings = self.warnings();
        let mut said: Vec<String> =
            warnings.iter().map(|warning| sentence(&warning.said(voice))).collect();
        if let Some(far) = self.outliers.known().filter(|far| far.count == 0) {
            said.push(format!("No row{} lies far from the others{}.", of_sample(far), apart(far)));
        }
        if let Some(found) = self.dependence.known().filter(|found| !found.alarm) {
            said.push(format!(
                "No row clearly depends on those before it (p = {}).",
                significant(found.p, 2)
            ));
        }
        said.extend(self.remarks(voice).into_iter().map(|remark| remark.text));
        said
    }
}

/// Prices and errors are not those of the rows that there are.
fn counted(rows: u64) -> Remark {
    let worth = count(rows, "independent row");
    Remark::caution(format!(
        "Rows depend on their neighbours and were counted as {worth}, an approximation: prices and errors are for so many."
    ))
}

/// A warning as a sentence.
fn sentence(warning: &str) -> String {
    let mut letters = warning.chars();
    let first = letters.next().map_or(String::new(), |c| c.to_uppercase().collect());
    format!("{first}{}.", letters.as_str())
}

/// Of rows that are far although no edge is known to rest on them.
fn far_rows(far: &FarRows, voice: &dyn Voice) -> Option<String> {
    if far.count == 0 {
        return None;
    }
    let rows = sentence(&which(far.count, &far.numbers));
    let rows = format!(
        "{}{} {} far from the others{}",
        rows.trim_end_matches('.'),
        of_sample(far),
        agreeing(far.count, "lies", "lie"),
        apart(far)
    );
    let advice = || far.advice.as_ref().map_or(String::new(), |advice| advice.said(voice));
    match &far.edges {
        Quantity::Known(found) if found.made.is_empty() && found.hidden.is_empty() => {
            let them = agreeing(far.count, "it", "them");
            Some(match found.differ {
                0 => format!("{rows}; the graph is the same without {them}."),
                some => format!(
                    "{rows}; without {them} {} {} joined or parted, though no edge clearly rests on {them}.",
                    count(some, "pair"),
                    agreeing(some, "is", "are")
                ),
            })
        }
        // A warning says it.
        Quantity::Known(_) => None,
        Quantity::Unknown(why) => Some(format!(
            "{rows}; whether edges rest on {} was not checked ({why}): {}.",
            agreeing(far.count, "it", "them"),
            advice()
        )),
    }
}

fn of_sample(far: &FarRows) -> String {
    match far.sampled {
        true => format!(" of a sample of {}", far.looked_at),
        false => String::new(),
    }
}

fn apart(far: &FarRows) -> &'static str {
    if far.together { "" } else { " in a single column; columns were not looked at together" }
}

/// Of rows that depend on each other, but not enough for a warning.
fn dependent(checks: &RowChecks, found: &RowDependence, voice: &dyn Voice) -> Option<String> {
    let warned = checks.warnings().iter().any(|w| matches!(w, crate::Warning::RowsDepend(_)));
    (found.alarm && !warned && checks.counted_as.is_none()).then(|| {
        format!(
            "Rows depend on their neighbours a little: these {} are worth about {:.0} independent ones, an \
             approximation that {} counts with.",
            found.rows,
            found.worth,
            voice.option("effective_rows", None)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::RestingEdges;
    use crate::voice::Plain;
    use crate::warning::Advice;

    fn checks(count: u64, edges: Quantity<RestingEdges>) -> RowChecks {
        let far = FarRows {
            looked_at: 300,
            sampled: false,
            together: true,
            count,
            by_distance: 0,
            numbers: (1..=count).map(|k| 7 * k).collect(),
            advice: (count > 0).then_some(Advice::Few),
            edges,
        };
        let dependence = RowDependence {
            rows: 300,
            looked_at: 300,
            sampled: false,
            p: 0.3,
            alarm: false,
            correlation: 0.01,
            worth: 299.9,
            affected: vec![],
            columns: 4,
            sorted_by: vec![],
        };
        RowChecks {
            outliers: Quantity::Known(far),
            dependence: Quantity::Known(dependence),
            identical: Quantity::Known(0),
            counted_as: None,
        }
    }

    fn resting(differ: usize) -> Quantity<RestingEdges> {
        Quantity::Known(RestingEdges { edges: 3, left: 3, differ, ..RestingEdges::default() })
    }

    fn texts(checks: &RowChecks) -> Vec<String> {
        checks.remarks(&Plain).into_iter().map(|remark| remark.text).collect()
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        let clean = checks(0, resting(0));
        assert!(clean.none_is_far() && clean.remarks(&Plain).is_empty());
        let said = clean.sentences(&Plain);
        assert_eq!(
            said,
            [
                "No row lies far from the others.",
                "No row clearly depends on those before it (p = 0.30)."
            ]
        );
    }

    #[test]
    fn far_rows_are_told_by_what_they_do() {
        let said = |checks: &RowChecks| texts(checks).join(" ");
        let same = said(&checks(1, resting(0)));
        assert_eq!(same, "Row 7 lies far from the others; the graph is the same without it.");
        let other = said(&checks(2, resting(2)));
        let expected = "Rows 7 and 14 lie far from the others; without them 2 pairs are joined or parted, though \
                        no edge clearly rests on them.";
        assert_eq!(other, expected);
        let unknown = said(&checks(1, Quantity::Unknown("it was stopped".into())));
        assert!(unknown.contains("whether edges rest on it was not checked (it was stopped): if"));
        let made = RestingEdges { made: vec![("a".into(), "b".into())], ..RestingEdges::default() };
        let made = checks(1, Quantity::Known(made));
        // A warning says it, and a sentence where there are no warnings.
        assert!(
            said(&made).is_empty() && made.sentences(&Plain)[0].starts_with("Row 7 makes 1 of")
        );
    }

    #[test]
    fn what_was_not_checked_is_said_once() {
        let unknown = |why: &str| Quantity::Unknown(why.into());
        let mut checks = checks(0, resting(0));
        checks.outliers = Quantity::Unknown("why".into());
        checks.dependence = Quantity::Unknown("why".into());
        let both = "Not checked: whether edges rest on single rows, and whether rows depend on each other (why).";
        assert_eq!(texts(&checks), [both]);
        checks.outliers = Quantity::Unknown(LEFT.into());
        let one = "Whether rows depend on each other was not checked: why.";
        assert_eq!(texts(&checks), [one]);
        checks.identical = Quantity::Known(1);
        assert_eq!(texts(&checks)[1], "1 row repeats an earlier one exactly.");
        checks.identical = unknown("why");
        checks.counted_as = Some(120);
        assert!(texts(&checks)[1].contains("counted as 120 independent rows"));
    }
}
