use super::*;
use crate::data::Table;

fn moments(columns: Vec<Vec<f64>>) -> Moments {
    let names = (0..columns.len()).map(|j| format!("x{j}")).collect();
    Moments::of(&Table::new(names, columns).unwrap()).unwrap()
}

#[test]
fn a_likelihood_ratio_by_hand() {
    // y = x + e, e orthogonal to x: v falls from 2 to 1.
    let x = vec![1.0, -1.0, 1.0, -1.0];
    let e = [1.0, 1.0, -1.0, -1.0];
    let y = x.iter().zip(e).map(|(x, e)| x + e).collect();
    let copy = x.iter().map(|x| 2.0 * x).collect();
    let all = moments(vec![x, y, copy]);
    let ratio = |i: usize, parents: &[usize]| likelihood_ratio(&all, &all, (i, 1), parents);
    assert!((ratio(0, &[]) - 4.0 * 2f64.ln()).abs() < 1e-12);
    // A copy of the parent leaves nothing to gain.
    assert_eq!(ratio(0, &[2]), 0.0);
    // A perfect fit has a finite ratio.
    assert!(likelihood_ratio(&all, &all, (2, 0), &[]).is_finite());
}

#[test]
fn arrows_point_as_in_the_graph() {
    let graph = Pdag::new(3, &[(1, 0)], &[(1, 2)]);
    let Ok(graph) = graph else { panic!("a graph") };
    assert_eq!(
        (arrow(&graph, 0, 1), arrow(&graph, 1, 0), arrow(&graph, 1, 2)),
        ((1, 0), (1, 0), (1, 2))
    );
    assert_eq!(pairs(&graph), [(1, 0), (1, 2)]);
}
