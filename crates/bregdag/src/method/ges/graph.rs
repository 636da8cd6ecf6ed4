//! The class at which the search is, with what the operators ask of it.

use crate::data::Knowledge;
use crate::graph::Pdag;

/// A CPDAG with its edges in every view.
#[derive(Debug, Clone)]
pub struct Graph {
    pub pdag: Pdag,
    /// `children[i]` holds the j with i → j, increasing.
    pub children: Vec<Vec<usize>>,
    /// `adjacent[i]` holds all that are joined to i, increasing.
    pub adjacent: Vec<Vec<usize>>,
}

/// Two nodes that an operator is about.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub graph: &'a Graph,
    pub x: usize,
    pub y: usize,
}

impl Pair<'_> {
    /// Whether a member that agrees with what is known may have x and C, and of the neighbours of y no others,
    /// as parents of y: what its neighbourhood tells of that.
    pub fn may_agree(&self, set: &[usize], known: &Knowledge) -> bool {
        let Pair { graph, x, y } = *self;
        let is_parent = |z: usize| z == x || set.binary_search(&z).is_ok();
        let allowed = |&z: &usize| match is_parent(z) {
            true => known.allows(z, y),
            false => known.allows(y, z),
        };
        known.is_none() || (known.allows(x, y) && graph.neighbours(y).iter().all(allowed))
    }
}

/// Nodes, each joined to the next by → or —.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way(Vec<usize>);

impl Way {
    pub fn nodes(&self) -> &[usize] {
        &self.0
    }
}

impl Graph {
    pub fn new(pdag: Pdag) -> Graph {
        let mut children = vec![vec![]; pdag.nodes()];
        for j in 0..pdag.nodes() {
            pdag.parents(j).iter().for_each(|&i| children[i].push(j));
        }
        Graph { children, adjacent: pdag.adjacency(), pdag }
    }

    pub fn nodes(&self) -> usize {
        self.pdag.nodes()
    }

    pub fn parents(&self, j: usize) -> &[usize] {
        self.pdag.parents(j)
    }

    pub fn neighbours(&self, j: usize) -> &[usize] {
        self.pdag.neighbours(j)
    }

    pub fn is_adjacent(&self, i: usize, j: usize) -> bool {
        self.adjacent[i].binary_search(&j).is_ok()
    }

    pub fn is_neighbour(&self, i: usize, j: usize) -> bool {
        self.pdag.neighbours(i).binary_search(&j).is_ok()
    }

    /// NA(y, x): the neighbours of y that are joined to x.
    pub fn shared(&self, y: usize, x: usize) -> Vec<usize> {
        self.neighbours(y).iter().copied().filter(|&z| z != x && self.is_adjacent(z, x)).collect()
    }

    pub fn is_clique(&self, set: &[usize]) -> bool {
        set.iter().enumerate().all(|(k, &a)| set[..k].iter().all(|&b| self.is_adjacent(a, b)))
    }

    /// The parents of y and these neighbours, increasing.
    pub fn parents_with(&self, y: usize, set: &[usize]) -> Vec<usize> {
        let mut parents = [self.parents(y), set].concat();
        parents.sort_unstable();
        parents
    }

    /// A way from y to x along → and —, other than the edge y → x, that meets no node for which `blocked` says
    /// so; `None` if there is none. Looked for backwards from x.
    pub fn way(&self, y: usize, x: usize, blocked: impl Fn(usize) -> bool) -> Option<Way> {
        const UNSEEN: usize = usize::MAX;
        let mut next = vec![UNSEEN; self.nodes()];
        next[x] = x;
        let mut waiting = vec![x];
        while let Some(node) = waiting.pop() {
            for &before in self.parents(node).iter().chain(self.neighbours(node)) {
                if before == y && node != x {
                    let onward = |&node: &usize| (node != x).then(|| next[node]);
                    let rest = std::iter::successors(Some(node), onward);
                    return Some(Way(std::iter::once(y).chain(rest).collect()));
                }
                if before != y && next[before] == UNSEEN && !blocked(before) {
                    next[before] = node;
                    waiting.push(before);
                }
            }
        }
        None
    }

    /// Whether each node of a way is still joined to the next, by → or —.
    pub fn has(&self, way: &Way) -> bool {
        let leads = |pair: &[usize]| {
            self.pdag.is_directed(pair[0], pair[1]) || self.is_neighbour(pair[0], pair[1])
        };
        way.0.windows(2).all(leads)
    }

    /// The nodes whose parents or neighbours differ from those in another graph.
    pub fn changed_from<'a>(&'a self, other: &'a Graph) -> impl Iterator<Item = usize> + 'a {
        (0..self.nodes()).filter(|&j| {
            self.parents(j) != other.parents(j) || self.neighbours(j) != other.neighbours(j)
        })
    }
}
