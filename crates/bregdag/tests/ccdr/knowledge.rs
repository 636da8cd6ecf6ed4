//! The conditions with edges that must or must not be there.

use bregdag::data::Rules;
use bregdag::method::ccdr::{Options, path};
use bregdag::random::Stream;
use bregdag::simulate::{self, simulate};
use bregdag::{Dataset, Moments};

use super::conditions::check;

const N: usize = 9;

/// Pairs along a random order: one in eight required, one in four forbidden; some variables in tiers.
fn rules(seed: u64, names: &[String]) -> Rules {
    let mut stream = Stream::new(seed, 0);
    let order = stream.permutation(N);
    let mut rules = Rules { tiers: vec![vec![]; 2], ..Rules::default() };
    for (a, b) in (0..N).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let pair = (names[order[a]].clone(), names[order[b]].clone());
        match stream.uniform() {
            u if u < 0.125 => rules.required_edges.push(pair),
            u if u < 0.375 => rules.forbidden_edges.push(pair),
            _ => {}
        }
    }
    for (k, &j) in order.iter().enumerate().filter(|_| stream.uniform() < 0.5) {
        rules.tiers[2 * k / N].push(names[j].clone());
    }
    rules
}

#[test]
fn at_every_point() {
    for seed in 0..12 {
        let simulated = simulate::Options { nodes: N, samples: 150, seed, ..Default::default() };
        let table = simulate(&simulated).unwrap().table;
        let moments = Moments::of(&table).unwrap();
        let known = rules(seed, table.names()).over(table.names()).unwrap();
        let data = Dataset::from(&moments).knowing(&known).unwrap();
        let options = Options { lambdas: 10, ..Options::default() };
        for point in path(&data, &options, &()).unwrap() {
            let what = format!("seed {seed}, λ = {}", point.lambda);
            assert!(known.is_satisfied_by(&point.dag), "{what}");
            check(&what, &point, &table, &options, &known);
        }
    }
}
