//! Rows as one tidy table, a line each; and back, given the plan that they are of.

use std::collections::HashMap;

use super::plan::{Contender, drawn_word};
use super::row::{Ending, Errors, Row};
use super::task::Task;
use crate::error::{Error, Result};
use crate::export::delimited::{push_line, push_name, push_number};
use crate::read::records::Records;
use crate::simulate::{GraphKind, Options};

/// A column of the tidy table: its name, and its value in a row, empty where there is none.
type Column = (&'static str, fn(&Row) -> Cell);

enum Cell {
    None,
    Text(String),
    Number(f64),
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Cell {
        number.map_or(Cell::None, Cell::Number)
    }
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn count(number: usize) -> Cell {
    Cell::Number(number as f64)
}

fn of_errors(row: &Row, value: impl Fn(&Errors) -> Option<f64>) -> Cell {
    row.errors.as_ref().and_then(value).into()
}

fn of_drawn(row: &Row, value: impl Fn(&Options) -> Cell) -> Cell {
    row.drawn().map_or(Cell::None, value)
}

const COLUMNS: &[Column] = &[
    ("experiment", |row| text(&row.task.experiment)),
    ("data", |row| text(row.task.case.name())),
    ("n", |row| count(row.n)),
    ("m", |row| count(row.m)),
    ("graph", |row| {
        of_drawn(row, |drawn| match drawn.graph {
            GraphKind::ErdosRenyi => text("er"),
            GraphKind::ScaleFree => text("sf"),
        })
    }),
    ("degree", |row| {
        of_drawn(row, |drawn| match drawn.edges {
            Some(edges) => Cell::Number(edges as f64 / drawn.nodes as f64),
            None => count(drawn.degree),
        })
    }),
    ("noise", |row| of_drawn(row, |drawn| text(drawn_word(&drawn.noise)))),
    ("noise_scale_least", |row| of_drawn(row, |drawn| Cell::Number(drawn.noise_scale.0))),
    ("noise_scale_greatest", |row| of_drawn(row, |drawn| Cell::Number(drawn.noise_scale.1))),
    ("weights", |row| of_drawn(row, |drawn| text(drawn_word(&drawn.weights)))),
    ("scale", |row| text(row.scale())),
    ("seed", |row| text(row.task.seed.to_string())),
    ("method", |row| match &row.task.contender {
        Contender::Method(entry) => text(&entry.name),
        Contender::External(_) => text("external"),
    }),
    ("label", |row| text(row.label())),
    ("options", |row| match &row.task.contender {
        Contender::Method(entry) if !entry.options.is_null() => text(entry.options.to_string()),
        Contender::Method(_) => Cell::None,
        Contender::External(external) => text(external.command.join(" ")),
    }),
    ("revision", |row| Cell::Number(f64::from(row.revision))),
    ("true_edges", |row| of_errors(row, |errors| Some(errors.true_edges as f64))),
    ("found_edges", |row| of_errors(row, |errors| Some(errors.found_edges as f64))),
    ("shd", |row| of_errors(row, |errors| Some(errors.shd as f64))),
    ("missing", |row| of_errors(row, |errors| Some(errors.missing as f64))),
    ("extra", |row| of_errors(row, |errors| Some(errors.extra as f64))),
    ("reversed", |row| of_errors(row, |errors| Some(errors.reversed as f64))),
    ("class_shd", |row| of_errors(row, |errors| Some(errors.class_shd as f64))),
    ("fdr", |row| of_errors(row, Errors::fdr)),
    ("tpr", |row| of_errors(row, Errors::tpr)),
    ("precision", |row| of_errors(row, Errors::precision)),
    ("recall", |row| of_errors(row, Errors::tpr)),
    ("sid", |row| of_errors(row, |errors| errors.sid.map(|sid| sid as f64))),
    ("right_signs", |row| of_errors(row, |errors| errors.right_signs)),
    ("positive", |row| of_errors(row, |errors| errors.positive)),
    ("varsortability", |row| row.varsortability.into()),
    ("r2_sortability", |row| row.r2_sortability.into()),
    ("seconds", |row| row.seconds.into()),
    ("cpu_seconds", |row| row.cpu_seconds.into()),
    ("peak_mb", |row| row.peak_mb.into()),
    ("side_by_side", |row| count(row.side_by_side)),
    ("iterations", |row| row.iterations.map(|steps| steps as f64).into()),
    ("status", |row| text(row.ending.word())),
    ("problem", |row| row.problem.as_ref().map_or(Cell::None, text)),
    ("identity", |row| text(&row.identity)),
];

/// The tidy table.
pub fn to_csv(rows: &[Row]) -> String {
    let mut csv = String::new();
    push_line(&mut csv, COLUMNS.iter().map(|(name, _)| *name), push_name);
    for row in rows {
        push_line(&mut csv, COLUMNS.iter().map(|(_, value)| value(row)), |line, cell| match cell {
            Cell::None => {}
            Cell::Text(text) => push_name(line, &text),
            Cell::Number(number) => push_number(line, number),
        });
    }
    csv
}

/// The rows of a tidy table that belong to these tasks. Others are of another plan, or of another revision of a method.
pub fn from_csv(csv: &[u8], tasks: &[Task]) -> Result<Vec<Row>> {
    let wanted: HashMap<String, &Task> = tasks.iter().map(|task| (task.identity(), task)).collect();
    // Ours have commas, whatever else stands in them.
    let mut records = Records::separated(csv, b',');
    let header = records.header()?;
    let mut rows = vec![];
    while records.advance()? {
        records.expect_fields(header.len())?;
        let line = Line { header: &header, records: &records };
        if let Some(task) = wanted.get(&line.text("identity")?) {
            rows.push(line.row(task)?);
        }
    }
    Ok(rows)
}

/// A line of the tidy table.
struct Line<'a> {
    header: &'a [String],
    records: &'a Records<'a>,
}

impl Line<'_> {
    fn row(&self, task: &Task) -> Result<Row> {
        let ending = self.text("status")?;
        let Some(ending) = Ending::of(&ending) else {
            return Err(self.refused(&format!("\"{ending}\" is no status")));
        };
        let problem = Some(self.text("problem")?).filter(|problem| !problem.is_empty());
        Ok(Row {
            problem,
            n: self.count("n")?,
            m: self.count("m")?,
            errors: self.errors()?,
            varsortability: self.number("varsortability")?,
            r2_sortability: self.number("r2_sortability")?,
            seconds: self.number("seconds")?,
            cpu_seconds: self.number("cpu_seconds")?,
            peak_mb: self.number("peak_mb")?,
            iterations: self.number("iterations")?.map(|steps| steps as usize),
            side_by_side: self.count("side_by_side")?,
            ..Row::without_graph(task, ending, String::new())
        })
    }

    fn errors(&self) -> Result<Option<Errors>> {
        if self.number("shd")?.is_none() {
            return Ok(None);
        }
        Ok(Some(Errors {
            true_edges: self.count("true_edges")?,
            found_edges: self.count("found_edges")?,
            missing: self.count("missing")?,
            extra: self.count("extra")?,
            reversed: self.count("reversed")?,
            shd: self.count("shd")?,
            class_shd: self.count("class_shd")?,
            sid: self.number("sid")?.map(|sid| sid as usize),
            right_signs: self.number("right_signs")?,
            positive: self.number("positive")?,
        }))
    }

    fn field(&self, column: &str) -> Result<&[u8]> {
        match self.header.iter().position(|name| name == column) {
            Some(k) => Ok(self.records.field(k)),
            None => Err(self.refused(&format!("there is no column \"{column}\""))),
        }
    }

    fn text(&self, column: &str) -> Result<String> {
        self.records.text(self.field(column)?)
    }

    /// Nothing where the field is empty.
    fn number(&self, column: &str) -> Result<Option<f64>> {
        match self.field(column)? {
            [] => Ok(None),
            field => self.records.number(field, column).map(Some),
        }
    }

    fn count(&self, column: &str) -> Result<usize> {
        let missing = || self.refused(&format!("column \"{column}\" is empty"));
        self.number(column)?.map(|number| number as usize).ok_or_else(missing)
    }

    fn refused(&self, problem: &str) -> Error {
        let problem = format!("line {}: {problem}", self.records.line());
        Error::Format { format: "results", problem }
    }
}
