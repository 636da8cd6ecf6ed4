//! Candidates, from the default outwards → their graphs and criteria → a choice.

use std::sync::Mutex;

use super::candidates::Candidates;
use super::choice::{Measured, Trial, choose, points};
use super::splits::{Split, splits};
use super::{Criterion, Rule, Selection};
use crate::data::Dataset;
use crate::error::Result;
use crate::fit::Fit;
use crate::method::{Path, Spec};
use crate::score::{ebic, held_out};
use crate::warning::Warning;
use crate::watch::{Event, Status, Stop, Watch, Work};

/// A fit and the path that it was chosen from.
#[derive(Debug, Clone)]
pub struct Selected {
    /// The fit of the chosen value to all rows.
    pub fit: Fit,
    /// The path; `None` if it was stopped before any value was complete.
    pub selection: Option<Selection>,
}

/// Learns with every candidate and returns the fit of the chosen one to all rows, with the path.
///
/// If the watch stops it, the choice is among the candidates that were complete, which are those closest to
/// the default; if none was, the fit is that of the default as far as it went, without a selection.
/// In both cases the status says so. The watch is shown the steps of the chosen fit only, when all is
/// done.
pub fn select(
    spec: &Spec,
    data: &Dataset<'_>,
    candidates: &Candidates,
    rule: Rule<'_>,
    watch: &dyn Watch,
) -> Result<Selected> {
    let (splits, warnings) = splits(data.moments(), rule)?;
    let folds = splits.iter().map(|split| data.with_moments(&split.training));
    let folds: Vec<Dataset<'_>> = folds.collect::<Result<_>>()?;
    let mut comparison = Comparison::new(spec, data, candidates, &folds, &splits)?;
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
    let (mut fit, selection, steps) = comparison.choose(criterion);
    steps.iter().for_each(|step| watch.event(step));
    fit.warnings.extend(warnings);
    if let Some(status) = stopped {
        let compared = selection.as_ref().map_or(0, |selection| selection.path.len());
        let (parameter, wanted) = (candidates.parameter().name(), candidates.values().len());
        fit.warnings.push(Warning::PathCutShort { parameter, compared, wanted });
        // A fit that was itself stopped has said so.
        if fit.answer.status != status {
            fit.warnings.push(Warning::StoppedEarly { status });
        }
        fit.answer.status = status;
    }
    Ok(Selected { fit, selection })
}

/// A candidate that has learned from all rows.
struct Tried {
    k: usize,
    fit: Fit,
    steps: Vec<Event>,
    /// What was measured, unless a stop came first.
    trial: Option<Trial>,
}

/// One set of rows that all candidates learn from.
struct Rows<'a> {
    data: &'a Dataset<'a>,
    path: Box<dyn Path + 'a>,
}

struct Comparison<'a> {
    /// The method with each value.
    specs: Vec<Spec>,
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
        spec: &Spec,
        data: &'a Dataset<'a>,
        candidates: &'a Candidates,
        folds: &'a [Dataset<'a>],
        splits: &'a [Split<'a>],
    ) -> Result<Comparison<'a>> {
        let (method, parameter) = (spec.method(), candidates.parameter());
        let rows = |data: &'a Dataset<'a>| -> Result<Rows<'a>> {
            Ok(Rows { data, path: method.path(parameter, candidates.values(), data)? })
        };
        let values = candidates.values().iter();
        let splits = folds.iter().zip(splits).map(|(fold, split)| Ok((rows(fold)?, split)));
        Ok(Comparison {
            specs: values.map(|&value| spec.with(parameter, value)).collect::<Result<_>>()?,
            candidates,
            all: rows(data)?,
            splits: splits.collect::<Result<_>>()?,
            tried: vec![],
            done: 0,
        })
    }

    /// Learns and measures candidate k; why it was stopped, if it was.
    fn attempt(&mut self, k: usize, watch: &dyn Watch) -> Result<Option<Status>> {
        // The first one is learned in any case: a stopped fit is better than none.
        if let Some(stop) = watch.stop().filter(|_| !self.tried.is_empty()) {
            return Ok(Some(stop.into()));
        }
        self.report(watch);
        let recorder = Recorder { watch, steps: Mutex::default() };
        let fit = self.all.learn(&self.specs[k], k, &recorder)?;
        let measured = match fit.answer.status {
            status if status.was_stopped() => Err(status),
            _ => self.measure(k, &fit, watch)?,
        };
        let (value, edges) = (self.candidates.values()[k], fit.edges().len());
        let (trial, stopped) = match measured {
            Ok(measured) => (Some(Trial { value, edges, measured }), None),
            Err(status) => (None, Some(status)),
        };
        let steps = recorder.steps.into_inner().unwrap_or_default();
        self.tried.push(Tried { k, fit, steps, trial });
        Ok(stopped)
    }

    fn measure(
        &mut self,
        k: usize,
        fit: &Fit,
        watch: &dyn Watch,
    ) -> Result<std::result::Result<Measured, Status>> {
        if self.splits.is_empty() {
            let dag = fit.dag().ok_or(crate::Error::NoExtension)?;
            return Ok(Ok(Measured::Ebic(ebic(self.all.data.moments(), dag, fit.variances())?)));
        }
        let mut losses = vec![];
        for s in 0..self.splits.len() {
            if let Some(stop) = watch.stop() {
                return Ok(Err(stop.into()));
            }
            self.report(watch);
            let recorder = Recorder { watch, steps: Mutex::default() };
            let (rows, split) = &mut self.splits[s];
            let learned = rows.learn(&self.specs[k], k, &recorder)?;
            if learned.answer.status.was_stopped() {
                return Ok(Err(learned.answer.status));
            }
            let model = learned.model.as_ref().ok_or(crate::Error::NoExtension)?;
            losses.push(held_out(&split.training, model, learned.variances(), split.fold));
        }
        Ok(Ok(Measured::Folds(losses)))
    }

    /// Says that the next fit begins.
    fn report(&mut self, watch: &dyn Watch) {
        let wanted = self.candidates.values().len() * (1 + self.splits.len());
        watch.event(&Event::Progress { work: Work::Fits, done: self.done, wanted });
        self.done += 1;
    }

    /// The fit that was chosen, the path, and the steps of the fit.
    fn choose(mut self, criterion: Criterion) -> (Fit, Option<Selection>, Vec<Event>) {
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
        (taken.fit, selection, taken.steps)
    }
}

impl Rows<'_> {
    /// What candidate k learns from these rows.
    fn learn(&mut self, spec: &Spec, k: usize, watch: &dyn Watch) -> Result<Fit> {
        Fit::of(spec, self.path.answer(k, watch)?, self.data)
    }
}

/// Keeps the steps of a fit to itself: only those of the fit that is chosen are of interest.
struct Recorder<'a> {
    watch: &'a dyn Watch,
    steps: Mutex<Vec<Event>>,
}

impl Watch for Recorder<'_> {
    fn event(&self, event: &Event) {
        if let (Event::Step(_), Ok(mut steps)) = (event, self.steps.lock()) {
            steps.push(event.clone());
        }
    }

    fn stop(&self) -> Option<Stop> {
        self.watch.stop()
    }
}
