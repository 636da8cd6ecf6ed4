//! i → j if every DAG of the Markov equivalence class has that edge, i — j if they differ: the CPDAG.
//!
//! Reader's guide. Observations alone tell DAGs apart only if their skeletons or their colliders
//! i → k ← j (i and j not joined) differ. The DAGs that agree in both form a class, and one partly
//! directed graph stands for all of them: an edge that has the same direction in all is *compelled*, any
//! other *reversible*. [`Class::of`] finds it from any member (Chickering 1995, arXiv:1302.4938; 2002,
//! doi:10.1162/153244302760200696). It visits the nodes in causal order. Let x be the last parent of
//! y in that order, so that no edge among y's parents leaves x.
//!
//! * If some w → x is compelled and w is no parent of y, turning x → y would make or break a collider.
//! * If some other parent of y is no parent of x, the two are a collider at y.
//!
//! In either case all edges into y are compelled. Otherwise the other parents of y are parents of x,
//! and among them are all compelled ones of x; just those are compelled at y too: the others can turn
//! together with their edge into x. So every y looks once at its own parents and once at those of x:
//! edges times the logarithm of the number of parents.
//!
//! [`Class::extension`] goes the other way, from the class to a member; see `extension.rs`. Formulas are
//! in docs/mathematics.md, "Equivalence classes and distances".

use super::Dag;
use crate::error::{Error, Result};
use crate::linalg::Matrix;

/// A graph of directed and undirected edges that stands for a set of DAGs, stored as lists.
///
/// [`Class::of`] makes CPDAGs only, [`Class::with_knowledge`] directs more of their edges. [`Class::new`] and [`Class::from_adjacency`] take what they are
/// given; [`Class::completed`] makes a CPDAG of it if that is possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// `parents[j]` holds the i with i → j, increasing.
    pub(super) parents: Vec<Vec<usize>>,
    /// `neighbours[j]` holds the i with i — j, increasing.
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Class {
    /// The equivalence class of a DAG.
    ///
    /// ```
    /// use bregdag::graph::{Class, Dag};
    ///
    /// // 0 → 1 ← 2 is a collider; 3 → 0 could as well be 0 → 3.
    /// let dag = Dag::new(vec![vec![(3, 1.0)], vec![(0, 1.0), (2, 1.0)], vec![], vec![]])?;
    /// let class = Class::of(&dag);
    /// assert_eq!(class.compelled(), [(0, 1), (2, 1)]);
    /// assert_eq!(class.reversible(), [(0, 3)]);
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn of(dag: &Dag) -> Class {
        let n = dag.nodes();
        let mut rank = vec![0; n];
        dag.order().iter().enumerate().for_each(|(position, &node)| rank[node] = position);
        let mut class = Class { parents: vec![vec![]; n], neighbours: vec![vec![]; n] };
        for &y in dag.order() {
            let parents = || dag.parents(y).iter().map(|&(i, _)| i);
            let Some(x) = parents().max_by_key(|&i| rank[i]) else { continue };
            let from_above = class.parents[x].iter().any(|&w| !dag.has_edge(w, y));
            let collider = || parents().any(|z| z != x && !dag.has_edge(z, x));
            if from_above || collider() {
                class.parents[y] = parents().collect();
                continue;
            }
            class.parents[y] = class.parents[x].clone();
            for z in parents().filter(|z| class.parents[x].binary_search(z).is_err()) {
                class.neighbours[y].push(z);
                class.neighbours[z].push(y);
            }
        }
        class.neighbours.iter_mut().for_each(|list| list.sort_unstable());
        class
    }

    /// The graph with the edges i → j of `directed` and i — j of `undirected`. Different edges between
    /// the same pair are an error.
    pub fn new(
        nodes: usize,
        directed: &[(usize, usize)],
        undirected: &[(usize, usize)],
    ) -> Result<Class> {
        let mut class = Class { parents: vec![vec![]; nodes], neighbours: vec![vec![]; nodes] };
        for &(i, j) in directed.iter().chain(undirected) {
            if i.max(j) >= nodes {
                let (expected, found) = (i.max(j) + 1, nodes);
                return Err(Error::Shape { what: "nodes".into(), expected, found });
            }
            if i == j {
                return Err(Error::SelfLoop { name: name(i) });
            }
        }
        directed.iter().for_each(|&(i, j)| class.parents[j].push(i));
        for &(i, j) in undirected {
            class.neighbours[i].push(j);
            class.neighbours[j].push(i);
        }
        for list in class.parents.iter_mut().chain(&mut class.neighbours) {
            list.sort_unstable();
            list.dedup();
        }
        for (j, joined) in class.adjacency().iter().enumerate() {
            if let Some(pair) = joined.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Error::BothDirections { a: name(pair[0]), b: name(j) });
            }
        }
        Ok(class)
    }

    /// The graph of a square matrix: i → j where only the entry (i, j) is nonzero, i — j where (j, i)
    /// is too.
    pub fn from_adjacency(adjacency: &Matrix) -> Result<Class> {
        let n = adjacency.rows();
        if adjacency.cols() != n {
            let (expected, found) = (n, adjacency.cols());
            return Err(Error::Shape { what: "columns".into(), expected, found });
        }
        let (mut directed, mut undirected) = (vec![], vec![]);
        for j in 0..n {
            for i in (0..n).filter(|&i| adjacency[(i, j)] != 0.0) {
                match adjacency[(j, i)] != 0.0 {
                    false => directed.push((i, j)),
                    true if i <= j => undirected.push((i, j)),
                    true => {}
                }
            }
        }
        Class::new(n, &directed, &undirected)
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// The i with i → j, increasing.
    pub fn parents(&self, j: usize) -> &[usize] {
        &self.parents[j]
    }

    /// The i with i — j, increasing.
    pub fn neighbours(&self, j: usize) -> &[usize] {
        &self.neighbours[j]
    }

    /// Whether i → j is compelled.
    pub fn is_directed(&self, i: usize, j: usize) -> bool {
        self.parents[j].binary_search(&i).is_ok()
    }

    /// Whether i and j are joined, in any way.
    pub fn is_adjacent(&self, i: usize, j: usize) -> bool {
        self.relation(i, j) != Relation::None
    }

    /// (i, j) of every compelled edge i → j, by i, then j.
    pub fn compelled(&self) -> Vec<(usize, usize)> {
        let into = |j: usize| self.parents[j].iter().map(move |&i| (i, j));
        let mut edges: Vec<_> = (0..self.nodes()).flat_map(into).collect();
        edges.sort_unstable();
        edges
    }

    /// (i, j) with i < j of every reversible edge i — j, by i, then j.
    pub fn reversible(&self) -> Vec<(usize, usize)> {
        let from = |i: usize| self.neighbours[i].iter().map(move |&j| (i, j));
        (0..self.nodes()).flat_map(from).filter(|&(i, j)| i < j).collect()
    }

    /// Structural Hamming distance: the pairs whose relation (none, →, ←, —) differs.
    pub fn shd(&self, other: &Class) -> Result<usize> {
        if self.nodes() != other.nodes() {
            let (expected, found) = (self.nodes(), other.nodes());
            return Err(Error::Shape { what: "nodes of the other class".into(), expected, found });
        }
        let differ = |&(i, j): &(usize, usize)| self.relation(i, j) != other.relation(i, j);
        let new = |&(i, j): &(usize, usize)| !self.is_adjacent(i, j);
        Ok(self.pairs().filter(differ).count() + other.pairs().filter(new).count())
    }

    /// The CPDAG of the DAGs that have this graph's skeleton, colliders and directions.
    pub fn completed(&self) -> Result<Class> {
        Ok(Class::of(&self.extension()?))
    }

    /// Every joined pair once, one of its nodes first.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let into = |j: usize| {
            let lower = self.neighbours[j].iter().filter(move |&&i| i < j);
            self.parents[j].iter().chain(lower).map(move |&i| (i, j))
        };
        (0..self.nodes()).flat_map(into)
    }

    /// The nodes joined to each node, increasing.
    pub(super) fn adjacency(&self) -> Vec<Vec<usize>> {
        let mut adjacency = self.neighbours.clone();
        for (j, list) in self.parents.iter().enumerate() {
            adjacency[j].extend(list);
            list.iter().for_each(|&i| adjacency[i].push(j));
        }
        adjacency.iter_mut().for_each(|list| list.sort_unstable());
        adjacency
    }

    fn relation(&self, i: usize, j: usize) -> Relation {
        if self.is_directed(i, j) {
            Relation::Forward
        } else if self.is_directed(j, i) {
            Relation::Backward
        } else if self.neighbours[j].binary_search(&i).is_ok() {
            Relation::Undirected
        } else {
            Relation::None
        }
    }
}

/// How a pair (i, j) is joined.
#[derive(PartialEq)]
enum Relation {
    None,
    Forward,
    Backward,
    Undirected,
}

/// A node in an error message, where names are not known.
fn name(i: usize) -> String {
    format!("x{}", i + 1)
}
