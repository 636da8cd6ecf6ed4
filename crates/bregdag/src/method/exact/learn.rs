//! Moments → a graph by the order search → the best graph, and the proof that it is.

use super::memory::{self, MOST};
use super::part::parts;
use super::proof::prove;
use super::room::Halt;
use crate::data::Dataset;
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::method::answer::{Answer, Claim, Noise, Stage};
use crate::method::concerns::concerns;
use crate::method::order::{self, Options};
use crate::score::{Problem, Regression, Score, Variances, of_graph};
use crate::warning::Warning;
use crate::watch::{Status, Watch};

/// A graph is proved if no other scores lower by more than this share of the price of an edge.
const PROVED: f64 = 0.1;
/// Tolerances below this are not told apart.
const TOLERANCE: f64 = 1e-3;

/// Learns by the order search and goes on from there.
pub fn learn(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    options.validate()?;
    if let Some(variables) = parts(data.knowledge()).iter().map(|p| p.bits()).find(|&n| n > MOST) {
        return Err(Error::TooManyToProve { variables, most: MOST });
    }
    let answer = order::learn(data, options, watch)?;
    match answer.status {
        Status::Converged => finish(data, options, answer, watch),
        _ => Ok(answer),
    }
}

/// The same answer, or that of a better graph, with what was proved.
fn finish(
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
    let before = of_graph(data, &known, &score)?;
    let better = match proof.better {
        Some(parents) => {
            let dag = Dag::new(parents)?;
            let score = of_graph(data, &dag, &score)?;
            Some((dag, score)).filter(|(_, score)| *score < before)
        }
        None => None,
    };
    let reached = better.as_ref().map_or(before, |(_, score)| *score);
    answer.bound = proof.bound.map(|bound| bound.min(reached));
    let gap = answer.bound.map_or(f64::INFINITY, |bound| reached - bound);
    if proof.halted.is_none() && gap <= PROVED * score.price() {
        answer.record.proved = Some(rounded_up(gap.max(TOLERANCE)));
    }
    match proof.halted {
        Some(Halt::Stop(stop)) => answer.status = stop.into(),
        Some(Halt::Memory) => {
            let variables = data.variables();
            let fits = memory::largest_below(variables);
            answer.warnings.push(Warning::NotProvedForMemory { variables, fits });
        }
        None if answer.record.proved.is_none() => {
            answer.warnings.push(Warning::NotProved { gap });
        }
        None => {}
    }
    let edges = better.as_ref().map_or(known.edges(), |(dag, _)| dag.edges());
    if answer.bound.is_some() {
        answer.stages.push(Stage { name: "proof", score: reached, edges });
    }
    if let Some((dag, _)) = better {
        answer = with_graph(answer, dag, data, (&problem, &score));
    }
    Ok(answer)
}

/// The answer about another graph.
fn with_graph(
    answer: Answer,
    dag: Dag,
    data: &Dataset<'_>,
    (problem, _score): (&Problem<'_>, &Score),
) -> Answer {
    let mut regression = Regression::new(problem);
    let variances: Vec<f64> = (0..dag.nodes())
        .map(|j| {
            regression.build(j, dag.parents(j));
            regression.variance
        })
        .collect();
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
    fn one_digit() {
        for (x, up) in [(0.001, 0.001), (0.0011, 0.002), (0.094, 0.1), (0.2, 0.2), (3.4, 4.0)] {
            assert!((rounded_up(x) - up).abs() < 1e-12, "{x}");
        }
    }
}
