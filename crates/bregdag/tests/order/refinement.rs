//! The order search after the Bregman method, and from a given graph.

use super::{BOTH, assert_stages_fall, last_score, learn, of, pairs};
use bregdag::graph::Dag;
use bregdag::method::bregman::{self, Variant};
use bregdag::method::order::{self, Options, Start, Variances};
use bregdag::simulate::{Options as Simulated, simulate};
use bregdag::{Bregman, Fit, Method, Moments, Search, Table};

fn data(seed: u64) -> Table {
    let simulated = Simulated { nodes: 20, samples: 100, seed, ..Simulated::default() };
    simulate(&simulated).unwrap().table
}

fn run(method: &dyn Method, table: &Table) -> Fit {
    method.learn((&Moments::of(table).unwrap()).into(), &mut ()).unwrap()
}

fn refined(options: bregman::Options, refine: Options) -> Bregman {
    Bregman { options, refine: Some(refine) }
}

#[test]
fn the_search_goes_on_from_the_relaxation() {
    for seed in 0..6 {
        let (data, options) = (data(seed), bregman::Options::default());
        let plain = run(&Bregman { options: options.clone(), refine: None }, &data);
        let moments = Moments::of(&data).unwrap();
        let relaxed = bregman::learn(&moments, &options, &mut ()).unwrap();
        assert_eq!(plain.model, relaxed.model);
        assert!(plain.stages.is_empty() && plain.method == "bregman");
        for variances in BOTH {
            let refine = Options { restarts: 5, ..of(variances) };
            let fit = run(&refined(options.clone(), refine.clone()), &data);
            let first = &fit.stages[0];
            assert_eq!((fit.method, first.name), ("bregman", "bregman"));
            assert_eq!(first.edges, pairs(relaxed.model.dag()));
            let score = order::score(&moments, relaxed.model.dag(), variances, &refine).unwrap();
            assert_eq!(first.score, score);
            assert_stages_fall(&fit, "refined");
            assert_eq!(fit.stages.last().unwrap().edges, pairs(fit.model.dag()));
            // Every edge was found by some stage.
            let found = |(i, j)| fit.found_by(i, j).is_some();
            assert!(pairs(fit.model.dag()).into_iter().all(found));
        }
        let chosen = run(&refined(options, Options { restarts: 0, ..Options::default() }), &data);
        assert!(chosen.variance_choice.is_some());
        assert_stages_fall(&chosen, "chosen");
    }
}

/// Weights of both signs in the truth, none below zero in the answer.
#[test]
fn positive_weights_stay_positive() {
    for seed in 0..6 {
        let data = data(seed);
        let variant =
            bregman::Options { variant: Variant::Positive, ..bregman::Options::default() };
        for variances in BOTH {
            let searched = Options { positive: true, restarts: 5, ..of(variances) };
            let methods: [Box<dyn Method>; 2] = [
                Box::new(refined(variant.clone(), Options { restarts: 5, ..of(variances) })),
                Box::new(Search(searched)),
            ];
            for method in methods {
                let fit = run(method.as_ref(), &data);
                assert!(!fit.model.edges().is_empty());
                assert!(fit.model.edges().iter().all(|e| e.weight > 0.0), "{}", method.name());
                assert_eq!(fit.stages.last().unwrap().edges, pairs(fit.model.dag()));
                assert_stages_fall(&fit, "positive");
            }
        }
    }
}

/// A first graph is looked at before anything moves: needless edges go, missing ones come.
#[test]
fn the_parents_of_a_first_graph_are_selected_anew() {
    let data = data(1);
    let moments = Moments::of(&data).unwrap();
    let full = (0..20).map(|j| (0..j).map(|i| (i, 1.0)).collect()).collect();
    let graphs = [Dag::new(full).unwrap(), Dag::new(vec![vec![]; 20]).unwrap()];
    for variances in BOTH {
        for graph in &graphs {
            let start = Start::Graph(graph.clone());
            let fit = learn(&data, &Options { start, restarts: 0, ..of(variances) });
            let given = order::score(&moments, graph, variances, &of(variances)).unwrap();
            assert!(fit.stages[0].score < given - 1.0, "{variances:?}");
            assert!(!fit.stages[0].edges.is_empty() && fit.stages[0].edges.len() < 150);
            // Nothing that one edge more or less would improve is left at the end.
            assert_rests(&moments, &fit, variances);
        }
    }
}

/// No single edge can be added along the order or dropped to improve the score.
fn assert_rests(moments: &Moments, fit: &Fit, variances: Variances) {
    let dag = fit.model.dag();
    let lists = || (0..20).map(|j| dag.parents(j).to_vec()).collect::<Vec<_>>();
    for (i, j) in (0..20).flat_map(|j| (0..20).map(move |i| (i, j))).filter(|(i, j)| i != j) {
        let mut parents = lists();
        match parents[j].iter().position(|&(p, _)| p == i) {
            Some(k) => drop(parents[j].remove(k)),
            None => parents[j].push((i, 1.0)),
        }
        let Ok(other) = Dag::new(parents) else { continue };
        let score = order::score(moments, &other, variances, &of(variances)).unwrap();
        // A millionth of a price is what the search leaves, and an order that the DAG allows need
        // not be the order of the search, which a node leaves only if it gains by it.
        assert!(score > last_score(fit) - 1e-4, "{i} -> {j}: {score} {}", last_score(fit));
    }
}
