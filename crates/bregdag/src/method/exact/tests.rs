//! Against a plain dynamic program in double precision, and against all DAGs.

mod limits;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::learn::finish;
use super::proof::{Proof, prepare, prove};
use super::runs::Parents;
use crate::data::{Dataset, Knowledge, Moments, Rules, Table};
use crate::method::order::{self, Options};
use crate::random::Stream;
use crate::score::{DEPENDENT, PERFECT, Penalty, Problem, Score, Variances};
use crate::watch::{Event, Status, Stop, Watch, Work};

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
    // Nothing but what is required may always be there.
    let only = k == required.len();
    let fine = (k <= problem.most_parents || only)
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
        if pivot <= DEPENDENT * problem.variances[parents[p]] && !only {
            return None;
        }
        rows[p].iter_mut().for_each(|x| *x /= pivot);
        let head = rows[p].clone();
        for r in (0..k).filter(|&r| r != p) {
            let factor = rows[r][p];
            rows[r].iter_mut().zip(&head).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let keeps = |a: usize| only || 1.0 / rows[a][k + a] > DEPENDENT * problem.variances[parents[a]];
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
        ..Rules::default()
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

/// One wrong number among thousands is noticed.
#[test]
fn a_damaged_table_is_found_out() {
    let moments = moments(9, 200, 3, 0);
    let data = Dataset::from(&moments);
    let problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
    let score = Score::new(Variances::Free, Penalty::Bic, 1.0, moments.rows(), 9);
    let best = textbook(&problem, score);
    let found = |change: &dyn Fn(&mut [f64])| {
        let mut runs = prepare(&problem, &score, &()).unwrap();
        change(&mut runs.parts[0].minors);
        let measure = runs.measure(1.0);
        runs.least(&measure, &vec![vec![]; 9], &(), &mut |_| {}).unwrap()
    };
    let right = found(&|_| {});
    assert!((right.bound - best).abs() < 1e-3);
    let parents = right.parents.unwrap();
    let (j, set) = (0..9)
        .map(|j| (j, parents[j].iter().map(|i| 1 << i).sum::<usize>()))
        .max_by_key(|(_, set)| set.count_ones())
        .unwrap();
    // The determinant with j counts for j as a child; too small, it makes that family too good.
    let wrong = found(&|minors| minors[set | 1 << j] -= 0.1);
    assert!((wrong.bound - best).abs() > 1.0, "{} {best}", wrong.bound);
}

/// The same bits in memory for a quarter of the tables.
#[test]
fn split_tables_give_the_same() {
    let moments = moments(14, 100, 8, 0);
    let all = [Rules::default(), rules(14, 1)];
    for (kind, rules) in KINDS.into_iter().flat_map(|kind| all.iter().map(move |r| (kind, r))) {
        let known = rules.over(moments.names()).unwrap();
        let data = Dataset::from(&moments).knowing(&known).unwrap();
        let problem = Problem::new(&data, kind, false, &()).unwrap();
        let score = Score::new(kind, Penalty::Bic, 1.0, moments.rows(), 14);
        let found = |split: usize| {
            let mut runs = prepare(&problem, &score, &()).unwrap();
            let inner = runs.parts.iter().map(|part| part.inner());
            runs.splits = inner.map(|inner| split.min(inner - 1)).collect();
            let measure = runs.measure(1.0);
            let found = runs.least(&measure, &required(&known), &(), &mut |_| {}).unwrap();
            (found.bound.to_bits(), found.parents)
        };
        let whole = found(0);
        assert!(whole.1.is_some());
        assert!((1..=3).all(|split| found(split) == whole));
    }
}

/// More variables than there may be are refused, unless what is known divides them.
#[test]
fn too_many_variables() {
    let moments = moments(29, 60, 2, 0);
    let options = Options { restarts: Some(0), ..Options::default() };
    let refused = super::learn::learn(&Dataset::from(&moments), &options, &()).unwrap_err();
    assert!(refused.to_string().contains("28; here: 29"), "{refused}");
    // Each of the last half may depend on five of the first at most.
    let name = |j: usize| format!("v{j}");
    let forbidden = (0..29).flat_map(|i| (0..29).map(move |j| (i, j)));
    let forbidden = forbidden.filter(|&(i, j)| i != j && (j < 15 || i >= 15 || i % 3 != 0));
    let forbidden_edges = forbidden.map(|(i, j)| (name(i), name(j))).collect();
    let known = Rules { forbidden_edges, ..Rules::default() }.over(moments.names()).unwrap();
    let data = Dataset::from(&moments).knowing(&known).unwrap();
    let answer = super::learn::learn(&data, &options, &()).unwrap();
    assert!(answer.record.proved.is_some());
}

/// A stop leaves the graph of the search and, once every node has seen all its sets, a bound.
#[test]
fn a_stop_keeps_the_graph_and_the_bound() {
    struct After(AtomicUsize);
    impl Watch for After {
        fn event(&self, event: &Event) {
            if matches!(event, Event::Progress { work: Work::Proof, .. }) {
                self.0.fetch_add(1, Ordering::SeqCst);
            }
        }
        fn stop(&self) -> Option<Stop> {
            (self.0.load(Ordering::SeqCst) > 0).then_some(Stop::Interrupted)
        }
    }
    let moments = moments(8, 100, 6, 0);
    for kind in KINDS {
        let options = Options { variances: Some(kind), ..Options::default() };
        let data = Dataset::from(&moments);
        let stopped = super::learn::learn(&data, &options, &After(0.into())).unwrap();
        let whole = super::learn::learn(&data, &options, &()).unwrap();
        assert_eq!(stopped.status, Status::Interrupted);
        assert!(stopped.record.proved.is_none() && stopped.claim.member().is_some());
        let (known, proved) = (stopped.bound.unwrap(), whole.bound.unwrap());
        assert!(known <= proved + 1e-6 && whole.record.proved.is_some(), "{known} {proved}");
    }
}

/// Wherever it is stopped, the graph of the search stays.
#[test]
fn a_stop_anywhere_keeps_the_graph() {
    struct After(AtomicUsize, usize);
    impl Watch for After {
        fn stop(&self) -> Option<Stop> {
            let asked = self.0.fetch_add(1, Ordering::SeqCst);
            (asked >= self.1).then_some(Stop::Interrupted)
        }
    }
    let moments = moments(8, 100, 6, 4);
    let known = rules(8, 1).over(moments.names()).unwrap();
    let data = Dataset::from(&moments).knowing(&known).unwrap();
    for kind in KINDS {
        let options = Options { variances: Some(kind), positive: true, ..Options::default() };
        let search = order::learn(&data, &options, &()).unwrap();
        let finish = |questions: usize| {
            let watch = After(0.into(), questions);
            let answer = finish(&data, &options, search.clone(), &watch).unwrap();
            (answer, watch.0.into_inner())
        };
        let (whole, questions) = finish(usize::MAX);
        assert!(whole.record.proved.is_some() && questions > 50, "{questions}");
        let bound = whole.bound.unwrap();
        for stop in 0..questions {
            let (stopped, _) = finish(stop);
            assert_eq!(stopped.status, Status::Interrupted, "{stop} of {questions}");
            assert!(stopped.record.proved.is_none() && stopped.claim == search.claim);
            assert!(stopped.bound.is_none_or(|known| known <= bound + 1e-6));
        }
    }
}

/// Every graph without cycles of four and five variables.
#[test]
fn no_graph_at_all_is_better() {
    for (n, seed) in [(4, 11), (5, 12)] {
        let moments = moments(n, 30, seed, 0);
        for kind in KINDS {
            let data = Dataset::from(&moments);
            let problem = Problem::new(&data, kind, false, &()).unwrap();
            let score = Score::new(kind, Penalty::Bic, 0.5, moments.rows(), n);
            let family = |j: usize, set: usize| variance(&problem, j, &members(set, n));
            let families: Vec<Vec<Option<f64>>> = (0..n)
                .map(|j| {
                    (0..1 << n).map(|set| family(j, set).filter(|_| set >> j & 1 == 0)).collect()
                })
                .collect();
            let mut best = f64::INFINITY;
            for code in 0..1usize << (n * n) {
                let sets: Vec<usize> = (0..n).map(|j| code >> (n * j) & ((1 << n) - 1)).collect();
                let left: Option<Vec<f64>> = (0..n).map(|j| families[j][sets[j]]).collect();
                let Some(left) = left.filter(|_| is_acyclic(&sets)) else { continue };
                let edges = sets.iter().map(|set| set.count_ones() as usize).sum();
                best = score.total(left.into_iter(), edges).min(best);
            }
            let bound = prove(&problem, &score, vec![vec![]; n], &()).bound.unwrap();
            assert!(bound <= best + 1e-9 && best - bound < 1e-3, "{n}: {bound} {best}");
        }
    }
}

/// Whether all nodes go, one after the other, when those without remaining parents do.
fn is_acyclic(parents: &[usize]) -> bool {
    let mut gone = 0;
    for _ in parents {
        let next = (0..parents.len()).find(|&j| gone >> j & 1 == 0 && parents[j] & !gone == 0);
        match next {
            Some(j) => gone |= 1 << j,
            None => return false,
        }
    }
    true
}
