//! Insert(x, y, C): with NA(y, x) ⊆ C ⊆ neighbours of y, the edge x → y comes in and C \ NA(y, x) become
//! parents of y.
//!
//! ```text
//! change   s(y, P ∪ {x}) − s(y, P),   P = Pa(y) ∪ C
//! valid    x and y are not joined, C is a clique, every way from y to x along → and — meets C
//! ```
//!
//! (Chickering 2002, theorem 15.) One regression of y on P gives the change for every x: with r and d the
//! covariances with y and the variances that P leaves, v falls to v − r_x²/d_x.

use std::collections::HashSet;

use super::cliques::{self, Beyond};
use super::graph::{Graph, Pair, Way};
use super::operator::{Candidates, Move, Tools};
use crate::data::Knowledge;
use crate::error::Result;
use crate::graph::Dag;
use crate::score::{DEPENDENT, PERFECT};
use crate::watch::Stop;

/// The insertions at y that lower the score.
pub fn candidates(
    graph: &Graph,
    y: usize,
    tools: &mut Tools<'_>,
) -> std::result::Result<Candidates, Stop> {
    let target = Target { graph, y, sources: Sources::at(graph, y, tools.known) };
    let mut found = Candidates::none();
    let pool = graph.neighbours(y);
    let all = cliques::visit(graph, &[], pool, |set| {
        tools.watch.go_on()?;
        Ok(target.with_set(set, tools, &mut found))
    })?;
    if all {
        return Ok(found);
    }
    // Too many: at least those next to what each x asks for.
    found.cut = true;
    let mut seen: HashSet<Vec<usize>> = found.sets.iter().cloned().collect();
    for root in target.sources.roots(graph) {
        cliques::visit(graph, &root, pool, |set| {
            if !seen.insert(set.to_vec()) {
                return Ok(Beyond::Wanted);
            }
            tools.watch.go_on()?;
            Ok(target.with_set(set, tools, &mut found))
        })?;
    }
    Ok(found)
}

/// y, and what may be joined to it.
struct Target<'a> {
    graph: &'a Graph,
    y: usize,
    sources: Sources,
}

/// The nodes that are not joined to y and may be.
struct Sources {
    /// Those with NA(y, x), where there are any.
    near: Vec<(usize, Vec<usize>)>,
    /// The others.
    far: Vec<usize>,
}

impl Sources {
    fn at(graph: &Graph, y: usize, known: &Knowledge) -> Sources {
        let may = |&x: &usize| x != y && !graph.is_adjacent(x, y) && known.allows(x, y);
        let joined = |&z: &usize| graph.adjacent[z].iter().map(move |&x| (x, z));
        let mut pairs: Vec<(usize, usize)> =
            graph.neighbours(y).iter().flat_map(joined).filter(|(x, _)| may(x)).collect();
        pairs.sort_unstable();
        let of_one = pairs.chunk_by(|a, b| a.0 == b.0);
        let near: Vec<(usize, Vec<usize>)> =
            of_one.map(|pairs| (pairs[0].0, pairs.iter().map(|pair| pair.1).collect())).collect();
        let is_far = |x: &usize| near.binary_search_by_key(x, |near| near.0).is_err();
        let far = (0..graph.nodes()).filter(may).filter(is_far).collect();
        Sources { near, far }
    }

    /// Those x with NA(y, x) ⊆ C.
    fn with<'a>(&'a self, set: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let inside = |shared: &[usize]| shared.iter().all(|z| set.binary_search(z).is_ok());
        let near = self.near.iter().filter(move |(_, shared)| inside(shared)).map(|near| near.0);
        self.far.iter().copied().chain(near)
    }

    /// The sets NA(y, x) that are cliques.
    fn roots(&self, graph: &Graph) -> Vec<Vec<usize>> {
        let cliques = self.near.iter().map(|(_, shared)| shared.clone());
        let mut roots: Vec<Vec<usize>> = cliques.filter(|set| graph.is_clique(set)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}

impl Target<'_> {
    /// All x for one set C; whether larger sets may be worth anything.
    fn with_set(&self, set: &[usize], tools: &mut Tools<'_>, found: &mut Candidates) -> Beyond {
        let y = self.y;
        let parents = self.graph.parents_with(y, set);
        let Tools { problem, score, known, regression, .. } = tools;
        if parents.len() >= tools.local.most_parents(y) {
            return Beyond::Hopeless;
        }
        regression.build(y, &parents);
        let (v, wanted) = (regression.variance, score.worthwhile(regression.variance));
        // Some of P depend on others; or even all other variables together would not pay for one more parent,
        // and with a larger P they do so still less.
        if regression.parents.len() < parents.len() || v - problem.least[y] <= wanted {
            return Beyond::Hopeless;
        }
        found.sets.push(set.to_vec());
        let perfect = PERFECT * problem.variances[y];
        for x in self.sources.with(set) {
            let (r, d) = (regression.residual[x], regression.left[x]);
            let pays = r * r > wanted * d && d > DEPENDENT * problem.variances[x];
            if pays && (Pair { graph: self.graph, x, y }).may_agree(set, known) {
                let left = (v - r * r / d).max(perfect);
                found.push(score.local(left, 1) - score.local(v, 0), x);
            }
        }
        Beyond::Wanted
    }
}

/// A way from y to x along → and — that does not meet C.
pub fn obstacle(graph: &Graph, insert: &Move) -> Option<Way> {
    graph.way(insert.y, insert.x, |node| insert.set.binary_search(&node).is_ok())
}

/// A DAG of the class with the edge.
pub fn result(graph: &Graph, insert: &Move) -> Result<Dag> {
    let Move { x, y, set, .. } = insert;
    let mut pdag = graph.pdag.clone();
    pdag.join(*x, *y);
    for &t in set.iter().filter(|&&t| !graph.is_adjacent(t, *x)) {
        pdag.direct(t, *y);
    }
    pdag.extension()
}
