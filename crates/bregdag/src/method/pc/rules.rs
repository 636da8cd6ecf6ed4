//! What follows from the directions so far, by Meek's four rules (graph/orient.rs has them in pictures).
//!
//! The rules there direct the edges of a class that has a member. Here tests may contradict each other and
//! there may be none, so the order matters: rule after rule over the whole graph, until nothing changes, and no arrow
//! that would close a cycle. Edges that were directed before come last. Any order would do; this one is that
//! of the public program that our fixtures come from.

use super::marks::Marks;

/// Directs what follows. The fourth rule is for graphs with directions that were known beforehand: without them the other
/// three find everything.
pub fn complete(graph: &mut Marks, known: bool) {
    let paths = Paths::of(graph);
    loop {
        let mut any = false;
        for &(i, j, k) in &paths.unshielded {
            // 1: i → j — k.
            any |= graph.is_directed(i, j) && follow(graph, j, k);
        }
        for &(i, j, k) in &paths.triangles {
            // 2: i → j → k.
            any |= graph.is_directed(i, j) && graph.is_directed(j, k) && follow(graph, i, k);
        }
        for &(i, j, k) in &paths.triangles {
            // 3: i — j → k, and i — l → k.
            any |= third(graph, (i, j, k)) && follow(graph, i, k);
        }
        if known {
            for &(i, j, k) in &paths.triangles {
                // 4: i joined to j → k, and i — l → j.
                any |= fourth(graph, (i, j, k)) && follow(graph, i, k);
            }
        }
        if !any {
            return;
        }
    }
}

/// The paths i, j, k of three different nodes.
struct Paths {
    /// Whose ends are not joined.
    unshielded: Vec<(usize, usize, usize)>,
    /// Whose ends are.
    triangles: Vec<(usize, usize, usize)>,
}

impl Paths {
    fn of(graph: &Marks) -> Paths {
        let pairs = graph.pairs();
        let mut after = vec![vec![]; graph.nodes()];
        pairs.iter().for_each(|&(j, k)| after[j].push(k));
        let on = |&(i, j): &(usize, usize)| after[j].iter().map(move |&k| (i, j, k));
        let paths = pairs.iter().flat_map(on).filter(|&(i, _, k)| i != k);
        let (triangles, unshielded) = paths.partition(|&(i, _, k)| graph.is_joined(i, k));
        Paths { unshielded, triangles }
    }
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
    graph.is_open(i, k) && side(j) && graph.joined(i).iter().any(other)
}

fn fourth(graph: &Marks, (i, j, k): (usize, usize, usize)) -> bool {
    let before = |&l: &usize| graph.is_directed(l, j) && l != k && !graph.is_joined(l, k);
    let open = |l: &&usize| graph.is_open(i, **l);
    graph.is_open(i, k)
        && graph.is_directed(j, k)
        && graph.joined(i).iter().filter(open).any(before)
}
