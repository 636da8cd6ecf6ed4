//! Equivalence classes and distances against other software and against their definitions.

mod class;
mod distances;

use std::path::Path;

use bregdag::graph::{Class, Dag};
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
    let mut parents = vec![vec![]; nodes];
    edges.iter().for_each(|&(i, j)| parents[j].push((i, 1.0)));
    Dag::new(parents).unwrap()
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
        let mut parents = vec![vec![]; skeleton_of.nodes()];
        for (k, &(i, j, _)) in edges.iter().enumerate() {
            let (from, to) = if turned >> k & 1 == 1 { (j, i) } else { (i, j) };
            parents[to].push((from, 1.0));
        }
        Dag::new(parents)
    };
    let same = |dag: &Dag| colliders(dag) == colliders(skeleton_of);
    (0..1 << edges.len()).filter_map(|turned| directed(turned).ok()).filter(same).collect()
}

fn colliders(dag: &Dag) -> Vec<(usize, usize, usize)> {
    let w = dag.to_matrix();
    let edges: Vec<_> = dag.edges().iter().map(|&(i, j, _)| (i, j)).collect();
    colliders_of(dag.nodes(), &edges, |i, j| w[(i, j)] != 0.0 || w[(j, i)] != 0.0)
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
fn class_by_definition(members: &[Dag]) -> Class {
    let n = members[0].nodes();
    let union = members.iter().fold(Matrix::zeros(n, n), |mut union, member| {
        member.edges().iter().for_each(|&(i, j, _)| union[(i, j)] = 1.0);
        union
    });
    Class::from_adjacency(&union).unwrap()
}
