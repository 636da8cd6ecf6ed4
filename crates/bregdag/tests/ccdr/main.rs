//! CCDr beside the released program, and its conditions computed from the rows.

mod conditions;
mod knowledge;
mod reference;

use bregdag::method::ccdr::{Options, Point, path};
use bregdag::read::read_table;
use bregdag::{Dataset, Moments, Table};
use serde_json::Value;

const SETS: [&str; 6] = [
    "lin_gauss_n10_m500",
    "lin_gauss_n20_m1000",
    "lin_exp_n10_m1000",
    "lin_gauss_n50_m200",
    "nonlin_n8_m500",
    "lin_gauss_unequal_n15_m1000",
];

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reference/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn table(set: &str) -> Table {
    read_table(&fixture(&format!("data/{set}.csv"))[..]).unwrap()
}

fn theirs(set: &str, kind: &str) -> Value {
    serde_json::from_slice(&fixture(&format!("ccdr/{set}_{kind}.json"))).unwrap()
}

fn ours(table: &Table, options: &Options) -> Vec<Point> {
    let moments = Moments::of(table).unwrap();
    path(&Dataset::from(&moments), options, &()).unwrap()
}
