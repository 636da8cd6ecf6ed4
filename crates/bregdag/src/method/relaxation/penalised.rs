//! Relaxations with λ‖W‖₁ and a threshold: what is their own, and what follows from it.

use super::{Finish, LAMBDAS, Relaxed, Relaxing, Shared, thresholds};
use crate::data::{Dataset, Moments};
use crate::error::Result;
use crate::method::answer::{Answer, Noise};
use crate::method::contract::{Method, Needs, Parameter, Path, Symmetry, no_such_parameter};
use crate::model::{Signs, Threshold};
use crate::room::Footprint;
use crate::warning::Warning;
use crate::watch::Watch;

/// What the options of such a method have in common.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// λ.
    pub lambda: f64,
    /// λ by default.
    pub usual: f64,
    /// Which entries become edges.
    pub threshold: Threshold,
    /// Whether weights must not be negative.
    pub positive: bool,
}

/// What is a method's own; the rest of a [`Method`] follows.
pub trait Penalised: Copy + Send + Sync + 'static {
    /// Its name.
    const NAME: &'static str;

    /// Refuses options outside their ranges.
    fn check(&self) -> Result<()>;

    /// What its options have in common with others.
    fn terms(&self) -> Terms;

    /// The same with another λ.
    fn with_lambda(self, lambda: f64) -> Self;

    /// The same with another threshold.
    fn with_threshold(self, threshold: Threshold) -> Self;

    /// The matrix.
    fn solve(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Relaxed;

    /// What it takes the noise to be.
    fn noise(&self) -> Noise {
        Noise::Equal
    }

    /// What to say of cycles that are left.
    fn cyclic(&self, _: &Relaxed) -> Option<Warning> {
        None
    }

    /// Where λ ≥ |S_ij| for all pairs, W = 0 is a stationary point of ½ℓ(W) + λ‖W‖₁ whatever the data say: as
    /// when all columns have small units.
    fn too_dear(&self, data: &Dataset<'_>) -> Option<Warning> {
        let (lambda, s) = (self.terms().lambda, data.moments().covariance());
        let pairs = (0..s.rows()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let largest = pairs.map(|pair| s[pair].abs()).fold(0.0, f64::max);
        let dear = lambda >= largest && largest > 0.0;
        dear.then_some(Warning::PenaltyAboveAll { lambda, largest })
    }
}

impl<P: Penalised> Relaxing for P {
    fn varied(&self, parameter: Parameter, value: f64) -> Result<P> {
        match parameter {
            Parameter::Lambda => Ok(self.with_lambda(value)),
            Parameter::Threshold => Ok(self.with_threshold(Threshold::At(value))),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn relax(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Relaxed> {
        self.check()?;
        self.needs().check(P::NAME, data)?;
        Ok(self.solve(data, watch))
    }

    fn finish(&self, data: &Dataset<'_>, relaxed: &Relaxed, _: &dyn Watch) -> Result<Answer> {
        let (threshold, signs, noise) = (self.terms().threshold, self.signs(), self.noise());
        let finish = Finish { threshold, signs, noise, units_matter: true };
        let mut answer = relaxed.answer(data, finish)?;
        answer.warnings.extend(self.too_dear(data));
        if !relaxed.was_stopped() {
            answer.warnings.extend(self.cyclic(relaxed));
        }
        Ok(answer)
    }
}

impl<P: Penalised> Method for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn footprint(&self) -> Footprint {
        // The steps that a limited-memory descent remembers, and what functions of matrices take.
        Footprint::squares(36.0, 36.0)
    }

    fn needs(&self) -> Needs {
        Needs {
            rows: false,
            environments: false,
            knowledge: true,
            starts: &[],
            symmetry: Symmetry::Nothing(
                "the problem has many local minima, and rounding decides which one it ends in",
            ),
        }
    }

    fn validate(&self) -> Result<()> {
        self.check()
    }

    fn signs(&self) -> Signs {
        if self.terms().positive { Signs::NonNegative } else { Signs::Any }
    }

    fn answer(&self, data: &Dataset<'_>, watch: &dyn Watch) -> Result<Answer> {
        self.finish(data, &self.relax(data, watch)?, watch)
    }

    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter::Lambda, Parameter::Threshold]
    }

    fn values(&self, parameter: Parameter, _moments: &Moments) -> Result<(f64, Vec<f64>)> {
        let Terms { lambda, usual, threshold, .. } = self.terms();
        match parameter {
            Parameter::Lambda => Ok(LAMBDAS.path(lambda, usual)),
            Parameter::Threshold => Ok(thresholds(threshold)),
            _ => Err(no_such_parameter(self, parameter)),
        }
    }

    fn with(&self, parameter: Parameter, value: f64) -> Result<Box<dyn Method>> {
        Ok(Box::new(self.varied(parameter, value)?))
    }

    fn path<'a>(
        &self,
        parameter: Parameter,
        values: &[f64],
        data: &'a Dataset<'a>,
    ) -> Result<Box<dyn Path + 'a>> {
        Ok(Box::new(Shared::new(self, parameter, values, data)?))
    }
}
