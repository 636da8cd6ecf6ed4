//! Selection over a path: both criteria against their definitions row by row, units, threads, stops,
//! and what it is worth on simulated data.

use std::sync::Mutex;

use bregdag::data::Folds;
use bregdag::graph::{Dag, Metrics};
use bregdag::method::{Noise, Parameter, bregman, order};
use bregdag::model::{Model, Threshold};
use bregdag::score::{Variances, ebic, held_out};
use bregdag::select::{Candidates, Criterion, Rule, Selected, Selection, select};
use bregdag::simulate::{GraphKind, Options as Simulated, Simulation, simulate};
use bregdag::watch::Step;
use bregdag::{Bregman, Error, Event, Fit, Moments, Spec, Status, Stop, Table, Warning, Watch};

const BOTH: [Variances; 2] = [Variances::Equal, Variances::Free];

fn simulated(nodes: usize, samples: usize, seed: u64) -> Simulation {
    simulate(&Simulated { nodes, samples, degree: 2, seed, ..Simulated::default() }).unwrap()
}

fn weighted(table: Table) -> Table {
    let weights = (0..table.rows()).map(|r| [1.0, 0.5, 2.0][r % 3]).collect();
    table.with_weights(weights).unwrap()
}

fn rows_of(table: &Table, keep: impl Fn(usize) -> bool) -> Table {
    let kept = |column: &[f64]| -> Vec<f64> {
        (0..column.len()).filter(|&r| keep(r)).map(|r| column[r]).collect()
    };
    let columns = table.columns().iter().map(|column| kept(column)).collect();
    let rows = Table::new(table.names().to_vec(), columns).unwrap();
    match table.weights() {
        Some(weights) => rows.with_weights(kept(weights)).unwrap(),
        None => rows,
    }
}

fn search(variances: Variances, restarts: usize) -> order::Options {
    order::Options {
        variances: Some(variances),
        restarts: Some(restarts),
        ..order::Options::default()
    }
}

fn learn(spec: &Spec, moments: &Moments) -> Fit {
    spec.learn(&moments.into(), &()).unwrap()
}

fn choose(spec: &Spec, moments: &Moments, candidates: &Candidates, rule: Rule<'_>) -> Selected {
    select(spec, &moments.into(), candidates, rule, &()).unwrap()
}

/// The usual values of an option.
fn path(spec: &Spec, parameter: Parameter, moments: &Moments) -> Candidates {
    Candidates::of(&*spec.method(), Some(parameter), moments).unwrap()
}

fn model(fit: &Fit) -> &Model {
    fit.model.as_ref().unwrap()
}

fn dag(fit: &Fit) -> &Dag {
    let dag = fit.dag().unwrap();
    assert_eq!(dag, model(fit).dag());
    dag
}

/// Weight sum, and mean squared residual of each equation of the fit, row by row, about the means.
fn mean_squares(table: &Table, fit: &Fit, means: &[f64]) -> (f64, Vec<f64>) {
    let ones = vec![1.0; table.rows()];
    let w = table.weights().unwrap_or(&ones);
    let x = |j: usize, r: usize| table.columns()[j][r] - means[j];
    let residual = |j: usize, r: usize| {
        let parents = model(fit).weighted().parents(j);
        x(j, r) - parents.map(|(i, weight)| weight * x(i, r)).sum::<f64>()
    };
    let total: f64 = w.iter().sum();
    let square = |j: usize| (0..w.len()).map(|r| w[r] * residual(j, r).powi(2)).sum::<f64>();
    (total, (0..means.len()).map(|j| square(j) / total).collect())
}

/// Σ of −2 log density over rows, by the normal density of every residual, divided by the weight.
fn loss_by_rows(training: &Table, fit: &Fit, others: &Table) -> f64 {
    let moments = Moments::of(training).unwrap();
    let (_, mut v) = mean_squares(training, fit, moments.means());
    if fit.answer.noise == Noise::Equal {
        let mean = v.iter().sum::<f64>() / v.len() as f64;
        v.fill(mean);
    }
    let (_, q) = mean_squares(others, fit, moments.means());
    let term = |(q, v): (&f64, &f64)| (2.0 * std::f64::consts::PI * v).ln() + q / v;
    q.iter().zip(&v).map(term).sum()
}

#[test]
fn held_out_likelihood_is_that_of_the_rows() {
    for seed in 0..4 {
        let table = weighted(simulated(8, 90, seed).table);
        let (training, others) = (rows_of(&table, |r| r % 4 > 0), rows_of(&table, |r| r % 4 == 0));
        let [seen, unseen] = [&training, &others].map(|table| Moments::of(table).unwrap());
        for variances in BOTH {
            let fit = learn(&Spec::Search(search(variances, 0)), &seen);
            assert!(!fit.edges().is_empty() && fit.variances() == variances);
            let expected = loss_by_rows(&training, &fit, &others);
            let found = held_out(&seen, model(&fit), variances, &unseen);
            // Rounding of some hundred terms.
            assert!((found / expected - 1.0).abs() < 1e-10, "{variances:?}: {found} {expected}");
        }
    }
}

#[test]
fn ebic_is_its_formula() {
    for seed in 0..4 {
        let (n, m) = (8.0f64, 90.0f64);
        let table = simulated(8, 90, seed).table;
        let moments = Moments::of(&table).unwrap();
        for variances in BOTH {
            // Whatever price the graph was found with.
            let options = order::Options { penalty_factor: 0.3, ..search(variances, 0) };
            let fit = learn(&Spec::Search(options), &moments);
            let (_, v) = mean_squares(&table, &fit, moments.means());
            let (fits, parameters) = match variances {
                Variances::Equal => (n * (v.iter().sum::<f64>() / n).ln(), 1.0),
                Variances::Free => (v.iter().map(|v| v.ln()).sum(), n),
            };
            let edges = fit.edges().len() as f64;
            let expected = m * fits + edges * (m.ln() + 2.0 * n.ln()) + parameters * m.ln();
            let found = ebic(&moments, dag(&fit), variances).unwrap();
            // Rounding of numbers of size 1000.
            assert!((found - expected).abs() < 1e-8, "{variances:?}: {found} {expected}");
        }
    }
}

/// Three values of the penalty factor.
fn few() -> Candidates {
    Candidates::new(Parameter::PenaltyFactor, 1.0, vec![4.0, 0.25, 1.0]).unwrap()
}

#[test]
fn cross_validation_by_hand() {
    let table = weighted(simulated(8, 61, 5).table);
    let moments = Moments::of(&table).unwrap();
    let (count, seed) = (4, 9);
    let mut folds = Folds::new(count, seed).unwrap();
    let fold_of: Vec<usize> = (0..61).map(|row| folds.of(row)).collect();
    for variances in BOTH {
        let options = search(variances, 3);
        let loss = |factor: f64, fold: usize| {
            let training = rows_of(&table, |r| fold_of[r] != fold);
            let others = rows_of(&table, |r| fold_of[r] == fold);
            let spec = Spec::Search(order::Options { penalty_factor: factor, ..options });
            let fit = learn(&spec, &Moments::of(&training).unwrap());
            (others.weights().unwrap().iter().sum::<f64>(), loss_by_rows(&training, &fit, &others))
        };
        let losses = [0.25, 1.0, 4.0].map(|factor| [0, 1, 2, 3].map(|fold| loss(factor, fold)));
        let mean = |x: &dyn Fn(usize) -> f64| {
            let weights = losses[0].map(|(weight, _)| weight);
            (0..4).map(|f| weights[f] * x(f)).sum::<f64>() / weights.iter().sum::<f64>()
        };
        let criteria = [0, 1, 2].map(|k: usize| mean(&|f| losses[k][f].1));
        let best = (0..3).min_by(|&a, &b| criteria[a].total_cmp(&criteria[b])).unwrap();
        let error = |k: usize| {
            let beyond = |f: usize| losses[k][f].1 - losses[best][f].1;
            let centre = criteria[k] - criteria[best];
            (mean(&|f| (beyond(f) - centre).powi(2)) / 3.0).sqrt()
        };

        let folds = Moments::of_folds(&table, count, seed).unwrap();
        let selected = choose(&Spec::Search(options), &moments, &few(), Rule::Cv(&folds));
        let (fit, selection) = (&selected.fit, selected.selection.as_ref().unwrap());
        assert_eq!((selection.criterion, selection.folds), (Criterion::Cv, Some(4)));
        for (k, point) in selection.path.iter().enumerate() {
            assert_eq!(point.value, [0.25, 1.0, 4.0][k]);
            // Moments of the same rows in another order: rounding.
            assert!((point.criterion - criteria[k]).abs() < 1e-8, "{point:?} {criteria:?}");
            assert!((point.std_error.unwrap() - error(k)).abs() < 1e-8, "{point:?}");
        }
        let eligible = |k: &usize| {
            let point = &selection.path[*k];
            point.criterion <= criteria[best] + point.std_error.unwrap() + 1e-8
        };
        let edges = |k: usize| selection.path[k].edges;
        let fewest = (0..3).filter(eligible).map(edges).min().unwrap();
        assert_eq!(selection.chosen_point().edges, fewest);
        assert_eq!((fit.edges().len(), fit.rows), (fewest, 61));
    }
}

/// The usual path on a table, by both rules.
fn both_rules(table: &Table, spec: &Spec, parameter: Parameter) -> [Selected; 2] {
    let moments = Moments::of(table).unwrap();
    let folds = Moments::of_folds(table, 5, 0).unwrap();
    let candidates = path(spec, parameter, &moments);
    [Rule::Ebic, Rule::Cv(&folds)].map(|rule| choose(spec, &moments, &candidates, rule))
}

fn selections(table: &Table, spec: &Spec) -> [Selection; 2] {
    both_rules(table, spec, Parameter::PenaltyFactor).map(|selected| selected.selection.unwrap())
}

#[test]
fn with_free_variances_units_do_not_matter() {
    let table = simulated(10, 80, 2).table;
    let units = |j: usize| [3.7, 1e-3, 250.0, 1.0][j % 4];
    let columns = table.columns().iter().enumerate();
    let columns = columns.map(|(j, c)| c.iter().map(|x| units(j) * x + 5.0).collect()).collect();
    let other = Table::new(table.names().to_vec(), columns).unwrap();
    let spec = Spec::Search(search(Variances::Free, 5));
    let constant: f64 = (0..10).map(|j| 2.0 * units(j).ln()).sum();
    let rules = selections(&table, &spec).into_iter().zip(selections(&other, &spec));
    for ((a, b), shift) in rules.zip([80.0 * constant, constant]) {
        assert_eq!(a.chosen, b.chosen);
        for (p, q) in a.path.iter().zip(&b.path) {
            assert_eq!((p.value, p.edges), (q.value, q.edges));
            // Rounding of numbers of size 1000.
            assert!((p.criterion + shift - q.criterion).abs() < 1e-7, "{p:?} {q:?}");
            let errors = [p, q].map(|point| point.std_error.unwrap_or(0.0));
            assert!((errors[0] - errors[1]).abs() < 1e-8, "{p:?} {q:?}");
        }
    }
}

#[cfg(feature = "parallel")]
#[test]
fn the_same_on_any_number_of_threads() {
    let table = simulated(20, 100, 1).table;
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let options = order::Options { restarts: Some(5), ..order::Options::default() };
        pool.install(|| {
            both_rules(&table, &Spec::Search(options), Parameter::PenaltyFactor)
                .map(|selected| (selected.fit.edges(), selected.selection))
        })
    };
    let one = run(1);
    assert!(run(3) == one);
}

/// Stops when it has been asked so many times, and keeps what it is shown.
#[derive(Default)]
struct Impatient {
    patience: Mutex<Option<usize>>,
    steps: Mutex<Vec<Step>>,
}

impl Watch for Impatient {
    fn event(&self, event: &Event) {
        if let Event::Step(step) = event {
            self.steps.lock().unwrap().push(step.clone());
        }
    }

    fn stop(&self) -> Option<Stop> {
        let mut patience = self.patience.lock().unwrap();
        let left = patience.as_mut()?;
        *left = left.saturating_sub(1);
        (*left == 0).then_some(Stop::Interrupted)
    }
}

#[test]
fn a_stop_leaves_the_best_of_what_is_complete() {
    let table = simulated(8, 60, 3).table;
    let moments = Moments::of(&table).unwrap();
    let folds = Moments::of_folds(&table, 3, 0).unwrap();
    let spec = Spec::Search(search(Variances::Free, 2));
    let candidates = path(&spec, Parameter::PenaltyFactor, &moments);
    let full = choose(&spec, &moments, &candidates, Rule::Cv(&folds));
    assert_eq!((full.fit.answer.status, full.fit.warnings.len()), (Status::Converged, 0));
    let full = full.selection.unwrap();
    let mut lengths = vec![];
    for patience in (1..).map(|k| 20 * k - 19) {
        let watch = Impatient { patience: Mutex::new(Some(patience)), ..Impatient::default() };
        let data = (&moments).into();
        let stopped = select(&spec, &data, &candidates, Rule::Cv(&folds), &watch).unwrap();
        let Selected { fit, selection } = stopped;
        if fit.answer.status == Status::Converged {
            assert_eq!(selection.as_ref(), Some(&full));
            break;
        }
        assert_eq!(fit.answer.status, Status::Interrupted);
        let compared = selection.as_ref().map_or(0, |selection| selection.path.len());
        lengths.push(compared);
        let cut = Warning::PathCutShort { parameter: "penalty-factor", compared, wanted: 13 };
        assert!(fit.warnings.contains(&cut), "{:?}", fit.warnings);
        let early = Warning::StoppedEarly { status: Status::Interrupted };
        assert_eq!(fit.warnings.iter().filter(|&warning| *warning == early).count(), 1);
        let Some(selection) = selection else { continue };
        assert!(selection.path.iter().any(|point| point.value == 1.0));
        assert_eq!(selection.chosen_point().edges, fit.edges().len());
        for point in &selection.path {
            let same = |other: &&bregdag::select::Point| other.value == point.value;
            let other = full.path.iter().find(same).unwrap();
            assert_eq!((point.edges, point.criterion), (other.edges, other.criterion));
        }
    }
    assert_eq!(lengths[0], 0, "stopped at once");
    assert!(lengths.is_sorted() && lengths.contains(&1) && lengths.contains(&12), "{lengths:?}");
}

#[test]
fn a_fold_that_holds_all_of_a_column_is_left_out_by_name() {
    let (table, rare) = (simulated(5, 60, 4).table, 17);
    let mut columns = table.columns().to_vec();
    // A constant that is no binary number, so that rounding leaves some variance.
    columns[2] = (0..60).map(|r| if r == rare { 0.8 } else { 0.1 }).collect();
    let table = Table::new(table.names().to_vec(), columns).unwrap();
    let moments = Moments::of(&table).unwrap();
    let spec = Spec::Search(search(Variances::Free, 0));
    let run = |count: usize| {
        let folds = Moments::of_folds(&table, count, 0).unwrap();
        select(&spec, &(&moments).into(), &few(), Rule::Cv(&folds), &())
    };
    let Selected { fit, selection } = run(5).unwrap();
    let selection = selection.unwrap();
    let fold = Folds::new(5, 0).unwrap().of(rare as u64) + 1;
    assert!(fit.warnings.contains(&Warning::FoldLeftOut { fold, column: "x3".into() }));
    assert_eq!(selection.folds, Some(4));
    assert!(selection.path.iter().all(|point| point.criterion.is_finite()));
    let error = run(2).unwrap_err();
    assert!(
        matches!(&error, Error::TooFewFolds { folds: 2, left_out: 1, column } if column == "x3")
    );
}

#[test]
fn folds_of_other_data_are_refused() {
    let (table, other) = (simulated(5, 60, 4).table, simulated(6, 60, 4).table);
    let moments = Moments::of(&table).unwrap();
    let run = |folds: &[Moments]| {
        let spec = Spec::Search(search(Variances::Free, 0));
        select(&spec, &(&moments).into(), &few(), Rule::Cv(folds), &()).unwrap_err()
    };
    let folds = Moments::of_folds(&table, 3, 0).unwrap();
    assert!(matches!(run(&folds[..2]), Error::Shape { expected: 60, found: 40, .. }));
    assert!(matches!(run(&folds[..1]), Error::Option { name: "folds", .. }));
    let folds = Moments::of_folds(&other, 3, 0).unwrap();
    assert!(matches!(run(&folds), Error::VariablesDiffer { .. }));
    let empty = rows_of(&table, |_| true).with_weights(
        (0..60).map(|r| f64::from(u8::from(Folds::new(3, 0).unwrap().of(r) == 0))).collect(),
    );
    let folds = Moments::of_folds(&empty.unwrap(), 3, 0).unwrap();
    assert!(matches!(run(&folds), Error::Option { name: "folds", .. } | Error::TooFewFolds { .. }));
}

#[test]
fn folds_together_are_the_table() {
    let table = weighted(simulated(5, 64, 4).table);
    let folds = Moments::of_folds(&table, 10, 1).unwrap();
    assert!(folds.iter().all(|fold| fold.rows() == 6 || fold.rows() == 7));
    let (first, rest) = folds.split_first().unwrap();
    let sum = rest.iter().fold(first.clone(), |sum, fold| sum.merge(fold).unwrap());
    let all = Moments::of(&table).unwrap();
    assert_eq!((sum.rows(), sum.names()), (64, all.names()));
    for (a, b) in sum.comoments().as_slice().iter().zip(all.comoments().as_slice()) {
        // Rounding of 64 terms of size ten.
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    assert!(Moments::of_folds(&table, 65, 1).is_err());
    assert_eq!(Moments::of_folds(&table, 64, 1).unwrap().len(), 64);
}

#[test]
fn thresholds_and_refinements_share_a_relaxation() {
    let table = simulated(10, 100, 6).table;
    let moments = Moments::of(&table).unwrap();
    let plain = Bregman { refine: None, ..Bregman::default() };
    let refined = Bregman { refine: Some(search(Variances::Equal, 0)), ..Bregman::default() };
    for (parameter, method) in [
        (Parameter::Threshold, plain),
        (Parameter::Threshold, refined),
        (Parameter::PenaltyFactor, refined),
    ] {
        let spec = Spec::Bregman(method);
        let with = |value: f64| {
            let Bregman { mut options, mut refine } = method;
            match (parameter, &mut refine) {
                (Parameter::PenaltyFactor, Some(refine)) => refine.penalty_factor = value,
                _ => options.threshold = Threshold::At(value),
            }
            Spec::Bregman(Bregman { options, refine })
        };
        let (candidates, watch) = (path(&spec, parameter, &moments), Impatient::default());
        let data = (&moments).into();
        let selected = select(&spec, &data, &candidates, Rule::Ebic, &watch).unwrap();
        let selection = selected.selection.unwrap();
        for point in &selection.path {
            assert_eq!(spec.with(parameter, point.value).unwrap(), with(point.value));
            let anew = learn(&with(point.value), &moments);
            assert_eq!(point.edges, anew.edges().len());
        }
        // The chosen fit and what was seen of it are those of its method alone.
        let alone = Impatient::default();
        let anew = with(selection.chosen_point().value).learn(&data, &alone).unwrap();
        assert_eq!((selected.fit.model, selected.fit.spec), (anew.model, anew.spec));
        assert_eq!(*watch.steps.lock().unwrap(), *alone.steps.lock().unwrap());
        assert!(!alone.steps.lock().unwrap().is_empty());
    }
}

#[test]
fn paths_are_around_the_default() {
    let moments = Moments::of(&simulated(10, 100, 6).table).unwrap();
    let method = Bregman::default();
    let lambda = method.options.resolved(10, 100).lambda.unwrap();
    let (plain, bregman) = (Spec::default(), Spec::Bregman(method));
    for (spec, parameter, default, range, length) in [
        (&plain, Parameter::PenaltyFactor, 1.0, (0.125, 8.0), 13),
        (&bregman, Parameter::PenaltyFactor, 1.0, (0.125, 8.0), 13),
        (&bregman, Parameter::Lambda, lambda, (0.01, 10.0), 10),
        (&bregman, Parameter::Threshold, 0.3, (0.177, 2.83), 9),
    ] {
        let candidates = path(spec, parameter, &moments);
        assert_eq!(candidates.parameter(), parameter);
        let values = candidates.values();
        assert!(values.is_sorted() && values.len() == length && values.contains(&default));
        let ends = [values[0] / default / range.0, values[length - 1] / default / range.1];
        assert!(ends.iter().all(|ratio| (ratio - 1.0).abs() < 0.01), "{values:?}");
    }
    let of = |spec: Spec, parameter| Candidates::of(&*spec.method(), parameter, &moments);
    let none = Spec::Bregman(Bregman { refine: None, ..method });
    let refused = of(none.clone(), Some(Parameter::PenaltyFactor));
    assert!(matches!(refused, Err(Error::Option { name: "refine", .. })));
    let refused = of(plain, Some(Parameter::Lambda));
    assert!(matches!(refused, Err(Error::NoSuchParameter { parameter: "lambda", .. })));
    // The usual option of each, where nobody says which.
    for (spec, usual) in [(bregman, Parameter::PenaltyFactor), (none, Parameter::Lambda)] {
        assert_eq!(of(spec, None).unwrap().parameter(), usual);
    }
    let largest = order::Options { penalty_factor: 1e6, ..order::Options::default() };
    assert_eq!(of(Spec::Search(largest), None).unwrap().values().len(), 7);
    for bad in [vec![], vec![1.0, 1.0], vec![f64::NAN]] {
        assert!(Candidates::new(Parameter::Lambda, 1.0, bad).is_err());
    }
}

#[test]
fn lambda_is_chosen_among_its_path() {
    let table = simulated(10, 100, 7).table;
    let spec = Spec::Bregman(Bregman { refine: None, ..Bregman::default() });
    for Selected { fit, selection } in both_rules(&table, &spec, Parameter::Lambda) {
        let selection = selection.unwrap();
        assert_eq!((selection.parameter, selection.path.len()), (Parameter::Lambda, 10));
        let Spec::Bregman(Bregman { options: bregman::Options { lambda, .. }, .. }) = fit.spec
        else {
            panic!("{:?}", fit.spec)
        };
        assert_eq!(lambda, Some(selection.chosen_point().value));
    }
}

/// SHD, of classes where variances are free, of a fit.
fn errors(simulation: &Simulation, fit: &Fit) -> f64 {
    let metrics = Metrics::compare(simulation.truth.dag(), dag(fit)).unwrap();
    (if fit.answer.noise == Noise::Free { metrics.class_shd } else { metrics.shd }) as f64
}

/// Mean errors of the method as it is, and of the choices by extended BIC and by cross-validation.
fn compare(data: &Simulated, seeds: u64, spec: &Spec, parameter: Parameter) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for seed in 0..seeds {
        let simulation = simulate(&Simulated { seed, ..data.clone() }).unwrap();
        let default = learn(spec, &Moments::of(&simulation.table).unwrap());
        let chosen = both_rules(&simulation.table, spec, parameter);
        let [by_ebic, by_cv] = chosen.map(|selected| selected.fit);
        for (sum, fit) in sums.iter_mut().zip([default, by_ebic, by_cv]) {
            *sum += errors(&simulation, &fit) / seeds as f64;
        }
    }
    sums
}

fn er2(samples: usize) -> Simulated {
    Simulated { nodes: 30, degree: 2, samples, ..Simulated::default() }
}

#[test]
fn the_choice_is_about_as_good_as_the_default_where_that_is_right() {
    let spec = Spec::Search(search(Variances::Equal, 10));
    let means = compare(&er2(100), 8, &spec, Parameter::PenaltyFactor);
    let [default, by_ebic, by_cv] = means;
    // Of 60 edges some three are wrong, give or take one over so few seeds.
    assert!(default < 5.0 && by_ebic <= default + 0.5 && by_cv <= default + 1.0, "{means:?}");
}

/// The table of docs/decisions.md, "Selection":
/// `cargo test --release -p bregdag --test select -- --ignored --nocapture`.
#[test]
#[ignore = "measures, for some minutes"]
fn measure() {
    let light = Simulated { weight_range: (0.1, 0.4), ..er2(1000) };
    let cases = [
        ("ER2, m = 1000, light", light),
        ("ER2, m = 50", er2(50)),
        ("ER2, m = 100", er2(100)),
        ("ER2, m = 1000", er2(1000)),
        ("ER4, m = 200", Simulated { degree: 4, ..er2(200) }),
        ("SF2, m = 200", Simulated { graph: GraphKind::ScaleFree, ..er2(200) }),
    ];
    let bregman = Spec::Bregman(Bregman { refine: None, ..Bregman::default() });
    let [equal, free] = BOTH.map(|variances| Spec::Search(search(variances, 10)));
    for (name, data) in &cases {
        for (what, spec, parameter) in [
            ("factor, equal", &equal, Parameter::PenaltyFactor),
            ("factor, free", &free, Parameter::PenaltyFactor),
            ("λ", &bregman, Parameter::Lambda),
            ("threshold", &bregman, Parameter::Threshold),
        ] {
            let [default, ebic, cv] = compare(data, 10, spec, parameter);
            println!("| {name} | {what} | {default:.1} | {ebic:.1} | {cv:.1} |");
        }
    }
}
