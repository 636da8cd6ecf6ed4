//! The nodes around what changed, which wait to be looked at.

use std::collections::VecDeque;

use super::state::State;
use super::walk::Insertion;

/// Nodes to be looked at, each once, first come first served.
pub struct Waiting {
    nodes: VecDeque<usize>,
    inside: Vec<bool>,
}

impl Waiting {
    pub fn new(n: usize) -> Waiting {
        Waiting { nodes: VecDeque::new(), inside: vec![false; n] }
    }

    pub fn push(&mut self, x: usize) {
        if !std::mem::replace(&mut self.inside[x], true) {
            self.nodes.push_back(x);
        }
    }

    pub fn pop(&mut self) -> Option<usize> {
        let x = self.nodes.pop_front()?;
        self.inside[x] = false;
        Some(x)
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.inside.fill(false);
    }

    /// The nodes whose families will change, and the parents they lose or gain.
    pub fn push_changed(&mut self, state: &State, insertion: &Insertion) {
        for (j, family) in &insertion.families {
            self.push(*j);
            let (old, new) = (&state.families[*j].parents, &family.parents);
            old.iter().filter(|p| !new.contains(p)).for_each(|&p| self.push(p));
            new.iter().filter(|p| !old.contains(p)).for_each(|&p| self.push(p));
        }
    }
}
