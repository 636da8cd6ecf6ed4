//! Every fit agrees with what is known, wherever the search begins.

use std::sync::Mutex;

use bregdag::data::{Knowledge, Start};
use bregdag::graph::{Class, Dag};
use bregdag::method::Claim;
use bregdag::method::order::{FirstOrder, Options};
use bregdag::random::Stream;
use bregdag::score::Variances;
use bregdag::{Bregman, Fit, Moments, Spec, Stop, Warning, Watch};
use proptest::prelude::*;

use super::{BOTH, Draft, assert_stages_fall, dag, knowing, learn, names, of, simulated};

/// Where a search may begin: the options have something, or someone says.
fn starts(n: usize, stream: &mut Stream) -> [(FirstOrder, Option<Start>); 4] {
    let order = stream.permutation(n);
    let mut parents = vec![vec![]; n];
    for (a, b) in (0..n).flat_map(|b| (0..b).map(move |a| (a, b))) {
        if stream.uniform() < 0.4 {
            parents[order[b]].push(order[a]);
        }
    }
    let graph = Start::Graph(Dag::new(parents).unwrap());
    let order = Start::Order(stream.permutation(n));
    [
        (FirstOrder::Variance, None),
        (FirstOrder::Random, None),
        (FirstOrder::Variance, Some(order)),
        (FirstOrder::Variance, Some(graph)),
    ]
}

/// The graph and every stage agree, and so do the directions that are claimed.
fn assert_agrees(fit: &Fit, known: &Knowledge) {
    let dag = dag(fit);
    assert!(known.is_satisfied_by(dag), "{:?}", dag.edges());
    let n = dag.nodes();
    for stage in &fit.answer.stages {
        assert!(stage.edges.iter().all(|&(i, j)| known.allows(i, j)), "{}", stage.name);
        let required = (0..n).flat_map(|j| known.required_parents(j).iter().map(move |&i| (i, j)));
        assert!(required.into_iter().all(|edge| stage.edges.contains(&edge)), "{}", stage.name);
    }
    for (i, j) in dag.edges() {
        assert!(known.allows(j, i) || fit.answer.claim.is_directed(i, j));
    }
    if let Claim::Class { graph, .. } = &fit.answer.claim {
        assert_eq!(graph, &Class::of(dag).agreeing(dag, |i, j| known.settles(i, j)));
    }
    assert_stages_fall(fit);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn every_fit_agrees(
        n in 2..=12usize, samples in 8..200usize, positive: bool, kind in 0..3usize,
        required in 0.0..0.4f64, forbidden in 0.0..0.6f64, seed in 0..10_000u64,
    ) {
        let (moments, _) = simulated(n, 1, samples, seed % 2 == 1, seed);
        let mut stream = Stream::new(seed, 30);
        // More required parents than rows less one depend on each other: an error, elsewhere.
        let required = if samples < 20 { 0.2 * required } else { required };
        let known = Draft::random(n, required, forbidden, &mut stream).knowledge(&names(n));
        let most = (0..n).map(|j| known.required_parents(j).len()).max().unwrap_or(0);
        prop_assume!(most + 2 < samples);
        let variances = [None, Some(Variances::Equal), Some(Variances::Free)][kind];
        for (start, given) in starts(n, &mut stream) {
            let options =
                Options { variances, positive, start, restarts: Some(10), seed, ..Options::default() };
            let data = knowing(&moments, &known);
            let data = match &given {
                Some(given) => data.starting(given).unwrap(),
                None => data,
            };
            let fit = Spec::Search(options).learn(&data, &()).unwrap();
            assert_agrees(&fit, &known);
            for edge in fit.edges().into_iter().filter(|_| positive) {
                prop_assert!(
                    edge.weight > 0.0 || known.requires(edge.source, edge.target),
                    "{edge:?}"
                );
            }
        }
    }
}

/// Who stops at once gets a graph that agrees, too.
#[test]
fn interrupted_fits_agree() {
    struct Impatient(Mutex<usize>);
    impl Watch for Impatient {
        fn stop(&self) -> Option<Stop> {
            let mut patience = self.0.lock().unwrap();
            *patience = patience.checked_sub(1)?;
            (*patience == 0).then_some(Stop::TimeLimit)
        }
    }
    let (moments, _) = simulated(12, 2, 100, true, 5);
    let known = Draft::random(12, 0.2, 0.3, &mut Stream::new(5, 31)).knowledge(&names(12));
    for patience in 1..40 {
        let watch = Impatient(Mutex::new(patience));
        let fit = Spec::default().learn(&knowing(&moments, &known), &watch);
        assert_agrees(&fit.unwrap(), &known);
    }
}

#[test]
fn refinement_of_the_bregman_method_agrees() {
    for seed in 0..4 {
        let (moments, _) = simulated(12, 2, 200, false, seed);
        let known = Draft::random(12, 0.1, 0.3, &mut Stream::new(seed, 32)).knowledge(&names(12));
        let refine = Some(Options { restarts: Some(5), ..Options::default() });
        let spec = Spec::Bregman(Bregman { refine, ..Bregman::default() });
        let fit = spec.learn(&knowing(&moments, &known), &()).unwrap();
        assert!(known.is_satisfied_by(dag(&fit)));
    }
}

/// Rules that say nothing, and one tier for all, change nothing, to the last bit.
#[test]
fn empty_rules_change_nothing() {
    let (moments, _) = simulated(20, 2, 100, true, 3);
    for kind in BOTH {
        let without = learn(&moments, &Knowledge::none(20), &of(kind));
        for tier in [None, Some(0)] {
            let nothing = Draft { tiers: vec![tier; 20], ..Draft::default() };
            let with = learn(&moments, &nothing.knowledge(&names(20)), &of(kind));
            assert_eq!((&with.model, &with.answer.claim), (&without.model, &without.answer.claim));
            assert_eq!(with.answer.stages, without.answer.stages);
        }
    }
}

/// A required edge that the data do not support stays, with a remark.
#[test]
fn a_weak_edge_stays() {
    let mut stream = Stream::new(2, 33);
    let columns = (0..4).map(|_| (0..500).map(|_| stream.normal()).collect()).collect();
    let moments = Moments::of(&super::table(columns)).unwrap();
    let draft = Draft { required: vec![(2, 0)], tiers: vec![None; 4], ..Draft::default() };
    let known = draft.knowledge(&names(4));
    for positive in [false, true] {
        let fit = learn(&moments, &known, &Options { positive, ..Options::default() });
        assert!(dag(&fit).has_edge(2, 0));
        let weak = |w: &&Warning| matches!(w, Warning::WeakRequiredEdge { .. });
        let words = fit.warnings.iter().find(weak).unwrap().to_string();
        assert!(
            words.contains("\"x3\" -> \"x1\" is required, but the data show little"),
            "{words}"
        );
    }
}
