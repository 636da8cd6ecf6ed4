//! Each contender beside the search, table by table: both learn from the same ones, so that what is hard in a table does not blur
//! who is better.

use std::collections::BTreeMap;

use super::Asked;
use super::measures::{Measure, SHD};
use super::report::distinct;
use super::sheets::{Drawn, Sheet};
use crate::experiment::chart::Scale;
use crate::experiment::row::Row;
use crate::experiment::statistics::{mean, paired_bootstrap};
use crate::experiment::table::{Alignment, Cell, Table};

/// All others are compared with it.
const REFERENCE: &str = "search";
/// So many means are drawn anew.
const DRAWS: usize = 2000;

/// SHD of every contender less that of the search, group by group.
pub fn table(experiment: &Asked<'_>, rows: &[Row]) -> Table {
    let mut lines = vec![];
    for sheet in experiment.sheets {
        let kept: Vec<&Row> = rows.iter().filter(|row| (sheet.keep)(row)).collect();
        for group in distinct(kept.iter().map(|row| group(sheet, row))) {
            let inside = kept.iter().copied().filter(|row| self::group(sheet, row) == group);
            lines.extend(of_group(&group, &inside.collect::<Vec<_>>(), &SHD));
        }
    }
    let right = Alignment::Right;
    Table {
        caption: format!("Wrong edges (SHD) less those of {REFERENCE} on the same tables"),
        header: ["data", "method", "difference (95 %)", "tables"].map(String::from).to_vec(),
        alignment: vec![Alignment::Left, Alignment::Left, right, right],
        rows: lines,
        note: "Positive: more errors than the search. Intervals by paired bootstrap over tables, where there are \
               enough of them; several settings of one method on a table count with their mean."
            .into(),
    }
}

/// What stands together: a panel, and there a place on its axis, unless the place is what came of the fit.
fn group(sheet: &Sheet, row: &Row) -> String {
    let place = match (sheet.x_scale)() {
        Scale::Names(names) => names.get((sheet.x)(row) as usize).map(|name| format!(", {name}")),
        _ if sheet.marks == Drawn::Lines => {
            Some(format!(", {} = {}", sheet.x_title, (sheet.x)(row)))
        }
        _ => None,
    };
    format!("{}{}{}", (sheet.panel)(row), place.unwrap_or_default(), sheet.about)
}

fn of_group(title: &str, rows: &[&Row], measure: &Measure) -> Vec<Vec<Cell>> {
    let reference = by_table(rows, REFERENCE, measure);
    let labels = distinct(rows.iter().map(|row| row.label().to_string()));
    let mut lines = vec![];
    for label in labels.iter().filter(|label| *label != REFERENCE) {
        let own = by_table(rows, label, measure);
        let pairs = own.iter().filter_map(|(table, value)| Some(value - reference.get(table)?));
        let differences: Vec<f64> = pairs.collect();
        let text = match paired_bootstrap(&differences, 0, DRAWS) {
            Some(of) => format!("{:.1} ({:.1} to {:.1})", of.estimate, of.low, of.high),
            None => mean(&differences).map_or(String::new(), |mean| format!("{mean:.1}")),
        };
        let count = differences.len().to_string();
        lines.push([title, label.as_str(), &text, &count].map(Cell::from).to_vec());
    }
    lines
}

/// The mean of what one contender has for each table.
fn by_table(rows: &[&Row], label: &str, measure: &Measure) -> BTreeMap<String, f64> {
    on_each_table(rows.iter().copied().filter(|row| row.label() == label), measure)
}

/// The mean of what rows have for each table: a method may learn from it with several settings.
pub fn on_each_table<'a>(
    rows: impl Iterator<Item = &'a Row>,
    measure: &Measure,
) -> BTreeMap<String, f64> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in rows {
        values.entry(row.task.table_code()).or_default().extend((measure.value)(row));
    }
    values.into_iter().filter_map(|(table, values)| Some((table, mean(&values)?))).collect()
}
