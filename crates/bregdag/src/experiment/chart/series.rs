//! A series as lines, bands, bars and points.

use super::clip::Point;
use super::layout::Place;
use super::look::Look;
use super::scale::Scale;
use super::{Chart, Marks, Panel, Series, Spread};
use crate::export::drawing::Tenths;
use crate::export::lettering::escaped;

const LINE_WIDTH: f64 = 1.6;
/// The share between two names that points of several series at one name spread over.
const BESIDE_ONE_ANOTHER: f64 = 0.7;

/// How many points are not in the picture, and why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Missing {
    pub no_logarithm: usize,
    pub not_finite: usize,
    pub outside: usize,
}

/// A series as shapes.
pub(super) struct Drawn {
    name: String,
    look: Look,
    band: String,
    bars: String,
    line: String,
    points: Vec<Point>,
    radius: f64,
    /// Of the band: less where there are many, for they lie on one another.
    opacity: &'static str,
    /// Single points let others show through.
    single: bool,
}

impl Drawn {
    /// The series in its panel; what cannot be shown is counted.
    pub fn of(
        chart: &Chart,
        panel: &Panel,
        series: &Series,
        place: &Place,
        missing: &mut Missing,
    ) -> Drawn {
        let all = panel.series.iter().map(|series| series.marks.points().len()).sum::<usize>();
        let small = place.field.width < 200.0 || all > 400;
        let mut drawn = Drawn {
            name: series.name.clone(),
            look: Look::of(series.look),
            band: String::new(),
            bars: String::new(),
            line: String::new(),
            points: vec![],
            radius: if small { 2.5 } else { 3.2 },
            opacity: if panel.series.len() > 6 { "0.08" } else { "0.14" },
            single: matches!(series.marks, Marks::Points(_)),
        };
        let shift = shift(chart, panel, series);
        let scales = (&chart.x.scale, &chart.y.scale);
        let placed: Vec<Option<Point>> = series
            .marks
            .points()
            .into_iter()
            .map(|point| missing.check(scales, point).map(|(x, y)| place.at(x + shift, y)))
            .collect();
        let inside = placed.iter().flatten().filter(|&&point| place.field.holds(point));
        drawn.points = inside.copied().collect();
        missing.outside += placed.iter().flatten().count() - drawn.points.len();
        if let Marks::Lines(spreads) = &series.marks {
            let all: Vec<Option<Stand>> = placed
                .iter()
                .zip(spreads)
                .map(|(point, spread)| point.map(|point| Stand::of(chart, place, point, spread)))
                .collect();
            let apart = matches!(chart.x.scale, Scale::Names(_));
            for part in all.split(Option::is_none) {
                let part: Vec<Stand> = part.iter().flatten().copied().collect();
                match part.len() {
                    1.. if apart || part.len() == 1 => drawn.add_bars(&part, place),
                    _ => drawn.add_line(&part, place),
                }
            }
        }
        drawn
    }

    fn add_bars(&mut self, part: &[Stand], place: &Place) {
        for stand in part.iter().filter(|stand| stand.spreads()) {
            let (x, _) = stand.point;
            if let Some((from, to)) = place.field.segment((x, stand.low), (x, stand.high)) {
                self.bars += &path(&[from, to]);
            }
        }
    }

    fn add_line(&mut self, part: &[Stand], place: &Place) {
        let points: Vec<Point> = part.iter().map(|stand| stand.point).collect();
        self.line.extend(place.field.polyline(&points).iter().map(|part| path(part)));
        if part.iter().any(Stand::spreads) {
            let upper = part.iter().map(|stand| (stand.point.0, stand.high));
            let lower = part.iter().rev().map(|stand| (stand.point.0, stand.low));
            let area = place.field.polygon(&upper.chain(lower).collect::<Vec<_>>());
            if area.len() > 2 {
                self.band += &(path(&area) + "Z");
            }
        }
    }

    /// Whether anything of it is in the picture.
    pub fn is_seen(&self) -> bool {
        !(self.points.is_empty() && self.line.is_empty() && self.bars.is_empty())
    }

    /// Its band, which lies below all lines.
    pub fn band(&self) -> String {
        match self.band.is_empty() {
            true => String::new(),
            false => format!(
                "<path class=\"band\" fill=\"{}\" fill-opacity=\"{}\" d=\"{}\"/>\n",
                self.look.colour, self.opacity, self.band
            ),
        }
    }

    /// Its line, bars and points.
    pub fn marks(&self) -> String {
        if !self.is_seen() {
            return String::new();
        }
        let mut shapes = format!("<g class=\"series\">\n<title>{}</title>\n", escaped(&self.name));
        if !self.bars.is_empty() {
            let solid = Look { dashes: "", ..self.look };
            shapes += &(solid.line(&self.bars, LINE_WIDTH) + "\n");
        }
        if !self.line.is_empty() {
            shapes += &(self.look.line(&self.line, LINE_WIDTH) + "\n");
        }
        let opacity = if self.single { " opacity=\"0.85\"" } else { "" };
        let points = self.points.iter().map(|&point| self.look.point(point, self.radius));
        let points: String = points.collect();
        shapes + &format!("<g {}{opacity}>{points}</g>\n</g>\n", self.look.attributes())
    }
}

impl Missing {
    /// The places of a point on the two axes, or a note that it has none.
    fn check(&mut self, scales: (&Scale, &Scale), (x, y): Point) -> Option<Point> {
        if !x.is_finite() || !y.is_finite() {
            self.not_finite += 1;
            return None;
        }
        let place = scales.0.place(x).zip(scales.1.place(y));
        self.no_logarithm += usize::from(place.is_none());
        place
    }
}

/// A value with its spread in the drawing.
#[derive(Clone, Copy)]
struct Stand {
    point: Point,
    low: f64,
    high: f64,
}

impl Stand {
    fn of(chart: &Chart, place: &Place, point: Point, spread: &Spread) -> Stand {
        let field = place.field;
        // What has no place lies beyond one end or the other; what is no number does not spread.
        let end = |value: f64| match chart.y.scale.place(value) {
            Some(at) => place.at(0.0, at).1,
            None if value.is_nan() => point.1,
            None if value > 0.0 => field.top - field.height,
            None => field.bottom() + field.height,
        };
        Stand { point, low: end(spread.low), high: end(spread.high) }
    }

    fn spreads(&self) -> bool {
        self.low != self.high
    }
}

/// How far a series stands beside its name, where several share one.
fn shift(chart: &Chart, panel: &Panel, series: &Series) -> f64 {
    if !matches!(chart.x.scale, Scale::Names(_)) {
        return 0.0;
    }
    let at = |series: &Series| -> Vec<f64> {
        series.marks.points().into_iter().map(|(x, _)| x).filter(|x| x.is_finite()).collect()
    };
    let mut all: Vec<f64> = panel.series.iter().flat_map(at).collect();
    all.sort_by(f64::total_cmp);
    let alone = all.windows(2).all(|pair| pair[0] != pair[1]);
    let rank = panel.series.iter().position(|other| std::ptr::eq(other, series));
    match rank {
        Some(rank) if !alone => {
            let count = panel.series.len() as f64;
            BESIDE_ONE_ANOTHER * ((rank as f64 + 0.5) / count - 0.5)
        }
        _ => 0.0,
    }
}

fn path(points: &[Point]) -> String {
    let at = |(x, y): &Point| format!("{} {}", Tenths(*x), Tenths(*y));
    format!("M{}", points.iter().map(at).collect::<Vec<_>>().join("L"))
}
