//! The best order by dynamic programming over sets (Silander & Myllymäki 2006, arXiv:1206.6875): the last node j of a set S
//! has its best parents among the others,
//!
//! ```text
//! R(∅) = 0,   R(S) = min over j in S of R(S∖j) + T_j(S∖j),   T_j(S) = min over P ⊆ S ∪ outer of s_j(P).
//! ```
//!
//! The tables T_j take n 2ⁿ⁻¹ numbers. Where that is too much, the patterns of the t highest nodes are gone through in
//! numeric order, and of each pattern only the tables over the others are there: a fraction 2⁻ᵗ, for (3/2)ᵗ times
//! as many scores. R(S) is final when its turn comes, and is passed on to all sets with one node more.

use super::families::{Families, Measure};
use super::room::{Halt, filled};
use super::subsets::least_of_parts;
use super::tables::{CAP, Ruler};
use super::wide::{BLOCK, Loop, widely};
use crate::parallel::for_each_long_while;
use crate::watch::Watch;

/// Of the nodes of a block the lowest are gone through one by one.
const FIRST: usize = 3;

/// The best order of one part.
#[derive(Debug)]
pub struct Best {
    /// Its score in steps; `CAP` if nothing as good as that was found.
    pub steps: u32,
    /// The parents of every inner node as sets, if anything was found.
    pub parents: Option<Vec<usize>>,
}

/// Finds the best order. `split` is t.
pub fn best(
    families: &Families,
    (measure, ruler): (&Measure, &Ruler),
    split: usize,
    watch: &dyn Watch,
    tell: &(dyn Fn() + Sync),
) -> Result<Best, Halt> {
    let g = families.inner();
    let low = g - split;
    let mut program = Program { low, values: filled(1 << g, CAP)?, last: filled(1 << g, 0u8)? };
    let mut tables: Vec<Vec<u32>> =
        (0..g).map(|j| filled(families.entries(j, low), CAP)).collect::<Result<_, _>>()?;
    program.values[0] = 0;
    for pattern in 0..1usize << split {
        for_each_long_while(&mut tables, &mut || watch.go_on(), |j, table| {
            if j < low || pattern >> (j - low) & 1 == 0 {
                families.fill((measure, ruler), j, (low, pattern), table);
                least_of_parts(table);
            }
            tell();
        })?;
        program.go_through(pattern, &tables, watch)?;
    }
    let steps = program.values[(1 << g) - 1];
    drop(tables);
    let parents = match steps < CAP {
        true => program.parents(families, (measure, ruler), watch)?,
        false => None,
    };
    Ok(Best { steps, parents })
}

struct Program {
    low: usize,
    /// R.
    values: Vec<u32>,
    /// The last node of the best order of a set.
    last: Vec<u8>,
}

impl Program {
    /// Passes on the values of all sets with this pattern of the highest nodes.
    fn go_through(
        &mut self,
        pattern: usize,
        tables: &[Vec<u32>],
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        let bits = BLOCK.min(self.low);
        let size = 1usize << bits;
        for block in (pattern << self.low..(pattern + 1) << self.low).step_by(size) {
            watch.go_on()?;
            let inside = block & ((1 << self.low) - 1);
            let rows: Vec<&[u32]> =
                tables[..bits].iter().map(|table| &table[inside / 2..][..size / 2]).collect();
            let (values, last) =
                (&mut self.values[block..][..size], &mut self.last[block..][..size]);
            widely(Within { values, last, rows: &rows });
            for (j, table) in
                tables.iter().enumerate().skip(bits).filter(|(j, _)| block >> j & 1 == 0)
            {
                let row = &table[if j < self.low { squeezed(inside, j) } else { inside }..][..size];
                let place = block | 1 << j;
                let (from, to) = self.values.split_at_mut(place);
                let (from, to) = (&from[block..][..size], &mut to[..size]);
                let last = &mut self.last[place..][..size];
                widely(PassOn { from, row, j: j as u8, to, last });
            }
        }
        Ok(())
    }

    /// The parents of every node, from the last to the first; none if a score is not found again.
    fn parents(
        &self,
        families: &Families,
        scoring: (&Measure, &Ruler),
        watch: &dyn Watch,
    ) -> Result<Option<Vec<usize>>, Halt> {
        let g = families.inner();
        let outer = ((1usize << families.part.bits()) - 1) >> g << g;
        let mut parents = vec![0; g];
        let mut set = (1usize << g) - 1;
        while set != 0 {
            let j = usize::from(self.last[set]);
            let before = set ^ (1 << j);
            let steps = self.values[set] - self.values[before];
            match families.first_of_score(scoring, j, (before | outer, steps), watch)? {
                Some(found) => parents[j] = found,
                None => return Ok(None),
            }
            set = before;
        }
        Ok(Some(parents))
    }
}

/// Passes on the values of the sets of a block to the other sets of it.
struct Within<'a> {
    values: &'a mut [u32],
    last: &'a mut [u8],
    rows: &'a [&'a [u32]],
}

impl Loop for Within<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Within { values, last, rows } = self;
        let first = FIRST.min(rows.len());
        let size = 1usize << first;
        for start in (0..values.len()).step_by(size) {
            for set in start..start + size {
                for j in (0..first).filter(|j| set >> j & 1 == 0) {
                    let (value, to) = (values[set] + rows[j][squeezed(set, j)], set | 1 << j);
                    if value < values[to] {
                        (values[to], last[to]) = (value, j as u8);
                    }
                }
            }
            for j in (first..rows.len()).filter(|j| start >> j & 1 == 0) {
                let (row, place) = (&rows[j][squeezed(start, j)..][..size], start | 1 << j);
                let (from, to) = values.split_at_mut(place);
                let (from, to) = (&from[start..][..size], &mut to[..size]);
                PassOn { from, row, j: j as u8, to, last: &mut last[place..][..size] }.run();
            }
        }
    }
}

/// R(S ∪ j) ← min(R(S ∪ j), R(S) + T_j(S)) for neighbouring sets S.
struct PassOn<'a> {
    from: &'a [u32],
    row: &'a [u32],
    j: u8,
    to: &'a mut [u32],
    last: &'a mut [u8],
}

impl Loop for PassOn<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let sets = self.to.iter_mut().zip(self.last);
        for ((from, row), (to, last)) in self.from.iter().zip(self.row).zip(sets) {
            // Neither is above CAP, so the sum has room.
            let value = from + row;
            *last = if value < *to { self.j } else { *last };
            *to = value.min(*to);
        }
    }
}

/// A set without its bit j, which it does not have.
#[inline(always)]
fn squeezed(set: usize, j: usize) -> usize {
    ((set >> (j + 1)) << j) | (set & ((1 << j) - 1))
}
