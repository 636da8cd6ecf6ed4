//! Equations that are curves: x_j = c_j + Σ_i f_ij(x_i) + e_j, each f_ij smooth and zero on average.

use super::Edge;
use crate::data::{Dataset, Knowledge, Moments, Table};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::smooth::{Rows, Smoothed, Space, Spaces};
use crate::warning::Warning;

/// Places at which a curve is written down.
const GRID: usize = 50;
/// Rows that are kept to be drawn beside it.
const POINTS: usize = 200;

/// A DAG with smooth equations.
#[derive(Debug, Clone, PartialEq)]
pub struct Additive {
    names: Vec<String>,
    dag: Dag,
    /// By source, then target.
    effects: Vec<Effect>,
    noise_variances: Vec<f64>,
    r_squared: Vec<f64>,
}

/// One function f_ij: what j is expected to change by where i is x, its other parents held fixed.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// i of i → j.
    pub source: usize,
    /// j of i → j.
    pub target: usize,
    /// The mean of f' over the rows: the average slope.
    pub slope: f64,
    /// The standard deviation of f over the rows: how much of j it moves, however bent it is.
    pub deviation: f64,
    /// P(a statistic as large | f = 0), conditional on the chosen parents.
    pub p_value: f64,
    /// Effective degrees of freedom: 1 is a straight line.
    pub freedom: f64,
    /// (x, f(x)) from the least to the largest x.
    pub curve: Vec<(f64, f64)>,
    /// (x, f(x) + residual) of some rows, evenly spaced.
    pub points: Vec<(f64, f64)>,
}

/// What is fitted: a table, what its rows count and what they are worth, and which edges must stay.
struct Data<'a> {
    table: &'a Table,
    moments: &'a Moments,
    known: &'a Knowledge,
    rows: Rows,
}

impl Additive {
    /// Fits every node of the DAG on smooth functions of its parents, up to `basis` of each. Parents whose functions the rows
    /// cannot tell from those of others are dropped with a warning.
    pub fn refit(data: &Dataset<'_>, dag: &Dag, basis: usize) -> Result<(Additive, Vec<Warning>)> {
        let moments = data.moments();
        let Some(table) = data.environments().first().and_then(|environment| environment.rows)
        else {
            return Err(refused("moments without the rows of the table"));
        };
        let table = &*table.counted();
        let rows = Rows::of(table, moments);
        let joined = !dag.edges().is_empty();
        let spaces = joined.then(|| Spaces::new(table, rows.clone(), basis, &())).transpose();
        let spaces = spaces
            .map_err(|stop| Error::Stopped { status: stop.into(), before: "in its equations" })?;
        let data = Data { table, moments, known: data.knowledge(), rows };
        let mut additive = Additive {
            names: moments.names().to_vec(),
            dag: dag.clone(),
            effects: vec![],
            noise_variances: vec![],
            r_squared: vec![],
        };
        let (mut parents, mut warnings) = (vec![], vec![]);
        for j in 0..dag.nodes() {
            parents.push(additive.fit(j, spaces.as_ref(), &data, &mut warnings)?);
        }
        additive.effects.sort_by_key(|effect| (effect.source, effect.target));
        if !warnings.is_empty() {
            additive.dag = Dag::new(parents)?;
        }
        Ok((additive, warnings))
    }

    /// The equation of one node; the parents that it has.
    fn fit(
        &mut self,
        j: usize,
        spaces: Option<&Spaces<'_>>,
        data: &Data<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Vec<usize>> {
        let (m, variance) = (data.rows.count(), data.moments.variances()[j]);
        let mut parents = self.dag.parents(j).to_vec();
        while let (Some(spaces), false) = (spaces, parents.is_empty()) {
            let space = spaces.of(parents.len());
            let fitted =
                space.and_then(|space| Some((space, space.regression(j, &parents).fit()?)));
            if let Some((space, fit)) = fitted {
                self.noise_variances.push(fit.leftover * variance * m / (m - fit.freedom));
                self.r_squared.push(1.0 - fit.leftover);
                self.effects.extend(effects(j, &parents, (space, &fit), data));
                return Ok(parents);
            }
            let free = parents.iter().rposition(|&i| !data.known.requires(i, j));
            let Some(last) = free else {
                return Err(refused(
                    "required edges into a variable whose functions these rows cannot tell apart",
                ));
            };
            let (parent, child) = (self.names[parents.remove(last)].clone(), self.names[j].clone());
            warnings.push(Warning::CollinearParent { parent, child });
        }
        self.noise_variances.push(variance * m / (m - 1.0));
        self.r_squared.push(0.0);
        Ok(parents)
    }

    /// Variable names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The DAG.
    pub fn dag(&self) -> &Dag {
        &self.dag
    }

    /// Every function, by source, then target.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Every edge with its average slope as its weight.
    pub fn edges(&self) -> Vec<Edge> {
        let edge = |effect: &Effect| Edge {
            source: effect.source,
            target: effect.target,
            weight: effect.slope,
            std_error: None,
        };
        self.effects.iter().map(edge).collect()
    }

    /// σ² of each node.
    pub fn noise_variances(&self) -> &[f64] {
        &self.noise_variances
    }

    /// Share of the variance of each node that its parents explain.
    pub fn r_squared(&self) -> &[f64] {
        &self.r_squared
    }
}

/// The functions of the parents of j, and what they leave.
fn effects(
    j: usize,
    parents: &[usize],
    (space, fit): (&Space, &Smoothed),
    data: &Data<'_>,
) -> Vec<Effect> {
    let (columns, m) = (data.table.columns(), data.rows.count());
    // The regression was of x_j centred and of length one.
    let length = (m * data.moments.variances()[j]).sqrt();
    let mean = data.rows.mean(columns[j].iter().copied());
    let mut residuals: Vec<f64> = columns[j].iter().map(|x| x - mean).collect();
    let mut curves = vec![];
    for (k, &i) in parents.iter().enumerate() {
        let coefficients: Vec<f64> =
            fit.coefficients[fit.terms[k].clone()].iter().map(|beta| beta * length).collect();
        let curve = space.basis(i).curve(&coefficients);
        let (values, slopes) = curve.in_rows();
        residuals.iter_mut().zip(&values).for_each(|(left, value)| *left -= value);
        curves.push((curve, values, slopes));
    }
    let effect = |(k, &i): (usize, &usize)| {
        let (curve, values, slopes) = &curves[k];
        let point = |row: usize| (columns[i][row], values[row] + residuals[row]);
        Effect {
            source: i,
            target: j,
            slope: data.rows.mean(slopes.iter().copied()),
            // f is zero on average.
            deviation: data.rows.mean(values.iter().map(|f| f * f)).sqrt(),
            p_value: fit.p_values[k],
            freedom: fit.of_terms[k],
            curve: grid(&columns[i]).map(|x| (x, curve.at(x))).collect(),
            points: some_rows(columns[i].len()).map(point).collect(),
        }
    };
    parents.iter().enumerate().map(effect).collect()
}

fn refused(what: &'static str) -> Error {
    Error::NotForMethod { method: "cam", what }
}

/// Evenly spaced values from the least to the largest.
fn grid(column: &[f64]) -> impl Iterator<Item = f64> {
    let least = column.iter().copied().fold(f64::INFINITY, f64::min);
    let most = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..GRID).map(move |k| {
        let share = k as f64 / (GRID - 1) as f64;
        least * (1.0 - share) + most * share
    })
}

/// All rows, or evenly spaced ones.
fn some_rows(rows: usize) -> impl Iterator<Item = usize> {
    let count = rows.min(POINTS);
    (0..count).map(move |k| k * rows / count)
}
