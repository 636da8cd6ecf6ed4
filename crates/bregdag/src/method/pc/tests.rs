use serde_json::Value;

use super::partial::{Left, Pair, Sets};
use super::skeleton::{Joined, Skeleton, Tests};
use super::*;
use crate::Warning;
use crate::data::{Moments, Rules, Table};
use crate::graph::{Class, Dag, Pdag};
use crate::linalg::Matrix;
use crate::method::Claim;
use crate::random::Stream;
use crate::read::read_table;
use crate::tails::normal_tails;

const SETS: [&str; 6] = [
    "lin_gauss_n10_m500",
    "lin_gauss_n20_m1000",
    "lin_exp_n10_m1000",
    "lin_gauss_n50_m200",
    "nonlin_n8_m500",
    "lin_gauss_unequal_n15_m1000",
];

fn file(path: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/");
    std::fs::read(format!("{folder}{path}")).unwrap()
}

fn moments(set: &str) -> Moments {
    Moments::of(&read_table(&file(&format!("reference/data/{set}.csv"))[..]).unwrap()).unwrap()
}

fn reference(set: &str) -> Value {
    serde_json::from_slice(&file(&format!("reference/pc/{set}.json"))).unwrap()
}

fn learned(moments: &Moments) -> Answer {
    Pc::default().answer(&Dataset::from(moments), &()).unwrap()
}

/// Every set that separates the pair at this depth, with its p-value, from the neighbours of both.
fn separating(
    tests: &Tests<'_>,
    joined: &Joined,
    (x, y): (usize, usize),
    depth: usize,
) -> Vec<(Vec<usize>, f64)> {
    let freedom = (tests.rows as f64 - depth as f64 - 3.0).sqrt();
    let p = |r: f64| normal_tails(freedom * r.atanh());
    let (bound, r) = (tests.bound(depth).unwrap(), &tests.correlations);
    if depth == 0 {
        return vec![(vec![], p(r[(x, y)]))];
    }
    let mut found = vec![];
    for (x, y) in [(x, y), (y, x)] {
        let mut see = |set: &[usize], last: usize, left: Left| {
            if left.is_below(bound) {
                found.push(([set, &[last]].concat(), p(left.correlation())));
            }
            false
        };
        let candidates = tests.candidates(joined, x, y);
        let mut pair = Pair::new(r, (x, y), &candidates);
        pair.any(Sets::All(depth), &|| Ok(()), &mut see).unwrap();
    }
    found.sort_by(|a, b| a.partial_cmp(b).unwrap());
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

fn skeleton(tests: &Tests<'_>) -> Skeleton {
    let (skeleton, ended) = tests.skeleton();
    assert_eq!(ended, Ok(()));
    skeleton
}

/// Where each pair fell and what separated it there, against a computation of others.
#[test]
fn pairs_fall_where_they_fall_elsewhere() {
    for set in SETS {
        let (moments, reference) = (moments(set), reference(set));
        let data = Dataset::from(&moments);
        let tests = Tests::new(&data, 0.01, &());
        let skeleton = skeleton(&tests);
        let place = |name: &Value| {
            moments.names().iter().position(|other| other == name.as_str().unwrap()).unwrap()
        };
        let removed = reference["removed_pairs"].as_array().unwrap();
        let n = moments.variables();
        let edges = reference["edges"].as_u64().unwrap() as usize;
        assert_eq!(removed.len() + edges, n * (n - 1) / 2, "{set}");
        for pair in removed {
            let (x, y) = (place(&pair["a"]), place(&pair["b"]));
            let depth = pair["depth"].as_u64().unwrap() as usize;
            assert_eq!(skeleton.separated_at(x, y), Some(depth), "{set}: {x} {y}");
            let list = pair["separating_sets"].as_array().unwrap();
            let members = |set: &Value| {
                let mut members: Vec<_> = set.as_array().unwrap().iter().map(place).collect();
                members.sort_unstable();
                members
            };
            let set_of = |s: &Value| (members(&s["set"]), s["p_value"].as_f64().unwrap());
            let mut expected: Vec<(Vec<usize>, f64)> = list.iter().map(set_of).collect();
            expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let joined = skeleton.after.get(depth.wrapping_sub(1)).unwrap_or(&skeleton.after[0]);
            let found = separating(&tests, joined, (x, y), depth);
            assert_eq!(found.len(), expected.len(), "{set}: {x} {y}");
            for ((ours, p), (theirs, q)) in found.iter().zip(&expected) {
                assert_eq!(ours, theirs, "{set}: {x} {y}");
                // They invert a matrix of correlations: some of sixteen digits are lost on both sides.
                assert!((p - q).abs() < 1e-8, "{set}: {x} {y} {ours:?}: {p} {q}");
            }
        }
    }
}

/// The same graphs as causal-learn, entry by entry.
#[test]
fn graphs_as_elsewhere() {
    for set in SETS {
        let text = file(&format!("reference/pc/{set}_cpdag.csv"));
        let columns = read_table(&text[..]).unwrap().columns().to_vec();
        let n = columns.len();
        let theirs = Pdag::from_adjacency(&Matrix::from_fn(n, n, |i, j| columns[j][i])).unwrap();
        let answer = learned(&moments(set));
        assert_eq!(answer.claim.graph(), theirs, "{set}");
    }
}

fn names(n: usize) -> Vec<String> {
    (1..=n).map(|j| format!("x{j}")).collect()
}

/// So many rows that hardly anything but rounding counts as independent.
const ROWS: u64 = 1_000_000_000_000;

/// A random DAG and its covariance, without sampling error.
fn population(n: usize, density: f64, stream: &mut Stream) -> (Dag, Moments) {
    let order = stream.permutation(n);
    let (mut edges, mut s) = (vec![], Matrix::zeros(n, n));
    for (k, &j) in order.iter().enumerate() {
        let mut parents = vec![];
        for &i in &order[..k] {
            if stream.uniform() >= density {
                continue;
            }
            let sign = if stream.uniform() < 0.5 { -1.0 } else { 1.0 };
            parents.push((i, sign * (0.4 + stream.uniform())));
            edges.push((i, j));
        }
        // S_ij = Σ_p S_ip w_p for all i before j, and S_jj = Σ_p S_jp w_p + noise.
        for &i in &order[..k] {
            s[(i, j)] = parents.iter().map(|&(p, w)| s[(i, p)] * w).sum();
            s[(j, i)] = s[(i, j)];
        }
        let explained: f64 = parents.iter().map(|&(p, w)| s[(j, p)] * w).sum();
        s[(j, j)] = explained + 0.5 + stream.uniform();
    }
    let dag = Dag::from_edges(n, &edges).unwrap();
    (dag, Moments::from_covariance(names(n), &s, ROWS).unwrap())
}

/// From the independences themselves, the class itself.
#[test]
fn population_moments_give_the_class() {
    let mut stream = Stream::new(5, 61);
    for k in 0..300 {
        let n = 2 + k % 9;
        let (dag, moments) = population(n, 0.15 + 0.1 * (k % 5) as f64, &mut stream);
        let answer = learned(&moments);
        assert_eq!(&answer.claim.graph(), Class::of(&dag).graph(), "{k}");
        assert!(answer.claim.member().is_some() && answer.warnings.is_empty(), "{k}");
    }
}

/// With what is known beforehand, those of the class that agree with it.
#[test]
fn population_moments_and_knowledge_give_what_agrees() {
    let mut stream = Stream::new(6, 61);
    for k in 0..300 {
        let n = 3 + k % 7;
        let (dag, moments) = population(n, 0.2 + 0.1 * (k % 5) as f64, &mut stream);
        let mut rules = Rules::default();
        let name = |j: usize| format!("x{}", j + 1);
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j) {
            match (dag.has_edge(i, j), stream.uniform()) {
                (true, u) if u < 0.1 => rules.required_edges.push((name(i), name(j))),
                (false, u) if u < 0.3 => rules.forbidden_edges.push((name(i), name(j))),
                _ => {}
            }
        }
        if k % 2 == 0 {
            let tiers = dag.order().chunks(2);
            rules.tiers = tiers.map(|tier| tier.iter().map(|&j| name(j)).collect()).collect();
        }
        let known = rules.over(&names(n)).unwrap();
        let data = Dataset::from(&moments).knowing(&known).unwrap();
        let answer = Pc::default().answer(&data, &()).unwrap();
        let expected = Class::of(&dag).agreeing(&dag, |i, j| known.settles(i, j));
        assert_eq!(answer.claim.graph(), expected, "{k}");
        assert!(answer.claim.member().is_some_and(|dag| known.is_satisfied_by(dag)), "{k}");
    }
}

fn of_precision(n: usize, entries: &[(usize, usize)]) -> Moments {
    let mut k = Matrix::from_fn(n, n, |i, j| f64::from(i == j));
    for &(i, j) in entries {
        (k[(i, j)], k[(j, i)]) = (0.3, 0.3);
    }
    let factor = crate::linalg::Cholesky::of(n, |i, j| k[(i, j)]).unwrap();
    let mut s = Matrix::identity(n);
    (0..n).for_each(|j| factor.solve(s.col_mut(j)));
    Moments::from_covariance(names(n), &s, ROWS).unwrap()
}

/// Independences of an undirected square: no DAG has them, and none is made up.
#[test]
fn a_square_is_no_dag() {
    let answer = learned(&of_precision(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]));
    let square = Pdag::new(4, &[], &[(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
    assert_eq!(answer.claim, Claim::Partial(square));
    assert_eq!(answer.warnings, [Warning::NoDag]);
}

/// x1 and x3 are independent, and so are x2 and x4: four colliders on a square, of which two stand.
#[test]
fn colliders_that_contradict_are_skipped() {
    let mut s = Matrix::identity(4);
    for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        (s[(i, j)], s[(j, i)]) = (0.3, 0.3);
    }
    let moments = Moments::from_covariance(names(4), &s, ROWS).unwrap();
    let answer = learned(&moments);
    assert_eq!(answer.claim.graph().directed(), [(1, 0), (1, 2), (3, 0), (3, 2)]);
    assert_eq!(answer.warnings, [Warning::CollidersSkipped { skipped: 2, found: 4 }]);

    // What is known wins.
    let rules = Rules { tiers: vec![vec!["x1".into()], vec!["*".into()]], ..Rules::default() };
    let known = rules.over(&names(4)).unwrap();
    let data = Dataset::from(&moments).knowing(&known).unwrap();
    let answer = Pc::default().answer(&data, &()).unwrap();
    assert_eq!(answer.claim.graph().directed(), [(0, 1), (0, 3), (2, 1), (2, 3)]);
    assert_eq!(answer.warnings, [Warning::CollidersSkipped { skipped: 2, found: 4 }]);
}

/// Pairs and what separates them do not depend on the order of the columns.
#[test]
fn the_skeleton_is_the_same_in_any_order() {
    for (k, set) in SETS.iter().enumerate() {
        let moments = moments(set);
        let order = Stream::new(k as u64, 62).permutation(moments.variables());
        let turned = moments.select(&order);
        let (data, other) = (Dataset::from(&moments), Dataset::from(&turned));
        let (tests, others) = (Tests::new(&data, 0.01, &()), Tests::new(&other, 0.01, &()));
        let (ours, theirs) = (skeleton(&tests), skeleton(&others));
        let of = |tests: &Tests<'_>, skeleton: &Skeleton| {
            colliders::colliders(tests, skeleton, &skeleton.joined(tests.known)).unwrap()
        };
        let back = |(x, y, z): (usize, usize, usize)| {
            (order[x].min(order[z]), order[y], order[x].max(order[z]))
        };
        let mut turned: Vec<_> = of(&others, &theirs).into_iter().map(back).collect();
        turned.sort_by_key(|&(x, y, z)| (y, x, z));
        assert_eq!(of(&tests, &ours), turned, "{set}");
        for (i, j) in (0..order.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let (a, b) = (order[i], order[j]);
            assert_eq!(theirs.separated_at(i, j), ours.separated_at(a, b), "{set}");
        }
    }
}

/// Six rows allow no sets of three.
#[test]
fn sets_too_large_for_the_rows_are_not_tested() {
    let mut stream = Stream::new(1, 63);
    let cause: Vec<f64> = (0..6).map(|_| stream.normal()).collect();
    let noisy = |_| cause.iter().map(|x| x + 1e-3 * stream.normal()).collect();
    let columns: Vec<Vec<f64>> = (0..7).map(noisy).collect();
    let table = Table::new(names(7), columns).unwrap();
    let answer = Pc(Options { alpha: 0.99 })
        .answer(&Dataset::from(&Moments::of(&table).unwrap()), &())
        .unwrap();
    let untested = |w: &&Warning| matches!(w, Warning::DepthUntested { depth: 3, rows: 6 });
    assert!(answer.warnings.iter().find(untested).is_some(), "{:?}", answer.warnings);
}

#[test]
fn levels_are_checked() {
    for alpha in [0.0, 1.0, -0.1, f64::NAN, f64::INFINITY] {
        assert!(Options { alpha }.validate().is_err(), "{alpha}");
    }
    assert!(Options { alpha: 1e-300 }.validate().is_ok());
}
