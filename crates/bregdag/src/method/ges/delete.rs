//! Delete(x, y, C): with C ⊆ NA(y, x), the edge x → y or x — y goes and NA(y, x) \ C become children of y,
//! and of x where they are its neighbours.
//!
//! ```text
//! change   s(y, P) − s(y, P ∪ {x}),   P = (Pa(y) \ {x}) ∪ C
//! valid    C is a clique
//! ```
//!
//! (Chickering 2002, theorem 17; his H is NA(y, x) \ C.)

use super::cliques::{self, Beyond};
use super::graph::Graph;
use super::operator::{Candidates, Move, Work};
use crate::data::Knowledge;
use crate::error::Result;
use crate::graph::Dag;
use crate::watch::Stop;

/// The deletions at y that lower the score.
pub fn candidates(
    graph: &Graph,
    y: usize,
    work: &mut Work<'_>,
) -> std::result::Result<Candidates, Stop> {
    let mut found = Candidates::none();
    for &x in graph.parents(y).iter().chain(graph.neighbours(y)) {
        let shared = graph.shared(y, x);
        let all = cliques::visit(graph, &[], &shared, |set| {
            work.watch.go_on()?;
            with_set(graph, (x, y), set, work, &mut found);
            Ok(Beyond::Wanted)
        })?;
        // Too many: at least the edge alone.
        if !all && graph.is_clique(&shared) {
            with_set(graph, (x, y), &shared, work, &mut found);
        }
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
    if !may_agree(graph, (x, y), set, work.known) {
        return;
    }
    let mut parents = graph.parents_with(y, set);
    parents.retain(|&p| p != x);
    let Some(gain) = work.local.gain(y, &parents, x).filter(|&gain| gain > 0.0) else { return };
    found.sets.push(set.to_vec());
    found.push(-gain, x);
}

/// Whether what is known allows that the edge goes, and the colliders x → h ← y that it leaves.
fn may_agree(graph: &Graph, (x, y): (usize, usize), set: &[usize], known: &Knowledge) -> bool {
    let allowed = |h: usize| known.allows(x, h) && known.allows(y, h);
    let mut others = graph.shared(y, x).into_iter().filter(|h| set.binary_search(h).is_err());
    !known.requires(x, y) && !known.requires(y, x) && others.all(allowed)
}

/// A DAG of the class without the edge.
pub fn result(graph: &Graph, delete: &Move) -> Result<Dag> {
    let Move { x, y, set, .. } = delete;
    let mut pdag = graph.pdag.clone();
    pdag.part(*x, *y);
    for h in graph.shared(*y, *x).into_iter().filter(|h| set.binary_search(h).is_err()) {
        pdag.direct(*y, h);
        // Only where the two are neighbours.
        pdag.direct(*x, h);
    }
    pdag.extension()
}
