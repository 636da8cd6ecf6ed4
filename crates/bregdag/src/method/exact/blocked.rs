//! Which sets may not be the parents of which nodes. For every set P one number, whose bit j says that P may not be the
//! parents of j, because
//!
//! * a member is forbidden, or a required parent is missing;
//! * it has more members than the rows allow;
//! * it is not admissible (`score::admissible`): a member i keeps too small a share of its variance given the others,
//!   det C_PP / det C_(P∖i)(P∖i);
//! * weights must not be negative, and a parent that is not required would have one.

use super::part::Part;
use super::room::{Halt, filled};
use super::signs;
use crate::score::{Problem, shortfall};
use crate::watch::Watch;

/// What no child may have, so that a part of it need not be looked at twice.
const DEPENDS: u32 = 1 << 31;

/// For every set the children that may not have it as their parents; nothing if all may have all.
pub fn blocked(
    problem: &Problem<'_>,
    part: &Part,
    shares: impl Fn(usize, usize) -> f64,
    watch: &dyn Watch,
) -> Result<Option<Vec<u32>>, Halt> {
    let bits = part.bits();
    let most = |j: usize| problem.most_parents_of(part.inner[j]);
    let few = (0..part.inner.len()).any(|j| most(j) + 1 < bits);
    let all = (1usize << bits) - 1;
    // Of correlations every variance is one.
    let depends = |set: usize, i: usize| shortfall(1.0, 1.0 / shares(set, i)) >= 1.0;
    let dependent = (0..bits).any(|i| depends(all, i));
    if problem.knowledge.is_none() && !few && !dependent && !problem.positive {
        return Ok(None);
    }
    let mut blocked = by_knowledge(problem, part)?;
    watch.go_on()?;
    if few {
        let limits: Vec<usize> = (0..part.inner.len()).map(most).collect();
        for (set, blocked) in blocked.iter_mut().enumerate() {
            let size = set.count_ones() as usize;
            let over = |(j, &most): (usize, &usize)| u32::from(size > most) << j;
            *blocked |= limits.iter().enumerate().map(over).sum::<u32>();
        }
    }
    watch.go_on()?;
    if dependent {
        by_dependence(&mut blocked, bits, depends);
    }
    if problem.positive {
        signs::block_negative(problem, part, &mut blocked, watch)?;
    }
    Ok(Some(blocked))
}

/// Forbidden parents that are there and required ones that are not: of every set the union over its members of
/// those that must not have them, and over all others of those that must.
fn by_knowledge(problem: &Problem<'_>, part: &Part) -> Result<Vec<u32>, Halt> {
    let known = problem.knowledge;
    let mut blocked = filled(1 << part.bits(), 0u32)?;
    for (bit, i) in part.variables().enumerate() {
        let children = |is: &dyn Fn(usize) -> bool| -> u32 {
            part.inner.iter().enumerate().map(|(k, &j)| u32::from(is(j)) << k).sum()
        };
        let forbidden = children(&|j| i == j || !known.allows(i, j));
        let required = children(&|j| known.requires(i, j));
        let (without, rest) = blocked.split_at_mut(1 << bit);
        for (without, with) in without.iter_mut().zip(rest) {
            *with = *without | forbidden;
            *without |= required;
        }
    }
    Ok(blocked)
}

/// Sets with a member that depends on the others, and all that contain one.
fn by_dependence(blocked: &mut [u32], bits: usize, depends: impl Fn(usize, usize) -> bool) {
    for set in 0..blocked.len() {
        let mut members = (0..bits).filter(|i| set >> i & 1 == 1);
        if members.any(|i| blocked[set ^ (1 << i)] & DEPENDS != 0 || depends(set, i)) {
            blocked[set] = u32::MAX;
        }
    }
}
