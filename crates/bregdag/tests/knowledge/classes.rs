//! The class under knowledge is what those members share that agree with it, by a look at all.

use bregdag::data::Knowledge;
use bregdag::graph::{Class, Dag, Pdag};
use bregdag::linalg::Matrix;
use bregdag::random::Stream;

use super::{Draft, names};

/// Of the class of a DAG the members that agree.
fn agreeing(dag: &Dag, known: &Knowledge) -> Pdag {
    Class::of(dag).agreeing(dag, |i, j| known.settles(i, j))
}

fn random_dag(n: usize, density: f64, stream: &mut Stream) -> Dag {
    let order = stream.permutation(n);
    let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| stream.uniform() < density).collect();
    let edges: Vec<_> = edges.iter().map(|&(a, b)| (order[a], order[b])).collect();
    Dag::from_edges(n, &edges).unwrap()
}

/// (i, k, j) with i → k ← j, i < j, not joined.
fn colliders(dag: &Dag) -> Vec<(usize, usize, usize)> {
    let n = dag.nodes();
    let all = (0..n).flat_map(|i| (0..n).flat_map(move |k| (i + 1..n).map(move |j| (i, k, j))));
    all.filter(|&(i, k, j)| dag.has_edge(i, k) && dag.has_edge(j, k) && !dag.is_adjacent(i, j))
        .collect()
}

/// Every way to direct the edges that is acyclic and has the same colliders.
fn members(of: &Dag) -> Vec<Dag> {
    let edges = of.edges();
    let directed = |turned: usize| {
        let turn = |(k, &(i, j)): (usize, &_)| if turned >> k & 1 == 1 { (j, i) } else { (i, j) };
        Dag::from_edges(of.nodes(), &edges.iter().enumerate().map(turn).collect::<Vec<_>>()).ok()
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
                member.edges().iter().for_each(|&(i, j)| union[(i, j)] = 1.0);
                union
            });
        let expected = Pdag::from_adjacency(&union).unwrap();
        let (class, found) = (Class::of(&dag), agreeing(&dag, &knowledge));
        assert_eq!(found, expected, "{:?} {draft:?}", dag.edges());
        // Some member agrees with the arrows, and it is in the class.
        assert_eq!(Class::completing(&found).unwrap(), class);
        more += usize::from(found.directed().len() > class.graph().directed().len());
        open += usize::from(!found.undirected().is_empty());
    }
    // Many gained arrows and many kept open edges.
    assert!(more > 1000 && open > 500, "{more} {open}");
}

#[test]
fn the_rules_by_hand() {
    let knowing = |n: usize, edges: &[(usize, usize)], required: &[(usize, usize)]| {
        let (required, tiers) = (required.to_vec(), vec![None; n]);
        let known = Draft { required, tiers, ..Draft::default() }.knowledge(&names(n));
        agreeing(&Dag::from_edges(n, edges).unwrap(), &known)
    };
    // 1: along a chain, all of it.
    let chain: Vec<_> = (0..99).map(|i| (i, i + 1)).collect();
    assert_eq!(knowing(100, &chain, &[(0, 1)]).directed(), chain);
    assert_eq!(knowing(100, &chain, &[(50, 51)]).directed(), chain[50..]);
    // 2: a triangle.
    let triangle = [(0, 1), (0, 2), (1, 2)];
    assert_eq!(knowing(3, &triangle, &[(0, 1)]).directed(), [(0, 1)]);
    assert_eq!(knowing(3, &triangle, &[(0, 1), (1, 2)]).directed(), triangle);
    // 4: a = 0, b = 1, c = 2, d = 3: d → c → b, a joined to all, b and d not joined.
    let kite = [(0, 3), (0, 2), (0, 1), (3, 2), (2, 1)];
    let found = knowing(4, &kite, &[(3, 2)]);
    assert!(found.is_directed(2, 1) && found.is_directed(0, 1) && !found.is_directed(0, 3));
    // Where nothing is known, the class is what is left.
    let dag = Dag::from_edges(4, &kite).unwrap();
    assert_eq!(&agreeing(&dag, &Knowledge::none(4)), Class::of(&dag).graph());
    assert_eq!(&knowing(4, &kite, &[]), Class::of(&dag).graph());
}
