//! d(G, H) = #{(t, y), t ≠ y : what H says about the effect of t on y is wrong in G}.
//!
//! Reader's guide. SHD counts edges; these distances count causal conclusions. A strategy reads off H,
//! for each pair, that t has no effect on y, that the effect is not identified, or a set Z to adjust
//! for (`claim.rs`); the answer is then checked in G (`truth.rs`; what both need of a graph is in
//! `view.rs`). A claim of no effect is wrong if y is a possible descendant of t in G; "not
//! identified" is wrong if G identifies the effect; adjustment is wrong if Z is not valid in G.
//!
//! Adjustment identification distances: Henckel, Würtzen and Weichwald (2024, arXiv:2402.08616). With
//! the parents as Z and between DAGs it is the structural intervention distance of Peters and
//! Bühlmann (2015, doi:10.1162/NECO_a_00708). None of them is symmetric.
//!
//! The search is written out in docs/mathematics.md, "Equivalence classes and distances".
//!
//! Parents and ancestors depend on t alone, so one pass over the edges answers all y: n(n + edges)
//! steps. The O-set depends on y too: one pass for each pair that H joins by a possibly directed path.

mod claim;
mod links;
mod truth;
mod view;

use serde::Serialize;

pub use claim::Adjustment;
use claim::{Claim, Guess};
pub use links::Links;
use truth::Truth;
use view::View;

use super::Dag;
use crate::error::{Error, Result};
use crate::parallel::parallel_map;

/// Causes that share one set of buffers. The counts are whole numbers, so their sum is the same
/// however the work is cut.
const CHUNK: usize = 32;

/// How many of the n(n − 1) ordered pairs are wrong.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Distance {
    /// Pairs (t, y) about which the estimate is wrong.
    pub mistakes: usize,
    /// Mistakes / n(n − 1); zero if there are no pairs.
    pub normalised: f64,
}

/// Structural intervention distance of an estimated DAG from the true one.
///
/// ```
/// use bregdag::graph::{Dag, sid};
///
/// // 0 → 1, and the other way round: both effects are wrong.
/// let truth = Dag::new(vec![vec![], vec![0]])?;
/// let estimate = Dag::new(vec![vec![1], vec![]])?;
/// assert_eq!(sid(&truth, &estimate)?.mistakes, 2);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn sid(truth: &Dag, estimate: &Dag) -> Result<Distance> {
    aid(Adjustment::Parents, truth, estimate)
}

/// Adjustment identification distance of an estimate from the truth, each a [`Dag`] or a
/// [`Class`](super::Class).
pub fn aid(
    adjustment: Adjustment,
    truth: impl Into<Links>,
    estimate: impl Into<Links>,
) -> Result<Distance> {
    let (truth, estimate) = (truth.into(), estimate.into());
    same_nodes(&truth, &estimate)?;
    Ok(distance(adjustment, &truth, &estimate))
}

/// The three adjustment identification distances; `None` where one would take too long.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Distances {
    /// Adjusting for the parents of the cause; between DAGs the structural intervention distance.
    pub parent_aid: Option<Distance>,
    /// Adjusting for the ancestors of the cause.
    pub ancestor_aid: Option<Distance>,
    /// Adjusting for the O-set.
    pub oset_aid: Option<Distance>,
}

impl Distances {
    /// All that take at most about this many steps, a step being one node or edge looked at.
    pub fn within(
        most_steps: u64,
        truth: impl Into<Links>,
        estimate: impl Into<Links>,
    ) -> Result<Distances> {
        let (truth, estimate) = (truth.into(), estimate.into());
        same_nodes(&truth, &estimate)?;
        let pass = (truth.nodes() + truth.edges().max(estimate.edges())) as u64;
        let affordable = |passes: u64| pass.saturating_mul(passes) <= most_steps;
        let one = |adjustment| Some(distance(adjustment, &truth, &estimate));
        // To count the pairs costs as much as one of the cheap distances.
        let cheap = affordable(truth.nodes() as u64);
        Ok(Distances {
            parent_aid: if cheap { one(Adjustment::Parents) } else { None },
            ancestor_aid: if cheap { one(Adjustment::Ancestors) } else { None },
            oset_aid: match cheap && affordable(claimed_effects(&estimate)) {
                true => one(Adjustment::Optimal),
                false => None,
            },
        })
    }
}

fn same_nodes(truth: &Links, estimate: &Links) -> Result<()> {
    match truth.nodes() == estimate.nodes() {
        true => Ok(()),
        false => Err(Error::Shape {
            what: "nodes of the estimated graph".into(),
            expected: truth.nodes(),
            found: estimate.nodes(),
        }),
    }
}

fn distance(adjustment: Adjustment, truth: &Links, estimate: &Links) -> Distance {
    let n = truth.nodes();
    let mistakes = sum_over_causes(n, |causes| {
        let (mut truth, mut guess) = (Truth::new(truth), Guess::new(estimate, adjustment));
        causes.map(|t| mistakes_from(t, &mut truth, &mut guess)).sum()
    });
    let pairs = n * n.saturating_sub(1);
    Distance { mistakes, normalised: mistakes as f64 / pairs.max(1) as f64 }
}

/// The pairs (t, y) for which y is a possible descendant of t.
fn claimed_effects(links: &Links) -> u64 {
    let count = sum_over_causes(links.nodes(), |causes| {
        let mut view = View::new(links);
        causes.map(|t| view.stand_at(t).len()).sum()
    });
    count as u64
}

/// Σ over pieces of 0, …, n − 1.
fn sum_over_causes(n: usize, of: impl Fn(std::ops::Range<usize>) -> usize + Sync + Send) -> usize {
    let chunk = |k: usize| of(k * CHUNK..n.min((k + 1) * CHUNK));
    parallel_map(n.div_ceil(CHUNK), chunk).into_iter().sum()
}

fn mistakes_from(t: usize, truth: &mut Truth, guess: &mut Guess) -> usize {
    truth.view.stand_at(t);
    let shared = guess.stand_at(t);
    if let Some(z) = &shared {
        truth.adjust(z, None);
    }
    let mut mistakes = 0;
    for y in (0..truth.view.links.nodes()).filter(|&y| y != t) {
        let right = match guess.claim(y) {
            Claim::NoEffect => !truth.view.may_affect(y),
            Claim::NotIdentified => !truth.view.identifies(y),
            Claim::Adjust if shared.is_some() => truth.is_valid(y),
            Claim::Adjust => {
                truth.adjust(&guess.optimal(y), Some(y));
                truth.is_valid(y)
            }
        };
        mistakes += usize::from(!right);
    }
    mistakes
}
