//! The options of the Bregman method, their defaults and ranges.

use serde::{Deserialize, Serialize};

use crate::data::Knowledge;
use crate::error::{Error, Result};
use crate::method::relaxation::ranges;
use crate::model::{Signs, Threshold};

/// The sign structure of W.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Weights of any sign, by majorisation: the penalty sees |W|.
    Signed,
    /// Weights of any sign, as the paper has it: W = W⁺ − W⁻ and the penalty sees W⁺ + W⁻.
    Split,
    /// W ≥ 0, the paper's Ours⁺; required edges may have either sign.
    Positive,
}

impl Variant {
    /// What signs the weights may have.
    pub fn signs(self) -> Signs {
        match self {
            Variant::Positive => Signs::NonNegative,
            Variant::Signed | Variant::Split => Signs::Any,
        }
    }

    /// Whether W_ij may be negative. A required edge stays whatever its weight, so it has its sign
    /// from the data in every variant.
    pub(super) fn allows_negative(self, known: &Knowledge, i: usize, j: usize) -> bool {
        match self {
            Variant::Signed | Variant::Split => true,
            Variant::Positive => known.requires(i, j),
        }
    }
}

/// How μ is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// One μ, as in the paper.
    Fixed,
    /// μ grows along a path, and the penalty sees W∘W.
    Continuation,
}

/// The first matrix, where no other start is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstMatrix {
    /// The lasso of every variable on all others.
    Lasso,
    /// Uniform random weights in [0, 1], or [−1, 1] where negative ones are allowed.
    Random,
}

/// λ of the continuation path, in units of the smallest column variance: enough to keep out what
/// sampling error alone would let in, √(ln n / m), and never less than what decides the path.
fn continuation_lambda(n: usize, rows: u64) -> f64 {
    ((n as f64).ln() / rows as f64).sqrt().max(0.1)
}

/// What the terms of the objective weigh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// λ, of ‖W‖₁.
    pub lambda: f64,
    /// μ, of the penalty on cycles.
    pub mu: f64,
    /// α in that penalty.
    pub alpha: f64,
}

/// The options of the Bregman method. Where a value is `None`, the default depends on the path, the
/// number n of variables and the number m of rows; the options of a fit have the values that were used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Sign structure; default signed.
    pub variant: Variant,
    /// Fixed μ or a path; default continuation.
    pub path: Path,
    /// Start; default lasso.
    pub start: FirstMatrix,
    /// λ ≥ 0, weight of ‖W‖₁; default 1e-6 (fixed) or the larger of 0.1 and
    /// √(ln n / m) (continuation). On the continuation
    /// path λ and μ are in units of the smallest column variance, so that a common change of
    /// units changes nothing (but one column in tiny units lowers λ for all: there is a warning);
    /// on the fixed path they are absolute, as in the paper.
    pub lambda: Option<f64>,
    /// μ > 0, weight of the penalty, on a path its first value; default 100 or 0.001.
    pub mu: Option<f64>,
    /// α > 0 in (I + αA)ⁿ; default 0.1/n or 5/n.
    pub alpha: Option<f64>,
    /// First step size γ > 0 of the fixed path; default 500.
    pub gamma: f64,
    /// Largest step size; default 1e6.
    pub gamma_max: f64,
    /// Stop the fixed path when the relative change of the loss is at most τ ≥ 0; default 1e-7.
    pub tolerance: f64,
    /// Relative accuracy of the ridge weight c and of the columns in each step, in [1e-10, 0.01];
    /// default 1e-6, which leaves a relative error of order 1e-12 in the objective of the step.
    pub step_tolerance: f64,
    /// Most iterations ≥ 1; default 1000.
    pub max_iterations: usize,
    /// Which entries of W become edges; default 0.3.
    pub threshold: Threshold,
    /// Seed of the random start; default 0.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::Signed,
            path: Path::Continuation,
            start: FirstMatrix::Lasso,
            lambda: None,
            mu: None,
            alpha: None,
            gamma: 500.0,
            gamma_max: 1e6,
            tolerance: 1e-7,
            step_tolerance: 1e-6,
            max_iterations: 1000,
            threshold: Threshold::At(0.3),
            seed: 0,
        }
    }
}

impl Options {
    /// The values of the paper (α, μ, λ, τ) and of its public code (the others).
    pub fn paper() -> Options {
        Options {
            path: Path::Fixed,
            start: FirstMatrix::Random,
            gamma_max: 2000.0,
            threshold: Threshold::At(0.5),
            ..Options::default()
        }
    }

    /// The weights λ, μ and α for n variables and m rows.
    pub fn weights(&self, n: usize, rows: u64) -> Weights {
        let (lambda, mu, alpha) = match self.path {
            Path::Fixed => (1e-6, 100.0, 0.1),
            Path::Continuation => (continuation_lambda(n, rows), 0.001, 5.0),
        };
        Weights {
            lambda: self.lambda.unwrap_or(lambda),
            mu: self.mu.unwrap_or(mu),
            alpha: self.alpha.unwrap_or(alpha / n as f64),
        }
    }

    /// These options with every `None` replaced by its value for n variables and m rows.
    pub fn resolved(&self, n: usize, rows: u64) -> Options {
        let Weights { lambda, mu, alpha } = self.weights(n, rows);
        Options {
            lambda: Some(lambda),
            mu: Some(mu),
            alpha: Some(alpha),
            gamma: self.gamma.min(self.gamma_max),
            ..*self
        }
    }

    /// Refuses values outside their ranges.
    pub fn validate(&self) -> Result<()> {
        self.lambda.map_or(Ok(()), |x| ranges::at_least_zero("lambda", x))?;
        self.mu.map_or(Ok(()), |x| ranges::positive("mu", x))?;
        self.alpha.map_or(Ok(()), |x| ranges::positive("alpha", x))?;
        ranges::positive("gamma", self.gamma)?;
        ranges::positive("gamma-max", self.gamma_max)?;
        ranges::at_least_zero("tolerance", self.tolerance)?;
        let (name, accurate) = ("step-tolerance", 1e-10..=0.01);
        ranges::between(name, self.step_tolerance, accurate, "a number from 1e-10 to 0.01")?;
        ranges::threshold(self.threshold)?;
        ranges::at_least_one("max-iterations", self.max_iterations)?;
        if self.variant == Variant::Split && self.path == Path::Continuation {
            let (name, expected) = ("variant", "signed or positive on the continuation path");
            return Err(Error::Option { name, value: "split".into(), expected });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_valid_and_resolve() {
        for options in [Options::default(), Options::paper()] {
            assert!(options.validate().is_ok());
        }
        let paper = Options::paper().resolved(50, 1000);
        assert_eq!((paper.alpha, paper.mu, paper.lambda), (Some(0.002), Some(100.0), Some(1e-6)));
        assert_eq!((paper.tolerance, paper.gamma, paper.gamma_max), (1e-7, 500.0, 2000.0));
        let own = Options { lambda: Some(0.0), ..Options::default() }.resolved(10, 1000);
        assert_eq!((own.lambda, own.alpha), (Some(0.0), Some(0.5)));
    }

    #[test]
    fn values_out_of_range_are_named() {
        let refused = |change: fn(&mut Options)| {
            let mut options = Options::default();
            change(&mut options);
            match options.validate() {
                Err(Error::Option { name, .. }) => name,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused(|o| o.lambda = Some(-1.0)), "lambda");
        assert_eq!(refused(|o| o.mu = Some(0.0)), "mu");
        assert_eq!(refused(|o| o.alpha = Some(f64::INFINITY)), "alpha");
        assert_eq!(refused(|o| o.gamma = f64::NAN), "gamma");
        assert_eq!(refused(|o| o.gamma_max = 0.0), "gamma-max");
        assert_eq!(refused(|o| o.tolerance = -1e-9), "tolerance");
        assert_eq!(refused(|o| o.step_tolerance = 0.1), "step-tolerance");
        assert_eq!(refused(|o| o.step_tolerance = 0.0), "step-tolerance");
        assert_eq!(refused(|o| o.threshold = Threshold::At(f64::NAN)), "threshold");
        assert_eq!(refused(|o| o.max_iterations = 0), "max-iterations");
        assert_eq!(refused(|o| o.variant = Variant::Split), "variant");
    }
}
