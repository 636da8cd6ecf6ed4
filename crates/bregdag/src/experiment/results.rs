//! The rows of a plan, kept in a file that only grows while fits are done.

use std::fs::File;

use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::row::Row;
use crate::error::{Error, Result};
use crate::ledger::{self, Kind, Ledger};

/// Version of the file's structure.
const VERSION: u32 = 1;

const KIND: Kind = Kind { format: "results", start: b"{\"results_version\":" };

/// What the rows of a file have in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    results_version: u32,
    name: String,
    /// The code of the plan.
    plan: String,
}

impl Header {
    fn of(plan: &Plan) -> Header {
        Header { results_version: VERSION, name: plan.name.clone(), plan: plan.code() }
    }

    /// Refuses the rows of another plan.
    fn check(&self, found: &Header) -> Result<()> {
        let problem = if found.results_version != VERSION {
            format!("results_version {}; this program knows {VERSION}", found.results_version)
        } else if found.plan != self.plan {
            format!("its rows are of another plan, \"{}\"; give another folder", found.name)
        } else {
            return Ok(());
        };
        Err(Error::Format { format: KIND.format, problem })
    }
}

/// The open file.
#[derive(Debug)]
pub struct Results(Ledger);

impl Results {
    /// The rows that are there already, and the file to take more. Nobody else may be writing there.
    pub fn open(file: File, plan: &Plan) -> Result<(Results, Vec<Row>)> {
        let busy = "another run is writing its results here; give another folder";
        let (mut ledger, bytes) = Ledger::open(file, busy)?;
        let header = Header::of(plan);
        let (lines, whole) =
            ledger::read(KIND, &bytes, |found: &Header| header.check(found), |_: &Row| Ok(()))?;
        ledger.begin(whole, &header)?;
        Ok((Results(ledger), lines))
    }

    /// Adds a row.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        self.0.add(row)
    }
}
