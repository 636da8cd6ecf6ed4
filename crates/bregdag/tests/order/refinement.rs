//! The order search after the Bregman method, and from a given graph.

use super::{BOTH, assert_stages_fall, dag, last_score, learn_from, of, score};
use bregdag::data::Start;
use bregdag::graph::Dag;
use bregdag::method::bregman::{self, Variant};
use bregdag::method::order::Options;
use bregdag::method::{Relaxation, Stage};
use bregdag::model::Threshold;
use bregdag::score::Variances;
use bregdag::simulate::{Options as Simulated, simulate};
use bregdag::{Bregman, Fit, Learn, Moments, Search, Spec, Table, Warning};

fn data(seed: u64) -> Table {
    let simulated = Simulated { nodes: 20, samples: 100, seed, ..Simulated::default() };
    simulate(&simulated).unwrap().table
}

fn refined(options: bregman::Options, refine: Options) -> Bregman {
    Bregman { options, refine: Some(refine) }
}

fn relaxation(fit: &Fit) -> &Relaxation {
    fit.answer.record.relaxation.as_ref().unwrap()
}

#[test]
fn the_search_goes_on_from_the_relaxation() {
    for seed in 0..6 {
        let (data, options) = (data(seed), bregman::Options::default());
        let relaxed = Bregman { options, refine: None }.learn(&data).unwrap();
        let moments = Moments::of(&data).unwrap();
        assert!(relaxed.answer.stages.is_empty() && relaxed.spec.name() == "bregman");
        for variances in BOTH {
            let refine = Options { restarts: Some(5), ..of(variances) };
            let fit = refined(options, refine).learn(&data).unwrap();
            let stages = &fit.answer.stages;
            assert_eq!((fit.spec.name(), stages[0].name), ("bregman", "bregman"));
            assert_eq!(relaxation(&fit).raw, relaxation(&relaxed).raw);
            assert_eq!(stages[0].edges, dag(&relaxed).edges());
            assert_eq!(stages[0].score, score(&moments, dag(&relaxed), variances, &refine));
            assert_stages_fall(&fit, "refined");
            assert_eq!(stages.last().unwrap().edges, dag(&fit).edges());
            // Every edge was found by some stage.
            let found = |(i, j)| Stage::that_found(stages, i, j).is_some();
            assert!(dag(&fit).edges().into_iter().all(found));
        }
        let hasty = Options { restarts: Some(0), ..Options::default() };
        let chosen = refined(options, hasty).learn(&data).unwrap();
        assert!(chosen.answer.record.variance_choice.is_some());
        assert_stages_fall(&chosen, "chosen");
    }
}

/// Weights of both signs in the truth, none below zero in the answer.
#[test]
fn positive_weights_stay_positive() {
    for seed in 0..6 {
        let data = data(seed);
        let positive =
            bregman::Options { variant: Variant::Positive, ..bregman::Options::default() };
        for variances in BOTH {
            let searched = Options { positive: true, restarts: Some(5), ..of(variances) };
            let after = refined(positive, Options { restarts: Some(5), ..of(variances) });
            let specs: [Spec; 2] = [after.into(), Search(searched).into()];
            for spec in specs {
                let fit = Learn::learn(&spec, &data).unwrap();
                assert!(!fit.edges().is_empty());
                assert!(fit.edges().iter().all(|e| e.weight > 0.0), "{}", spec.name());
                assert_eq!(fit.answer.stages.last().unwrap().edges, dag(&fit).edges());
                assert_stages_fall(&fit, "positive");
            }
        }
    }
}

/// Edges whose weight would be negative are gone before the search.
#[test]
fn the_search_begins_with_edges_that_have_an_equation() {
    let mut dropped = 0;
    for seed in 0..6 {
        let (data, variant, threshold) = (data(seed), Variant::Positive, Threshold::At(0.01));
        let options = bregman::Options { variant, threshold, ..bregman::Options::default() };
        let relaxed = Bregman { options, refine: None }.learn(&data).unwrap();
        let negative = |w: &&Warning| matches!(w, Warning::NegativeParent { .. });
        dropped += relaxed.warnings.iter().filter(negative).count();
        for variances in BOTH {
            let refine = Options { restarts: Some(0), ..of(variances) };
            let fit = refined(options, refine).learn(&data).unwrap();
            assert_eq!(fit.answer.stages[0].edges, dag(&relaxed).edges(), "seed {seed}");
        }
    }
    assert!(dropped > 0);
}

/// A first graph is looked at before anything moves: needless edges go, missing ones come.
#[test]
fn the_parents_of_a_first_graph_are_selected_anew() {
    let data = data(1);
    let moments = Moments::of(&data).unwrap();
    let full = (0..20).map(|j| (0..j).collect()).collect();
    let graphs = [Dag::new(full).unwrap(), Dag::empty(20)];
    for variances in BOTH {
        for graph in &graphs {
            let start = Start::Graph(graph.clone());
            let fit = learn_from(&start, &data, &Options { restarts: Some(0), ..of(variances) });
            let first = &fit.answer.stages[0];
            let given = score(&moments, graph, variances, &of(variances));
            assert!(first.score < given - 1.0, "{variances:?}");
            assert!(!first.edges.is_empty() && first.edges.len() < 150);
            // Nothing that one edge more or less would improve is left at the end.
            assert_rests(&moments, &fit, variances);
        }
    }
}

/// No single edge can be added along the order or dropped to improve the score.
fn assert_rests(moments: &Moments, fit: &Fit, variances: Variances) {
    let dag = dag(fit);
    let lists = || (0..20).map(|j| dag.parents(j).to_vec()).collect::<Vec<_>>();
    for (i, j) in (0..20).flat_map(|j| (0..20).map(move |i| (i, j))).filter(|(i, j)| i != j) {
        let mut parents = lists();
        match parents[j].iter().position(|&p| p == i) {
            Some(k) => drop(parents[j].remove(k)),
            None => parents[j].push(i),
        }
        let Ok(other) = Dag::new(parents) else { continue };
        let other = score(moments, &other, variances, &of(variances));
        // A millionth of a price is what the search leaves, and an order that the DAG allows need
        // not be the order of the search, which a node leaves only if it gains by it.
        assert!(other > last_score(fit) - 1e-4, "{i} -> {j}: {other} {}", last_score(fit));
    }
}
