//! Distances against gadjid's numbers, and against the definitions, path by path and member by member.

use bregdag::Error;
use bregdag::graph::{Adjustment, Class, Dag, Distance, Distances, Metrics, Pdag, aid, sid};
use proptest::prelude::*;
use serde_json::Value;

use super::{adjacency, any_dag, dag, fixture, members};

const ALL: [(&str, Adjustment); 3] = [
    ("parent_aid", Adjustment::Parents),
    ("ancestor_aid", Adjustment::Ancestors),
    ("oset_aid", Adjustment::Optimal),
];

#[test]
fn every_number_is_gadjids() {
    let answers: Value = serde_json::from_slice(&fixture("metrics/metrics.json")).unwrap();
    let pairs = answers["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 5);
    for pair in pairs {
        let read = |side: &str| {
            let name = format!("metrics/pair{}_{side}.csv", pair["pair"]);
            Dag::of_pattern(&adjacency(&name)).unwrap()
        };
        let (truth, guess) = (read("true"), read("guess"));
        check_dags(&pair["true_vs_guess"], &truth, &guess);
        check_dags(&pair["guess_vs_true"], &guess, &truth);
        check_classes(&pair["true_cpdag_vs_guess_cpdag"], &Class::of(&truth), &Class::of(&guess));
        let class_shd = Metrics::compare(&truth, &guess).unwrap().class_shd;
        assert_eq!(pair["true_cpdag_vs_guess_cpdag"]["shd"]["mistakes"], class_shd);
    }
}

fn check_dags(expected: &Value, truth: &Dag, guess: &Dag) {
    assert_eq!(expected["shd"]["mistakes"], Metrics::compare(truth, guess).unwrap().shd);
    check(&expected["sid"], sid(truth, guess).unwrap());
    for (name, adjustment) in ALL {
        check(&expected[name], aid(adjustment, truth, guess).unwrap());
    }
}

fn check_classes(expected: &Value, truth: &Class, guess: &Class) {
    assert_eq!(expected["shd"]["mistakes"], truth.graph().shd(guess.graph()).unwrap());
    for (name, adjustment) in ALL {
        check(&expected[name], aid(adjustment, truth, guess).unwrap());
    }
}

/// The normalised number is one division of the same integers, so it agrees to the last digit.
fn check(expected: &Value, found: Distance) {
    assert_eq!(expected["mistakes"], found.mistakes);
    assert_eq!(expected["normalised"], found.normalised);
}

#[test]
fn without_pairs_nothing_is_wrong() {
    for nodes in [0, 1] {
        let empty = dag(nodes, &[]);
        let nothing = Distance { mistakes: 0, normalised: 0.0 };
        assert_eq!(sid(&empty, &empty).unwrap(), nothing);
    }
    let error = aid(Adjustment::Parents, &dag(2, &[]), &dag(3, &[])).unwrap_err();
    assert!(matches!(error, Error::Shape { expected: 2, found: 3, .. }));
}

#[test]
fn what_takes_too_long_is_left_out() {
    let chain = dag(3, &[(0, 1), (1, 2)]);
    let count = |distances: Distances| {
        let Distances { parent_aid, ancestor_aid, oset_aid } = distances;
        [parent_aid, ancestor_aid, oset_aid].map(|distance| distance.is_some())
    };
    // Five steps to a pass; three causes, and three pairs with an effect.
    let within = |steps| count(Distances::within(steps, &chain, &chain).unwrap());
    assert_eq!((within(14), within(15)), ([false; 3], [true; 3]));
    let class = Class::of(&chain);
    assert_eq!(count(Distances::within(29, &class, &class).unwrap()), [true, true, false]);
}

/// A DAG, or a class with all its members.
struct Graph {
    marked: Pdag,
    members: Vec<Dag>,
}

impl Graph {
    fn dag(dag: &Dag) -> Graph {
        let marked = Pdag::new(dag.nodes(), &dag.edges(), &[]).unwrap();
        Graph { marked, members: vec![dag.clone()] }
    }

    fn class(dag: &Dag) -> Graph {
        Graph { marked: Class::of(dag).graph().clone(), members: members(dag) }
    }

    fn may_affect(&self, t: usize, y: usize) -> bool {
        self.members.iter().any(|member| descends(member, t, y))
    }

    fn is_valid(&self, t: usize, y: usize, z: &[usize]) -> bool {
        self.members.iter().all(|member| is_valid(member, t, y, z))
    }

    /// The definite parents are an adjustment set if there is one at all.
    fn identifies(&self, t: usize, y: usize) -> bool {
        !self.may_affect(t, y) || self.is_valid(t, y, self.marked.parents(t))
    }

    /// No effect is `None`.
    fn adjustment_set(&self, adjustment: Adjustment, t: usize, y: usize) -> Option<Vec<usize>> {
        let parents = self.marked.parents(t);
        let no_effect = match adjustment {
            Adjustment::Parents => parents.contains(&y),
            Adjustment::Ancestors | Adjustment::Optimal => !self.may_affect(t, y),
        };
        let set = || match adjustment {
            Adjustment::Parents => parents.to_vec(),
            Adjustment::Ancestors => {
                let mut found = parents.to_vec();
                let mut k = 0;
                while k < found.len() {
                    found.extend(self.marked.parents(found[k]));
                    k += 1;
                }
                found
            }
            Adjustment::Optimal => self.optimal(t, y),
        };
        (!no_effect).then(set)
    }

    fn optimal(&self, t: usize, y: usize) -> Vec<usize> {
        let n = self.marked.nodes();
        let forward = |i, j| self.marked.is_adjacent(i, j) && !self.marked.is_directed(j, i);
        let causal: Vec<usize> =
            paths(n, t, y, &forward).into_iter().flat_map(|path| path[1..].to_vec()).collect();
        let behind_causal =
            |v| causal.iter().any(|&c| c == v || !paths(n, c, v, &forward).is_empty());
        let parents = causal.iter().flat_map(|&c| self.marked.parents(c)).copied();
        parents.filter(|&p| p != t && !behind_causal(p)).collect()
    }
}

/// The simple paths from a to b whose steps are allowed.
fn paths(n: usize, a: usize, b: usize, step: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut found = vec![];
    let mut open = vec![vec![a]];
    while let Some(path) = open.pop() {
        let last = path[path.len() - 1];
        if last == b {
            found.push(path);
            continue;
        }
        for next in (0..n).filter(|v| !path.contains(v) && step(last, *v)) {
            open.push(path.iter().copied().chain([next]).collect());
        }
    }
    found
}

fn edge(dag: &Dag, i: usize, j: usize) -> bool {
    dag.parents(j).contains(&i)
}

fn descends(dag: &Dag, t: usize, y: usize) -> bool {
    !paths(dag.nodes(), t, y, &|i, j| edge(dag, i, j)).is_empty()
}

/// The adjustment criterion in a DAG, as it is written.
fn is_valid(dag: &Dag, t: usize, y: usize, z: &[usize]) -> bool {
    let joined = |i, j| edge(dag, i, j) || edge(dag, j, i);
    paths(dag.nodes(), t, y, &joined).iter().all(|path| {
        let causal = path.windows(2).all(|step| edge(dag, step[0], step[1]));
        match causal {
            true => !z.iter().any(|&z| path[1..].iter().any(|&v| v == z || descends(dag, v, z))),
            false => path.windows(3).any(|triple| {
                let [a, v, b] = [triple[0], triple[1], triple[2]];
                match edge(dag, a, v) && edge(dag, b, v) {
                    true => !z.iter().any(|&z| z == v || descends(dag, v, z)),
                    false => z.contains(&v),
                }
            }),
        }
    })
}

fn by_definition(adjustment: Adjustment, truth: &Graph, guess: &Graph) -> usize {
    let n = truth.marked.nodes();
    let pairs = (0..n).flat_map(|t| (0..n).map(move |y| (t, y))).filter(|(t, y)| t != y);
    let wrong = |&(t, y): &(usize, usize)| match guess.adjustment_set(adjustment, t, y) {
        None => truth.may_affect(t, y),
        Some(_) if !guess.identifies(t, y) => truth.identifies(t, y),
        Some(z) => !(truth.identifies(t, y) && truth.is_valid(t, y, &z)),
    };
    pairs.filter(wrong).count()
}

proptest! {
    #[test]
    fn dags_by_definition((a, b) in (2..6usize).prop_flat_map(|n| (any_dag(n), any_dag(n)))) {
        for (name, adjustment) in ALL {
            let expected = by_definition(adjustment, &Graph::dag(&a), &Graph::dag(&b));
            prop_assert_eq!(aid(adjustment, &a, &b).unwrap().mistakes, expected, "{}", name);
        }
        prop_assert_eq!(sid(&a, &a).unwrap().mistakes, 0);
    }

    #[test]
    fn classes_by_definition((a, b) in (2..6usize).prop_flat_map(|n| (any_dag(n), any_dag(n)))) {
        for (name, adjustment) in ALL {
            let expected = by_definition(adjustment, &Graph::class(&a), &Graph::class(&b));
            let found = aid(adjustment, &Class::of(&a), &Class::of(&b)).unwrap();
            prop_assert_eq!(found.mistakes, expected, "{}", name);
            let itself = aid(adjustment, &Class::of(&a), &Class::of(&a)).unwrap();
            prop_assert_eq!(itself.mistakes, 0, "{}", name);
        }
    }

    /// Truth a DAG, estimate a class: "not identified" is then always wrong.
    #[test]
    fn dag_and_class_by_definition(
        (a, b) in (2..6usize).prop_flat_map(|n| (any_dag(n), any_dag(n))),
    ) {
        for (name, adjustment) in ALL {
            let expected = by_definition(adjustment, &Graph::dag(&a), &Graph::class(&b));
            let found = aid(adjustment, &a, &Class::of(&b)).unwrap();
            prop_assert_eq!(found.mistakes, expected, "{}", name);
        }
    }
}
