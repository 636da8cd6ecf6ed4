//! How much memory a proof takes, and how its tables are split to take less.

use super::part::Part;
use super::room::reserve;

/// A part may have so many variables.
pub const MOST: usize = 28;

/// Tables are split (see `program`) until they take no more bytes than this.
const TABLES: usize = 2 << 30;

/// How many nodes of a part are split off.
pub fn split(part: &Part) -> usize {
    let g = part.inner.len();
    let bytes = |t: usize| (4 * (g + t)) << (g - t).saturating_sub(1);
    (0..g).find(|&t| bytes(t) <= TABLES).unwrap_or(0)
}

/// The bytes that the sets of a part take: a determinant each, perhaps what is blocked, the best order of the inner ones and its
/// last node, and the tables.
pub fn bytes(part: &Part, blocks: bool) -> usize {
    let (g, t) = (part.inner.len(), split(part));
    let sets = if blocks { 12 } else { 8 } << part.bits();
    sets + (5 << g) + ((4 * (g + t)) << (g - t).saturating_sub(1))
}

/// The most variables, fewer than these, whose sets there is room for, nothing being known about them.
pub fn largest_below(n: usize) -> usize {
    let fits = |n: &usize| {
        let part = Part { inner: (0..*n).collect(), outer: vec![] };
        reserve::<u8>(bytes(&part, false)).is_ok()
    };
    (0..n).rev().find(fits).unwrap_or(0)
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
