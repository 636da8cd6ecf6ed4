//! The operators against enumeration, what is kept against what is computed anew, and the end against
//! changes of single edges.

use std::collections::{BTreeMap, BTreeSet};

use super::cliques::{self, Beyond};
use super::graph::Graph;
use super::learn::Greedy;
use super::operator::{Kind, Move, Obstacle};
use super::queue::Queue;
use super::*;
use crate::data::{Knowledge, Rules, Table};
use crate::graph::{Class, Dag, Pdag};
use crate::random::Stream;
use crate::score::{LocalScores, Penalty, Problem, Score, Variances, of_graph};
use crate::simulate::{self, simulate};

fn names(n: usize) -> Vec<String> {
    (0..n).map(|j| format!("x{j}")).collect()
}

/// Columns that are random mixtures of one another.
fn mixed(n: usize, rows: usize, seed: u64) -> Moments {
    let mut stream = Stream::new(seed, 50);
    let mut columns: Vec<Vec<f64>> = vec![];
    for _ in 0..n {
        let mut column: Vec<f64> = (0..rows).map(|_| stream.normal()).collect();
        for other in &columns {
            let weight = stream.normal();
            column.iter_mut().zip(other).for_each(|(x, y)| *x += weight * y);
        }
        columns.push(column);
    }
    Moments::of(&Table::new(names(n), columns).unwrap()).unwrap()
}

fn drawn(nodes: usize, samples: usize, seed: u64) -> Moments {
    let options = simulate::Options { nodes, degree: 2, samples, seed, ..Default::default() };
    Moments::of(&simulate(&options).unwrap().table).unwrap()
}

/// A class that can be a key.
type Key = (Vec<(usize, usize)>, Vec<(usize, usize)>);

fn key(dag: &Dag) -> Key {
    let class = Class::of(dag);
    (class.graph().directed(), class.graph().undirected())
}

/// All DAGs on n nodes, by their class.
fn all_classes(n: usize) -> BTreeMap<Key, Vec<Dag>> {
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    let mut classes: BTreeMap<Key, Vec<Dag>> = BTreeMap::new();
    for code in 0..3usize.pow(pairs.len() as u32) {
        let mut rest = code;
        let mut edges = vec![];
        for &(i, j) in &pairs {
            match rest % 3 {
                1 => edges.push((i, j)),
                2 => edges.push((j, i)),
                _ => {}
            }
            rest /= 3;
        }
        if let Ok(dag) = Dag::from_edges(n, &edges) {
            classes.entry(key(&dag)).or_default().push(dag);
        }
    }
    classes
}

/// The DAGs that differ from one in a single edge, as an operator of this kind makes them differ.
fn changed(dag: &Dag, kind: Kind) -> Vec<Dag> {
    let (n, edges) = (dag.nodes(), dag.edges());
    let apart = |&(i, j): &(usize, usize)| i != j && !dag.is_adjacent(i, j);
    let without = |edge| edges.iter().copied().filter(move |&other| other != edge);
    let made: Vec<Vec<(usize, usize)>> = match kind {
        Kind::Insert => {
            let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            pairs.filter(apart).map(|edge| [edges.as_slice(), &[edge]].concat()).collect()
        }
        Kind::Delete => edges.iter().map(|&edge| without(edge).collect()).collect(),
        Kind::Turn => {
            edges.iter().map(|&(i, j)| without((i, j)).chain([(j, i)]).collect()).collect()
        }
    };
    made.iter().filter_map(|edges| Dag::from_edges(n, edges).ok()).collect()
}

/// Moments and prices for which every operator of a kind lowers the score: of turns each does for some.
fn occasions(n: usize, kind: Kind) -> Vec<(Moments, f64)> {
    match kind {
        // Every further edge is paid for, or costs more than it can be worth.
        Kind::Insert => vec![(mixed(n, 40, 1), -20.0)],
        Kind::Delete => vec![(mixed(n, 40, 1), 1e6)],
        Kind::Turn => (0..40).map(|seed| (mixed(n, 40, seed), 1.0)).collect(),
    }
}

/// The valid operators of every class lead to exactly the classes that changes of a single edge in any of its
/// members lead to, and change the score by as much as the DAGs' scores differ.
fn compare_with_enumeration(n: usize, every: usize) {
    let classes = all_classes(n);
    for kind in [Kind::Insert, Kind::Delete, Kind::Turn] {
        let mut reached: BTreeMap<&Key, BTreeSet<Key>> = BTreeMap::new();
        for (moments, factor) in occasions(n, kind) {
            let data = Dataset::from(&moments);
            let problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
            let score = Score::new(Variances::Free, Penalty::Bic, factor, moments.rows(), n);
            let mut search = Greedy::new(&problem, score, data.knowledge(), &()).unwrap();
            for (class, members) in classes.iter().step_by(every) {
                let graph = Graph::new(Pdag::new(n, &class.0, &class.1).unwrap());
                let before = of_graph(&data, &members[0], &score).unwrap();
                let mut queue = Queue::new(kind, &graph, &mut search.tools).unwrap();
                let found = reached.entry(class).or_default();
                let see = |operator: &Move| {
                    if operator.obstacle(&graph).is_none() {
                        let dag = operator.result(&graph).unwrap();
                        let after = of_graph(&data, &dag, &score).unwrap();
                        // Rounding of scores up to 1e7, the price of ten edges.
                        let rounding = 1e-9 * before.abs().max(after.abs()).max(1.0);
                        let wrong = (after - before - operator.change).abs();
                        assert!(wrong < rounding, "{operator:?} of {class:?}: {before} {after}");
                        found.insert(key(&dag));
                    }
                    Ok(Err::<(), _>(Obstacle::Passing))
                };
                assert!(queue.first(see).unwrap().is_none());
            }
        }
        for (class, members) in classes.iter().step_by(every) {
            let single = members.iter().flat_map(|dag| changed(dag, kind));
            let wanted: BTreeSet<Key> =
                single.map(|dag| key(&dag)).filter(|k| k != class).collect();
            assert_eq!(reached[class], wanted, "{kind:?} from {class:?}");
        }
    }
}

#[test]
fn operators_reach_what_single_edges_reach() {
    compare_with_enumeration(3, 1);
    compare_with_enumeration(4, 1);
    // One class in twenty.
    compare_with_enumeration(5, 20);
}

/// The same moves, to the bit, as if all operators were found anew before each.
#[test]
fn what_is_kept_is_exact() {
    let mut moves = 0;
    for seed in 0..12 {
        let moments = match seed % 3 {
            0 => mixed(9, 60, seed),
            1 => drawn(25, 100, seed),
            _ => drawn(12, 30, seed),
        };
        let data = Dataset::from(&moments);
        let problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
        let options = Options { turning: true, iterate: false, ..Options::default() };
        let begin =
            || Greedy::new(&problem, options.score(&moments), data.knowledge(), &()).unwrap();
        let (mut kept, mut anew) = (begin(), begin());
        kept.run(&options).unwrap();
        for kind in [Kind::Insert, Kind::Delete, Kind::Turn] {
            while {
                let mut queue = Queue::new(kind, &anew.state.graph, &mut anew.tools).unwrap();
                anew.step(&mut queue).unwrap().is_some()
            } {}
        }
        assert_eq!(kept.moves, anew.moves, "seed {seed}");
        moves += kept.moves.len();
    }
    assert!(moves > 300, "{moves}");
}

/// Another member of the class, by turning edges whose ends have the same other parents.
fn wander(dag: &Dag, stream: &mut Stream, turns: usize) -> Dag {
    let mut parents: Vec<Vec<usize>> = (0..dag.nodes()).map(|j| dag.parents(j).to_vec()).collect();
    for _ in 0..turns {
        let j = stream.below(parents.len());
        if parents[j].is_empty() {
            continue;
        }
        let i = parents[j][stream.below(parents[j].len())];
        let others: Vec<usize> = parents[j].iter().copied().filter(|&p| p != i).collect();
        if others == parents[i] {
            parents[i].push(j);
            parents[i].sort_unstable();
            parents[j] = others;
        }
    }
    Dag::new(parents).unwrap()
}

/// Random single edges that come, go or turn in random members of the class: none lowers the score.
fn nothing_is_left(n: usize, rows: usize, tries: usize) {
    let moments = drawn(n, rows, 3);
    let options = Options { turning: true, ..Options::default() };
    let answer = Ges(options).answer(&Dataset::from(&moments), &()).unwrap();
    let member = answer.claim.member().unwrap();
    let data = Dataset::from(&moments);
    let problem = Problem::without_bounds(&data, Variances::Free, false);
    let mut local = LocalScores::new(&problem, options.score(&moments));
    let mut stream = Stream::new(5, 0);
    let mut tried = [0; 3];
    while tried.iter().any(|&count| count < tries) {
        let dag = wander(member, &mut stream, 4 * n);
        assert_eq!(key(&dag), key(member));
        for _ in 0..n {
            let (i, j) = (stream.below(n), stream.below(n));
            // A pair at random is seldom joined.
            let joined = stream.uniform() < 0.7 && !dag.parents(j).is_empty();
            let i = if joined { dag.parents(j)[stream.below(dag.parents(j).len())] } else { i };
            let without: Vec<_> = dag.edges().into_iter().filter(|&e| e != (i, j)).collect();
            let kinds: &[Kind] = if joined { &[Kind::Delete, Kind::Turn] } else { &[Kind::Insert] };
            if i == j || dag.has_edge(j, i) {
                continue;
            }
            for &kind in kinds {
                let mut edges = without.clone();
                match kind {
                    Kind::Insert => edges.push((i, j)),
                    Kind::Delete => {}
                    Kind::Turn => edges.push((j, i)),
                }
                let Ok(other) = Dag::from_edges(n, &edges) else { continue };
                let mut of = |dag: &Dag| {
                    [i, j].iter().map(|&k| local.get(k, dag.parents(k)).unwrap().score).sum::<f64>()
                };
                // Rounding of m log v.
                assert!(of(&other) - of(&dag) > -1e-9 * rows as f64, "{kind:?} {i} {j}");
                tried[kind as usize] += 1;
            }
        }
    }
}

#[test]
fn no_single_edge_lowers_the_score() {
    nothing_is_left(40, 300, 1000);
}

/// Half a minute.
#[test]
fn no_single_edge_lowers_the_score_of_many() {
    nothing_is_left(500, 1000, 10_000);
}

/// With what is known: of the DAGs of the class that agree, none comes to a lower score by an edge that comes,
/// goes or turns so that it still agrees.
#[test]
fn what_is_known_is_searched_to_the_end() {
    let classes = all_classes(4);
    for seed in 0..60 {
        let mut stream = Stream::new(seed, 51);
        let mut rules = Rules::default();
        for (i, j) in (0..4).flat_map(|j| (0..4).map(move |i| (i, j))).filter(|(i, j)| i != j) {
            let edge = (format!("x{i}"), format!("x{j}"));
            match stream.uniform() {
                u if u < 0.12 && i < j => rules.required_edges.push(edge),
                u if u < 0.4 => rules.forbidden_edges.push(edge),
                _ => {}
            }
        }
        let known: Knowledge = rules.over(&names(4)).unwrap();
        let moments = mixed(4, 50, seed);
        let data = Dataset::from(&moments).knowing(&known).unwrap();
        let options = Options { turning: true, ..Options::default() };
        let answer = Ges(options).answer(&data, &()).unwrap();
        let member = answer.claim.member().unwrap();
        let score = options.score(&moments);
        let reached = of_graph(&data, member, &score).unwrap();
        for dag in classes[&key(member)].iter().filter(|dag| known.is_satisfied_by(dag)) {
            for kind in [Kind::Insert, Kind::Delete, Kind::Turn] {
                for other in changed(dag, kind).iter().filter(|dag| known.is_satisfied_by(dag)) {
                    let other = of_graph(&data, other, &score).unwrap();
                    // Rounding of m log v.
                    assert!(other > reached - 1e-7, "seed {seed}, {kind:?}: {other} {reached}");
                }
            }
        }
    }
}

/// A clique of so many neighbours that its parts cannot all be tried: that is said, and what each x asks for at
/// least is tried.
#[test]
fn too_many_sets_are_cut() {
    let n = 15;
    // Node 14 is joined to all of a clique but node 0.
    let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).filter(|&pair| pair != (0, 14));
    let graph = Graph::new(Pdag::new(n, &[], &pairs.collect::<Vec<_>>()).unwrap());
    let moments = mixed(n, 100, 2);
    let data = Dataset::from(&moments);
    let problem = Problem::new(&data, Variances::Free, false, &()).unwrap();
    let score = Score::new(Variances::Free, Penalty::Bic, -20.0, moments.rows(), n);
    let mut search = Greedy::new(&problem, score, data.knowledge(), &()).unwrap();
    let found = Kind::Insert.candidates(&graph, 0, &mut search.tools).unwrap();
    assert!(found.cut);
    let tried: Vec<_> = found.list.iter().map(|&(_, x, set)| (x, &found.sets[set])).collect();
    assert_eq!(tried, [(14, &(1..14).collect())]);
    assert!(Kind::Delete.candidates(&graph, 1, &mut search.tools).unwrap().cut);

    let (mut sizes, pool) = (vec![], (1..14).collect::<Vec<_>>());
    let see = |set: &[usize]| {
        sizes.push(set.len());
        Ok(Beyond::Wanted)
    };
    assert_eq!(cliques::visit(&graph, &[], &pool, see), Ok(false));
    assert_eq!((sizes.len(), sizes.is_sorted()), (cliques::MOST, true));
    let mut count = 0;
    let few = cliques::visit(&graph, &[1], &pool[..8], |_| {
        count += 1;
        Ok(Beyond::Wanted)
    });
    assert_eq!((few, count), (Ok(true), 1 << 7));
}
