//! Who stops the search gets the best graph so far.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{BOTH, assert_stages_fall, dag, numbers, of, score};
use bregdag::data::Environment;
use bregdag::method::order::{FirstOrder, Options};
use bregdag::method::{Answer, Noise};
use bregdag::simulate::{self, Options as Simulated, simulate};
use bregdag::watch::Work;
use bregdag::{Dataset, Event, Fit, Moments, Spec, Status, Stop, Warning, Watch};

/// Stops after so many questions.
struct Impatient {
    patience: Mutex<usize>,
    stop: Stop,
    seen: Mutex<Vec<Event>>,
}

impl Watch for Impatient {
    fn event(&self, event: &Event) {
        self.seen.lock().unwrap().push(event.clone());
    }

    fn stop(&self) -> Option<Stop> {
        let mut patience = self.patience.lock().unwrap();
        let stop = (*patience == 0).then_some(self.stop);
        *patience = patience.saturating_sub(1);
        stop
    }
}

fn moments() -> Moments {
    let simulated = Simulated { nodes: 30, samples: 200, seed: 2, ..Simulated::default() };
    Moments::of(&simulate(&simulated).unwrap().table).unwrap()
}

fn run(options: &Options, patience: usize, stop: Stop) -> (Fit, Vec<Event>) {
    let watch = Impatient { patience: Mutex::new(patience), stop, seen: Mutex::default() };
    let fit = Spec::Search(*options).learn(&(&moments()).into(), &watch).unwrap();
    (fit, watch.seen.into_inner().unwrap())
}

#[test]
fn a_stopped_search_returns_what_it_has() {
    for variances in BOTH {
        let options = Options { start: FirstOrder::Random, restarts: Some(200), ..of(variances) };
        for (patience, stop, status) in [
            (0, Stop::Interrupted, Status::Interrupted),
            (1, Stop::TimeLimit, Status::TimeLimit),
            (20, Stop::Interrupted, Status::Interrupted),
            (200, Stop::TimeLimit, Status::TimeLimit),
        ] {
            let (fit, _) = run(&options, patience, stop);
            assert_eq!(fit.answer.status, status, "{variances:?} after {patience}");
            assert!(fit.warnings.contains(&Warning::StoppedEarly { status }));
            assert!(numbers(&fit).iter().all(|x| x.is_finite()));
            assert_eq!(fit.answer.stages[0].name, "start");
            assert_stages_fall(&fit, "stopped");
            // The graph is that of the last stage.
            let stage = fit.answer.stages.last().unwrap();
            let again = score(&moments(), dag(&fit), variances, &options);
            // Rounding of numbers of size 10⁴.
            assert!((again - stage.score).abs() < 1e-6, "{again} {}", stage.score);
        }
        let (fit, _) = run(&options, usize::MAX, Stop::Interrupted);
        assert_eq!((fit.answer.status, fit.answer.stages.len()), (Status::Converged, 3));
        assert!(!fit.warnings.iter().any(|w| matches!(w, Warning::StoppedEarly { .. })));
    }
}

#[test]
fn a_search_for_both_kinds_of_variances_can_be_stopped() {
    // At once: nothing was compared, so no direction is claimed.
    let (fit, _) = run(&Options::default(), 3, Stop::Interrupted);
    assert_eq!(fit.answer.status, Status::Interrupted);
    assert!(fit.answer.record.variance_choice.is_none() && fit.answer.noise == Noise::Free);
    // Later: both kinds were searched.
    let (fit, _) = run(&Options::default(), 400, Stop::Interrupted);
    assert_eq!(fit.answer.status, Status::Interrupted);
    assert!(
        fit.answer.record.variance_choice.is_some() && numbers(&fit).iter().all(|x| x.is_finite())
    );
}

/// Wants no restarts.
#[derive(Default)]
struct NoRestarts(AtomicBool);

impl Watch for NoRestarts {
    fn event(&self, event: &Event) {
        let restarts = matches!(event, Event::Progress { work: Work::Rounds, .. });
        self.0.fetch_or(restarts, Ordering::SeqCst);
    }

    fn stop(&self) -> Option<Stop> {
        self.0.load(Ordering::SeqCst).then_some(Stop::Interrupted)
    }
}

/// Exponential noise of equal variances looks unequal where nobody looks at its shape. A stop during restarts must not
/// lose that, nor count chains that never began.
#[test]
fn a_stop_keeps_the_choice_of_variances() {
    for seed in 0..6 {
        let noise = simulate::Noise::Exponential;
        let simulated = Simulated { nodes: 20, samples: 50, noise, seed, ..Simulated::default() };
        let table = simulate(&simulated).unwrap().table;
        let moments = Moments::of(&table).unwrap();
        let rows = Environment { moments: &moments, rows: Some(&table), targets: &[] };
        let learn = |options: Options, watch: &dyn Watch| {
            Spec::Search(options).learn(&Dataset::of(rows), watch).unwrap().answer
        };
        let stopped = learn(Options::default(), &NoRestarts::default());
        assert_eq!(stopped.status, Status::Interrupted);
        assert!(stopped.record.restarts.len() <= 1, "{:?}", stopped.record.restarts);
        let before = learn(Options { restarts: Some(0), ..Options::default() }, &());
        let choice = |answer: &Answer| {
            let choice = answer.record.variance_choice.as_ref().unwrap();
            (choice.chosen, choice.kurtosis.unwrap().to_bits())
        };
        assert_eq!(choice(&stopped), choice(&before));
    }
}

#[test]
fn progress_counts_up() {
    for variances in BOTH {
        let options = Options { restarts: Some(50), ..of(variances) };
        let (_, seen) = run(&options, usize::MAX, Stop::Interrupted);
        let restarts: Vec<usize> = seen
            .iter()
            .filter_map(|event| match event {
                Event::Progress { work: Work::Restarts, done, wanted: 50 } => Some(*done),
                _ => None,
            })
            .collect();
        assert!(restarts.into_iter().eq(0..50), "{variances:?}");
        let within = |event: &Event| match *event {
            Event::Progress { work: Work::Insertions, done, wanted } => {
                done < wanted && wanted == 30
            }
            Event::Progress { work: Work::Restarts, done, wanted } => done < wanted,
            _ => false,
        };
        assert!(seen.iter().all(within));
    }
}
