//! The matrix of a relaxed problem, and the DAG made of it.

use super::ties::ties;
use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::linalg::Matrix;
use crate::method::answer::{Answer, Claim, Noise, Record, Relaxation, Steps};
use crate::model::{Model, Signs, Threshold, prune};
use crate::objective::Loss;
use crate::warning::Warning;
use crate::watch::{Event, Status, Step};

/// The relaxations compare columns in the units of the data. Scale-free graphs with hubs reach ratios of 10⁵
/// of the variances; beyond this one, units differ.
const UNEVEN: f64 = 1e6;

/// What a relaxed problem ended with.
#[derive(Debug, Clone)]
pub struct Relaxed {
    /// W; some leave a light diagonal.
    pub weights: Matrix,
    /// What the penalty on cycles still was, without its weight.
    pub acyclicity: f64,
    /// How it ended.
    pub status: Status,
    /// Steps done.
    pub steps: Steps,
}

/// What becomes of a matrix.
#[derive(Debug, Clone, Copy)]
pub struct Finish {
    /// Which entries become edges.
    pub threshold: Threshold,
    /// What signs the equations may have.
    pub signs: Signs,
    /// What the method took the noise to be.
    pub noise: Noise,
    /// Whether columns of very different variances are a cause for concern.
    pub units_matter: bool,
}

impl Relaxed {
    /// Whether someone ended it before its time.
    pub fn was_stopped(&self) -> bool {
        self.status.was_stopped()
    }

    /// Threshold and DAG.
    pub fn answer(&self, data: &Dataset<'_>, finish: Finish) -> Result<Answer> {
        let (moments, knowledge) = (data.moments(), data.knowledge());
        let Finish { threshold, signs, noise, units_matter } = finish;
        let mut weights = self.weights.clone();
        (0..weights.rows()).for_each(|i| weights[(i, i)] = 0.0);
        let pruned = prune(&weights, threshold, knowledge)?;
        let dag = pruned.graph.dag();
        let mut warnings = vec![];
        if units_matter {
            warnings.extend(uneven_scales(moments));
        }
        if self.status == Status::Converged {
            let (model, _) = Model::refit(moments, dag, signs, knowledge)?;
            warnings.extend(ties(moments, &model, knowledge));
        }
        let relaxation = Relaxation {
            loss: Loss::new(moments.covariance()).value(&self.weights),
            acyclicity: self.acyclicity,
            threshold: pruned.threshold,
            backward_edges: pruned.backward.len(),
            raw: self.weights.clone(),
        };
        Ok(Answer {
            claim: Claim::of(dag.clone(), noise, knowledge),
            noise,
            stages: vec![],
            bound: None,
            record: Record { relaxation: Some(relaxation), ..Record::default() },
            status: self.status,
            steps: self.steps,
            warnings,
        })
    }
}

fn uneven_scales(moments: &Moments) -> Option<Warning> {
    let variance = |i: usize| moments.comoments()[(i, i)];
    let order = |a: &usize, b: &usize| variance(*a).total_cmp(&variance(*b));
    let (least, most) =
        ((0..moments.variables()).min_by(order)?, (0..moments.variables()).max_by(order)?);
    let ratio = variance(most) / variance(least);
    let name = |i: usize| moments.names()[i].clone();
    (ratio > UNEVEN).then(|| Warning::UnevenScales { small: name(least), large: name(most), ratio })
}

/// The names of the numbers of a [`Progress`].
const COLUMNS: &[&str] = &["iteration", "objective", "acyclicity", "weight", "support"];

/// One step of a path along which cycles become dear.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Steps of the solver so far.
    pub iteration: usize,
    /// The loss of the method with its l1 norm.
    pub objective: f64,
    /// The penalty on cycles, without its weight.
    pub acyclicity: f64,
    /// Its weight.
    pub weight: f64,
    /// Nonzero entries of W.
    pub support: usize,
}

impl Progress {
    /// As whoever watches is told.
    pub fn event(&self) -> Event {
        let Progress { iteration, objective, acyclicity, weight, support } = *self;
        let values = [iteration as f64, objective, acyclicity, weight, support as f64];
        Event::Step(Step { columns: COLUMNS, values: values.map(Some).to_vec() })
    }
}
