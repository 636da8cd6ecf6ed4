//! Paths along which the relaxed problem stays the same, so that it is solved once.

use std::sync::Mutex;

use super::Relaxed;
use crate::data::Dataset;
use crate::error::Result;
use crate::method::answer::Answer;
use crate::method::contract::{Method, Parameter, Path};
use crate::method::grid::Grid;
use crate::model::Threshold;
use crate::watch::{Event, Stop, Watch};

/// A hundredth to ten times λ, by ∛10.
pub const LAMBDAS: Grid = Grid { below: 6, above: 3, ratio: 2.154_434_690_031_884 };
/// A sixth to three times the threshold, by √2: from 0.3, these are 0.053 to 0.85.
const THRESHOLDS: Grid = Grid { below: 5, above: 3, ratio: std::f64::consts::SQRT_2 };
/// Where the threshold is automatic or zero, the path is around its usual value.
const USUAL_THRESHOLD: f64 = 0.3;

/// The path around a threshold.
pub fn thresholds(threshold: Threshold) -> (f64, Vec<f64>) {
    match threshold {
        Threshold::At(value) => THRESHOLDS.path(value, USUAL_THRESHOLD),
        Threshold::Auto => THRESHOLDS.path(USUAL_THRESHOLD, USUAL_THRESHOLD),
    }
}

/// A method in two halves: the relaxed problem, and what becomes of its matrix.
pub trait Relaxing: Method + Sized {
    /// The same with another value of an option.
    fn varied(&self, parameter: Parameter, value: f64) -> Result<Self>;

    /// Whether the option changes the second half only.
    fn keeps_matrix(parameter: Parameter) -> bool {
        parameter == Parameter::Threshold
    }

    /// The first half.
    fn relax(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Relaxed>;

    /// The second half, from the same data.
    fn finish(&self, data: &Dataset<'_>, relaxed: &Relaxed, watch: &dyn Watch) -> Result<Answer>;
}

/// Answers that may share a matrix.
pub struct Shared<'a, M> {
    methods: Vec<M>,
    data: &'a Dataset<'a>,
    /// Whether all have the same one.
    shares: bool,
    /// The matrix, once it is there, and the steps that led to it.
    relaxed: Option<(Relaxed, Vec<Event>)>,
}

impl<'a, M: Relaxing> Shared<'a, M> {
    /// A path of one option.
    pub fn new(
        method: &M,
        parameter: Parameter,
        values: &[f64],
        data: &'a Dataset<'a>,
    ) -> Result<Shared<'a, M>> {
        let methods = values.iter().map(|&value| method.varied(parameter, value));
        let methods = methods.collect::<Result<Vec<_>>>()?;
        Ok(Shared { methods, data, shares: M::keeps_matrix(parameter), relaxed: None })
    }
}

impl<M: Relaxing> Path for Shared<'_, M> {
    fn answer(&mut self, k: usize, watch: &dyn Watch) -> Result<Answer> {
        let method = &self.methods[k];
        if !self.shares {
            return method.answer(self.data, watch);
        }
        let (relaxed, steps) = match self.relaxed.take() {
            Some(known) => {
                known.1.iter().for_each(|event| watch.event(event));
                known
            }
            None => {
                let recorder = Recorder { watch, events: Mutex::default() };
                let relaxed = method.relax(self.data, &recorder)?;
                (relaxed, recorder.events.into_inner().unwrap_or_default())
            }
        };
        let answer = method.finish(self.data, &relaxed, watch);
        // One that was stopped is not what the other values have in common.
        if !relaxed.was_stopped() {
            self.relaxed = Some((relaxed, steps));
        }
        answer
    }
}

/// Passes on what happens, and remembers it.
struct Recorder<'a> {
    watch: &'a dyn Watch,
    events: Mutex<Vec<Event>>,
}

impl Watch for Recorder<'_> {
    fn event(&self, event: &Event) {
        self.watch.event(event);
        if let Ok(mut events) = self.events.lock() {
            events.push(event.clone());
        }
    }

    fn stop(&self) -> Option<Stop> {
        self.watch.stop()
    }
}
