//! Every fit agrees with what is known, wherever the search begins.

use bregdag::data::{Dataset, Knowledge};
use bregdag::graph::{Class, Dag};
use bregdag::method::bregman;
use bregdag::method::order::{Options, Start, Variances};
use bregdag::random::Stream;
use bregdag::{Bregman, Fit, Method, Moments, Warning};
use proptest::prelude::*;

use super::{BOTH, Draft, assert_stages_fall, learn, names, of, simulated};

fn starts(n: usize, stream: &mut Stream) -> [Start; 4] {
    let order = stream.permutation(n);
    let mut parents = vec![vec![]; n];
    for (a, b) in (0..n).flat_map(|b| (0..b).map(move |a| (a, b))) {
        if stream.uniform() < 0.4 {
            parents[order[b]].push((order[a], 1.0));
        }
    }
    let graph = Start::Graph(Dag::new(parents).unwrap());
    [Start::Variance, Start::Random, Start::Order(stream.permutation(n)), graph]
}

/// The graph and every stage agree, and so do the directions that are claimed.
fn assert_agrees(fit: &Fit, known: &Knowledge) {
    let dag = fit.model.dag();
    assert!(known.is_satisfied_by(dag), "{:?}", dag.edges());
    let n = dag.nodes();
    for stage in &fit.stages {
        assert!(stage.edges.iter().all(|&(i, j)| known.allows(i, j)), "{}", stage.name);
        let required = (0..n).flat_map(|j| known.required_parents(j).iter().map(move |&i| (i, j)));
        assert!(required.into_iter().all(|edge| stage.edges.contains(&edge)), "{}", stage.name);
    }
    let directed = |i, j| fit.class.as_ref().is_none_or(|class| class.is_directed(i, j));
    for (i, j, _) in dag.edges() {
        assert!(known.allows(j, i) || directed(i, j));
    }
    if let Some(class) = &fit.class {
        assert_eq!(class, &Class::with_knowledge(dag, known));
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
        for start in starts(n, &mut stream) {
            let options =
                Options { variances, positive, start, restarts: 10, seed, ..Options::default() };
            let fit = learn(&moments, Some(&known), &options);
            assert_agrees(&fit, &known);
            let dag = fit.model.dag();
            for (i, j, weight) in dag.edges().into_iter().filter(|_| positive) {
                prop_assert!(weight > 0.0 || known.requires(i, j), "{i} -> {j}: {weight}");
            }
        }
    }
}

/// An observer that stops at once gets a graph that agrees, too.
#[test]
fn interrupted_fits_agree() {
    struct Impatient(usize);
    impl bregdag::Observer for Impatient {
        fn stop(&mut self) -> Option<bregdag::Stop> {
            self.0 = self.0.checked_sub(1)?;
            (self.0 == 0).then_some(bregdag::Stop::TimeLimit)
        }
    }
    let (moments, _) = simulated(12, 2, 100, true, 5);
    let known = Draft::random(12, 0.2, 0.3, &mut Stream::new(5, 31)).knowledge(&names(12));
    for patience in 1..40 {
        let data = Dataset { moments: &moments, knowledge: Some(&known) };
        let fit =
            bregdag::method::order::learn(data, &Options::default(), &mut Impatient(patience));
        assert_agrees(&fit.unwrap(), &known);
    }
}

#[test]
fn refinement_of_the_bregman_method_agrees() {
    for seed in 0..4 {
        let (moments, _) = simulated(12, 2, 200, false, seed);
        let known = Draft::random(12, 0.1, 0.3, &mut Stream::new(seed, 32)).knowledge(&names(12));
        let refine = Some(Options { restarts: 5, ..Options::default() });
        let method = Bregman { options: bregman::Options::default(), refine };
        let data = Dataset { moments: &moments, knowledge: Some(&known) };
        let fit = method.learn(data, &mut ()).unwrap();
        assert!(known.is_satisfied_by(fit.model.dag()));
    }
}

/// Rules that say nothing change nothing, to the last bit.
#[test]
fn empty_rules_change_nothing() {
    let (moments, _) = simulated(20, 2, 100, true, 3);
    let nothing = Draft { tiers: vec![None; 20], ..Draft::default() }.knowledge(&names(20));
    for kind in BOTH {
        let fits = [None, Some(&nothing)].map(|known| learn(&moments, known, &of(kind)));
        let [without, with] = &fits;
        assert_eq!((&with.model, &with.class), (&without.model, &without.class));
        let scores = fits.each_ref().map(|f| f.stages.iter().map(|s| s.score).collect::<Vec<_>>());
        assert_eq!(scores[0], scores[1]);
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
        let fit = learn(&moments, Some(&known), &Options { positive, ..Options::default() });
        assert!(fit.model.dag().has_edge(2, 0));
        let weak = |w: &&Warning| matches!(w, Warning::WeakRequiredEdge { .. });
        let words = fit.warnings.iter().find(weak).unwrap().to_string();
        assert!(
            words.contains("\"x3\" -> \"x1\" is required, but the data show little"),
            "{words}"
        );
    }
}
