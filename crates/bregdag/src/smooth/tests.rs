//! The smoother against mgcv's numbers, and against dense computations of another kind.

use super::*;
use crate::data::{Moments, Table};

fn reference(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reference/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

fn nonlinear() -> Table {
    crate::read::read_table(reference("data/nonlin_n8_m500.csv").as_bytes()).unwrap()
}

fn space(table: &Table) -> Space {
    let rows = Rows::of(table, &Moments::of(table).unwrap());
    Space::new(table, &rows, 10, &()).unwrap().unwrap()
}

fn place(name: &serde_json::Value) -> usize {
    name.as_str().unwrap()[1..].parse::<usize>().unwrap() - 1
}

#[test]
fn one_term_as_mgcv_has_it() {
    let table = nonlinear();
    let (space, variances) = (space(&table), Moments::of(&table).unwrap().variances());
    let fits: serde_json::Value =
        serde_json::from_str(&reference("cam/nonlin_n8_m500_SEMGAM_fits.json")).unwrap();
    for fit in fits["single_parent_fits"].as_array().unwrap() {
        let (i, j) = (place(&fit["parent"]), place(&fit["target"]));
        let found = space.regression(j, &[i]).fit().unwrap();
        let variance = found.leftover * variances[j] * 500.0 / 499.0;
        let (theirs, edf) = (fit["residual_variance"].as_f64().unwrap(), fit["edf"].as_f64().unwrap());
        println!("{i} -> {j}: variance {variance} {theirs} edf {} {edf}", found.freedom);
    }
    for fit in fits["pruning_fits"].as_array().unwrap() {
        let j = place(&fit["target"]);
        let parents: Vec<usize> = fit["parents"].as_array().unwrap().iter().map(place).collect();
        let found = space.regression(j, &parents).fit().unwrap();
        let variance = found.leftover * variances[j] * 500.0 / 499.0;
        println!("{j}: variance {variance} {}", fit["residual_variance"]);
        println!("   edf {:?} {}", found.of_terms, fit["edf"]);
        println!("   p {:?} {}", found.p_values, fit["p_values"]);
    }
}
