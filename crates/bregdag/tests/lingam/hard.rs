//! Units, weights, Gaussian noise, moments, and a stop half way.

use std::sync::atomic::{AtomicUsize, Ordering};

use bregdag::data::Environment;
use bregdag::method::lingam::{Algorithm, Options};
use bregdag::random::Stream;
use bregdag::simulate::{self, Noise, simulate};
use bregdag::{Dataset, Event, Learn, Lingam, Moments, Status, Stop, Table, Warning, Watch};

use super::learn;

fn drawn(nodes: usize, samples: usize, noise: Noise, seed: u64) -> Table {
    let options = simulate::Options { nodes, samples, noise, seed, ..Default::default() };
    simulate(&options).unwrap().table
}

/// Other units, by up to 10¹² and 10⁻¹²: the same graph of the direct way, and it says so.
#[test]
fn units_say_nothing_to_the_direct_way() {
    for seed in 0..4 {
        let plain = drawn(8, 300, Noise::Exponential, seed);
        let mut stream = Stream::new(seed, 8);
        let scaled = plain.columns().iter().map(|column| {
            let factor = 10f64.powi(stream.below(25) as i32 - 12);
            column.iter().map(|x| factor * x).collect()
        });
        let scaled = Table::new(plain.names().to_vec(), scaled.collect()).unwrap();
        let [one, other] = [&plain, &scaled].map(|table| learn(table, Algorithm::Direct));
        assert_eq!(one.answer.claim, other.answer.claim, "seed {seed}");
        assert!(!one.answer.depends_on_units());
        assert!(learn(&plain, Algorithm::Ica).answer.depends_on_units());
    }
}

/// Rows of weight zero are not there: the order sees none of them.
#[test]
fn rows_without_weight_do_not_count() {
    let table = drawn(6, 400, Noise::Laplace, 1);
    let with_junk = |column: &Vec<f64>| [&column[..], &[1e3, -7e2, 5e2]].concat();
    let junk: Vec<Vec<f64>> = table.columns().iter().map(with_junk).collect();
    let weights = [vec![2.0; 400], vec![0.0; 3]].concat();
    let junk = Table::new(table.names().to_vec(), junk).unwrap().with_weights(weights).unwrap();
    for algorithm in [Algorithm::Direct, Algorithm::Ica] {
        let [plain, weighted] = [&table, &junk].map(|table| learn(table, algorithm));
        assert_eq!(plain.answer.claim, weighted.answer.claim, "{algorithm:?}");
    }
}

#[test]
fn gaussian_noise_is_pointed_out() {
    for algorithm in [Algorithm::Direct, Algorithm::Ica] {
        let warns = |noise, seed| {
            let fit = learn(&drawn(6, 500, noise, seed), algorithm);
            fit.warnings.contains(&Warning::GaussianNoise { variables: 6 })
        };
        for seed in 0..5 {
            assert!(!warns(Noise::Exponential, seed), "{algorithm:?}, seed {seed}");
        }
        // One table in a hundred looks otherwise by chance; components are chosen to look so.
        let told = (0..10).filter(|&seed| warns(Noise::Gaussian, seed)).count();
        assert!(
            told >= if algorithm == Algorithm::Direct { 8 } else { 1 },
            "{algorithm:?}: {told}"
        );
    }
}

#[test]
fn moments_are_refused_with_the_reason() {
    let moments = Moments::of(&drawn(5, 50, Noise::Exponential, 0)).unwrap();
    let refused = Lingam::default().spec().learn(&Dataset::from(&moments), &()).unwrap_err();
    assert!(refused.to_string().contains("shape of the noise"), "{refused}");
}

/// Wants to stop when so many variables have their place.
struct After(usize, AtomicUsize);

impl Watch for After {
    fn event(&self, _: &Event) {
        self.1.fetch_add(1, Ordering::SeqCst);
    }

    fn stop(&self) -> Option<Stop> {
        (self.1.load(Ordering::SeqCst) >= self.0).then_some(Stop::TimeLimit)
    }
}

/// What is found before a stop is what is found first without one.
#[test]
fn a_stop_keeps_the_first_variables() {
    let table = drawn(8, 300, Noise::Exponential, 5);
    let moments = Moments::of(&table).unwrap();
    let environment = Environment { moments: &moments, rows: Some(&table), targets: &[] };
    let (data, spec) = (Dataset::of(environment), Lingam(Options::default()).spec());
    let whole = spec.learn(&data, &()).unwrap();
    let whole = whole.dag().unwrap();
    let mut edges = 0;
    for places in 0..8 {
        let stopped = spec.learn(&data, &After(places, AtomicUsize::new(0))).unwrap();
        assert_eq!(stopped.answer.status, Status::TimeLimit);
        assert_eq!(stopped.answer.steps.done, places);
        let dag = stopped.dag().unwrap();
        let with_causes = (0..8).filter(|&j| !dag.parents(j).is_empty());
        with_causes.for_each(|j| assert_eq!(dag.parents(j), whole.parents(j)));
        assert!(dag.edge_count() >= edges, "{places}");
        edges = dag.edge_count();
    }
    assert!(edges > 0);
}
