//! Where the panels of a chart stand, and how far their axes go.

use super::clip::{Field, Point};
use super::scale::{Axis, Extent, Range, Scale};
use super::ticks::{Along, Ticks, label_width, ticks};
use super::{Chart, Marks, Panel};
use crate::export::lettering;

/// Font sizes of titles, of most words, and of numbers and notes.
pub(super) const TITLE: f64 = 14.0;
pub(super) const FONT: f64 = 12.0;
pub(super) const SMALL: f64 = 11.0;
/// White space around the chart.
pub(super) const MARGIN: f64 = 12.0;
/// Space above the legend and below everything, and the height of a line of notes.
pub(super) const LEGEND_GAP: f64 = 12.0;
pub(super) const NOTE_LINE: f64 = 16.0;
/// Space between a number and its axis, marks included.
pub(super) const BESIDE: f64 = 7.0;
/// What the fields of a row are wide together, within the limits of one.
const ROW_WIDTH: f64 = 760.0;
const NARROWEST: f64 = 140.0;
const WIDEST: f64 = 460.0;
/// Height of the title of the chart, of a panel and of an axis.
const TITLE_HEIGHT: f64 = 26.0;
const PANEL_TITLE: f64 = 20.0;
const AXIS_TITLE: f64 = 20.0;
/// Space between two panels.
const GAP: f64 = 14.0;
/// Names aslant turn by 40 degrees: their share across and down.
const ASLANT: (f64, f64) = (0.766, 0.643);

/// A panel in its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub field: Field,
    pub x: PlacedAxis,
    pub y: PlacedAxis,
}

/// An axis of a panel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlacedAxis {
    pub extent: Extent,
    pub ticks: Ticks,
    /// Whether its numbers stand here: of axes that are shared only those outside do.
    pub labelled: bool,
}

/// Where everything is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub panels: Vec<Place>,
    /// The left end of the first field, and the upper one of its panel.
    pub left: f64,
    pub top: f64,
    /// The end of the last field.
    pub right: f64,
    pub width: f64,
    /// Below the numbers and before the title of the axis across; then below that title.
    pub numbers_bottom: f64,
    pub bottom: f64,
    /// The lower end of the lowest field.
    pub fields_bottom: f64,
}

impl Plan {
    /// Finds the places.
    pub fn of(chart: &Chart) -> Plan {
        let count = chart.panels.len();
        let columns = columns(chart).clamp(1, count.max(1));
        let (across, down) = size(columns, count);
        let xs = axes(chart, &chart.x, Along::Across(across));
        let ys = axes(chart, &chart.y, Along::Up(down));
        let (x_own, y_own) = (is_own(&chart.x), is_own(&chart.y));

        let numbers = ys.iter().map(|(_, ticks)| widest(ticks) + BESIDE).fold(0.0, f64::max);
        let below = xs.iter().map(|(_, ticks)| depth(ticks)).fold(0.0, f64::max);
        let overhang = xs.iter().map(|(extent, ticks)| overhang(*extent, ticks, across));
        let y_title = if chart.y.title.is_empty() { 0.0 } else { AXIS_TITLE };
        let left = MARGIN + (y_title + numbers).max(overhang.fold(0.0, f64::max));
        let top = MARGIN + if chart.title.is_empty() { 0.0 } else { TITLE_HEIGHT };
        let step = across + GAP + if y_own { numbers } else { 0.0 };
        let titles = chart.panels.iter().any(|panel| !panel.title.is_empty());
        let title = if titles { PANEL_TITLE } else { 6.0 };
        let row = title + down + if x_own { below + GAP / 2.0 } else { GAP / 2.0 };

        let mut panels = vec![];
        for (k, (x, y)) in xs.into_iter().zip(ys).enumerate() {
            let (line, column) = ((k / columns) as f64, (k % columns) as f64);
            let (left, top) = (left + step * column, top + row * line + title);
            let field = Field { left, top, width: across, height: down };
            let axis = |(extent, ticks), labelled| PlacedAxis { extent, ticks, labelled };
            let x = axis(x, x_own || k + columns >= count);
            panels.push(Place { field, x, y: axis(y, y_own || column == 0.0) });
        }
        let lines = count.div_ceil(columns) as f64;
        let right = left + step * (columns as f64 - 1.0) + across;
        let fields_bottom = top + row * (lines - 1.0).max(0.0) + title + down;
        let numbers_bottom = fields_bottom + below;
        let bottom = numbers_bottom + if chart.x.title.is_empty() { 0.0 } else { AXIS_TITLE };
        // The last number across reaches half its width beyond the field.
        let width = right + MARGIN + 8.0;
        Plan { panels, left, top, right, width, numbers_bottom, bottom, fields_bottom }
    }
}

fn is_own(axis: &Axis) -> bool {
    axis.range == Range::Own && !matches!(axis.scale, Scale::Names(_))
}

/// How many panels stand side by side.
fn columns(chart: &Chart) -> usize {
    match chart.columns {
        0 => (1..).find(|k| k * k >= chart.panels.len()).unwrap_or(1),
        columns => columns,
    }
}

/// Width and height of a field.
fn size(columns: usize, count: usize) -> (f64, f64) {
    let gaps = GAP * (columns as f64 - 1.0);
    let width = ((ROW_WIDTH - gaps) / columns as f64).clamp(NARROWEST, WIDEST).round();
    let share = if count == 1 { 0.65 } else { 0.7 };
    (width, (share * width).round())
}

/// The axis in every panel: its ends and marks.
fn axes(chart: &Chart, axis: &Axis, along: Along) -> Vec<(Extent, Ticks)> {
    let all = || chart.panels.iter().flat_map(|panel| values(panel, along));
    let shared = || Extent::of(&axis.scale, all());
    let extents: Vec<Extent> = match axis.range {
        Range::Own => {
            let panels = chart.panels.iter();
            panels.map(|panel| Extent::of(&axis.scale, values(panel, along).into_iter())).collect()
        }
        Range::Shared => vec![shared(); chart.panels.len()],
        Range::Fixed { low, high } => {
            let fixed = Extent::fixed(&axis.scale, low, high).unwrap_or_else(shared);
            vec![fixed; chart.panels.len()]
        }
    };
    extents.into_iter().map(|extent| (extent, ticks(&axis.scale, extent, along))).collect()
}

/// The values of a panel along an axis.
fn values(panel: &Panel, along: Along) -> Vec<f64> {
    let mut values = vec![];
    for series in &panel.series {
        match (&series.marks, along) {
            (Marks::Lines(spreads), Along::Across(_)) => {
                values.extend(spreads.iter().map(|spread| spread.x));
            }
            (Marks::Lines(spreads), Along::Up(_)) => {
                values.extend(spreads.iter().flat_map(|s| [s.low, s.mid, s.high]));
            }
            (Marks::Points(points), Along::Across(_)) => values.extend(points.iter().map(|p| p.0)),
            (Marks::Points(points), Along::Up(_)) => values.extend(points.iter().map(|p| p.1)),
        }
    }
    values
}

fn widest(ticks: &Ticks) -> f64 {
    ticks.labelled.iter().map(|(_, label)| label_width(label)).fold(0.0, f64::max)
}

/// How far labels reach below the field.
fn depth(ticks: &Ticks) -> f64 {
    if ticks.aslant { widest(ticks) * ASLANT.1 + SMALL + BESIDE } else { SMALL + BESIDE + 2.0 }
}

/// How far a name aslant reaches to the left of the field.
fn overhang(extent: Extent, ticks: &Ticks, width: f64) -> f64 {
    let reach = |(place, label): &(f64, String)| {
        label_width(label) * ASLANT.0 - extent.share(*place) * width
    };
    let reaches = ticks.labelled.iter().filter(|_| ticks.aslant).map(reach);
    reaches.fold(0.0, f64::max)
}

impl Place {
    /// Where a point with these places on the two axes stands.
    pub fn at(&self, x: f64, y: f64) -> Point {
        let Field { left, width, height, .. } = self.field;
        let (across, up) = (self.x.extent.share(x), self.y.extent.share(y));
        (left + across * width, self.field.bottom() - up * height)
    }
}

/// The width of a text.
pub(super) fn width(text: &str, size: f64) -> f64 {
    lettering::width(text, size)
}

/// The text, or as much of its beginning as has room.
pub(super) fn fitted(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.into();
    }
    let mut left = room - width("…", size);
    let fits = |c: &char| {
        left -= width(c.encode_utf8(&mut [0; 4]), size);
        left >= 0.0
    };
    let kept: String = text.chars().take_while(fits).collect();
    kept.trim_end().to_string() + "…"
}

/// The text in lines that have room; a word that has none is cut.
pub(super) fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        let word = fitted(word, size, room);
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= room => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_to_their_room() {
        assert_eq!(fitted("short", 12.0, 100.0), "short");
        let cut = fitted("a title that goes on and on", 12.0, 60.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0) <= 60.0, "{cut}");
        assert_eq!(fitted("no room", 12.0, 0.0), "…");
        let words = "Bands hold the middle half of 20 graphs.";
        let lines = wrapped(words, 12.0, 120.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 12.0) <= 120.0));
        assert_eq!(lines.join(" "), words);
    }

    #[test]
    fn grids_are_about_square_unless_told() {
        let chart = |columns, count| Chart {
            columns,
            panels: vec![Panel::default(); count],
            ..Chart::default()
        };
        assert_eq!([0, 1, 4, 6, 12].map(|count| columns(&chart(0, count))), [1, 1, 2, 3, 4]);
        let plan = Plan::of(&chart(3, 5));
        // Numbers below the lowest panel of each column, and left of each row.
        assert_eq!(
            [0, 1, 2, 3, 4].map(|k: usize| plan.panels[k].x.labelled),
            [false, false, true, true, true]
        );
        assert_eq!(
            [0, 1, 2, 3, 4].map(|k: usize| plan.panels[k].y.labelled),
            [true, false, false, true, false]
        );
    }
}
