//! Tiers to begin with, as the text of a file: what was given, or a suggestion.

use crate::data::{Rules, looks_first};
use crate::document::Document;

/// One line for each tier, the earliest first.
pub(super) fn text(document: &Document) -> String {
    let known = document.knowledge.clone().unwrap_or_default();
    let tiers =
        if known.tiers.is_empty() { suggested(&document.variables, &known) } else { known.tiers };
    // A quote after a blank would be part of a name.
    let line = |tier: &Vec<String>| {
        let names: Vec<String> = tier.iter().map(|name| written(name)).collect();
        names.join(",") + "\n"
    };
    tiers.iter().filter(|tier| !tier.is_empty()).map(line).collect()
}

/// What looks as if nothing here could cause it, all others, and what is known to cause nothing.
fn suggested(variables: &[String], known: &Rules) -> Vec<Vec<String>> {
    let is_leaf = |name: &String| known.leaves.contains(name);
    let is_first =
        |name: &&String| !is_leaf(name) && (known.roots.contains(name) || looks_first(name));
    let first = variables.iter().filter(is_first).cloned().collect();
    let last = variables.iter().filter(|name| is_leaf(name)).cloned().collect();
    vec![first, vec!["*".into()], last]
}

/// A name as the file has it: in quotes where it would not be read as itself.
fn written(name: &str) -> String {
    let special = name.contains([',', '"', '\n', '\r']) || name.starts_with(['[', '{']);
    match special || name.trim() != name {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::rules::read_tiers;

    #[test]
    fn what_is_suggested_can_be_read() {
        let own = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let variables =
            own(&["bmi", "age", "sex, at birth", "[year", "smokes", "death", "x\"y", "died"]);
        let known = Rules { roots: own(&["x\"y"]), leaves: own(&["died"]), ..Rules::default() };
        let tiers = suggested(&variables, &known);
        let text: String = tiers
            .iter()
            .map(|t| t.iter().map(|n| written(n)).collect::<Vec<_>>().join(",") + "\n")
            .collect();
        let expected = [own(&["age", "[year", "x\"y"]), own(&["*"]), own(&["died"])];
        assert_eq!(read_tiers(text.as_bytes()).unwrap(), expected);
        let rules = Rules { tiers: expected.to_vec(), ..Rules::default() };
        assert!(!rules.over(&variables).unwrap().allows(0, 1));
    }
}
