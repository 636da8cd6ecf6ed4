//! Is f(y | do(t)) = Σ_z f(y | t, z) f(z) right in this graph? For one t and one Z, all y at once.
//!
//! Reader's guide. Z is a valid adjustment set for the effect of t on y in a DAG or CPDAG if and only
//! if (Perković, Textor, Kalisch and Maathuis 2018, JMLR 18(220))
//!
//! 1. no possibly directed path from t to y starts with an undirected edge: the graph is *amenable*;
//! 2. Z avoids the *forbidden* nodes: possible descendants of nodes ≠ t on such paths;
//! 3. Z blocks every path of definite status from t to y that is not directed from t to y.
//!
//! A possibly directed path has only steps → and —. In a CPDAG there is no cycle of such steps with an
//! arrow in it, so each condition can be asked of walks instead of paths, and a search over nodes (1, 2)
//! or over nodes with the mark by which they were entered (3) answers it for all y in one pass over
//! the edges. For (3) this is the Bayes ball with one more state, for "directed from t until
//! here"; that walks suffice, provided (1) and (2) hold, is in Henckel, Würtzen and Weichwald (2024,
//! arXiv:2402.08616). None of the walks comes back to t.

use super::links::{Links, Marks};
use super::view::View;

/// The true graph, seen from one t.
pub(super) struct Truth<'a> {
    pub view: View<'a>,
    adjusted: Marks,
    /// Possible descendants of t with a possible descendant in Z.
    spoilt: Marks,
    invalid: Marks,
    /// Numbers node · 4 + mark.
    walked: Marks,
    ahead: Vec<(usize, Mark)>,
}

/// How a walk came to a node.
#[derive(Clone, Copy)]
enum Mark {
    /// t → … → v.
    Causal,
    /// … → v otherwise.
    Head,
    /// … — v.
    Line,
    /// … ← v.
    Tail,
}

impl<'a> Truth<'a> {
    pub fn new(links: &'a Links) -> Truth<'a> {
        let marks = || Marks::new(links.nodes());
        Truth {
            view: View::new(links),
            adjusted: marks(),
            spoilt: marks(),
            invalid: marks(),
            walked: Marks::new(4 * links.nodes()),
            ahead: vec![],
        }
    }

    /// Prepares [`Truth::is_valid`] for adjustment by Z, in which t is not; for one y only, if given.
    pub fn adjust(&mut self, z: &[usize], only: Option<usize>) {
        self.adjusted.clear();
        z.iter().for_each(|&v| _ = self.adjusted.insert(v));
        self.invalid.clear();
        self.invalid.insert(self.view.t);
        self.forbid(z);
        self.walk(only);
    }

    /// Whether adjustment by Z gives the effect of t on y ∉ Z.
    pub fn is_valid(&self, y: usize) -> bool {
        self.view.identifies(y) && !self.invalid.contains(y)
    }

    /// Z meets the forbidden nodes of y just if y comes behind a possible descendant of t that some
    /// z comes behind.
    fn forbid(&mut self, z: &[usize]) {
        let (links, view) = (self.view.links, &self.view);
        self.spoilt.clear();
        self.spoilt.insert(view.t);
        let inside = |v: &usize| view.may_affect(*v);
        let spoilt = self
            .spoilt
            .spread(z.iter().copied().filter(inside), |v| links.behind(v).filter(inside));
        self.invalid.spread(spoilt.into_iter(), |v| links.ahead(v));
    }

    /// Marks what walks reach that are open given Z and not directed from t.
    fn walk(&mut self, only: Option<usize>) {
        let (links, t) = (self.view.links, self.view.t);
        self.walked.clear();
        self.ahead.clear();
        self.go(&links.children[t], Mark::Causal);
        self.go(&links.neighbours[t], Mark::Line);
        self.go(&links.parents[t], Mark::Tail);
        while let Some((v, mark)) = self.ahead.pop() {
            if only.is_some_and(|y| self.invalid.contains(y)) {
                return;
            }
            // A collider is open if it is in Z; that it has a descendant there is the same walk, down
            // and up again. All else is open if it is not. After → v or before v ← an
            // undirected edge leaves open what v is: no definite status.
            match (mark, self.adjusted.contains(v)) {
                (Mark::Causal | Mark::Head, true) => self.go(&links.parents[v], Mark::Tail),
                (Mark::Line | Mark::Tail, true) => {}
                (Mark::Causal, false) => self.go(&links.children[v], Mark::Causal),
                (Mark::Head, false) => self.go(&links.children[v], Mark::Head),
                (Mark::Line, false) => {
                    self.go(&links.children[v], Mark::Head);
                    self.go(&links.neighbours[v], Mark::Line);
                }
                (Mark::Tail, false) => {
                    self.go(&links.children[v], Mark::Head);
                    self.go(&links.neighbours[v], Mark::Line);
                    self.go(&links.parents[v], Mark::Tail);
                }
            }
        }
    }

    fn go(&mut self, to: &[usize], mark: Mark) {
        for &w in to {
            if w != self.view.t && self.walked.insert(4 * w + mark as usize) {
                self.ahead.push((w, mark));
                if !matches!(mark, Mark::Causal) {
                    self.invalid.insert(w);
                }
            }
        }
    }
}
