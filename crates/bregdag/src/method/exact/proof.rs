//! A good graph → the best one, and a bound below which no graph scores.

use super::blocked::is_needed;
use super::families::Families;
use super::hull::Hull;
use super::memory;
use super::part::parts;
use super::room::Halt;
use super::runs::{Parents, Runs};
use crate::linalg::Cholesky;
use crate::score::{DEPENDENT, PERFECT, Problem, Score, Variances};
use crate::watch::Watch;

/// A graph is proved if no other scores lower by more than this share of the price of an edge.
pub const PROVED: f64 = 0.1;
/// The bound need not be nearer to the best graph than this, nor than half of what a proof takes.
const NEAR: f64 = 1e-4;
/// What det(S)^(1/n) may be too large by: rounding of pivots that are no smaller than 10⁻⁷.
const ROUNDED: f64 = 1e-8;

/// What is known at the end.
#[derive(Debug)]
pub struct Proof {
    /// No graph has a lower score, if anything is known.
    pub bound: Option<f64>,
    /// A better graph than the one that was known, perhaps.
    pub better: Option<Parents>,
    /// Why it ended early, if it did.
    pub halted: Option<Halt>,
}

impl Proof {
    fn nothing(halt: Halt) -> Proof {
        Proof { bound: None, better: None, halted: Some(halt) }
    }
}

/// Looks for the best graph, knowing a good one.
pub fn prove(problem: &Problem<'_>, score: &Score, known: Parents, watch: &dyn Watch) -> Proof {
    let runs = match prepare(problem, score, watch) {
        Ok(runs) => runs,
        Err(halt) => return Proof::nothing(halt),
    };
    let mut proof = match score.variances() {
        Variances::Free => free(&runs, known, watch),
        Variances::Equal => equal(&runs, problem, known, watch),
    };
    let required = score.price() * problem.knowledge.required_edges() as f64;
    let rounding = rounding(&runs);
    proof.bound = proof.bound.map(|bound| bound - required - rounding);
    proof
}

/// The scores of all sets.
pub(super) fn prepare(
    problem: &Problem<'_>,
    score: &Score,
    watch: &dyn Watch,
) -> Result<Runs, Halt> {
    let parts = parts(problem.knowledge);
    let splits = parts.iter().map(memory::split).collect();
    // All of it at once: who has not enough should know before any work.
    memory::check(&parts, |part| is_needed(problem, part))?;
    let families = |part| Families::new(problem, score.variances(), part, watch);
    let parts = parts.into_iter().map(families).collect::<Result<_, _>>()?;
    Ok(Runs { parts, splits, rows: score.rows(), price: score.price() })
}

/// How far rounding of determinants may have moved a score: every pivot by some parts in 10¹⁶ of what was taken away from it.
fn rounding(runs: &Runs) -> f64 {
    let of_part =
        |part: &Families| (part.inner() * part.part.bits()) as f64 * f64::EPSILON / part.least;
    runs.rows * runs.parts.iter().map(of_part).sum::<f64>()
}

fn free(runs: &Runs, known: Parents, watch: &dyn Watch) -> Proof {
    let measure = runs.measure(1.0);
    let before = runs.score(&measure, &known);
    let mut relaxed = None;
    match runs.least(&measure, &known, watch, &mut |bound| relaxed = Some(bound)) {
        Ok(found) => {
            let better = found.parents.filter(|found| runs.score(&measure, found) < before);
            Proof { bound: Some(found.bound), better, halted: None }
        }
        Err(halt) => Proof { bound: relaxed, ..Proof::nothing(halt) },
    }
}

fn equal(runs: &Runs, problem: &Problem<'_>, known: Parents, watch: &dyn Watch) -> Proof {
    let n = runs.nodes();
    // Some may have more parents than others, because they are required.
    let most = (0..n).map(|j| problem.most_parents_of(j)).max().unwrap_or(0);
    let most = |position: usize| position.min(most);
    let required = problem.knowledge.required_edges();
    let edges = (required as f64, (0..n).map(most).sum::<usize>() as f64);
    let mut hull = Hull::new(runs, least_variance(problem), edges, known.clone());
    let halted = hull.close(NEAR.min(0.5 * PROVED * runs.price), watch).err();
    let better = Some(hull.best().clone()).filter(|best| *best != known);
    Proof { bound: Some(hull.bound()).filter(|bound| bound.is_finite()), better, halted }
}

/// Σ_j v_j is never less than n det(S)^(1/n), nor than what all others leave of each, nor than the floors.
fn least_variance(problem: &Problem<'_>) -> f64 {
    let (s, n) = (&problem.covariance, problem.nodes());
    let floors: f64 = problem.variances.iter().map(|v| PERFECT * v).sum();
    // Where S is singular `problem.least` is about parents only.
    let regular = problem.by_variance.is_some();
    let least = floors.max(if regular { problem.least.iter().sum() } else { 0.0 });
    let (mut factor, mut work, mut log_det) = (Cholesky::with_capacity(n), vec![], 0.0);
    for j in 0..n {
        let column = s.col(j);
        log_det += factor.leftover(|k| column[k], column[j], &mut work).ln();
        if factor.push(|k| column[k], column[j], DEPENDENT).is_err() {
            return least;
        }
    }
    least.max((1.0 - ROUNDED) * n as f64 * (log_det / n as f64).exp())
}
