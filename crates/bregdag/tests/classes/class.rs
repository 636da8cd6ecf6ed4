//! The class of a DAG, and a DAG of a class.

use bregdag::Error;
use bregdag::graph::{Class, Dag, Pdag};
use bregdag::linalg::Matrix;
use bregdag::random::Stream;
use proptest::prelude::*;
use serde_json::Value;

use super::{adjacency, any_dag, class_by_definition, dag, fixture, members};

/// Directed graph, its class according to ges and causal-learn.
fn fixtures() -> Vec<(Dag, Pdag)> {
    let of_cpdag = (1..=5).map(|k| (format!("cpdag/dag{k}"), format!("cpdag/dag{k}_cpdag")));
    let of_metrics = (1..=5).flat_map(|k| {
        ["true", "guess"].map(|side| {
            let name = format!("metrics/pair{k}_{side}");
            (name.clone(), name + "_cpdag")
        })
    });
    let read = |name: &str| adjacency(&format!("{name}.csv"));
    of_cpdag
        .chain(of_metrics)
        .map(|(dag, class)| {
            let dag = Dag::of_pattern(&read(&dag)).unwrap();
            (dag, Pdag::from_adjacency(&read(&class)).unwrap())
        })
        .collect()
}

#[test]
fn classes_agree_with_ges_and_causal_learn() {
    let graphs = fixtures();
    assert_eq!(graphs.len(), 15);
    for (dag, class) in graphs {
        assert_eq!(Class::of(&dag).graph(), &class);
        assert_eq!(Class::completing(&class).unwrap().graph(), &class);
    }
}

#[test]
fn members_and_edges_are_as_many_as_counted_elsewhere() {
    let listed: Value = serde_json::from_slice(&fixture("cpdag/cpdag.json")).unwrap();
    for graph in listed["graphs"].as_array().unwrap() {
        let matrix = adjacency(&format!("cpdag/dag{}.csv", graph["graph"]));
        let dag = Dag::of_pattern(&matrix).unwrap();
        let class = Class::of(&dag);
        assert_eq!(graph["directed"], class.graph().directed().len());
        assert_eq!(graph["undirected"], class.graph().undirected().len());
        if let Some(count) = graph["members_of_class"].as_u64() {
            assert_eq!(members(&dag).len() as u64, count);
        }
    }
}

#[test]
fn hand_made_classes() {
    // A chain turns freely, a collider and what follows from it does not.
    let class = |nodes, edges| Class::of(&dag(nodes, edges)).graph().clone();
    let chain = class(3, &[(0, 1), (1, 2)]);
    assert_eq!((chain.directed(), chain.undirected()), (vec![], vec![(0, 1), (1, 2)]));
    let collider = class(4, &[(0, 2), (1, 2), (2, 3)]);
    assert_eq!(collider.directed(), [(0, 2), (1, 2), (2, 3)]);
    assert!(collider.is_directed(2, 3) && !collider.is_directed(3, 2));
    assert!(collider.is_adjacent(3, 2) && !collider.is_adjacent(0, 1));
    // Pairs: 0–1 one only, 0–2 and 1–2 differ, 2–3 one only.
    let triangle = class(4, &[(0, 1), (0, 2), (1, 2)]);
    assert_eq!((collider.shd(&triangle).unwrap(), triangle.shd(&collider).unwrap()), (4, 4));
    assert!(matches!(chain.shd(&collider), Err(Error::Shape { .. })));
}

#[test]
fn what_is_no_class_is_refused() {
    let edges = Pdag::new;
    assert!(matches!(edges(2, &[(0, 0)], &[]), Err(Error::SelfLoop { .. })));
    assert!(matches!(edges(2, &[(0, 2)], &[]), Err(Error::Shape { .. })));
    assert!(matches!(edges(2, &[(0, 1), (1, 0)], &[]), Err(Error::BothDirections { .. })));
    assert!(matches!(edges(2, &[(0, 1)], &[(0, 1)]), Err(Error::BothDirections { .. })));
    assert!(matches!(Pdag::from_adjacency(&Matrix::zeros(2, 3)), Err(Error::Shape { .. })));
    assert!(matches!(Pdag::from_adjacency(&Matrix::identity(2)), Err(Error::SelfLoop { .. })));
    // An undirected square has no DAG without a collider; a directed cycle has none at all.
    let square = edges(4, &[], &[(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
    assert!(matches!(square.extension(), Err(Error::NoExtension)));
    let cycle = edges(3, &[(0, 1), (1, 2), (2, 0)], &[]).unwrap();
    assert!(matches!(Class::completing(&cycle), Err(Error::NoExtension)));
    // 0 → 1 — 2 can only be a chain.
    let half = edges(3, &[(0, 1)], &[(1, 2), (2, 1)]).unwrap();
    assert_eq!(half.extension().unwrap().edges(), [(0, 1), (1, 2)]);
}

/// A hub with 100 parents, its 50 children, and many nodes: correct, and not quadratic.
#[test]
fn hubs_and_many_nodes() {
    let mut edges: Vec<_> = (0..100).map(|i| (i, 100)).collect();
    edges.extend((101..151).map(|j| (100, j)));
    let hub = Class::of(&dag(151, &edges));
    assert_eq!(hub.graph().directed(), edges);
    assert!(hub.graph().undirected().is_empty());
    // Joined among themselves, the parents are a clique and everything turns.
    edges.extend((0..100).flat_map(|j| (0..j).map(move |i| (i, j))));
    let clique = Class::of(&dag(151, &edges));
    let turning = clique.graph();
    assert_eq!((turning.directed().len(), turning.undirected().len()), (0, edges.len()));
    assert_eq!(Class::of(&turning.extension().unwrap()), clique);

    let mut stream = Stream::new(7, 0);
    let n = 10_000;
    let mut pairs: Vec<_> = (0..2 * n).map(|_| (stream.below(n), stream.below(n))).collect();
    pairs.retain(|(i, j)| i != j);
    let mut pairs: Vec<_> = pairs.into_iter().map(|(i, j)| (i.min(j), i.max(j))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let class = Class::of(&dag(n, &pairs));
    let graph = class.graph();
    assert_eq!(graph.directed().len() + graph.undirected().len(), pairs.len());
    assert_eq!(graph.edge_count(), pairs.len());
    assert_eq!(Class::completing(graph).unwrap(), class);
}

proptest! {
    #[test]
    fn a_class_is_what_its_members_share(dag in (1..6usize).prop_flat_map(any_dag)) {
        let class = Class::of(&dag);
        let members = members(&dag);
        prop_assert_eq!(&class_by_definition(&members), class.graph());
        for member in &members {
            prop_assert_eq!(&Class::of(member), &class);
            for (i, j) in class.graph().directed() {
                prop_assert!(member.parents(j).contains(&i));
            }
        }
    }

    #[test]
    fn an_extension_is_a_member(dag in (1..12usize).prop_flat_map(any_dag)) {
        let class = Class::of(&dag);
        prop_assert_eq!(&Class::of(&class.graph().extension().unwrap()), &class);
    }

    #[test]
    fn distance_zero_means_equivalent(
        (a, b) in (1..6usize).prop_flat_map(|n| (any_dag(n), any_dag(n))),
    ) {
        let (class_a, class_b) = (Class::of(&a), Class::of(&b));
        let distance = class_a.graph().shd(class_b.graph()).unwrap();
        let equivalent = members(&a).contains(&b);
        prop_assert_eq!(distance == 0, equivalent);
        prop_assert_eq!(distance == 0, class_a == class_b);
        prop_assert_eq!(distance, class_b.graph().shd(class_a.graph()).unwrap());
    }

    /// Any marks on any pairs: an extension keeps the arrows and makes no collider, or there is none.
    #[test]
    fn an_extension_exists_just_if_one_can_be_found_by_trying(
        (n, marks) in (2..5usize).prop_flat_map(|n| {
            (Just(n), prop::collection::vec(0..4u8, n * (n - 1) / 2))
        }),
    ) {
        let pairs: Vec<_> = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let with = |mark: u8| pairs.iter().zip(&marks).filter(move |pair| *pair.1 == mark);
        let forward = with(1).map(|(&(i, j), _)| (i, j));
        let directed: Vec<_> = forward.chain(with(2).map(|(&(i, j), _)| (j, i))).collect();
        let undirected: Vec<_> = with(3).map(|(&pair, _)| pair).collect();
        let graph = Pdag::new(n, &directed, &undirected).unwrap();
        let given = super::colliders_of(n, &directed, |i, j| graph.is_adjacent(i, j));
        let tried = (0..1 << undirected.len()).any(|turned: usize| {
            let turn = |(k, &(i, j)): (usize, &(usize, usize))| {
                if turned >> k & 1 == 1 { (j, i) } else { (i, j) }
            };
            let edges: Vec<_> =
                directed.iter().copied().chain(undirected.iter().enumerate().map(turn)).collect();
            Dag::from_edges(n, &edges).is_ok_and(|dag| super::colliders(&dag) == given)
        });
        prop_assert_eq!(graph.extension().is_ok(), tried);
        if let Ok(dag) = graph.extension() {
            prop_assert_eq!(super::colliders(&dag), given);
            let edges = dag.edges();
            prop_assert!(directed.iter().all(|edge| edges.contains(edge)));
        }
    }
}
