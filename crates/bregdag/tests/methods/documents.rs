//! Methods and what they learn can be written down and read back.

use bregdag::Spec;
use bregdag::document::{Document, Run};
use bregdag::method::{Info, METHODS};
use bregdag::study::{self, Setup};
use bregdag::voice::Plain;

use super::samples::rules;
use super::watches::Listening;
use super::{Case, Sample, cases};

const N: usize = 6;

#[test]
fn a_method_with_its_options() {
    for Case { label, spec } in cases() {
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<Spec>(&text).unwrap(), spec, "{label}: {text}");
        let read = Spec::from_options(spec.name(), &spec.options()).unwrap();
        assert_eq!(read, spec, "{label}: {text}");
        // Of all that is not by default.
        let used = spec.learn(&Sample::drawn(4, 50, false, 0).data(), &()).unwrap().spec;
        assert_eq!(Spec::from_options(used.name(), &used.options()).unwrap(), used, "{label}");
    }
}

#[test]
fn a_method_by_its_name() {
    for info in METHODS {
        assert_eq!(Info::of(info.name).unwrap().name, info.name);
        assert_eq!((info.spec().name(), info.spec().method().name()), (info.name, info.name));
        assert_eq!(Spec::from_options(info.name, &serde_json::json!({})).unwrap(), info.spec());
        let texts = [info.about, info.assumes, info.claims, info.practical, info.paper];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", info.name);
    }
}

#[test]
fn a_study_and_its_method() {
    for uneven in [false, true] {
        let sample = Sample::drawn(N, 120, uneven, 3);
        for case in cases() {
            let known = case.spec.method().needs().knowledge;
            let rules = if known && uneven { rules(N, 3) } else { Default::default() };
            let setup = Setup { spec: case.spec.clone(), rules, ..Setup::default() };
            let watch = Listening::default();
            let study = study::learn(sample.prepared(), &setup, &watch).unwrap();
            let run = Run { seconds: 0.5, command: Some("x".into()), trace: watch.steps() };
            let document = Document::of(&study, run, &Plain).unwrap();
            let mut bytes = vec![];
            document.write(&mut bytes).unwrap();
            let read = Document::read(&bytes).unwrap();
            assert_eq!(read, document, "{}", case.label);

            let spec = Spec::from_options(&read.method, &read.options).unwrap();
            assert_eq!(spec, study.fit.spec, "{}", case.label);
            let rules = read.knowledge.clone().unwrap_or_default();
            let setup = Setup { spec, rules, ..Setup::default() };
            let again = study::learn(sample.prepared(), &setup, &()).unwrap();
            assert_eq!(again.fit.answer.claim, study.fit.answer.claim, "{}", case.label);
            let weights = |edges: Vec<bregdag::model::Edge>| {
                edges.iter().map(|e| (e.source, e.target, e.weight.to_bits())).collect::<Vec<_>>()
            };
            assert_eq!(weights(again.fit.edges()), weights(study.fit.edges()), "{}", case.label);
        }
    }
}
