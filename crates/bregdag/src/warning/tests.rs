use std::collections::HashSet;

use super::*;
use crate::voice::tests::{Flags, HOSTILE, has_flag, variant, variants};

/// At least one of each, all names as given.
fn warnings(name: &str) -> Vec<Warning> {
    let n = || name.to_string();
    let (one, many) = (|| vec![n()], || vec![n(); 12]);
    vec![
        Warning::ConstantColumn { column: n(), value: 7.0 },
        Warning::ConstantWord { column: n(), word: n() },
        Warning::RowNames { column: n() },
        Warning::RowNames { column: String::new() },
        Warning::NoHeader { columns: 3 },
        Warning::TwoValues { columns: vec![(n(), n(), n()); 12] },
        Warning::TwoValues { columns: vec![(n(), n(), String::new())] },
        Warning::Ordered { columns: vec![(n(), many()); 2] },
        Warning::TextLeftOut { columns: one() },
        Warning::TextLeftOut { columns: many() },
        Warning::Thousands { columns: vec![(n(), n()); 12] },
        Warning::ZeroWeights { rows: 1 },
        Warning::OneSheet { read: n(), others: many() },
        Warning::LooksLikeIdentifier { columns: one() },
        Warning::LooksLikeIdentifier { columns: many() },
        Warning::FewValues { binary: one(), codes: vec![] },
        Warning::FewValues { binary: vec![], codes: many() },
        Warning::FewValues { binary: many(), codes: one() },
        Warning::ImputationStopped { rounds: 3 },
        Warning::MostlyFilled { columns: one() },
        Warning::Untiered { columns: one() },
        Warning::Untiered { columns: many() },
        Warning::RowsMakeEdges(RowsAndEdges {
            rows: 1,
            numbers: vec![301],
            edges: 1,
            made: vec![(n(), n())],
            hidden: vec![(n(), n()); 9],
            left: 0,
            advice: Advice::Code { column: n(), values: vec![-9.0] },
        }),
        Warning::RowsDepend(DependentRows {
            rows: 500,
            worth: 123.4,
            affected: many(),
            columns: 40,
            sorted_by: one(),
        }),
        Warning::FarRows { rows: 3, numbers: vec![], advice: Advice::Logarithm { column: n() } },
        Warning::ManyRowsDropped { rows: 31, of: 200 },
        Warning::CollinearDropped { combinations: one(), columns: one() },
        Warning::CollinearKept { combinations: many() },
        Warning::CollinearParent { parent: n(), child: n() },
        Warning::NegativeParent { parent: n(), child: n() },
        Warning::UnevenScales { small: n(), large: n(), ratio: 1e6 },
        Warning::Tie { first: n(), second: n(), correlation: 0.7 },
        Warning::SaturatedNode { child: n(), parents: 5, rows: 6 },
        Warning::PerfectFit { child: n(), parents: many() },
        Warning::PerfectCurve { child: n(), parents: many() },
        Warning::MostParents { child: n(), parents: 5, rows: 6 },
        Warning::ArrowsIntoFirst { columns: one(), arrows: 1 },
        Warning::ArrowsIntoFirst { columns: many(), arrows: 30 },
        Warning::FewRows { rows: 5, variables: 9 },
        Warning::FoldLeftOut { fold: 2, column: n() },
        Warning::PathCutShort { parameter: "lambda", compared: 3, wanted: 13 },
        Warning::WeakRequiredEdge { parent: n(), child: n(), t: 0.4 },
        Warning::MovesLeftOut { columns: one() },
        Warning::MovesLeftOut { columns: many() },
        Warning::CyclesLeft { option: "tolerance" },
        Warning::PenaltyAboveAll { lambda: 0.1, largest: 0.02 },
        Warning::DepthUntested { depth: 4, rows: 7 },
        Warning::CollidersSkipped { skipped: 1, found: 5 },
        Warning::GaussianNoise { variables: 4 },
        Warning::NotProvedForMemory { variables: 28, fits: 25 },
        Warning::NotProved { gap: 12.3 },
        Warning::NoDag,
        Warning::Undirected { depth: Some(2) },
        Warning::Undirected { depth: None },
        Warning::StoppedEarly { status: Status::Interrupted },
    ]
}

#[test]
fn every_warning_has_words() {
    let there: HashSet<String> = warnings("a").iter().map(variant).collect();
    for name in variants(include_str!("mod.rs")) {
        assert!(there.contains(name), "{name} is not in the list of this test");
    }
    for warning in warnings("a") {
        let (plain, flags) = (warning.said(&Plain), warning.said(&Flags));
        assert_ne!(plain, format!("{warning:?}"));
        assert!(plain.len() > 10, "{warning:?}");
        assert_eq!(plain, warning.to_string());
        assert!(!has_flag(&plain), "{plain}");
        assert_eq!(plain == flags, !has_flag(&flags), "{plain}\n{flags}");
        assert!(warning.remedies().is_empty() || has_flag(&flags), "{flags}");
    }
}

#[test]
fn no_name_can_harm() {
    for name in [HOSTILE.to_string(), "\u{1b}".repeat(10_000)] {
        for warning in warnings(&name) {
            for said in [warning.said(&Plain), warning.said(&Flags)] {
                assert!(!said.chars().any(char::is_control), "{said:?}");
                assert!(said.len() < 30_000, "{}", said.len());
            }
        }
    }
}

#[test]
fn what_a_command_says() {
    let columns = vec!["id".to_string()];
    assert_eq!(
        Warning::LooksLikeIdentifier { columns: columns.clone() }.said(&Flags),
        "\"id\" looks like an identifier: numbers of rows or people are no measurements; leave it out by \
         --drop"
    );
    assert_eq!(
        Warning::MostlyFilled { columns }.said(&Flags),
        "more than a fifth of the values of \"id\" was filled in: edges at such columns are partly made \
         by that; leave them out by --drop, or compare with --missing drop-rows"
    );
}
