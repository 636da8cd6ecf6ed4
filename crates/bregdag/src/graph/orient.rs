//! What prior knowledge adds to an equivalence class.
//!
//! Of the DAGs of a class only those count that agree with what is known. An edge i — j of the CPDAG has
//! one direction in all of these if i → j is required, if j → i is forbidden, or if it follows by one of
//! four rules (Meek 1995, arXiv:1302.4972), which together find all that follows:
//!
//! ```text
//! 1   c → a — b,  c and b not joined                                     ⇒ a → b
//! 2   a → c → b,  a — b                                                  ⇒ a → b
//! 3   a — c → b,  a — d → b,  a — b,  c and d not joined                 ⇒ a → b
//! 4   a — d → c → b,  a joined to c,  a — b,  d and b not joined         ⇒ a → b
//! ```
//!
//! Since the DAG itself counts, every edge that gets a direction gets that of the DAG: each is asked in
//! this direction only. Forbidden edges between nodes that are not joined say nothing within a class.

use super::{Dag, Pdag};

impl Pdag {
    /// Directs the edges of a CPDAG whose direction is known, or follows: `settles(i, j)` says whether
    /// i → j is known for two that are joined, and `dag` is a member that agrees with that.
    pub(super) fn orient(&mut self, dag: &Dag, settles: impl Fn(usize, usize) -> bool) {
        let known = |&(i, j): &(usize, usize)| settles(i, j);
        let mut waiting: Vec<(usize, usize)> =
            self.open_edges(dag).into_iter().filter(known).collect();
        while let Some((i, j)) = waiting.pop() {
            if !self.direct(i, j) {
                continue;
            }
            // Rules 1 to 3, and the second half of 4, speak of edges that meet i → j; the first half of
            // 4 of edges between a child of j and a neighbour of i.
            let children = self.neighbours[i].iter().flat_map(|&a| {
                let joined = dag_children(dag, self, a);
                joined.filter(|&b| self.is_directed(j, b)).map(move |b| (a, b)).collect::<Vec<_>>()
            });
            let mut touched: Vec<(usize, usize)> = children.collect();
            for end in [i, j] {
                touched.extend(self.neighbours[end].iter().map(|&other| as_in(dag, end, other)));
            }
            waiting.extend(touched.into_iter().filter(|&(a, b)| self.follows(a, b)));
        }
    }

    /// The open edges, as in the DAG.
    fn open_edges(&self, dag: &Dag) -> Vec<(usize, usize)> {
        self.undirected().into_iter().map(|(i, j)| as_in(dag, i, j)).collect()
    }

    /// Makes i → j of i — j; whether there was any.
    pub(crate) fn direct(&mut self, i: usize, j: usize) -> bool {
        let Ok(at) = self.neighbours[j].binary_search(&i) else { return false };
        self.neighbours[j].remove(at);
        self.neighbours[i].retain(|&other| other != j);
        let place = self.parents[j].partition_point(|&other| other < i);
        self.parents[j].insert(place, i);
        true
    }

    /// Whether a → b follows for a — b.
    fn follows(&self, a: usize, b: usize) -> bool {
        let near = |c: &usize| self.neighbours[a].binary_search(c).is_ok();
        // The c of rule 3.
        let sources: Vec<usize> = self.parents[b].iter().copied().filter(near).collect();
        let apart = |c: usize, d: usize| c != d && !self.is_adjacent(c, d);
        self.parents[a].iter().any(|&c| apart(c, b))
            || self.parents[b].iter().any(|&c| self.is_directed(a, c))
            || sources.iter().any(|&c| sources.iter().any(|&d| apart(c, d)))
            || self.parents[b].iter().any(|&c| {
                let before = || self.parents[c].iter().filter(|d| near(d));
                self.is_adjacent(a, c) && before().any(|&d| apart(d, b))
            })
    }
}

/// The nodes b with a — b in the graph and a → b in the DAG.
fn dag_children<'a>(dag: &'a Dag, graph: &'a Pdag, a: usize) -> impl Iterator<Item = usize> + 'a {
    graph.neighbours(a).iter().copied().filter(move |&b| dag.has_edge(a, b))
}

/// A joined pair in the direction of the DAG.
fn as_in(dag: &Dag, i: usize, j: usize) -> (usize, usize) {
    if dag.has_edge(i, j) { (i, j) } else { (j, i) }
}
