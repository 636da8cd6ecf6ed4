//! How much memory a proof takes, and how its tables are split to take less.

use super::part::Part;
use super::room::{Halt, reserve};

/// A part may have so many variables.
pub const MOST: usize = 28;

/// Tables are split (see `program`) until they take no more bytes than this.
const TABLES: u64 = 2 << 30;

/// How many nodes of a part are split off.
pub fn split(part: &Part) -> usize {
    (0..part.inner.len()).find(|&t| tables(part, t) <= TABLES).unwrap_or(0)
}

/// The bytes of its tables with so many nodes split off.
fn tables(part: &Part, split: usize) -> u64 {
    let g = part.inner.len();
    (4 * (g + split) as u64) << (g - split).saturating_sub(1)
}

/// The bytes that the sets of a part take: a determinant each, perhaps what is blocked, the best order of the inner ones and its
/// last node, and the tables.
fn bytes(part: &Part, blocks: bool) -> u64 {
    let of_each: u64 = if blocks { 12 } else { 8 };
    (of_each << part.bits()) + (5 << part.inner.len()) + tables(part, split(part))
}

/// Refuses parts whose sets there is no room for.
pub fn check(parts: &[Part], blocks: bool) -> Result<(), Halt> {
    let bytes: u64 = parts.iter().map(|part| bytes(part, blocks)).sum();
    let bytes = usize::try_from(bytes).map_err(|_| Halt::Memory)?;
    reserve::<u8>(bytes).map(drop)
}

/// The most variables, fewer than these, whose sets there is room for, nothing being known about them.
pub fn largest_below(n: usize) -> usize {
    let part = |n: usize| Part { inner: (0..n).collect(), outer: vec![] };
    (0..n).rev().find(|&n| check(&[part(n)], false).is_ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_largest_takes() {
        let part = |n: usize| Part { inner: (0..n).collect(), outer: vec![] };
        assert_eq!((split(&part(24)), split(&part(28))), (0, 3));
        let gigabytes = bytes(&part(MOST), false) as f64 / 1e9;
        // 8 + 4 + 1 bytes a set, and tables of two gigabytes at most.
        assert!(gigabytes < 5.7, "{gigabytes}");
        assert!(bytes(&part(22), false) < 250_000_000);
    }
}
