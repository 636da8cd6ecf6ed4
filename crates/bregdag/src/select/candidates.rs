//! The values of a path, each with the method that it makes.

use super::Parameter;
use crate::bregman::Relaxed;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::fit::Fit;
use crate::method::{Bregman, Method};
use crate::observer::{Iteration, Observer, Stop};

/// The values of one option, by size, and the methods that differ in it alone.
pub struct Candidates {
    parameter: Parameter,
    values: Vec<f64>,
    /// Index of the value closest to the default.
    default: usize,
    methods: Methods,
}

pub(super) enum Methods {
    /// Every fit begins anew.
    Each(Vec<Box<dyn Method>>),
    /// All begin with the same relaxation, which is solved once.
    Shared(Vec<Bregman>),
}

impl Candidates {
    /// Any values of an option with their methods. The value closest to the default is tried first, so
    /// that an early stop leaves it, then its neighbours.
    pub fn new(
        parameter: Parameter,
        default: f64,
        mut candidates: Vec<(f64, Box<dyn Method>)>,
    ) -> Result<Candidates> {
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (values, methods) = candidates.into_iter().unzip();
        Candidates::sorted(parameter, default, values, Methods::Each(methods))
    }

    /// The same where the values are in their order.
    pub(super) fn sorted(
        parameter: Parameter,
        default: f64,
        values: Vec<f64>,
        methods: Methods,
    ) -> Result<Candidates> {
        let increasing = values.windows(2).all(|pair| pair[0] < pair[1]);
        let distance = |k: &usize| (values[*k] - default).abs();
        let closest = (0..values.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        match closest {
            Some(default) if increasing && values.iter().all(|value| value.is_finite()) => {
                Ok(Candidates { parameter, values, default, methods })
            }
            _ => Err(Error::Option {
                name: parameter.name(),
                value: format!("{values:?}"),
                expected: "at least one value for a path, all finite and different",
            }),
        }
    }

    /// The option that varies.
    pub fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// Its values, by size.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The candidates from the default outwards; of two as far away, the one with the larger value,
    /// which leaves fewer edges, first.
    pub(super) fn outwards(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&k| (k.abs_diff(self.default), k < self.default));
        order
    }
}

/// One set of rows that all candidates learn from.
pub(super) struct Rows<'a> {
    data: Dataset<'a>,
    /// The relaxation that the candidates share, once it is solved, and how that went.
    relaxed: Option<(Relaxed<'a>, Vec<Iteration>)>,
}

impl<'a> Rows<'a> {
    pub fn new(data: Dataset<'a>) -> Rows<'a> {
        Rows { data, relaxed: None }
    }

    pub fn data(&self) -> Dataset<'a> {
        self.data
    }

    /// What candidate k learns from these rows, and its iterations.
    pub fn learn(
        &mut self,
        candidates: &Candidates,
        k: usize,
        watch: &mut dyn Observer,
    ) -> Result<(Fit, Vec<Iteration>)> {
        let mut recorder = Recorder { watch, iterations: vec![] };
        let method = match &candidates.methods {
            Methods::Each(methods) => {
                let fit = methods[k].learn(self.data, &mut recorder)?;
                return Ok((fit, recorder.iterations));
            }
            Methods::Shared(methods) => &methods[k],
        };
        let (relaxed, iterations) = match self.relaxed.take() {
            Some(known) => known,
            None => {
                let relaxed = method.relax(self.data, &mut recorder)?;
                (relaxed, std::mem::take(&mut recorder.iterations))
            }
        };
        let fit = method.finish(self.data, &relaxed, &mut recorder)?;
        self.relaxed = Some((relaxed, iterations.clone()));
        Ok((fit, iterations))
    }
}

/// Keeps the iterations of a fit to itself: only those of the fit that is chosen are of interest, and
/// the steps within one of many fits are not.
struct Recorder<'a> {
    watch: &'a mut dyn Observer,
    iterations: Vec<Iteration>,
}

impl Observer for Recorder<'_> {
    fn iteration(&mut self, iteration: &Iteration) {
        self.iterations.push(*iteration);
    }

    fn stop(&mut self) -> Option<Stop> {
        self.watch.stop()
    }
}
