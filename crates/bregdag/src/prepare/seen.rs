//! What checks of single rows need beside the rows that are kept: the numbers that rows have in the data, and a
//! seeded sample of rows where there are too many to keep.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::rows::{Kept, only_rows};
use crate::data::{Block, Table};
use crate::error::Result;
use crate::random::{Purpose, Stream};

/// Consecutive rows that are drawn together, so that neighbours stay neighbours.
const RUN: u64 = 64;
/// Numbers that a sample may hold, 32 MiB: a quarter of what is kept of a table that can be kept.
const SAMPLE: usize = 1 << 22;
/// Rows without values whose numbers are remembered; with more of them nobody counts any longer.
const REMEMBERED: usize = 1 << 20;

/// The numbers of the rows that left because a value was missing.
#[derive(Debug, Clone, Default)]
pub struct Gone {
    rows: Vec<u64>,
    too_many: bool,
}

impl Gone {
    /// Of so many rows from `first` on, only these stay.
    pub fn all_but(&mut self, stay: &[usize], first: u64, rows: usize) {
        let mut staying = stay.iter().copied().peekable();
        for row in 0..rows {
            if staying.next_if_eq(&row).is_none() {
                self.too_many |= self.rows.len() >= REMEMBERED;
                if self.too_many {
                    return;
                }
                self.rows.push(first + row as u64);
            }
        }
    }

    /// The number, from 1, of the row that is now at this place.
    pub fn number(&self, place: u64) -> Option<u64> {
        // Row g of those that left, g from 0, stood before the one that is now at place rows[g] − g.
        let (mut low, mut high) = (0, self.rows.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.rows[middle] - middle as u64 <= place {
                low = middle + 1
            } else {
                high = middle
            }
        }
        (!self.too_many).then_some(place + low as u64 + 1)
    }
}

/// Some runs of consecutive rows: those whose draws are smallest, as many as there is room for.
#[derive(Debug)]
pub struct Sample {
    most: usize,
    runs: Vec<Run>,
    /// The draw of each of them, a positive number by its bits, and its place.
    draws: BinaryHeap<(u64, usize)>,
    /// The place of the run that goes on, if it was taken.
    open: Option<usize>,
    /// Rows so far.
    rows: u64,
}

#[derive(Debug)]
struct Run {
    number: u64,
    block: Block,
}

/// The rows of a sample.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// The rows.
    pub table: Table,
    /// Where each run begins among all rows, and how many rows of it there are.
    pub runs: Vec<(u64, usize)>,
}

impl Sampled {
    /// The place among all rows of one of the sample.
    pub fn place(&self, row: usize) -> u64 {
        let mut before = 0;
        for &(first, rows) in &self.runs {
            if row < before + rows {
                return first + (row - before) as u64;
            }
            before += rows;
        }
        row as u64
    }
}

impl Sample {
    /// Of rows of so many columns.
    pub fn new(columns: usize) -> Sample {
        let most = (SAMPLE / (columns.max(1) * RUN as usize)).max(1);
        Sample { most, runs: vec![], draws: BinaryHeap::new(), open: None, rows: 0 }
    }

    /// Takes the next rows in. Where blocks end plays no part.
    pub fn add(&mut self, block: &Block) {
        let rows = block.columns.first().map_or(0, Vec::len);
        let mut at = 0;
        while at < rows {
            let number = self.rows / RUN;
            let end = rows.min(at + (RUN - self.rows % RUN) as usize);
            self.take(number, block, at..end);
            self.rows += (end - at) as u64;
            at = end;
        }
    }

    fn take(&mut self, number: u64, block: &Block, rows: Range<usize>) {
        let part = || only_rows(block, &rows.clone().collect::<Vec<usize>>());
        if !self.rows.is_multiple_of(RUN) {
            if let Some(open) = self.open {
                extend(&mut self.runs[open].block, part());
            }
            return;
        }
        let draw = Stream::of(0, Purpose::Looks(number as usize)).uniform().to_bits();
        let place = match self.draws.peek() {
            _ if self.runs.len() < self.most => Some(self.runs.len()),
            Some(&(largest, place)) if draw < largest => {
                self.draws.pop();
                Some(place)
            }
            _ => None,
        };
        self.open = place;
        let Some(place) = place else { return };
        self.draws.push((draw, place));
        let run = Run { number, block: part() };
        match self.runs.get_mut(place) {
            Some(before) => *before = run,
            None => self.runs.push(run),
        }
    }

    /// The rows, in their order.
    pub fn table(mut self, names: Vec<String>) -> Result<Option<Sampled>> {
        self.runs.sort_by_key(|run| run.number);
        let rows = |run: &Run| (run.number * RUN, run.block.columns.first().map_or(0, Vec::len));
        let runs: Vec<(u64, usize)> = self.runs.iter().map(rows).collect();
        let blocks = self.runs.into_iter().map(|run| run.block).collect();
        let kept = Kept { blocks, ..Kept::default() };
        Ok(kept.table(names)?.map(|(table, _)| Sampled { table, runs }))
    }
}

fn extend(block: &mut Block, more: Block) {
    for (column, more) in block.columns.iter_mut().zip(more.columns) {
        column.extend(more);
    }
    if let (Some(weights), Some(more)) = (&mut block.weights, more.weights) {
        weights.extend(more);
    }
    if let (Some(groups), Some(more)) = (&mut block.groups, more.groups) {
        groups.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_the_rows_that_left() {
        let mut gone = Gone::default();
        // Of rows 0 to 9 the rows 0, 3 and 4 leave, of 10 to 12 the last.
        gone.all_but(&[1, 2, 5, 6, 7, 8, 9], 0, 10);
        gone.all_but(&[0, 1], 10, 3);
        let numbers: Vec<u64> = (0..9).map(|place| gone.number(place).unwrap()).collect();
        assert_eq!(numbers, [2, 3, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(gone.number(9), Some(14));
        assert_eq!(Gone::default().number(300), Some(301));
    }

    #[test]
    fn a_sample_has_whole_runs_wherever_blocks_end() {
        let (columns, rows) = (64, 70_000);
        let sample = |length: usize| {
            let mut sample = Sample::new(columns);
            for first in (0..rows).step_by(length) {
                let column: Vec<f64> =
                    (first..rows.min(first + length)).map(|r| r as f64).collect();
                sample.add(&Block { columns: vec![column; columns], ..Block::default() });
            }
            let names = (0..columns).map(|j| j.to_string()).collect();
            sample.table(names).unwrap().unwrap()
        };
        let found = sample(1000);
        assert_eq!(found.runs.len(), SAMPLE / columns / RUN as usize);
        // The last run of the table is shorter.
        assert!(
            found.runs.iter().all(|&(first, rows)| rows == 64 || (first, rows) == (69_952, 48))
        );
        assert_eq!(found.table, sample(7919).table);
        let column = &found.table.columns()[0];
        assert!((0..found.table.rows()).step_by(997).all(|r| column[r] == found.place(r) as f64));
        // All parts of the table: its halves differ by chance, 1024 runs of 1094 in all, 70 left out.
        let first = column.iter().filter(|&&x| x < 35_000.0).count() as f64;
        assert!((first / column.len() as f64 - 0.5).abs() < 0.03, "{first}");
    }
}
