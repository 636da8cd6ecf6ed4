//! The class under knowledge is what those members share that agree with it, by a look at all.

use bregdag::graph::{Class, Dag};
use bregdag::linalg::Matrix;
use bregdag::random::Stream;

use super::{Draft, names};

fn dag(n: usize, edges: &[(usize, usize)]) -> Dag {
    let mut parents = vec![vec![]; n];
    edges.iter().for_each(|&(i, j)| parents[j].push((i, 1.0)));
    Dag::new(parents).unwrap()
}

fn random_dag(n: usize, density: f64, stream: &mut Stream) -> Dag {
    let order = stream.permutation(n);
    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| stream.uniform() < density).collect();
    dag(n, &edges.iter().map(|&(a, b)| (order[a], order[b])).collect::<Vec<_>>())
}

/// (i, k, j) with i → k ← j, i < j, not joined.
fn colliders(dag: &Dag) -> Vec<(usize, usize, usize)> {
    let n = dag.nodes();
    let joined = |i, j| dag.has_edge(i, j) || dag.has_edge(j, i);
    let all = (0..n).flat_map(|i| (0..n).flat_map(move |k| (i + 1..n).map(move |j| (i, k, j))));
    all.filter(|&(i, k, j)| dag.has_edge(i, k) && dag.has_edge(j, k) && !joined(i, j)).collect()
}

/// Every way to direct the edges that is acyclic and has the same colliders.
fn members(of: &Dag) -> Vec<Dag> {
    let edges = of.edges();
    let directed = |turned: usize| {
        let mut parents = vec![vec![]; of.nodes()];
        for (k, &(i, j, _)) in edges.iter().enumerate() {
            let (from, to) = if turned >> k & 1 == 1 { (j, i) } else { (i, j) };
            parents[to].push((from, 1.0));
        }
        Dag::new(parents).ok()
    };
    let same = |dag: &Dag| colliders(dag) == colliders(of);
    (0..1 << edges.len()).filter_map(directed).filter(same).collect()
}

/// A random part of what is true of a graph: some of its edges required, some of those it lacks
/// forbidden, tiers along its order.
fn true_rules(dag: &Dag, stream: &mut Stream) -> Draft {
    let n = dag.nodes();
    let (often, seldom) = (0.5 * stream.uniform(), 0.3 * stream.uniform());
    let mut draft = Draft { tiers: vec![None; n], ..Draft::default() };
    for (i, j) in (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).filter(|(i, j)| i != j) {
        match dag.has_edge(i, j) {
            true if stream.uniform() < seldom => draft.required.push((i, j)),
            false if stream.uniform() < often => draft.forbidden.push((i, j)),
            _ => {}
        }
    }
    if stream.uniform() < 0.5 {
        let mut tier = 0;
        for &j in dag.order() {
            tier += usize::from(stream.uniform() < 0.4);
            draft.tiers[j] = (stream.uniform() < 0.7).then_some(tier);
        }
    }
    draft
}

#[test]
fn a_class_under_knowledge_is_what_the_members_that_agree_share() {
    let mut stream = Stream::new(11, 0);
    let (mut more, mut open) = (0, 0);
    for round in 0..3000 {
        let n = 2 + round % 4;
        // Sparse to complete: rules 3 and 4 need four nodes with five edges.
        let dag = random_dag(n, 0.4 + 0.6 * stream.uniform(), &mut stream);
        let draft = true_rules(&dag, &mut stream);
        let knowledge = draft.knowledge(&names(n));
        assert!(knowledge.is_satisfied_by(&dag));
        let union = members(&dag)
            .into_iter()
            .filter(|member| knowledge.is_satisfied_by(member))
            .fold(Matrix::zeros(n, n), |mut union, member| {
                member.edges().iter().for_each(|&(i, j, _)| union[(i, j)] = 1.0);
                union
            });
        let expected = Class::from_adjacency(&union).unwrap();
        let class = Class::with_knowledge(&dag, &knowledge);
        assert_eq!(class, expected, "{:?} {draft:?}", dag.edges());
        // Some member agrees with the arrows, and it is in the class.
        assert_eq!(class.completed().unwrap(), Class::of(&dag));
        more += usize::from(class.compelled().len() > Class::of(&dag).compelled().len());
        open += usize::from(!class.reversible().is_empty());
    }
    // Many gained arrows and many kept open edges.
    assert!(more > 1000 && open > 500, "{more} {open}");
}

#[test]
fn the_rules_by_hand() {
    let known = |n: usize, required: &[(usize, usize)]| {
        Draft { required: required.to_vec(), tiers: vec![None; n], ..Draft::default() }
            .knowledge(&names(n))
    };
    // 1: along a chain, all of it.
    let chain: Vec<_> = (0..99).map(|i| (i, i + 1)).collect();
    let class = Class::with_knowledge(&dag(100, &chain), &known(100, &[(0, 1)]));
    assert_eq!(class.compelled(), chain);
    let class = Class::with_knowledge(&dag(100, &chain), &known(100, &[(50, 51)]));
    assert_eq!(class.compelled(), chain[50..]);
    // 2: a triangle.
    let triangle = dag(3, &[(0, 1), (1, 2), (0, 2)]);
    assert_eq!(Class::with_knowledge(&triangle, &known(3, &[(0, 1)])).compelled(), [(0, 1)]);
    let class = Class::with_knowledge(&triangle, &known(3, &[(0, 1), (1, 2)]));
    assert_eq!(class.compelled(), [(0, 1), (0, 2), (1, 2)]);
    // 4: a = 0, b = 1, c = 2, d = 3: d → c → b, a joined to all, b and d not joined.
    let kite = dag(4, &[(0, 3), (0, 2), (0, 1), (3, 2), (2, 1)]);
    let class = Class::with_knowledge(&kite, &known(4, &[(3, 2)]));
    assert!(class.is_directed(2, 1) && class.is_directed(0, 1) && !class.is_directed(0, 3));
    // About another number of variables nothing is known.
    assert_eq!(Class::with_knowledge(&kite, &known(3, &[(0, 1)])), Class::of(&kite));
}
