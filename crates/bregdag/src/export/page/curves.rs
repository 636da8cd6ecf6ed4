//! The curves of a graph whose effects are curves: one small figure for each edge, with the rows that it was fitted to. Plain
//! markup: it needs no script.

use crate::document::{Curve, Document};
use crate::export::lettering::escaped;
use crate::text;

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 170.0;
/// Left, right, top and bottom ends of the field.
const FIELD: [f64; 4] = [46.0, 252.0, 8.0, 146.0];

/// Three digits, with a real minus as everywhere on the page.
fn significant(value: f64) -> String {
    text::significant(value, 3).replace('-', "−")
}

/// The whole section; nothing where there are no curves.
pub(super) fn section(document: &Document) -> String {
    if document.curves.is_empty() {
        return String::new();
    }
    let figures = document.edges.iter().zip(&document.curves).enumerate();
    let figures: String =
        figures.map(|(k, (edge, curve))| figure(k, edge.weight.unwrap_or(0.0), curve)).collect();
    format!(
        "<section id=\"curves\" aria-labelledby=\"curves-title\">\n  <h2 id=\"curves-title\">Curves</h2>\n  \
         <p class=\"lead\">What each cause adds to its effect, its other causes held fixed, zero on average. The dots are rows \
         of the table, less what the other causes add.</p>\n  <div class=\"charts small\">\n{figures}  </div>\n</section>\n"
    )
}

/// The line of the navigation that leads there.
pub(super) fn link(document: &Document) -> &'static str {
    if document.curves.is_empty() { "" } else { "<a href=\"#curves\">Curves</a>" }
}

fn figure(index: usize, slope: f64, curve: &Curve) -> String {
    let (source, target) = (escaped(&curve.source), escaped(&curve.target));
    let slope = significant(slope);
    let words = format!("{source} → {target}, average slope {slope}");
    format!(
        "<figure data-curve=\"{index}\"><figcaption><bdi>{source}</bdi> → <bdi>{target}</bdi> <span>average slope \
         {slope}</span></figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{words}\">{}</svg></figure>\n",
        picture(curve)
    )
}

fn picture(curve: &Curve) -> String {
    let pairs = || curve.curve.iter().chain(&curve.points);
    let [left, right, top, bottom] = FIELD;
    let across = Axis::of(pairs().map(|pair| pair.0), left, right);
    let up = Axis::of(pairs().map(|pair| pair.1), bottom, top);
    let mut shapes = format!("<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>");
    for (value, anchor) in [(across.low, "start"), (across.high, "end")] {
        let (x, y, text) = (across.at(value), bottom + 15.0, significant(value));
        shapes += &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
    }
    for (value, shift) in [(up.low, 0.0), (up.high, 9.0)] {
        let (x, y, text) = (left - 5.0, up.at(value) + shift, significant(value));
        shapes += &format!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{text}</text>");
    }
    for &(x, y) in &curve.points {
        let (x, y) = (across.at(x), up.at(y));
        shapes += &format!("<circle class=\"dot\" r=\"1.7\" cx=\"{x:.1}\" cy=\"{y:.1}\"/>");
    }
    let line = |&(x, y): &(f64, f64)| format!("{:.1} {:.1}", across.at(x), up.at(y));
    let line: Vec<String> = curve.curve.iter().map(line).collect();
    shapes + &format!("<path class=\"curve\" d=\"M{}\"/>", line.join("L"))
}

/// Where values lie between two ends.
struct Axis {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Axis {
        let ends = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), ends);
        Axis { low, high, start, end }
    }

    fn at(&self, value: f64) -> f64 {
        // In halves, so that the range of numbers does not overflow.
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        self.start + if share.is_finite() { share } else { 0.5 } * (self.end - self.start)
    }
}
