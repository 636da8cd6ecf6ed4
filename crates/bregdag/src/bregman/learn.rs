//! Moments → objective → search → DAG → equations.

use super::descent::{Descent, Observer, Outcome};
use super::path::Continuation;
use super::step::Point;
use super::{Options, Path, Start, Variant, start};
use crate::data::Moments;
use crate::error::{Error, Result};
use crate::fit::{Fit, Status, Warning};
use crate::graph::{Model, Signs, prune};
use crate::linalg::Matrix;
use crate::objective::{Acyclicity, Kernel, Loss};

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
pub fn learn(moments: &Moments, options: &Options, watch: &mut dyn Observer) -> Result<Fit> {
    options.validate()?;
    let n = moments.variables();
    let options = options.resolved(n);
    let acyclicity =
        Acyclicity { mu: options.mu.unwrap_or_default(), alpha: options.alpha.unwrap_or_default() };
    let loss = Loss::new(moments.covariance());
    let start = starting_matrix(&options, &loss)?;
    let outcome = match options.path {
        Path::Fixed => descend(&options, &loss, acyclicity, start, watch)?,
        Path::Continuation => follow(&options, &loss, unit, acyclicity, start, watch),
    };
    finish(moments, options, &loss, acyclicity, outcome)
}

/// The unit of λ and μ on the continuation path. Where all noises have one variance, no column has
/// a smaller one, and a column without parents has just that.
fn smallest_variance(loss: &Loss) -> f64 {
    let s = loss.covariance();
    (0..s.rows()).map(|i| s[(i, i)]).fold(f64::INFINITY, f64::min)
}

fn starting_matrix(options: &Options, loss: &Loss) -> Result<Matrix> {
    let n = loss.covariance().rows();
    match &options.start {
        Start::Lasso => Ok(start::lasso(loss, options.variant, options.step_tolerance)),
        Start::Random => Ok(start::random(n, options.variant, options.seed)),
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
            let allowed =
                |x: f64| if options.variant == Variant::Positive { x.max(0.0) } else { x };
            Ok(Matrix::from_fn(n, n, |i, j| if i == j { 0.0 } else { allowed(w[(i, j)]) }))
        }
    }
}

fn descend(
    options: &Options,
    loss: &Loss,
    acyclicity: Acyclicity,
    start: Matrix,
    watch: &mut dyn Observer,
) -> Result<Outcome> {
    let norm = start.norm();
    let kernel = Kernel::new(acyclicity.mu, acyclicity.alpha, start.rows());
    // f ≤ h up to the factor n/(n − 1), so where h can be squared without overflow all is well.
    if kernel.ln_value(norm) > f64::MAX.ln() / 2.0 {
        return Err(Error::StartOverflows { norm });
    }
    let descent = Descent {
        variant: options.variant,
        loss,
        lambda: options.lambda.unwrap_or_default(),
        acyclicity,
        gamma: options.gamma,
        gamma_max: options.gamma_max,
        tolerance: options.tolerance,
        step_tolerance: options.step_tolerance,
        max_iterations: options.max_iterations,
    };
    Ok(descent.run(Point::new(start), watch))
}

fn follow(
    options: &Options,
    loss: &Loss,
    unit: f64,
    acyclicity: Acyclicity,
    start: Matrix,
    watch: &mut dyn Observer,
) -> Outcome {
    let path = Continuation {
        variant: options.variant,
        loss,
        lambda: options.lambda.unwrap_or_default() * unit,
        acyclicity,
        step_tolerance: options.step_tolerance,
        max_iterations: options.max_iterations,
    };
    path.run(start, watch)
}

/// Threshold, DAG, refit.
fn finish(
    moments: &Moments,
    options: Options,
    loss: &Loss,
    acyclicity: Acyclicity,
    outcome: Outcome,
) -> Result<Fit> {
    let pruned = prune(&outcome.weights, options.threshold)?;
    let signs = match options.variant {
        Variant::Positive => Signs::NonNegative,
        Variant::Signed | Variant::Split => Signs::Any,
    };
    let (model, mut warnings) = Model::refit(moments, &pruned.dag, signs)?;
    if outcome.status != Status::Converged {
        warnings.push(Warning::StoppedEarly { status: outcome.status });
    }
    let seen = match options.path {
        Path::Fixed => outcome.weights.map(f64::abs),
        Path::Continuation => outcome.weights.map(|w| w * w),
    };
    Ok(Fit {
        model,
        loss: loss.value(&outcome.weights),
        acyclicity: acyclicity.evaluate(&seen).value / acyclicity.mu,
        threshold: pruned.threshold,
        backward_edges: pruned.backward.len(),
        raw: outcome.weights,
        status: outcome.status,
        iterations: outcome.iterations,
        options,
        warnings,
    })
}
