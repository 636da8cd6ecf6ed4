use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::data::Moments;
use crate::method::Info;
use crate::prepare::{Options, Preparation, of_moments};
use crate::simulate::{self, Simulation, simulate};
use crate::voice::Plain;
use crate::watch::Stop;

/// A clock that counts how often it is asked, and who stops before some method.
#[derive(Default)]
struct Clock {
    asked: AtomicUsize,
    begun: AtomicUsize,
    stops_before: Option<usize>,
}

impl Watch for Clock {
    fn stop(&self) -> Option<Stop> {
        let begun = self.begun.load(Ordering::Relaxed);
        self.stops_before.filter(|&last| begun > last).map(|_| Stop::Interrupted)
    }
}

impl Referee for Clock {
    fn begins(&self, _: &Spec, number: usize, _: usize) {
        self.begun.store(number + 1, Ordering::Relaxed);
    }

    fn seconds(&self) -> f64 {
        self.asked.fetch_add(1, Ordering::Relaxed) as f64
    }
}

fn drawn(nodes: usize) -> (Simulation, Prepared) {
    let options = simulate::Options { nodes, samples: 2000, ..Default::default() };
    let drawn = simulate(&options).unwrap();
    let moments = Moments::of(&drawn.table).unwrap();
    let prepared = Prepared {
        moments,
        table: Some(drawn.table.clone()),
        groups: None,
        folds: vec![],
        preparation: Preparation::default(),
        warnings: vec![],
        look: Default::default(),
        sampled: None,
    };
    (drawn, prepared)
}

fn specs(names: &[&str]) -> Vec<Spec> {
    names.iter().map(|name| Info::of(name).unwrap().spec()).collect()
}

#[test]
fn rows_count_what_the_graphs_share() {
    let (drawn, prepared) = drawn(10);
    let truth = Some(drawn.truth.dag().clone());
    let contest = Contest { specs: specs(&["search", "pc", "empty"]), truth, ..Contest::default() };
    let compared = compare(&prepared, &contest, &Clock::default(), &Plain).unwrap();
    let [search, pc, empty] = &compared.contenders[..] else { panic!("three") };
    // Each method took one tick.
    assert!(compared.contenders.iter().all(|contender| contender.seconds == 1.0));
    let edges = drawn.truth.dag().edges().len();
    assert_eq!(empty.learned().unwrap().shd, Some(edges));
    assert_eq!(search.learned().unwrap().shd, Some(0), "2000 rows are enough");
    let (a, b) = (search.graph().unwrap(), pc.graph().unwrap());
    let by_hand = (0..10)
        .flat_map(|j| (0..j).map(move |i| (i, j)))
        .filter(|&(i, j)| a.is_adjacent(i, j) && b.is_adjacent(i, j))
        .count();
    assert_eq!(compared.shared(0, 1), Some(by_hand));
    assert_eq!(compared.shared(0, 0), Some(edges));
    assert_eq!(compared.shared(0, 2), Some(0));
    let best = ebic(&prepared.moments, drawn.truth.dag(), Variances::Free).unwrap();
    // The found graph is the true one.
    assert_eq!(search.learned().unwrap().ebic, Some(best));
    let rows = compared.table();
    assert!(rows.iter().all(|row| row.len() == compared.heading().len()));
    assert_eq!(rows[0][2], edges.to_string());
    let json = compared.json();
    assert_eq!(json["methods"][0]["edges"], edges);
    assert_eq!(json["methods"][2]["pairs_shared"][0], 0);
}

#[test]
fn one_that_fails_stops_no_other() {
    let (_, prepared) = drawn(6);
    let names = prepared.moments.names().to_vec();
    let required_edges = vec![(names[0].clone(), names[1].clone())];
    let rules = Rules { required_edges, ..Rules::default() };
    // Whichever methods have no place for what is known beforehand.
    let refuses: Vec<Spec> = crate::method::METHODS
        .iter()
        .map(Info::spec)
        .filter(|spec| !spec.method().needs().knowledge)
        .collect();
    let mut all = specs(&["search"]);
    all.extend(refuses.iter().cloned());
    all.extend(specs(&["empty"]));
    let contest = Contest { specs: all, rules, truth: None };
    let compared = compare(&prepared, &contest, &Clock::default(), &Plain).unwrap();
    let failed = compared.contenders.iter().filter(|c| matches!(c.outcome, Outcome::Failed(_)));
    assert_eq!(failed.count(), refuses.len());
    assert!(compared.contenders.last().unwrap().graph().unwrap().is_directed(0, 1));
    let notes = compared.notes().join("\n");
    assert_eq!(notes.matches("could not learn").count(), refuses.len());
}

#[test]
fn a_stop_keeps_what_is_there() {
    let (_, prepared) = drawn(6);
    let contest = Contest { specs: specs(&["pc", "empty", "ges"]), ..Contest::default() };
    let clock = Clock { stops_before: Some(1), ..Clock::default() };
    let compared = compare(&prepared, &contest, &clock, &Plain).unwrap();
    let found: Vec<bool> = compared.contenders.iter().map(|c| c.graph().is_some()).collect();
    assert_eq!(found, [true, false, false]);
    assert!(compared.was_stopped());
    assert_eq!(compared.table()[1][4], "–");
}

#[test]
fn what_no_data_can_mend_is_refused() {
    let (drawn, _) = drawn(6);
    let moments = Moments::of(&drawn.table).unwrap();
    let prepared = of_moments(moments, Preparation::default(), &Options::default(), &()).unwrap();
    let error = |contest: Contest| {
        compare(&prepared, &contest, &Clock::default(), &Plain).unwrap_err().to_string()
    };
    assert!(error(Contest::default()).contains("at least one method"));
    let truth = Some(Dag::new(vec![vec![], vec![0]]).unwrap());
    let specs = specs(&["empty"]);
    assert!(error(Contest { specs, truth, ..Contest::default() }).contains("truth"));
}

#[test]
fn letters_go_on() {
    assert_eq!([0, 25, 26, 53].map(letter), ["a", "z", "a1", "b2"]);
}
