//! Graphs that the search must find, and which kind of variances the data choose.

use super::{BOTH, dag, learn, of};
use bregdag::graph::Class;
use bregdag::method::Noise;
use bregdag::method::order::Options;
use bregdag::score::Variances;
use bregdag::simulate::{GraphKind, Options as Simulated, Simulation, simulate};

/// No limit on parents: a hub keeps all of its 47 (42) ones.
#[test]
fn hubs() {
    let (mut seen, mut seed) = (0, 0);
    while seen < 2 {
        seed += 1;
        let simulated = Simulated {
            graph: GraphKind::ScaleFree,
            nodes: 200,
            degree: 1,
            seed,
            ..Simulated::default()
        };
        let Simulation { table, truth } = simulate(&simulated).unwrap();
        let truth = truth.dag();
        let hub = (0..200).max_by_key(|&j| truth.parents(j).len()).unwrap();
        if truth.parents(hub).len() < 40 {
            continue;
        }
        seen += 1;
        for variances in BOTH {
            let fit = learn(&table, &Options { restarts: Some(5), ..of(variances) });
            let (found, class) = (dag(&fit), Class::of(dag(&fit)));
            let all = truth.parents(hub).iter().all(|&p| found.has_edge(p, hub));
            assert!(all, "seed {seed}, {variances:?}");
            // Measured: 0 or 1, of 199 edges.
            let shd = class.graph().shd(Class::of(truth).graph()).unwrap();
            assert!(shd <= 3, "seed {seed}, {variances:?}");
        }
    }
}

/// How often, of twenty seeds, each kind of variances is chosen: (equal, free).
fn chosen(simulated: &Simulated) -> (usize, usize) {
    let free = |seed: u64| {
        let table = simulate(&Simulated { seed, ..simulated.clone() }).unwrap().table;
        let fit = learn(&table, &Options { restarts: Some(5), ..Options::default() });
        let choice = fit.answer.record.variance_choice.unwrap();
        assert_eq!(choice.same_scale, simulated.standardize);
        assert_eq!(choice.chosen == Variances::Free, fit.answer.noise == Noise::Free);
        // Noises that differ threefold are seen to differ, whichever graph is kept.
        let uneven = simulated.noise_scale.1 > 2.0;
        assert!(!uneven || choice.differ.unwrap() > 0.0, "seed {seed}: {choice:?}");
        choice.chosen == Variances::Free
    };
    let free = (0..20).filter(|&seed| free(seed)).count();
    (20 - free, free)
}

#[test]
fn the_data_choose_the_variances() {
    for nodes in [10, 30] {
        let equal = Simulated { nodes, samples: 500, ..Simulated::default() };
        let standardised = Simulated { standardize: true, ..equal.clone() };
        let uneven = Simulated { noise_scale: (1.0, 3.0), ..equal.clone() };
        // Measured: all of them.
        assert!(chosen(&equal).0 >= 19, "{nodes}");
        assert!(chosen(&standardised).1 >= 19, "{nodes}");
        assert!(chosen(&uneven).1 >= 19, "{nodes}");
    }
}
