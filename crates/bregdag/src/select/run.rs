//! Candidates, from the default outwards → their graphs and criteria → a choice.

use super::candidates::{Candidates, Rows};
use super::choice::{Measured, Trial, choose, points};
use super::likelihood::{held_out, variances};
use super::splits::{Split, splits};
use super::{Criterion, Rule, Selection};
use crate::data::Dataset;
use crate::error::Result;
use crate::fit::Fit;
use crate::observer::{Iteration, Observer, Progress};
use crate::order::ebic;
use crate::status::{Status, Warning};

/// Learns with every candidate and returns the fit of the chosen one to all rows, with the path in
/// [`Fit::selection`].
///
/// If the observer stops it, the choice is among the candidates that were complete, which are those closest to
/// the default; if none was, the fit is that of the default as far as it went, without a selection.
/// In both cases the status says so. The observer is shown the iterations of the chosen fit
/// only, when all is done.
pub fn select(
    data: Dataset<'_>,
    candidates: &Candidates,
    rule: Rule<'_>,
    watch: &mut dyn Observer,
) -> Result<Fit> {
    let (splits, warnings) = splits(data.moments, rule)?;
    let mut comparison = Comparison::new(data, candidates, &splits);
    let mut stopped = None;
    for k in candidates.outwards() {
        stopped = comparison.attempt(k, watch)?;
        if stopped.is_some() {
            break;
        }
    }
    let criterion = match rule {
        Rule::Ebic => Criterion::Ebic,
        Rule::Cv(_) => Criterion::Cv,
    };
    let (mut fit, iterations) = comparison.choose(criterion);
    iterations.iter().for_each(|iteration| watch.iteration(iteration));
    fit.warnings.extend(warnings);
    if let Some(status) = stopped {
        let compared = fit.selection.as_ref().map_or(0, |selection| selection.path.len());
        let (parameter, wanted) = (candidates.parameter().name(), candidates.values().len());
        fit.warnings.push(Warning::PathCutShort { parameter, compared, wanted });
        // A fit that was itself stopped has said so.
        if fit.status != status {
            fit.warnings.push(Warning::StoppedEarly { status });
        }
        fit.status = status;
    }
    Ok(fit)
}

/// A candidate that has learned from all rows.
struct Tried {
    k: usize,
    fit: Fit,
    iterations: Vec<Iteration>,
    /// What was measured, unless a stop came first.
    trial: Option<Trial>,
}

struct Comparison<'a> {
    candidates: &'a Candidates,
    all: Rows<'a>,
    /// The rows without each fold, and the fold.
    splits: Vec<(Rows<'a>, &'a Split<'a>)>,
    tried: Vec<Tried>,
    /// Fits done.
    done: usize,
}

impl<'a> Comparison<'a> {
    fn new(
        data: Dataset<'a>,
        candidates: &'a Candidates,
        splits: &'a [Split<'a>],
    ) -> Comparison<'a> {
        let training =
            |split: &'a Split<'a>| (Rows::new(Dataset { moments: &split.training, ..data }), split);
        Comparison {
            candidates,
            all: Rows::new(data),
            splits: splits.iter().map(training).collect(),
            tried: vec![],
            done: 0,
        }
    }

    /// Learns and measures candidate k; why it was stopped, if it was.
    fn attempt(&mut self, k: usize, watch: &mut dyn Observer) -> Result<Option<Status>> {
        // The first one is learned in any case: a stopped fit is better than none.
        if let Some(stop) = watch.stop().filter(|_| !self.tried.is_empty()) {
            return Ok(Some(stop.into()));
        }
        self.report(watch);
        let (fit, iterations) = self.all.learn(self.candidates, k, watch)?;
        let measured = match early(&fit) {
            Some(status) => Err(status),
            None => self.measure(k, &fit, watch)?,
        };
        let (value, edges) = (self.candidates.values()[k], fit.model.edges().len());
        let (trial, stopped) = match measured {
            Ok(measured) => (Some(Trial { value, edges, measured }), None),
            Err(status) => (None, Some(status)),
        };
        self.tried.push(Tried { k, fit, iterations, trial });
        Ok(stopped)
    }

    fn measure(
        &mut self,
        k: usize,
        fit: &Fit,
        watch: &mut dyn Observer,
    ) -> Result<std::result::Result<Measured, Status>> {
        if self.splits.is_empty() {
            let moments = self.all.data().moments;
            return Ok(Ok(Measured::Ebic(ebic(moments, fit.model.dag(), variances(fit))?)));
        }
        let mut losses = vec![];
        for s in 0..self.splits.len() {
            if let Some(stop) = watch.stop() {
                return Ok(Err(stop.into()));
            }
            self.report(watch);
            let (rows, split) = &mut self.splits[s];
            let (learned, _) = rows.learn(self.candidates, k, watch)?;
            if let Some(status) = early(&learned) {
                return Ok(Err(status));
            }
            losses.push(held_out(&split.training, &learned, split.fold));
        }
        Ok(Ok(Measured::Folds(losses)))
    }

    /// Tells the observer that the next fit begins.
    fn report(&mut self, watch: &mut dyn Observer) {
        let wanted = self.candidates.values().len() * (1 + self.splits.len());
        watch.progress(Progress::Fit { done: self.done, wanted });
        self.done += 1;
    }

    /// The fit that was chosen, and its iterations.
    fn choose(mut self, criterion: Criterion) -> (Fit, Vec<Iteration>) {
        // By value: the order in which they were tried counts only where nothing else decides.
        let mut complete: Vec<usize> =
            (0..self.tried.len()).filter(|&t| self.tried[t].trial.is_some()).collect();
        complete.sort_by_key(|&t| self.tried[t].k);
        let trials: Vec<&Trial> =
            complete.iter().filter_map(|&t| self.tried[t].trial.as_ref()).collect();
        let weights: Vec<f64> = self.splits.iter().map(|(_, s)| s.fold.weight()).collect();
        let path = points(&trials, &weights);
        let chosen = choose(&path, |p| complete[p]);
        let taken = self.tried.swap_remove(chosen.map_or(0, |p| complete[p]));
        let selection = chosen.map(|chosen| Selection {
            criterion,
            parameter: self.candidates.parameter(),
            folds: (criterion == Criterion::Cv).then_some(weights.len()),
            path,
            chosen,
        });
        (Fit { selection, ..taken.fit }, taken.iterations)
    }
}

/// Why the observer ended a fit, if it did. Running into an iteration limit is the method's own way to
/// end, and as good as it gets for this value.
fn early(fit: &Fit) -> Option<Status> {
    match fit.status {
        Status::TimeLimit | Status::Interrupted => Some(fit.status),
        Status::Converged | Status::IterationLimit => None,
    }
}
