//! Charts and tables of the rows of an experiment.

use super::{Experiment, contenders};
use crate::experiment::chart::{Axis, Chart, Marks, Panel, Scale, Series, Spread};
use crate::experiment::plan::drawn_word;
use crate::experiment::row::{Errors, Row, scale};
use crate::experiment::statistics::{log_log_slope, mean, quantile};
use crate::experiment::table::{Alignment, Cell, Table, mean_with_error};
use crate::simulate::{GraphKind, Options};

/// What tables are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// For a page or a README.
    Markdown,
    /// For a paper.
    Latex,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A number of a row.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    name: &'static str,
    title: &'static str,
    scale: fn() -> Scale,
    value: fn(&Row) -> Option<f64>,
}

fn of_errors(row: &Row, value: impl Fn(&Errors) -> Option<f64>) -> Option<f64> {
    row.errors.as_ref().and_then(value)
}

pub const SHD: Measure = Measure {
    name: "shd",
    title: "wrong edges (SHD)",
    scale: || Scale::Log1p,
    value: |row| of_errors(row, |errors| Some(errors.shd as f64)),
};
pub const CLASS_SHD: Measure = Measure {
    name: "class_shd",
    title: "wrong edges between classes",
    scale: || Scale::Log1p,
    value: |row| of_errors(row, |errors| Some(errors.class_shd as f64)),
};
const FDR: Measure = Measure {
    name: "fdr",
    title: "FDR as in the paper",
    scale: || Scale::Log1p,
    value: |row| of_errors(row, Errors::fdr),
};
const TPR: Measure = Measure {
    name: "tpr",
    title: "TPR",
    scale: || Scale::Linear,
    value: |row| of_errors(row, Errors::tpr),
};
const RIGHT_SIGNS: Measure = Measure {
    name: "right_signs",
    title: "share of right edges with the right sign",
    scale: || Scale::Linear,
    value: |row| of_errors(row, |errors| errors.right_signs),
};
pub const SECONDS: Measure = Measure {
    name: "seconds",
    title: "seconds of the fit",
    scale: || Scale::Log,
    value: |row| row.seconds,
};
const MEMORY: Measure = Measure {
    name: "memory",
    title: "peak memory, MB",
    scale: || Scale::Log,
    value: |row| row.peak_mb,
};

/// Which rows stand together, and what is drawn against what.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    panel: fn(&Row) -> String,
    x: fn(&Row) -> f64,
    x_title: &'static str,
    x_scale: fn() -> Scale,
    /// One point for each row instead of lines.
    points: bool,
    measures: &'static [Measure],
    /// Whether growth has an exponent.
    slopes: bool,
}

fn drawn(row: &Row, words: impl Fn(&Options) -> String) -> String {
    row.drawn().map_or_else(|| row.task.case.name(), words)
}

fn graph(drawn: &Options) -> String {
    let kind = match drawn.graph {
        GraphKind::ErdosRenyi => "ER",
        GraphKind::ScaleFree => "SF",
    };
    format!("{kind}{}", drawn.degree)
}

const LINES: Layout = Layout {
    panel: |row| drawn(row, |d| format!("{}, m = {}", graph(d), d.samples)),
    x: |row| row.n as f64,
    x_title: "variables n",
    x_scale: || Scale::Log,
    points: false,
    measures: &[SHD, FDR, TPR],
    slopes: false,
};
pub const BY_VARIABLES: Layout = LINES;
pub const AGAINST_TIME: Layout = Layout {
    panel: |row| format!("m = {}", row.m),
    x: |row| row.seconds.unwrap_or(f64::NAN),
    x_title: "seconds of the fit",
    points: true,
    measures: &[SHD],
    ..LINES
};
pub const BY_ROWS: Layout = Layout {
    panel: |row| drawn(row, |d| format!("{}, {}", graph(d), drawn_word(&d.noise))),
    x: |row| row.m as f64,
    x_title: "rows m",
    measures: &[SHD, CLASS_SHD],
    ..LINES
};
pub const SIGNS: Layout = Layout {
    panel: |row| drawn(row, |d| format!("{} weights", drawn_word(&d.weights))),
    x: |row| row.m as f64,
    x_title: "rows m",
    measures: &[SHD, RIGHT_SIGNS],
    ..LINES
};
pub const BY_SCALE: Layout = Layout {
    panel: |row| {
        drawn(row, |d| format!("{} columns, {} weights", scale(d), drawn_word(&d.weights)))
    },
    x: |row| row.m as f64,
    x_title: "rows m",
    measures: &[SHD, CLASS_SHD],
    ..LINES
};
pub const BY_NOISE: Layout = Layout {
    panel: |row| drawn(row, |d| format!("{} noise", drawn_word(&d.noise))),
    x: |row| row.drawn().map_or(f64::NAN, |d| d.noise_scale.1 / d.noise_scale.0),
    x_title: "greatest over least noise",
    x_scale: || Scale::Linear,
    measures: &[SHD, CLASS_SHD],
    ..LINES
};
pub const GROWTH: Layout =
    Layout { panel: |_| "ER2".into(), measures: &[SECONDS, MEMORY, SHD], slopes: true, ..LINES };

impl Layout {
    /// A chart for each measure, and tables.
    pub fn report(&self, experiment: &Experiment, rows: &[Row], markup: Markup) -> Vec<Output> {
        let mut outputs: Vec<Output> = self
            .measures
            .iter()
            .map(|measure| Output {
                name: format!("{}.svg", measure.name),
                text: self.chart(experiment, rows, measure).svg(),
            })
            .collect();
        outputs.push(means(experiment.name, rows, self.measures, markup));
        if self.slopes {
            outputs.push(self.exponents(rows, markup));
        }
        outputs
    }

    fn chart(&self, experiment: &Experiment, rows: &[Row], measure: &Measure) -> Chart {
        let labels = distinct(rows.iter().map(|row| row.label().to_string()));
        let panels = distinct(rows.iter().map(self.panel));
        let panel = |title: String| {
            let inside: Vec<&Row> = rows.iter().filter(|row| (self.panel)(row) == title).collect();
            let series = |name: &String| {
                let own = inside.iter().copied().filter(|row| row.label() == name);
                let look = contenders::look(name);
                Series { name: name.clone(), look, marks: self.marks(own, measure) }
            };
            let series = labels.iter().map(series).collect();
            Panel { title, series }
        };
        Chart {
            title: experiment.about.into(),
            panels: panels.into_iter().map(panel).collect(),
            x: Axis::new(self.x_title, (self.x_scale)()),
            y: Axis::new(measure.title, (measure.scale)()),
            legend: labels,
            ..Chart::default()
        }
    }

    fn marks<'a>(&self, rows: impl Iterator<Item = &'a Row>, measure: &Measure) -> Marks {
        let mut points: Vec<(f64, f64)> = rows
            .filter_map(|row| Some(((self.x)(row), (measure.value)(row)?)))
            .filter(|(x, _)| x.is_finite())
            .collect();
        if self.points {
            return Marks::Points(points);
        }
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let groups = points.chunk_by(|a, b| a.0 == b.0);
        Marks::Lines(groups.filter_map(spread).collect())
    }

    /// By which power of n time and memory grow.
    fn exponents(&self, rows: &[Row], markup: Markup) -> Output {
        let mut lines = vec![];
        for label in distinct(rows.iter().map(|row| row.label().to_string())) {
            let own: Vec<&Row> = rows.iter().filter(|row| row.label() == label).collect();
            let mut line = vec![Cell::from(label.as_str())];
            for measure in [SECONDS, MEMORY] {
                let pairs =
                    own.iter().filter_map(|row| Some((row.n as f64, (measure.value)(row)?)));
                let (xs, ys): (Vec<f64>, Vec<f64>) = pairs.unzip();
                let text = log_log_slope(&xs, &ys).map_or("".into(), |slope| {
                    format!("{:.2} ({:.2} to {:.2})", slope.exponent, slope.low, slope.high)
                });
                line.push(Cell::from(text));
            }
            lines.push(line);
        }
        let table = Table {
            caption: "Exponents of n, with intervals of 95 %".into(),
            header: ["method", "seconds", "memory"].map(String::from).to_vec(),
            alignment: vec![Alignment::Left, Alignment::Right, Alignment::Right],
            rows: lines,
            note: String::new(),
        };
        written("exponents", &table, markup)
    }
}

/// The mean and the quartiles of what stands at one place.
fn spread(group: &[(f64, f64)]) -> Option<Spread> {
    let values: Vec<f64> = group.iter().map(|(_, y)| *y).collect();
    let (low, high) = (quantile(&values, 0.25)?, quantile(&values, 0.75)?);
    Some(Spread { x: group[0].0, low, mid: mean(&values)?, high })
}

/// Means of all that has the same name, and how many have no graph.
pub fn means(name: &str, rows: &[Row], measures: &[Measure], markup: Markup) -> Output {
    let mut lines = vec![];
    for case in distinct(rows.iter().map(|row| row.task.case.name())) {
        let inside: Vec<&Row> = rows.iter().filter(|row| row.task.case.name() == case).collect();
        for label in distinct(inside.iter().map(|row| row.label().to_string())) {
            let own: Vec<&Row> =
                inside.iter().copied().filter(|row| row.label() == label).collect();
            let mut line = vec![Cell::from(case.as_str()), Cell::from(label.as_str())];
            for measure in measures {
                let values: Vec<f64> = own.iter().filter_map(|row| (measure.value)(row)).collect();
                line.push(Cell::from(mean_with_error(&values)));
            }
            let without = own.iter().filter(|row| row.problem.is_some()).count();
            line.push(Cell::from(format!("{without} of {}", own.len())));
            lines.push(line);
        }
    }
    let mut header = vec!["data".to_string(), "method".to_string()];
    header.extend(measures.iter().map(|measure| measure.title.to_string()));
    header.push("without a graph".into());
    let left = [Alignment::Left, Alignment::Left];
    let right = std::iter::repeat_n(Alignment::Right, header.len() - left.len());
    let table = Table {
        caption: format!("{name}: means ± standard errors"),
        alignment: left.into_iter().chain(right).collect(),
        header,
        rows: lines,
        note: String::new(),
    };
    written("means", &table, markup)
}

fn written(name: &str, table: &Table, markup: Markup) -> Output {
    let (ending, text) = match markup {
        Markup::Markdown => ("md", table.markdown()),
        Markup::Latex => ("tex", table.latex()),
    };
    Output { name: format!("{name}.{ending}"), text }
}

/// Each once, in the order in which they come.
fn distinct(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = vec![];
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}
