//! Names are names: other ones change nothing else.

use super::samples::names;
use super::{Sample, bits, cases};

const STRANGE: [&str; 8] = [
    "größe in µm",
    "x -> y",
    "\"quoted\", with; commas",
    "線\u{200d}形\u{202e}",
    "🌧 rain\tor\nsnow",
    "X1",
    "x1 ",
    "0",
];

#[test]
fn renaming_changes_names_only() {
    for seed in 0..3 {
        let sample = Sample::drawn(8, 80, seed % 2 == 1, seed);
        let (mut turned, mut rotated) = (names(8), names(8));
        turned.reverse();
        rotated.rotate_left(3);
        for new in [STRANGE.map(String::from).to_vec(), turned, rotated] {
            let renamed = sample.renamed(new.clone());
            for case in cases() {
                let plain = case.learn(&sample.data(), &());
                let other = case.learn(&renamed.data(), &());
                assert_eq!(other.variables, new);
                assert_eq!(other.answer.claim, plain.answer.claim, "{} {new:?}", case.label);
                assert_eq!(other.spec, plain.spec, "{} {new:?}", case.label);
                assert!(bits(&other) == bits(&plain), "{} with the names {new:?}", case.label);
            }
        }
    }
}
