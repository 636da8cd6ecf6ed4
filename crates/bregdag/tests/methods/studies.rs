//! What follows a fit works with every method: refits, a second look, every format.

use bregdag::Error;
use bregdag::confidence::Kind;
use bregdag::document::{Document, Run};
use bregdag::export::FORMATS;
use bregdag::method::METHODS;
use bregdag::study::{self, Origin, Resampling, Setup, Together};
use bregdag::voice::Plain;

use super::Sample;

#[test]
fn refits_are_counted() {
    let sample = Sample::drawn(6, 120, true, 2);
    let (kind, refits, seed) = (Kind::Subsample, 4, 1);
    let resampling =
        Resampling { kind, refits, seed, together: Together::Rows, frequency: 0.5, tables: 0 };
    for info in METHODS {
        let setup = Setup { spec: info.spec(), ..Setup::default() };
        let study = study::stability(sample.prepared(), &setup, &resampling, &(), &Plain).unwrap();
        let stable = study.stable.as_ref().unwrap();
        assert_eq!((stable.stability.failed, stable.stability.finished), (0, 4), "{}", info.name);
        let document = Document::of(&study, Run::default(), &Plain).unwrap();
        let mut bytes = vec![];
        document.write(&mut bytes).unwrap();
        assert_eq!(Document::read(&bytes).unwrap(), document, "{}", info.name);
    }
}

#[test]
fn a_second_look_and_every_format() {
    let sample = Sample::drawn(6, 120, false, 3);
    for info in METHODS {
        let setup = Setup { spec: info.spec(), ..Setup::default() };
        let study = study::learn(sample.prepared(), &setup, &()).unwrap();
        let document = Document::of(&study, Run::default(), &Plain).unwrap();
        for format in FORMATS.iter().filter(|format| format.available().is_ok()) {
            let mut bytes = vec![];
            let written = format.write(&document, &mut bytes);
            // Curves are no linear model.
            if let Err(Error::NotLinear { .. }) = written {
                assert!(study.fit.additive.is_some() && format.ending == ".lavaan");
                continue;
            }
            assert!(written.is_ok() && !bytes.is_empty(), "{} {}", info.name, format.ending);
        }
        let mut bytes = vec![];
        document.write(&mut bytes).unwrap();
        let (dag, origin) = (study.fit.dag().unwrap(), Origin::read(&bytes));
        let looked = study::diagnose(&sample.prepared(), Some((dag, &origin)), &()).unwrap();
        assert!(looked.graph.is_some_and(|graph| graph.edges == dag.edge_count()), "{}", info.name);
    }
}
