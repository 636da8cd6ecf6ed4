//! The equations of a DAG: for each node j with parents P, by least squares from the moments,
//!
//!   w = S_PP⁻¹ S_Pj,   v = S_jj − S_Pjᵀ w,   σ² = v·m/(m − |P| − 1),   se(w)² = σ² diag(S_PP⁻¹)/m.
//!
//! Standard errors and t values are those of an ordinary regression on these parents. The parents
//! were chosen by looking at the same data, so they are conditional on that choice and look better
//! than they are.

use super::{Model, WeightedDag};
use crate::data::{Knowledge, Moments};
use crate::error::{Error, Result};
use crate::graph::Dag;
use crate::linalg::{COLLINEAR, Cholesky};
use crate::text::quoted;
use crate::warning::Warning;

/// What signs a refit may give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// Any.
    Any,
    /// Edges that would be negative and are not required are dropped with a warning, the surest (by
    /// t) first.
    NonNegative,
}

/// A parent, its weight and the standard error of that.
type Term = (usize, f64, Option<f64>);

/// The regression of one node on its parents.
struct Equation {
    /// By parent.
    terms: Vec<Term>,
    noise_variance: f64,
    r_squared: f64,
}

impl Model {
    /// Refits every node of the DAG by least squares on its parents. Required edges of the DAG stay,
    /// whatever their weights.
    pub fn refit(
        moments: &Moments,
        dag: &Dag,
        signs: Signs,
        knowledge: &Knowledge,
    ) -> Result<(Model, Vec<Warning>)> {
        let known = knowledge.variables();
        for (found, what) in [(dag.nodes(), "nodes of the graph"), (known, "variables known of")] {
            if found != moments.variables() {
                let (what, expected) = (what.into(), moments.variables());
                return Err(Error::Shape { what, expected, found });
            }
        }
        let names = moments.names().to_vec();
        let mut warnings = vec![];
        let (mut parents, mut std_errors) = (vec![], vec![]);
        let (mut noise_variances, mut r_squared) = (vec![], vec![]);
        for child in 0..dag.nodes() {
            let required = knowledge.required_parents(child);
            let regression = Regression { moments, child, required };
            let of_child = dag.parents(child).to_vec();
            let equation = regression.equation(of_child, signs, &mut warnings)?;
            parents.push(equation.terms.iter().map(|&(i, weight, _)| (i, weight)).collect());
            std_errors.push(equation.terms.iter().map(|&(_, _, error)| error).collect());
            noise_variances.push(equation.noise_variance);
            r_squared.push(equation.r_squared);
        }
        let graph = WeightedDag::new(parents)?;
        let variances = moments.variances();
        Ok((Model { names, graph, std_errors, variances, noise_variances, r_squared }, warnings))
    }
}

/// One node to be regressed.
struct Regression<'a> {
    moments: &'a Moments,
    /// j.
    child: usize,
    /// Those among the parents that must stay, increasing.
    required: &'a [usize],
}

impl Regression<'_> {
    fn equation(
        &self,
        mut parents: Vec<usize>,
        signs: Signs,
        warnings: &mut Vec<Warning>,
    ) -> Result<Equation> {
        let c = self.moments.comoments();
        // Of parents that depend on one another the later ones go.
        parents.sort_by_key(|&p| (!self.requires(p), p));
        loop {
            let factor = self.independent(&mut parents, warnings)?;
            let mut weights: Vec<f64> = parents.iter().map(|&p| c[(p, self.child)]).collect();
            factor.solve(&mut weights);
            // w/√diag(S_PP⁻¹) goes with the t value, which has no units.
            let spread = factor.inverse_diagonal();
            let t = |k: usize| weights[k] / spread[k].sqrt();
            let droppable = (0..weights.len()).filter(|&k| !self.requires(parents[k]));
            let lowest = droppable.min_by(|&a, &b| t(a).total_cmp(&t(b)));
            match lowest.filter(|&k| signs == Signs::NonNegative && weights[k] < 0.0) {
                Some(k) => {
                    let (parent, child) = (self.name(parents.remove(k)), self.name(self.child));
                    warnings.push(Warning::NegativeParent { parent, child });
                }
                None => return Ok(self.summary(&parents, &weights, &factor, warnings)),
            }
        }
    }

    fn requires(&self, parent: usize) -> bool {
        self.required.binary_search(&parent).is_ok()
    }

    fn name(&self, variable: usize) -> String {
        self.moments.names()[variable].clone()
    }

    /// Removes parents that are linear combinations of those before them; the factor of the rest.
    fn independent(
        &self,
        parents: &mut Vec<usize>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Cholesky> {
        let c = self.moments.comoments();
        let mut factor = Cholesky::with_capacity(parents.len());
        let mut kept: Vec<usize> = vec![];
        for &p in parents.iter() {
            if factor.push(|k| c[(kept[k], p)], c[(p, p)], COLLINEAR).is_ok() {
                kept.push(p);
            } else if self.requires(p) {
                return Err(self.dependent(p, &kept));
            } else {
                let (parent, child) = (self.name(p), self.name(self.child));
                warnings.push(Warning::CollinearParent { parent, child });
            }
        }
        *parents = kept;
        Ok(factor)
    }

    /// Required parents come first, so those before a dependent one are required too.
    fn dependent(&self, parent: usize, before: &[usize]) -> Error {
        let before: Vec<String> = before.iter().map(|&p| quoted(&self.name(p))).collect();
        let problem = format!(
            "{} is required as a parent of {}, but in these {} rows it is a linear combination of the \
             parents {} that are required too; require one fewer",
            quoted(&self.name(parent)),
            quoted(&self.name(self.child)),
            self.moments.rows(),
            before.join(", ")
        );
        Error::Knowledge { problem }
    }

    fn summary(
        &self,
        parents: &[usize],
        weights: &[f64],
        factor: &Cholesky,
        warnings: &mut Vec<Warning>,
    ) -> Equation {
        let (moments, j) = (self.moments, self.child);
        let c = moments.comoments();
        let explained: f64 = parents.iter().zip(weights).map(|(&p, w)| c[(p, j)] * w).sum();
        // Rounding may leave a perfect fit slightly negative.
        let unexplained = (c[(j, j)] - explained).max(0.0);
        let rows = moments.rows();
        let free = rows.saturating_sub(parents.len() as u64 + 1);
        if free == 0 && !parents.is_empty() {
            let child = self.name(j);
            warnings.push(Warning::SaturatedNode { child, parents: parents.len(), rows });
        }
        // σ²: per row, corrected for the parameters fitted. With row weights, v is a weighted mean.
        let noise_variance =
            unexplained / moments.weight() * if free > 0 { rows as f64 / free as f64 } else { 1.0 };
        let std_error = |d: f64| {
            (free > 0).then(|| (noise_variance * d * moments.weight() / rows as f64).sqrt())
        };
        let mut terms: Vec<Term> = (parents.iter().zip(weights).zip(factor.inverse_diagonal()))
            .map(|((&parent, &weight), d)| (parent, weight, std_error(d)))
            .collect();
        terms.sort_unstable_by_key(|&(parent, _, _)| parent);
        Equation { terms, noise_variance, r_squared: 1.0 - unexplained / c[(j, j)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Rules, Table};

    /// Four rows in which x and y are orthogonal to the bit.
    #[test]
    fn a_required_edge_stays_with_a_weight_of_zero() {
        let columns = vec![vec![1.0, -1.0, 1.0, -1.0], vec![1.0, 1.0, -1.0, -1.0]];
        let table = Table::new(vec!["x".into(), "y".into()], columns).unwrap();
        let required_edges = vec![("x".to_string(), "y".to_string())];
        let known = Rules { required_edges, ..Rules::default() }.over(table.names()).unwrap();
        let dag = Dag::new(vec![vec![], vec![0]]).unwrap();
        let moments = Moments::of(&table).unwrap();
        let (model, _) = Model::refit(&moments, &dag, Signs::Any, &known).unwrap();
        assert_eq!(model.dag(), &dag);
        assert_eq!(model.edges()[0].weight, 0.0);
        assert_eq!(model.edges()[0].t(), Some(0.0));
    }

    /// y = 1, 3, 2, 4 on x = 0, 1, 2, 3 by hand: slope 4/5, residual sum of squares 9/5.
    #[test]
    fn by_hand() {
        let columns = vec![vec![0.0, 1.0, 2.0, 3.0], vec![1.0, 3.0, 2.0, 4.0]];
        let table = Table::new(vec!["x".into(), "y".into()], columns).unwrap();
        let dag = Dag::new(vec![vec![], vec![0]]).unwrap();
        let moments = Moments::of(&table).unwrap();
        let (model, warnings) =
            Model::refit(&moments, &dag, Signs::Any, &Knowledge::none(2)).unwrap();
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
