//! Families found for sets of candidates. A family P that is best among the candidates C is best among every
//! C′ with P ⊆ C′ ⊆ C, so one entry answers for many sets.

use std::sync::Arc;

use crate::score::Family;

/// A set of nodes, for problems of no more than [`MOST_NODES`].
pub type Mask = u128;

/// Problems of more nodes remember nothing.
pub const MOST_NODES: usize = Mask::BITS as usize;

/// Entries for each node, at most; the one asked for least goes.
const ENTRIES: usize = 4096;

/// The set of these nodes.
pub fn mask(nodes: &[usize]) -> Mask {
    nodes.iter().fold(0, |set, &i| set | bit(i))
}

/// The set of one node; nothing where there are too many.
pub fn bit(node: usize) -> Mask {
    if node < MOST_NODES { 1 << node } else { 0 }
}

#[derive(Debug, Clone)]
struct Entry {
    parents: Mask,
    candidates: Mask,
    family: Arc<Family>,
}

/// What was found, for each node, with one tangent.
#[derive(Debug, Clone)]
pub struct Memory {
    entries: Vec<Vec<Entry>>,
    sigma2: f64,
}

impl Memory {
    /// An empty one, for so many nodes.
    pub fn new(nodes: usize) -> Memory {
        let nodes = if nodes <= MOST_NODES { nodes } else { 0 };
        Memory { entries: vec![vec![]; nodes], sigma2: f64::NAN }
    }

    /// Forgets all if it was found with another tangent.
    pub fn at(&mut self, sigma2: f64) -> &mut Memory {
        if self.sigma2 != sigma2 {
            self.entries.iter_mut().for_each(Vec::clear);
            self.sigma2 = sigma2;
        }
        self
    }

    /// The family of j among these candidates, if it is known.
    pub fn get(&mut self, j: usize, candidates: Mask) -> Option<Arc<Family>> {
        let entries = self.entries.get_mut(j)?;
        let knows = |e: &Entry| e.parents & !candidates == 0 && candidates & !e.candidates == 0;
        let k = entries.iter().position(knows)?;
        // What is asked for often comes to the front.
        let to = k / 2;
        entries.swap(k, to);
        Some(entries[to].family.clone())
    }

    /// The family of j with these parents, if it is known.
    pub fn same(&self, j: usize, parents: &[usize]) -> Option<Arc<Family>> {
        let parents = mask(parents);
        self.entries.get(j)?.iter().find(|e| e.parents == parents).map(|e| e.family.clone())
    }

    /// Keeps the family of j among these candidates.
    pub fn put(&mut self, j: usize, candidates: Mask, family: &Arc<Family>) {
        let Some(entries) = self.entries.get_mut(j) else { return };
        let parents = mask(&family.parents);
        let covered = |e: &Entry| e.parents == parents && e.candidates & !candidates == 0;
        let entry = Entry { parents, candidates, family: family.clone() };
        match entries.iter().position(covered) {
            Some(k) => entries[k] = entry,
            None if entries.len() < ENTRIES => entries.push(entry),
            None => entries[ENTRIES - 1] = entry,
        }
    }
}
