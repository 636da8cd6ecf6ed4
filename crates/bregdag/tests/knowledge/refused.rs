//! Knowledge that the data cannot follow is refused, in words that name the variables.

use bregdag::data::Dataset;
use bregdag::random::Stream;
use bregdag::{Error, Moments};

use super::{Draft, names, table};

fn problem(columns: Vec<Vec<f64>>, required: &[(usize, usize)]) -> String {
    let (n, moments) = (columns.len(), Moments::of(&table(columns)).unwrap());
    let draft = Draft { required: required.to_vec(), tiers: vec![None; n], ..Draft::default() };
    let known = draft.knowledge(&names(n));
    Dataset::from(&moments).knowing(&known).unwrap_err().to_string()
}

#[test]
fn required_parents_that_depend_on_each_other() {
    let mut stream = Stream::new(3, 0);
    let mut columns: Vec<Vec<f64>> =
        (0..5).map(|_| (0..100).map(|_| stream.normal()).collect()).collect();
    // x3 = x1 − 2 x2 in other units.
    columns[2] = (0..100).map(|r| 1e3 * (columns[0][r] - 2.0 * columns[1][r])).collect();
    let problem = problem(columns, &[(0, 4), (1, 4), (2, 4), (3, 4)]);
    let expected = "\"x3\" -> \"x5\" is required, but it is a linear combination of \"x1\", \"x2\"";
    assert!(problem.contains(expected), "{problem}");
    assert!(!problem.contains("x4"), "{problem}");
}

#[test]
fn more_required_parents_than_rows() {
    let mut stream = Stream::new(4, 0);
    let columns: Vec<Vec<f64>> =
        (0..6).map(|_| (0..4).map(|_| stream.normal()).collect()).collect();
    let required: Vec<_> = (0..5).map(|i| (i, 5)).collect();
    let problem = problem(columns, &required);
    assert!(problem.contains("\"x4\" -> \"x6\" is required, but it is a linear comb"), "{problem}");
}

#[test]
fn knowledge_about_other_variables() {
    let (moments, _) = super::simulated(5, 1, 50, false, 1);
    let known = Draft { tiers: vec![None; 4], ..Draft::default() }.knowledge(&names(4));
    let refused = Dataset::from(&moments).knowing(&known);
    assert!(matches!(refused, Err(Error::Shape { expected: 5, found: 4, .. })));
}
