//! What a method cannot take is said before it starts.

use bregdag::data::Environment;
use bregdag::{Dataset, Error};

use super::knowledge::starts;
use super::samples::{names, rules};
use super::watches::Listening;
use super::{Case, Sample, cases, sound};

const N: usize = 6;

/// Learns, if the method can take the data; else it refuses, and so do its paths, before any work.
fn taken_or_refused(case: &Case, data: &Dataset<'_>, taken: bool, what: &str) {
    let what = format!("{}, {what}", case.label);
    if taken {
        let fit = case.learn(data, &());
        sound(&what, &fit, data.knowledge());
        assert_eq!(fit.start, data.start().map(|start| start.kind()), "{what}");
        return;
    }
    let refused = |error: Option<Error>, watch: &Listening| {
        let name = case.spec.name();
        let by_name = matches!(&error, Some(Error::NotForMethod { method, .. }) if *method == name);
        assert!(by_name, "{what}: {error:?}");
        assert_eq!(watch.told(), 0, "{what}: told of work before the refusal");
    };
    let watch = Listening::default();
    refused(case.spec.learn(data, &watch).err(), &watch);
    let method = case.spec.method();
    for parameter in method.parameters() {
        let (watch, (value, _)) =
            (Listening::default(), method.values(parameter, data.moments()).unwrap());
        let path = method.path(parameter, &[value], data);
        refused(path.and_then(|mut path| path.answer(0, &watch)).err(), &watch);
    }
}

#[test]
fn starts_of_another_kind() {
    let sample = Sample::drawn(N, 100, false, 1);
    for (case, start) in cases().iter().flat_map(|case| starts(N, 2).map(|start| (case, start))) {
        let data = sample.data().starting(&start).unwrap();
        let taken = case.spec.method().needs().starts.contains(&start.kind());
        taken_or_refused(case, &data, taken, &format!("{:?}", start.kind()));
    }
}

#[test]
fn several_environments() {
    let (one, other) = (Sample::drawn(N, 100, false, 1), Sample::drawn(N, 80, false, 2));
    for case in cases() {
        let taken = case.spec.method().needs().environments;
        let both = one.data().and(other.environment()).unwrap();
        taken_or_refused(&case, &both, taken, "two environments");
        let set = Environment { targets: &[1], ..one.environment() };
        taken_or_refused(&case, &Dataset::of(set), taken, "a variable that was set");
    }
}

#[test]
fn moments_without_rows() {
    let sample = Sample::drawn(N, 100, false, 1);
    for case in cases() {
        let taken = !case.spec.method().needs().rows;
        taken_or_refused(&case, &Dataset::from(&sample.moments), taken, "moments alone");
    }
}

#[test]
fn prior_knowledge() {
    let sample = Sample::drawn(N, 100, false, 1);
    for case in cases() {
        let known = rules(N, 4).over(&names(N)).unwrap();
        let data = sample.data().knowing(known).unwrap();
        taken_or_refused(&case, &data, case.spec.method().needs().knowledge, "rules");
    }
}
