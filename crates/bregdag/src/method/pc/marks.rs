//! A skeleton whose edges get their arrows one by one.

use crate::error::Result;
use crate::graph::Pdag;

use super::skeleton::Joined;

/// Who is joined to whom, and which ends have an arrow. Nothing keeps it from having cycles.
pub struct Marks {
    joined: Joined,
    /// `arrows[j][k]` says whether `joined[j][k]` → j.
    arrows: Vec<Vec<bool>>,
}

impl Marks {
    /// Without arrows.
    pub fn new(joined: Joined) -> Marks {
        let arrows = joined.iter().map(|list| vec![false; list.len()]).collect();
        Marks { joined, arrows }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.joined.len()
    }

    /// The nodes joined to j, increasing.
    pub fn joined(&self, j: usize) -> &[usize] {
        &self.joined[j]
    }

    /// Whether i and j are joined.
    pub fn is_joined(&self, i: usize, j: usize) -> bool {
        self.joined[j].binary_search(&i).is_ok()
    }

    /// Whether i → j is there.
    pub fn is_directed(&self, i: usize, j: usize) -> bool {
        self.joined[j].binary_search(&i).is_ok_and(|k| self.arrows[j][k])
    }

    /// Whether i — j is there.
    pub fn is_open(&self, i: usize, j: usize) -> bool {
        self.is_joined(i, j) && !self.is_directed(i, j) && !self.is_directed(j, i)
    }

    /// Makes i → j of i — j.
    pub fn direct(&mut self, i: usize, j: usize) {
        if let (true, Ok(k)) = (self.is_open(i, j), self.joined[j].binary_search(&i)) {
            self.arrows[j][k] = true;
        }
    }

    /// Whether arrows lead from one node to another.
    pub fn leads(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.nodes()];
        let mut waiting = vec![from];
        while let Some(i) = waiting.pop() {
            if i == to {
                return true;
            }
            if !std::mem::replace(&mut seen[i], true) {
                waiting.extend(self.joined[i].iter().filter(|&&j| self.is_directed(i, j)));
            }
        }
        false
    }

    /// Every joined pair both ways, (i, j) by j, then i: those with an arrow i → j after all others.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let into = |j: usize| self.joined[j].iter().map(move |&i| (i, j));
        let all = || (0..self.nodes()).flat_map(into);
        let arrow = |&(i, j): &(usize, usize)| self.is_directed(i, j);
        all().filter(|pair| !arrow(pair)).chain(all().filter(arrow)).collect()
    }

    /// As a graph.
    pub fn graph(&self) -> Result<Pdag> {
        let pairs = self.pairs();
        let (mut directed, mut open) = (vec![], vec![]);
        for (i, j) in pairs {
            match self.is_directed(i, j) {
                true => directed.push((i, j)),
                false if self.is_open(i, j) && i < j => open.push((i, j)),
                false => {}
            }
        }
        Pdag::new(self.nodes(), &directed, &open)
    }
}
