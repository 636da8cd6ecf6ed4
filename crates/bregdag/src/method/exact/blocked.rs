//! Which sets may not be the parents of which nodes. For every set P one number, whose bit j says that P may not be the
//! parents of j, because
//!
//! * a member is forbidden, or a required parent is missing;
//! * it has more members than the rows allow;
//! * it is not admissible (`score::admissible`): a member i keeps too small a share of its variance given the others,
//!   det C_PP / det C_(P∖i)(P∖i);
//! * weights must not be negative, and a parent that is not required would have one.
//!
//! Just the required parents of a node may always be its parents.

use super::part::Part;
use super::room::{Halt, filled};
use super::shares::Shares;
use super::signs;
use crate::score::{DEPENDENT, PERFECT, Problem};
use crate::watch::Watch;

/// What no child may have, so that a part of it need not be looked at twice.
const DEPENDS: u32 = 1 << 31;
/// Whoever may end the work is asked after so many sets: some milliseconds.
pub const ASK: usize = 1 << 20;

/// What may not be.
#[derive(Debug)]
pub struct Blocked {
    /// For every set the children that may not have it as their parents; nothing if all may have all.
    pub sets: Option<Vec<u32>>,
    /// The least share that matters for the rounding of scores: sets leave no less of their members, or so little that
    /// scores are at their floors.
    pub least: f64,
}

/// Whether any set may not be the parents of a node of this part.
pub fn is_needed(problem: &Problem<'_>, part: &Part) -> bool {
    !problem.knowledge.is_none()
        || !problem.independent
        || problem.positive
        || is_limited(problem, part)
}

/// Whether a node may not have all others as its parents, for want of rows.
fn is_limited(problem: &Problem<'_>, part: &Part) -> bool {
    part.inner.iter().any(|&j| problem.most_parents_of(j) + 1 < part.bits())
}

/// Looks at all sets of a part.
pub fn blocked(
    problem: &Problem<'_>,
    part: &Part,
    shares: Shares<'_>,
    watch: &dyn Watch,
) -> Result<Blocked, Halt> {
    if !is_needed(problem, part) {
        return Ok(Blocked { sets: None, least: shares.least() });
    }
    let mut blocked = by_knowledge(problem, part, watch)?;
    if is_limited(problem, part) {
        by_size(problem, part, &mut blocked, watch)?;
    }
    // Not by the share of all: where many columns depend on others it cannot be told.
    let mut least = match problem.independent {
        true => shares.least(),
        false => by_dependence(&mut blocked, part.bits(), shares, watch)?,
    };
    if problem.positive {
        signs::block_negative(problem, part, &mut blocked, watch)?;
    }
    for (j, &node) in part.inner.iter().enumerate() {
        let required = part.set(problem.required(node));
        if blocked[required] & DEPENDS != 0 {
            least = least.min(least_of_required(required, j, shares));
        }
        blocked[required] &= !(1 << j);
    }
    Ok(Blocked { sets: Some(blocked), least })
}

/// Forbidden parents that are there and required ones that are not: of every set the union over its members of
/// those that must not have them, and over all others of those that must.
fn by_knowledge(problem: &Problem<'_>, part: &Part, watch: &dyn Watch) -> Result<Vec<u32>, Halt> {
    let known = problem.knowledge;
    let mut blocked = filled(1 << part.bits(), 0u32)?;
    for (bit, i) in part.variables().enumerate() {
        let children = |is: &dyn Fn(usize) -> bool| -> u32 {
            part.inner.iter().enumerate().map(|(k, &j)| u32::from(is(j)) << k).sum()
        };
        let forbidden = children(&|j| i == j || !known.allows(i, j));
        let required = children(&|j| known.requires(i, j));
        let (without, rest) = blocked.split_at_mut(1 << bit);
        for (without, with) in without.chunks_mut(ASK).zip(rest.chunks_mut(ASK)) {
            watch.go_on()?;
            for (without, with) in without.iter_mut().zip(with) {
                *with = *without | forbidden;
                *without |= required;
            }
        }
    }
    Ok(blocked)
}

/// Sets of more members than the rows allow.
fn by_size(
    problem: &Problem<'_>,
    part: &Part,
    blocked: &mut [u32],
    watch: &dyn Watch,
) -> Result<(), Halt> {
    let too_many = |size: usize| -> u32 {
        let over =
            |(j, &node): (usize, &usize)| u32::from(size > problem.most_parents_of(node)) << j;
        part.inner.iter().enumerate().map(over).sum()
    };
    let too_many: Vec<u32> = (0..=part.bits()).map(too_many).collect();
    for (portion, blocked) in blocked.chunks_mut(ASK).enumerate() {
        watch.go_on()?;
        for (set, blocked) in blocked.iter_mut().enumerate() {
            *blocked |= too_many[(set + portion * ASK).count_ones() as usize];
        }
    }
    Ok(())
}

/// Sets with a member that depends on the others, and all that contain one; and the least share that matters. A family
/// of j and independent parents is not at its floor if they leave more than that of j. Then rounding moves it by what
/// the others leave of any of its members.
fn by_dependence(
    blocked: &mut [u32],
    bits: usize,
    shares: Shares<'_>,
    watch: &dyn Watch,
) -> Result<f64, Halt> {
    let (dependent, floor) = (shares.raw_of(DEPENDENT), shares.raw_of(PERFECT));
    let mut least = shares.raw_of(1.0);
    for set in 0..1usize << bits {
        if set.is_multiple_of(ASK) {
            watch.go_on()?;
        }
        let (mut depends, mut low, mut high) = (false, f64::INFINITY, f64::NEG_INFINITY);
        let mut rest = set;
        while rest != 0 {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if blocked[set ^ (1 << i)] & DEPENDS != 0 {
                depends = true;
                continue;
            }
            let share = shares.raw(set, i);
            depends |= share <= dependent;
            (low, high) = (low.min(share), high.max(share));
        }
        if high > floor {
            least = least.min(low);
        }
        if depends {
            blocked[set] = u32::MAX;
        }
    }
    Ok(shares.back(least))
}

/// The least share where the required parents of j depend on each other.
fn least_of_required(required: usize, j: usize, shares: Shares<'_>) -> f64 {
    let members = (0..usize::BITS as usize).filter(|i| required >> i & 1 == 1);
    let own = Some(shares.of(required | 1 << j, j)).filter(|&share| share > PERFECT);
    members.map(|i| shares.of(required, i)).chain(own).fold(1.0, f64::min)
}
