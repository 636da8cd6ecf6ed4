//! The equations of a DAG: for each node j with parents P, by least squares from the moments,
//!
//!   w = S_PP⁻¹ S_Pj,   v = S_jj − S_Pjᵀ w,   σ² = v·m/(m − |P| − 1),   se(w)² = σ² diag(S_PP⁻¹)/m.
//!
//! Standard errors and t values are those of an ordinary regression on these parents. The parents
//! were chosen by looking at the same data, so they are conditional on that choice and look better
//! than they are.

use super::Dag;
use crate::data::Moments;
use crate::error::{Error, Result};
use crate::linalg::{COLLINEAR, Cholesky, Matrix, add_scaled};
use crate::status::Warning;

/// A DAG with its least-squares equations.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    names: Vec<String>,
    dag: Dag,
    /// Aligned with `dag.parents(j)`; `None` where there are too few rows.
    std_errors: Vec<Vec<Option<f64>>>,
    noise_variances: Vec<f64>,
    r_squared: Vec<f64>,
}

/// An edge with its weight and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// i of i → j.
    pub source: usize,
    /// j of i → j.
    pub target: usize,
    /// The change of j per unit of i, its other parents held fixed.
    pub weight: f64,
    /// Standard error, conditional on the chosen parents.
    pub std_error: Option<f64>,
}

impl Edge {
    /// weight / standard error.
    pub fn t(&self) -> Option<f64> {
        self.std_error.filter(|&e| e > 0.0).map(|e| self.weight / e)
    }
}

/// What signs a refit may give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// Any.
    Any,
    /// Edges that would be negative are dropped with a warning, the surest (by t) first.
    NonNegative,
}

/// The regression of one node on its parents.
struct Equation {
    parents: Vec<(usize, f64)>,
    std_errors: Vec<Option<f64>>,
    noise_variance: f64,
    r_squared: f64,
}

impl Model {
    /// Refits every node of the DAG by least squares on its parents.
    pub fn refit(moments: &Moments, dag: &Dag, signs: Signs) -> Result<(Model, Vec<Warning>)> {
        if dag.nodes() != moments.variables() {
            let what = "nodes of the graph".into();
            return Err(Error::Shape { what, expected: moments.variables(), found: dag.nodes() });
        }
        let names = moments.names().to_vec();
        let mut warnings = vec![];
        let equations: Vec<Equation> = (0..dag.nodes())
            .map(|j| {
                let parents: Vec<usize> = dag.parents(j).iter().map(|&(i, _)| i).collect();
                equation(moments, j, parents, signs, &mut warnings)
            })
            .collect();
        let (mut parents, mut std_errors) = (vec![], vec![]);
        let (mut noise_variances, mut r_squared) = (vec![], vec![]);
        for equation in equations {
            parents.push(equation.parents);
            std_errors.push(equation.std_errors);
            noise_variances.push(equation.noise_variance);
            r_squared.push(equation.r_squared);
        }
        let dag = Dag::new(parents)?;
        Ok((Model { names, dag, std_errors, noise_variances, r_squared }, warnings))
    }

    /// Variable names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The DAG, with least-squares weights.
    pub fn dag(&self) -> &Dag {
        &self.dag
    }

    /// Every edge, by source, then target.
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = (0..self.dag.nodes())
            .flat_map(|target| {
                let errors = &self.std_errors[target];
                self.dag.parents(target).iter().zip(errors).map(
                    move |(&(source, weight), &std_error)| Edge {
                        source,
                        target,
                        weight,
                        std_error,
                    },
                )
            })
            .collect();
        edges.sort_unstable_by_key(|e| (e.source, e.target));
        edges
    }

    /// σ² of each node.
    pub fn noise_variances(&self) -> &[f64] {
        &self.noise_variances
    }

    /// Share of the variance of each node that its parents explain.
    pub fn r_squared(&self) -> &[f64] {
        &self.r_squared
    }

    /// (I − W)⁻¹: entry (i, j) is the total effect of i on j, over all directed paths; one on the
    /// diagonal.
    pub fn total_effects(&self) -> Matrix {
        let n = self.dag.nodes();
        let mut effects = Matrix::identity(n);
        for &j in self.dag.order() {
            let mut column = effects.col(j).to_vec();
            for &(i, weight) in self.dag.parents(j) {
                add_scaled(&mut column, weight, effects.col(i));
            }
            effects.col_mut(j).copy_from_slice(&column);
        }
        effects
    }
}

fn equation(
    moments: &Moments,
    j: usize,
    mut parents: Vec<usize>,
    signs: Signs,
    warnings: &mut Vec<Warning>,
) -> Equation {
    let c = moments.comoments();
    loop {
        let factor = independent_parents(moments, j, &mut parents, warnings);
        let mut weights: Vec<f64> = parents.iter().map(|&p| c[(p, j)]).collect();
        factor.solve(&mut weights);
        // w/√diag(S_PP⁻¹) goes with the t value, which has no units.
        let spread = factor.inverse_diagonal();
        let t = |k: usize| weights[k] / spread[k].sqrt();
        let lowest = (0..weights.len()).min_by(|&a, &b| t(a).total_cmp(&t(b)));
        match lowest.filter(|&k| signs == Signs::NonNegative && weights[k] < 0.0) {
            Some(k) => {
                let names = moments.names();
                let (parent, child) = (names[parents.remove(k)].clone(), names[j].clone());
                warnings.push(Warning::NegativeParent { parent, child });
            }
            None => return summary(moments, j, &parents, weights, &factor, warnings),
        }
    }
}

/// Removes parents that are linear combinations of those before them; the factor of the rest.
fn independent_parents(
    moments: &Moments,
    j: usize,
    parents: &mut Vec<usize>,
    warnings: &mut Vec<Warning>,
) -> Cholesky {
    let c = moments.comoments();
    let mut factor = Cholesky::with_capacity(parents.len());
    let mut kept: Vec<usize> = vec![];
    for &p in parents.iter() {
        if factor.push(|k| c[(kept[k], p)], c[(p, p)], COLLINEAR).is_ok() {
            kept.push(p);
        } else {
            let names = moments.names();
            let (parent, child) = (names[p].clone(), names[j].clone());
            warnings.push(Warning::CollinearParent { parent, child });
        }
    }
    *parents = kept;
    factor
}

fn summary(
    moments: &Moments,
    j: usize,
    parents: &[usize],
    weights: Vec<f64>,
    factor: &Cholesky,
    warnings: &mut Vec<Warning>,
) -> Equation {
    let c = moments.comoments();
    let explained: f64 = parents.iter().zip(&weights).map(|(&p, w)| c[(p, j)] * w).sum();
    // Rounding may leave a perfect fit slightly negative.
    let unexplained = (c[(j, j)] - explained).max(0.0);
    let rows = moments.rows();
    let free = rows.saturating_sub(parents.len() as u64 + 1);
    if free == 0 && !parents.is_empty() {
        let child = moments.names()[j].clone();
        warnings.push(Warning::SaturatedNode { child, parents: parents.len(), rows });
    }
    // σ²: per row, corrected for the parameters fitted. With row weights, v is a weighted mean.
    let noise_variance =
        unexplained / moments.weight() * if free > 0 { rows as f64 / free as f64 } else { 1.0 };
    let std_error =
        |d: f64| (free > 0).then(|| (noise_variance * d * moments.weight() / rows as f64).sqrt());
    Equation {
        std_errors: factor.inverse_diagonal().into_iter().map(std_error).collect(),
        parents: parents.iter().copied().zip(weights).collect(),
        noise_variance,
        r_squared: 1.0 - unexplained / c[(j, j)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    /// y = 1, 3, 2, 4 on x = 0, 1, 2, 3 by hand: slope 4/5, residual sum of squares 9/5.
    #[test]
    fn by_hand() {
        let columns = vec![vec![0.0, 1.0, 2.0, 3.0], vec![1.0, 3.0, 2.0, 4.0]];
        let table = Table::new(vec!["x".into(), "y".into()], columns).unwrap();
        let dag = Dag::new(vec![vec![], vec![(0, 1.0)]]).unwrap();
        let (model, warnings) =
            Model::refit(&Moments::of(&table).unwrap(), &dag, Signs::Any).unwrap();
        assert!(warnings.is_empty());
        let edge = model.edges()[0];
        // Rounding.
        let close = |a: f64, b: f64| (a - b).abs() < 1e-14;
        assert!(close(edge.weight, 0.8));
        assert!(close(model.noise_variances()[1], 0.9) && close(model.r_squared()[1], 0.64));
        assert!(close(edge.std_error.unwrap(), (0.9f64 / 5.0).sqrt()));
        // Without parents: the variance over m − 1.
        assert!(close(model.noise_variances()[0], 5.0 / 3.0) && close(model.r_squared()[0], 0.0));
        assert_eq!(model.total_effects().as_slice(), [1.0, 0.0, edge.weight, 1.0]);
    }
}
