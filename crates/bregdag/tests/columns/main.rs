//! What is done to columns before a method sees them, on data with known answers.

mod collinear;
mod facts;
mod impute;

use std::path::Path;

/// The names and columns of a table in the fixtures; an empty field is NaN.
fn read(path: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(','));
    let names: Vec<String> = lines.next().unwrap().map(String::from).collect();
    let mut columns = vec![vec![]; names.len()];
    for line in lines {
        for (column, field) in columns.iter_mut().zip(line) {
            column.push(if field.is_empty() { f64::NAN } else { field.parse().unwrap() });
        }
    }
    (names, columns)
}

/// The 25 columns of NHEFS, with their holes.
fn nhefs() -> (Vec<String>, Vec<Vec<f64>>) {
    let (mut names, mut columns) = read("fixtures/nhefs/observed.csv");
    names.truncate(25);
    columns.truncate(25);
    (names, columns)
}
