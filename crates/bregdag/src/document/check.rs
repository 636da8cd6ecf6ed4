//! What someone who edits the file by hand may get wrong.

use std::collections::{HashMap, HashSet};

use super::{Claimed, Document, not_a_fit};
use crate::data::check_names;
use crate::error::Result;
use crate::text::quoted;

impl Document {
    /// Refuses names, nodes, edges and an order that do not belong together.
    pub(super) fn check(&self) -> Result<()> {
        check_names(&self.variables)?;
        if !self.nodes.iter().map(|node| &node.name).eq(&self.variables) {
            return Err(not_a_fit(
                "nodes and variables are not the same, in the same order".into(),
            ));
        }
        let positive = |x: f64| x.is_finite() && x > 0.0;
        if let Some(node) = self.nodes.iter().find(|node| !positive(node.variance)) {
            let (name, variance) = (quoted(&node.name), node.variance);
            return Err(not_a_fit(format!("node {name}: a variance is positive, not {variance}")));
        }
        let equations = self.has_equations();
        let mut seen = HashSet::new();
        for (edge, link) in self.edges.iter().zip(self.links()?) {
            let name = format!("edge {} -> {}", quoted(&edge.source), quoted(&edge.target));
            if !seen.insert(link) {
                return Err(not_a_fit(format!("{name} is listed a second time")));
            }
            if edge.weight.is_some() != equations {
                let problem = "an edge of a partial graph has no weight, and every other one has";
                return Err(not_a_fit(format!("{name}: {problem}")));
            }
            if let Some(weight) = edge.weight.filter(|weight| !weight.is_finite()) {
                return Err(not_a_fit(format!("{name}: a weight is a number, not {weight}")));
            }
            if edge.stability.as_ref().is_some_and(|support| !support.is_sound()) {
                return Err(not_a_fit(format!("{name}: its shares are not between 0 and 1")));
            }
        }
        if self.nodes.iter().any(|node| node.noise_variance.is_some() != equations) {
            let problem = "nodes of a partial graph have no noise variance, and all others have";
            return Err(not_a_fit(problem.into()));
        }
        let counted = self.claim == Claimed::Consensus;
        if counted != self.stability.is_some() {
            let problem = "a consensus has its stability, and nothing else has";
            return Err(not_a_fit(problem.into()));
        }
        if counted != self.whole.is_some() || counted == self.course.is_some() {
            let problem = "a consensus has its whole, and everything else its course";
            return Err(not_a_fit(problem.into()));
        }
        self.check_curves()?;
        self.check_order()
    }

    /// A curve for every edge, or for none.
    fn check_curves(&self) -> Result<()> {
        let edges = self.edges.iter().filter(|_| !self.is_linear());
        let edges = edges.map(|edge| (&edge.source, &edge.target));
        if !edges.eq(self.curves.iter().map(|curve| (&curve.source, &curve.target))) {
            let problem = "where the noise is additive every edge has its curve, in the same order, and \
                           nowhere else";
            return Err(not_a_fit(problem.into()));
        }
        match self.curves.iter().all(|curve| curve.is_finite()) {
            true => Ok(()),
            false => Err(not_a_fit("curves are made of finite numbers".into())),
        }
    }

    /// Every variable once; causes before effects, but in a partial graph, which may have cycles.
    fn check_order(&self) -> Result<()> {
        let links = match self.has_equations() {
            true => self.dag()?.edges(),
            false => vec![],
        };
        let listed: HashMap<&String, usize> =
            self.order.iter().enumerate().map(|(k, name)| (name, k)).collect();
        let place = |j: usize| listed.get(&self.variables[j]);
        let ordered = |&(i, j): &(usize, usize)| place(i) < place(j);
        let every = self.order.len() == self.variables.len()
            && self.variables.iter().all(|name| listed.contains_key(name));
        if !every || !links.iter().all(ordered) {
            return Err(not_a_fit("order does not list every variable after its causes".into()));
        }
        Ok(())
    }
}
