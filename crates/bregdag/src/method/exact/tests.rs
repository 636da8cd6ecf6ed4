//! Against a plain dynamic program, and against all DAGs.

use super::proof::prove;
use crate::data::{Dataset, Knowledge, Moments, Rules, Table};
use crate::random::Stream;
use crate::score::{LocalScores, Penalty, Problem, Score, Variances};

/// Mixtures of earlier columns.
fn moments(n: usize, rows: usize, seed: u64) -> Moments {
    let mut stream = Stream::new(seed, 0);
    let mut columns: Vec<Vec<f64>> = vec![];
    for _ in 0..n {
        let mut column: Vec<f64> = (0..rows).map(|_| stream.normal()).collect();
        for other in &columns {
            let weight = if stream.below(3) == 0 { stream.normal() } else { 0.0 };
            column.iter_mut().zip(other).for_each(|(x, y)| *x += weight * y);
        }
        columns.push(column);
    }
    let names = (0..n).map(|j| format!("v{j}")).collect();
    Moments::of(&Table::new(names, columns).unwrap()).unwrap()
}

/// The least score by the textbook: every family by itself, every set by its last node.
fn textbook(problem: &Problem<'_>, known: &Knowledge, score: Score) -> f64 {
    let n = problem.nodes();
    let mut scores = LocalScores::new(problem, known, score);
    let mut best = vec![f64::INFINITY; 1 << n];
    best[0] = 0.0;
    let members = |set: usize| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>();
    let mut family = |j: usize, set: usize| {
        let parents = members(set);
        let fine = parents.iter().all(|&i| known.allows(i, j))
            && known.required_parents(j).iter().all(|i| parents.contains(i));
        let local = scores.get(j, &parents).filter(|_| fine);
        local.map_or(f64::INFINITY, |local| local.score)
    };
    let mut tables = vec![vec![f64::INFINITY; 1 << n]; n];
    for j in 0..n {
        for set in (0..1usize << n).filter(|set| set >> j & 1 == 0) {
            let parts = members(set).into_iter().map(|i| tables[j][set ^ 1 << i]);
            let least = parts.fold(family(j, set), f64::min);
            tables[j][set] = least;
        }
    }
    for set in 1..1usize << n {
        let last = |j: usize| best[set ^ 1 << j] + tables[j][set ^ 1 << j];
        best[set] = members(set).into_iter().map(last).fold(f64::INFINITY, f64::min);
    }
    best[(1 << n) - 1] - score.price() * known.required_edges() as f64
}

#[test]
fn free_variances() {
    for (n, rows, seed) in [(2, 20, 1), (3, 30, 2), (5, 40, 3), (8, 60, 4), (10, 50, 5)] {
        let moments = moments(n, rows, seed);
        let data = Dataset::from(&moments);
        let problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
        let score = Score::new(Variances::Free, Penalty::Bic, 1.0, moments.rows(), n);
        let proof = prove(&problem, &score, vec![vec![]; n], &());
        let best = textbook(&problem, data.knowledge(), score);
        let bound = proof.bound.unwrap();
        assert!(bound <= best + 1e-9 && best - bound < 1e-3, "{n}: {bound} {best}");
        let _ = Rules::default();
    }
}
