//! What lines and nodes look like: colours, widths, arrow heads.

use std::fmt;

use super::layout::{BOX_HEIGHT, Curve, Plan, Point};
use super::lettering;
use super::sketch::{Link, Sketch, Tone};

/// Font size of the labels.
pub(super) const LABEL_SIZE: f64 = 13.0;
/// Space left and right of a label.
const LABEL_MARGIN: f64 = 10.0;
/// Even a short name has a box that can be seen and hit.
const LEAST_BOX: f64 = 40.0;
/// A box is wide enough for the arrow heads at its upper side to stand apart, within reason.
const BETWEEN_LINES: f64 = 9.0;
const WIDEST_FOR_LINES: f64 = 240.0;

/// The width of all lines if nothing is known about their reliability.
const PLAIN_WIDTH: f64 = 1.8;
const THINNEST: f64 = 0.8;
const THICKEST: f64 = 3.6;

/// Ends of the scales for weights ≥ 0 and < 0: the weakest must still be seen on white, and the hues
/// differ for the colour-blind (blue and red of ColorBrewer's RdBu).
const BLUES: [[f64; 3]; 2] = [[172.0, 203.0, 229.0], [33.0, 102.0, 172.0]];
const REDS: [[f64; 3]; 2] = [[246.0, 188.0, 172.0], [178.0, 24.0, 43.0]];

/// A coordinate, to a tenth: shorter files, and no difference that could be seen.
pub(crate) struct Tenths(pub f64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.abs() / 10, tenths.abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Tenths(self.x), Tenths(self.y))
    }
}

/// Of lines without a weight.
const GREY: &str = "#5f5f5b";

/// The colour of a line, `#2166ac`; the sign of its weight is not always there.
pub(super) fn colour(negative: Option<bool>, strength: f64) -> String {
    let [weak, strong] = match negative {
        Some(true) => REDS,
        Some(false) => BLUES,
        None => return GREY.into(),
    };
    let part = |k: usize| (weak[k] + strength * (strong[k] - weak[k])).round() as u8;
    format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
}

/// The colour of a link: by its place beside other graphs, or by its weight.
pub(super) fn ink(link: &Link) -> String {
    match link.tone {
        None => colour(link.weight.map(|weight| weight < 0.0), link.strength),
        Some(tone) => tone_colour(tone).into(),
    }
}

/// Grey for what all share; the others differ in lightness too, for the colour-blind.
pub(super) fn tone_colour(tone: Tone) -> &'static str {
    match tone {
        Tone::Shared => "#9a9a96",
        Tone::Turned => "#2166ac",
        Tone::Mostly => "#e9a15f",
        Tone::Seldom => "#c44e00",
        Tone::Lacking | Tone::Hidden => "#e9a15f",
    }
}

/// The width of a line: the thinnest at the least reliability shown, the thickest at 1.
pub(super) fn line_width(reliability: Option<f64>, least: Option<f64>) -> f64 {
    let least = least.unwrap_or(0.0);
    match reliability {
        None => PLAIN_WIDTH,
        Some(_) if least >= 1.0 => THICKEST,
        Some(value) => {
            let share = ((value - least) / (1.0 - least)).clamp(0.0, 1.0);
            THINNEST + share * (THICKEST - THINNEST)
        }
    }
}

/// The length of the arrow head of a line.
pub(super) fn head_length(width: f64) -> f64 {
    6.0 + 1.6 * width
}

/// The outline of an arrow head from the end of its line to the tip.
pub(super) fn head_path(line_end: Point, tip: Point, width: f64) -> String {
    // Reaches a little into the line, so that no seam shows.
    const OVERLAP: f64 = 0.5;
    let (x, y) = (tip.x - line_end.x, tip.y - line_end.y);
    let length = (x * x + y * y).sqrt().max(f64::MIN_POSITIVE);
    let (x, y) = (x / length, y / length);
    let half = 2.2 + 0.75 * width;
    let base = Point { x: line_end.x - OVERLAP * x, y: line_end.y - OVERLAP * y };
    let left = Point { x: base.x - half * y, y: base.y + half * x };
    let right = Point { x: base.x + half * y, y: base.y - half * x };
    format!("M{tip}L{left}L{right}Z")
}

/// The path of a curve.
pub(super) fn line_path(curve: &Curve) -> String {
    let mut path = format!("M{}", curve.start);
    for [leave, enter, end] in &curve.pieces {
        path.push_str(&format!("C{leave} {enter} {end}"));
    }
    path
}

/// Where the line of a curve ends and its head begins.
pub(super) fn line_end(curve: &Curve) -> Point {
    curve.pieces.last().map_or(curve.start, |piece| piece[2])
}

/// Where the head of an arrow that points up begins: on its way to the first bend.
pub(super) fn line_start(curve: &Curve, width: f64) -> Point {
    let Some([towards, ..]) = curve.pieces.first() else { return curve.tip };
    let (x, y) = (towards.x - curve.start.x, towards.y - curve.start.y);
    let share = head_length(width) / (x * x + y * y).sqrt().max(f64::MIN_POSITIVE);
    Point { x: curve.start.x + share * x, y: curve.start.y + share * y }
}

/// The width of the box around a label at one of whose sides this many lines end.
fn box_width(label: &str, lines: usize) -> f64 {
    let ends = (lines as f64 * BETWEEN_LINES + LABEL_MARGIN).min(WIDEST_FOR_LINES);
    (lettering::width(label, LABEL_SIZE) + 2.0 * LABEL_MARGIN).max(ends).max(LEAST_BOX)
}

/// What the layout has to place: boxes as wide as their labels, lines with room for their heads.
pub(super) fn plan(sketch: &Sketch, labels: &[String]) -> Plan {
    let width = |link: &Link| line_width(link.reliability, sketch.legend.least_reliability);
    // The head of an arrow that points up lies on its line.
    let head = |link: &Link| if link.open || link.up { 0.0 } else { head_length(width(link)) };
    let mut lines = vec![(0, 0); labels.len()];
    for link in &sketch.links {
        lines[link.source].0 += 1;
        lines[link.target].1 += 1;
    }
    let widths = labels.iter().zip(lines);
    Plan {
        widths: widths.map(|(label, (out, into))| box_width(label, out.max(into))).collect(),
        links: sketch.links.iter().map(|link| (link.source, link.target, head(link))).collect(),
    }
}

/// The baseline of a label in a box whose top is here.
pub(super) fn baseline(top: f64) -> f64 {
    top + BOX_HEIGHT / 2.0 + 0.36 * LABEL_SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_are_short_and_rounded() {
        let written: Vec<String> =
            [0.0, -0.04, -0.06, 12.0, 12.34, -7.96].map(|x| Tenths(x).to_string()).to_vec();
        assert_eq!(written, ["0", "0", "-0.1", "12", "12.3", "-8"]);
    }

    #[test]
    fn stronger_is_darker_and_more_reliable_is_wider() {
        assert_eq!(colour(Some(false), 1.0), "#2166ac");
        assert_eq!(colour(Some(true), 1.0), "#b2182b");
        assert_eq!(colour(Some(false), 0.0), "#accbe5");
        assert_eq!(line_width(None, None), 1.8);
        // Half a tenth is what a file no longer shows.
        assert!((line_width(Some(1.0), Some(0.5)) - 3.6).abs() < 0.05);
        assert_eq!(line_width(Some(0.5), Some(0.5)), 0.8);
        assert_eq!(line_width(Some(0.0), None), 0.8);
        assert_eq!(line_width(Some(1.0), Some(1.0)), 3.6);
    }
}
