//! The experiments that have names: the paper's, and those that go past it.

mod contenders;
mod plans;
mod report;

use super::plan::Plan;
use super::row::Row;
use crate::error::{Error, Result};

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
    plan: fn(Size) -> Vec<super::plan::Block>,
    timed: bool,
    layout: report::Layout,
}

/// Every experiment.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "figure1",
        about: "errors against the number of variables, as in the paper's first figure",
        plan: plans::figure1,
        timed: false,
        layout: report::BY_VARIABLES,
    },
    Experiment {
        name: "figure2",
        about: "errors against time, as in the paper's second figure",
        plan: plans::figure2,
        timed: true,
        layout: report::AGAINST_TIME,
    },
    Experiment {
        name: "supplement",
        about: "errors on the paper's twelve kinds of data",
        plan: plans::supplement,
        timed: false,
        layout: report::BY_ROWS,
    },
    Experiment {
        name: "signs",
        about: "whether estimated weights have the right sign",
        plan: plans::signs,
        timed: false,
        layout: report::SIGNS,
    },
    Experiment {
        name: "scale",
        about: "who lives on the scale of the columns",
        plan: plans::scale,
        timed: false,
        layout: report::BY_SCALE,
    },
    Experiment {
        name: "noise",
        about: "who needs which noise",
        plan: plans::noise,
        timed: false,
        layout: report::BY_NOISE,
    },
    Experiment {
        name: "growth",
        about: "time and memory against the number of variables",
        plan: plans::growth,
        timed: true,
        layout: report::GROWTH,
    },
    Experiment {
        name: "few",
        about: "where each method breaks as rows get few",
        plan: plans::few,
        timed: false,
        layout: report::BY_ROWS,
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

    /// What it fits.
    pub fn plan(&self, size: Size) -> Plan {
        let name = match size {
            Size::Full => self.name.to_string(),
            Size::Quick => format!("{} (quick)", self.name),
        };
        Plan { timed: self.timed, blocks: (self.plan)(size), ..Plan::new(&name) }
    }

    /// Charts and tables of its rows.
    pub fn report(&self, rows: &[Row], markup: Markup) -> Vec<Output> {
        self.layout.report(self, rows, markup)
    }
}

/// A table of means for a plan without a name.
pub fn report(name: &str, rows: &[Row], markup: Markup) -> Vec<Output> {
    vec![report::means(name, rows, &[report::SHD, report::CLASS_SHD, report::SECONDS], markup)]
}
