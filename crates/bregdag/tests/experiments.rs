//! What stands in `experiments/` beside its rows, charts and tables alike, is what these rows give. With `BREGDAG_REDRAW=1` it
//! is written anew instead.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use bregdag::experiment::catalog::{EXPERIMENTS, Markup};
use bregdag::experiment::{Plan, Row, from_csv, to_csv};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments").join(name)
}

/// The table of rows, which is packed where it is large.
fn table(folder: &Path) -> Vec<u8> {
    let packed = folder.join("rows.csv.gz");
    if !packed.exists() {
        return fs::read(folder.join("rows.csv")).unwrap();
    }
    let mut bytes = vec![];
    let packed = fs::File::open(packed).unwrap();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    bytes
}

fn rows(folder: &Path) -> Vec<Row> {
    let plan = Plan::read(&fs::read(folder.join("plan.json")).unwrap()).unwrap();
    let (tasks, table) = (plan.tasks().unwrap(), table(folder));
    let rows = from_csv(&table, &tasks).unwrap();
    assert_eq!(rows.len(), tasks.len(), "{}: fits of its plan are missing", folder.display());
    // Nothing is lost on the way: the rows are those of the table, to the byte.
    assert!(to_csv(&rows).into_bytes() == table, "{}: other rows", folder.display());
    rows
}

#[test]
fn charts_and_tables_are_those_of_their_rows() {
    let redraw = std::env::var("BREGDAG_REDRAW").is_ok_and(|word| word == "1");
    for experiment in EXPERIMENTS {
        let folder = folder(experiment.name);
        for output in experiment.report(&rows(&folder), Markup::Markdown) {
            let path = folder.join(&output.name);
            if redraw {
                fs::write(&path, &output.text).unwrap();
            }
            let there = fs::read_to_string(&path).unwrap_or_default();
            assert!(there == output.text, "{} is not what its rows give", path.display());
        }
    }
}
