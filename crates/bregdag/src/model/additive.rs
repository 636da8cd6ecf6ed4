//! Equations that are curves: x_j = c_j + Σ_i f_ij(x_i) + e_j, each f_ij smooth and zero on average.

use super::Edge;
use crate::data::{Moments, Table};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::smooth::{Rows, Smoothed, Space, Spaces};

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
    /// P(a statistic as large | f = 0), conditional on the chosen parents.
    pub p_value: f64,
    /// Effective degrees of freedom: 1 is a straight line.
    pub freedom: f64,
    /// (x, f(x)) from the least to the largest x.
    pub curve: Vec<(f64, f64)>,
    /// (x, f(x) + residual) of some rows, evenly spaced.
    pub points: Vec<(f64, f64)>,
}

/// What is fitted: a table, what its rows count and what they are worth.
struct Data<'a> {
    table: &'a Table,
    moments: &'a Moments,
    rows: Rows,
}

impl Additive {
    /// Fits every node of the DAG on smooth functions of its parents, up to `basis` of each.
    pub fn refit(table: &Table, moments: &Moments, dag: &Dag, basis: usize) -> Result<Additive> {
        let rows = Rows::of(table, moments);
        let spaces = Spaces::new(table, rows.clone(), basis, &())
            .map_err(|stop| Error::Stopped { status: stop.into(), before: "in its equations" })?;
        let data = Data { table, moments, rows };
        let mut additive = Additive {
            names: moments.names().to_vec(),
            dag: dag.clone(),
            effects: vec![],
            noise_variances: vec![],
            r_squared: vec![],
        };
        for j in 0..dag.nodes() {
            additive.fit(j, &spaces, &data)?;
        }
        additive.effects.sort_by_key(|effect| (effect.source, effect.target));
        Ok(additive)
    }

    /// The equation of one node.
    fn fit(&mut self, j: usize, spaces: &Spaces<'_>, data: &Data<'_>) -> Result<()> {
        let (m, variance) = (data.rows.count(), data.moments.variances()[j]);
        let parents = self.dag.parents(j);
        if parents.is_empty() {
            self.noise_variances.push(variance * m / (m - 1.0));
            self.r_squared.push(0.0);
            return Ok(());
        }
        let unbearable = Error::NotForMethod {
            method: "cam",
            what: "edges into a variable whose functions these rows cannot tell apart",
        };
        let space = spaces.of(parents.len());
        let fitted = space.and_then(|space| Some((space, space.regression(j, parents).fit()?)));
        let Some((space, fit)) = fitted else { return Err(unbearable) };
        self.noise_variances.push(fit.leftover * variance * m / (m - fit.freedom));
        self.r_squared.push(1.0 - fit.leftover);
        let effects = effects(j, parents, (space, &fit), data);
        self.effects.extend(effects);
        Ok(())
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
            p_value: fit.p_values[k],
            freedom: fit.of_terms[k],
            curve: grid(&columns[i]).map(|x| (x, curve.at(x))).collect(),
            points: some_rows(columns[i].len()).map(point).collect(),
        }
    };
    parents.iter().enumerate().map(effect).collect()
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
