//! The DAG at one λ: block coordinate descent over pairs. The objective is a sum over nodes, so a pair that
//! enters, goes or turns changes the parts of its two ends and no other.
//!
//! In a round, pairs that are not joined come in by what the better direction gains, the largest first; then
//! every edge is tried without and the other way round, both nodes at rest. It ends when no pair gains: each
//! coefficient and each ρ is at its own minimum, and no zero can leave zero without a cycle.

use super::node::Node;
use super::penalty::Mcp;
use super::problem::Problem;
use crate::linalg::Matrix;
use crate::watch::{Stop, Watch};

/// The nodes with their parents: a DAG at every moment.
#[derive(Debug, Clone)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

impl Graph {
    /// The edges that must be there.
    pub fn first(problem: &Problem<'_>, penalty: Mcp) -> Graph {
        let node = |j| Node::first(problem, j, penalty);
        Graph { nodes: (0..problem.variables()).map(node).collect() }
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

    /// Whether a path leads from one node to another, not by the edge between them itself if `beside`.
    fn leads(&self, from: usize, to: usize, beside: bool) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![to];
        while let Some(k) = open.pop() {
            for &i in &self.nodes[k].parents {
                if i == from && !(beside && k == to) {
                    return true;
                }
                if i != from && !std::mem::replace(&mut seen[i], true) {
                    open.push(i);
                }
            }
        }
        false
    }
}

/// A descent at one λ.
pub struct Descent<'a> {
    problem: &'a Problem<'a>,
    penalty: Mcp,
    pub graph: Graph,
    /// `slopes[(i, j)]` = ⟨x_i, residual of j⟩.
    slopes: Matrix,
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
        for (j, node) in graph.nodes.iter_mut().enumerate() {
            node.solve(problem, j, penalty);
            node.slopes(problem, j, slopes.col_mut(j));
        }
        Descent { problem, penalty, graph, slopes, watch, rounds: 0 }
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
        let allowed = || {
            let parents = &self.graph.nodes[j].parents;
            self.problem.known.allows(i, j) && self.problem.has_room(j, parents.len() + 1)
        };
        (enters && allowed()).then(|| self.penalty.gain(z))
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
        let apart = pairs.filter(|&(i, j)| !self.graph.has(i, j) && !self.graph.has(j, i));
        let mut list: Vec<(f64, usize, usize)> = apart
            .filter_map(|(i, j)| self.pair(i, j)[0].map(|(gain, _, _)| (gain, i, j)))
            .collect();
        list.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut entered = false;
        for (_, i, j) in list {
            let directions = self.pair(i, j).into_iter().flatten();
            let open = directions.map(|(_, i, j)| (i, j)).find(|&(i, j)| !self.graph.leads(j, i, false));
            if let Some((i, j)) = open {
                let node = self.graph.nodes[j].with(i, self.problem, j, self.penalty);
                self.put(j, node);
                entered = true;
            }
            if self.graph.edges() > self.problem.most_edges() {
                break;
            }
        }
        entered
    }

    fn put(&mut self, j: usize, node: Node) {
        node.slopes(self.problem, j, self.slopes.col_mut(j));
        self.graph.nodes[j] = node;
    }

    /// Edges go or turn where that lowers the objective; whether any did.
    fn turn(&mut self) -> Result<bool, Stop> {
        let mut turned = false;
        for j in 0..self.problem.variables() {
            self.watch.go_on()?;
            for i in self.graph.nodes[j].parents.clone() {
                if self.graph.has(i, j) && !self.problem.known.requires(i, j) {
                    turned |= self.without_or_back(i, j);
                }
            }
        }
        Ok(turned)
    }

    fn without_or_back(&mut self, i: usize, j: usize) -> bool {
        let (problem, penalty) = (self.problem, self.penalty);
        let nodes = &self.graph.nodes;
        let without = nodes[j].without(i, problem, j, penalty);
        let loss = without.value - nodes[j].value;
        let may = problem.known.allows(j, i) && problem.has_room(i, nodes[i].parents.len() + 1);
        let back = (may && !self.graph.leads(i, j, true))
            .then(|| nodes[i].with(j, problem, i, penalty))
            .filter(|back| back.place(j).is_some());
        let change = back.as_ref().map_or(0.0, |back| back.value - nodes[i].value);
        if loss + change.min(0.0) >= -problem.level() {
            return false;
        }
        self.put(j, without);
        if let Some(back) = back.filter(|_| change < 0.0) {
            self.put(i, back);
        }
        true
    }
}
