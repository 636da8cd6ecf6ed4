//! What a graph says about the effect of t on y: none, not identified, or adjust for Z.
//!
//! | strategy  | no effect if             | otherwise, if identified, Z is                       |
//! |-----------|--------------------------|------------------------------------------------------|
//! | parents   | y is a parent of t       | the parents of t                                     |
//! | ancestors | y is no descendant of t  | the ancestors of t                                   |
//! | optimal   | y is no descendant of t  | parents of the causal nodes that are not forbidden   |
//!
//! Causal nodes are those ≠ t on possibly directed paths from t to y; forbidden are t and the possible
//! descendants of causal nodes. The last set is the one of least asymptotic variance (Henckel,
//! Perković and Maathuis 2022, doi:10.1111/rssb.12451). Descendants are possible descendants, parents
//! and ancestors are definite ones.

use super::links::{Links, Marks};
use super::view::View;

/// Which set to adjust for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// The parents of the cause.
    Parents,
    /// The ancestors of the cause.
    Ancestors,
    /// The O-set, which depends on the effect too.
    Optimal,
}

/// What a graph says about the effect of t on y.
#[derive(PartialEq)]
pub(super) enum Claim {
    NoEffect,
    NotIdentified,
    Adjust,
}

/// The estimated graph, seen from one t.
pub(super) struct Guess<'a> {
    view: View<'a>,
    adjustment: Adjustment,
    /// Parents of t, ancestors of t, or nodes on the way to y.
    chosen: Marks,
    forbidden: Marks,
}

impl<'a> Guess<'a> {
    pub fn new(links: &'a Links, adjustment: Adjustment) -> Guess<'a> {
        let marks = || Marks::new(links.nodes());
        Guess { view: View::new(links), adjustment, chosen: marks(), forbidden: marks() }
    }

    /// Looks from t; returns the set to adjust for, unless that depends on y.
    pub fn stand_at(&mut self, t: usize) -> Option<Vec<usize>> {
        let links = self.view.links;
        self.view.stand_at(t);
        self.chosen.clear();
        let parents = |v: usize| links.parents[v].iter().copied();
        match self.adjustment {
            Adjustment::Parents => Some(self.chosen.spread(parents(t), |_| [].into_iter())),
            Adjustment::Ancestors => Some(self.chosen.spread(parents(t), parents)),
            Adjustment::Optimal => None,
        }
    }

    /// What this graph says about y ≠ t.
    pub fn claim(&self, y: usize) -> Claim {
        let no_effect = match self.adjustment {
            Adjustment::Parents => self.chosen.contains(y),
            Adjustment::Ancestors | Adjustment::Optimal => !self.view.may_affect(y),
        };
        match no_effect {
            true => Claim::NoEffect,
            false if !self.view.identifies(y) => Claim::NotIdentified,
            false => Claim::Adjust,
        }
    }

    /// The O-set of t and a possible descendant y.
    pub fn optimal(&mut self, y: usize) -> Vec<usize> {
        let (links, view) = (self.view.links, &self.view);
        self.chosen.clear();
        self.chosen.insert(view.t);
        let causal = self
            .chosen
            .spread([y].into_iter(), |v| links.behind(v).filter(|&w| view.may_affect(w)));
        self.forbidden.clear();
        self.forbidden.insert(view.t);
        let forbidden = &mut self.forbidden;
        forbidden.spread(causal.iter().copied(), |v| links.ahead(v));
        // What has been taken need not be taken again.
        let parents = causal.iter().flat_map(|&v| &links.parents[v]).copied();
        parents.filter(|&p| forbidden.insert(p)).collect()
    }
}
