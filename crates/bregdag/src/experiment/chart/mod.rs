//! Charts as SVG: panels in a grid, one legend for all, nothing but the library to draw them.
//!
//! A series has a *look*, a number from 0 to 19 that stands for a colour, dashes and a shape. Who draws several charts of the
//! same methods gives each method one look, and it looks the same in all of them. The colours are those of Okabe and Ito, and
//! shapes and dashes tell the series apart without them.
//!
//! The same chart gives the same bytes on every machine. Names may be anything: they stay text.

mod clip;
mod draw;
mod layout;
mod legend;
mod look;
mod scale;
mod series;
mod ticks;

pub use look::{LOOKS, Look, Shape};
pub use scale::{Axis, Range, Scale};

use crate::export::drawing::Tenths;
use crate::export::lettering::{FONTS, escaped};
use crate::text::{agreeing, count};

use layout::Plan;
use series::Missing;

/// A chart of one panel or of many.
///
/// ```
/// use bregdag::experiment::chart::{Axis, Chart, Marks, Panel, Scale, Series, Spread};
///
/// let spread = |x, low, mid, high| Spread { x, low, mid, high };
/// let marks = Marks::Lines(vec![spread(100.0, 3.0, 4.0, 6.0), spread(1000.0, 1.0, 1.5, 2.0)]);
/// let series = Series { name: "search".into(), look: 0, marks };
/// let chart = Chart {
///     title: "Errors fall with the rows".into(),
///     panels: vec![Panel { title: "20 nodes".into(), series: vec![series] }],
///     x: Axis::new("rows", Scale::Log),
///     y: Axis::new("SHD", Scale::Linear),
///     ..Chart::default()
/// };
/// assert!(chart.svg().starts_with("<svg "));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// Stands above the panels; may be empty.
    pub title: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// How many panels stand side by side; 0 means as many as make about a square.
    pub columns: usize,
    /// The axis across.
    pub x: Axis,
    /// The axis up.
    pub y: Axis,
    /// The names of series in the order of the legend, the most important first: it is drawn on top. Names left out follow in the
    /// order in which they occur.
    pub legend: Vec<String>,
    /// What the reader should know, say what a band is; may be empty.
    pub note: String,
}

/// A field with axes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Panel {
    /// Stands above the field.
    pub title: String,
    /// What is drawn there.
    pub series: Vec<Series>,
}

/// What belongs together, under one name.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The number of its [`Look`]; the same name has the same everywhere.
    pub look: usize,
    /// What is drawn.
    pub marks: Marks,
}

/// How a series is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Marks {
    /// A line through the middles with a band from low to high. On an axis of names, and where a point has no neighbour, the
    /// spread is an upright bar.
    Lines(Vec<Spread>),
    /// Single points, x and y.
    Points(Vec<(f64, f64)>),
}

/// A value and how far it spreads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Where it stands.
    pub x: f64,
    /// The lower end of the band.
    pub low: f64,
    /// The value itself.
    pub mid: f64,
    /// The upper end of the band.
    pub high: f64,
}

impl Spread {
    /// A value without any spread.
    pub fn exact(x: f64, value: f64) -> Spread {
        Spread { x, low: value, mid: value, high: value }
    }
}

impl Marks {
    /// The middles of lines, or the points, x and y.
    fn points(&self) -> Vec<(f64, f64)> {
        match self {
            Marks::Lines(spreads) => spreads.iter().map(|spread| (spread.x, spread.mid)).collect(),
            Marks::Points(points) => points.clone(),
        }
    }
}

impl Chart {
    /// The chart as an `<svg>` element, which is also a file.
    pub fn svg(&self) -> String {
        self.drawing().0
    }

    /// Writes the chart as PNG, two pixels to a unit of the SVG.
    #[cfg(feature = "png")]
    pub fn png(&self, out: &mut dyn std::io::Write) -> crate::Result<()> {
        let (drawing, width, height) = self.drawing();
        crate::export::png::render(&drawing, width, height, out)
    }

    /// The element, its width and its height.
    fn drawing(&self) -> (String, f64, f64) {
        let plan = Plan::of(self);
        let mut missing = Missing::default();
        let mut body = draw::frame(self, &plan);
        for (panel, place) in self.panels.iter().zip(&plan.panels) {
            body += &draw::panel(self, panel, place, &mut missing);
        }
        let mut top = plan.bottom;
        let legend = legend::rows(self, plan.width - plan.left - layout::MARGIN);
        body += &legend.shapes(plan.left, top + layout::LEGEND_GAP);
        top += legend.height();
        let (width, room) = (plan.width, plan.width - plan.left - layout::MARGIN);
        let notes = self.notes(missing);
        let notes = notes.iter().flat_map(|note| layout::wrapped(note, layout::SMALL, room));
        for note in notes {
            top += layout::NOTE_LINE;
            let (x, y) = (Tenths(plan.left), Tenths(top + layout::NOTE_LINE / 4.0));
            body += &format!(
                "<text class=\"note\" x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"#555555\">{}</text>\n",
                layout::SMALL,
                escaped(&note)
            );
        }
        let height = top + layout::LEGEND_GAP;
        (self.head(width, height) + &body + "</svg>\n", width, height)
    }

    /// How the element begins, with words for those who do not see it.
    fn head(&self, width: f64, height: f64) -> String {
        let (w, h, size) = (Tenths(width), Tenths(height), layout::FONT);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" viewBox=\"0 0 {w} {h}\" \
             width=\"{w}\" height=\"{h}\" font-family=\"{FONTS}\" font-size=\"{size}\" fill=\"#222222\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <rect class=\"paper\" width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n",
            escaped(if self.title.is_empty() { &self.y.title } else { &self.title }),
            escaped(&self.description())
        )
    }

    fn description(&self) -> String {
        let titles: Vec<&str> = self.panels.iter().map(|panel| panel.title.as_str()).collect();
        let titles: Vec<&str> = titles.into_iter().filter(|title| !title.is_empty()).collect();
        let named = match titles.is_empty() {
            true => String::new(),
            false => format!(": {}", titles.join("; ")),
        };
        let axis = |axis: &Axis| format!("{}{}", axis.title, axis.scale.words());
        let names = self.names();
        format!(
            "{}{named}. Across: {}. Up: {}. {}: {}.",
            count(self.panels.len(), "panel"),
            axis(&self.x),
            axis(&self.y),
            if names.len() == 1 { "Series" } else { "Series, in the order of the legend" },
            names.join(", ")
        )
    }

    /// The names of all series in the order of the legend.
    fn names(&self) -> Vec<&str> {
        let all = || self.panels.iter().flat_map(|panel| &panel.series).map(|s| s.name.as_str());
        let wanted = self.legend.iter().map(String::as_str);
        let mut names: Vec<&str> = vec![];
        for name in wanted.filter(|&name| all().any(|other| other == name)).chain(all()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// What stands below the chart.
    fn notes(&self, missing: Missing) -> Vec<String> {
        let points = |number: usize| count(number, "point");
        let Missing { no_logarithm, not_finite, outside } = missing;
        let lies = agreeing(outside, "lies", "lie");
        let is = agreeing(not_finite, "is not a finite number", "are not finite numbers");
        let counted = [
            (
                no_logarithm,
                format!("{} cannot be shown on a logarithmic axis", points(no_logarithm)),
            ),
            (not_finite, format!("{} {is}", points(not_finite))),
            (outside, format!("{} {lies} outside the axes", points(outside))),
        ];
        let counted = counted.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words);
        let own = Some(self.note.clone()).filter(|note| !note.is_empty());
        own.into_iter().chain(counted).collect()
    }
}

#[cfg(test)]
mod tests;
