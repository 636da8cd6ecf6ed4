//! x → y ← z where y is in no set that separated x and z.
//!
//! At the depth where x and z were separated several sets may have done so. Only if y is in none of
//! them, it is a collider. So the first set that is found there with y in it decides, and others need
//! not be looked for.

use super::marks::Marks;
use super::partial::Sets;
use super::skeleton::{Joined, Skeleton, Tests};
use crate::parallel::parallel_map;
use crate::watch::Stop;

/// Triples between two questions whether to go on.
const PORTION: usize = 1024;

/// The colliders (x, y, z), x < z, by y, then x, then z, that the tests say.
pub fn colliders(
    tests: &Tests<'_>,
    skeleton: &Skeleton,
    joined: &Joined,
) -> Result<Vec<(usize, usize, usize)>, Stop> {
    let triples = unshielded(joined);
    let mut found = vec![];
    for portion in triples.chunks(PORTION) {
        tests.go_on()?;
        let is = parallel_map(portion.len(), |k| is_collider(tests, skeleton, portion[k]));
        for (&triple, is) in portion.iter().zip(is) {
            found.extend(is?.then_some(triple));
        }
    }
    Ok(found)
}

fn unshielded(joined: &Joined) -> Vec<(usize, usize, usize)> {
    let mut triples = vec![];
    for (y, around) in joined.iter().enumerate() {
        for (k, &x) in around.iter().enumerate() {
            let apart = around[k + 1..].iter().filter(|z| joined[x].binary_search(z).is_err());
            triples.extend(apart.map(|&z| (x, y, z)));
        }
    }
    triples
}

fn is_collider(
    tests: &Tests<'_>,
    skeleton: &Skeleton,
    (x, y, z): (usize, usize, usize),
) -> Result<bool, Stop> {
    let depth = match skeleton.separated_at(x, z) {
        // Nothing separated them: they are apart because that was known.
        None => return Ok(false),
        Some(0) => return Ok(true),
        Some(depth) => depth,
    };
    let joined = &skeleton.after[depth - 1];
    for (x, z) in [(x, z), (z, x)] {
        let mut candidates = tests.candidates(joined, x, z);
        let Some(at) = candidates.iter().position(|&s| s == y) else { continue };
        candidates.swap(0, at);
        if tests.separated((x, z), &candidates, Sets::WithFirst(depth)).0? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Directs the colliders in their order. One that contradicts an arrow that is there is skipped; how
/// many were.
pub fn direct(graph: &mut Marks, colliders: &[(usize, usize, usize)]) -> usize {
    let mut skipped = 0;
    for &(x, y, z) in colliders {
        if graph.is_directed(y, x) || graph.is_directed(y, z) {
            skipped += 1;
            continue;
        }
        graph.direct(x, y);
        graph.direct(z, y);
    }
    skipped
}
