//! What comes first: advice where arrows lead into what nothing here can cause, and where nobody said what is known.

use super::Study;
use crate::data::{Rules, looks_first};
use crate::text::{agreeing, quoted};
use crate::voice::Voice;
use crate::warning::Warning;

/// Names in advice: a command with more of them is no advice.
const NAMED: usize = 8;

/// Arrows that are claimed among named variables, and what was known of these beforehand.
#[derive(Clone, Copy)]
pub(super) struct Arrows<'a> {
    pub names: &'a [String],
    pub rules: &'a Rules,
    /// (i, j) of every arrow i → j whose direction is claimed.
    pub claimed: &'a [(usize, usize)],
}

impl Arrows<'_> {
    /// Those into variables that look as if nothing here could cause them, but for edges that someone required.
    fn doubtful(self) -> impl Iterator<Item = usize> {
        let required = move |i: usize, j: usize| {
            let pair = |(a, b): &(String, String)| *a == self.names[i] && *b == self.names[j];
            self.rules.required_edges.iter().any(pair)
        };
        let into_first =
            move |&&(i, j): &&(usize, usize)| looks_first(&self.names[j]) && !required(i, j);
        self.claimed.iter().filter(into_first).map(|&(_, j)| j)
    }

    /// The variables at the ends of these, in the order of the data.
    fn columns(self) -> Vec<String> {
        let mut ends: Vec<usize> = self.doubtful().collect();
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().map(|j| self.names[j].clone()).collect()
    }

    /// What is wrong with the arrows, if anything is.
    pub fn warning(self) -> Option<Warning> {
        let (columns, arrows) = (self.columns(), self.doubtful().count());
        (arrows > 0).then_some(Warning::ArrowsIntoFirst { columns, arrows })
    }

    /// How to say what comes first, where arrows are doubtful or nobody said anything.
    pub fn advice(self, voice: &dyn Voice) -> Option<String> {
        let doubtful = self.columns();
        if !doubtful.is_empty() {
            return Some(format!("{}.", named_roots(&doubtful, voice)));
        }
        if !self.rules.is_empty() {
            return None;
        }
        let first: Vec<String> =
            self.names.iter().filter(|name| looks_first(name)).cloned().collect();
        let tiers = voice.option("tiers", Some("FILE"));
        Some(match first.is_empty() {
            false => format!(
                "Nothing was said of what comes first. {}; an order in time is given by {tiers}.",
                named_roots(&first, voice)
            ),
            true => format!(
                "Nothing was said of what comes first: variables that nothing here can cause are named by {}, \
                 and an order in time is given by {tiers}.",
                voice.option("roots", Some("NAMES"))
            ),
        })
    }
}

/// If nothing here can cause these, how to say so.
fn named_roots(names: &[String], voice: &dyn Voice) -> String {
    let shown = &names[..names.len().min(NAMED)];
    let them = match shown {
        [one] => quoted(one),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| quoted(name)).collect();
            format!("{} or {}", first.join(", "), quoted(last))
        }
        [] => String::new(),
    };
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(
            " ({more} more look{} like {})",
            agreeing(more, "s", ""),
            agreeing(shown.len(), "it", "them")
        ),
    };
    format!("If nothing here can cause {them}, say so by {}{more}", voice.columns("roots", shown))
}

impl Study {
    /// Warns of arrows into what nothing here can cause.
    pub(super) fn warn_of_arrows(mut self) -> Study {
        let claimed = self.graph().directed();
        let arrows = Arrows { names: &self.fit.variables, rules: &self.rules, claimed: &claimed };
        let warning = arrows.warning();
        self.warnings.extend(warning);
        self
    }
}

/// How to say what comes first, for a graph that has any edges.
pub(super) fn advice(study: &Study, voice: &dyn Voice) -> Option<String> {
    let graph = study.graph();
    if graph.edge_count() == 0 {
        return None;
    }
    let claimed = graph.directed();
    let arrows = Arrows { names: &study.fit.variables, rules: &study.rules, claimed: &claimed };
    arrows.advice(voice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voice::tests::Flags;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    fn said(rules: &Rules, names: &[String], claimed: &[(usize, usize)]) -> [Option<String>; 2] {
        let arrows = Arrows { names, rules, claimed };
        [arrows.warning().map(|warning| warning.said(&Flags)), arrows.advice(&Flags)]
    }

    #[test]
    fn arrows_into_age_are_doubtful() {
        let none = Rules::default();
        let columns = names(&["bmi", "age", "sex", "page"]);
        let [warning, advice] = said(&none, &columns, &[(0, 1), (3, 1), (0, 2), (1, 3)]);
        assert_eq!(
            warning.unwrap(),
            "3 arrows lead into \"age\", \"sex\", which look like things that nothing else here can cause"
        );
        assert_eq!(
            advice.unwrap(),
            "If nothing here can cause \"age\" or \"sex\", say so by --roots \"age\", \"sex\"."
        );
        // Knowledge about other things does not make them less so; an edge that someone required does.
        let tiers = Rules { tiers: vec![names(&["page"])], ..Rules::default() };
        let [warning, advice] = said(&tiers, &columns, &[(0, 1)]);
        assert!(warning.unwrap().starts_with("1 arrow leads into \"age\", which looks like"));
        assert!(advice.unwrap().contains("--roots \"age\"."));
        let required_edges = vec![("bmi".into(), "age".into())];
        let required = Rules { required_edges, ..Rules::default() };
        assert_eq!(said(&required, &columns, &[(0, 1), (1, 3)]), [None, None]);
    }

    #[test]
    fn without_knowledge_it_is_said_how_to_give_some() {
        let none = Rules::default();
        let [warning, advice] = said(&none, &names(&["bmi", "age"]), &[(1, 0)]);
        assert_eq!(warning, None);
        assert_eq!(
            advice.unwrap(),
            "Nothing was said of what comes first. If nothing here can cause \"age\", say so by --roots \
             \"age\"; an order in time is given by --tiers FILE."
        );
        let [warning, advice] = said(&none, &names(&["a", "b"]), &[(0, 1)]);
        assert_eq!(warning, None);
        assert!(advice.unwrap().contains("are named by --roots NAMES"));
        let roots = Rules { roots: names(&["age"]), ..Rules::default() };
        assert_eq!(said(&roots, &names(&["bmi", "age"]), &[(1, 0)]), [None, None]);
    }

    #[test]
    fn advice_ends() {
        let many: Vec<String> = (0..20).map(|k| format!("year {k}")).collect();
        let claimed: Vec<_> = (1..20).map(|j| (0, j)).collect();
        let advice = said(&Rules::default(), &many, &claimed)[1].clone().unwrap();
        assert!(advice.ends_with("\"year 8\" (11 more look like them)."), "{advice}");
    }
}
