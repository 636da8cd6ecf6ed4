//! The legend below the panels: one for all of them.

use super::layout::{FONT, fitted, width};
use super::look::Look;
use super::scale::Scale;
use super::{Chart, Marks};
use crate::export::drawing::Tenths;
use crate::export::lettering::escaped;

/// Height of a row, length of a sample with a line and of one without, space beside it, and space between two entries.
const ROW: f64 = 19.0;
const SAMPLE: f64 = 32.0;
const POINT: f64 = 10.0;
const BESIDE: f64 = 7.0;
const BETWEEN: f64 = 22.0;
/// Longer names are cut.
const LONGEST: f64 = 260.0;

/// The entries in columns of one width.
pub(super) struct Legend {
    entries: Vec<Entry>,
    columns: usize,
    step: f64,
    sample: f64,
}

struct Entry {
    name: String,
    look: Look,
    line: bool,
}

/// The legend of a chart in rows of this width.
pub(super) fn rows(chart: &Chart, room: f64) -> Legend {
    let names = chart.names();
    // Names that stand at the axis, and a single series without one, need no legend.
    let at_axis = |name: &&str| match &chart.x.scale {
        Scale::Names(axis) => axis.iter().any(|other| other == name),
        _ => false,
    };
    let names = if names == [""] || names.iter().all(at_axis) { vec![] } else { names };
    let entry = |name: &str| {
        let all = chart.panels.iter().flat_map(|panel| &panel.series);
        let mut same = all.filter(|series| series.name == name).peekable();
        Some(Entry {
            name: fitted(name, FONT, LONGEST),
            look: Look::of(same.peek()?.look),
            line: same.any(|series| matches!(series.marks, Marks::Lines(_))),
        })
    };
    let entries: Vec<Entry> = names.into_iter().filter_map(entry).collect();
    let widest = entries.iter().map(|entry| width(&entry.name, FONT)).fold(0.0, f64::max);
    let sample = if entries.iter().any(|entry| entry.line) { SAMPLE } else { POINT };
    let step = sample + BESIDE + widest + BETWEEN;
    let columns = (((room + BETWEEN) / step) as usize).clamp(1, entries.len().max(1));
    // As many rows as it takes, filled evenly.
    let rows = entries.len().div_ceil(columns).max(1);
    Legend { columns: entries.len().div_ceil(rows).max(1), entries, step, sample }
}

impl Legend {
    /// How high it is.
    pub fn height(&self) -> f64 {
        match self.entries.len().div_ceil(self.columns) {
            0 => 0.0,
            rows => rows as f64 * ROW + BESIDE,
        }
    }

    /// The legend with its upper left corner here; it is read row by row.
    pub fn shapes(&self, left: f64, top: f64) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let mut shapes = String::from("<g class=\"legend\">\n");
        for (k, entry) in self.entries.iter().enumerate() {
            let x = left + self.step * (k % self.columns) as f64;
            let y = top + ROW * ((k / self.columns) as f64 + 0.5);
            if entry.line {
                let path = format!("M{} {}h{SAMPLE}", Tenths(x), Tenths(y));
                shapes += &entry.look.line(&path, 1.8);
            }
            let point = entry.look.point((x + self.sample / 2.0, y), 3.6);
            let (x, y) = (Tenths(x + self.sample + BESIDE), Tenths(y + 0.36 * FONT));
            shapes += &format!(
                "<g {}>{point}</g><text x=\"{x}\" y=\"{y}\">{}</text>\n",
                entry.look.attributes(),
                escaped(&entry.name)
            );
        }
        shapes + "</g>\n"
    }
}
