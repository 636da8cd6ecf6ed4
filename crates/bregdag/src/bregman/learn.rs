//! Moments → objective → search → DAG → equations.

use super::descent::{Descent, Outcome};
use super::path::Continuation;
use super::step::Point;
use super::{Options, Path, Start, Variant, start};
use crate::data::{Dataset, Moments};
use crate::error::{Error, Result};
use crate::fit::{Fit, Relaxation};
use crate::graph::{Model, Signs, prune};
use crate::linalg::Matrix;
use crate::objective::{Acyclicity, Kernel, Loss};
use crate::observer::Observer;
use crate::status::{Status, Warning};

/// The name of the method.
const METHOD: &str = "bregman";

/// Learns a DAG from moments by the Bregman method.
///
/// ```
/// use bregdag::{Moments, Table, bregman};
///
/// // y = 2x + noise of the same size as x.
/// let x = vec![-1.3, 0.4, 1.1, -0.2, 0.9, -0.6, 1.8, -1.7, 0.1, -0.5];
/// let e = [0.8, -1.1, 0.3, 1.4, -0.9, 0.2, 0.6, -0.4, -1.2, 0.3];
/// let y = x.iter().zip(&e).map(|(x, e)| 2.0 * x + e).collect();
/// let table = Table::new(vec!["x".into(), "y".into()], vec![x, y])?;
///
/// let fit = bregman::learn(&Moments::of(&table)?, &bregman::Options::default(), &mut ())?;
/// let edge = fit.model.edges()[0];
/// assert_eq!((edge.source, edge.target), (0, 1));
/// assert!((edge.weight - 2.0).abs() < 0.5);
/// # Ok::<(), bregdag::Error>(())
/// ```
pub fn learn<'a>(
    data: impl Into<Dataset<'a>>,
    options: &Options,
    watch: &mut dyn Observer,
) -> Result<Fit> {
    let moments = data.into().moments;
    options.validate()?;
    let problem = Problem::new(moments, options);
    let start = problem.start()?;
    let outcome = match problem.options.path {
        Path::Fixed => problem.descend(start, watch)?,
        Path::Continuation => problem.follow(start, watch)?,
    };
    problem.finish(moments, outcome)
}

/// The objective of one fit and the options it came from.
struct Problem {
    options: Options,
    loss: Loss,
    lambda: f64,
    acyclicity: Acyclicity,
}

impl Problem {
    fn new(moments: &Moments, options: &Options) -> Problem {
        let options = options.resolved(moments.variables(), moments.rows());
        let loss = Loss::new(moments.covariance());
        let unit = match options.path {
            Path::Fixed => 1.0,
            Path::Continuation => smallest_variance(&loss),
        };
        let lambda = options.lambda.unwrap_or_default() * unit;
        let mu = options.mu.unwrap_or_default() * unit;
        let alpha = options.alpha.unwrap_or_default();
        Problem { options, loss, lambda, acyclicity: Acyclicity { mu, alpha } }
    }

    fn start(&self) -> Result<Matrix> {
        let n = self.loss.covariance().rows();
        let Options { variant, seed, step_tolerance, .. } = self.options;
        match &self.options.start {
            Start::Lasso => Ok(start::lasso(&self.loss, variant, step_tolerance)),
            Start::Random => Ok(start::random(n, variant, seed)),
            Start::Given(w) if (w.rows(), w.cols()) != (n, n) => {
                let what = "rows and columns of the starting matrix".into();
                Err(Error::Shape { what, expected: n, found: w.rows() })
            }
            Start::Given(w) if !w.is_finite() => Err(Error::Option {
                name: "start",
                value: "a matrix with NaN or infinity".into(),
                expected: "finite weights",
            }),
            Start::Given(w) => {
                let allowed = |x: f64| if variant == Variant::Positive { x.max(0.0) } else { x };
                Ok(Matrix::from_fn(n, n, |i, j| if i == j { 0.0 } else { allowed(w[(i, j)]) }))
            }
        }
    }

    /// Dynamic NoLips with one μ.
    fn descend(&self, start: Matrix, watch: &mut dyn Observer) -> Result<Outcome> {
        let norm = start.norm();
        let kernel = Kernel::new(self.acyclicity.mu, self.acyclicity.alpha, start.rows());
        // f ≤ h up to the factor n/(n − 1), so where h can be squared without overflow all is well.
        let finite = kernel.ln_value(norm) <= f64::MAX.ln() / 2.0;
        if !finite {
            return Err(Error::StartOverflows { norm });
        }
        let descent = Descent {
            variant: self.options.variant,
            loss: &self.loss,
            lambda: self.lambda,
            acyclicity: self.acyclicity,
            gamma: self.options.gamma,
            gamma_max: self.options.gamma_max,
            tolerance: self.options.tolerance,
            step_tolerance: self.options.step_tolerance,
            max_iterations: self.options.max_iterations,
        };
        Ok(descent.run(Point::new(start), watch))
    }

    /// A path of growing μ.
    fn follow(&self, start: Matrix, watch: &mut dyn Observer) -> Result<Outcome> {
        if !self.acyclicity.evaluate(&start.map(|w| w * w)).value.is_finite() {
            return Err(Error::StartOverflows { norm: start.norm() });
        }
        let path = Continuation {
            variant: self.options.variant,
            loss: &self.loss,
            lambda: self.lambda,
            acyclicity: self.acyclicity,
            step_tolerance: self.options.step_tolerance,
            max_iterations: self.options.max_iterations,
        };
        Ok(path.run(start, watch))
    }

    /// Threshold, DAG, refit.
    fn finish(self, moments: &Moments, outcome: Outcome) -> Result<Fit> {
        let pruned = prune(&outcome.weights, self.options.threshold)?;
        let signs = match self.options.variant {
            Variant::Positive => Signs::NonNegative,
            Variant::Signed | Variant::Split => Signs::Any,
        };
        let (model, mut warnings) = Model::refit(moments, &pruned.dag, signs)?;
        if self.options.path == Path::Continuation {
            warnings.extend(uneven_scales(moments));
        }
        if outcome.status != Status::Converged {
            warnings.push(Warning::StoppedEarly { status: outcome.status });
        }
        let seen = match self.options.path {
            Path::Fixed => outcome.weights.map(f64::abs),
            Path::Continuation => outcome.weights.map(|w| w * w),
        };
        let relaxation = Relaxation {
            loss: self.loss.value(&outcome.weights),
            acyclicity: self.acyclicity.evaluate(&seen).value / self.acyclicity.mu,
            threshold: pruned.threshold,
            backward_edges: pruned.backward.len(),
            raw: outcome.weights,
        };
        Ok(Fit {
            model,
            class: None,
            relaxation: Some(relaxation),
            variance_choice: None,
            stages: vec![],
            status: outcome.status,
            iterations: outcome.iterations,
            rows: moments.rows(),
            method: METHOD,
            // Plain numbers and names always have a JSON form.
            options: serde_json::to_value(&self.options).unwrap_or_default(),
            diagnostics: None,
            warnings,
        })
    }
}

/// The unit of λ and μ on the continuation path. Where all noises have one variance, no column has
/// a smaller one, and a column without parents has just that.
fn smallest_variance(loss: &Loss) -> f64 {
    let s = loss.covariance();
    (0..s.rows()).map(|i| s[(i, i)]).fold(f64::INFINITY, f64::min)
}

/// The continuation path measures λ in units of the smallest variance. Up to about this ratio of the
/// variances that is right (scale-free graphs with hubs reach 10⁵); beyond, units differ.
const UNEVEN: f64 = 1e6;

fn uneven_scales(moments: &Moments) -> Option<Warning> {
    let variance = |i: usize| moments.comoments()[(i, i)];
    let order = |a: &usize, b: &usize| variance(*a).total_cmp(&variance(*b));
    let (least, most) =
        ((0..moments.variables()).min_by(order)?, (0..moments.variables()).max_by(order)?);
    let ratio = variance(most) / variance(least);
    let name = |i: usize| moments.names()[i].clone();
    (ratio > UNEVEN).then(|| Warning::UnevenScales { small: name(least), large: name(most), ratio })
}
