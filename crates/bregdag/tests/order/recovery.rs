//! Graphs that the search must find, and which kind of variances the data choose.

use super::{BOTH, learn, of, pairs};
use bregdag::graph::Class;
use bregdag::order::{Options, Variances};
use bregdag::simulate::{GraphKind, Options as Simulated, Simulation, simulate};

/// No limit on parents: a hub keeps all of them.
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
        let hub = (0..200).max_by_key(|&j| truth.parents(j).len()).unwrap();
        if truth.parents(hub).len() < 40 {
            continue;
        }
        seen += 1;
        for variances in BOTH {
            let fit = learn(&table, &Options { restarts: 5, ..of(variances) });
            let dag = fit.model.dag();
            let class = (Class::of(dag), Class::of(&truth));
            println!("seed {seed} hub {} {variances:?}: found {} shd {} edges {}", truth.parents(hub).len(),
                truth.parents(hub).iter().filter(|p| dag.parents(hub).iter().any(|q| q.0 == p.0)).count(),
                class.0.shd(&class.1).unwrap(), pairs(dag).len());
        }
    }
}

/// How often, of twenty seeds, each kind of variances is chosen: (equal, free).
fn chosen(simulated: &Simulated) -> (usize, usize) {
    let free = |seed: u64| {
        let table = simulate(&Simulated { seed, ..simulated.clone() }).unwrap().table;
        let fit = learn(&table, &Options { restarts: 5, ..Options::default() });
        let choice = fit.variance_choice.unwrap();
        assert_eq!(choice.chosen == Variances::Equal, choice.equal <= choice.free);
        assert_eq!(choice.chosen == Variances::Free, fit.class.is_some());
        choice.chosen == Variances::Free
    };
    let free = (0..20).filter(|&seed| free(seed)).count();
    (20 - free, free)
}

#[test]
fn the_data_choose_the_variances() {
    for nodes in [10, 30] {
        let equal = Simulated { nodes, samples: 500, ..Simulated::default() };
        println!("{nodes}: {:?} {:?} {:?}", chosen(&equal),
            chosen(&Simulated { standardize: true, ..equal.clone() }),
            chosen(&Simulated { noise_scale: (1.0, 3.0), ..equal.clone() }));
    }
}
