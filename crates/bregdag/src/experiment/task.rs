//! One fit of a plan, by itself: which table, who learns, which seed.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::plan::{Case, Contender, Files, code_of};
use crate::data::Table;
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::model::WeightedDag;
use crate::simulate::{self, in_other_units, simulate};

/// One fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the plan.
    pub experiment: String,
    /// Where the table comes from.
    pub case: Case,
    /// Who learns.
    pub contender: Contender,
    /// Of the table that is drawn.
    pub seed: u64,
}

/// A table, and what is true of it.
#[derive(Debug, Clone)]
pub struct Data {
    /// The table.
    pub table: Table,
    /// The true graph, where it is known.
    pub truth: Option<Dag>,
    /// Its weights, where these are known too.
    pub weights: Option<WeightedDag>,
}

impl Task {
    /// This case, this contender, this seed.
    pub fn new(experiment: &str, case: &Case, contender: &Contender, seed: u64) -> Task {
        let (case, contender) = (case.clone(), contender.clone());
        Task { experiment: experiment.into(), case, contender, seed }
    }

    /// A code of all that its outcome depends on: the table, the method with every option, and the revision of the
    /// method. Two plans may share it.
    pub fn identity(&self) -> String {
        let who = match &self.contender {
            Contender::Method(entry) => match entry.spec() {
                Ok(spec) => json!({ "spec": spec, "revision": spec.info().revision }),
                Err(_) => json!(entry),
            },
            Contender::External(external) => json!(external),
        };
        code_of(&json!({ "case": self.case, "seed": self.seed, "who": who }))
    }

    /// A code of the table alone.
    pub fn table_code(&self) -> String {
        code_of(&json!({ "case": self.case, "seed": self.seed }))
    }

    /// The revision of the method.
    pub fn revision(&self) -> u32 {
        match &self.contender {
            Contender::Method(entry) => entry.spec().map_or(0, |spec| spec.info().revision),
            Contender::External(external) => external.revision,
        }
    }

    /// The table of a case that is drawn.
    pub fn simulated(&self) -> Result<Data> {
        let Case::Simulate(options) = &self.case else {
            let (value, expected) = (self.case.name(), "a case that is drawn");
            return Err(Error::Option { name: "case", value, expected });
        };
        let drawn = simulate(&simulate::Options { seed: self.seed, ..options.clone() })?;
        let truth = Some(drawn.truth.dag().clone());
        Ok(Data { table: drawn.table, truth, weights: Some(drawn.truth) })
    }

    /// The data of a case that is read, in the units that it asks for.
    pub fn of_files(&self, files: &Files, table: Table, truth: Option<Dag>) -> Result<Data> {
        let table = in_other_units(table, files.standardize, files.rescale, self.seed)?;
        Ok(Data { table, truth, weights: None })
    }
}
