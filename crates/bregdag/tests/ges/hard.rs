//! Tables that bear little, units that say nothing, and rules.

use bregdag::data::{Dataset, Rules};
use bregdag::graph::Dag;
use bregdag::method::ges::Options;
use bregdag::method::{Ges, Method};
use bregdag::random::Stream;
use bregdag::simulate::{self, simulate};
use bregdag::{Moments, Table, Warning};

use super::learn;

fn table(columns: Vec<Vec<f64>>) -> Table {
    let names = (1..=columns.len()).map(|j| format!("x{j}")).collect();
    Table::new(names, columns).unwrap()
}

fn drawn(nodes: usize, samples: usize, seed: u64) -> (Table, Dag) {
    let options = simulate::Options { nodes, degree: 2, samples, seed, ..Default::default() };
    let simulation = simulate(&options).unwrap();
    (simulation.table, simulation.truth.dag().clone())
}

fn turning() -> Options {
    Options { turning: true, ..Options::default() }
}

/// Copies, sums, and fewer rows than columns: stages never rise, and what is found can be refitted as it is.
#[test]
fn dependent_columns() {
    let mut few = 0;
    for seed in 0..12 {
        let rows = [8, 14, 40, 200][seed as usize % 4];
        let mut columns = drawn(12, rows, seed).0.columns().to_vec();
        columns[3] = columns[5].clone();
        columns[7] = columns[1].iter().zip(&columns[2]).map(|(a, b)| a - 2.0 * b).collect();
        for options in [Options::default(), turning()] {
            let fit = learn(&table(columns.clone()), options);
            let scores: Vec<f64> = fit.answer.stages.iter().map(|stage| stage.score).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "seed {seed}: {scores:?}");
            let dropped = |w: &Warning| matches!(w, Warning::CollinearParent { .. });
            assert!(!fit.warnings.iter().any(dropped), "seed {seed}: {:?}", fit.warnings);
            few += usize::from(fit.warnings.iter().any(|w| matches!(w, Warning::FewRows { .. })));
        }
    }
    assert_eq!(few, 6);
}

/// Other units, by up to 10¹² and 10⁻¹²: the same class.
#[test]
fn units_say_nothing() {
    for seed in 0..4 {
        let (plain, _) = drawn(10, 150, seed);
        let mut stream = Stream::new(seed, 8);
        let scaled = plain.columns().iter().map(|column| {
            let factor = 10f64.powi(stream.below(25) as i32 - 12);
            column.iter().map(|x| factor * x).collect()
        });
        let graph = |table: &Table| learn(table, turning()).answer.claim.graph();
        assert_eq!(graph(&table(scaled.collect())), graph(&plain), "seed {seed}");
    }
}

/// Tiers along a true order: the class agrees, and its directions are those of the truth where both are joined.
#[test]
fn tiers() {
    let (table, truth) = drawn(40, 500, 5);
    let names = table.names().to_vec();
    let tiers =
        truth.order().chunks(5).map(|tier| tier.iter().map(|&j| names[j].clone()).collect());
    let rules = Rules { tiers: tiers.collect(), ..Rules::default() };
    let (known, moments) = (rules.over(&names).unwrap(), Moments::of(&table).unwrap());
    let data = Dataset::from(&moments).knowing(&known).unwrap();
    let answer = Ges(turning()).answer(&data, &()).unwrap();
    let member = answer.claim.member().unwrap();
    assert!(known.is_satisfied_by(member));
    let distance = |dag: &Dag| {
        let joined =
            |a: &Dag, b: &Dag| a.edges().into_iter().filter(|&(i, j)| !b.is_adjacent(i, j)).count();
        joined(&truth, dag) + joined(dag, &truth)
    };
    let free = Ges(turning()).answer(&Dataset::from(&moments), &()).unwrap();
    // What is known keeps the search from many edges that only wrong directions need.
    let (knowing, not) = (distance(member), distance(free.claim.member().unwrap()));
    assert!(2 * knowing < not, "{knowing} {not}");
}
