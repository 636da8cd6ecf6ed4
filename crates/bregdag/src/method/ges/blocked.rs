//! Operators that a way in the graph keeps from being valid.
//!
//! They are set aside. A way is there until one of its edges is not, and then the parents or neighbours of one
//! of its nodes have changed: so after a move only the ways through changed nodes are looked at.

use std::collections::HashMap;

use super::graph::{Graph, Way};

/// The operators set aside, each by its y and its place in the list of y.
pub struct Blocked {
    /// By y, what is in the way, by place.
    ways: Vec<HashMap<usize, Way>>,
    /// By node, the operators with a way through it. Those of a former version of y are gone.
    through: Vec<Vec<Entry>>,
    /// By y.
    versions: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Entry {
    y: usize,
    place: usize,
    version: usize,
}

impl Blocked {
    pub fn none(nodes: usize) -> Blocked {
        let (ways, through) = (vec![HashMap::new(); nodes], vec![vec![]; nodes]);
        Blocked { ways, through, versions: vec![0; nodes] }
    }

    /// Forgets the operators at y.
    pub fn forget(&mut self, y: usize) {
        self.versions[y] += 1;
        self.ways[y].clear();
    }

    /// Sets an operator aside.
    pub fn insert(&mut self, y: usize, place: usize, way: Way) {
        let version = self.versions[y];
        for &node in way.nodes() {
            let entries = &mut self.through[node];
            // Before a list grows, it is freed of what is gone: so it stays near the size that it needs.
            if entries.len() == entries.capacity() {
                entries.retain(|entry| self.versions[entry.y] == entry.version);
            }
            entries.push(Entry { y, place, version });
        }
        self.ways[y].insert(place, way);
    }

    /// The operators whose way is no longer there, after the `changed` nodes have changed.
    pub fn release(&mut self, graph: &Graph, changed: &[usize]) -> Vec<(usize, usize)> {
        let mut free = vec![];
        for &node in changed {
            let Blocked { ways, through, versions } = self;
            through[node].retain(|&Entry { y, place, version }| {
                let way = ways[y].get(&place).filter(|_| versions[y] == version);
                let there = way.is_some_and(|way| graph.has(way));
                if way.is_some() && !there {
                    ways[y].remove(&place);
                    free.push((y, place));
                }
                there
            });
        }
        free
    }
}
