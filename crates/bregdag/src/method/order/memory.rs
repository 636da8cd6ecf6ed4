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

/// For which sets of candidates a family is known to be the best.
#[derive(Debug, Clone, Copy)]
struct Known {
    parents: Mask,
    candidates: Mask,
}

/// What was found for one node. Sets stand apart from families, since all of them are looked through.
#[derive(Debug, Clone, Default)]
struct Found {
    known: Vec<Known>,
    families: Vec<Arc<Family>>,
}

/// What was found, for each node, with one tangent.
#[derive(Debug, Clone)]
pub struct Memory {
    found: Vec<Found>,
    sigma2: f64,
}

impl Memory {
    /// An empty one, for so many nodes.
    pub fn new(nodes: usize) -> Memory {
        let nodes = if nodes <= MOST_NODES { nodes } else { 0 };
        Memory { found: vec![Found::default(); nodes], sigma2: f64::NAN }
    }

    /// Forgets all if it was found with another tangent.
    pub fn at(&mut self, sigma2: f64) -> &mut Memory {
        if self.sigma2 != sigma2 {
            self.found.iter_mut().for_each(|found| *found = Found::default());
            self.sigma2 = sigma2;
        }
        self
    }

    /// The family of j among these candidates, if it is known.
    pub fn get(&mut self, j: usize, candidates: Mask) -> Option<Arc<Family>> {
        let Found { known, families } = self.found.get_mut(j)?;
        let answers = |e: &Known| (e.parents & !candidates) | (candidates & !e.candidates) == 0;
        let k = known.iter().position(answers)?;
        // What is asked for often comes to the front.
        let to = k / 2;
        known.swap(k, to);
        families.swap(k, to);
        Some(families[to].clone())
    }

    /// The family of j with these parents, if it is known.
    pub fn same(&self, j: usize, parents: &[usize]) -> Option<Arc<Family>> {
        let (found, parents) = (self.found.get(j)?, mask(parents));
        let k = found.known.iter().position(|e| e.parents == parents)?;
        Some(found.families[k].clone())
    }

    /// Keeps the family of j among these candidates.
    pub fn put(&mut self, j: usize, candidates: Mask, family: &Arc<Family>) {
        let Some(Found { known, families }) = self.found.get_mut(j) else { return };
        let parents = mask(&family.parents);
        let covered = |e: &Known| e.parents == parents && e.candidates & !candidates == 0;
        let (entry, last) = (Known { parents, candidates }, known.len());
        match known.iter().position(covered).or((last == ENTRIES).then_some(ENTRIES - 1)) {
            Some(k) => (known[k], families[k]) = (entry, family.clone()),
            None => {
                known.push(entry);
                families.push(family.clone());
            }
        }
    }
}
