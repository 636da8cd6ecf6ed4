//! What came of one fit, as one line of a tidy table.

use serde::{Deserialize, Serialize};

use super::plan::{Case, Contender, drawn_word};
use super::task::Task;
use crate::export::delimited::{push_line, push_name, push_number};
use crate::simulate::{GraphKind, Options};

/// How a fit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By its own rule.
    Done,
    /// Its iterations ran out; there is a graph all the same.
    IterationLimit,
    /// It was ended at the limit of time; there is no graph.
    TimedOut,
    /// It ran out of memory.
    OutOfMemory,
    /// It could not learn, and said why.
    Failed,
    /// Its process ended without a word.
    Died,
}

impl Ending {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Done => "done",
            Ending::IterationLimit => "iteration limit",
            Ending::TimedOut => "timed out",
            Ending::OutOfMemory => "out of memory",
            Ending::Failed => "failed",
            Ending::Died => "died",
        }
    }
}

/// How far a graph is from the truth. An edge that is left open is right where the truth joins the two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Errors {
    /// Edges of the truth, p.
    pub true_edges: usize,
    /// Pairs joined in the estimate, q.
    pub found_edges: usize,
    /// Pairs missing.
    pub missing: usize,
    /// Pairs that the truth does not join.
    pub extra: usize,
    /// Edges that point the wrong way.
    pub reversed: usize,
    /// The three together.
    pub shd: usize,
    /// The same between the classes.
    pub class_shd: usize,
    /// Pairs (t, y) for which adjusting for the parents of t in the estimate gets the effect wrong: between DAGs the
    /// structural intervention distance. None where it would take too long.
    pub sid: Option<usize>,
    /// The share of right edges whose weight has the right sign, where weights are known.
    pub right_signs: Option<f64>,
    /// The share of right edges whose weight is positive.
    pub positive: Option<f64>,
}

impl Errors {
    /// Edges that are right.
    pub fn right(&self) -> usize {
        self.true_edges - self.missing - self.reversed
    }

    /// (extra + reversed) / p, the paper's FDR.
    pub fn fdr(&self) -> Option<f64> {
        ratio(self.extra + self.reversed, self.true_edges)
    }

    /// right / p, the paper's TPR, and recall.
    pub fn tpr(&self) -> Option<f64> {
        ratio(self.right(), self.true_edges)
    }

    /// right / q.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.right(), self.found_edges)
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// What came of one fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The code of the task.
    pub identity: String,
    /// The task.
    pub task: Task,
    /// How it ended.
    pub ending: Ending,
    /// Why there is no graph.
    pub problem: Option<String>,
    /// Variables.
    pub n: usize,
    /// Rows.
    pub m: usize,
    /// How far from the truth, where there are both.
    pub errors: Option<Errors>,
    /// How far variances rise along the true graph.
    pub varsortability: Option<f64>,
    /// How far R² rises along the true graph.
    pub r2_sortability: Option<f64>,
    /// Seconds of the fit alone.
    pub seconds: Option<f64>,
    /// Seconds of the processor, of the fit alone where that is known.
    pub cpu_seconds: Option<f64>,
    /// The most memory that its process had.
    pub peak_mb: Option<f64>,
    /// Steps, iterations, moves: what the method counts.
    pub iterations: Option<usize>,
    /// The revision of the method.
    pub revision: u32,
    /// So many fits could run at the same time; 1 if it had the machine for itself.
    pub side_by_side: usize,
}

impl Row {
    /// A fit without a graph. Of a table that is read nothing is known yet.
    pub fn without_graph(task: &Task, ending: Ending, problem: String) -> Row {
        let (n, m) = match &task.case {
            Case::Simulate(drawn) => (drawn.nodes, drawn.samples),
            Case::Table(_) => (0, 0),
        };
        Row {
            identity: task.identity(),
            task: task.clone(),
            ending,
            problem: Some(problem),
            n,
            m,
            errors: None,
            varsortability: None,
            r2_sortability: None,
            seconds: None,
            cpu_seconds: None,
            peak_mb: None,
            iterations: None,
            revision: task.revision(),
            side_by_side: 1,
        }
    }

    /// Whether it found one. What it took without is no measure of the method: it may have been ended.
    pub fn has_graph(&self) -> bool {
        self.problem.is_none()
    }

    /// What it is called in tables.
    pub fn label(&self) -> &str {
        self.task.contender.label()
    }

    /// How its table was drawn.
    pub fn drawn(&self) -> Option<&Options> {
        match &self.task.case {
            Case::Simulate(options) => Some(options),
            Case::Table(_) => None,
        }
    }

    /// What its table is called, whatever became of the units of its columns.
    pub fn table_name(&self) -> String {
        match &self.task.case {
            Case::Simulate(_) => self.task.case.name(),
            Case::Table(files) => files.name.clone(),
        }
    }

    /// What became of the units of the columns.
    pub fn scale(&self) -> &'static str {
        let (standardize, rescale) = match &self.task.case {
            Case::Simulate(drawn) => (drawn.standardize, drawn.rescale),
            Case::Table(files) => (files.standardize, files.rescale),
        };
        match (standardize, rescale) {
            (true, _) => "standardized",
            (_, Some(_)) => "rescaled",
            (false, None) => "raw",
        }
    }
}

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
    ("seed", |row| Cell::Number(row.task.seed as f64)),
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
