//! The DAG at one λ: block coordinate descent over pairs. The objective is a sum over nodes, so what a pair
//! changes by entering, going or turning are the parts of a few nodes.
//!
//! In a round, pairs that are not joined come in by what the better direction gains, the largest first; then
//! every edge is tried without and the other way round, the nodes concerned at rest. It ends when nothing gains:
//! each coefficient and each ρ is at its own minimum, and no zero can leave zero without a cycle.

use super::node::Node;
use super::penalty::Mcp;
use super::problem::Problem;
use crate::linalg::Matrix;
use crate::watch::{Stop, Watch};

/// To turn i → j is to take j before i. A turn may pass so many parents of j, i among them; see
/// docs/decisions.md, "CCDr".
const MOST_PASSED: usize = 2;

/// The nodes with their parents: a DAG at every moment.
#[derive(Debug, Clone)]
pub struct Graph {
    pub nodes: Vec<Node>,
    children: Vec<Vec<usize>>,
}

impl Graph {
    /// The edges that must be there.
    pub fn first(problem: &Problem<'_>, penalty: Mcp) -> Graph {
        let n = problem.variables();
        let nodes = (0..n).map(|j| Node::first(problem, j, penalty)).collect();
        let children = (0..n).map(|i| problem.known.required_children(i).to_vec()).collect();
        Graph { nodes, children }
    }

    pub fn edges(&self) -> usize {
        self.nodes.iter().map(|node| node.parents.len()).sum()
    }

    pub fn objective(&self) -> f64 {
        self.nodes.iter().map(|node| node.value).sum()
    }

    fn has(&self, i: usize, j: usize) -> bool {
        self.nodes[j].parents.contains(&i)
    }

    /// Another node in the place of j.
    fn replace(&mut self, j: usize, node: Node) {
        let old = std::mem::replace(&mut self.nodes[j], node);
        let new = &self.nodes[j].parents;
        for &i in old.parents.iter().filter(|i| !new.contains(i)) {
            self.children[i].retain(|&child| child != j);
        }
        for &i in new.iter().filter(|i| !old.parents.contains(i)) {
            self.children[i].push(j);
        }
    }

    /// Whether each node is this one or comes after it.
    fn below(&self, i: usize) -> Vec<bool> {
        let mut below = vec![false; self.nodes.len()];
        let mut open = vec![i];
        below[i] = true;
        while let Some(k) = open.pop() {
            for &child in &self.children[k] {
                if !std::mem::replace(&mut below[child], true) {
                    open.push(child);
                }
            }
        }
        below
    }

    /// Whether a path leads from one node to another.
    fn leads(&self, from: usize, to: usize) -> bool {
        !self.children[from].is_empty()
            && !self.nodes[to].parents.is_empty()
            && self.below(from)[to]
    }
}

/// A descent at one λ.
pub struct Descent<'a> {
    problem: &'a Problem<'a>,
    penalty: Mcp,
    pub graph: Graph,
    /// `slopes[(i, j)]` = ⟨x_i, residual of j⟩.
    slopes: Matrix,
    /// The nodes that changed since their edges were tried.
    changed: Vec<bool>,
    watch: &'a dyn Watch,
    pub rounds: usize,
}

/// How a descent ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Nothing moves.
    AtRest,
    /// There are too many edges.
    TooMany,
    /// There were too many rounds.
    Rounds,
}

impl<'a> Descent<'a> {
    /// From a graph, its coefficients at rest at this λ.
    pub fn new(
        problem: &'a Problem<'a>,
        mut graph: Graph,
        penalty: Mcp,
        watch: &'a dyn Watch,
    ) -> Descent<'a> {
        let n = problem.variables();
        let mut slopes = Matrix::zeros(n, n);
        for j in 0..n {
            let mut node = graph.nodes[j].clone();
            node.solve(problem, j, penalty);
            node.slopes(problem, j, slopes.col_mut(j));
            graph.replace(j, node);
        }
        let changed = vec![true; n];
        Descent { problem, penalty, graph, slopes, changed, watch, rounds: 0 }
    }

    /// Rounds until nothing moves.
    pub fn run(&mut self) -> Result<End, Stop> {
        for _ in 0..self.problem.options.max_iterations {
            self.watch.go_on()?;
            self.rounds += 1;
            let entered = self.enter();
            if self.graph.edges() > self.problem.most_edges() {
                return Ok(End::TooMany);
            }
            self.watch.go_on()?;
            let turned = self.turn()?;
            if !entered && !turned {
                let settled = self.graph.nodes.iter().all(|node| node.settled);
                return Ok(if settled { End::AtRest } else { End::Rounds });
            }
        }
        Ok(End::Rounds)
    }

    /// What i → j gains alone; `None` if it must not or does not enter.
    fn gain(&self, i: usize, j: usize) -> Option<f64> {
        let z = self.slopes[(i, j)];
        let enters = z.abs() > self.penalty.lambda + self.problem.still();
        let may = || {
            let (graph, known) = (&self.graph, self.problem.known);
            let room = self.problem.has_room(j, graph.nodes[j].parents.len() + 1);
            room && i != j && known.allows(i, j) && !graph.has(i, j) && !graph.has(j, i)
        };
        (enters && may()).then(|| self.penalty.gain(z))
    }

    /// What a pair gains by its better direction; where both gain the same, the first is the parent.
    fn pair(&self, i: usize, j: usize) -> [Option<(f64, usize, usize)>; 2] {
        let one = |i, j| self.gain(i, j).map(|gain| (gain, i, j));
        let (there, back) = (one(i, j), one(j, i));
        match (there, back) {
            (Some(a), Some(b)) if b.0 > a.0 + self.problem.level() => [back, there],
            (None, Some(_)) => [back, None],
            _ => [there, back],
        }
    }

    /// Pairs come in; whether any did.
    fn enter(&mut self) -> bool {
        let n = self.problem.variables();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let gains = pairs.filter_map(|(i, j)| self.pair(i, j)[0].map(|(gain, _, _)| (gain, i, j)));
        let mut list: Vec<(f64, usize, usize)> = gains.collect();
        list.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut entered = false;
        for (_, i, j) in list {
            let mut directions = self.pair(i, j).into_iter().flatten();
            let open = directions.find(|&(_, i, j)| !self.graph.leads(j, i));
            if let Some((_, _, j)) = open.filter(|&(_, i, j)| self.enters(i, j)) {
                self.changed[j] = true;
                entered = true;
            }
            if self.graph.edges() > self.problem.most_edges() {
                break;
            }
        }
        entered
    }

    /// Takes i → j in, if that is lower: of a gain rounding may leave nothing.
    fn enters(&mut self, i: usize, j: usize) -> bool {
        let with = self.graph.nodes[j].with(i, self.problem, j, self.penalty);
        let lower = with.value < self.graph.nodes[j].value;
        if lower {
            self.put(j, with);
        }
        lower
    }

    fn put(&mut self, j: usize, node: Node) {
        node.slopes(self.problem, j, self.slopes.col_mut(j));
        self.graph.replace(j, node);
    }

    /// Edges go or turn where that lowers the objective; whether any did. Where neither end changed since an
    /// edge was tried, it is not tried again.
    fn turn(&mut self) -> Result<bool, Stop> {
        let n = self.problem.variables();
        let fresh = std::mem::replace(&mut self.changed, vec![false; n]);
        let mut turned = false;
        for j in 0..n {
            self.watch.go_on()?;
            for i in self.graph.nodes[j].parents.clone() {
                let free = self.graph.has(i, j) && !self.problem.known.requires(i, j);
                if free && (fresh[i] || fresh[j]) {
                    turned |= self.goes(i, j) || self.turns(i, j);
                }
            }
        }
        Ok(turned)
    }

    /// Takes i → j away if that is lower.
    fn goes(&mut self, i: usize, j: usize) -> bool {
        let without = self.graph.nodes[j].without(&[i], self.problem, j, self.penalty);
        let lower = without.value < self.graph.nodes[j].value - self.problem.level();
        if lower {
            self.put(j, without);
            self.changed[j] = true;
        }
        lower
    }

    /// Takes j before its parent i: those of its parents that are i or come after it become its children where that
    /// gains. Then all of them take further parents. It stays if it is lower.
    fn turns(&mut self, i: usize, j: usize) -> bool {
        let (problem, penalty) = (self.problem, self.penalty);
        let Some(passed) = self.passed(i, j) else { return false };
        let nodes = &self.graph.nodes;
        let old: Vec<(usize, Node)> =
            passed.iter().chain([&j]).map(|&k| (k, nodes[k].clone())).collect();
        self.put(j, nodes[j].without(&passed, problem, j, penalty));
        for &k in &passed {
            let node = &self.graph.nodes[k];
            let room = problem.has_room(k, node.parents.len() + 1);
            if room && problem.known.allows(j, k) {
                self.put(k, node.with(j, problem, k, penalty));
            }
        }
        old.iter().for_each(|(k, _)| self.grow(*k));
        let before: f64 = old.iter().map(|(_, node)| node.value).sum();
        let after: f64 = old.iter().map(|&(k, _)| self.graph.nodes[k].value).sum();
        let lower = after < before - problem.level();
        for (k, node) in old {
            if lower {
                self.changed[k] = true;
            } else {
                self.put(k, node);
            }
        }
        lower
    }

    /// The parents of j that are i or come after it, if j may pass them.
    fn passed(&self, i: usize, j: usize) -> Option<Vec<usize>> {
        let known = self.problem.known;
        if !known.allows(j, i) {
            return None;
        }
        let below = self.graph.below(i);
        let parents = self.graph.nodes[j].parents.iter().copied();
        let passed: Vec<usize> = parents.filter(|&k| below[k]).collect();
        let may = passed.len() <= MOST_PASSED && !passed.iter().any(|&k| known.requires(k, j));
        may.then_some(passed)
    }

    /// Parents of j come in, the one that gains most first, as long as there is one.
    fn grow(&mut self, j: usize) {
        loop {
            let gains = (0..self.problem.variables()).filter_map(|i| Some((self.gain(i, j)?, i)));
            let mut list: Vec<(f64, usize)> = gains.collect();
            if list.is_empty() {
                return;
            }
            list.sort_by(|a, b| b.0.total_cmp(&a.0));
            let below = self.graph.below(j);
            let open = list.iter().find(|(_, i)| !below[*i]);
            if !open.is_some_and(|&(_, i)| self.enters(i, j)) {
                return;
            }
        }
    }
}
