//! The steps of the released program (ccdrAlgorithm 0.0.5), which do not minimise its objective:
//!
//! 1. after a sweep over all pairs it goes once over those listed, however far they still move;
//! 2. where i → j and j → i are compared, the change of the squares counts twice against the penalty;
//! 3. in that comparison another parent r of the target counts only if r is less than the new parent, or if its
//!    place in the target's list is larger than the number of the new parent;
//! 4. an edge is a path, so it never turns;
//! 5. where both directions are equal, the column that comes first is the parent.
//!
//! A pair that has entered stays listed at both ends. It ends after a sweep in which no pair entered the list or
//! became zero, or after 2·max(10, √n) + 1 sweeps.

use super::penalty::Mcp;
use super::problem::Problem;
use crate::linalg::Matrix;
use crate::watch::{Stop, Watch};

/// Largest change of a sweep after which the listed pairs are not gone over.
const TOLERANCE: f64 = 1e-4;
/// Coefficients below this are zero.
const ZERO: f64 = 1e-12;
/// Sums that differ by less are the same: the order of their terms decides.
const TIE: f64 = 1e-9;

/// Coefficients and the pairs that ever entered.
#[derive(Debug, Clone)]
pub struct State {
    /// `phi[(i, j)]` of i → j.
    pub phi: Matrix,
    pub rho: Vec<f64>,
    /// The partners of each node, in the order in which they entered.
    listed: Vec<Vec<usize>>,
}

impl State {
    pub fn first(problem: &Problem<'_>) -> State {
        let n = problem.variables();
        let rho = vec![problem.rows.sqrt(); n];
        State { phi: Matrix::zeros(n, n), rho, listed: vec![vec![]; n] }
    }

    pub fn edges(&self) -> usize {
        self.phi.support()
    }
}

/// One λ.
pub struct Sweeps<'a> {
    problem: &'a Problem<'a>,
    penalty: Mcp,
    pub state: State,
    /// Edges at first, and pairs that were listed since.
    count: usize,
    pub rounds: usize,
}

/// What a sweep did.
struct Swept {
    changed: bool,
    most: f64,
}

impl<'a> Sweeps<'a> {
    pub fn new(problem: &'a Problem<'a>, state: State, penalty: Mcp) -> Sweeps<'a> {
        let count = state.edges();
        Sweeps { problem, penalty, state, count, rounds: 0 }
    }

    /// Sweeps until the list stays; whether it was that which ended them.
    pub fn run(&mut self, watch: &dyn Watch) -> Result<bool, Stop> {
        let n = self.problem.variables() as f64;
        let most = (2.0 * n.sqrt().max(10.0)) as usize + 1;
        for _ in 0..most {
            watch.go_on()?;
            self.rounds += 1;
            let Swept { changed, most } = self.sweep();
            if !changed {
                return Ok(true);
            }
            if most > TOLERANCE {
                self.over_list();
            }
        }
        Ok(false)
    }

    fn precisions(&mut self) {
        for j in 0..self.state.rho.len() {
            let State { phi, listed, .. } = &self.state;
            let terms = listed[j].iter().map(|&i| phi[(i, j)] * self.problem.gram[(i, j)]);
            let rho = self.problem.precision(terms.sum());
            self.state.rho[j] = rho;
        }
    }

    /// ⟨x_i, ρ_j x_j − Σ_{r≠i} φ_rj x_r⟩.
    fn product(&self, i: usize, j: usize) -> f64 {
        let (State { phi, rho, listed }, gram) = (&self.state, self.problem.gram.col(i));
        let others = listed[j].iter().filter(|&&r| r != i);
        rho[j] * gram[j] - others.map(|&r| gram[r] * phi[(r, j)]).sum::<f64>()
    }

    /// What the program takes for the change of the objective as i → j gets this φ instead of zero.
    fn change(&self, i: usize, j: usize, phi: f64) -> f64 {
        if phi.abs() <= ZERO {
            return 0.0;
        }
        let (state, gram) = (&self.state, self.problem.gram.col(i));
        let counts = |place: usize, r: usize| r != i && (r < i || place > i);
        let others = state.listed[j].iter().enumerate().filter(|&(place, &r)| counts(place, r));
        let cross: f64 = others.map(|(_, &r)| gram[r] * state.phi[(r, j)]).sum();
        phi * (phi + 2.0 * (cross - state.rho[j] * gram[j])) + self.penalty.value(phi)
    }

    /// Whether j leads to i.
    fn closes_cycle(&self, i: usize, j: usize) -> bool {
        let State { phi, listed, .. } = &self.state;
        let mut seen = vec![false; listed.len()];
        let mut open = vec![i];
        while let Some(k) = open.pop() {
            for &r in listed[k].iter().filter(|&&r| phi[(r, k)] != 0.0) {
                if r == j {
                    return true;
                }
                if !std::mem::replace(&mut seen[r], true) {
                    open.push(r);
                }
            }
        }
        false
    }

    /// All ρ, then all pairs.
    fn sweep(&mut self) -> Swept {
        self.precisions();
        let n = self.problem.variables();
        let mut swept = Swept { changed: false, most: 0.0 };
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
            let (there, back) = self.proposal(i, j);
            self.set(i, j, (there, back), &mut swept);
            if self.count > self.problem.most_edges() {
                break;
            }
        }
        swept
    }

    /// φ_ij and φ_ji, of which one at most is not zero.
    fn proposal(&self, i: usize, j: usize) -> (f64, f64) {
        let next = |i, j| {
            let phi = self.penalty.threshold(self.product(i, j));
            if phi.abs() > ZERO { phi } else { 0.0 }
        };
        let (there, back) = (next(i, j), next(j, i));
        if there != 0.0 && self.closes_cycle(i, j) {
            return (0.0, back);
        }
        let only = back != 0.0 && self.closes_cycle(j, i);
        let better = || self.change(i, j, there) <= self.change(j, i, back) + TIE;
        if only || better() { (there, 0.0) } else { (0.0, back) }
    }

    fn set(&mut self, i: usize, j: usize, next: (f64, f64), swept: &mut Swept) {
        let State { phi, listed, .. } = &mut self.state;
        let old = (phi[(i, j)], phi[(j, i)]);
        if listed[j].contains(&i) {
            let left = |old: f64, next: f64| old != 0.0 && next == 0.0;
            swept.changed |= left(old.0, next.0) || left(old.1, next.1);
        } else if next != (0.0, 0.0) {
            listed[j].push(i);
            listed[i].push(j);
            self.count += 1;
            swept.changed = true;
        }
        (phi[(i, j)], phi[(j, i)]) = next;
        swept.most = swept.most.max((next.0 - old.0).abs()).max((next.1 - old.1).abs());
    }

    /// All ρ, then every listed pair in the direction that it has.
    fn over_list(&mut self) {
        self.precisions();
        for j in 0..self.state.listed.len() {
            for place in 0..self.state.listed[j].len() {
                let i = self.state.listed[j][place];
                if i > j {
                    continue;
                }
                for (from, to) in [(i, j), (j, i)] {
                    if self.state.phi[(from, to)] != 0.0 {
                        let phi = self.penalty.threshold(self.product(from, to));
                        self.state.phi[(from, to)] = if phi.abs() > ZERO { phi } else { 0.0 };
                    }
                }
            }
        }
    }

    /// The objective at the present coefficients.
    pub fn objective(&self) -> f64 {
        let (State { phi, rho, listed }, gram) = (&self.state, &self.problem.gram);
        let part = |j: usize| {
            let product = |a: usize| {
                rho[j] * gram[(a, j)]
                    - listed[j].iter().map(|&r| gram[(a, r)] * phi[(r, j)]).sum::<f64>()
            };
            let with: f64 = listed[j].iter().map(|&i| phi[(i, j)] * product(i)).sum();
            let square = rho[j] * product(j) - with;
            let price: f64 = listed[j].iter().map(|&i| self.penalty.value(phi[(i, j)])).sum();
            0.5 * square - self.problem.rows * rho[j].ln() + price
        };
        (0..rho.len()).map(part).sum()
    }
}
