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
use super::graph::{Graph, Pair};
use super::operator::{Candidates, Move, Tools};
use crate::error::Result;
use crate::graph::Dag;
use crate::watch::Stop;

/// The deletions at y that lower the score.
pub fn candidates(
    graph: &Graph,
    y: usize,
    tools: &mut Tools<'_>,
) -> std::result::Result<Candidates, Stop> {
    let mut found = Candidates::none();
    for &x in graph.parents(y).iter().chain(graph.neighbours(y)) {
        let (pair, shared) = (Pair { graph, x, y }, graph.shared(y, x));
        if tools.known.requires(x, y) || tools.known.requires(y, x) {
            continue;
        }
        let all = cliques::visit(graph, &[], &shared, |set| {
            tools.watch.go_on()?;
            pair.delete(set, tools, &mut found);
            Ok(Beyond::Wanted)
        })?;
        // Too many: at least the edge alone.
        if !all && graph.is_clique(&shared) {
            pair.delete(&shared, tools, &mut found);
        }
        found.cut |= !all;
    }
    Ok(found)
}

impl Pair<'_> {
    fn delete(&self, set: &[usize], tools: &mut Tools<'_>, found: &mut Candidates) {
        let Pair { graph, x, y } = *self;
        let mut parents = graph.parents_with(y, set);
        parents.retain(|&p| p != x);
        let gain = tools.local.gain(y, &parents, x).filter(|&gain| gain > 0.0);
        let Some(gain) = gain.filter(|_| self.may_agree(set, tools.known)) else { return };
        found.sets.push(set.to_vec());
        found.push(-gain, x);
    }
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
