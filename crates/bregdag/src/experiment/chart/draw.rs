//! Writes titles, grids and numbers, and the series into them.

use super::clip::Point;
use super::layout::{BESIDE, FONT, MARGIN, Place, Plan, SMALL, TITLE, fitted};
use super::series::{Drawn, Missing};
use super::{Chart, Panel, Series};
use crate::export::drawing::Tenths;
use crate::export::lettering::escaped;

const GRID: &str = "#e4e4e4";
const FRAME: &str = "#9a9a9a";
/// Long marks stand at numbers, short ones between them.
const LONG: f64 = 4.0;
const SHORT: f64 = 2.0;
/// The titles of the chart and of its axes.
pub(super) fn frame(chart: &Chart, plan: &Plan) -> String {
    let (middle, room) = ((plan.left + plan.right) / 2.0, plan.right - plan.left);
    let mut shapes = String::new();
    if !chart.title.is_empty() {
        let title = fitted(&chart.title, TITLE, room);
        let (x, y) = (Tenths(plan.left), Tenths(MARGIN + TITLE));
        shapes += &format!(
            "<text class=\"title\" x=\"{x}\" y=\"{y}\" font-size=\"{TITLE}\">{}</text>\n",
            escaped(&title)
        );
    }
    if !chart.x.title.is_empty() {
        let title = fitted(&chart.x.title, FONT, room);
        shapes += &centred("axis-title", (middle, plan.numbers_bottom + FONT + 2.0), &title, "");
    }
    if !chart.y.title.is_empty() {
        let (x, y) = (MARGIN + FONT - 2.0, (plan.top + plan.fields_bottom) / 2.0);
        let title = fitted(&chart.y.title, FONT, plan.fields_bottom - plan.top);
        let turned = format!(" transform=\"rotate(-90 {} {})\"", Tenths(x), Tenths(y));
        shapes += &centred("axis-title", (x, y), &title, &turned);
    }
    shapes
}

fn centred(class: &str, (x, y): Point, words: &str, more: &str) -> String {
    let (x, y) = (Tenths(x), Tenths(y));
    let words = escaped(words);
    format!(
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\"{more}>{words}</text>\n"
    )
}

/// A panel with all that is in it.
pub(super) fn panel(chart: &Chart, panel: &Panel, place: &Place, missing: &mut Missing) -> String {
    let field = place.field;
    let middle = field.left + field.width / 2.0;
    let mut shapes = String::from("<g class=\"panel\">\n");
    if !panel.title.is_empty() {
        let title = fitted(&panel.title, FONT, field.width);
        shapes += &centred("panel-title", (middle, field.top - 6.0), &title, "");
    }
    shapes += &grid(place);
    shapes += &numbers(place);
    let names = chart.names();
    let rank = |series: &&Series| names.iter().position(|name| *name == series.name);
    let mut ordered: Vec<&Series> = panel.series.iter().collect();
    // The first of the legend comes last, and so on top.
    ordered.sort_by_key(|series| std::cmp::Reverse(rank(series)));
    let drawn: Vec<Drawn> =
        ordered.into_iter().map(|series| Drawn::of(chart, panel, series, place, missing)).collect();
    let any = drawn.iter().any(Drawn::is_seen);
    if !any {
        let words = centred("empty", (middle, field.top + field.height / 2.0), "no data", "");
        shapes += &format!("<g fill=\"#888888\">{}</g>\n", words.trim_end());
    }
    shapes.extend(drawn.iter().map(Drawn::band));
    shapes.extend(drawn.iter().map(Drawn::marks));
    shapes + "</g>\n"
}

fn grid(place: &Place) -> String {
    let field = place.field;
    let (left, right, top, bottom) = (field.left, field.right(), field.top, field.bottom());
    let mut lines = String::new();
    for (x, _) in &place.x.ticks.labelled {
        let x = Tenths(place.at(*x, 0.0).0);
        lines += &format!("M{x} {}V{}", Tenths(top), Tenths(bottom));
    }
    for (y, _) in &place.y.ticks.labelled {
        let y = Tenths(place.at(0.0, *y).1);
        lines += &format!("M{} {y}H{}", Tenths(left), Tenths(right));
    }
    let (x, y, width, height) =
        (Tenths(left), Tenths(top), Tenths(field.width), Tenths(field.height));
    format!(
        "<path class=\"grid\" stroke=\"{GRID}\" d=\"{lines}\"/>\n\
         <rect class=\"frame\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
         stroke=\"{FRAME}\"/>\n"
    )
}

/// Numbers or names at the axes, and their marks.
fn numbers(place: &Place) -> String {
    let (field, mut marks, mut words) = (place.field, String::new(), String::new());
    let (left, bottom) = (field.left, field.bottom());
    if place.x.labelled {
        let mut mark = |at: f64, length: f64| {
            let x = place.at(at, 0.0).0;
            marks += &format!("M{} {}v{}", Tenths(x), Tenths(bottom), Tenths(length));
        };
        place.x.ticks.labelled.iter().for_each(|(at, _)| mark(*at, LONG));
        place.x.ticks.minor.iter().for_each(|at| mark(*at, SHORT));
        for (at, label) in &place.x.ticks.labelled {
            let (x, y) = (Tenths(place.at(*at, 0.0).0), Tenths(bottom + BESIDE + SMALL - 1.0));
            let anchor = match place.x.ticks.aslant {
                false => "text-anchor=\"middle\"".to_string(),
                true => format!("text-anchor=\"end\" transform=\"rotate(-40 {x} {y})\""),
            };
            words += &format!("<text x=\"{x}\" y=\"{y}\" {anchor}>{}</text>\n", escaped(label));
        }
    }
    if place.y.labelled {
        let mut mark = |at: f64, length: f64| {
            let y = place.at(0.0, at).1;
            marks += &format!("M{} {}h{}", Tenths(left), Tenths(y), Tenths(-length));
        };
        place.y.ticks.labelled.iter().for_each(|(at, _)| mark(*at, LONG));
        place.y.ticks.minor.iter().for_each(|at| mark(*at, SHORT));
        for (at, label) in &place.y.ticks.labelled {
            let (x, y) = (Tenths(left - BESIDE), Tenths(place.at(0.0, *at).1 + 0.36 * SMALL));
            let label = escaped(label);
            words += &format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{label}</text>\n");
        }
    }
    if marks.is_empty() {
        return String::new();
    }
    format!(
        "<path class=\"marks\" stroke=\"{FRAME}\" d=\"{marks}\"/>\n\
         <g class=\"numbers\" font-size=\"{SMALL}\" fill=\"#444444\">\n{words}</g>\n"
    )
}
