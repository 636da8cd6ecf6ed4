//! Geometric paths around the default of an option.

use super::Parameter;
use super::candidates::{Candidates, Methods};
use crate::bregman;
use crate::data::Moments;
use crate::error::{Error, Result};
use crate::graph::Threshold;
use crate::method::{Bregman, Method, Search};
use crate::order;

/// Steps down and up from the default, and the ratio of neighbours.
struct Grid {
    below: i32,
    above: i32,
    ratio: f64,
}

/// An eighth to eight times the price of an edge, by √2.
const FACTORS: Grid = Grid { below: 6, above: 6, ratio: std::f64::consts::SQRT_2 };
/// A hundredth to ten times λ, by ∛10.
const LAMBDAS: Grid = Grid { below: 6, above: 3, ratio: 2.154_434_690_031_884 };
/// A sixth to three times the threshold, by √2: from 0.3, these are 0.053 to 0.85.
const THRESHOLDS: Grid = Grid { below: 5, above: 3, ratio: std::f64::consts::SQRT_2 };
/// Where the threshold of the method is automatic or zero, the path is around its usual value.
const USUAL_THRESHOLD: f64 = 0.3;

impl Grid {
    /// The values around the default, which is among them to the bit.
    fn around(&self, default: f64) -> impl Iterator<Item = f64> {
        let Grid { below, above, ratio } = *self;
        (-below..=above).map(move |k| default * ratio.powi(k))
    }
}

impl Candidates {
    /// The order search with an eighth to eight times its penalty factor.
    pub fn of_search(options: &order::Options) -> Result<Candidates> {
        let method = |o: order::Options| (o.penalty_factor, Box::new(Search(o)) as Box<dyn Method>);
        let candidates = factors(options)?.into_iter().map(method).collect();
        Candidates::new(Parameter::PenaltyFactor, options.penalty_factor, candidates)
    }

    /// The Bregman method, with an eighth to eight times the penalty factor of the search that goes
    /// on from its graph. The relaxation is solved once.
    pub fn of_refinement(method: &Bregman) -> Result<Candidates> {
        let Some(refine) = &method.refine else {
            let (value, expected) =
                ("none".into(), "search: the penalty factor is an option of it");
            return Err(Error::Option { name: "refine", value, expected });
        };
        let candidate = |options: order::Options| {
            (options.penalty_factor, Bregman { refine: Some(options), ..method.clone() })
        };
        let (values, methods) = factors(refine)?.into_iter().map(candidate).unzip();
        let methods = Methods::Shared(methods);
        Candidates::sorted(Parameter::PenaltyFactor, refine.penalty_factor, values, methods)
    }

    /// The Bregman method with a hundredth to ten times its λ, which may depend on the number of
    /// rows; around the default if it is zero. Every fold of a cross-validation has the same values.
    pub fn of_lambda(method: &Bregman, moments: &Moments) -> Result<Candidates> {
        method.options.validate()?;
        let lambda = method.options.lambda.filter(|&lambda| lambda > 0.0);
        let options = bregman::Options { lambda, ..method.options.clone() };
        let resolved = options.resolved(moments.variables(), moments.rows());
        let default = resolved.lambda.unwrap_or_default();
        let candidate = |lambda: f64| {
            let options = bregman::Options { lambda: Some(lambda), ..options.clone() };
            (lambda, Box::new(Bregman { options, ..method.clone() }) as Box<dyn Method>)
        };
        let candidates = LAMBDAS.around(default).map(candidate).collect();
        Candidates::new(Parameter::Lambda, default, candidates)
    }

    /// The Bregman method with a sixth to three times its threshold; around 0.3 if it is automatic or
    /// zero. The relaxation is solved once.
    pub fn of_threshold(method: &Bregman) -> Result<Candidates> {
        method.options.validate()?;
        let default = match method.options.threshold {
            Threshold::At(value) if value > 0.0 => value,
            _ => USUAL_THRESHOLD,
        };
        let candidate = |value: f64| {
            let threshold = Threshold::At(value);
            let options = bregman::Options { threshold, ..method.options.clone() };
            (value, Bregman { options, ..method.clone() })
        };
        let (values, methods) = THRESHOLDS.around(default).map(candidate).unzip();
        Candidates::sorted(Parameter::Threshold, default, values, Methods::Shared(methods))
    }
}

/// The same options with other penalty factors, as far as their range goes.
fn factors(options: &order::Options) -> Result<Vec<order::Options>> {
    options.validate()?;
    let with = |penalty_factor| order::Options { penalty_factor, ..options.clone() };
    let all = FACTORS.around(options.penalty_factor).map(with);
    Ok(all.filter(|options| options.validate().is_ok()).collect())
}
