//! A DAG, or a class that agrees with its member: what is claimed and the equations belong together.

use bregdag::method::Noise;

use super::{Sample, cases, sound};

#[test]
fn every_fit_is_sound() {
    for seed in 0..6 {
        let sample = Sample::drawn(4 + seed as usize, 150, seed % 2 == 1, seed);
        for case in cases() {
            let data = sample.data();
            let fit = case.learn(&data, &());
            sound(&format!("{}, seed {seed}", case.label), &fit, data.knowledge());
            assert_eq!(fit.variables, sample.table.names());
            assert_eq!((fit.rows, fit.start), (150, None));
        }
    }
}

/// The options of a fit are all there is to know: with them it is the same, and they do not change again.
#[test]
fn the_options_of_a_fit_are_those_it_used() {
    let sample = Sample::drawn(7, 200, true, 2);
    for case in cases() {
        let fit = case.learn(&sample.data(), &());
        assert_eq!(fit.spec.name(), case.spec.name());
        let again = fit.spec.learn(&sample.data(), &()).unwrap();
        assert_eq!(again.spec, fit.spec, "{}", case.label);
        assert_eq!(again.answer.claim, fit.answer.claim, "{}", case.label);
    }
}

/// Who asks for one kind of variances gets it.
#[test]
fn the_noise_is_as_asked_for() {
    let sample = Sample::drawn(6, 200, false, 1);
    for case in cases() {
        let asked = |kind: &str| case.label.contains(&format!("variances={kind}"));
        let noise = case.learn(&sample.data(), &()).answer.noise;
        assert!(!asked("equal") || noise == Noise::Equal, "{}: {noise:?}", case.label);
        assert!(!asked("free") || noise == Noise::Free, "{}: {noise:?}", case.label);
    }
}
