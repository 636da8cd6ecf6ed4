//! Moments and prior knowledge → objective → search → W → DAG.

use super::descent::{Descent, Outcome};
use super::path::Continuation;
use super::step::Point;
use super::{FirstMatrix, Options, Path, Weights, start};
use crate::data::{Dataset, Knowledge, Moments, Start};
use crate::error::{Error, Result};
use crate::linalg::Matrix;
use crate::method::answer::Steps;
use crate::method::relaxation::Relaxed;
use crate::objective::{Acyclicity, Kernel, L1, Loss};
use crate::watch::{Stop, Watch};

/// Solves the relaxed problem and leaves its matrix as it is, for one threshold or many.
pub fn relax(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Relaxed> {
    options.validate()?;
    let moments = data.moments();
    let problem = Problem::new(moments, data.knowledge(), options);
    let (start, stop) = problem.start(data.start(), watch)?;
    let outcome = match (stop, problem.options.path) {
        (Some(stop), _) => problem.unmoved(start, stop),
        (None, Path::Fixed) => problem.descend(start, watch)?,
        (None, Path::Continuation) => problem.follow(start, watch)?,
    };
    let Outcome { weights, acyclicity, status, iterations } = outcome;
    Ok(Relaxed {
        weights,
        acyclicity,
        status,
        steps: Steps { done: iterations, unit: "iteration" },
    })
}

/// The objective of one fit and the options it came from.
struct Problem<'a> {
    options: Options,
    loss: Loss,
    l1: L1<'a>,
    acyclicity: Acyclicity,
}

impl<'a> Problem<'a> {
    fn new(moments: &Moments, knowledge: &'a Knowledge, options: &Options) -> Problem<'a> {
        let Weights { lambda, mu, alpha } = options.weights(moments.variables(), moments.rows());
        let options = options.resolved(moments.variables(), moments.rows());
        let loss = Loss::new(moments.covariance());
        let unit = match options.path {
            Path::Fixed => 1.0,
            Path::Continuation => smallest_variance(&loss),
        };
        let l1 = L1 { lambda: lambda * unit, knowledge };
        let acyclicity = Acyclicity { mu: mu * unit, alpha };
        Problem { options, loss, l1, acyclicity }
    }

    /// The first matrix, and who stopped it before it was whole.
    fn start(&self, given: Option<&Start>, watch: &dyn Watch) -> Result<(Matrix, Option<Stop>)> {
        let n = self.loss.covariance().rows();
        let Options { variant, seed, step_tolerance: tolerance, .. } = self.options;
        let (loss, knowledge) = (&self.loss, self.l1.knowledge);
        Ok(match (given, self.options.start) {
            (Some(Start::Weights(w)), _) => (self.admissible(w), None),
            (_, FirstMatrix::Lasso) => {
                start::Lasso { loss, variant, knowledge, tolerance }.solve(watch)
            }
            (_, FirstMatrix::Random) => (self.admissible(&start::random(n, variant, seed)), None),
        })
    }

    /// W without diagonal, forbidden entries, and negative ones where these are not allowed.
    fn admissible(&self, w: &Matrix) -> Matrix {
        let (variant, knowledge) = (self.options.variant, self.l1.knowledge);
        Matrix::from_fn(w.rows(), w.cols(), |i, j| match w[(i, j)] {
            _ if i == j || !knowledge.allows(i, j) => 0.0,
            x if variant.allows_negative(knowledge, i, j) => x,
            x => x.max(0.0),
        })
    }

    /// What a stop before the first iteration leaves.
    fn unmoved(&self, start: Matrix, stop: Stop) -> Outcome {
        let seen = match self.options.path {
            Path::Fixed => start.map(f64::abs),
            Path::Continuation => start.map(|w| w * w),
        };
        let acyclicity = self.acyclicity.evaluate(&seen).value / self.acyclicity.mu;
        Outcome { weights: start, acyclicity, status: stop.into(), iterations: 0 }
    }

    /// Dynamic NoLips with one μ.
    fn descend(&self, start: Matrix, watch: &dyn Watch) -> Result<Outcome> {
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
            l1: self.l1,
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
    fn follow(&self, start: Matrix, watch: &dyn Watch) -> Result<Outcome> {
        let kernel = Kernel::new(self.acyclicity.mu, self.acyclicity.alpha, start.rows());
        let squares = start.map(|w| w * w);
        // The bound that `descend` goes by; the penalty itself takes long where n is large.
        let surely = kernel.ln_value(squares.norm()) <= f64::MAX.ln() / 2.0;
        if !surely && !self.acyclicity.evaluate(&squares).value.is_finite() {
            return Err(Error::StartOverflows { norm: start.norm() });
        }
        let path = Continuation {
            variant: self.options.variant,
            loss: &self.loss,
            l1: self.l1,
            acyclicity: self.acyclicity,
            step_tolerance: self.options.step_tolerance,
            max_iterations: self.options.max_iterations,
        };
        Ok(path.run(start, watch))
    }
}

/// The unit of λ and μ on the continuation path. Where all noises have one variance, no column has
/// a smaller one, and a column without parents has just that.
fn smallest_variance(loss: &Loss) -> f64 {
    let s = loss.covariance();
    (0..s.rows()).map(|i| s[(i, i)]).fold(f64::INFINITY, f64::min)
}
