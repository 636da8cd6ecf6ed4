//! The legend below a drawing: what colours, widths and dashes mean.

use super::drawing::{Tenths, colour, head_length, head_path, line_width};
use super::layout::Point;
use super::lettering;
use super::sketch::{Legend, Sketch};

/// Font size of the legend.
pub(super) const SIZE: f64 = 11.0;
const INK: &str = "#444444";
/// Height of a row, the space between two entries, and that between a sample and its words.
const ROW: f64 = 20.0;
const BETWEEN: f64 = 22.0;
const BESIDE: f64 = 7.0;
/// Length of a sample line.
const SAMPLE: f64 = 34.0;
/// Wide enough for most entries, also if the drawing is narrower.
const LEAST_WIDTH: f64 = 300.0;

/// An entry drawn around the height 0, starting at the left end 0.
struct Entry {
    width: f64,
    shapes: String,
}

/// The legend in rows, and how much room it takes.
pub(super) struct Rows {
    pub shapes: String,
    pub width: f64,
    pub height: f64,
}

/// The legend of a sketch in rows about as wide as the drawing.
pub(super) fn rows(sketch: &Sketch, drawing_width: f64) -> Rows {
    let limit = drawing_width.max(LEAST_WIDTH);
    let mut rows = Rows { shapes: String::new(), width: 0.0, height: 0.0 };
    let mut right = 0.0;
    for entry in entries(sketch) {
        if rows.height == 0.0 {
            rows.height = ROW;
        } else if right + entry.width > limit {
            rows.height += ROW;
            right = 0.0;
        }
        let (x, y) = (Tenths(right), Tenths(rows.height - ROW / 2.0));
        rows.shapes += &format!("<g transform=\"translate({x} {y})\">{}</g>\n", entry.shapes);
        rows.width = rows.width.max(right + entry.width);
        right += entry.width + BETWEEN;
    }
    rows
}

fn entries(sketch: &Sketch) -> Vec<Entry> {
    let has = |negative: bool| {
        sketch.links.iter().any(|link| link.weight.is_some_and(|weight| (weight < 0.0) == negative))
    };
    let mut entries = Vec::new();
    if has(false) {
        entries.push(sign("positive", false));
    }
    if has(true) {
        entries.push(sign("negative", true));
    }
    // Beside other graphs one legend serves for all, and stands elsewhere.
    if sketch.links.iter().any(|link| link.open && link.tone.is_none()) {
        entries.push(open());
    }
    if !sketch.links.is_empty() && sketch.legend.strongest > 0.0 {
        entries.push(intensity(sketch.legend, has(false), has(true)));
    }
    if sketch.links.iter().any(|link| link.reliability.is_some()) {
        entries.push(widths(sketch.legend.least_reliability));
    }
    entries
}

fn sign(words: &str, negative: bool) -> Entry {
    let (colour, width) = (colour(Some(negative), 1.0), line_width(None, None));
    let end = Point { x: SAMPLE - head_length(width), y: 0.0 };
    let head = head_path(end, Point { x: SAMPLE, y: 0.0 }, width);
    let shapes = format!(
        "{}<path fill=\"{colour}\" d=\"{head}\"/>{}",
        line(0.0, end.x, &colour, width, ""),
        words_at(SAMPLE + BESIDE, words)
    );
    Entry { width: SAMPLE + BESIDE + lettering::width(words, SIZE), shapes }
}

fn open() -> Entry {
    let words = "may point either way";
    let dashes = line(0.0, SAMPLE, "#666666", line_width(None, None), DASHES);
    let shapes = dashes + &words_at(SAMPLE + BESIDE, words);
    Entry { width: SAMPLE + BESIDE + lettering::width(words, SIZE), shapes }
}

/// The dots of a link that is lacking.
pub(super) const DOTS: &str = " stroke-dasharray=\"1.5 4.5\" stroke-linecap=\"round\"";
/// The dashes of an open link.
pub(super) const DASHES: &str = " stroke-dasharray=\"6 4\"";

/// Steps from the weakest to the strongest colour, for each sign that occurs.
fn intensity(legend: Legend, positive: bool, negative: bool) -> Entry {
    const STEPS: usize = 12;
    const STEP: f64 = 6.0;
    let mut shapes = String::new();
    let both = positive && negative;
    for (shown, negative) in [(positive, false), (negative, true)] {
        let (top, height) = match (both, negative) {
            (false, _) => (-3.5, 7.0),
            (true, false) => (-5.0, 5.0),
            (true, true) => (0.0, 5.0),
        };
        for step in (0..STEPS).filter(|_| shown) {
            let (x, colour) = (step as f64 * STEP, colour(Some(negative), step as f64 / 11.0));
            shapes += &format!(
                "<rect x=\"{}\" y=\"{top}\" width=\"{STEP}\" height=\"{height}\" fill=\"{colour}\"/>",
                Tenths(x)
            );
        }
    }
    let what = if legend.slopes { "average slope" } else { "weight" };
    let words = format!("|{what}| in standard deviations, 0 … {}", two_digits(legend.strongest));
    let start = STEPS as f64 * STEP + BESIDE;
    shapes += &words_at(start, &words);
    Entry { width: start + lettering::width(&words, SIZE), shapes }
}

/// Lines of the least, a middle and full reliability.
fn widths(least: Option<f64>) -> Entry {
    const SHORT: f64 = 20.0;
    let lowest = least.unwrap_or(0.0);
    let mut shapes = words_at(0.0, "reliability");
    let mut right = lettering::width("reliability", SIZE);
    for value in [lowest, (1.0 + lowest) / 2.0, 1.0] {
        let start = right + 10.0;
        shapes += &line(start, start + SHORT, "#666666", line_width(Some(value), least), "");
        let words = format!("{} %", (100.0 * value).round());
        shapes += &words_at(start + SHORT + BESIDE, &words);
        right = start + SHORT + BESIDE + lettering::width(&words, SIZE);
    }
    Entry { width: right, shapes }
}

fn line(from: f64, to: f64, colour: &str, width: f64, dashes: &str) -> String {
    format!(
        "<path class=\"sample\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"{dashes} \
         d=\"M{} 0H{}\"/>",
        Tenths(width),
        Tenths(from),
        Tenths(to)
    )
}

fn words_at(x: f64, words: &str) -> String {
    let (x, y, words) = (Tenths(x), Tenths(0.36 * SIZE), lettering::escaped(words));
    format!("<text x=\"{x}\" y=\"{y}\" fill=\"{INK}\">{words}</text>")
}

/// A number with two digits that count, `0.96`, `1.4`, `23`.
fn two_digits(value: f64) -> String {
    match value {
        value if value >= 9.95 => format!("{value:.0}"),
        value if value >= 0.995 => format!("{value:.1}"),
        value if value >= 0.0995 => format!("{value:.2}"),
        value => format!("{value:.1e}"),
    }
}
