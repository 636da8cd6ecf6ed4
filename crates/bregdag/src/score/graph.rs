//! The score of a whole graph, and the extended BIC in the units of the data.

use super::{Family, Penalty, Problem, Regression, Score, Variances};
use crate::data::{Dataset, Moments};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::parallel::parallel_map;

/// Nodes whose regressions share one memory.
const CHUNK: usize = 32;

/// The score of a graph: −2 log likelihood plus the price of its edges, up to a constant that depends
/// on the data and the kind of variances alone. Edges that are required beforehand have no price, and a graph that
/// has all of them keeps them even where they nearly depend on each other; apart from that, what is known plays no part.
pub fn of_graph(data: &Dataset<'_>, dag: &Dag, score: &Score) -> Result<f64> {
    let (expected, found) = (data.variables(), dag.nodes());
    if expected != found {
        return Err(Error::Shape { what: "nodes of the graph".into(), expected, found });
    }
    let known = data.knowledge();
    let has_all = |j: usize| known.required_parents(j).iter().all(|&i| dag.has_edge(i, j));
    // Required parents that nearly depend on each other are scored as in a search.
    let plain = Dataset::from(data.moments());
    let of = if (0..found).all(has_all) { data } else { &plain };
    let problem = Problem::without_bounds(of, score.variances(), false);
    let chunks = parallel_map(found.div_ceil(CHUNK), |c| {
        let mut regression = Regression::new(&problem);
        let family = |j: usize| {
            regression.build(j, dag.parents(j));
            regression.family()
        };
        (c * CHUNK..((c + 1) * CHUNK).min(found)).map(family).collect::<Vec<_>>()
    });
    let families = || chunks.iter().flatten();
    let edges = families().map(|family| family.parents.len()).sum();
    let required = |(j, family): (usize, &Family)| {
        family.parents.iter().filter(|&&i| known.requires(i, j)).count()
    };
    let free: usize = families().enumerate().map(required).sum();
    let total = score.total(families().map(|family| family.variance), edges);
    Ok(total - score.price() * free as f64)
}

/// The extended BIC of a graph in the units of the data, so that both kinds of variances compare:
/// −2 log likelihood (up to a constant of the data alone), log m + 2 log n for every edge and log m
/// for every noise variance.
pub fn ebic(moments: &Moments, dag: &Dag, variances: Variances) -> Result<f64> {
    let score = Score::new(variances, Penalty::Ebic, 1.0, moments.rows(), moments.variables());
    Ok(in_units(moments, variances, of_graph(&moments.into(), dag, &score)?))
}

/// A score as the search has it, in the units of the data and with a price for the noise variances.
pub fn in_units(moments: &Moments, variances: Variances, score: f64) -> f64 {
    let (rows, n) = (moments.rows() as f64, moments.variables());
    let log_variance = |j: usize| {
        let v = moments.comoments()[(j, j)] / moments.weight();
        // The search gives a constant column variance one.
        if v > 0.0 { v.ln() } else { 0.0 }
    };
    match variances {
        Variances::Equal => score + rows.ln(),
        // The search saw correlations: back to the units of the data.
        Variances::Free => {
            score + rows * (0..n).map(log_variance).sum::<f64>() + n as f64 * rows.ln()
        }
    }
}
