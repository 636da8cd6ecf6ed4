//! The values of a path.

use crate::data::Moments;
use crate::error::{Error, Result};
use crate::method::{Method, Parameter};

/// The values of one option of a method, by size.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidates {
    parameter: Parameter,
    values: Vec<f64>,
    /// Index of the value to begin with.
    first: usize,
}

impl Candidates {
    /// The usual values of an option, or of the one that is usually chosen.
    pub fn of(
        method: &dyn Method,
        parameter: Option<Parameter>,
        moments: &Moments,
    ) -> Result<Candidates> {
        let Some(parameter) = parameter.or(method.parameters().first().copied()) else {
            return Err(Error::NotForMethod { method: method.name(), what: "a path of values" });
        };
        let (first, values) = method.values(parameter, moments)?;
        Candidates::new(parameter, first, values)
    }

    /// Any values of an option. The one closest to `first` is tried first, so that an early stop
    /// leaves it, then its neighbours.
    pub fn new(parameter: Parameter, first: f64, mut values: Vec<f64>) -> Result<Candidates> {
        values.sort_by(f64::total_cmp);
        let increasing = values.windows(2).all(|pair| pair[0] < pair[1]);
        let distance = |k: &usize| (values[*k] - first).abs();
        let closest = (0..values.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        match closest {
            Some(first) if increasing && values.iter().all(|value| value.is_finite()) => {
                Ok(Candidates { parameter, values, first })
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

    /// The candidates from the first outwards; of two as far away, the one with the larger value,
    /// which leaves fewer edges, first.
    pub(super) fn outwards(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&k| (k.abs_diff(self.first), k < self.first));
        order
    }
}
