//! A graph seen from one node t: which effects it may have, and on which the class agrees.

use super::links::{Links, Marks};

/// A graph seen from t.
pub(super) struct View<'a> {
    pub links: &'a Links,
    pub t: usize,
    /// Where possibly directed paths from t lead, and t itself.
    descendants: Marks,
    /// Where those lead that start with an undirected edge, and t itself.
    not_amenable: Marks,
}

impl<'a> View<'a> {
    pub fn new(links: &'a Links) -> View<'a> {
        let marks = || Marks::new(links.nodes());
        View { links, t: 0, descendants: marks(), not_amenable: marks() }
    }

    /// Looks from t; returns its possible descendants.
    pub fn stand_at(&mut self, t: usize) -> Vec<usize> {
        let links = self.links;
        self.t = t;
        // No path comes back to t: it counts as found before the search begins.
        self.not_amenable.clear();
        self.not_amenable.insert(t);
        self.not_amenable.spread(links.neighbours[t].iter().copied(), |v| links.ahead(v));
        self.descendants.clear();
        self.descendants.insert(t);
        self.descendants.spread(links.ahead(t), |v| links.ahead(v))
    }

    /// Whether y is a possible descendant of t.
    pub fn may_affect(&self, y: usize) -> bool {
        self.descendants.contains(y)
    }

    /// Whether the members of the class agree on the effect of t on y: no possibly directed path from
    /// t to y starts with an undirected edge.
    pub fn identifies(&self, y: usize) -> bool {
        !self.not_amenable.contains(y)
    }
}
