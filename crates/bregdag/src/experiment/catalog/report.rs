//! Charts and tables of the rows of an experiment.

use super::measures::{MEMORY, Measure, SECONDS};
use super::sheets::{Drawn, Sheet};
use super::{Asked, contenders, differences, page};
use crate::experiment::chart::{Axis, Chart, Marks, Panel, Series, Spread};
use crate::experiment::row::Row;
use crate::experiment::statistics::{log_log_slope, mean, median, quantile};
use crate::experiment::table::{Alignment, Cell, Table, mean_with_error};

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

/// Charts, tables, and a page with them all.
pub fn report(experiment: &Asked<'_>, rows: &[Row], markup: Markup) -> Vec<Output> {
    let mut outputs = vec![];
    for sheet in experiment.sheets {
        let kept: Vec<&Row> = rows.iter().filter(|row| (sheet.keep)(row)).collect();
        if kept.is_empty() {
            continue;
        }
        for measure in sheet.measures {
            let name = format!("{}{}.svg", measure.name, sheet.suffix);
            outputs.push(Output { name, text: sheet.chart(experiment, &kept, measure).svg() });
        }
    }
    let mut measures: Vec<Measure> = vec![];
    for measure in experiment.sheets.iter().flat_map(|sheet| sheet.measures) {
        if !measures.iter().any(|known| known.name == measure.name) {
            measures.push(*measure);
        }
    }
    outputs.push(written("means", &means(experiment.name, rows, &measures), markup));
    outputs.push(written("differences", &differences::table(experiment, rows), markup));
    if experiment.slopes {
        let tables = experiment.sheets.iter().map(|sheet| exponents(sheet, rows));
        let names = experiment.sheets.iter().map(|sheet| format!("exponents{}", sheet.suffix));
        outputs.extend(names.zip(tables).map(|(name, table)| written(&name, &table, markup)));
    }
    outputs.push(page::page(experiment.name, experiment.about, rows, &outputs));
    outputs
}

impl Sheet {
    fn chart(&self, experiment: &Asked<'_>, rows: &[&Row], measure: &Measure) -> Chart {
        let labels = distinct(rows.iter().map(|row| row.label().to_string()));
        let panels = distinct(rows.iter().map(|row| (self.panel)(row)));
        let panel = |title: String| {
            let inside: Vec<&Row> =
                rows.iter().copied().filter(|row| (self.panel)(row) == title).collect();
            let series = |name: &String| {
                let own: Vec<&Row> =
                    inside.iter().copied().filter(|row| row.label() == name).collect();
                let look = contenders::look(name);
                Series { name: name.clone(), look, marks: self.marks(&own, measure) }
            };
            let series = labels.iter().map(series).collect();
            Panel { title, series }
        };
        Chart {
            title: format!("{}{}", experiment.about, self.about),
            panels: panels.into_iter().map(panel).collect(),
            columns: if self.marks == Drawn::Middles { 3 } else { 0 },
            x: Axis::new(self.x_title, (self.x_scale)()),
            y: Axis::new(measure.title, (measure.scale)()),
            legend: labels,
            note: match self.marks {
                Drawn::Lines => {
                    "Means; bands and bars from the lower to the upper quartile.".into()
                }
                Drawn::Points => String::new(),
                Drawn::Middles => "Medians over all tables of a panel.".into(),
            },
        }
    }

    fn marks(&self, rows: &[&Row], measure: &Measure) -> Marks {
        let pairs = rows.iter().filter_map(|row| Some(((self.x)(row), (measure.value)(row)?)));
        let mut points: Vec<(f64, f64)> = pairs.filter(|(x, _)| x.is_finite()).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        match self.marks {
            Drawn::Points => Marks::Points(points),
            Drawn::Middles => {
                let (xs, ys): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
                Marks::Points(median(&xs).zip(median(&ys)).into_iter().collect())
            }
            Drawn::Lines => {
                let groups = points.chunk_by(|a, b| a.0 == b.0);
                Marks::Lines(groups.filter_map(spread).collect())
            }
        }
    }
}

/// The mean and the quartiles of what stands at one place.
fn spread(group: &[(f64, f64)]) -> Option<Spread> {
    let values: Vec<f64> = group.iter().map(|(_, y)| *y).collect();
    let (low, high) = (quantile(&values, 0.25)?, quantile(&values, 0.75)?);
    Some(Spread { x: group[0].0, low, mid: mean(&values)?, high })
}

/// By which power time and memory grow along a sheet.
fn exponents(sheet: &Sheet, rows: &[Row]) -> Table {
    let rows: Vec<&Row> = rows.iter().filter(|row| (sheet.keep)(row)).collect();
    let mut lines = vec![];
    for label in distinct(rows.iter().map(|row| row.label().to_string())) {
        let own = || rows.iter().filter(|row| row.label() == label);
        let farthest = own().filter(|row| row.has_graph()).map(|row| (sheet.x)(row));
        let farthest = farthest.fold(0.0, f64::max);
        let mut line = vec![Cell::from(label.as_str()), Cell::from(format!("{farthest}"))];
        for measure in [SECONDS, MEMORY] {
            let pairs = own().filter_map(|row| Some(((sheet.x)(row), (measure.value)(row)?)));
            let (xs, ys): (Vec<f64>, Vec<f64>) = pairs.unzip();
            let text = log_log_slope(&xs, &ys).map_or("".into(), |slope| {
                format!("{:.2} ({:.2} to {:.2})", slope.exponent, slope.low, slope.high)
            });
            line.push(Cell::from(text));
        }
        lines.push(line);
    }
    let right = Alignment::Right;
    Table {
        caption: format!("Exponents of the {}, with intervals of 95 %", sheet.x_title),
        header: ["method", "up to", "seconds", "memory"].map(String::from).to_vec(),
        alignment: vec![Alignment::Left, right, right, right],
        rows: lines,
        note: "A fit in a process of its own: of small ones the memory is that of the program."
            .into(),
    }
}

/// Means of all that has the same name, and how many have no graph.
pub fn means(name: &str, rows: &[Row], measures: &[Measure]) -> Table {
    let mut lines = vec![];
    for case in distinct(rows.iter().map(|row| row.task.case.name())) {
        let inside: Vec<&Row> = rows.iter().filter(|row| row.task.case.name() == case).collect();
        for label in distinct(inside.iter().map(|row| row.label().to_string())) {
            let own: Vec<&Row> =
                inside.iter().copied().filter(|row| row.label() == label).collect();
            let mut line = vec![Cell::from(case.as_str()), Cell::from(label.as_str())];
            for measure in measures {
                // Settings of one method on one table are not tables of their own.
                let tables = differences::on_each_table(own.iter().copied(), measure);
                let values: Vec<f64> = tables.into_values().collect();
                line.push(Cell::from(mean_with_error(&values)));
            }
            let without = own.iter().filter(|row| !row.has_graph()).count();
            line.push(Cell::from(format!("{without} of {}", own.len())));
            lines.push(line);
        }
    }
    let mut header = vec!["data".to_string(), "method".to_string()];
    header.extend(measures.iter().map(|measure| measure.title.to_string()));
    header.push("without a graph".into());
    let left = [Alignment::Left, Alignment::Left];
    let right = std::iter::repeat_n(Alignment::Right, header.len() - left.len());
    Table {
        caption: format!("{name}: means ± standard errors"),
        alignment: left.into_iter().chain(right).collect(),
        header,
        rows: lines,
        note: String::new(),
    }
}

/// The table as a file.
pub fn written(name: &str, table: &Table, markup: Markup) -> Output {
    let (ending, text) = match markup {
        Markup::Markdown => ("md", table.markdown()),
        Markup::Latex => ("tex", table.latex()),
    };
    Output { name: format!("{name}.{ending}"), text }
}

/// Each once, in the order in which they come.
pub fn distinct(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = vec![];
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}
