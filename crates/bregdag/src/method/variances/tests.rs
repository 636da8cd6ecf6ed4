//! Which variances the data choose, and how sure they are.

use super::*;
use crate::data::{Dataset, Environment, Table};
use crate::method::order::Options;
use crate::method::{Answer, Search, Spec};
use crate::simulate::{self, Noise, simulate};

fn learn(table: &Table, with_rows: bool) -> Answer {
    let moments = Moments::of(table).unwrap();
    let rows = Some(table).filter(|_| with_rows);
    let data = Dataset::of(Environment { moments: &moments, rows, targets: &[] });
    let spec = Spec::from(Search(Options { restarts: Some(5), ..Options::default() }));
    spec.learn(&data, &()).unwrap().answer
}

fn choice(table: &Table, with_rows: bool) -> VarianceChoice {
    learn(table, with_rows).record.variance_choice.unwrap()
}

/// How many of twenty tables choose equal variances, without rows and with them.
fn equal(options: &simulate::Options) -> [usize; 2] {
    let tables = (0..20).map(|seed| simulate(&simulate::Options { seed, ..options.clone() }));
    let tables: Vec<Table> = tables.map(|made| made.unwrap().table).collect();
    [false, true].map(|rows| {
        tables.iter().filter(|table| choice(table, rows).chosen == Variances::Equal).count()
    })
}

fn small() -> simulate::Options {
    simulate::Options { nodes: 20, samples: 100, ..Default::default() }
}

/// Effects so weak that standardised columns look as if their noise had one variance.
#[test]
fn standardised_columns_are_no_candidate() {
    let weak = simulate::Options { weight_range: (0.1, 0.4), ..small() };
    for (samples, standardize) in [(100, true), (1000, true), (1000, false)] {
        let options = simulate::Options { samples, standardize, ..weak.clone() };
        let choice = choice(&simulate(&options).unwrap().table, true);
        assert_eq!(choice.same_scale, standardize);
        assert_eq!(choice.chosen == Variances::Equal, !standardize);
        assert_eq!(choice.equal.is_none(), standardize);
        assert_eq!(choice.strength().is_none(), standardize);
    }
    // Standardised by someone who did not know of the weights.
    let table = simulate(&simulate::Options { standardize: true, ..weak }).unwrap().table;
    let weights: Vec<f64> = (0..100).map(|r| 1.0 + f64::from(r % 3)).collect();
    assert!(choice(&table.with_weights(weights).unwrap(), true).same_scale);
}

/// Sample variances of exponential noise scatter four times as much as those of Gaussian noise.
#[test]
fn skewed_noise_does_not_mislead() {
    let options = simulate::Options { noise: Noise::Exponential, samples: 50, ..small() };
    let differ = |with_rows| {
        let seeds = 0..20;
        let of = |seed| simulate(&simulate::Options { seed, ..options.clone() }).unwrap().table;
        seeds.filter(|&seed| choice(&of(seed), with_rows).differ.unwrap() > 0.0).count()
    };
    let (without, with) = (differ(false), differ(true));
    // With rows, one of twenty at most.
    assert!(without >= 4 && with <= 1, "{without} {with}");
    let gaussian = equal(&small());
    assert_eq!(gaussian, [20, 20]);
    // Rows do not make everything equal.
    let uneven = simulate::Options { noise_scale: (1.0, 3.0), weight_range: (0.1, 0.4), ..small() };
    let exponential = simulate::Options { noise: Noise::Exponential, samples: 1000, ..uneven };
    let counts = equal(&exponential);
    assert_eq!(counts[1], 0, "{counts:?}");
}

/// Noises that differ, but too little to turn directions round.
#[test]
fn mild_differences_do_not_matter() {
    let mild = simulate::Options { nodes: 50, noise_scale: (0.8, 1.25), samples: 200, ..small() };
    // The BIC alone leaves few of them.
    let counts = equal(&mild);
    assert!(counts[1] >= 16, "{counts:?}");
    let of_seed = |seed| simulate(&simulate::Options { seed, ..mild.clone() }).unwrap().table;
    let little: Vec<VarianceChoice> = (0..10)
        .map(|seed| choice(&of_seed(seed), true))
        .filter(VarianceChoice::differ_little)
        .collect();
    assert!(!little.is_empty());
    for choice in little {
        assert!(choice.differ.unwrap() > 0.0 && choice.graphs.unwrap() <= -STRONG);
        assert!(choice.supported().unwrap().contains("too little to matter"));
    }
}

fn contender(bic: f64, spread: f64) -> Contender {
    Contender { bic, spread }
}

fn moments() -> Moments {
    Moments::of(&simulate(&simulate::Options { nodes: 11, samples: 100, ..small() }).unwrap().table)
        .unwrap()
}

#[test]
fn by_hand() {
    let (moments, log_rows) = (moments(), 100f64.ln());
    let between = |equal: (f64, f64), free: (f64, f64), kurtosis| {
        let (equal, free) = (contender(equal.0, equal.1), contender(free.0, free.1));
        VarianceChoice::between(&moments, &equal, &free, kurtosis)
    };
    // n − 1 = 10. The same graph: freed it costs 100 − 70 + 10 log m.
    let free = 30.0 + 10.0 * log_rows;
    let same = between((100.0, 70.0), (free, 70.0), None);
    assert!((same.differ.unwrap() - (70.0 - 10.0 * log_rows)).abs() < 1e-12);
    assert!(same.graphs.unwrap().abs() < 1e-12 && same.chosen == Variances::Free);
    // Noise of kurtosis nine: a quarter of the 70 is left, less than ten variances cost.
    let heavy = between((100.0, 70.0), (free, 70.0), Some(9.0));
    assert!((heavy.differ.unwrap() - (17.5 - 10.0 * log_rows)).abs() < 1e-12);
    assert_eq!(heavy.chosen, Variances::Equal);
    // Another graph of free variances that scatters e² times as much: 20 better, less the 5 that it gains.
    let other = between((100.0, 70.0), (free - 5.0, 70.0 * 2f64.exp()), None);
    assert!((other.graphs.unwrap() - (5.0 - 20.0)).abs() < 1e-9);
    assert!(other.differ_little() && (other.margin() - 5.0).abs() < 1e-9);
    // Numbers that are none leave variances free.
    assert_eq!(between((f64::NAN, 1.0), (0.0, 1.0), None).chosen, Variances::Free);
}

#[test]
fn the_strength_is_said() {
    let of = |difference: f64, kurtosis| {
        let choice = VarianceChoice::between(
            &moments(),
            &contender(0.0, 0.0),
            &contender(difference, 0.0),
            kurtosis,
        );
        choice.strength().unwrap()
    };
    assert_eq!(of(2.67, None), "weak evidence, BIC lower by 2.67");
    assert_eq!(of(7.0, Some(3.2)), "some evidence, BIC lower by 7.00");
    assert_eq!(
        of(530.4, Some(5.62)),
        "strong evidence, BIC lower by 530 with noise of kurtosis 5.6"
    );
}
