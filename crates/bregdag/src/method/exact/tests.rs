//! Against a plain dynamic program in double precision, and against all DAGs.

use super::proof::{Proof, prove};
use super::runs::Parents;
use crate::data::{Dataset, Knowledge, Moments, Rules, Table};
use crate::random::Stream;
use crate::score::{DEPENDENT, PERFECT, Penalty, Problem, Score, Variances};

/// Mixtures of some earlier columns. Of the first `sums` columns the last is the sum of the others.
fn moments(n: usize, rows: usize, seed: u64, sums: usize) -> Moments {
    let mut stream = Stream::new(seed, 0);
    let mut columns: Vec<Vec<f64>> = vec![];
    for j in 0..n {
        let mut column: Vec<f64> = (0..rows).map(|_| stream.normal()).collect();
        for other in &columns {
            let weight = if stream.below(3) == 0 { stream.normal() } else { 0.0 };
            column.iter_mut().zip(other).for_each(|(x, y)| *x += weight * y);
        }
        if j + 1 == sums {
            column = (0..rows).map(|r| columns.iter().map(|c| c[r]).sum()).collect();
        }
        columns.push(column);
    }
    let names = (0..n).map(|j| format!("v{j}")).collect();
    Moments::of(&Table::new(names, columns).unwrap()).unwrap()
}

/// What parents leave of node j, by the textbook: S_PP inverted by Gauss and Jordan. Nothing if they may not be its
/// parents.
fn variance(problem: &Problem<'_>, j: usize, parents: &[usize]) -> Option<f64> {
    let (s, known, k) = (&problem.covariance, problem.knowledge, parents.len());
    let required = known.required_parents(j);
    let fine = k <= problem.most_parents.max(required.len())
        && required.iter().all(|i| parents.contains(i))
        && parents.iter().all(|&i| known.allows(i, j));
    if !fine {
        return None;
    }
    // (S_PP, I, S_Pj) → (I, S_PP⁻¹, β).
    let entry = |a: usize, b: usize| match b {
        b if b < k => s[(parents[a], parents[b])],
        b if b < 2 * k => f64::from(b - k == a),
        _ => s[(parents[a], j)],
    };
    let mut rows: Vec<Vec<f64>> =
        (0..k).map(|a| (0..=2 * k).map(|b| entry(a, b)).collect()).collect();
    for p in 0..k {
        let pivot = rows[p][p];
        if pivot <= DEPENDENT * problem.variances[parents[p]] {
            return None;
        }
        rows[p].iter_mut().for_each(|x| *x /= pivot);
        let head = rows[p].clone();
        for r in (0..k).filter(|&r| r != p) {
            let factor = rows[r][p];
            rows[r].iter_mut().zip(&head).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let keeps = |a: usize| 1.0 / rows[a][k + a] > DEPENDENT * problem.variances[parents[a]];
    let positive = |a: usize| rows[a][2 * k] >= 0.0 || required.contains(&parents[a]);
    if !(0..k).all(|a| keeps(a) && (positive(a) || !problem.positive)) {
        return None;
    }
    let explained: f64 = (0..k).map(|a| rows[a][2 * k] * s[(parents[a], j)]).sum();
    Some((problem.variances[j] - explained).max(PERFECT * problem.variances[j]))
}

fn members(set: usize, n: usize) -> Vec<usize> {
    (0..n).filter(|i| set >> i & 1 == 1).collect()
}

/// The least residual variance of each node given at most a set, by the number of parents: `[j][set][k]`.
fn tables(problem: &Problem<'_>) -> Vec<Vec<Vec<f64>>> {
    let n = problem.nodes();
    let mut tables = vec![vec![vec![f64::INFINITY; n]; 1 << n]; n];
    for j in 0..n {
        for set in (0..1usize << n).filter(|set| set >> j & 1 == 0) {
            let mut best = vec![f64::INFINITY; n];
            let parents = members(set, n);
            best[parents.len()] = variance(problem, j, &parents).unwrap_or(f64::INFINITY);
            for i in parents {
                let part: &[f64] = &tables[j][set ^ 1 << i];
                best.iter_mut().zip(part).for_each(|(best, v)| *best = best.min(*v));
            }
            tables[j][set] = best;
        }
    }
    tables
}

/// The least score of all DAGs. With free variances every set has its least score; with equal ones its least Σv for every number of
/// edges.
fn textbook(problem: &Problem<'_>, score: Score) -> f64 {
    let (n, tables) = (problem.nodes(), tables(problem));
    let most = n * (n - 1) / 2 + 1;
    let required = score.price() * problem.knowledge.required_edges() as f64;
    let total = |sum: f64, edges: usize| match score.variances() {
        Variances::Free => sum,
        Variances::Equal => {
            let mean = sum / n as f64;
            score.total(std::iter::repeat_n(mean, n), edges)
        }
    };
    let mut best = vec![vec![f64::INFINITY; most]; 1 << n];
    best[0][0] = 0.0;
    for set in 1..1usize << n {
        for j in members(set, n) {
            let before = set ^ 1 << j;
            for (k, &v) in tables[j][before].iter().enumerate().filter(|(_, v)| v.is_finite()) {
                let (own, more) = match score.variances() {
                    Variances::Free => (score.local(v, k), 0),
                    Variances::Equal => (v, k),
                };
                for edges in 0..most - more {
                    let value = best[before][edges] + own;
                    let place = &mut best[set][edges + more];
                    *place = place.min(value);
                }
            }
        }
    }
    let whole = best[(1 << n) - 1].iter().enumerate();
    whole.map(|(edges, &sum)| total(sum, edges)).fold(f64::INFINITY, f64::min) - required
}

fn score_of(problem: &Problem<'_>, score: &Score, parents: &Parents) -> f64 {
    let left = |j: usize| variance(problem, j, &parents[j]).unwrap_or(f64::INFINITY);
    let edges: usize = parents.iter().map(Vec::len).sum();
    let total = score.total((0..parents.len()).map(left), edges);
    total - score.price() * problem.knowledge.required_edges() as f64
}

fn required(known: &Knowledge) -> Parents {
    (0..known.variables()).map(|j| known.required_parents(j).to_vec()).collect()
}

fn check(moments: &Moments, rules: &Rules, score: Score, positive: bool) -> Proof {
    let known = rules.over(moments.names()).unwrap();
    let data = Dataset::from(moments).knowing(&known).unwrap();
    let problem = Problem::new(&data, score.variances(), positive, &()).unwrap();
    let proof = prove(&problem, &score, required(&known), &());
    let best = textbook(&problem, score);
    let bound = proof.bound.unwrap();
    // The bound stays below by what it is rounded to, and the graph is the best one.
    assert!(bound <= best + 1e-9 && best - bound < 1e-3, "{bound} {best}");
    let found = proof.better.clone().unwrap_or_else(|| required(&known));
    let reached = score_of(&problem, &score, &found);
    assert!((reached - best).abs() < 1e-3, "{reached} {best}");
    assert!(proof.halted.is_none());
    proof
}

const KINDS: [Variances; 2] = [Variances::Free, Variances::Equal];

#[test]
fn the_textbook_agrees() {
    for (n, rows, seed) in [(2, 20, 1), (3, 30, 2), (5, 40, 3), (8, 60, 4), (10, 300, 5)] {
        let moments = moments(n, rows, seed, 0);
        for kind in KINDS {
            for (penalty, factor) in
                [(Penalty::Bic, 1.0), (Penalty::Ebic, 1.0), (Penalty::Bic, 0.1)]
            {
                let score = Score::new(kind, penalty, factor, moments.rows(), n);
                check(&moments, &Rules::default(), score, false);
                check(&moments, &Rules::default(), score, true);
            }
        }
    }
}

fn rules(n: usize, seed: u64) -> Rules {
    let mut stream = Stream::new(seed, 7);
    let name = |j: usize| format!("v{j}");
    let order = stream.permutation(n);
    let edge = |(i, j): (usize, usize)| (name(order[i]), name(order[j]));
    let forbidden = (0..n).map(|_| (stream.below(n), stream.below(n))).filter(|(i, j)| i != j);
    let forbidden: Vec<_> =
        forbidden.filter(|(i, j)| (*i, *j) != (0, 1) && (*i, *j) != (1, 3)).collect();
    let tiers = match seed % 3 {
        0 => vec![],
        1 => vec![order[..n / 2].to_vec(), order[n / 2..].to_vec()],
        _ => vec![order[..2].to_vec(), order[3..n - 1].to_vec()],
    };
    Rules {
        required_edges: vec![edge((0, 1)), edge((1, 3))],
        forbidden_edges: forbidden.into_iter().map(edge).collect(),
        tiers: tiers.iter().map(|tier| tier.iter().map(|&j| name(j)).collect()).collect(),
    }
}

#[test]
fn what_is_known_is_honoured() {
    for seed in 0..12 {
        let (n, rows) = (5 + seed as usize % 4, 40 + 10 * seed as usize);
        let moments = moments(n, rows, seed, 0);
        let rules = rules(n, seed);
        let known = rules.over(moments.names()).unwrap();
        for kind in KINDS {
            let score = Score::new(kind, Penalty::Bic, 0.5, moments.rows(), n);
            for positive in [false, true] {
                let proof = check(&moments, &rules, score, positive);
                let parents = proof.better.unwrap_or_else(|| required(&known));
                assert!(known.is_satisfied_by(&crate::graph::Dag::new(parents).unwrap()));
            }
        }
    }
}

#[test]
fn few_rows_and_sums_of_columns() {
    for kind in KINDS {
        // Fewer rows than columns, so few that the number of parents is limited.
        for (n, rows) in [(6, 6), (8, 5), (9, 8), (7, 12)] {
            let moments = moments(n, rows, rows as u64, 0);
            let score = Score::new(kind, Penalty::Bic, 1.0, moments.rows(), n);
            check(&moments, &Rules::default(), score, false);
        }
        for (n, sums) in [(5, 3), (8, 4), (9, 3)] {
            let moments = moments(n, 200, n as u64, sums);
            let score = Score::new(kind, Penalty::Ebic, 1.0, moments.rows(), n);
            for positive in [false, true] {
                check(&moments, &Rules::default(), score, positive);
            }
        }
    }
}
