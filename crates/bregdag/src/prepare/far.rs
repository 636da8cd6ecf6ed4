//! Who looks for rows that are far from all others while a table is gathered: at the rows that are kept, or at a
//! sample and then, if they can be read again, at all of them.

use super::outliers::{self, FEWEST_ROWS, Far, Look, NAMED, Rule};
use super::rows::only_rows;
use super::seen::{Gone, Sampled};
use super::{DroppedRows, Facts, Gather, Keep, Options, Outliers, Preparation};
use crate::data::{Block, Moments, Table};
use crate::error::Result;
use crate::warning::Warning;
use crate::watch::Watch;

/// Reads all rows once more into a gatherer.
pub type Passes<'a> = &'a mut dyn FnMut(&mut Gather) -> Result<()>;

/// More than so many rows in a hundred are no exceptions.
const MANY: u64 = 10;

/// Who looks.
#[derive(Default)]
pub struct Seer {
    /// The rows that left before anyone looked.
    pub gone: Gone,
    /// What was found where far rows had to leave.
    pub look: Look,
    /// What to say of that.
    pub warning: Option<Warning>,
    /// On the second pass: what is far, and what was found of it.
    second: Option<Second>,
    /// Rows that came by.
    rows: u64,
}

struct Second {
    rule: Rule,
    count: u64,
    by_distance: u64,
    numbers: Vec<u64>,
}

impl Seer {
    /// On the second pass, far rows go no further.
    pub fn leave_far(&mut self, block: &mut Block) {
        let Some(second) = &mut self.second else { return };
        let columns: Vec<&[f64]> = block.columns.iter().map(Vec::as_slice).collect();
        let rows = columns.first().map_or(0, |column| column.len());
        let (far, by_distance) = second.rule.far(&columns);
        second.count += far.len() as u64;
        second.by_distance += by_distance;
        let wanted = NAMED - second.numbers.len();
        let numbers =
            far.iter().take(wanted).filter_map(|&r| self.gone.number(self.rows + r as u64));
        second.numbers.extend(numbers);
        self.rows += rows as u64;
        if !far.is_empty() {
            *block = only_rows(block, &all_but(&far, rows));
        }
    }

    /// The rows that stay when far ones have to leave.
    pub fn dropped(
        &mut self,
        block: Block,
        names: &[String],
        preparation: &mut Preparation,
        watch: &dyn Watch,
    ) -> Block {
        let counted = counted(block.weights.as_deref(), block.columns.first().map_or(0, Vec::len));
        if counted.len() < FEWEST_ROWS {
            self.look = Look::Unknown(too_few());
            return block;
        }
        let (_, found) = find(names, &block.columns, &counted, &mut || watch.stop().is_none());
        self.look = Look::Dropped;
        let rows = block.columns.first().map_or(0, Vec::len);
        let (count, by_distance) = (found.count, found.by_distance);
        let together = found.together;
        preparation.outliers = Some(DroppedRows { rows: count, by_distance, together });
        if 100 * count > MANY * counted.len() as u64 {
            self.warning = Some(Warning::ManyRowsDropped { rows: count, of: counted.len() as u64 });
        }
        only_rows(&block, &all_but(&found.places, rows))
    }

    /// Looks at the rows that are kept, or at the sample.
    pub fn look(
        self,
        table: Option<&Table>,
        sampled: Option<&Sampled>,
        facts: &[Facts],
        (options, again): (&Options, Option<Passes<'_>>),
        watch: &dyn Watch,
    ) -> Result<Look> {
        let Some(rows) = table.or(sampled.map(|sampled| &sampled.table)) else {
            return Ok(Look::Unknown("the rows were not kept".into()));
        };
        let counted = counted(rows.weights(), rows.rows());
        if counted.len() < FEWEST_ROWS {
            return Ok(Look::Unknown(too_few()));
        }
        let go_on = &mut || watch.stop().is_none();
        let (rule, mut far) = find(rows.names(), rows.columns(), &counted, go_on);
        let place =
            |row: usize| sampled.filter(|_| table.is_none()).map_or(row as u64, |s| s.place(row));
        let numbers = far.places.iter().take(NAMED).map(|&row| self.gone.number(place(row)));
        far.numbers = numbers.collect::<Option<Vec<u64>>>().unwrap_or_default();
        if table.is_some() {
            return Ok(Look::Found(Box::new(far)));
        }
        // The extremes of all columns are known, so a value that is far by itself cannot hide.
        let extreme = |(j, facts): (usize, &Facts)| {
            [facts.least(), facts.most()].into_iter().flatten().any(|x| rule.is_far(j, x))
        };
        let any = far.count > 0 || facts.iter().enumerate().any(extreme);
        far.sampled = true;
        far.places.clear();
        match again.filter(|_| any) {
            Some(again) => second_pass(rule, far, rows.names(), options, again, watch),
            None if any && far.count == 0 => Ok(Look::Unknown(
                "rows lie far from the others, but there are too many to keep and they can be read only once"
                    .into(),
            )),
            None => Ok(Look::Found(Box::new(far))),
        }
    }
}

/// All rows once more, by what the sample tells.
fn second_pass(
    rule: Rule,
    far: Far,
    names: &[String],
    options: &Options,
    again: Passes<'_>,
    watch: &dyn Watch,
) -> Result<Look> {
    let options =
        Options { keep: Keep::No, outliers: Outliers::Keep, folds: None, ..options.clone() };
    let mut gather = Gather::new(names, options)?;
    gather.seer.second = Some(Second { rule, count: 0, by_distance: 0, numbers: vec![] });
    again(&mut gather)?;
    let (seer, others): (Seer, Option<Moments>) = gather.others(watch);
    let Some(Second { count, by_distance, numbers, .. }) = seer.second else {
        return Ok(Look::default());
    };
    let looked_at = seer.rows;
    let far = Far { looked_at, sampled: false, count, by_distance, numbers, others, ..far };
    Ok(Look::Found(Box::new(far)))
}

fn too_few() -> String {
    format!("it takes {FEWEST_ROWS} rows to tell what is far")
}

/// The rows that count.
fn counted(weights: Option<&[f64]>, rows: usize) -> Vec<usize> {
    (0..rows).filter(|&r| weights.is_none_or(|weights| weights[r] > 0.0)).collect()
}

/// Far rows among those that count, by their places among all.
fn find(
    names: &[String],
    columns: &[Vec<f64>],
    counted: &[usize],
    go_on: &mut dyn FnMut() -> bool,
) -> (Rule, Far) {
    if columns.first().is_some_and(|column| column.len() == counted.len()) {
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        return outliers::look(names, &columns, go_on);
    }
    let pick = |column: &Vec<f64>| counted.iter().map(|&r| column[r]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = columns.iter().map(pick).collect();
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let (rule, mut far) = outliers::look(names, &columns, go_on);
    far.places.iter_mut().for_each(|place| *place = counted[*place]);
    (rule, far)
}

/// The places of all rows but some, both ascending.
pub fn all_but(gone: &[usize], rows: usize) -> Vec<usize> {
    let mut gone = gone.iter().copied().peekable();
    (0..rows).filter(|row| gone.next_if_eq(row).is_none()).collect()
}
