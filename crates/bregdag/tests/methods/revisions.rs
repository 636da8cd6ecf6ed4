//! Kept rows of experiments are fitted again when the revision of their method rises, so whoever changes what a method finds has
//! to raise it.

use std::collections::BTreeMap;
use std::path::Path;

use bregdag::graph::Pdag;
use serde::{Deserialize, Serialize};

use super::{Sample, cases};

const KNOWN: &str = include_str!("revisions.json");

/// What a method found when its revision was this.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Found {
    revision: u32,
    graphs: Vec<String>,
}

/// Edges alone: weights may differ in the last bits from processor to processor.
fn written(graph: &Pdag) -> String {
    let directed = graph.directed().into_iter().map(|(i, j)| format!("{i}>{j}"));
    let open = graph.undirected().into_iter().map(|(i, j)| format!("{i}-{j}"));
    directed.chain(open).collect::<Vec<_>>().join(" ")
}

#[test]
fn another_answer_has_another_revision() {
    let samples = [Sample::drawn(9, 300, false, 0), Sample::drawn(9, 60, true, 1)];
    let mut found = BTreeMap::new();
    for case in cases() {
        let graph =
            |sample: &Sample| written(&case.learn(&sample.data(), &()).answer.claim.graph());
        let revision = case.spec.info().revision;
        let graphs = samples.iter().map(graph).collect();
        found.insert(case.label.clone(), Found { revision, graphs });
    }
    let known: BTreeMap<String, Found> = serde_json::from_str(KNOWN).unwrap();
    if found == known {
        return;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("revisions.json");
    let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
    std::fs::write(&file, text).unwrap();
    let differs = |(label, now): &(&String, &Found)| known.get(*label) != Some(*now);
    let changed: Vec<&String> = found.iter().filter(differs).map(|(label, _)| label).collect();
    panic!(
        "found other graphs than before: {changed:?}\nRaise `revision` of these methods in method/list/, run this again, \
         and copy {} to tests/methods/revisions.json.",
        file.display()
    );
}
