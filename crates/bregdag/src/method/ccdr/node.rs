//! One node j given its parents P: where
//!
//! ```text
//! −m log ρ + ½‖ρ x_j − Σ_{i∈P} φ_i x_i‖² + Σ_{i∈P} p(φ_i)
//! ```
//!
//! rests. ρ and each φ_i in turn go to their own minimum; where signs and pieces of p stay the same, all of
//! them go at once: on such a piece the conditions are linear in φ,
//!
//! ```text
//! (G − D/γ) φ = ρ g − λ D s,      G = ⟨x_i, x_k⟩,  g = ⟨x_i, x_j⟩,  D = 1 where |φ_i| < γλ,  s = sign φ,
//! ```
//!
//! so φ = ρu − λv, and ρ solves (1 − gᵀu) ρ² + λ gᵀv ρ − m = 0.

use super::penalty::Mcp;
use super::problem::Problem;
use crate::linalg::{Cholesky, Matrix};

/// Passes over the parents after which a node is left as it is.
const MOST_PASSES: usize = 2000;
/// A pivot of G − D/γ that is less than this of its diagonal: no step at once.
const FLAT: f64 = 1e-12;

/// The parents of a node and their coefficients.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub parents: Vec<usize>,
    /// φ, in the order of the parents.
    pub phi: Vec<f64>,
    pub rho: f64,
    /// The node's part of the objective.
    pub value: f64,
    /// Whether it came to rest.
    pub settled: bool,
}

impl Node {
    /// With the parents that it must have.
    pub fn first(problem: &Problem<'_>, j: usize, penalty: Mcp) -> Node {
        let parents = problem.known.required_parents(j).to_vec();
        let (phi, rho) = (vec![0.0; parents.len()], problem.rows.sqrt());
        let mut node = Node { parents, phi, rho, value: 0.0, settled: true };
        node.solve(problem, j, penalty);
        node
    }

    /// The same without some parents, at rest.
    pub fn without(&self, some: &[usize], problem: &Problem<'_>, j: usize, penalty: Mcp) -> Node {
        let mut node = self.clone();
        let pairs = self.parents.iter().zip(&self.phi).filter(|(i, _)| !some.contains(i));
        (node.parents, node.phi) = pairs.unzip();
        node.solve(problem, j, penalty);
        node
    }

    /// The same with one parent more, at rest.
    pub fn with(&self, i: usize, problem: &Problem<'_>, j: usize, penalty: Mcp) -> Node {
        let mut node = self.clone();
        node.parents.push(i);
        node.phi.push(0.0);
        node.solve(problem, j, penalty);
        node
    }

    /// To rest, from where it is. Parents whose coefficient became zero go, unless they are required.
    pub fn solve(&mut self, problem: &Problem<'_>, j: usize, penalty: Mcp) {
        let mut work = Descent::new(self, problem, j, penalty);
        self.settled = work.run();
        (self.value, self.rho) = (work.value(), work.rho);
        self.phi = work.phi;
        let required = problem.known.required_parents(j);
        let kept = |i: usize, phi: f64| phi != 0.0 || required.binary_search(&i).is_ok();
        if self.parents.iter().zip(&self.phi).any(|(&i, &phi)| !kept(i, phi)) {
            let pairs = self.parents.iter().copied().zip(self.phi.iter().copied());
            (self.parents, self.phi) = pairs.filter(|&(i, phi)| kept(i, phi)).unzip();
        }
    }

    /// ⟨x_i, ρ x_j − Σ_k φ_k x_k⟩ for all i.
    pub fn slopes(&self, problem: &Problem<'_>, j: usize, slopes: &mut [f64]) {
        let gram = &problem.gram;
        slopes.iter_mut().zip(gram.col(j)).for_each(|(slope, g)| *slope = self.rho * g);
        for (&k, &phi) in self.parents.iter().zip(&self.phi) {
            slopes.iter_mut().zip(gram.col(k)).for_each(|(slope, g)| *slope -= phi * g);
        }
    }
}

/// A node on its way.
struct Descent<'a> {
    problem: &'a Problem<'a>,
    penalty: Mcp,
    /// G and g of the parents.
    gram: Matrix,
    target: Vec<f64>,
    /// Whether p applies to each.
    priced: Vec<bool>,
    phi: Vec<f64>,
    rho: f64,
    /// ⟨x_i, residual⟩ of the parents.
    slopes: Vec<f64>,
}

/// Where one piece of the problem is least, and how far the way there stays on it.
struct Aim {
    phi: Vec<f64>,
    rho: f64,
    share: f64,
}

impl<'a> Descent<'a> {
    fn new(node: &Node, problem: &'a Problem<'a>, j: usize, penalty: Mcp) -> Descent<'a> {
        let (parents, all) = (&node.parents, &problem.gram);
        let (k, column) = (parents.len(), all.col(j));
        let gram = Matrix::from_fn(k, k, |a, b| all[(parents[a], parents[b])]);
        let target: Vec<f64> = parents.iter().map(|&i| column[i]).collect();
        let priced = parents.iter().map(|&i| !problem.known.requires(i, j)).collect();
        let mut descent = Descent {
            problem,
            penalty,
            gram,
            priced,
            phi: node.phi.clone(),
            rho: node.rho,
            slopes: vec![0.0; k],
            target,
        };
        descent.refresh();
        descent
    }

    /// Passes until nothing moves; whether that was reached.
    fn run(&mut self) -> bool {
        let still = self.problem.still();
        for pass in 0..MOST_PASSES {
            if self.pass() <= still {
                return true;
            }
            // One pass first, to see which coefficients stay away from zero.
            if pass > 0
                && let Some(aim) = self.aim()
            {
                self.go(&aim);
            }
        }
        false
    }

    fn refresh(&mut self) {
        for (a, slope) in self.slopes.iter_mut().enumerate() {
            let column = self.gram.col(a);
            let explained: f64 = column.iter().zip(&self.phi).map(|(g, phi)| g * phi).sum();
            *slope = self.rho * self.target[a] - explained;
        }
    }

    fn value(&self) -> f64 {
        let pairs = self.phi.iter().zip(&self.target).zip(&self.slopes);
        // ‖ρx_j − Σφ_i x_i‖² = ρ² − ρ gᵀφ − Σ φ_i ⟨x_i, residual⟩.
        let inner: f64 = pairs.map(|((phi, g), slope)| phi * (self.rho * g + slope)).sum();
        let priced = self.phi.iter().zip(&self.priced).filter(|(_, priced)| **priced);
        let price: f64 = priced.map(|(&phi, _)| self.penalty.value(phi)).sum();
        let square = (self.rho * self.rho - inner).max(0.0);
        0.5 * square - self.problem.rows * self.rho.ln() + price
    }

    /// ρ, then each φ, to its own minimum; the largest move.
    fn pass(&mut self) -> f64 {
        let c: f64 = self.phi.iter().zip(&self.target).map(|(phi, g)| phi * g).sum();
        let rho = self.problem.precision(c);
        let mut most = (rho - self.rho).abs();
        let step = rho - self.rho;
        self.slopes.iter_mut().zip(&self.target).for_each(|(slope, g)| *slope += step * g);
        self.rho = rho;
        for a in 0..self.phi.len() {
            let z = self.slopes[a] + self.phi[a];
            let next = if self.priced[a] { self.penalty.threshold(z) } else { z };
            let step = next - self.phi[a];
            if step != 0.0 {
                let column = self.gram.col(a);
                self.slopes.iter_mut().zip(column).for_each(|(slope, g)| *slope -= step * g);
                self.phi[a] = next;
                most = most.max(step.abs());
            }
        }
        most
    }

    /// Whether p bends at φ_a: its slope is λ sign φ − φ/γ.
    fn bends(&self, a: usize) -> bool {
        self.priced[a] && self.phi[a].abs() < self.penalty.flat()
    }

    /// The minimum of the present piece, if it has one.
    fn aim(&self) -> Option<Aim> {
        let Mcp { lambda, gamma } = self.penalty;
        let active: Vec<usize> =
            (0..self.phi.len()).filter(|&a| self.phi[a] != 0.0 || !self.priced[a]).collect();
        let mut factor = Cholesky::with_capacity(active.len());
        for &a in &active {
            let diagonal = 1.0 - if self.bends(a) { 1.0 / gamma } else { 0.0 };
            let column = self.gram.col(a);
            factor.push(|b| column[active[b]], diagonal, FLAT).ok()?;
        }
        let mut u: Vec<f64> = active.iter().map(|&a| self.target[a]).collect();
        let bend = |&a: &usize| if self.bends(a) { self.phi[a].signum() } else { 0.0 };
        let mut v: Vec<f64> = active.iter().map(bend).collect();
        factor.solve(&mut u);
        factor.solve(&mut v);
        let along =
            |x: &[f64]| -> f64 { active.iter().zip(x).map(|(&a, x)| self.target[a] * x).sum() };
        let (square, linear) = (1.0 - along(&u), lambda * along(&v));
        let root = (linear * linear + 4.0 * square * self.problem.rows).sqrt();
        let most = self.problem.most_precise();
        // Written so that NaN counts: where there is no root, the piece falls all the way.
        let rho = match linear + root > 0.0 {
            true => (2.0 * self.problem.rows / (linear + root)).min(most),
            false => most,
        };
        let mut phi = vec![0.0; self.phi.len()];
        for (k, &a) in active.iter().enumerate() {
            phi[a] = rho * u[k] - lambda * v[k];
        }
        let share = active.iter().map(|&a| self.stays(a, phi[a])).fold(1.0, f64::min);
        Some(Aim { phi, rho, share })
    }

    /// The share of the way from φ_a to this on which the penalty keeps its piece.
    fn stays(&self, a: usize, aim: f64) -> f64 {
        let (from, flat) = (self.phi[a], self.penalty.flat());
        if !self.priced[a] {
            return 1.0;
        }
        let (low, high) = if self.bends(a) { (0.0, flat) } else { (flat, f64::INFINITY) };
        let (start, end) = (from.abs(), aim * from.signum());
        if end < low {
            (start - low) / (start - end)
        } else if end > high {
            (high - start) / (end - start)
        } else {
            1.0
        }
    }

    /// Towards the aim as far as the piece goes, if that is lower.
    fn go(&mut self, aim: &Aim) {
        let before = (self.phi.clone(), self.rho, self.slopes.clone(), self.value());
        for (phi, to) in self.phi.iter_mut().zip(&aim.phi) {
            *phi += aim.share * (to - *phi);
        }
        self.rho += aim.share * (aim.rho - self.rho);
        self.refresh();
        let lower = self.value() <= before.3;
        if !lower {
            (self.phi, self.rho, self.slopes) = (before.0, before.1, before.2);
        }
    }
}
