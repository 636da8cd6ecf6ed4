//! A graph is learned, and then: does any edge rest on a few rows that lie far from all others, do rows depend on
//! their neighbours, are some the same?
//!
//! An edge rests on far rows if it is in the graph of all rows and not in the one learned without them, or the other way
//! round, and if its likelihood ratio, given the other parents that it has in the graph where it is,
//!
//! ```text
//! m log(v_j|P / v_j|P∪i)
//! ```
//!
//! is on the other side of the price of an edge without them, and by more than that price. Without the second condition
//! any pair near the price would be named, and without the first most rows would be.

use crate::confidence::of_rows;
use crate::data::{Dataset, Environment, Knowledge, Moments};
use crate::diagnose::dependence::{self, InOrder};
use crate::diagnose::rows::{LEFT, identical};
use crate::diagnose::{FarRows, Quantity, RestingEdges, RowChecks, RowDependence};
use crate::error::{Error, Result};
use crate::graph::{Dag, Pdag};
use crate::linalg::Cholesky;
use crate::method::{Answer, Spec};
use crate::model::{Effects, Model, Signs};
use crate::prepare::{Far, Look, Prepared, rows_without};
use crate::score::{PERFECT, Penalty, Score, Variances};
use crate::watch::Watch;

/// A parent of which the others leave less is one of their combinations.
const DEPENDENT: f64 = 1e-10;

/// The graph that is looked at, and how it was learned.
pub(super) struct Subject<'a> {
    /// What is joined.
    pub graph: &'a Pdag,
    /// A DAG of it, if there is one.
    pub dag: Option<&'a Dag>,
    pub spec: &'a Spec,
    pub known: &'a Knowledge,
    /// Why it is not learned again, if it is not.
    pub alone: Option<&'a str>,
}

/// What single rows do to a graph.
pub(super) fn look(
    prepared: &Prepared,
    subject: &Subject<'_>,
    watch: &dyn Watch,
) -> Result<RowChecks> {
    let outliers = match &prepared.look {
        Look::Unknown(why) => Quantity::Unknown(why.clone()),
        Look::Dropped => Quantity::Unknown(LEFT.into()),
        Look::Found(far) => {
            let edges = resting(prepared, far, subject, watch)?;
            Quantity::Known(FarRows::of(far, edges))
        }
    };
    let identical = match &prepared.table {
        Some(table) => Quantity::Known(identical(table)),
        None => Quantity::Unknown(NOT_KEPT.into()),
    };
    let dependence = dependence(prepared, subject.dag, watch)?;
    Ok(RowChecks { outliers, dependence, identical, counted_as: None })
}

/// Why rows cannot be looked at.
const NOT_KEPT: &str = "the rows were not kept";

/// How far rows depend on those before them, by the residuals of a DAG's equations; without one, by the columns.
pub(super) fn dependence(
    prepared: &Prepared,
    dag: Option<&Dag>,
    watch: &dyn Watch,
) -> Result<Quantity<RowDependence>> {
    let Prepared { moments, table, sampled, .. } = prepared;
    let rows = match (table, sampled) {
        (Some(table), _) => InOrder { table, runs: vec![table.rows()], sampled: false },
        (None, Some(some)) => {
            let runs = some.runs.iter().map(|(_, rows)| *rows).collect();
            InOrder { table: &some.table, runs, sampled: true }
        }
        (None, None) => {
            let why = match &prepared.look {
                Look::Unknown(why) => why,
                Look::Dropped | Look::Found(_) => NOT_KEPT,
            };
            return Ok(Quantity::Unknown(why.into()));
        }
    };
    if let Some(stop) = watch.stop() {
        return Ok(Quantity::Unknown(format!("it was stopped ({})", crate::Status::from(stop))));
    }
    let n = moments.variables();
    let empty = || Dag::new(vec![vec![]; n]);
    let dag = dag.map_or_else(empty, |dag| Ok(dag.clone()))?;
    let (model, _) = Model::refit(moments, &dag, Signs::Any, &Knowledge::none(n))?;
    Ok(dependence::of_rows(&rows, moments, model.weighted()))
}

/// The edges that rest on far rows.
fn resting(
    prepared: &Prepared,
    far: &Far,
    subject: &Subject<'_>,
    watch: &dyn Watch,
) -> Result<Quantity<RestingEdges>> {
    let edges = subject.graph.edge_count();
    if far.count == 0 {
        return Ok(Quantity::Known(RestingEdges { edges, left: edges, ..RestingEdges::default() }));
    }
    let unknown = |why: &str| Ok(Quantity::Unknown(why.into()));
    if let Some(why) = subject.alone {
        return unknown(why);
    }
    let Some(others) = others(prepared, far)? else {
        return unknown("there are too many rows to keep, and they can be read only once");
    };
    if subject.spec.method().effects() != Effects::Linear {
        return unknown("it is checked by linear equations, and those of this graph are curves");
    }
    let again = match without(prepared, far, &others, subject, watch) {
        Ok(again) if again.status.was_stopped() => {
            return Ok(Quantity::Unknown(format!("learning again was stopped ({})", again.status)));
        }
        Ok(again) => again,
        // The rows that are left may be nothing to learn from.
        Err(error) => return Ok(Quantity::Unknown(format!("without these rows {error}"))),
    };
    Ok(Quantity::Known(compared(prepared, &others, subject, &again)))
}

/// The moments of all rows but those that are far, counting as all of them do.
fn others(prepared: &Prepared, far: &Far) -> Result<Option<Moments>> {
    let Some(table) = &prepared.table else { return Ok(far.others.clone()) };
    let rows = rows_without(&far.places, table.rows());
    if rows.len() < 2 {
        return Ok(None);
    }
    let others = of_rows(table, &rows)?;
    let share = prepared.moments.rows() as f64 / table.rows() as f64;
    let worth = (rows.len() as f64 * share).round() as u64;
    Ok(Some(others.counting_as(worth)))
}

/// The columns that still vary without far rows.
fn varying(prepared: &Prepared, others: &Moments) -> Vec<usize> {
    let gone = others.hardly_varying(&prepared.moments);
    (0..others.variables()).filter(|j| gone.binary_search(j).is_err()).collect()
}

/// Learns again, with few restarts.
fn without(
    prepared: &Prepared,
    far: &Far,
    others: &Moments,
    subject: &Subject<'_>,
    watch: &dyn Watch,
) -> Result<Answer> {
    let kept = varying(prepared, others);
    if kept.len() < 2 {
        return Err(Error::TooFewColumns { names: "none".into() });
    }
    let moments = others.select(&kept).checked()?;
    let spec = subject.spec.with_few_restarts();
    let all =
        Environment { moments: &prepared.moments, rows: prepared.table.as_ref(), targets: &[] };
    let same_scale = Dataset::of(all).same_scale();
    let table = prepared.table.as_ref().filter(|_| spec.method().needs().rows);
    let table = table.map(|t| t.select_rows(&rows_without(&far.places, t.rows())).select(&kept));
    let environment = Environment { moments: &moments, rows: table.as_ref(), targets: &[] };
    let data = Dataset::of(environment).knowing(subject.known.select(&kept))?;
    spec.method().answer(&data.of_same_scale(same_scale), watch)
}

/// The pairs that are in one graph alone and whose likelihood ratio says so.
fn compared(
    prepared: &Prepared,
    others: &Moments,
    subject: &Subject<'_>,
    again: &Answer,
) -> RestingEdges {
    let (moments, kept) = (&prepared.moments, varying(prepared, others));
    let names = moments.names();
    let price =
        Score::new(Variances::Free, Penalty::Ebic, 1.0, moments.rows(), moments.variables())
            .price();
    let place = |j: usize| kept.binary_search(&j).ok();
    let found = again.claim.graph();
    let is_found =
        |i: usize, j: usize| place(i).zip(place(j)).is_some_and(|(a, b)| found.is_adjacent(a, b));
    // Whether the edge i → j given these parents is worth its price with the far rows and not without, or the
    // other way round.
    let turns = |(i, j): (usize, usize), parents: &[usize], made: bool| {
        let ratio =
            |moments: &Moments| likelihood_ratio(moments, &prepared.moments, (i, j), parents);
        let (all, few) = (ratio(moments), ratio(others));
        let (with, without) = if made { (all, few) } else { (few, all) };
        with > price && without < price && with - without > price
    };
    let name = |(i, j): (usize, usize)| (names[i].clone(), names[j].clone());
    let whole = subject.dag.map(Pdag::from);
    let whole = whole.as_ref().unwrap_or(subject.graph);
    let joined = pairs(subject.graph);
    let made = joined.iter().filter(|&&(i, j)| !is_found(i, j));
    let made = made.map(|&(i, j)| arrow(whole, i, j)).filter(|&(i, j)| {
        let parents: Vec<usize> = whole.parents(j).iter().copied().filter(|&p| p != i).collect();
        turns((i, j), &parents, true)
    });
    let other = again.claim.member().map(Pdag::from);
    let other = other.as_ref().unwrap_or(&found);
    let new =
        pairs(&found).into_iter().filter(|&(a, b)| !subject.graph.is_adjacent(kept[a], kept[b]));
    let new: Vec<(usize, usize)> = new.collect();
    let left = joined.iter().filter(|&&(i, j)| is_found(i, j)).count();
    let hidden = new.iter().map(|&(a, b)| arrow(other, a, b)).filter(|&(a, b)| {
        let parents = other.parents(b).iter().filter(|&&p| p != a).map(|&p| kept[p]);
        turns((kept[a], kept[b]), &parents.collect::<Vec<_>>(), false)
    });
    RestingEdges {
        edges: joined.len(),
        left,
        differ: joined.len() - left + new.len(),
        made: made.map(name).collect(),
        hidden: hidden.map(|(a, b)| name((kept[a], kept[b]))).collect(),
    }
}

/// Every joined pair.
fn pairs(graph: &Pdag) -> Vec<(usize, usize)> {
    let mut pairs = graph.directed();
    pairs.extend(graph.undirected());
    pairs.sort_unstable();
    pairs
}

/// The edge as this graph directs it, if it does.
fn arrow(graph: &Pdag, i: usize, j: usize) -> (usize, usize) {
    if graph.is_directed(j, i) { (j, i) } else { (i, j) }
}

/// m log(v_j|P / v_j|P∪i); zero where one of the two does not vary.
fn likelihood_ratio(
    moments: &Moments,
    all: &Moments,
    (i, j): (usize, usize),
    parents: &[usize],
) -> f64 {
    let gone = moments.hardly_varying(all);
    if gone.contains(&i) || gone.contains(&j) {
        return 0.0;
    }
    let c = moments.comoments();
    let mut factor = Cholesky::with_capacity(parents.len() + 1);
    let mut kept: Vec<usize> = vec![];
    let mut work = vec![];
    let mut left = |factor: &Cholesky, kept: &[usize]| {
        factor.leftover(|k| c[(kept[k], j)], c[(j, j)], &mut work).max(PERFECT * c[(j, j)])
    };
    for &p in parents {
        if factor.push(|k| c[(kept[k], p)], c[(p, p)], DEPENDENT).is_ok() {
            kept.push(p);
        }
    }
    let before = left(&factor, &kept);
    if factor.push(|k| c[(kept[k], i)], c[(i, i)], DEPENDENT).is_err() {
        return 0.0;
    }
    kept.push(i);
    moments.rows() as f64 * (before / left(&factor, &kept)).ln()
}

#[cfg(test)]
mod tests;
