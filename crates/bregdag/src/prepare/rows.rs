//! The rows so far: their sums, and they themselves where they are kept.

use std::collections::HashMap;

use super::seen::Sample;
use crate::data::{Accumulator, Block, Folds, Label, Table};
use crate::error::Result;

/// What adds up as long as no value is missing.
pub struct Sums {
    pub moments: Accumulator,
    pub folds: Option<Folds>,
    pub of_folds: Vec<Accumulator>,
    /// Rows so far.
    pub rows: u64,
}

/// The rows so far, or a sample where there are too many.
#[derive(Default)]
pub struct Kept {
    pub blocks: Vec<Block>,
    pub cells: usize,
    pub most: usize,
    /// Of rows that are too many to keep, where a sample is wanted.
    pub sample: Option<Sample>,
}

impl Sums {
    pub fn add(&mut self, block: &Block) {
        let rows = block.columns.first().map_or(0, Vec::len);
        self.moments.add(&block.columns, block.weights.as_deref());
        if let Some(folds) = &mut self.folds {
            let mut members = vec![vec![]; folds.count()];
            (0..rows).for_each(|r| members[folds.of(self.rows + r as u64)].push(r));
            for (sums, rows) in self.of_folds.iter_mut().zip(&members) {
                let part = only_rows(block, rows);
                sums.add(&part.columns, part.weights.as_deref());
            }
        }
        self.rows += rows as u64;
    }
}

impl Kept {
    pub fn add(&mut self, block: Block) {
        self.cells += block.columns.iter().map(Vec::len).sum::<usize>();
        if self.cells <= self.most {
            self.blocks.push(block);
            return;
        }
        if let Some(sample) = &mut self.sample {
            self.blocks.drain(..).chain([block]).for_each(|block| sample.add(&block));
        }
        self.forget();
    }

    pub fn forget(&mut self) {
        self.most = 0;
        self.blocks.clear();
    }

    /// All rows as one block, leaving none behind.
    pub fn take(&mut self, n: usize) -> Block {
        let mut blocks = std::mem::take(&mut self.blocks);
        // Column by column, so that little is there twice.
        let column = |j: usize| {
            let rows = blocks.iter().map(|block| block.columns[j].len()).sum();
            let mut column = Vec::with_capacity(rows);
            blocks.iter_mut().for_each(|b| column.extend(std::mem::take(&mut b.columns[j])));
            column
        };
        let columns = (0..n).map(column).collect();
        let weights = joined(blocks.iter_mut().filter_map(|block| block.weights.take()));
        let groups = joined(blocks.iter_mut().filter_map(|block| block.groups.take()));
        Block { columns, weights, groups }
    }

    /// All rows, and the group of each.
    pub fn table(mut self, names: Vec<String>) -> Result<Option<(Table, Option<Vec<u64>>)>> {
        if self.blocks.is_empty() {
            return Ok(None);
        }
        let Block { columns, weights, groups } = self.take(names.len());
        let mut table = Table::new(names, columns)?;
        if let Some(weights) = weights {
            table = table.with_weights(weights)?;
        }
        Ok(Some((table, groups.map(|labels| numbered(&labels)))))
    }
}

fn joined<T>(parts: impl Iterator<Item = Vec<T>>) -> Option<Vec<T>> {
    parts.reduce(|mut all, part| {
        all.extend(part);
        all
    })
}

/// Numbers in the place of labels, in the order in which these appear.
fn numbered(labels: &[Label]) -> Vec<u64> {
    let mut numbers = HashMap::new();
    let number = |label: &Label| {
        let next = numbers.len() as u64;
        *numbers.entry(*label).or_insert(next)
    };
    labels.iter().map(number).collect()
}

/// Some rows of a block.
pub fn only_rows(block: &Block, rows: &[usize]) -> Block {
    let pick = |column: &Vec<f64>| rows.iter().map(|&r| column[r]).collect();
    Block {
        columns: block.columns.iter().map(pick).collect(),
        weights: block.weights.as_ref().map(pick),
        groups: block.groups.as_ref().map(|labels| rows.iter().map(|&r| labels[r]).collect()),
    }
}
