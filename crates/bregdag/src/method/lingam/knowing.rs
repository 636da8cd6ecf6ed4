//! Who may come next in an order, by what is known beforehand.

use crate::data::Knowledge;

/// The variables that have no place yet.
pub struct Waiting<'a> {
    known: &'a Knowledge,
    waits: Vec<bool>,
}

impl<'a> Waiting<'a> {
    /// All of them.
    pub fn all_of(known: &'a Knowledge) -> Waiting<'a> {
        Waiting { known, waits: vec![true; known.variables()] }
    }

    /// Whether j waits.
    pub fn waits(&self, j: usize) -> bool {
        self.waits[j]
    }

    /// All that wait, increasing.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        (0..self.waits.len()).filter(|&j| self.waits[j])
    }

    /// Gives j its place.
    pub fn place(&mut self, j: usize) {
        self.waits[j] = false;
    }

    /// Those that may come next: all required parents have their place and, where that leaves any, so has
    /// everyone that could only be a cause of it. (Forbidden edges alone may point in a circle; then they only
    /// forbid edges.)
    pub fn candidates(&self) -> Vec<usize> {
        if self.known.is_none() {
            return self.all().collect();
        }
        let ready = |&i: &usize| self.known.required_parents(i).iter().all(|&p| !self.waits[p]);
        let ready: Vec<usize> = self.all().filter(ready).collect();
        let only_a_cause =
            |j: usize, i: usize| j != i && self.known.settles(j, i) && !self.known.settles(i, j);
        let free = |&i: &usize| self.all().all(|j| !only_a_cause(j, i));
        let first: Vec<usize> = ready.iter().copied().filter(free).collect();
        if first.is_empty() { ready } else { first }
    }
}
