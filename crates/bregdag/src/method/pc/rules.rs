//! What follows from the directions so far, by Meek's four rules (graph/orient.rs has them in pictures).
//!
//! The rules there direct the edges of a class that has a member. Here tests may contradict each
//! other and there may be none, so the order matters: rule after rule over the whole graph, until
//! nothing changes, and no arrow that would close a cycle. Edges that were directed before come last.
//! Any order would do; this one is that of the public program that our fixtures come from.

use super::marks::Marks;

/// Directs what follows. The fourth rule is for graphs with directions that were known beforehand:
/// without them the other three find everything.
pub fn complete(graph: &mut Marks, known: bool) {
    let paths = Paths::of(graph);
    // Nothing follows from nothing.
    let mut any = paths.pairs.iter().any(|&(i, j)| graph.is_directed(i, j));
    while std::mem::take(&mut any) {
        // 1: i → j — k, i and k not joined.
        paths.each(|i, j, k| any |= graph.is_directed(i, j) && first(graph, (i, j, k)));
        // 2: i → j → k.
        paths.each(|i, j, k| any |= graph.is_directed(i, j) && second(graph, (i, j, k)));
        // 3: i — j → k, and i — l → k.
        paths.each(|i, j, k| any |= third(graph, (i, j, k)) && follow(graph, i, k));
        // 4: i joined to j → k, and i — l → j.
        if known {
            paths.each(|i, j, k| any |= fourth(graph, (i, j, k)) && follow(graph, i, k));
        }
    }
}

/// The paths i, j, k of three different nodes.
struct Paths {
    /// (i, j), in their order at the beginning.
    pairs: Vec<(usize, usize)>,
    /// The k after each j.
    after: Vec<Vec<usize>>,
}

impl Paths {
    fn of(graph: &Marks) -> Paths {
        let pairs = graph.pairs();
        let mut after = vec![vec![]; graph.nodes()];
        pairs.iter().for_each(|&(j, k)| after[j].push(k));
        Paths { pairs, after }
    }

    fn each(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for &(i, j) in &self.pairs {
            self.after[j].iter().filter(|&&k| k != i).for_each(|&k| visit(i, j, k));
        }
    }
}

fn first(graph: &mut Marks, (i, j, k): (usize, usize, usize)) -> bool {
    graph.is_open(j, k) && !graph.is_joined(i, k) && follow(graph, j, k)
}

fn second(graph: &mut Marks, (i, j, k): (usize, usize, usize)) -> bool {
    graph.is_open(i, k) && graph.is_directed(j, k) && follow(graph, i, k)
}

/// Makes i → j of i — j, unless that closes a cycle; whether it did.
fn follow(graph: &mut Marks, i: usize, j: usize) -> bool {
    let follows = graph.is_open(i, j) && !graph.leads(j, i);
    if follows {
        graph.direct(i, j);
    }
    follows
}

fn third(graph: &Marks, (i, j, k): (usize, usize, usize)) -> bool {
    let side = |l: usize| graph.is_open(i, l) && graph.is_directed(l, k);
    let other = |&l: &usize| l > j && side(l) && !graph.is_joined(j, l);
    side(j) && graph.is_open(i, k) && graph.joined(i).iter().any(other)
}

fn fourth(graph: &Marks, (i, j, k): (usize, usize, usize)) -> bool {
    let before = |&l: &usize| graph.is_directed(l, j) && l != k && !graph.is_joined(l, k);
    let open = |l: &&usize| graph.is_open(i, **l);
    graph.is_directed(j, k)
        && graph.is_open(i, k)
        && graph.joined(i).iter().filter(open).any(before)
}
