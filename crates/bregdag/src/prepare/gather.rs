//! Blocks of rows → moments, and the rows themselves where they are needed.

use super::far::{Passes, Seer};
use super::rows::{Kept, Sums, only_rows};
use super::seen::Sample;
use super::{
    Facts, Keep, LeftOut, Look, Missing, MissingCells, Options, Outliers, Preparation, Prepared,
    Transform, Transformed, beside, finish, impute, unless_interrupted,
};
use crate::data::{Accumulator, BLOCK_ROWS, Block, Blocks, Folds, Moments, pattern};
use crate::error::{Error, Result};
use crate::parallel::parallel_for_each;
use crate::read::Reading;
use crate::room;
use crate::warning::Warning;
use crate::watch::{Event, Watch, Work};

/// Rows are kept for diagnostics up to this many numbers, 128 MiB.
const KEEP: usize = 1 << 24;

/// Takes rows in.
pub struct Gather {
    options: Options,
    names: Vec<String>,
    /// The transformations of each column.
    transforms: Vec<Vec<Transform>>,
    /// Whether they have to wait for all rows.
    at_once: Vec<bool>,
    preparation: Preparation,
    missing: Vec<u64>,
    /// Row, over all files, and column.
    first_missing: Option<(u64, usize)>,
    missing_weights: u64,
    missing_labels: u64,
    /// Rows of weight zero.
    weightless: u64,
    complete_rows: u64,
    /// Whether nothing can be added up before all rows are there.
    waits: bool,
    facts: Vec<Facts>,
    sums: Sums,
    kept: Kept,
    /// Who looks for rows that are far from all others.
    pub(super) seer: Seer,
    /// How files were read.
    remarks: Vec<Warning>,
}

impl Gather {
    /// Begins with the variables of the first file.
    pub fn new(names: &[String], options: Options) -> Result<Gather> {
        let mut preparation = Preparation::of(&options);
        let mut transforms = vec![vec![]; names.len()];
        for (transform, patterns) in &options.transforms {
            let found = patterns.iter().map(|pattern| pattern::find(pattern, names));
            let mut columns = found.collect::<Result<Vec<_>>>()?.concat();
            columns.sort_unstable();
            columns.dedup();
            columns.iter().for_each(|&j| transforms[j].push(*transform));
            let mut columns: Vec<String> = columns.iter().map(|&j| names[j].clone()).collect();
            // Parts of a table may have their columns in another order.
            columns.sort();
            preparation.transforms.push(Transformed { transform: *transform, columns });
        }
        let needs_all = |list: &Vec<Transform>| list.iter().any(|t| t.needs_all_rows());
        let at_once: Vec<bool> = transforms.iter().map(needs_all).collect();
        let fills = matches!(options.missing, Missing::Mean | Missing::Iterative);
        // Who wants far rows out must have seen all of them.
        let drops = options.outliers == Outliers::Drop;
        let waits = fills || drops || at_once.contains(&true);
        let sample = options.keep != Keep::No;
        let most = match options.keep {
            _ if waits => usize::MAX,
            Keep::No => 0,
            Keep::IfCheap => KEEP,
            Keep::Always => usize::MAX,
        };
        let folds = options.folds.map(|(count, seed)| Folds::new(count, seed)).transpose()?;
        let sums = Accumulator::new(names.to_vec());
        let of_folds = vec![sums.clone(); folds.as_ref().map_or(0, Folds::count)];
        Ok(Gather {
            options,
            names: names.to_vec(),
            transforms,
            at_once,
            preparation,
            missing: vec![0; names.len()],
            first_missing: None,
            missing_weights: 0,
            missing_labels: 0,
            weightless: 0,
            complete_rows: 0,
            waits,
            facts: vec![Facts::new(); names.len()],
            sums: Sums { moments: sums, folds, of_folds, rows: 0 },
            kept: Kept {
                most,
                sample: sample.then(|| Sample::new(names.len())),
                ..Kept::default()
            },
            seer: Seer::default(),
            remarks: vec![],
        })
    }

    /// Records how files are read.
    pub(super) fn as_read(&mut self, reading: &Reading) {
        self.remarks.extend(self.preparation.as_read(reading));
    }

    /// Reads a file to its end. Its columns must be those of the first, in any order.
    pub fn read(&mut self, blocks: &mut dyn Blocks, watch: &dyn Watch) -> Result<()> {
        let places = self.places(blocks.names())?;
        self.ask_for_room(0, watch)?;
        let mut row = 0;
        while let Some(mut block) = blocks.next_block()? {
            self.ask_for_room(block.columns.first().map_or(0, Vec::len) as u64, watch)?;
            let rows = block.columns.first().map_or(0, Vec::len) as u64;
            block.columns = places.iter().map(|&j| std::mem::take(&mut block.columns[j])).collect();
            self.add(block, row)?;
            row += rows;
            let done = usize::try_from(row).unwrap_or(usize::MAX);
            watch.event(&Event::Progress { work: Work::Rows, done, wanted: 0 });
            unless_interrupted(watch, "before all rows were read")?;
        }
        for remark in blocks.remarks() {
            // Of several files, each thing once.
            if !self.remarks.contains(&remark) {
                self.preparation.left_out.extend(LeftOut::of(&remark));
                self.remarks.push(remark);
            }
        }
        Ok(())
    }

    /// Refuses what there is no room for, with so many more rows.
    fn ask_for_room(&self, more: u64, watch: &dyn Watch) -> Result<()> {
        let (n, rows) = (self.names.len(), self.preparation.rows_read + more);
        // The sums of a block are there beside those of all that came before.
        let blocks = if rows > BLOCK_ROWS as u64 { 1.0 } else { 0.0 };
        let sums = if self.sums.moments.is_empty() { 1.0 } else { 0.0 };
        let sets = 1.0 + self.sums.of_folds.len() as f64;
        let later = room::squares(blocks, n).max(self.options.after.bytes(n, rows));
        let kept = if self.kept.most == usize::MAX { room::tables(1.0, n, more) } else { 0 };
        room::check(n, rows, room::squares(sums * sets, n) + later + kept, watch)
    }

    /// Where each of our columns is among theirs.
    fn places(&self, theirs: &[String]) -> Result<Vec<usize>> {
        let place = |name: &String| theirs.iter().position(|other| other == name);
        let places: Option<Vec<usize>> = self.names.iter().map(place).collect();
        places.filter(|places| places.len() == theirs.len()).ok_or_else(|| {
            Error::variables_differ(["the first file", "this one"], [&self.names, theirs])
        })
    }

    /// Adds rows; `row` is how many of their file came before.
    fn add(&mut self, mut block: Block, row: u64) -> Result<()> {
        let rows = block.columns.first().map_or(0, Vec::len);
        for (j, column) in block.columns.iter_mut().enumerate() {
            if !self.at_once[j] {
                let apply = |t: &Transform| t.apply(column, &self.names[j], row + 1);
                self.transforms[j].iter().try_for_each(apply)?;
            }
        }
        beside::check_weights(&block, row, self.options.missing)?;
        beside::check_groups(&mut block, row, &self.options)?;
        let complete = self.count_missing(&block);
        let first = self.preparation.rows_read;
        self.preparation.rows_read += rows as u64;
        self.complete_rows += complete.len() as u64;
        let staying = self.staying(&block, complete);
        if staying.len() < rows {
            self.seer.gone.all_but(&staying, first, rows);
            block = only_rows(&block, &staying);
        }
        self.seer.leave_far(&mut block);
        let columns = &block.columns;
        parallel_for_each(&mut self.facts, |j, facts| facts.see(&columns[j]));
        if !self.waits {
            if self.first_missing.is_none() || self.options.missing == Missing::DropRows {
                self.sums.add(&block);
            } else {
                // It will end in an error: all that is left to do is to count.
                self.kept.forget();
            }
        }
        self.kept.add(block);
        Ok(())
    }

    /// The rows that stay, of which these miss nothing. Rows of weight zero are no rows: neither do they vary, nor do
    /// they make standard errors smaller.
    fn staying(&mut self, block: &Block, complete: Vec<usize>) -> Vec<usize> {
        let rows = block.columns.first().map_or(0, Vec::len);
        let mut staying = match self.options.missing {
            Missing::DropRows => complete,
            _ => (0..rows).collect(),
        };
        if self.options.missing == Missing::DropRows {
            self.preparation.rows_dropped += (rows - staying.len()) as u64;
        }
        if let Some(weights) = &block.weights {
            let before = staying.len();
            staying.retain(|&r| weights[r] != 0.0);
            self.weightless += (before - staying.len()) as u64;
        }
        staying
    }

    /// Counts missing values; the rows that have none.
    fn count_missing(&mut self, block: &Block) -> Vec<usize> {
        let rows = block.columns.first().map_or(0, Vec::len);
        let mut is_complete = vec![true; rows];
        for (j, column) in block.columns.iter().enumerate() {
            let before = self.missing[j];
            for (r, x) in column.iter().enumerate() {
                if x.is_nan() {
                    self.missing[j] += 1;
                    is_complete[r] = false;
                }
            }
            if before == 0 && self.missing[j] > 0 && self.first_missing.is_none() {
                let first = column.iter().position(|x| x.is_nan()).unwrap_or(0);
                self.first_missing = Some((self.preparation.rows_read + first as u64 + 1, j));
            }
        }
        if let Some(weights) = &block.weights {
            is_complete.iter_mut().zip(weights).for_each(|(ok, w)| *ok &= !w.is_nan());
            self.missing_weights += weights.iter().filter(|w| w.is_nan()).count() as u64;
        }
        if let Some(labels) = &block.groups {
            is_complete.iter_mut().zip(labels).for_each(|(ok, label)| *ok &= !label.is_missing());
            self.missing_labels += labels.iter().filter(|label| label.is_missing()).count() as u64;
        }
        (0..rows).filter(|&r| is_complete[r]).collect()
    }

    /// What a method receives. The observer may end the filling in of missing values.
    pub fn finish(self, watch: &dyn Watch) -> Result<Prepared> {
        self.finish_with(None, watch)
    }

    /// The same where the rows can be read a second time.
    pub(super) fn finish_with(
        mut self,
        again: Option<Passes<'_>>,
        watch: &dyn Watch,
    ) -> Result<Prepared> {
        let mut warnings = self.settle(watch)?;
        let Gather { names, options, facts, sums, mut kept, preparation, mut seer, .. } = self;
        warnings.extend(seer.warning.take());
        let folds = sums.of_folds.into_iter().map(Accumulator::finish).collect::<Result<_>>()?;
        let moments = sums.moments.finish()?;
        let sample = kept.sample.take().filter(|_| kept.blocks.is_empty());
        let (table, groups) = kept.table(names.clone())?.unzip();
        let groups = groups.flatten();
        let sampled = sample.map(|sample| sample.table(names)).transpose()?.flatten();
        let look = match (options.outliers, options.keep) {
            (Outliers::Warn, Keep::IfCheap | Keep::Always) => {
                seer.look(table.as_ref(), sampled.as_ref(), &facts, (&options, again), watch)?
            }
            (Outliers::Keep, _) => Look::Unknown("far rows were to stay".into()),
            _ => seer.look,
        };
        let prepared =
            Prepared { moments, table, groups, folds, preparation, warnings, look, sampled };
        finish::finish(prepared, Some(&facts), &options, watch)
    }

    /// As if so many numbers were too many to keep.
    #[cfg(test)]
    pub(super) fn keep_at_most(&mut self, numbers: usize) {
        self.kept.most = numbers;
    }

    /// After a second pass: who looked, and the moments of the rows that are not far, if there are enough.
    pub(super) fn others(mut self, watch: &dyn Watch) -> (Seer, Option<Moments>) {
        let moments = self.settle(watch).and_then(|_| self.sums.moments.finish());
        (self.seer, moments.ok())
    }

    /// The moments as they are, to be stored: with other rows, a constant column may vary.
    pub fn moments(mut self, watch: &dyn Watch) -> Result<(Moments, Preparation, Vec<Warning>)> {
        let mut warnings = self.settle(watch)?;
        warnings.extend(finish::suspicious(&self.names, &self.facts));
        warnings.extend(finish::mostly_filled(&self.preparation));
        Ok((self.sums.moments.finish()?.weighted()?, self.preparation, warnings))
    }

    /// Everything is read: adds up what had to wait, or says why it cannot.
    fn settle(&mut self, watch: &dyn Watch) -> Result<Vec<Warning>> {
        if self.preparation.rows_read == 0 {
            return Err(Error::NoRows);
        }
        let named = self.names.iter().zip(&self.missing).filter(|(_, cells)| **cells > 0);
        let cells = named.map(|(name, &cells)| MissingCells { column: name.clone(), cells });
        let Preparation { weights, groups, .. } = &self.preparation;
        let beside = [(weights, self.missing_weights), (groups, self.missing_labels)];
        let beside = beside.into_iter().filter(|(_, cells)| *cells > 0);
        let beside = beside
            .filter_map(|(name, cells)| name.clone().map(|column| MissingCells { column, cells }));
        let cells: Vec<MissingCells> = cells.chain(beside).collect();
        self.preparation.missing_cells = cells.clone();
        if let (Some((row, j)), Missing::Error) = (self.first_missing, self.options.missing) {
            let (column, complete) = (self.names[j].clone(), self.complete_rows);
            let rows = self.preparation.rows_read;
            let cells = by_column(&cells);
            return Err(Error::MissingValues { column, row, cells, rows, complete });
        }
        let mut warnings = std::mem::take(&mut self.remarks);
        if self.waits {
            warnings.extend(self.add_kept(watch)?);
        }
        if let Some(folds) = self.sums.folds.as_ref().filter(|f| f.count() as u64 > self.sums.rows)
        {
            return Err(folds.more_than_rows());
        }
        if self.weightless > 0 {
            warnings.push(Warning::ZeroWeights { rows: self.weightless });
        }
        match self.sums.rows {
            0 if self.weightless > 0 => Err(Error::BadWeight { row: 1, weight: 0.0 }),
            0 => Err(Error::NoCompleteRow { cells: by_column(&cells) }),
            1 => Err(Error::TooFewRows { rows: 1 }),
            _ => Ok(warnings),
        }
    }

    /// Ranks and missing values, for which all rows were kept.
    fn add_kept(&mut self, watch: &dyn Watch) -> Result<Option<Warning>> {
        let mut block = self.kept.take(self.names.len());
        for (j, column) in block.columns.iter_mut().enumerate() {
            if self.at_once[j] {
                let mut apply = |t: &Transform| t.apply(column, &self.names[j], 1);
                self.transforms[j].iter().try_for_each(&mut apply)?;
                // What was noted was about the values before.
                self.facts[j] = Facts::new();
                self.facts[j].see(column);
            }
        }
        let mut warning = None;
        if self.first_missing.is_some() && self.options.missing != Missing::DropRows {
            warning = self.fill_in(&mut block.columns, watch)?;
        }
        if self.options.outliers == Outliers::Drop {
            block = self.seer.dropped(block, &self.names, &mut self.preparation, watch);
        }
        self.sums.add(&block);
        self.kept.blocks = vec![block];
        Ok(warning)
    }

    /// Fills in missing values.
    fn fill_in(&mut self, columns: &mut [Vec<f64>], watch: &dyn Watch) -> Result<Option<Warning>> {
        let empty = |j: &usize| self.missing[*j] == self.preparation.rows_read;
        if let Some(j) = (0..columns.len()).find(empty) {
            return Err(Error::EmptyColumn { column: self.names[j].clone() });
        }
        if self.options.missing == Missing::Mean {
            impute::mean(columns)?;
            return Ok(None);
        }
        let options = impute::Iterative::default();
        let imputed = impute::iterative(columns, &options, &mut || watch.stop().is_some())?;
        self.preparation.rounds = Some(imputed.rounds);
        Ok((!imputed.converged).then_some(Warning::ImputationStopped { rounds: imputed.rounds }))
    }
}

fn by_column(cells: &[MissingCells]) -> Vec<(String, u64)> {
    cells.iter().map(|missing| (missing.column.clone(), missing.cells)).collect()
}
