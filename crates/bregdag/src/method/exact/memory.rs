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

/// The bytes that the sets of a part take: a determinant each, and perhaps what is blocked.
fn sets(part: &Part, blocks: bool) -> u64 {
    let of_each: u64 = if blocks { 12 } else { 8 };
    of_each << part.bits()
}

/// The bytes of its best order: the values of the inner sets, their last nodes and the tables.
fn order(part: &Part) -> u64 {
    (5 << part.inner.len()) + tables(part, split(part))
}

/// The bytes of all sets, and of the orders, which are looked for one after the other.
fn bytes(parts: &[Part], blocks: impl Fn(&Part) -> bool) -> u64 {
    let all: u64 = parts.iter().map(|part| sets(part, blocks(part))).sum();
    all + parts.iter().map(order).max().unwrap_or(0)
}

/// Refuses parts whose sets there is no room for. `blocks` says in which of them some sets may not be parents.
pub fn check(parts: &[Part], blocks: impl Fn(&Part) -> bool) -> Result<(), Halt> {
    let bytes = usize::try_from(bytes(parts, blocks)).map_err(|_| Halt::Memory)?;
    reserve::<u8>(bytes).map(drop)
}

/// The most variables, fewer than these, whose sets there is room for, nothing being known about them.
pub fn largest_below(n: usize) -> usize {
    let part = |n: usize| Part { inner: (0..n).collect(), outer: vec![] };
    (0..n.min(MOST + 1)).rev().find(|&n| check(&[part(n)], |_| false).is_ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_largest_takes() {
        let part = |n: usize| Part { inner: (0..n).collect(), outer: vec![] };
        assert_eq!((split(&part(24)), split(&part(28))), (0, 3));
        let gigabytes = |blocks: bool| bytes(&[part(MOST)], |_| blocks) as f64 / 1e9;
        // 8 + 4 + 1 bytes a set, and tables of two gigabytes at most; 4 more where some sets may not be parents.
        assert!(gigabytes(false) < 5.7 && (gigabytes(true) - gigabytes(false) - 1.07).abs() < 0.01);
        assert!(bytes(&[part(22)], |_| false) < 250_000_000);
    }

    #[test]
    fn more_variables_than_bits() {
        assert!(largest_below(100) <= MOST);
    }

    /// What is counted is what is there: with other variables beside, and split.
    #[test]
    fn what_is_counted() {
        let part = Part { inner: (0..5).collect(), outer: (5..12).collect() };
        assert_eq!((sets(&part, true), sets(&part, false)), (12 << 12, 8 << 12));
        for split in 0..4 {
            let low = 5 - split;
            let entries = |j: usize| if j < low { 1u64 << (low - 1) } else { 1 << low };
            assert_eq!(tables(&part, split), 4 * (0..5).map(entries).sum::<u64>());
        }
        let two = [part.clone(), Part { inner: vec![0], outer: vec![] }];
        let counted = bytes(&two, |part| part.bits() > 1);
        assert_eq!(counted, (12 << 12) + 16 + (5 << 5) + tables(&part, 0));
    }
}
