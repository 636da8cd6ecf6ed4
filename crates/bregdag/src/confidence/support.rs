//! What many refits say of one edge.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::calibration::Calibration;
use super::consensus::{Consensus, consensus};
use super::count::{count, named};
use super::refit::{Outcome, Refit, Task};
use super::words::{LIMITS, remarks};
use crate::error::{Error, Result};
use crate::model::Edge;
use crate::remark::Remark;
use crate::text::{self, agreeing, plural, quoted, shortened};

/// What the refits say of the edge source → target. The shares are of the refits in which both
/// columns vary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// The share that joins the two, whichever way: the sum of the next three.
    pub frequency: f64,
    /// The share that claims source → target.
    pub forward: f64,
    /// The share that claims target → source.
    pub reverse: f64,
    /// The share that joins them and leaves the direction open.
    pub open: f64,
    /// Mean of the weight where the arrow leads from source to target.
    pub mean: Option<f64>,
    /// Standard deviation of the same.
    pub deviation: Option<f64>,
    /// Of the weights where the two are joined, the share that is positive.
    pub positive: f64,
    /// And negative.
    pub negative: f64,
    /// What these shares are worth, where someone asked.
    pub calibrated: Option<Calibrated>,
}

/// The shares of pairs and directions that are true among those found as often, in tables drawn from
/// the learned equations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibrated {
    /// Of pairs joined as often as this one.
    pub joined: Option<f64>,
    /// Of directions claimed as often as source → target.
    pub forward: Option<f64>,
}

/// Two variables that some refit joins, source → target in the direction that is claimed more often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The cause.
    pub source: String,
    /// The effect.
    pub target: String,
    /// What the refits say.
    #[serde(flatten)]
    pub support: Support,
}

/// How rows are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// All rows but those of one fold.
    Folds,
    /// As many rows as there are, drawn with replacement.
    Bootstrap,
    /// Half of the rows, drawn without.
    Subsample,
}

/// What is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Single rows.
    Rows,
    /// All rows with the same label.
    Groups,
    /// Consecutive rows.
    Blocks,
}

/// What many refits found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stability {
    /// How rows were changed.
    pub kind: Kind,
    /// What was drawn.
    pub unit: Unit,
    /// How many units there are.
    pub units: usize,
    /// Refits asked for.
    pub wanted: usize,
    /// Of these, done.
    pub finished: usize,
    /// Of these, those that found no graph.
    pub failed: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// Pairs joined at least this often are edges of the consensus.
    pub consensus: f64,
    /// All pairs that any refit joins, the most frequent first.
    pub pairs: Vec<Pair>,
    /// Tables drawn to learn what the shares are worth.
    pub tables: usize,
    /// What the reader should know.
    pub remarks: Vec<String>,
}

/// Refuses a frequency that no consensus can have.
pub fn check_frequency(frequency: f64) -> Result<()> {
    if frequency > 0.0 && frequency <= 1.0 {
        return Ok(());
    }
    let (value, expected) = (frequency.to_string(), "above 0 and at most 1");
    Err(Error::Option { name: "frequency", value, expected })
}

impl Support {
    /// Whether all shares are shares.
    pub(crate) fn is_sound(&self) -> bool {
        let shares =
            [self.frequency, self.forward, self.reverse, self.open, self.positive, self.negative];
        shares.iter().all(|share| (0.0..=1.0).contains(share))
    }

    /// What the refits say of target → source. Its mean weight is another one, which they were not
    /// asked for.
    fn turned(&self) -> Support {
        let (forward, reverse) = (self.reverse, self.forward);
        let calibrated = self.calibrated.map(|worth| Calibrated { forward: None, ..worth });
        Support { forward, reverse, mean: None, deviation: None, calibrated, ..self.clone() }
    }
}

impl Stability {
    /// Adds what the shares are worth, as so many tables tell.
    pub fn calibrate(&mut self, calibration: &Calibration, tables: usize) {
        self.tables = tables;
        self.remarks.push(format!(
            "The share of true edges among those found as often was counted on {} drawn from the learned \
             equations; it holds as far as the equations do.",
            text::count(tables, "table")
        ));
        for Pair { support, .. } in &mut self.pairs {
            let joined = calibration.joined.at(support.frequency);
            let forward = calibration.forward.at(support.forward).filter(|_| support.forward > 0.0);
            support.calibrated = Some(Calibrated { joined, forward });
        }
    }

    /// Counts refits, and makes one graph of the pairs that at least this share of them joins.
    pub fn of(task: &Task<'_>, refits: &[Refit], frequency: f64) -> Result<(Stability, Consensus)> {
        check_frequency(frequency)?;
        let failure = |refit: &Refit| match &refit.outcome {
            Outcome::Failed(reason) => Some(reason.clone()),
            Outcome::Found(_) => None,
        };
        let reasons: Vec<String> = refits.iter().filter_map(failure).collect();
        if let Some(reason) = reasons.first().filter(|_| reasons.len() == refits.len()) {
            return Err(Error::NoRefit { refits: refits.len(), reason: reason.clone() });
        }
        let names = task.names();
        let pairs = count(refits, names.len());
        let found = consensus(&pairs, names.len(), frequency)?;
        let plan = task.plan;
        let stability = Stability {
            kind: plan.kind(),
            unit: plan.unit(),
            units: plan.units(),
            wanted: plan.refits(),
            finished: refits.len(),
            failed: reasons.len(),
            seed: plan.seed(),
            consensus: frequency,
            pairs: named(&pairs, names),
            tables: 0,
            remarks: remarks(task, refits, &found),
        };
        Ok((stability, found))
    }

    /// What the reader should know, and how much it matters.
    pub fn said(&self) -> Vec<Remark> {
        let remark = |(k, text): (usize, &String)| match k {
            // How rows were drawn.
            0 => Remark::note(text),
            _ if text == LIMITS => Remark::note(text),
            _ => Remark::caution(text),
        };
        self.remarks.iter().enumerate().map(remark).collect()
    }

    /// Names edges whose weight on all rows has another sign than in most refits.
    pub fn compare_signs(&mut self, names: &[String], edges: &[Edge]) {
        let supports = self.by_edge();
        let differs = |edge: &Edge| {
            let (source, target) = (&names[edge.source], &names[edge.target]);
            let support = supports.get(&(source, target))?;
            let other = if edge.weight > 0.0 { support.negative } else { support.positive };
            (other > 0.5).then(|| format!("{} and {}", quoted(source), quoted(target)))
        };
        let found: Vec<String> = edges.iter().filter_map(differs).collect();
        if !found.is_empty() {
            let count = found.len();
            self.remarks.push(format!(
                "The weight{} between {} {} another sign on all rows than in most refits: columns nearly \
                 follow from one another there, and such weights cannot be read.",
                plural(count),
                shortened(found.into_iter(), count, "; "),
                agreeing(count, "has", "have"),
            ));
        }
    }

    /// What is known of every edge, in both directions.
    pub(crate) fn by_edge(&self) -> HashMap<(&String, &String), Support> {
        let forward = self.pairs.iter().map(|p| ((&p.source, &p.target), p.support.clone()));
        let back = self.pairs.iter().map(|p| ((&p.target, &p.source), p.support.turned()));
        forward.chain(back).collect()
    }
}
