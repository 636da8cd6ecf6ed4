//! The least value of all parts of every set, in place:  t(P) ← min over Q ⊆ P of t(Q).
//!
//! One variable after the other: t(P) ← min(t(P), t(P∖i)). The lowest variables block by block, and then the
//! highest for a few columns at a time, copied together: two passes over the memory, whatever the number of variables.

use super::wide::{BLOCK, Loop, widely};

/// Entries that the second pass copies together.
const TILE: usize = 1 << 16;

/// The least of all parts of every set.
pub fn least_of_parts(table: &mut [u32]) {
    let size = table.len().min(1 << BLOCK);
    widely(Blocks { table, size });
    let rows = table.len() / size;
    if rows == 1 {
        return;
    }
    let width = (TILE / rows).clamp(16, size);
    widely(Columns { table, size, width, tile: vec![0; rows * width] });
}

/// The lowest variables, block by block.
struct Blocks<'a> {
    table: &'a mut [u32],
    size: usize,
}

impl Loop for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for block in self.table.chunks_exact_mut(self.size) {
            doubling(block, 1);
        }
    }
}

/// The highest variables, some columns at a time.
struct Columns<'a> {
    table: &'a mut [u32],
    size: usize,
    width: usize,
    tile: Vec<u32>,
}

impl Loop for Columns<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Columns { table, size, width, mut tile } = self;
        for column in (0..size).step_by(width) {
            for (row, tile) in tile.chunks_exact_mut(width).enumerate() {
                tile.copy_from_slice(&table[row * size + column..][..width]);
            }
            doubling(&mut tile, width);
            for (row, tile) in tile.chunks_exact(width).enumerate() {
                table[row * size + column..][..width].copy_from_slice(tile);
            }
        }
    }
}

/// t(P) ← min(t(P), t(P∖i)) for every variable i, the first of which changes places that are `first` apart.
#[inline(always)]
fn doubling(table: &mut [u32], first: usize) {
    let mut apart = first;
    if first == 1 && table.len() >= 8 {
        table.as_chunks_mut::<8>().0.iter_mut().for_each(eight);
        apart = 8;
    }
    while apart < table.len() {
        for pair in table.chunks_exact_mut(2 * apart) {
            let (without, with) = pair.split_at_mut(apart);
            for (with, without) in with.iter_mut().zip(without) {
                *with = (*with).min(*without);
            }
        }
        apart *= 2;
    }
}

/// The same for three variables.
#[inline(always)]
fn eight(t: &mut [u32; 8]) {
    for apart in [1, 2, 4] {
        for k in 0..8 {
            if k & apart != 0 {
                t[k] = t[k].min(t[k ^ apart]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    #[test]
    fn every_set_has_the_least_of_its_parts() {
        for bits in [0, 1, 2, 3, 5, 11, 12, 13, 15] {
            let mut stream = Stream::new(bits, 0);
            let table: Vec<u32> = (0..1 << bits).map(|_| stream.below(1 << 20) as u32).collect();
            let mut found = table.clone();
            least_of_parts(&mut found);
            for _ in 0..200 {
                let set = stream.below(table.len());
                let parts = (0..=set).filter(|part| part & !set == 0);
                assert_eq!(Some(found[set]), parts.map(|part| table[part]).min());
            }
        }
    }
}
