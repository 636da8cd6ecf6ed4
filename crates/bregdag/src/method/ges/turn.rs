//! Turn(x, y, C): y → x or x — y becomes x → y, with C ⊆ neighbours of y as further parents of y.
//!
//! ```text
//! change   s(y, P ∪ {x}) − s(y, P) + s(x, Q) − s(x, Q ∪ {y})
//! y → x    P = Pa(y) ∪ C,   Q = Pa(x) \ {y}
//!          valid if NA(y, x) ⊆ C, C is a clique, and every way from y to x along → and — but the edge itself
//!          meets C or a neighbour of x
//! x — y    P = Pa(y) ∪ C,   Q = Pa(x) ∪ (C ∩ N),   N = NA(y, x)
//!          valid if C is a clique, C \ N is not empty, and without x and y no way along — leads from C to N \ C
//! ```
//!
//! (Hauser and Bühlmann 2012, propositions 31 and 34, where nobody intervened.)

use super::cliques::{self, Beyond};
use super::graph::Graph;
use super::operator::{Candidates, Move, Obstacle, Work};
use crate::error::Result;
use crate::graph::Dag;
use crate::watch::Stop;

/// The turns at y that lower the score.
pub fn candidates(
    graph: &Graph,
    y: usize,
    work: &mut Work<'_>,
) -> std::result::Result<Candidates, Stop> {
    let mut found = Candidates::none();
    let neighbours = graph.neighbours(y);
    for &x in graph.children[y].iter().chain(neighbours) {
        let shared = graph.shared(y, x);
        let undirected = graph.is_neighbour(x, y);
        let root = if undirected { &[][..] } else { &shared[..] };
        if !graph.is_clique(root) {
            continue;
        }
        let pool: Vec<usize> = neighbours.iter().copied().filter(|&z| z != x).collect();
        let all = cliques::visit(graph, root, &pool, |set| {
            work.watch.go_on()?;
            let is_shared = |z: &usize| shared.binary_search(z).is_ok();
            if !(undirected && set.iter().all(is_shared)) {
                with_set(graph, (x, y), set, work, &mut found);
            }
            Ok(Beyond::Wanted)
        })?;
        found.cut |= !all;
    }
    Ok(found)
}

fn with_set(
    graph: &Graph,
    (x, y): (usize, usize),
    set: &[usize],
    work: &mut Work<'_>,
    found: &mut Candidates,
) {
    let new = graph.parents_with(y, set);
    let old = parents_before(graph, (x, y), set);
    let change = || Some(work.local.gain(y, &new, x)? - work.local.gain(x, &old, y)?);
    let Some(change) = { change }().filter(|&change| change < 0.0) else { return };
    found.sets.push(set.to_vec());
    found.push(change, x);
}

/// Q.
fn parents_before(graph: &Graph, (x, y): (usize, usize), set: &[usize]) -> Vec<usize> {
    if !graph.is_neighbour(x, y) {
        return graph.parents(x).iter().copied().filter(|&p| p != y).collect();
    }
    let shared: Vec<usize> = set.iter().copied().filter(|&z| graph.is_neighbour(x, z)).collect();
    graph.parents_with(x, &shared)
}

/// Why it is not valid, if the neighbourhood of x and y does not tell: a way that must not be there.
pub fn obstacle(graph: &Graph, turn: &Move) -> Option<Obstacle> {
    let Move { x, y, set, .. } = turn;
    let in_set = |node: usize| set.binary_search(&node).is_ok();
    if !graph.is_neighbour(*x, *y) {
        let way = graph.way(*y, *x, |node| in_set(node) || graph.is_neighbour(*x, node));
        return way.map(Obstacle::Way);
    }
    // Along — from C, to N \ C?
    let mut seen = vec![false; graph.nodes()];
    [*x, *y].iter().chain(set).for_each(|&node| seen[node] = true);
    let mut waiting = set.clone();
    while let Some(node) = waiting.pop() {
        for &next in graph.neighbours(node) {
            if !std::mem::replace(&mut seen[next], true) {
                if graph.is_neighbour(next, *x) && graph.is_neighbour(next, *y) {
                    return Some(Obstacle::Passing);
                }
                waiting.push(next);
            }
        }
    }
    None
}

/// A DAG of the class with the edge turned: a member in which P and Q ∪ {y} are the parents of y and x, and
/// there the edge is turned.
pub fn result(graph: &Graph, turn: &Move) -> Result<Dag> {
    let Move { x, y, set, .. } = turn;
    let before = parents_before(graph, (*x, *y), set);
    let mut pdag = graph.pdag.clone();
    for (node, parents) in [(*y, set), (*x, &before)] {
        for &z in graph.neighbours(node) {
            match parents.binary_search(&z).is_ok() || (node, z) == (*x, *y) {
                true => pdag.direct(z, node),
                false => pdag.direct(node, z),
            };
        }
    }
    let member = pdag.extension()?;
    let mut parents: Vec<Vec<usize>> =
        (0..graph.nodes()).map(|j| member.parents(j).to_vec()).collect();
    parents[*x].retain(|p| p != y);
    parents[*y].push(*x);
    Dag::new(parents)
}
