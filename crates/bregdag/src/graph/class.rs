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
//! [`Pdag::extension`] goes the other way, from the graph to a member; see `extension.rs`. Formulas are
//! in docs/mathematics.md, "Equivalence classes and distances".

use super::{Dag, Pdag};
use crate::error::Result;

/// A Markov equivalence class of DAGs, as its CPDAG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class(Pdag);

impl Class {
    /// The equivalence class of a DAG.
    ///
    /// ```
    /// use bregdag::graph::{Class, Dag};
    ///
    /// // 0 → 1 ← 2 is a collider; 3 → 0 could as well be 0 → 3.
    /// let dag = Dag::new(vec![vec![3], vec![0, 2], vec![], vec![]])?;
    /// let class = Class::of(&dag);
    /// assert_eq!(class.graph().directed(), [(0, 1), (2, 1)]);
    /// assert_eq!(class.graph().undirected(), [(0, 3)]);
    /// # Ok::<(), bregdag::Error>(())
    /// ```
    pub fn of(dag: &Dag) -> Class {
        let n = dag.nodes();
        let mut rank = vec![0; n];
        dag.order().iter().enumerate().for_each(|(position, &node)| rank[node] = position);
        let mut class = Pdag { parents: vec![vec![]; n], neighbours: vec![vec![]; n] };
        for &y in dag.order() {
            let parents = || dag.parents(y).iter().copied();
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
        Class(class)
    }

    /// The class of the DAGs that have the skeleton, colliders and directions of a partly directed
    /// graph; an error if there are none.
    pub fn completing(graph: &Pdag) -> Result<Class> {
        Ok(Class::of(&graph.extension()?))
    }

    /// i → j where all members have that edge, i — j where they differ.
    pub fn graph(&self) -> &Pdag {
        &self.0
    }

    /// Of the members those that agree with what is known, as `member` does: i → j where all of these
    /// have that edge. `settles(i, j)` says whether i → j is known for two that are joined.
    pub fn agreeing(&self, member: &Dag, settles: impl Fn(usize, usize) -> bool) -> Pdag {
        let mut graph = self.0.clone();
        graph.orient(member, settles);
        graph
    }
}
