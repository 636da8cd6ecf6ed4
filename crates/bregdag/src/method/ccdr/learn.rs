//! Moments → path → a point of it → class.

use super::Options;
use super::choice;
use super::point::Point;
use super::problem::Problem;
use super::walk::Walk;
use crate::data::Dataset;
use crate::error::Result;
use crate::method::answer::{Answer, Claim, Noise, Record, Steps};
use crate::method::concerns::concerns;
use crate::method::contract::Path;
use crate::score::{self, Variances};
use crate::watch::{Status, Stop, Watch};

/// All points of the path, λ decreasing. If it is stopped, those that were complete; if none was, the first
/// as it is.
pub fn path(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Vec<Point>> {
    options.validate()?;
    Ok(Walk::new(Problem::new(data, options)).all(watch)?.0)
}

/// The point at the given λ, or the best of the path.
pub fn learn(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    options.validate()?;
    let mut walk = Walk::new(Problem::new(data, options));
    if let Some(lambda) = options.lambda {
        let (point, stop) = walk.at(lambda, watch)?;
        return answer(data, &point, stop);
    }
    let (points, stop) = walk.all(watch)?;
    let chosen = match options.as_released {
        true => choice::as_released(&points, data.moments()),
        false => choice::by_ebic(&points, data.moments())?,
    };
    let mut answer = answer(data, &points[chosen], stop)?;
    answer.record.lambda = Some(points[chosen].lambda);
    answer.steps.done = points.iter().map(|point| point.rounds).sum();
    Ok(answer)
}

/// What a point says.
pub fn answer(data: &Dataset<'_>, point: &Point, stop: Option<Stop>) -> Result<Answer> {
    let moments = data.moments();
    let problem = score::Problem::without_bounds(data, Variances::Free, false);
    let noise = point.noise_variances(moments.rows());
    let families = noise.iter().enumerate();
    let families = families.map(|(j, share)| (point.dag.parents(j), share * problem.variances[j]));
    Ok(Answer {
        claim: Claim::of(point.dag.clone(), Noise::Free, data.knowledge()),
        noise: Noise::Free,
        stages: vec![],
        bound: None,
        warnings: concerns(moments, &problem, families),
        record: Record { weights: Some(point.weights(moments)), ..Record::default() },
        status: stop.map_or(point.status, Status::from),
        steps: Steps { done: point.rounds, unit: "round" },
    })
}

/// The answers for several λ, from one walk.
pub fn along<'a>(
    data: &'a Dataset<'a>,
    options: &Options,
    lambdas: &[f64],
) -> Result<Box<dyn Path + 'a>> {
    for &lambda in lambdas {
        Options { lambda: Some(lambda), ..*options }.validate()?;
    }
    let walk = Walk::new(Problem::new(data, options));
    Ok(Box::new(Along { data, walk, lambdas: lambdas.to_vec() }))
}

struct Along<'a> {
    data: &'a Dataset<'a>,
    walk: Walk<'a>,
    lambdas: Vec<f64>,
}

impl Path for Along<'_> {
    fn answer(&mut self, k: usize, watch: &dyn Watch) -> Result<Answer> {
        let (point, stop) = self.walk.at(self.lambdas[k], watch)?;
        answer(self.data, &point, stop)
    }
}
