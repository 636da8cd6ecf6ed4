//! Moments and prior knowledge → objective → search → DAG → equations.

use super::descent::{Descent, Outcome};
use super::path::Continuation;
use super::step::Point;
use super::ties::ties;
use super::{Options, Path, Start, Variant, start};
use crate::data::{Dataset, Knowledge, Moments};
use crate::error::{Error, Result};
use crate::fit::{Fit, Relaxation};
use crate::graph::{Model, Signs, Threshold, prune};
use crate::linalg::Matrix;
use crate::objective::{Acyclicity, Kernel, L1, Loss};
use crate::observer::{Observer, Stop};
use crate::status::{Status, Warning};

/// The name of the method.
const METHOD: &str = "bregman";

/// Learns a DAG from moments by the Bregman method. It has all required edges and no forbidden ones.
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
    relax(data, options, watch)?.fit(options.threshold)
}

/// Solves the relaxed problem and leaves its matrix as it is, for one threshold or many.
pub fn relax<'a>(
    data: impl Into<Dataset<'a>>,
    options: &Options,
    watch: &mut dyn Observer,
) -> Result<Relaxed<'a>> {
    let data = data.into();
    options.validate()?;
    data.check()?;
    let Dataset { moments, knowledge } = data;
    let problem = Problem::new(moments, knowledge, options);
    let (start, stop) = problem.start(watch)?;
    let outcome = match (stop, problem.options.path) {
        (Some(stop), _) => problem.unmoved(start, stop),
        (None, Path::Fixed) => problem.descend(start, watch)?,
        (None, Path::Continuation) => problem.follow(start, watch)?,
    };
    Ok(Relaxed { moments, problem, outcome })
}

/// A relaxed problem and its solution.
pub struct Relaxed<'a> {
    moments: &'a Moments,
    problem: Problem<'a>,
    outcome: Outcome,
}

/// The objective of one fit and the options it came from.
struct Problem<'a> {
    options: Options,
    loss: Loss,
    l1: L1<'a>,
    acyclicity: Acyclicity,
}

impl<'a> Problem<'a> {
    fn new(moments: &Moments, knowledge: Option<&'a Knowledge>, options: &Options) -> Problem<'a> {
        let options = options.resolved(moments.variables(), moments.rows());
        let loss = Loss::new(moments.covariance());
        let unit = match options.path {
            Path::Fixed => 1.0,
            Path::Continuation => smallest_variance(&loss),
        };
        let lambda = options.lambda.unwrap_or_default() * unit;
        let mu = options.mu.unwrap_or_default() * unit;
        let alpha = options.alpha.unwrap_or_default();
        let (l1, acyclicity) = (L1 { lambda, knowledge }, Acyclicity { mu, alpha });
        Problem { options, loss, l1, acyclicity }
    }

    /// The first matrix, and who stopped it before it was whole.
    fn start(&self, watch: &mut dyn Observer) -> Result<(Matrix, Option<Stop>)> {
        let n = self.loss.covariance().rows();
        let Options { variant, seed, step_tolerance: tolerance, .. } = self.options;
        let (loss, knowledge) = (&self.loss, self.l1.knowledge);
        match &self.options.start {
            Start::Lasso => Ok(start::Lasso { loss, variant, knowledge, tolerance }.solve(watch)),
            Start::Random => Ok((self.admissible(&start::random(n, variant, seed)), None)),
            Start::Given(w) if (w.rows(), w.cols()) != (n, n) => {
                let what = "rows and columns of the starting matrix".into();
                Err(Error::Shape { what, expected: n, found: w.rows() })
            }
            Start::Given(w) if !w.is_finite() => Err(Error::Option {
                name: "start",
                value: "a matrix with NaN or infinity".into(),
                expected: "finite weights",
            }),
            Start::Given(w) => Ok((self.admissible(w), None)),
        }
    }

    /// W without diagonal, forbidden entries, and negative ones where these are not allowed.
    fn admissible(&self, w: &Matrix) -> Matrix {
        let (variant, knowledge) = (self.options.variant, self.l1.knowledge);
        Matrix::from_fn(w.rows(), w.cols(), |i, j| match w[(i, j)] {
            _ if i == j || !knowledge.is_none_or(|known| known.allows(i, j)) => 0.0,
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
    fn follow(&self, start: Matrix, watch: &mut dyn Observer) -> Result<Outcome> {
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

impl Relaxed<'_> {
    /// Threshold, DAG, refit.
    pub fn fit(&self, threshold: Threshold) -> Result<Fit> {
        let Relaxed { moments, problem, outcome } = self;
        let options = Options { threshold, ..problem.options.clone() };
        let knowledge = problem.l1.knowledge;
        let pruned = prune(&outcome.weights, threshold, knowledge)?;
        let signs = match options.variant {
            Variant::Positive => Signs::NonNegative,
            Variant::Signed | Variant::Split => Signs::Any,
        };
        let (model, mut warnings) = Model::refit(moments, &pruned.dag, signs, knowledge)?;
        if options.path == Path::Continuation {
            warnings.extend(uneven_scales(moments));
        }
        match outcome.status {
            Status::Converged => warnings.extend(ties(moments, &model, knowledge)),
            status => warnings.push(Warning::StoppedEarly { status }),
        }
        let relaxation = Relaxation {
            loss: problem.loss.value(&outcome.weights),
            acyclicity: outcome.acyclicity,
            threshold: pruned.threshold,
            backward_edges: pruned.backward.len(),
            raw: outcome.weights.clone(),
        };
        Ok(Fit {
            model,
            class: None,
            relaxation: Some(relaxation),
            variance_choice: None,
            selection: None,
            stages: vec![],
            restarts: vec![],
            status: outcome.status,
            iterations: outcome.iterations,
            rows: moments.rows(),
            method: METHOD,
            // Plain numbers and names always have a JSON form.
            options: serde_json::to_value(&options).unwrap_or_default(),
            preparation: None,
            rules: None,
            stability: None,
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
