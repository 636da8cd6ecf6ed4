//! Equivalence classes and distances against other software and against their definitions.

mod class;
mod distances;

use std::path::Path;

use bregdag::graph::{Dag, Pdag};
use bregdag::linalg::Matrix;
use bregdag::read::matrix;
use proptest::prelude::{Just, Strategy};

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    std::fs::read(folder.join(name)).unwrap()
}

fn adjacency(name: &str) -> Matrix {
    matrix::read(&fixture(name)).unwrap().1
}

fn dag(nodes: usize, edges: &[(usize, usize)]) -> Dag {
    Dag::from_edges(nodes, edges).unwrap()
}

/// A DAG: any set of pairs, directed along any order.
fn any_dag(nodes: usize) -> impl Strategy<Value = Dag> {
    let pairs: Vec<_> = (0..nodes).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
    let chosen = proptest::sample::subsequence(pairs.clone(), 0..=pairs.len());
    let order = Just((0..nodes).collect::<Vec<_>>()).prop_shuffle();
    (chosen, order).prop_map(move |(pairs, order)| {
        dag(nodes, &pairs.iter().map(|&(i, j)| (order[i], order[j])).collect::<Vec<_>>())
    })
}

/// Every way to direct the edges of the skeleton that is acyclic and has the same colliders.
fn members(skeleton_of: &Dag) -> Vec<Dag> {
    let edges = skeleton_of.edges();
    let directed = |turned: usize| {
        let turn = |(k, &(i, j)): (usize, &(usize, usize))| match turned >> k & 1 {
            1 => (j, i),
            _ => (i, j),
        };
        let edges: Vec<_> = edges.iter().enumerate().map(turn).collect();
        Dag::from_edges(skeleton_of.nodes(), &edges)
    };
    let same = |dag: &Dag| colliders(dag) == colliders(skeleton_of);
    (0..1 << edges.len()).filter_map(|turned| directed(turned).ok()).filter(same).collect()
}

fn colliders(dag: &Dag) -> Vec<(usize, usize, usize)> {
    let edges = dag.edges();
    let joined = |i, j| edges.contains(&(i, j)) || edges.contains(&(j, i));
    colliders_of(dag.nodes(), &edges, joined)
}

/// (i, k, j) with i → k ← j, i < j, not joined.
fn colliders_of(
    nodes: usize,
    directed: &[(usize, usize)],
    joined: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize, usize)> {
    let pairs = (0..nodes).flat_map(|j| (0..j).map(move |i| (i, j)));
    let apart: Vec<_> = pairs.filter(|&(i, j)| !joined(i, j)).collect();
    let meet = |k: usize| {
        let meets = move |&&(i, j): &&(usize, usize)| {
            directed.contains(&(i, k)) && directed.contains(&(j, k))
        };
        apart.iter().filter(meets).map(move |&(i, j)| (i, k, j)).collect::<Vec<_>>()
    };
    (0..nodes).flat_map(meet).collect()
}

/// What the members have in common, from the definition.
fn class_by_definition(members: &[Dag]) -> Pdag {
    let n = members[0].nodes();
    let union = members.iter().fold(Matrix::zeros(n, n), |mut union, member| {
        member.edges().iter().for_each(|&edge| union[edge] = 1.0);
        union
    });
    Pdag::from_adjacency(&union).unwrap()
}
