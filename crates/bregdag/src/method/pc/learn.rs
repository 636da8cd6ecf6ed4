//! Moments → skeleton → colliders → what follows → a class, or a graph that belongs to none.

use super::colliders;
use super::marks::Marks;
use super::rules;
use super::skeleton::Tests;
use super::{Options, Pc};
use crate::data::{Dataset, Knowledge};
use crate::error::{Error, Result};
use crate::method::answer::{Answer, Claim, Noise, Record, Steps};
use crate::method::contract::Method;
use crate::warning::Warning;
use crate::watch::{Status, Watch};

/// A correlation has m − 3 degrees of freedom in Fisher's test.
const LEAST_ROWS: u64 = 4;

/// Learns a class, or a graph that belongs to no DAG, by tests of independence. It agrees with what
/// is known beforehand: directions that are known come before those that tests tell.
pub fn learn(data: &Dataset<'_>, options: &Options, watch: &dyn Watch) -> Result<Answer> {
    options.validate()?;
    if data.moments().rows() < LEAST_ROWS {
        let what = "fewer than four rows: no independence can be tested";
        return Err(Error::NotForMethod { method: Pc(*options).name(), what });
    }
    let tests = Tests::new(data, options.alpha, watch);
    let (skeleton, ended) = tests.skeleton();
    let unfinished = ended.is_err().then(|| skeleton.after.len() - 1);
    let joined = skeleton.joined(tests.known);
    let mut graph = known(Marks::new(joined.clone()), tests.known);
    let mut warnings = vec![];
    if let Some(depth) = skeleton.too_deep {
        warnings.push(Warning::DepthUntested { depth, rows: data.moments().rows() });
    }
    // Half of the colliders would direct edges that the others leave open: all of them, or none.
    let found = ended.and_then(|()| colliders::colliders(&tests, &skeleton, &joined));
    let (claim, status) = match found {
        Ok(found) => {
            let skipped = colliders::direct(&mut graph, &found);
            if skipped > 0 {
                warnings.push(Warning::CollidersSkipped { skipped, found: found.len() });
            }
            rules::complete(&mut graph, !tests.known.is_none());
            let claim = claimed(&graph)?;
            if claim.member().is_none() {
                warnings.push(Warning::NoDag);
            }
            (claim, Status::Converged)
        }
        Err(stop) => {
            warnings.push(Warning::Undirected { depth: unfinished });
            (Claim::Partial(graph.graph()?), stop.into())
        }
    };
    Ok(Answer {
        claim,
        noise: Noise::Free,
        stages: vec![],
        bound: None,
        record: Record::default(),
        status,
        steps: Steps { done: skeleton.tests, unit: "test" },
        warnings,
    })
}

/// With the directions that are known.
fn known(mut graph: Marks, known: &Knowledge) -> Marks {
    if !known.is_none() {
        for (i, j) in graph.pairs().into_iter().filter(|&(i, j)| known.settles(i, j)) {
            graph.direct(i, j);
        }
    }
    graph
}

/// Where some DAG has this skeleton, these arrows and no other collider, this graph stands for all
/// such: every arrow is known, belongs to a collider i → k ← j whose ends are not joined, or follows
/// from these, so it is in all of them, and the rules find all that is.
fn claimed(graph: &Marks) -> Result<Claim> {
    let graph = graph.graph()?;
    match graph.extension() {
        Ok(member) => Ok(Claim::Class { graph, member }),
        Err(Error::NoExtension) => Ok(Claim::Partial(graph)),
        Err(other) => Err(other),
    }
}
