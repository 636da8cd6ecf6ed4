//! What came of one fit.

use serde::{Deserialize, Serialize};

use super::plan::Case;
use super::task::Task;
use crate::simulate::Options;

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
    const ALL: [Ending; 6] = [
        Ending::Done,
        Ending::IterationLimit,
        Ending::TimedOut,
        Ending::OutOfMemory,
        Ending::Failed,
        Ending::Died,
    ];

    /// The ending that has this word.
    pub fn of(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

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
