//! Who stops gets what there is, at once, whenever it is.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bregdag::{Dataset, Fit, Status, Stop, Watch};

use super::samples::{names, rules};
use super::watches::{Alarmed, Impatient, Says};
use super::{Case, Sample, bits, cases, sound};

const N: usize = 7;

/// What is told to the k-th question, for k = 0, 1, 2, 3, 5, 8, … until all is done before.
fn questions() -> impl Iterator<Item = usize> {
    std::iter::successors(Some((0, 1)), |&(a, b)| Some((b, (a + b).max(2)))).map(|(k, _)| k)
}

/// The data, with rules where the method takes them.
fn data<'a>(case: &Case, sample: &'a Sample) -> Dataset<'a> {
    let known = rules(N, 1).over(&names(N)).unwrap();
    match case.spec.method().needs().knowledge {
        true => sample.data().knowing(known).unwrap(),
        false => sample.data(),
    }
}

#[test]
fn at_any_moment() {
    for (rows, says, why, status) in [
        (100, Says::EverAfter, Stop::Interrupted, Status::Interrupted),
        (100, Says::Once, Stop::TimeLimit, Status::TimeLimit),
        (6, Says::EverAfter, Stop::TimeLimit, Status::TimeLimit),
    ] {
        let sample = Sample::drawn(N, rows, false, 3);
        let bears = |case: &Case| case.spec.method().least_rows() <= rows;
        for case in cases().into_iter().filter(bears) {
            let data = data(&case, &sample);
            for k in questions() {
                let watch = Impatient::new(k, why, says);
                let fit = case.learn(&data, &watch);
                let what = format!("{}, {why:?} at question {k}, {says:?}", case.label);
                sound(&what, &fit, data.knowledge());
                let Some(in_vain) = watch.asked_in_vain() else {
                    assert!(!fit.answer.status.was_stopped(), "{what}: {:?}", fit.answer.status);
                    break;
                };
                assert_eq!(fit.answer.status, status, "{what}");
                assert!(in_vain <= 2, "{what}: asked {in_vain} times more");
            }
        }
    }
}

/// Who works on without asking is found out by what is told meanwhile.
#[test]
fn without_more_work() {
    let sample = Sample::drawn(N, 100, true, 4);
    for case in cases() {
        let data = data(&case, &sample);
        for k in questions().skip(1) {
            let watch = Alarmed::new(k);
            let fit = case.learn(&data, &watch);
            let what = format!("{}, stopped when told for the {k}th time", case.label);
            sound(&what, &fit, data.knowledge());
            let Some(in_vain) = watch.told_in_vain() else { break };
            assert!(in_vain <= 2, "{what}: told {in_vain} times more");
            // What was told may have been the last.
            let finished = in_vain == 0 && !fit.answer.status.was_stopped();
            assert!(finished || fit.answer.status == Status::Interrupted, "{what}");
        }
    }
}

/// The answers along a path are stopped as well, and one that was stopped does not spoil the next.
#[test]
fn along_a_path() {
    let sample = Sample::drawn(N, 100, true, 5);
    for case in cases() {
        let (method, data) = (case.spec.method(), data(&case, &sample));
        for parameter in method.parameters() {
            let (value, _) = method.values(parameter, &sample.moments).unwrap();
            let spec = case.spec.with(parameter, value).unwrap();
            let path = || method.path(parameter, &[value, 1.1 * value], &data).unwrap();
            let fit = |answer| Fit::of(&spec, answer, &data).unwrap();
            let whole = fit(path().answer(0, &()).unwrap());
            for k in [0, 2, 8, 30] {
                let what = format!("{}, {} at {k}", case.label, parameter.name());
                let (mut path, watch) =
                    (path(), Impatient::new(k, Stop::Interrupted, Says::EverAfter));
                let stopped = fit(path.answer(0, &watch).unwrap());
                sound(&what, &stopped, data.knowledge());
                let said = watch.asked_in_vain().is_some();
                assert_eq!(stopped.answer.status.was_stopped(), said, "{what}");
                let again = fit(path.answer(0, &()).unwrap());
                assert_eq!(again.answer.status, whole.answer.status, "{what}, then in peace");
                assert!(bits(&again) == bits(&whole), "{what}, then in peace");
            }
        }
    }
}

/// Waits, from a question on, until another thread has said stop.
struct Elsewhere {
    from: usize,
    asked: AtomicUsize,
    waits: AtomicBool,
    stopped: AtomicBool,
}

impl Watch for Elsewhere {
    fn stop(&self) -> Option<Stop> {
        if self.asked.fetch_add(1, Ordering::SeqCst) >= self.from {
            self.waits.store(true, Ordering::SeqCst);
            while !self.stopped.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_micros(20));
            }
        }
        self.stopped.load(Ordering::SeqCst).then_some(Stop::Interrupted)
    }
}

#[test]
fn from_another_thread() {
    let sample = Sample::drawn(N, 100, false, 6);
    for (case, from) in cases().iter().flat_map(|case| [(case, 0), (case, 4)]) {
        let (asked, waits, stopped) = Default::default();
        let watch = Elsewhere { from, asked, waits, stopped };
        let done = AtomicBool::new(false);
        let fit = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !watch.waits.load(Ordering::SeqCst) && !done.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_micros(20));
                }
                watch.stopped.store(true, Ordering::SeqCst);
            });
            let fit = case.spec.learn(&sample.data(), &watch);
            done.store(true, Ordering::SeqCst);
            fit.unwrap()
        });
        sound(&case.label, &fit, sample.data().knowledge());
        let was = watch.waits.load(Ordering::SeqCst);
        assert_eq!(fit.answer.status == Status::Interrupted, was, "{}", case.label);
    }
}
