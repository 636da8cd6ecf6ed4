//! The same bits on any number of threads, and the same twice.

use bregdag::method::{Info, METHODS};

use super::{Case, Sample, bits, cases};

fn on_threads(threads: usize, case: &Case, sample: &Sample) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    // The moments are computed there, too.
    pool.install(|| bits(&case.learn(&Sample::of(sample.table.clone()).data(), &())))
}

#[test]
fn in_every_setting() {
    for (n, rows, seed) in [(8, 60, 0), (20, 200, 1), (12, 10, 2)] {
        let sample = Sample::drawn(n, rows, seed % 2 == 1, seed);
        for case in cases() {
            let one = on_threads(1, &case, &sample);
            for threads in [1, 2, 3] {
                let same = on_threads(threads, &case, &sample) == one;
                assert!(same, "{}: n = {n} differs on {threads} threads", case.label);
            }
        }
    }
}

/// So many columns and rows that products and sums fall into several blocks.
#[test]
fn with_many_columns() {
    let sample = Sample::drawn(140, 2100, false, 4);
    let bears = |info: &&Info| info.spec().method().most_variables().is_none();
    for info in METHODS.iter().filter(bears) {
        let mut case = Case { label: info.name.into(), spec: info.spec() };
        // Some take thousands of steps, all of the same kind.
        if info.key_of("max_iterations").is_some() {
            case.spec.set("max_iterations", "3").unwrap();
        }
        let one = on_threads(1, &case, &sample);
        for threads in [2, 3] {
            let same = on_threads(threads, &case, &sample) == one;
            assert!(same, "{} differs on {threads} threads", case.label);
        }
    }
}
