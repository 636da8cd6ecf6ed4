//! Cliques among the neighbours of a node, smaller ones first.
//!
//! Every operator takes a set of neighbours that are all joined to one another. A set that is no clique is
//! part of none, so the sets are built up from smaller ones, and only cliques are ever looked at.

use std::collections::VecDeque;

use super::graph::Graph;
use crate::watch::Stop;

/// How many cliques are looked at from one root. More would take for ever: a clique of k has 2ᵏ parts.
pub const MOST: usize = 1 << 12;

/// Whether larger sets that contain a set are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    /// Yes.
    Wanted,
    /// No.
    Hopeless,
}

/// Visits the cliques that contain `root`, which is one, and further nodes of `pool` only; the smaller first,
/// then by their numbers. Says whether that was all, or `MOST` of them.
pub fn visit(
    graph: &Graph,
    root: &[usize],
    pool: &[usize],
    mut see: impl FnMut(&[usize]) -> Result<Beyond, Stop>,
) -> Result<bool, Stop> {
    let joined_to_root = |&z: &usize| root.iter().all(|&r| r != z && graph.is_adjacent(r, z));
    let pool: Vec<usize> = pool.iter().copied().filter(joined_to_root).collect();
    // Sets as places in the pool, increasing.
    let mut waiting: VecDeque<Vec<usize>> = VecDeque::from([vec![]]);
    let (mut set, mut seen) = (vec![], 0);
    while let Some(places) = waiting.pop_front() {
        if seen == MOST {
            return Ok(false);
        }
        seen += 1;
        set.clear();
        set.extend(root.iter().copied().chain(places.iter().map(|&k| pool[k])));
        set.sort_unstable();
        if see(&set)? == Beyond::Hopeless {
            continue;
        }
        for next in places.last().map_or(0, |last| last + 1)..pool.len() {
            if places.iter().all(|&k| graph.is_adjacent(pool[k], pool[next])) {
                waiting.push_back([places.as_slice(), &[next]].concat());
            }
        }
    }
    Ok(true)
}
