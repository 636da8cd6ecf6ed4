//! Moments → a graph by the order search → the best graph, and the proof that it is.

use super::memory::{self, MOST};
use super::part::{Part, parts};
use super::proof::{PROVED, prove};
use super::room::Halt;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::method::answer::{Answer, Claim, Noise, Stage};
use crate::method::concerns::concerns;
use crate::method::order::{self, Options};
use crate::score::{Problem, Regression, Variances, of_graph};
use crate::warning::Warning;
use crate::watch::{Status, Watch};

/// Scores that differ by less than this share of the price are the same, and the graph of the search stays.
const SAME: f64 = 1e-6;
/// Tolerances below this are not told apart.
const TOLERANCE: f64 = 1e-3;

/// Learns by the order search and goes on from there.
pub fn learn(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    options.validate()?;
    if let Some(variables) = parts(data.knowledge()).iter().map(Part::bits).find(|&n| n > MOST) {
        return Err(Error::TooManyToProve { variables, most: MOST });
    }
    let answer = order::learn(data, options, watch)?;
    match answer.status {
        Status::Converged => finish(data, options, answer, watch),
        _ => Ok(answer),
    }
}

/// The same answer, or that of a better graph, with what was proved.
pub(super) fn finish(
    data: &Dataset<'_>,
    options: &Options,
    mut answer: Answer,
    watch: &dyn Watch,
) -> Result<Answer> {
    let Some(known) = answer.claim.member().cloned() else { return Ok(answer) };
    let variances = match answer.noise {
        Noise::Equal => Variances::Equal,
        _ => Variances::Free,
    };
    let score = options.score(data.moments(), variances);
    let problem = match Problem::new(data, variances, options.positive, watch) {
        Ok(problem) => problem,
        Err(stop) => return Ok(Answer { status: stop.into(), ..answer }),
    };
    let parents = (0..known.nodes()).map(|j| known.parents(j).to_vec()).collect();
    let proof = prove(&problem, &score, parents, watch);
    let mut reached = of_graph(data, &known, &score)?;
    if let Some(parents) = proof.better {
        let dag = Dag::new(parents)?;
        let found = of_graph(data, &dag, &score)?;
        if found < reached - SAME * score.price() {
            reached = found;
            answer = of_another(answer, dag, data, &problem);
        }
    }
    let gap;
    (answer.bound, gap) = beside(proof.bound, reached);
    match proof.halted {
        None if answer.bound.is_some() && gap <= PROVED * score.price() => {
            answer.record.proved = Some(rounded_up(gap.max(TOLERANCE)));
        }
        None => answer.warnings.push(Warning::NotProved { gap }),
        Some(Halt::Stop(stop)) => answer.status = stop.into(),
        Some(Halt::Memory) => {
            let variables = parts(data.knowledge()).iter().map(Part::bits).max().unwrap_or(0);
            let fits = memory::largest_below(variables);
            answer.warnings.push(Warning::NotProvedForMemory { variables, fits });
        }
    }
    if let (Some(_), Some(dag)) = (answer.bound, answer.claim.member()) {
        answer.stages.push(Stage { name: "proof", score: reached, edges: dag.edges() });
    }
    Ok(answer)
}

/// The bound beside the score of a graph, and how far they are apart. A bound above the graph is none.
fn beside(bound: Option<f64>, reached: f64) -> (Option<f64>, f64) {
    let gap = bound.map_or(f64::INFINITY, |bound| reached - bound);
    (bound.filter(|_| gap >= -TOLERANCE).map(|bound| bound.min(reached)), gap.abs())
}

/// The answer about another graph.
fn of_another(answer: Answer, dag: Dag, data: &Dataset<'_>, problem: &Problem<'_>) -> Answer {
    let mut regression = Regression::new(problem);
    let mut variance = |j: usize| {
        regression.build(j, dag.parents(j));
        regression.variance
    };
    let variances: Vec<f64> = (0..dag.nodes()).map(&mut variance).collect();
    let families = (0..dag.nodes()).map(|j| (dag.parents(j), variances[j]));
    let warnings = concerns(data.moments(), problem, families);
    let claim = Claim::of(dag, answer.noise, data.knowledge());
    Answer { claim, warnings, ..answer }
}

/// One digit, upwards.
fn rounded_up(x: f64) -> f64 {
    let digit = 10f64.powf(x.log10().floor());
    (x / digit * (1.0 - 1e-9)).ceil() * digit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_above_the_graph_is_none() {
        assert_eq!(beside(Some(-3.0), -1.0), (Some(-3.0), 2.0));
        assert_eq!(beside(Some(-1.0), -3.0), (None, 2.0));
        assert_eq!(beside(Some(1e-9), 0.0), (Some(0.0), 1e-9));
        assert_eq!(beside(None, 0.0), (None, f64::INFINITY));
    }

    #[test]
    fn one_digit() {
        for (x, up) in [(0.001, 0.001), (0.0011, 0.002), (0.094, 0.1), (0.2, 0.2), (3.4, 4.0)] {
            assert!((rounded_up(x) - up).abs() < 1e-12, "{x}");
        }
    }
}
