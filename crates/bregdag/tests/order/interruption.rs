//! Who stops the search gets the best graph so far.

use super::{BOTH, assert_stages_fall, numbers, of};
use bregdag::method::order::{self, Options, Start};
use bregdag::simulate::{Options as Simulated, simulate};
use bregdag::{Fit, Moments, Observer, Progress, Status, Stop, Warning};

/// Stops after so many questions.
struct Impatient {
    patience: usize,
    stop: Stop,
    seen: Vec<Progress>,
}

impl Observer for Impatient {
    fn progress(&mut self, progress: Progress) {
        self.seen.push(progress);
    }

    fn stop(&mut self) -> Option<Stop> {
        let stop = (self.patience == 0).then_some(self.stop);
        self.patience = self.patience.saturating_sub(1);
        stop
    }
}

fn moments() -> Moments {
    let simulated = Simulated { nodes: 30, samples: 200, seed: 2, ..Simulated::default() };
    Moments::of(&simulate(&simulated).unwrap().table).unwrap()
}

fn run(options: &Options, patience: usize, stop: Stop) -> (Fit, Vec<Progress>) {
    let mut watch = Impatient { patience, stop, seen: vec![] };
    let fit = order::learn(&moments(), options, &mut watch).unwrap();
    (fit, watch.seen)
}

#[test]
fn a_stopped_search_returns_what_it_has() {
    for variances in BOTH {
        let options = Options { start: Start::Random, restarts: 20, ..of(variances) };
        for (patience, stop, status) in [
            (0, Stop::Interrupted, Status::Interrupted),
            (1, Stop::TimeLimit, Status::TimeLimit),
            (20, Stop::Interrupted, Status::Interrupted),
            (200, Stop::TimeLimit, Status::TimeLimit),
        ] {
            let (fit, _) = run(&options, patience, stop);
            assert_eq!(fit.status, status, "{variances:?} after {patience}");
            assert!(fit.warnings.contains(&Warning::StoppedEarly { status }));
            assert!(numbers(&fit).iter().all(|x| x.is_finite()));
            assert_eq!(fit.stages[0].name, "start");
            assert_stages_fall(&fit, "stopped");
            // The graph is that of the last stage.
            let stage = fit.stages.last().unwrap();
            let score = order::score(&moments(), fit.model.dag(), variances, &options).unwrap();
            // Rounding of numbers of size 10⁴.
            assert!((score - stage.score).abs() < 1e-6, "{score} {}", stage.score);
        }
        let (fit, _) = run(&options, usize::MAX, Stop::Interrupted);
        assert_eq!((fit.status, fit.stages.len()), (Status::Converged, 3));
        assert!(!fit.warnings.iter().any(|w| matches!(w, Warning::StoppedEarly { .. })));
    }
}

#[test]
fn a_search_for_both_kinds_of_variances_can_be_stopped() {
    // At once: nothing was compared, so no direction is claimed.
    let (fit, _) = run(&Options::default(), 3, Stop::Interrupted);
    assert_eq!(fit.status, Status::Interrupted);
    assert!(fit.variance_choice.is_none() && fit.class.is_some());
    // Later: both kinds were searched.
    let (fit, _) = run(&Options::default(), 400, Stop::Interrupted);
    assert_eq!(fit.status, Status::Interrupted);
    assert!(fit.variance_choice.is_some() && numbers(&fit).iter().all(|x| x.is_finite()));
}

#[test]
fn progress_counts_up() {
    for variances in BOTH {
        let (_, seen) = run(&of(variances), usize::MAX, Stop::Interrupted);
        let restarts: Vec<usize> = seen
            .iter()
            .filter_map(|progress| match progress {
                Progress::Restart { done, wanted: 50 } => Some(*done),
                _ => None,
            })
            .collect();
        assert!(restarts.into_iter().eq(0..50), "{variances:?}");
        let within = |progress: &Progress| match *progress {
            Progress::Insertion { still, nodes } => still < nodes && nodes == 30,
            Progress::Restart { done, wanted } => done < wanted,
            Progress::Fit { .. } => false,
        };
        assert!(seen.iter().all(within));
    }
}
