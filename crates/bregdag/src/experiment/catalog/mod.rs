//! The experiments that have names: the paper's, and those that go past it.

mod contenders;
mod measures;
mod plans;
mod sheets;
mod report;
mod differences;
mod page;

use super::plan::{Block, Case, Files, Plan};
use super::row::Row;
use crate::error::{Error, Result};
use sheets::Sheet;

#[cfg(test)]
pub(super) use contenders::look;
pub use plans::Guests;
pub use report::{Markup, Output};

/// How much of an experiment is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// All of it: hours.
    Full,
    /// Few variables and two seeds: every kind of output within minutes.
    Quick,
}

/// An experiment with a name.
#[derive(Debug, Clone, Copy)]
pub struct Experiment {
    /// Its name.
    pub name: &'static str,
    /// What it asks.
    pub about: &'static str,
    plan: fn(Size, &Guests) -> Vec<Block>,
    /// Whether times are what it is about.
    timed: bool,
    /// Whether growth has an exponent.
    slopes: bool,
    sheets: &'static [Sheet],
}

/// Every experiment.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "figure1",
        about: "errors against the number of variables, as in the paper's first figure",
        plan: plans::figure1,
        timed: false,
        slopes: false,
        sheets: sheets::BY_VARIABLES,
    },
    Experiment {
        name: "figure2",
        about: "errors against time, as in the paper's second figure",
        plan: plans::figure2,
        timed: true,
        slopes: false,
        sheets: sheets::AGAINST_TIME,
    },
    Experiment {
        name: "supplement",
        about: "errors on the paper's twelve kinds of data",
        plan: plans::supplement,
        timed: false,
        slopes: false,
        sheets: sheets::BY_ROWS,
    },
    Experiment {
        name: "signs",
        about: "whether estimated weights have the right sign",
        plan: plans::signs,
        timed: false,
        slopes: false,
        sheets: sheets::SIGNS,
    },
    Experiment {
        name: "scale",
        about: "who lives on the scale of the columns",
        plan: plans::scale,
        timed: false,
        slopes: false,
        sheets: sheets::BY_SCALE,
    },
    Experiment {
        name: "noise",
        about: "who needs which noise",
        plan: plans::noise,
        timed: false,
        slopes: false,
        sheets: sheets::BY_NOISE,
    },
    Experiment {
        name: "growth",
        about: "time and memory against the number of variables",
        plan: plans::growth,
        timed: true,
        slopes: true,
        sheets: sheets::GROWTH,
    },
    Experiment {
        name: "few",
        about: "where each method breaks as rows get few",
        plan: plans::few,
        timed: false,
        slopes: false,
        sheets: sheets::BY_ROWS,
    },
];

impl Experiment {
    /// The experiment of this name.
    pub fn of(name: &str) -> Result<&'static Experiment> {
        EXPERIMENTS.iter().find(|experiment| experiment.name == name).ok_or_else(|| {
            let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
            let problem = format!("\"{name}\" is no experiment; there are {}", names.join(", "));
            Error::Format { format: "plan", problem }
        })
    }

    /// What it fits. A real table is one more case everywhere.
    pub fn plan(&self, size: Size, guests: &Guests) -> Plan {
        let name = match size {
            Size::Full => self.name.to_string(),
            Size::Quick => format!("{} (quick)", self.name),
        };
        let blocks = (self.plan)(size, guests);
        let plan = Plan { timed: self.timed, blocks, ..Plan::new(&name) };
        let is_there = plan.cases().any(|case| matches!(case, Case::Table(_)));
        match &guests.table {
            Some(table) if !is_there => with_table(plan, table),
            _ => plan,
        }
    }

    /// Charts and tables of its rows.
    pub fn report(&self, rows: &[Row], markup: Markup) -> Vec<Output> {
        let Experiment { name, about, slopes, sheets, .. } = *self;
        report::report(&Asked { name, about, slopes, sheets }, rows, markup)
    }
}

/// Every contender of a plan learns from this table too, once.
pub fn with_table(mut plan: Plan, table: &Files) -> Plan {
    let contenders = plan.blocks.iter().flat_map(|block| block.contenders.clone()).collect();
    let cases = vec![Case::Table(table.clone())];
    plan.blocks.push(Block { cases, contenders, seeds: vec![0] });
    plan
}

/// Charts and tables for a plan of one's own: against whatever varies in it, and against time.
pub fn report(name: &str, rows: &[Row], markup: Markup) -> Vec<Output> {
    let varies =
        |what: fn(&Row) -> usize| rows.windows(2).any(|two| what(&two[0]) != what(&two[1]));
    let mut sheets = vec![];
    sheets.extend(varies(|row| row.n).then_some(sheets::OWN_BY_VARIABLES));
    sheets.extend(varies(|row| row.m).then_some(sheets::OWN_BY_ROWS));
    sheets.push(sheets::OWN_BY_TIME);
    let about = format!("the fits of {name}");
    report::report(&Asked { name, about: &about, slopes: false, sheets: &sheets }, rows, markup)
}

/// What a report is about.
#[derive(Debug, Clone, Copy)]
struct Asked<'a> {
    name: &'a str,
    about: &'a str,
    slopes: bool,
    sheets: &'a [Sheet],
}
