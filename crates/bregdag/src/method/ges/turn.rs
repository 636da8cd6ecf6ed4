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
//! (Hauser and Bühlmann 2012, where nobody intervened; the last condition as in their algorithm 5.)

use super::cliques::{self, Beyond};
use super::graph::{Graph, Pair};
use super::operator::{Candidates, Move, Obstacle, Tools};
use crate::error::Result;
use crate::graph::Dag;
use crate::watch::Stop;

/// The turns at y that lower the score.
pub fn candidates(
    graph: &Graph,
    y: usize,
    tools: &mut Tools<'_>,
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
            tools.watch.go_on()?;
            let is_shared = |z: &usize| shared.binary_search(z).is_ok();
            if !(undirected && set.iter().all(is_shared)) {
                Pair { graph, x, y }.turn(set, tools, &mut found);
            }
            Ok(Beyond::Wanted)
        })?;
        found.cut |= !all;
    }
    Ok(found)
}

impl Pair<'_> {
    fn turn(&self, set: &[usize], tools: &mut Tools<'_>, found: &mut Candidates) {
        let Pair { graph, x, y } = *self;
        let (after, before) = (graph.parents_with(y, set), self.parents_before(set));
        let Some(comes) = tools.local.gain(y, &after, x) else { return };
        let Some(goes) = tools.local.gain(x, &before, y) else { return };
        if comes < goes && self.may_agree(set, tools.known) {
            found.sets.push(set.to_vec());
            found.push(comes - goes, x);
        }
    }

    /// Q.
    fn parents_before(&self, set: &[usize]) -> Vec<usize> {
        let Pair { graph, x, y } = *self;
        if !graph.is_neighbour(x, y) {
            return graph.parents(x).iter().copied().filter(|&p| p != y).collect();
        }
        let shared: Vec<usize> =
            set.iter().copied().filter(|&z| graph.is_neighbour(x, z)).collect();
        graph.parents_with(x, &shared)
    }
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
    let before = Pair { graph, x: *x, y: *y }.parents_before(set);
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
